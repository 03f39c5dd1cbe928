/* SPDX-License-Identifier: MIT */
#include "two_sources.h"

#include <stdlib.h>
#include <string.h>

#include <vkscan/operators/dot_f32.h>

#include "access.h"
#include "harness.h"
#include "resolve.h"
#include "weave.h"

#define CAPACITY 3001
#define PIECE 1024 /* elements, of plans of pieces */
#define ROOM 16    /* elements around a port */
#define WORDS 3    /* of an element, at most */
#define ALL_WORDS ((CAPACITY + 2 * ROOM) * WORDS)
#define POISON 0xdeadbeefu
#define REVERSE VKSCAN_PLAN_REVERSE
#define COUNTED VKSCAN_PLAN_COUNT_IN_BUFFER

/* ---- the operators, as the CPU has them ---- */

static void weave_map(const uint32_t *s, const uint32_t *t, uint32_t index, uint32_t *e)
{
    e[0] = s[0] ^ t[2];
    e[1] = s[1] + t[0] * t[1] + index;
}

static void weave_combine(const uint32_t *l, const uint32_t *r, uint32_t *e)
{
    e[1] = r[0] * l[1] + r[1];
    e[0] = l[0] * r[0];
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void dot_map(const uint32_t *s, const uint32_t *t, uint32_t index, uint32_t *e)
{
    (void)index;
    e[0] = bits_of(float_of(s[0]) * float_of(t[0]));
}

static void dot_combine(const uint32_t *l, const uint32_t *r, uint32_t *e)
{
    e[0] = bits_of(float_of(l[0]) + float_of(r[0]));
}

struct pair {
    const vkscan_operator *user;
    void (*map)(const uint32_t *s, const uint32_t *t, uint32_t index, uint32_t *e);
    void (*combine)(const uint32_t *l, const uint32_t *r, uint32_t *e);
    uint32_t identity[WORDS];
};

static const struct pair weave_pair = {&weave, weave_map, weave_combine, {1}};
static const struct pair dot_pair = {&vkscan_dot_f32, dot_map, dot_combine, {0}};

/* ---- running ---- */

enum in_place { APART, IN_FIRST, IN_SECOND };

/* Elements before each port. */
struct spot {
    uint32_t source, second, destination;
    enum in_place in_place;
};

struct row {
    const struct pair *pair;
    vkscan_primitive primitive;
    vkscan_algorithm algorithm;
    vkscan_access access;
    uint32_t flags;
    bool in_pieces;
};

struct two {
    const struct row *row;
    vkscan_plan *plan;
    uint32_t source_words, second_words, words;
    struct gpu_buffer source, second, destination, scratch, count;
    uint32_t first_data[ALL_WORDS], second_data[ALL_WORDS], output[ALL_WORDS];
};

/* Of floats whole numbers whose sums are exact. */
static void fill(const struct pair *pair, uint32_t *data, uint32_t state)
{
    for (uint32_t i = 0; i < ALL_WORDS; i++) {
        state = state * 1664525 + 1013904223;
        data[i] = pair == &dot_pair ? bits_of((float)(state >> 29)) : state;
    }
}

/* The results of a run, from element `first` of the output on. */
static void check_results(const struct two *two, const struct spot *spot, uint32_t count,
                          const uint32_t *first, const uint32_t *second)
{
    const struct pair *pair = two->row->pair;
    const vkscan_primitive primitive = two->row->primitive;
    const uint32_t *results = two->output + spot->destination * two->words;
    uint32_t total[WORDS], before[WORDS], element[WORDS];

    memcpy(total, pair->identity, sizeof(total));
    for (uint32_t turn = 0; turn < count; turn++) {
        const uint32_t i = two->row->flags & REVERSE ? count - 1 - turn : turn;
        memcpy(before, total, sizeof(before));
        pair->map(first + i * two->source_words, second + i * two->second_words, i, element);
        pair->combine(before, element, total);
        if (primitive == VKSCAN_PRIMITIVE_REDUCE)
            continue;
        const bool after = primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
        if (memcmp(results + i * two->words, after ? total : before,
                   two->words * sizeof(uint32_t)) != 0)
            fail_msg("%s by %s, access %u, in place %u: element %u of %u", pair->user->name,
                     vkscan_algorithm_name(two->row->algorithm), two->row->access, spot->in_place,
                     i, count);
    }
    if (primitive == VKSCAN_PRIMITIVE_REDUCE)
        assert_memory_equal(results, total, two->words * sizeof(uint32_t));
}

/* The words around what a run may write are as before. */
static void check_rest(const struct two *two, const struct spot *spot, uint32_t count,
                       const uint32_t *before)
{
    const uint32_t results = two->row->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;
    const uint32_t first = spot->destination * two->words;
    const uint32_t end = first + results * two->words;

    assert_memory_equal(two->output, before, first * sizeof(*before));
    assert_memory_equal(two->output + end, before + end, (ALL_WORDS - end) * sizeof(*before));
}

static void submit(struct harness *h, const struct two *two, const vkscan_binding_params *buffers,
                   uint32_t count)
{
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    vkscan_binding *binding = NULL;

    if (two->plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS) {
        assert_int_equal(vkscan_binding_create(two->plan, buffers, &binding), VK_SUCCESS);
        assert_int_equal(vkscan_cmd_run(binding, commands, count, NULL), VK_SUCCESS);
    } else {
        assert_int_equal(vkscan_cmd_run_buffers(two->plan, commands, buffers, count, NULL),
                         VK_SUCCESS);
    }
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
    vkscan_binding_destroy(binding);
}

static vkscan_buffer port(const struct gpu_buffer *buffer, uint32_t first, uint32_t words,
                          uint32_t count)
{
    const uint32_t size = words * sizeof(uint32_t);

    return gpu_range(buffer, (VkDeviceSize)first * size, (VkDeviceSize)count * size);
}

static void run(struct harness *h, struct two *two, struct spot spot, uint32_t count)
{
    const bool is_counted = two->row->flags & COUNTED;
    const uint32_t capacity = CAPACITY, all = sizeof(two->output);
    const uint32_t results = two->row->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : capacity;
    const struct gpu_buffer *to = spot.in_place == IN_FIRST    ? &two->source
                                  : spot.in_place == IN_SECOND ? &two->second
                                                               : &two->destination;
    const vkscan_binding_params buffers = {
        .source = port(&two->source, spot.source, two->source_words, capacity),
        .second_source = port(&two->second, spot.second, two->second_words, capacity),
        .destination = port(to, spot.destination, two->words, results),
        .scratch = gpu_range(&two->scratch, 0, two->scratch.size),
        .count = gpu_range(&two->count, 0, sizeof(count)),
    };
    const uint32_t *before = spot.in_place == IN_FIRST ? two->first_data : two->second_data;

    assert_true(gpu_upload(&h->gpu, &two->source, 0, two->first_data, all));
    assert_true(gpu_upload(&h->gpu, &two->second, 0, two->second_data, all));
    assert_true(gpu_upload(&h->gpu, &two->destination, 0, two->second_data, all));
    assert_true(gpu_upload(&h->gpu, &two->count, 0, &count, sizeof(count)));
    submit(h, two, &buffers, is_counted ? capacity : count);
    assert_true(gpu_download(&h->gpu, to, 0, two->output, all));
    check_results(two, &spot, count, two->first_data + spot.source * two->source_words,
                  two->second_data + spot.second * two->second_words);
    check_rest(two, &spot, count, before);
}

/* Of pieces for a device whose descriptors reach PIECE elements. */
static vkscan_plan *make_plan(struct harness *h, const struct row *row)
{
    const uint32_t second = row->pair->user->second_size;
    const vkscan_plan_params params = {.primitive = row->primitive,
                                       .user_operator = row->pair->user,
                                       .algorithm = row->algorithm,
                                       .flags = row->flags,
                                       .capacity = CAPACITY};
    struct caps caps = h->context->caps;
    struct plan plan;

    memset(&plan, 0, sizeof(plan));
    if (row->in_pieces)
        caps.max_range = PIECE * second + caps.range_alignment;
    assert_int_equal(vks_plan_resolve(&caps, &params, &h->context->errors, &plan), VK_SUCCESS);
    assert_int_equal(plan.piece, row->in_pieces ? PIECE : CAPACITY);
    plan.access = row->access;
    memset(plan.stages, 0, sizeof(plan.stages));
    vks_plan_stages(&caps, &plan);
    return harness_plan_resolved(h->context, &plan);
}

static void try_spots(struct harness *h, struct two *two)
{
    static const struct spot spots[] = {
        {0, 0, 0, APART},    {0, 4, 8, APART},    {1, 2, 3, APART},     {4, 3, 1, APART},
        {3, 0, 3, IN_FIRST}, {8, 8, 8, IN_FIRST}, {1, 2, 2, IN_SECOND}, {4, 4, 4, IN_SECOND}};
    static const uint32_t counts[] = {CAPACITY, PIECE, 0, 2 * PIECE + 1, 1, CAPACITY, 63, CAPACITY};
    const bool scans = two->row->primitive != VKSCAN_PRIMITIVE_REDUCE;

    for (size_t i = 0; i < COUNT_OF(spots); i++) {
        const uint32_t words = spots[i].in_place == IN_FIRST    ? two->source_words
                               : spots[i].in_place == IN_SECOND ? two->second_words
                                                                : two->words;
        if (words == two->words && (scans || spots[i].in_place == APART))
            run(h, two, spots[i], counts[i]);
    }
}

static void refuse(struct harness *h, const vkscan_plan *plan, const vkscan_binding_params *buffers,
                   const char *part)
{
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(plan, buffers, &binding), RESULT_INVALID, part);
}

/* A place of elements of other sizes. */
static void refuse_places(struct harness *h, const struct two *two)
{
    const vkscan_binding_params buffers = {
        .source = port(&two->source, 0, two->source_words, CAPACITY),
        .second_source = port(&two->second, 0, two->second_words, CAPACITY),
        .destination = port(&two->second, 0, two->words, CAPACITY),
        .scratch = gpu_range(&two->scratch, 0, two->scratch.size),
    };

    refuse(h, two->plan, &buffers,
           "destination and second_source overlap: in place their elements have one size");
}

static void try_row(struct harness *h, const struct row *row)
{
    struct two *two = calloc(1, sizeof(*two));
    struct gpu_buffer *const buffers[] = {&two->source, &two->second, &two->destination};
    vkscan_plan_info info;

    assert_non_null(two);
    two->row = row;
    two->plan = make_plan(h, row);
    two->source_words = row->pair->user->input_size / sizeof(uint32_t);
    two->second_words = row->pair->user->second_size / sizeof(uint32_t);
    two->words = row->pair->user->element_size / sizeof(uint32_t);
    fill(row->pair, two->first_data, 1);
    fill(row->pair, two->second_data, 2);
    vkscan_plan_get_info(two->plan, &info);
    for (size_t i = 0; i < COUNT_OF(buffers); i++)
        assert_true(gpu_buffer_create(&h->gpu, sizeof(two->output), GPU_MEMORY_DEVICE, buffers[i]));
    assert_true(gpu_buffer_create(&h->gpu, 16, GPU_MEMORY_DEVICE, &two->count));
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &two->scratch));
    assert_true(gpu_fill(&h->gpu, &two->scratch, 0, info.scratch_size, 0));
    try_spots(h, two);
    if (row->algorithm == VKSCAN_ALGORITHM_LOOKBACK)
        refuse_places(h, two);
    for (size_t i = 0; i < COUNT_OF(buffers); i++)
        gpu_buffer_destroy(&h->gpu, buffers[i]);
    gpu_buffer_destroy(&h->gpu, &two->count);
    gpu_buffer_destroy(&h->gpu, &two->scratch);
    free(two);
}

static bool has_bindings(const struct harness *h)
{
    return h->context->caps.max_storage_buffers >= BINDING_COUNT;
}

/* What the device lacks is replaced: an access by descriptor sets. */
static bool can_run(const struct harness *h, struct row *row)
{
    const uint32_t has = h->context->caps.capabilities;

    if (vks_access(row->access)->needs & ~has)
        row->access = VKSCAN_ACCESS_DESCRIPTOR_SETS;
    return !(vks_catalogue_find(row->algorithm, row->primitive)->needs & ~has) &&
           (has_bindings(h) || row->access == VKSCAN_ACCESS_ADDRESSES);
}

void two_sources_are_right_in_every_algorithm(void **state)
{
#define SCAN(kind) VKSCAN_PRIMITIVE_##kind##CLUSIVE_SCAN
#define BY(algorithm, access) VKSCAN_ALGORITHM_##algorithm, VKSCAN_ACCESS_##access
    static const struct row rows[] = {
        {&weave_pair, SCAN(IN), BY(LOOKBACK, DESCRIPTOR_SETS), REVERSE, true},
        {&dot_pair, SCAN(EX), BY(LOOKAHEAD, PUSH_DESCRIPTORS), COUNTED, true},
        {&weave_pair, SCAN(EX), BY(SUBGROUP, ADDRESSES), REVERSE | COUNTED, true},
        {&dot_pair, SCAN(IN), BY(BLELLOCH, DESCRIPTOR_SETS), REVERSE, false},
        {&weave_pair, VKSCAN_PRIMITIVE_REDUCE, BY(SINGLE, PUSH_DESCRIPTORS), COUNTED, false},
        {&dot_pair, VKSCAN_PRIMITIVE_REDUCE, BY(SUBGROUP, ADDRESSES), 0, true},
        {&weave_pair, VKSCAN_PRIMITIVE_REDUCE, BY(BLELLOCH, DESCRIPTOR_SETS), COUNTED, true},
    };
#undef BY
#undef SCAN
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct row row = rows[i];
        if (can_run(h, &row))
            try_row(h, &row);
    }
}

/* ---- what is refused ---- */

static void refuse_bindings(struct harness *h)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .user_operator = &vkscan_dot_f32,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .flags = REVERSE,
                                       .capacity = CAPACITY};
    vkscan_plan *plan = harness_plan(h->context, params);
    struct gpu_buffer a, b, scratch;
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    assert_true(gpu_buffer_create(&h->gpu, 4 * CAPACITY + 64, GPU_MEMORY_DEVICE, &a));
    assert_true(gpu_buffer_create(&h->gpu, 8 * CAPACITY, GPU_MEMORY_DEVICE, &b));
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &scratch));
    vkscan_binding_params buffers = {
        .source = gpu_range(&a, 0, 4 * CAPACITY),
        .destination = gpu_range(&b, 0, 4 * CAPACITY),
        .scratch = gpu_range(&scratch, 0, info.scratch_size),
    };
    refuse(h, plan, &buffers, "second_source.buffer is NULL");
    buffers.second_source = gpu_range(&a, 0, 4 * CAPACITY - 4);
    refuse(h, plan, &buffers,
           "second_source.size of 12000 bytes is too small: the plan needs 12004");
    buffers.second_source = gpu_range(&a, 2, 4 * CAPACITY);
    refuse(h, plan, &buffers, "second_source.offset 2 is not a multiple of 4");
    buffers.second_source = gpu_range(&b, 4, 4 * CAPACITY);
    refuse(h, plan, &buffers,
           "destination and second_source overlap: in place they are at the same offset");
    buffers.scratch = gpu_range(&b, 0, info.scratch_size);
    buffers.destination = gpu_range(&a, 0, 4 * CAPACITY);
    buffers.second_source = gpu_range(&b, 0, 4 * CAPACITY);
    refuse(h, plan, &buffers, "scratch overlaps the second_source");
    gpu_buffer_destroy(&h->gpu, &a);
    gpu_buffer_destroy(&h->gpu, &b);
    gpu_buffer_destroy(&h->gpu, &scratch);
}

/* Devices need have four storage buffers a stage; by address none is needed. */
static void refuse_devices(struct harness *h)
{
    vkscan_plan_params params = {
        .user_operator = &weave, .algorithm = VKSCAN_ALGORITHM_BLELLOCH, .capacity = CAPACITY};
    struct caps caps = h->context->caps;
    struct plan plan;

    caps.max_storage_buffers = 5;
    harness_assert_error(h, vks_plan_resolve(&caps, &params, &h->context->errors, &plan),
                         RESULT_UNSUPPORTED,
                         "the plan needs 6 storage buffers in a stage, and the device has "
                         "maxPerStageDescriptorStorageBuffers 5");
    caps.capabilities |= VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;
    params.access = VKSCAN_ACCESS_ADDRESSES;
    assert_int_equal(vks_plan_resolve(&caps, &params, &h->context->errors, &plan), VK_SUCCESS);
    params.capacity = INT64_MAX / 8;
    harness_assert_error(h, vks_plan_resolve(&caps, &params, &h->context->errors, &plan),
                         RESULT_UNSUPPORTED, "elements of element of 3 words that 2^63 bytes hold");
}

void second_sources_are_refused_in_sentences(void **state)
{
    if (has_bindings(*state))
        refuse_bindings(*state);
    refuse_devices(*state);
}
