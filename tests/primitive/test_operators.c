/* SPDX-License-Identifier: MIT */
/*
 * User operators: constants that vkscan-operator makes of tests/operators and of those that come
 * with the library. Elements of one to four words, and sources of others.
 */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/operators/arg_max_f32.h>
#include <vkscan/operators/arg_min_i32_pairs.h>
#include <vkscan/operators/bounds_f32.h>
#include <vkscan/operators/carry.h>
#include <vkscan/operators/in_front_f32x3.h>
#include <vkscan/operators/kahan_sum_f32.h>
#include <vkscan/operators/product_f32_2x2.h>
#include <vkscan/operators/recurrence_f32.h>

#include "access.h"
#include "affine.h"
#include "dihedral.h"
#include "heisenberg.h"
#include "matrix.h"
#include "modules.h"
#include "spread.h"
#include "tally.h"
#include "two_sources.h"
#include "variants.h"

#define MOST 20011
#define WORDS 4 /* of an element or of the source's, at most */
#define POISON 0xdeadbeefu

typedef const uint32_t *words;

/* An operator as the CPU has it, over words. */
struct subject {
    const vkscan_operator *user;
    void (*map)(words source, uint32_t index, uint32_t *e); /* NULL: none */
    void (*combine)(words left, words right, uint32_t *e);
    uint32_t identity[WORDS];
    double tolerance; /* of floats, relative; 0: the same bits */
};

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* ---- the operators ---- */

static void dihedral_combine(words l, words r, uint32_t *e)
{
    e[0] = harness_compose_dihedral(l[0], r[0]);
}

static void heisenberg_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] + r[0];
    e[1] = l[1] + r[1];
    e[2] = l[2] + r[2] + l[0] * r[1];
}

static void matrix_combine(words l, words r, uint32_t *e)
{
    for (uint32_t k = 0; k < 4; k++)
        e[k] = l[k & 2] * r[k & 1] + l[(k & 2) + 1] * r[2 + (k & 1)];
}

static void tally_map(words s, uint32_t index, uint32_t *e)
{
    e[0] = (s[0] & 1) + (s[1] & 1) + (s[2] & 1) + (s[3] & 1) + (index % 5 == 0 ? 3 : 0);
}

static void tally_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] + r[0];
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}

static void spread_map(words s, uint32_t index, uint32_t *e)
{
    (void)index;
    e[0] = least(s[0], least(s[1], s[2]));
    e[1] = most(s[0], most(s[1], s[2]));
    e[2] = s[0] + s[1] + s[2];
    e[3] = 1;
}

static void spread_combine(words l, words r, uint32_t *e)
{
    e[0] = least(l[0], r[0]);
    e[1] = most(l[1], r[1]);
    e[2] = l[2] + r[2];
    e[3] = l[3] + r[3];
}

static void carry_map(words s, uint32_t index, uint32_t *e)
{
    const uint64_t sum = (uint64_t)s[0] + s[1];

    (void)index;
    e[0] = (uint32_t)(sum >> 32) | (sum == UINT32_MAX) << 1;
}

static void carry_combine(words l, words r, uint32_t *e)
{
    e[0] = ((r[0] & 1) | (r[0] >> 1 & l[0] & 1)) | (l[0] & r[0] & 2);
}

static void arg_map(words s, uint32_t index, uint32_t *e)
{
    e[0] = s[0];
    e[1] = index;
}

static void arg_max_f32_combine(words l, words r, uint32_t *e)
{
    const float left = float_of(l[0]), right = float_of(r[0]);
    const bool is_left = isnan(left) != isnan(right)    ? isnan(left)
                         : isnan(left) || left == right ? l[1] < r[1]
                                                        : left > right;

    memcpy(e, is_left ? l : r, 2 * sizeof(*e));
}

static void arg_min_i32_combine(words l, words r, uint32_t *e)
{
    const bool is_left = (int32_t)l[0] < (int32_t)r[0] || (l[0] == r[0] && l[1] < r[1]);

    memcpy(e, is_left ? l : r, 2 * sizeof(*e));
}

static void bounds_map(words s, uint32_t index, uint32_t *e)
{
    (void)index;
    e[0] = e[1] = s[0];
}

static void bounds_combine(words l, words r, uint32_t *e)
{
    e[0] = float_of(l[0]) < float_of(r[0]) ? l[0] : r[0];
    e[1] = float_of(l[1]) > float_of(r[1]) ? l[1] : r[1];
}

static void store(uint32_t *e, double value)
{
    const float single = (float)value;

    memcpy(e, &single, sizeof(*e));
}

static void sum_map(words s, uint32_t index, uint32_t *e)
{
    (void)index;
    e[0] = s[0];
    e[1] = 0;
}

/* In the sense of the pair: its value. */
static void sum_combine(words l, words r, uint32_t *e)
{
    const double value = (double)float_of(l[0]) + float_of(l[1]) + float_of(r[0]) + float_of(r[1]);

    store(e, value);
    store(e + 1, value - float_of(e[0]));
}

static void recurrence_combine(words l, words r, uint32_t *e)
{
    store(e, (double)float_of(l[0]) * float_of(r[0]));
    store(e + 1, (double)float_of(r[0]) * float_of(l[1]) + float_of(r[1]));
}

static void product_combine(words l, words r, uint32_t *e)
{
    for (uint32_t k = 0; k < 4; k++)
        store(e + k, (double)float_of(l[k & 1]) * float_of(r[k & 2]) +
                         (double)float_of(l[2 + (k & 1)]) * float_of(r[(k & 2) + 1]));
}

#define ONE 0x3f800000u
#define INFINITE 0x7f800000u
#define NEGATIVE 0x80000000u

static const struct subject subjects[] = {
    {&dihedral, NULL, dihedral_combine, {1}, 0},
    {&heisenberg, NULL, heisenberg_combine, {0}, 0},
    {&matrix, NULL, matrix_combine, {1, 0, 0, 1}, 0},
    {&tally, tally_map, tally_combine, {0}, 0},
    {&spread, spread_map, spread_combine, {UINT32_MAX}, 0},
    {&vkscan_carry, carry_map, carry_combine, {2}, 0},
    {&vkscan_arg_max_f32, arg_map, arg_max_f32_combine, {INFINITE | NEGATIVE, UINT32_MAX}, 0},
    {&vkscan_arg_min_i32_pairs, NULL, arg_min_i32_combine, {INT32_MAX, UINT32_MAX}, 0},
    {&vkscan_bounds_f32, bounds_map, bounds_combine, {INFINITE, INFINITE | NEGATIVE}, 0},
    {&vkscan_kahan_sum_f32, sum_map, sum_combine, {0}, 1e-6},
    {&vkscan_recurrence_f32, NULL, recurrence_combine, {ONE}, 1e-4},
    {&vkscan_product_f32_2x2, NULL, product_combine, {ONE, 0, 0, ONE}, 1e-2},
};

/* ---- running ---- */

/* Words; of floats values near 1, so that long products neither vanish nor overflow; of carries
 * pairs that often propagate one. */
static void fill(const struct subject *subject, uint32_t *data, uint64_t count)
{
    uint32_t state = 1;

    for (uint64_t i = 0; i < count; i++) {
        state = state * 1664525 + 1013904223;
        if (subject->user == &vkscan_carry)
            data[i] = i % 2 && state >> 30 ? ~data[i - 1] : state;
        else if (subject->user == &vkscan_product_f32_2x2)
            store(&data[i], (i % 4 == 0 || i % 4 == 3 ? 1 : 0) + (state >> 8) * 0x1p-34 - 0x1p-11);
        else if (subject->tolerance > 0 || subject->user == &vkscan_bounds_f32)
            store(&data[i], (state >> 8) * 0x1p-25 + 0.25 - (double)(i % 3) / 4);
        else if (subject->user == &vkscan_arg_max_f32)
            store(&data[i], (double)(state >> 24));
        else
            data[i] = state;
    }
}

/* Where a run's buffers lie, in elements behind a vector's start. */
struct spot {
    uint32_t source, destination;
    bool seeded, in_place;
};

struct run {
    const struct subject *subject;
    vkscan_plan_params params;
    struct spot spot;
    uint32_t source_words, element_words;
    uint32_t *input, *output;
    struct gpu_buffer source, destination, scratch;
};

static void check_element(const struct run *run, uint64_t at, words expected)
{
    const uint32_t *found = run->output + (run->spot.destination + at) * run->element_words;
    const double tolerance = run->subject->tolerance;

    for (uint32_t k = 0; k < run->element_words; k++) {
        const double error = fabs((double)float_of(found[k]) - float_of(expected[k]));
        /* What is left over of a sum is not rounded again. */
        if (tolerance > 0 && (error <= tolerance * fmax(1, fabs(float_of(expected[k]))) ||
                              (k == 1 && run->subject->user == &vkscan_kahan_sum_f32)))
            continue;
        if (found[k] != expected[k])
            fail_msg("%s, %s by %s: element %llu of %llu has word %u 0x%08x, not 0x%08x",
                     run->subject->user->name, vkscan_primitive_name(run->params.primitive),
                     vkscan_algorithm_name(run->params.algorithm), (unsigned long long)at,
                     (unsigned long long)run->params.capacity, k, found[k], expected[k]);
    }
}

static void check_results(const struct run *run, uint64_t count, words seed)
{
    const vkscan_primitive primitive = run->params.primitive;
    uint32_t total[WORDS], element[WORDS], before[WORDS];

    memcpy(total, seed ? seed : run->subject->identity, sizeof(total));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t *source = run->input + i * run->source_words;
        memcpy(before, total, sizeof(before));
        if (run->subject->map)
            run->subject->map(source, (uint32_t)i, element);
        else
            memcpy(element, source, run->source_words * sizeof(*source));
        run->subject->combine(before, element, total);
        if (primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN)
            check_element(run, i, total);
        else if (primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
            check_element(run, i, before);
    }
    if (primitive == VKSCAN_PRIMITIVE_REDUCE)
        check_element(run, 0, total);
    const uint64_t results = primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;
    for (uint32_t k = 0; k < run->element_words; k++) {
        assert_int_equal(run->output[(run->spot.destination + results) * run->element_words + k],
                         POISON);
        if (run->spot.destination > 0)
            assert_int_equal(run->output[(run->spot.destination - 1) * run->element_words + k],
                             POISON);
    }
}

static void submit(struct harness *h, struct run *run, vkscan_plan *plan,
                   const vkscan_binding_params *buffers, uint64_t count, words seed)
{
    vkscan_binding *binding = NULL;
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    if (run->params.access == VKSCAN_ACCESS_DESCRIPTOR_SETS) {
        assert_int_equal(vkscan_binding_create(plan, buffers, &binding), VK_SUCCESS);
        assert_int_equal(vkscan_cmd_run(binding, commands, count, seed), VK_SUCCESS);
    } else {
        assert_int_equal(vkscan_cmd_run_buffers(plan, commands, buffers, count, seed), VK_SUCCESS);
    }
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
    vkscan_binding_destroy(binding);
}

/* One run of a plan over buffers of its own, all poison but for what it reads. */
static void run_once(struct harness *h, struct run *run, vkscan_plan *plan, uint64_t count)
{
    const uint64_t capacity = run->params.capacity;
    const uint64_t results = run->params.primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : capacity;
    const uint64_t source_size = run->source_words * sizeof(uint32_t);
    const uint64_t size = run->element_words * sizeof(uint32_t);
    const uint64_t destination_size = (run->spot.destination + results + 1) * size;
    uint32_t seed[WORDS];
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    assert_true(gpu_buffer_create(&h->gpu, (run->spot.source + capacity + 1) * source_size,
                                  GPU_MEMORY_DEVICE, &run->source));
    assert_true(gpu_buffer_create(&h->gpu, destination_size, GPU_MEMORY_DEVICE, &run->destination));
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &run->scratch));
    assert_true(gpu_fill(&h->gpu, &run->source, 0, run->source.size, POISON));
    assert_true(gpu_fill(&h->gpu, &run->destination, 0, run->destination.size, POISON));
    assert_true(gpu_fill(&h->gpu, &run->scratch, 0, info.scratch_size, POISON));
    assert_true(gpu_fill(&h->gpu, &run->scratch, 0, info.scratch_zeroed, 0));
    fill(run->subject, run->input, MOST * WORDS);
    memcpy(seed, run->input + WORDS, sizeof(seed)); /* some element */
    if (run->subject->map)
        run->subject->map(run->input + WORDS, 7, seed);
    const struct gpu_buffer *to = run->spot.in_place ? &run->destination : &run->source;
    const uint64_t first = run->spot.in_place ? run->spot.destination : run->spot.source;
    assert_true(gpu_upload(&h->gpu, to, first * source_size, run->input, count * source_size));
    const vkscan_binding_params buffers = {
        .source = gpu_range(to, first * source_size, capacity * source_size),
        .destination = gpu_range(&run->destination, run->spot.destination * size, results * size),
        .scratch = gpu_range(&run->scratch, 0, info.scratch_size),
    };
    submit(h, run, plan, &buffers, count, run->spot.seeded ? seed : NULL);
    assert_true(gpu_download(&h->gpu, &run->destination, 0, run->output, destination_size));
    check_results(run, count, run->spot.seeded ? seed : NULL);
    gpu_buffer_destroy(&h->gpu, &run->source);
    gpu_buffer_destroy(&h->gpu, &run->destination);
    gpu_buffer_destroy(&h->gpu, &run->scratch);
}

static void check(struct harness *h, const vkscan_context *context, const struct subject *subject,
                  vkscan_plan_params params, struct spot spot)
{
    struct run run = {
        .subject = subject,
        .params = params,
        .spot = spot,
        .source_words = subject->user->input_size / sizeof(uint32_t),
        .element_words = subject->user->element_size / sizeof(uint32_t),
        .input = malloc(MOST * WORDS * sizeof(uint32_t)),
        .output = malloc((MOST + 16) * WORDS * sizeof(uint32_t)),
    };

    assert_non_null(run.input);
    assert_non_null(run.output);
    run.params.user_operator = subject->user;
    vkscan_plan *plan = harness_plan(context, run.params);
    vkscan_plan_info info;
    vkscan_plan_get_info(plan, &info);
    const uint64_t counts[] = {params.capacity,   0, 1, 2, info.tile_size - 1, info.tile_size,
                               info.tile_size + 1};
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (counts[i] <= params.capacity)
            run_once(h, &run, plan, counts[i]);
    free(run.input);
    free(run.output);
}

static void query(struct harness *h, const vkscan_plan_params *plan, VkResult expected,
                  const char *part)
{
    const vkscan_context_params params = harness_context_params(h);

    harness_assert_error(h, vkscan_query_plan(&params, plan, NULL), expected, part);
}

/* ---- tests ---- */

static bool is_tried(const struct variant *variant, const struct subject *subject)
{
    const struct op op = {.user = subject->user};

    return !variant_is_textbook(variant) &&
           vks_catalogue_has_modules(variant->algorithm, MODULE_CLASS_USER, &op);
}

/* Of small shapes, which drivers compile in a fraction of the time. */
static vkscan_context *small_context(struct harness *h, uint32_t ignored_capabilities)
{
    static const vkscan_tuning_policy policies[] = {
        {.algorithm = VKSCAN_ALGORITHM_BLELLOCH, .workgroup_size = 128, .items = 1},
        {.algorithm = VKSCAN_ALGORITHM_SUBGROUP, .workgroup_size = 128, .items = 1},
        {.algorithm = VKSCAN_ALGORITHM_SINGLE, .workgroup_size = 128, .items = 1},
        {.algorithm = VKSCAN_ALGORITHM_LOOKBACK, .workgroup_size = 128, .items = 1},
        {.algorithm = VKSCAN_ALGORITHM_LOOKAHEAD, .workgroup_size = 128, .items = 2},
    };
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    params.ignored_capabilities = ignored_capabilities;
    params.policies = policies;
    params.policy_count = COUNT_OF(policies);
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    return context;
}

/* A sixth of all pairs, on other devices others; in the exhaustive size all. Of an algorithm all
 * are in one context: no pipeline is taken for another one's. */
static void operators_are_right_in_every_algorithm(void **state)
{
    struct harness *h = *state;
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    size_t tried = 0;

    for (size_t i = 0; i < count; i++) {
        vkscan_context *context = small_context(h, variants[i].ignored_capabilities);
        for (size_t s = 0; s < COUNT_OF(subjects); s++) {
            if (!is_tried(&variants[i], &subjects[s]) ||
                (h->size != SIZE_EXHAUSTIVE && (i + s + h->turn) % 6 != 0))
                continue;
            const size_t turn = i + s + h->turn;
            const vkscan_plan_params params = {
                .primitive = variant_primitive(&variants[i], turn),
                .algorithm = variants[i].algorithm->id,
                .capacity = MOST,
            };
            const bool in_place = turn % 3 == 2 && params.primitive &&
                                  subjects[s].user->input_size == subjects[s].user->element_size;
            const uint32_t destination = (uint32_t)(turn / 2 % 4);
            check(h, context, &subjects[s], params,
                  (struct spot){.source = in_place ? destination : (uint32_t)(turn % 4),
                                .destination = destination,
                                .seeded = turn / 2 % 2,
                                .in_place = in_place});
            tried++;
        }
        harness_context_destroy(context);
    }
    assert_true(tried >= COUNT_OF(subjects));
}

static void auto_and_other_accesses_take_operators(void **state)
{
    struct harness *h = *state;
    vkscan_context *small = small_context(h, 0);

    for (vkscan_access access = 0; vkscan_access_name(access); access++) {
        if (vks_access(access)->needs & ~h->context->caps.capabilities)
            continue;
        for (size_t s = (access + 1) % 3; s < COUNT_OF(subjects); s += 6)
            check(h, access ? small : h->context, &subjects[s],
                  (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .access = access,
                                       .capacity = 5000},
                  (struct spot){.source = 1, .seeded = true});
    }
    harness_context_destroy(small);
}

/* In the one tree of all devices: one that does not commute, one of which maps larger elements. An
 * algorithm of another tree is refused, exact or not. */
static void operators_have_one_tree_everywhere(void **state)
{
    static const size_t tried[] = {2, 5};
    struct harness *h = *state;
    vkscan_plan_params params = {.determinism = VKSCAN_DETERMINISM_EVERYWHERE, .capacity = 9000};

    for (size_t i = 0; i < COUNT_OF(tried); i++)
        check(h, h->context, &subjects[tried[i]], params,
              (struct spot){.source = 1, .seeded = true});
    params.user_operator = subjects[tried[0]].user;
    params.algorithm = VKSCAN_ALGORITHM_SINGLE;
    query(h, &params, RESULT_INVALID, "the algorithm is blelloch, or auto");
}

/* What is lost by one addition of floats is kept. */
static void kahan_sums_keep_what_rounding_loses(void **state)
{
    struct harness *h = *state;
    const vkscan_plan_params params = {.user_operator = &vkscan_kahan_sum_f32, .capacity = 3000};
    float data[3000], result[2];

    for (size_t i = 0; i < COUNT_OF(data); i++)
        data[i] = i % 3 == 0 ? 1e8f : i % 3 == 1 ? 1 : -1e8f;
    vkscan_plan *plan = harness_plan(h->context, params);
    vkscan_plan_info info;
    struct gpu_buffer source, destination, scratch;
    vkscan_plan_get_info(plan, &info);
    assert_true(gpu_buffer_create(&h->gpu, sizeof(data), GPU_MEMORY_DEVICE, &source));
    assert_true(gpu_buffer_create(&h->gpu, sizeof(result), GPU_MEMORY_DEVICE, &destination));
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &scratch));
    assert_true(gpu_fill(&h->gpu, &scratch, 0, info.scratch_size, 0));
    assert_true(gpu_upload(&h->gpu, &source, 0, data, sizeof(data)));
    struct run run = {.params = params};
    submit(h, &run, plan,
           &(vkscan_binding_params){.source = gpu_range(&source, 0, sizeof(data)),
                                    .destination = gpu_range(&destination, 0, sizeof(result)),
                                    .scratch = gpu_range(&scratch, 0, info.scratch_size)},
           COUNT_OF(data), NULL);
    assert_true(gpu_download(&h->gpu, &destination, 0, result, sizeof(result)));
    assert_true(result[0] == 1000);
    gpu_buffer_destroy(&h->gpu, &source);
    gpu_buffer_destroy(&h->gpu, &destination);
    gpu_buffer_destroy(&h->gpu, &scratch);
}

/* ---- constants that are refused ---- */

static void query_operator(struct harness *h, const vkscan_operator *user, const char *part)
{
    query(h, &(vkscan_plan_params){.user_operator = user, .capacity = 10}, RESULT_INVALID, part);
}

static void damaged_constants_are_refused(void **state)
{
    struct harness *h = *state;
    const uint32_t count = affine.module_count;
    vkscan_operator_module *modules = malloc(count * sizeof(*modules));
    const uint32_t size = affine.modules[0].size;
    uint8_t *code = malloc(size);
    vkscan_operator user;

    assert_non_null(modules);
    assert_non_null(code);
    memcpy(modules, affine.modules, count * sizeof(*modules));
    memcpy(code, affine.modules[0].bytes, size);
    modules[0].bytes = code;
#define WITH(change, part)                                                                         \
    do {                                                                                           \
        user = affine;                                                                             \
        user.modules = modules;                                                                    \
        change;                                                                                    \
        query_operator(h, &user, part);                                                            \
    } while (0)
    WITH(user.magic++, "user_operator is no constant of vkscan-operator: it begins with 0x");
    WITH(user.version = VK_MAKE_API_VERSION(0, 0, 0, 9),
         "operator affine is of vkscan 0.0.9, and this is 0.1.0: compile it with this one's");
    WITH(user.version += VK_MAKE_API_VERSION(0, 0, 1, 0), "operator affine is of vkscan 0.2.0");
    WITH(user.version++, "damaged: its checksum"); /* a patch release is no other version */
    WITH(user.name = NULL, "damaged: it has no name");
    WITH(user.name = "other",
         "operator other is damaged: its checksum is not that of its contents");
    WITH(user.element_size = 6, "damaged: its elements have no size that there is");
    WITH(user.input_size = 20, "damaged: its elements have no size that there is");
    WITH(user.second_size = 20, "damaged: its elements have no size that there is");
    WITH(user.second_size = 4, "damaged: its checksum");
    WITH(user.element_size = 4, "damaged: its elements have no size that there is");
    WITH(user.seed_size = 0, "damaged: its elements have no size that there is");
    WITH(user.element_size = user.seed_size = 4, "damaged: its checksum");
    WITH(user.flags = 4, "damaged: it has unknown flags");
    WITH(user.flags = VKSCAN_OPERATOR_PREDICATE, "damaged: its checksum");
    WITH(user.flags = VKSCAN_OPERATOR_COMMUTATIVE, "damaged: its checksum");
    WITH(user.modules = NULL, "damaged: it has no modules");
    WITH(user.module_count--, "damaged: its checksum");
    WITH(user.module_count = UINT32_MAX, "damaged: its checksum");
    WITH(user.checksum ^= 1, "damaged: its checksum");
    code[size - 1] ^= 0x10;
    WITH((void)0, "damaged: its checksum");
    code[size - 1] ^= 0x10;
    modules[0].bytes = NULL;
    WITH((void)0, "damaged: one of its modules has no name or no bytes");
    modules[0].bytes = code;
    modules[0].size--;
    WITH((void)0, "damaged: its checksum");
    modules[0].size = UINT32_MAX;
    WITH((void)0, "damaged: its checksum");
#undef WITH
    free(modules);
    free(code);
}

static void what_an_operator_stands_for_is_refused(void **state)
{
    struct harness *h = *state;

    query(h, &(vkscan_plan_params){.user_operator = &affine, .op = VKSCAN_OP_MAX}, RESULT_INVALID,
          "op, type and out_type have to be 0: user operator affine is in their place");
    query(h, &(vkscan_plan_params){.user_operator = &affine, .type = VKSCAN_TYPE_U64},
          RESULT_INVALID, "have to be 0");
    query(h, &(vkscan_plan_params){.user_operator = &affine, .algorithm = VKSCAN_ALGORITHM_TREE},
          RESULT_INVALID,
          "operator affine has no kernels of algorithm tree, one of the textbook's");
    query(h,
          &(vkscan_plan_params){.user_operator = &affine, .primitive = VKSCAN_PRIMITIVE_PARTITION},
          RESULT_INVALID, "user operator affine is no predicate, and partition takes nothing else");
    query(h, &(vkscan_plan_params){.user_operator = &vkscan_in_front_f32x3}, RESULT_INVALID,
          "user operator vkscan_in_front_f32x3 is a predicate, for select and partition: reduce "
          "takes none");
    query(h,
          &(vkscan_plan_params){.user_operator = &vkscan_in_front_f32x3,
                                .primitive = VKSCAN_PRIMITIVE_SORT},
          RESULT_INVALID, "op, out_type and user_operator have to be 0: a sort has no operator");
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS) {
        const vkscan_plan_params params = {.user_operator = &heisenberg,
                                           .access = VKSCAN_ACCESS_ADDRESSES};
        query(h, &params, RESULT_UNSUPPORTED, "heisenberg has algorithm");
    }
}

int main(void)
{
    const struct CMUnitTest operators[] = {
        HARNESS_TEST(operators_are_right_in_every_algorithm),
        HARNESS_TEST(auto_and_other_accesses_take_operators),
        HARNESS_TEST(operators_have_one_tree_everywhere),
        HARNESS_TEST(two_sources_are_right_in_every_algorithm),
        HARNESS_TEST(second_sources_are_refused_in_sentences),
        HARNESS_TEST(kahan_sums_keep_what_rounding_loses),
        HARNESS_TEST(damaged_constants_are_refused),
        HARNESS_TEST(what_an_operator_stands_for_is_refused),
    };
    return HARNESS_MAIN(operators);
}
