/* SPDX-License-Identifier: MIT */
/*
 * Select, partition and unique, in every algorithm that computes them: each criterion, type and
 * output against the CPU, and that nothing else is written. What is behind the count has flags and
 * fulfils every criterion, so that a tail that is read shows.
 */
#include <stdlib.h>
#include <string.h>

#include "detail/interface.h"
#include "harness.h"
#include "operator.h"
#include "predicates.h"
#include "reference_select.h"
#include "select.h"
#include "stalled.h"

#define POISON 0xdeadbeefu
#define POISON_BYTE(i) (uint8_t)(POISON >> 8 * ((i) % 4))

#define SELECT VKSCAN_PRIMITIVE_SELECT
#define PARTITION VKSCAN_PRIMITIVE_PARTITION
#define UNIQUE VKSCAN_PRIMITIVE_UNIQUE

#define VALUES VKSCAN_SELECT_VALUES
#define INDICES VKSCAN_SELECT_INDICES
#define NUMBER VKSCAN_SELECT_NUMBER
#define ARGUMENTS VKSCAN_SELECT_ARGUMENTS
#define ALL_OUTPUTS (VALUES | INDICES | NUMBER | ARGUMENTS)

#define CAPACITY 5003
#define GUARD 64 /* bytes behind each buffer */

/* Where operands lie in their buffer, in words. */
enum { AT_NUMBER = 3, AT_COUNT = 8, AT_SEED = 12, AT_ARGUMENTS = 17, OPERAND_WORDS = 24 };

/* ---- a plan, its buffers and what is in them ---- */

struct memory {
    struct gpu_buffer buffer;
    uint64_t offset, size; /* bytes; GUARD more follow */
    uint8_t *host;         /* of all of the buffer */
};

struct subject {
    vkscan_plan *plan;
    vkscan_binding *binding;
    vkscan_binding_params buffers;
    vkscan_type type;
    const struct predicate *predicate; /* NULL: another criterion */
    struct memory source, flags, destination, indices, operands;
    struct gpu_buffer scratch;
    uint32_t *expected; /* indices */
};

static struct memory open_memory(struct harness *h, uint64_t offset, uint64_t size)
{
    struct memory m = {.offset = offset, .size = size};
    const uint64_t all = (offset + size + GUARD + 3) / 4 * 4;

    assert_true(gpu_buffer_create(&h->gpu, all, GPU_MEMORY_DEVICE, &m.buffer));
    m.host = malloc(all);
    assert_non_null(m.host);
    return m;
}

static void close_memory(struct harness *h, struct memory *m)
{
    gpu_buffer_destroy(&h->gpu, &m->buffer);
    free(m->host);
}

static void poison(struct memory *m)
{
    for (uint64_t i = 0; i < m->buffer.size; i++)
        m->host[i] = POISON_BYTE(i);
}

static void upload(struct harness *h, const struct memory *m)
{
    assert_true(gpu_upload(&h->gpu, &m->buffer, 0, m->host, m->buffer.size));
}

static void download(struct harness *h, struct memory *m)
{
    assert_true(gpu_download(&h->gpu, &m->buffer, 0, m->host, m->buffer.size));
}

static vkscan_buffer range_of(const struct memory *m)
{
    return gpu_range(&m->buffer, m->offset, m->size);
}

static vkscan_buffer words_of(const struct memory *m, uint64_t first, uint64_t count)
{
    return gpu_range(&m->buffer, m->offset + 4 * first, 4 * count);
}

static const struct plan *plan_of(const struct subject *s)
{
    return &s->plan->plan;
}

static uint32_t size_of(const struct subject *s)
{
    return vkscan_type_size(s->type);
}

static uint32_t seed_size_of(const struct subject *s)
{
    return plan_of(s)->computation.seed_size;
}

/* Buffers begin `offset` elements behind a multiple of 64 bytes, flags as many flags. */
static struct subject open_subject(struct harness *h, vkscan_plan *plan, vkscan_type type,
                                   uint32_t offset)
{
    const uint64_t capacity = plan->plan.capacity;
    struct subject s = {.plan = plan, .type = type ? type : VKSCAN_TYPE_U32};
    const uint32_t bits = plan->plan.second_bits;
    const uint32_t flag = bits < 8 ? 4 : bits / 8;
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    s.source = open_memory(h, (uint64_t)offset * size_of(&s), capacity * size_of(&s));
    s.flags =
        open_memory(h, (uint64_t)offset * flag, vks_divide_up(capacity * bits, 8 * flag) * flag);
    s.destination = open_memory(h, (uint64_t)offset * size_of(&s), capacity * size_of(&s));
    s.indices = open_memory(h, (uint64_t)offset * 4, capacity * 4);
    s.operands = open_memory(h, 0, OPERAND_WORDS * 4);
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &s.scratch));
    assert_true(gpu_fill(&h->gpu, &s.scratch, 0, info.scratch_size / 4 * 4, POISON));
    if (info.scratch_zeroed > 0)
        assert_true(gpu_fill(&h->gpu, &s.scratch, 0, info.scratch_zeroed, 0));
    s.buffers = (vkscan_binding_params){
        .source = range_of(&s.source),
        .destination = range_of(&s.destination),
        .scratch = gpu_range(&s.scratch, 0, info.scratch_size),
        .count = words_of(&s.operands, AT_COUNT, 1),
        .seed = gpu_range(&s.operands.buffer, 4 * AT_SEED, seed_size_of(&s)),
        .flags = range_of(&s.flags),
        .indices = range_of(&s.indices),
        .number = words_of(&s.operands, AT_NUMBER, 1),
        .arguments = words_of(&s.operands, AT_ARGUMENTS, 3),
    };
    if (plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(vkscan_binding_create(plan, &s.buffers, &s.binding), VK_SUCCESS);
    s.expected = malloc((capacity + 1) * sizeof(uint32_t));
    assert_non_null(s.expected);
    return s;
}

static void close_subject(struct harness *h, struct subject *s)
{
    vkscan_binding_destroy(s->binding);
    close_memory(h, &s->source);
    close_memory(h, &s->flags);
    close_memory(h, &s->destination);
    close_memory(h, &s->indices);
    close_memory(h, &s->operands);
    gpu_buffer_destroy(&h->gpu, &s->scratch);
    free(s->expected);
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Random elements, half of which equal the one before. */
static void fill_source(struct subject *s, enum reference_data data, uint64_t random)
{
    const uint32_t size = size_of(s);
    uint8_t *elements = s->source.host + s->source.offset;

    poison(&s->source);
    reference_fill(s->type, VKSCAN_OP_MAX, data, random, elements, plan_of(s)->capacity);
    for (uint64_t i = 1; i < plan_of(s)->capacity; i++)
        if (draw(&random) % 2)
            memcpy(elements + i * size, elements + (i - 1) * size, size);
}

/* One in `rarity` is set, and every one behind the count; bits of a flag are any. */
static void fill_flags(struct subject *s, uint64_t count, uint32_t rarity, uint64_t random)
{
    const uint32_t bytes = plan_of(s)->second_bits / 8;
    uint8_t *flags = s->flags.host + s->flags.offset;

    memset(s->flags.host, 0xff, s->flags.buffer.size);
    for (uint64_t i = 0; i < count; i++) {
        const bool set = draw(&random) % rarity == 0;
        if (bytes == 0) {
            flags[i / 8] = (uint8_t)((flags[i / 8] & ~(1u << i % 8)) | (unsigned)set << i % 8);
        } else {
            memset(flags + i * bytes, 0, bytes);
            flags[i * bytes + draw(&random) % bytes] = (uint8_t)(set << draw(&random) % 8);
        }
    }
}

/* ---- one run, checked ---- */

struct run {
    uint64_t count; /* of vkscan_cmd_run */
    uint64_t in_buffer;
    const void *seed; /* NULL: an element from the middle, of what compares */
};

static void submit(struct harness *h, struct subject *s, const struct run *run)
{
    const bool by_host =
        vks_select_compares(plan_of(s)) && !(plan_of(s)->flags & VKSCAN_PLAN_SEED_IN_BUFFER);
    const void *seed = by_host ? run->seed : NULL;
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    assert_non_null(commands);
    if (s->binding)
        assert_int_equal(vkscan_cmd_run(s->binding, commands, run->count, seed), VK_SUCCESS);
    else
        assert_int_equal(vkscan_cmd_run_buffers(s->plan, commands, &s->buffers, run->count, seed),
                         VK_SUCCESS);
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
}

static void assert_bytes(const struct subject *s, const char *what, const struct memory *m,
                         const void *expected, uint64_t size)
{
    const uint8_t *bytes = expected;

    for (uint64_t i = 0; i < m->buffer.size; i++) {
        const bool stored = i >= m->offset && i < m->offset + size;
        const uint8_t right = stored ? bytes[i - m->offset] : POISON_BYTE(i);
        if (m->host[i] != right)
            fail_msg("%s by %s of %s with %s: byte %lld of %s, of %llu stored, is 0x%02x, not "
                     "0x%02x",
                     vkscan_primitive_name(plan_of(s)->primitive), plan_of(s)->op->name,
                     vkscan_type_name(s->type), plan_of(s)->algorithm->name,
                     (long long)i - (long long)m->offset, what, (unsigned long long)size,
                     m->host[i], right);
    }
}

static void check_values(struct harness *h, struct subject *s, uint64_t stored)
{
    const uint32_t size = size_of(s);
    uint8_t *values = malloc(stored * size + 1);

    assert_non_null(values);
    for (uint64_t i = 0; i < stored; i++)
        memcpy(values + i * size,
               s->source.host + s->source.offset + (uint64_t)s->expected[i] * size, size);
    download(h, &s->destination);
    assert_bytes(s, "values", &s->destination, values, stored * size);
    free(values);
}

static void set_word(struct memory *m, uint32_t at, uint32_t word)
{
    memcpy(m->host + m->offset + 4 * (uint64_t)at, &word, sizeof(word));
}

/* The operands as the run leaves them. */
static void check_operands(struct harness *h, struct subject *s, uint64_t kept)
{
    const vkscan_select_params *select = &plan_of(s)->select;
    struct memory expected = s->operands;

    expected.host = malloc(s->operands.buffer.size);
    assert_non_null(expected.host);
    memcpy(expected.host, s->operands.host, s->operands.buffer.size);
    if (select->outputs & NUMBER)
        set_word(&expected, AT_NUMBER, (uint32_t)kept);
    if (select->outputs & ARGUMENTS) {
        set_word(&expected, AT_ARGUMENTS,
                 (uint32_t)((kept + select->divisor - 1) / select->divisor));
        set_word(&expected, AT_ARGUMENTS + 1, 1);
        set_word(&expected, AT_ARGUMENTS + 2, 1);
    }
    download(h, &s->operands);
    assert_memory_equal(s->operands.host, expected.host, s->operands.buffer.size);
    free(expected.host);
}

/* The source and the flags are there; the rest is poison. */
static void check_run(struct harness *h, struct subject *s, struct run run)
{
    const struct plan *plan = plan_of(s);
    const bool counted = plan->flags & VKSCAN_PLAN_COUNT_IN_BUFFER;
    const uint64_t count = counted && run.in_buffer < run.count ? run.in_buffer : run.count;
    uint8_t seed[16] = {0};

    if (run.seed)
        memcpy(seed, run.seed, seed_size_of(s));
    else
        memcpy(seed, s->source.host + s->source.offset + plan->capacity / 2 * size_of(s),
               plan->capacity > 0 ? size_of(s) : 0);
    run.seed = seed;
    poison(&s->destination);
    poison(&s->indices);
    poison(&s->operands);
    set_word(&s->operands, AT_COUNT, (uint32_t)run.in_buffer);
    memcpy(s->operands.host + 4 * AT_SEED, seed, seed_size_of(s));
    upload(h, &s->source);
    upload(h, &s->flags);
    upload(h, &s->destination);
    upload(h, &s->indices);
    upload(h, &s->operands);
    submit(h, s, &run);
    const struct reference_selection selection = {
        .primitive = plan->primitive,
        .type = s->type,
        .criterion = plan->primitive == UNIQUE ? 0 : (vkscan_criterion)plan->op->id,
        .source = s->source.host + s->source.offset,
        .flags = s->flags.host + s->flags.offset,
        .seed = seed,
        .keep = s->predicate ? s->predicate->keep : NULL,
    };
    const uint64_t kept = reference_select(&selection, count, s->expected);
    const uint64_t stored = plan->primitive == PARTITION ? count : kept;
    check_values(h, s, plan->select.outputs & VALUES ? stored : 0);
    download(h, &s->indices);
    assert_bytes(s, "indices", &s->indices, s->expected,
                 plan->select.outputs & INDICES ? 4 * stored : 0);
    check_operands(h, s, kept);
}

/* Over new elements and flags. */
static void check_count(struct harness *h, struct subject *s, uint64_t count, uint32_t rarity)
{
    fill_source(s, REFERENCE_RANDOM, count + 1);
    fill_flags(s, count, rarity, count + 2);
    check_run(h, s, (struct run){.count = count, .in_buffer = POISON});
}

/* ---- plans ---- */

static const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_BLELLOCH, VKSCAN_ALGORITHM_SUBGROUP,
                                              VKSCAN_ALGORITHM_LOOKBACK,
                                              VKSCAN_ALGORITHM_LOOKAHEAD};

/* Tiles of 128 elements, so that there are many. */
static const struct shape small = {64, 1, 0};

static bool can_run(const struct harness *h, vkscan_algorithm algorithm)
{
    const struct algorithm *entry = vks_catalogue_find(algorithm, SELECT);

    return !(entry->needs & ~h->context->caps.capabilities) &&
           (!entry->second || h->context->caps.max_storage_buffers >= BINDING_COUNT);
}

/* Of each two that have one kernel's code in common, another one for each k, on each device. */
static bool has_turn(const struct harness *h, size_t a, size_t k)
{
    const size_t other = a ^ 1;

    return can_run(h, algorithms[a]) &&
           ((a + k + h->turn) % 2 == 0 || !can_run(h, algorithms[other]));
}

/* A single pass does not partition. */
static vkscan_primitive made_by(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    return vks_catalogue_find(algorithm, primitive) ? primitive : SELECT;
}

static vkscan_plan *make_plan(struct harness *h, vkscan_plan_params params,
                              vkscan_select_params select)
{
    params.select = &select;
    return harness_plan_with(h->context, params, NULL, &small);
}

/* ---- what is kept ---- */

/* Sizes around those of words, stripes and tiles. */
static void check_sizes(struct harness *h, struct subject *s)
{
    static const uint64_t counts[] = {
        0,           1,       2,   3,   31,       32,           33,           63,
        64,          65,      127, 128, 129,      255,          256,          257,
        4 * 128 - 1, 4 * 128, 513, 997, 128 * 16, 128 * 16 + 1, CAPACITY - 1, CAPACITY};
    static const uint32_t rarities[] = {2, 1, 10, 1000000};

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, s, counts[i], rarities[i % COUNT_OF(rarities)]);
    for (size_t i = 0; i < COUNT_OF(rarities); i++)
        check_count(h, s, CAPACITY, rarities[i]);
}

static void every_criterion_keeps_what_it_should(void **state)
{
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        for (int criterion = 0; criterion <= CRITERION_UNIQUE; criterion++) {
            const bool unique = criterion == CRITERION_UNIQUE;
            if (criterion == CRITERION_PREDICATE || !has_turn(h, a, (size_t)criterion))
                continue;
            const vkscan_plan_params params = {
                .primitive = unique              ? UNIQUE
                             : criterion / 2 % 2 ? made_by(algorithms[a], PARTITION)
                                                 : SELECT,
                .algorithm = algorithms[a],
                .capacity = CAPACITY,
            };
            const vkscan_select_params select = {
                .criterion = unique ? 0 : (vkscan_criterion)criterion,
                .outputs = criterion % 3 ? VALUES | NUMBER : ALL_OUTPUTS,
                .divisor = criterion % 3 ? 0 : 64,
            };
            struct subject s =
                open_subject(h, make_plan(h, params, select), 0, (uint32_t)criterion % 4);
            check_sizes(h, &s);
            close_subject(h, &s);
        }
}

/* ---- types ---- */

static bool orders(vkscan_type type)
{
    return vkscan_type_size(type) <= 8 && !strchr(vkscan_type_name(type), 'x');
}

/* Each with flags, a comparison and as unique; over bits of all kinds. */
static void check_type(struct harness *h, vkscan_algorithm algorithm, vkscan_type type)
{
    static const vkscan_criterion of_scalars[] = {
        VKSCAN_CRITERION_LESS,          VKSCAN_CRITERION_GREATER, VKSCAN_CRITERION_LESS_EQUAL,
        VKSCAN_CRITERION_GREATER_EQUAL, VKSCAN_CRITERION_EQUAL,   VKSCAN_CRITERION_NOT_EQUAL};
    const size_t turn = (size_t)type + algorithm + h->turn;
    const struct {
        vkscan_primitive primitive;
        vkscan_criterion criterion;
    } rows[] = {
        {turn % 2 ? SELECT : PARTITION, (vkscan_criterion)(turn % 3)},
        {turn % 2 ? PARTITION : SELECT,
         orders(type) ? of_scalars[turn % 6] : of_scalars[4 + turn % 2]},
        {UNIQUE, 0},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if ((i + turn) % 3 == 0)
            continue;
        const vkscan_plan_params params = {
            .primitive = made_by(algorithm, rows[i].primitive),
            .type = type,
            .algorithm = algorithm,
            .capacity = 1500,
        };
        const vkscan_select_params select = {.criterion = rows[i].criterion};
        struct subject s = open_subject(h, make_plan(h, params, select), type, 1 + turn % 3);
        for (int data = 0; data < REFERENCE_DATA_COUNT; data++) {
            fill_source(&s, (enum reference_data)data, 3);
            fill_flags(&s, 1500, 2, 4);
            check_run(h, &s, (struct run){.count = 1500 - (uint64_t)data});
        }
        close_subject(h, &s);
    }
}

static void every_type_is_selected(void **state)
{
    struct harness *h = *state;

    for (vkscan_type type = 1; vkscan_type_name(type); type++)
        for (size_t a = 0; a < COUNT_OF(algorithms); a++)
            if (has_turn(h, a, type))
                check_type(h, algorithms[a], type);
}

/* NaNs of both signs, zeros of both signs, infinities and denormals, each with each; of vectors in
 * one component. */
static const uint16_t halves[] = {0x7e00, 0xfe01, 0x0000, 0x8000, 0x7c00, 0xfc00,
                                  0x0001, 0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff};
static const uint32_t singles[] = {0x7fc00000, 0xff800001, 0x00000000, 0x80000000,
                                   0x7f800000, 0xff800000, 0x00000001, 0x80000001,
                                   0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff};
static const uint64_t doubles[] = {0x7ff8000000000000, 0xfff0000000000001, 0x0000000000000000,
                                   0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                   0x0000000000000001, 0x8000000000000001, 0x3ff0000000000000,
                                   0xbff0000000000000, 0x7fefffffffffffff, 0xffefffffffffffff};

#define SPECIALS COUNT_OF(singles)

static const void *special(vkscan_type type, size_t i)
{
    static uint32_t pair[2];

    if (type == VKSCAN_TYPE_F16)
        return &halves[i];
    if (type == VKSCAN_TYPE_F64)
        return &doubles[i];
    pair[0] = 0x3f800000;
    pair[1] = singles[i];
    return type == VKSCAN_TYPE_F32 ? (const void *)&singles[i] : pair;
}

static void check_specials(struct harness *h, vkscan_type type, vkscan_criterion criterion)
{
    const vkscan_plan_params params = {.type = type,
                                       .primitive = SELECT,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .capacity = SPECIALS};
    const vkscan_select_params select = {.criterion = criterion, .outputs = VALUES | INDICES};
    struct subject s = open_subject(h, make_plan(h, params, select), type, 0);

    poison(&s.source);
    poison(&s.flags);
    for (size_t i = 0; i < SPECIALS; i++)
        memcpy(s.source.host + i * size_of(&s), special(type, i), size_of(&s));
    for (size_t i = 0; i < SPECIALS; i++) {
        uint8_t seed[16];
        memcpy(seed, special(type, i), size_of(&s));
        check_run(h, &s, (struct run){.count = SPECIALS, .seed = seed});
    }
    close_subject(h, &s);
}

static void comparisons_of_floats_are_ieee_754_s(void **state)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32, VKSCAN_TYPE_F64,
                                        VKSCAN_TYPE_F32X2};
    struct harness *h = *state;

    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (vkscan_criterion c = VKSCAN_CRITERION_LESS; c <= VKSCAN_CRITERION_NOT_EQUAL; c++)
            if ((orders(types[t]) && (types[t] == VKSCAN_TYPE_F32 || (c + t + h->turn) % 2)) ||
                c >= VKSCAN_CRITERION_EQUAL)
                check_specials(h, types[t], c);
}

/* What unique keeps goes by bits: NaNs that are alike once, zeros of both signs. */
static void unique_goes_by_bits(void **state)
{
    static const uint32_t values[] = {0x7fc00000, 0x7fc00000, 0x7fc00001, 0, 0x80000000,
                                      0x80000000, 0xffffffff, 0xffffffff, 0};
    static const uint32_t kept[] = {0x7fc00000, 0x7fc00001, 0, 0x80000000, 0xffffffff, 0};
    struct harness *h = *state;
    const vkscan_plan_params params = {
        .type = VKSCAN_TYPE_F32, .primitive = UNIQUE, .capacity = COUNT_OF(values)};
    struct subject s = open_subject(h, make_plan(h, params, (vkscan_select_params){.outputs = 0}),
                                    VKSCAN_TYPE_F32, 0);

    poison(&s.source);
    poison(&s.flags);
    memcpy(s.source.host, values, sizeof(values));
    check_run(h, &s, (struct run){.count = COUNT_OF(values)});
    assert_memory_equal(s.destination.host, kept, sizeof(kept));
    close_subject(h, &s);
}

/* ---- predicates ---- */

static vkscan_plan *make_predicate(struct harness *h, const struct predicate *predicate,
                                   vkscan_plan_params params, uint32_t outputs)
{
    static struct op ops[PREDICATES]; /* which plans point to */
    const vkscan_select_params select = {
        .criterion = VKSCAN_CRITERION_PREDICATE, .outputs = outputs, .divisor = 0};
    struct op *op = &ops[predicate - predicates];

    *op = vks_operator_op(predicate->user);
    params.user_operator = predicate->user;
    params.select = &select;
    return harness_plan_with(h->context, params, op, &small);
}

static void fill_predicate(struct subject *s, uint64_t random)
{
    poison(&s->source);
    poison(&s->flags);
    predicate_fill(s->predicate, random, s->source.host + s->source.offset,
                   s->source.size / sizeof(uint32_t));
}

static void check_predicate(struct harness *h, const struct predicate *predicate,
                            vkscan_plan_params params, uint32_t outputs)
{
    static const uint32_t counts[] = {3000, 0, 1, 127, 128, 129, 2999, 1000};
    struct subject s = open_subject(h, make_predicate(h, predicate, params, outputs),
                                    predicate->type, 1 + params.algorithm % 4);
    uint32_t seed[4];

    s.predicate = predicate;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const bool counted = params.flags & VKSCAN_PLAN_COUNT_IN_BUFFER;
        fill_predicate(&s, i);
        predicate_seed(predicate, i, seed);
        check_run(h, &s, (struct run){counted ? 3000 : counts[i], counts[i], seed});
    }
    close_subject(h, &s);
}

/* The first one has no kernels for addresses, and no seed. */
static vkscan_access access_of_predicate(const struct harness *h, size_t k)
{
    return k % 2 && h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS
               ? VKSCAN_ACCESS_ADDRESSES
               : VKSCAN_ACCESS_DESCRIPTOR_SETS;
}

/* Each in another algorithm on each device. */
static void predicates_keep_what_they_should(void **state)
{
    struct harness *h = *state;

    for (size_t k = 0; k < PREDICATES; k++) {
        const vkscan_algorithm turn = algorithms[(k + h->turn) % COUNT_OF(algorithms)];
        const vkscan_algorithm algorithm = can_run(h, turn) ? turn : VKSCAN_ALGORITHM_BLELLOCH;
        const vkscan_plan_params params = {
            .primitive = made_by(algorithm, k % 3 ? PARTITION : SELECT),
            .algorithm = algorithm,
            .capacity = 3000,
            .access = access_of_predicate(h, k),
            .flags = (k % 2 ? VKSCAN_PLAN_COUNT_IN_BUFFER : 0) |
                     (k > 2 ? VKSCAN_PLAN_SEED_IN_BUFFER : 0),
        };
        check_predicate(h, &predicates[k], params, k % 3 ? VALUES | NUMBER : ALL_OUTPUTS);
    }
}

/* ---- operands, outputs, access ---- */

/* Stale counts in the buffer are cut to what the host allows; 0 writes a number of 0. */
static void check_counts(struct harness *h, vkscan_algorithm algorithm, vkscan_primitive primitive,
                         vkscan_access access)
{
    static const uint32_t counts[] = {CAPACITY, 0, 1, 127, 128, 4097, UINT32_MAX, 5, 1u << 31};
    const bool unique = primitive == UNIQUE;
    const vkscan_plan_params params = {
        .primitive = primitive,
        .algorithm = algorithm,
        .capacity = CAPACITY,
        .access = access,
        .flags = VKSCAN_PLAN_COUNT_IN_BUFFER | (unique ? 0 : VKSCAN_PLAN_SEED_IN_BUFFER),
    };
    const vkscan_select_params select = {.criterion = unique ? 0 : VKSCAN_CRITERION_GREATER_EQUAL,
                                         .outputs = ALL_OUTPUTS,
                                         .divisor = 7};
    struct subject s = open_subject(h, make_plan(h, params, select), VKSCAN_TYPE_U32, 3);

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        fill_source(&s, REFERENCE_RANDOM, i);
        fill_flags(&s, 0, 1, i);
        check_run(h, &s, (struct run){.count = i % 2 ? CAPACITY : 1300, .in_buffer = counts[i]});
    }
    check_run(h, &s, (struct run){.count = 0, .in_buffer = 77});
    close_subject(h, &s);
}

static void counts_seeds_and_numbers_are_in_buffers(void **state)
{
    static const vkscan_primitive primitives[] = {SELECT, PARTITION, UNIQUE};
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        for (size_t p = 0; p < COUNT_OF(primitives); p++)
            if (has_turn(h, a, p / 2) && made_by(algorithms[a], primitives[p]) == primitives[p])
                check_counts(h, algorithms[a], primitives[p], VKSCAN_ACCESS_DESCRIPTOR_SETS);
}

static void every_access_gives_the_same(void **state)
{
    static const uint32_t needs[] = {
        [VKSCAN_ACCESS_PUSH_DESCRIPTORS] = VKSCAN_CAPABILITY_PUSH_DESCRIPTORS,
        [VKSCAN_ACCESS_ADDRESSES] = VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS};
    struct harness *h = *state;

    for (vkscan_access access = VKSCAN_ACCESS_PUSH_DESCRIPTORS; access <= VKSCAN_ACCESS_ADDRESSES;
         access++)
        for (size_t a = 0; a < COUNT_OF(algorithms); a++)
            if (h->context->caps.capabilities & needs[access] && has_turn(h, a, access))
                check_counts(h, algorithms[a],
                             made_by(algorithms[a], access % 2 ? PARTITION : SELECT), access);
}

/* Any of them alone, and flags with none of the elements. */
static void each_output_is_optional(void **state)
{
    static const uint32_t outputs[] = {
        VALUES, INDICES, NUMBER, ARGUMENTS, VALUES | INDICES, INDICES | NUMBER, VALUES | ARGUMENTS};
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(outputs); i++) {
        const vkscan_algorithm turn = algorithms[(i + h->turn) % COUNT_OF(algorithms)];
        const vkscan_algorithm algorithm = can_run(h, turn) ? turn : VKSCAN_ALGORITHM_BLELLOCH;
        const vkscan_plan_params params = {
            .primitive = i % 2 ? SELECT : made_by(algorithm, PARTITION),
            .algorithm = algorithm,
            .capacity = 1000,
        };
        const vkscan_select_params select = {.outputs = outputs[i]};
        struct subject s = open_subject(h, make_plan(h, params, select), 0, 2);
        check_count(h, &s, 1000, 2);
        check_count(h, &s, 0, 2);
        close_subject(h, &s);
    }
}

/* More tiles than one workgroup scans the numbers of. */
static void many_tiles_are_scanned_in_levels(void **state)
{
    const uint64_t capacity = 1025 * 128;
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++) {
        if (!has_turn(h, a, 0))
            continue;
        const vkscan_plan_params params = {
            .primitive = made_by(algorithms[a], PARTITION),
            .algorithm = algorithms[a],
            .capacity = capacity,
        };
        struct subject s =
            open_subject(h, make_plan(h, params, (vkscan_select_params){.criterion = 0}), 0, 0);
        check_count(h, &s, capacity, 3);
        check_count(h, &s, 1023 * 128, 3); /* as many numbers as one workgroup scans */
        check_count(h, &s, 1023 * 128 + 1, 3);
        check_count(h, &s, 0, 3);
        close_subject(h, &s);
    }
}

/* As AUTO has it. */
static void automatic_plans_select(void **state)
{
    struct harness *h = *state;
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_FLAG_BITS,
                                         .outputs = ALL_OUTPUTS};
    const vkscan_plan_params params = {
        .primitive = SELECT, .capacity = 100000, .type = VKSCAN_TYPE_U16, .select = &select};
    struct subject s = open_subject(h, harness_plan(h->context, params), VKSCAN_TYPE_U16, 1);

    check_count(h, &s, 100000, 2);
    check_count(h, &s, 4099, 5);
    close_subject(h, &s);
}

/* ---- single pass ---- */

#define FEW_WORKGROUPS 7 /* so that each takes many tiles */
#define SPIN_LIMIT 16

/* Tiles publish late or never; or as they do. */
static vkscan_plan *make_stalled(struct harness *h, vkscan_plan_params params,
                                 vkscan_select_params select, uint32_t ignored, uint32_t stall)
{
    const struct op *op = vks_element_op(VKSCAN_OP_ADD);
    struct caps caps = h->context->caps;
    struct plan plan;

    memset(&plan, 0, sizeof(plan));
    params.select = &select;
    caps.capabilities &= ~ignored;
    caps.max_workgroup_count = FEW_WORKGROUPS;
    assert_int_equal(vks_plan_resolve_with(&caps, &params, op, &small, &h->context->errors, &plan),
                     VK_SUCCESS);
    uint32_t *by_index = harness_constant(&plan, SPEC_BY_INDEX);
    assert_int_equal(by_index ? *by_index : 0, 0);
    if (stall != STALL_NONE)
        assert_true(stalled_use(&plan, stall, SPIN_LIMIT));
    return harness_plan_resolved(h->context, &plan);
}

/* Counts that go up and down, so that tile states of all ages lie about. */
static void check_stall(struct harness *h, vkscan_algorithm algorithm, vkscan_primitive primitive,
                        vkscan_criterion criterion, uint32_t ignored, uint32_t stall)
{
    static const uint64_t counts[] = {20011, 1, 257, 0, 5000, 20011};
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = counts[0]};
    const vkscan_select_params select = {.criterion = criterion,
                                         .outputs = VALUES | INDICES | NUMBER};
    struct subject s = open_subject(h, make_stalled(h, params, select, ignored, stall),
                                    VKSCAN_TYPE_U32, stall % 4);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, &s, counts[i], 2 + i % 3);
    close_subject(h, &s);
}

static void tiles_that_stall_are_counted_by_others(void **state)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_criterion criterion;
        uint32_t ignored, stall;
    } rows[] = {
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, 0, STALL_NONE},
        {UNIQUE, 0, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_NONE},
        {SELECT, VKSCAN_CRITERION_FLAG_BITS, 0, STALL_EVERY},
        {SELECT, VKSCAN_CRITERION_GREATER, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_THIRD},
        {UNIQUE, 0, 0, STALL_FIRST},
        {SELECT, VKSCAN_CRITERION_FLAG_WORDS, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_RANDOM},
        {UNIQUE, 0, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_EVERY | STALL_LATE},
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, 0, STALL_RANDOM | STALL_LATE},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows) && can_run(h, VKSCAN_ALGORITHM_LOOKBACK); i++)
        check_stall(h, (i + h->turn) % 2 ? VKSCAN_ALGORITHM_LOOKAHEAD : VKSCAN_ALGORITHM_LOOKBACK,
                    rows[i].primitive, rows[i].criterion, rows[i].ignored, rows[i].stall);
}

/* Eight vectors a thread, of which shared memory holds four: bits of a tile fill a word. */
static void more_is_kept_than_is_exchanged_at_once(void **state)
{
    static const struct shape large = {64, 8, 0};
    static const struct {
        vkscan_algorithm algorithm;
        vkscan_type type;
        vkscan_criterion criterion;
    } rows[] = {
        {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_TYPE_U32, VKSCAN_CRITERION_FLAG_BYTES},
        {VKSCAN_ALGORITHM_LOOKAHEAD, VKSCAN_TYPE_U8, VKSCAN_CRITERION_FLAG_BITS},
        {VKSCAN_ALGORITHM_LOOKAHEAD, VKSCAN_TYPE_U32, VKSCAN_CRITERION_NOT_EQUAL},
        {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_TYPE_F16, VKSCAN_CRITERION_FLAG_WORDS},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows) && can_run(h, VKSCAN_ALGORITHM_LOOKBACK); i++) {
        const vkscan_select_params select = {
            .criterion = rows[i].criterion,
            .outputs = VALUES | NUMBER | (rows[i].type == VKSCAN_TYPE_U32 ? INDICES : 0)};
        const vkscan_plan_params params = {.primitive = SELECT,
                                           .type = rows[i].type,
                                           .algorithm = rows[i].algorithm,
                                           .capacity = 9999,
                                           .select = &select};
        struct subject s =
            open_subject(h, harness_plan_with(h->context, params, NULL, &large), rows[i].type, 3);
        for (uint32_t rarity = 1; rarity < 4; rarity++)
            check_count(h, &s, 9999 - rarity, rarity);
        close_subject(h, &s);
    }
}

/* ---- bad input ---- */

static void assert_no_plan(struct harness *h, vkscan_plan_params params,
                           vkscan_select_params select, VkResult expected, const char *part)
{
    vkscan_plan *plan;

    params.select = &select;
    harness_assert_error(h, vkscan_plan_create(h->context, &params, &plan), expected, part);
    assert_null(plan);
}

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT

static void bad_parameters_are_named(void **state)
{
    static const vkscan_operator any = {.name = "any"};
    static const struct {
        vkscan_plan_params params;
        vkscan_select_params select;
        const char *part;
    } rows[] = {
        {{.primitive = SELECT}, {.criterion = 10}, "unknown select->criterion 10"},
        {{.primitive = SELECT}, {.criterion = -1}, "unknown select->criterion -1"},
        {{.primitive = SELECT}, {.outputs = 0x10}, "unknown select->outputs 0x10"},
        {{.primitive = SELECT}, {.divisor = 64}, "select->divisor is 64, and select->outputs 0x5"},
        {{.primitive = UNIQUE}, {.criterion = VKSCAN_CRITERION_LESS}, "unique takes none"},
        {{.primitive = VKSCAN_PRIMITIVE_REDUCE}, {0}, "select is not NULL, and reduce is none of"},
        {{.primitive = SELECT, .op = VKSCAN_OP_MAX}, {0}, "op, out_type and user_operator"},
        {{.primitive = UNIQUE, .out_type = VKSCAN_TYPE_U64}, {0}, "op, out_type and user_operator"},
        {{.primitive = UNIQUE, .user_operator = &any}, {0}, "op, out_type and user_operator"},
        {{.primitive = PARTITION, .user_operator = &any}, {0}, "user_operator is no constant of"},
        {{.primitive = SELECT},
         {.criterion = VKSCAN_CRITERION_PREDICATE},
         "select->criterion is predicate, and user_operator, which has one, is NULL"},
        {{.primitive = SELECT, .flags = VKSCAN_PLAN_REVERSE}, {0}, "takes no VKSCAN_PLAN_REVERSE"},
        {{.primitive = SELECT, .flags = VKSCAN_PLAN_TOTAL_IN_BUFFER},
         {0},
         "takes no VKSCAN_PLAN_TOTAL_IN_BUFFER: its number is VKSCAN_SELECT_NUMBER"},
        {{.primitive = SELECT, .flags = VKSCAN_PLAN_SEED_IN_BUFFER},
         {0},
         "select by flag-bytes takes no VKSCAN_PLAN_SEED_IN_BUFFER"},
        {{.primitive = UNIQUE, .flags = VKSCAN_PLAN_SEED_IN_BUFFER}, {0}, "compares with no seed"},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_F32X3},
         {.criterion = VKSCAN_CRITERION_GREATER},
         "type f32x3 has no criterion greater: vectors are equal or not"},
        {{.primitive = SELECT, .type = 99}, {0}, "unknown element type 99"},
        {{.primitive = SELECT, .algorithm = VKSCAN_ALGORITHM_SINGLE},
         {0},
         "algorithm single does not compute select"},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_no_plan(*state, rows[i].params, rows[i].select, INVALID, rows[i].part);
}

static void bad_predicates_are_named(void **state)
{
    const vkscan_operator *odd = predicates[0].user, *within = predicates[1].user;
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_PREDICATE};
    const uint32_t capabilities = ((struct harness *)*state)->context->caps.capabilities;

    assert_no_plan(*state, (vkscan_plan_params){.primitive = SELECT, .user_operator = odd},
                   (vkscan_select_params){.criterion = VKSCAN_CRITERION_LESS}, INVALID,
                   "user_operator is odd, and select->criterion is less: a predicate goes with "
                   "VKSCAN_CRITERION_PREDICATE");
    assert_no_plan(*state,
                   (vkscan_plan_params){
                       .primitive = PARTITION, .user_operator = within, .type = VKSCAN_TYPE_U32X2},
                   select, INVALID, "have to be 0: user operator within is in their place");
    assert_no_plan(*state, (vkscan_plan_params){.primitive = UNIQUE, .user_operator = within},
                   select, INVALID, "op, out_type and user_operator have to be 0");
    assert_no_plan(*state,
                   (vkscan_plan_params){.primitive = SELECT,
                                        .user_operator = odd,
                                        .flags = VKSCAN_PLAN_SEED_IN_BUFFER},
                   select, INVALID, "select by predicate takes no VKSCAN_PLAN_SEED_IN_BUFFER");
    if (capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS)
        assert_no_plan(*state,
                       (vkscan_plan_params){.primitive = SELECT,
                                            .user_operator = odd,
                                            .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                            .access = VKSCAN_ACCESS_ADDRESSES},
                       select, UNSUPPORTED, "odd has algorithm blelloch for descriptors alone");
}

/* Indices and the number are u32, and results lie anywhere. */
static void capacities_beyond_one_dispatch_are_refused(void **state)
{
    static const uint64_t capacities[] = {1ull << 31, 1ull << 32, (1ull << 32) + 1, 1ull << 40,
                                          UINT64_MAX};

    for (size_t i = 0; i < COUNT_OF(capacities); i++)
        for (vkscan_primitive p = SELECT; p <= UNIQUE; p++)
            assert_no_plan(*state,
                           (vkscan_plan_params){
                               .primitive = p, .type = VKSCAN_TYPE_U8, .capacity = capacities[i]},
                           (vkscan_select_params){.outputs = INDICES}, UNSUPPORTED, "capacity ");
}

static void assert_no_binding(struct harness *h, const struct subject *s,
                              const vkscan_binding_params *buffers, const char *part)
{
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(s->plan, buffers, &binding), INVALID, part);
    assert_null(binding);
}

static void bad_buffers_are_named(void **state)
{
    struct harness *h = *state;
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 1000};
    const vkscan_select_params select = {.outputs = ALL_OUTPUTS};
    struct subject s = open_subject(h, make_plan(h, params, select), 0, 0);
    vkscan_binding_params b = s.buffers;

    b.destination = b.source;
    assert_no_binding(h, &s, &b,
                      "source and destination overlap: this primitive does not run in "
                      "place");
    b = s.buffers;
    b.indices = b.source;
    assert_no_binding(h, &s, &b, "source and indices overlap");
    b = s.buffers;
    b.indices = b.destination;
    assert_no_binding(h, &s, &b, "destination and indices overlap");
    b = s.buffers;
    b.flags = gpu_range(&s.destination.buffer, 0, 1000);
    assert_no_binding(h, &s, &b, "destination and flags overlap");
    b = s.buffers;
    b.flags.size = 999;
    assert_no_binding(h, &s, &b, "flags.size of 999 bytes is too small: the plan needs 1000");
    b = s.buffers;
    b.indices.size = 3996;
    assert_no_binding(h, &s, &b, "indices.size of 3996 bytes is too small: the plan needs 4000");
    b = s.buffers;
    b.number.size = 2;
    assert_no_binding(h, &s, &b, "number.size of 2 bytes is too small: the plan needs 4");
    b = s.buffers;
    b.arguments.size = 8;
    assert_no_binding(h, &s, &b, "arguments.size of 8 bytes is too small: the plan needs 12");
    b = s.buffers;
    b.number.offset = 2;
    assert_no_binding(h, &s, &b, "number.offset 2 is not a multiple of 4");
    b = s.buffers;
    b.number = gpu_range(&s.operands.buffer, b.arguments.offset + 4, 4);
    assert_no_binding(h, &s, &b, "number and arguments overlap");
    b = s.buffers;
    b.number = gpu_range(&s.destination.buffer, 0, 4);
    assert_no_binding(h, &s, &b, "overlap");
    b = s.buffers;
    b.scratch = b.source;
    assert_no_binding(h, &s, &b, "scratch");
    close_subject(h, &s);
}

/* Some workgroups may not have read the count when the number is stored. Bits are in words. */
static void operands_have_places_of_their_own(void **state)
{
    struct harness *h = *state;
    const vkscan_plan_params params = {
        .primitive = SELECT, .capacity = 1000, .flags = VKSCAN_PLAN_COUNT_IN_BUFFER};
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_FLAG_BITS};
    struct subject s = open_subject(h, make_plan(h, params, select), 0, 0);
    vkscan_binding_params b = s.buffers;

    b.number = b.count;
    assert_no_binding(h, &s, &b, "count and number overlap");
    b = s.buffers;
    b.flags.offset = 1;
    assert_no_binding(h, &s, &b, "flags.offset 1 is not a multiple of 4");
    close_subject(h, &s);
}

static void seeds_go_with_comparisons(void **state)
{
    static const uint32_t seed = 7;
    struct harness *h = *state;
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 10};
    struct subject flags =
        open_subject(h, make_plan(h, params, (vkscan_select_params){.criterion = 0}), 0, 0);
    struct subject less = open_subject(
        h, make_plan(h, params, (vkscan_select_params){.criterion = VKSCAN_CRITERION_LESS}), 0, 0);
    struct subject odd = open_subject(h, make_predicate(h, &predicates[0], params, 0), 0, 0);
    struct subject within =
        open_subject(h, make_predicate(h, &predicates[1], params, 0), predicates[1].type, 0);
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    harness_assert_error(h, vkscan_cmd_run(flags.binding, commands, 10, &seed), INVALID,
                         "seed is not NULL, and select by flag-bytes compares with none");
    harness_assert_error(h, vkscan_cmd_run(less.binding, commands, 10, NULL), INVALID,
                         "seed is NULL, and select by less compares with it");
    harness_assert_error(h, vkscan_cmd_run(odd.binding, commands, 10, &seed), INVALID,
                         "seed is not NULL, and select by predicate compares with none");
    harness_assert_error(h, vkscan_cmd_run(within.binding, commands, 10, NULL), INVALID,
                         "seed is NULL, and select by predicate compares with it");
    assert_true(gpu_submit(&h->gpu, commands));
    close_subject(h, &flags);
    close_subject(h, &less);
    close_subject(h, &odd);
    close_subject(h, &within);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(every_criterion_keeps_what_it_should),
        HARNESS_TEST(every_type_is_selected),
        HARNESS_TEST(comparisons_of_floats_are_ieee_754_s),
        HARNESS_TEST(unique_goes_by_bits),
        HARNESS_TEST(predicates_keep_what_they_should),
        HARNESS_TEST(counts_seeds_and_numbers_are_in_buffers),
        HARNESS_TEST(every_access_gives_the_same),
        HARNESS_TEST(each_output_is_optional),
        HARNESS_TEST(many_tiles_are_scanned_in_levels),
        HARNESS_TEST(automatic_plans_select),
        HARNESS_TEST(tiles_that_stall_are_counted_by_others),
        HARNESS_TEST(more_is_kept_than_is_exchanged_at_once),
        HARNESS_TEST(bad_parameters_are_named),
        HARNESS_TEST(bad_predicates_are_named),
        HARNESS_TEST(capacities_beyond_one_dispatch_are_refused),
        HARNESS_TEST(bad_buffers_are_named),
        HARNESS_TEST(operands_have_places_of_their_own),
        HARNESS_TEST(seeds_go_with_comparisons),
    };

    return HARNESS_MAIN(tests);
}
