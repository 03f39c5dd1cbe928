/* SPDX-License-Identifier: MIT */
/* The floating-point contract of vkscan.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference_tree.h"
#include "stalled.h"
#include "variants.h"

#define CAPACITY 30011
#define QUIET_NAN 0x7fc00000u

static uint32_t data[CAPACITY], first[CAPACITY]; /* a source; the results of a run */

static struct bound *bind_types(struct harness *h, const struct variant *variant,
                                vkscan_primitive primitive, vkscan_op op, struct conversion types,
                                struct placement where)
{
    const vkscan_plan_params params = {.primitive = primitive,
                                       .op = op,
                                       .type = types.from,
                                       .out_type = types.to,
                                       .capacity = variant_count(variant, CAPACITY)};
    const struct shape small = variant_small_shape(variant);

    return harness_bind(h, variant_plan(h, variant, params, NULL, &small), where);
}

static struct bound *bind_at(struct harness *h, const struct variant *variant,
                             vkscan_primitive primitive, vkscan_op op, struct placement where)
{
    return bind_types(h, variant, primitive, op,
                      (struct conversion){VKSCAN_TYPE_F32, VKSCAN_TYPE_F32}, where);
}

static struct bound *bind(struct harness *h, const struct variant *variant,
                          vkscan_primitive primitive, vkscan_op op)
{
    return bind_at(h, variant, primitive, op, (struct placement){0});
}

/* One primitive an operator, textbook algorithms with half of the operators, and kernels of one
 * algorithm that differ by capability, in the small size all that look back, in turns; in the
 * exhaustive size all with all. */
static bool is_tried(const struct harness *h, const struct variant *variant, size_t index,
                     vkscan_primitive primitive, vkscan_op op)
{
    if (!variant_computes(variant, primitive))
        return false;
    const size_t turns =
        variant_is_textbook(variant) ? harness_turns(h, 6, 2) : harness_turns(h, 3, 1);
    return h->size == SIZE_EXHAUSTIVE ||
           (primitive == variant_primitive(variant, index + op / 2) &&
            variant_has_turn(h, variant, index, op, 4) && (index + op) % turns == 0);
}

/* Calls check with a bound plan for every algorithm. */
static void for_each(struct harness *h, vkscan_op op,
                     void (*check)(struct harness *h, struct bound *bound))
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
            if (!is_tried(h, &variants[i], i, p, op))
                continue;
            struct bound *bound = bind(h, &variants[i], p, op);
            check(h, bound);
            harness_unbind(h, bound);
        }
}

/* NaNs, infinities, zeros of both signs and denormals, bit for bit as IEEE 754-2019 has it. */
static void check_extremes(struct harness *h, struct bound *bound)
{
    const uint64_t capacity = harness_bound_plan(bound)->plan.capacity;

    for (uint64_t count = 1; count <= capacity; count = count * 3 + 1)
        harness_check(h, bound, REFERENCE_EXTREMES, count, NULL);
}

TEST(minimum_is_exact)
{
    for_each(h, VKSCAN_OP_MIN, check_extremes);
}

TEST(maximum_is_exact)
{
    for_each(h, VKSCAN_OP_MAX, check_extremes);
}

/* The same of other floats: each on one algorithm, which takes turns with the others. */
TEST(other_floats_are_exact)
{
    static const struct conversion types[] = {
        {VKSCAN_TYPE_F16, VKSCAN_TYPE_F16},     {VKSCAN_TYPE_F64, VKSCAN_TYPE_F64},
        {VKSCAN_TYPE_F32X2, VKSCAN_TYPE_F32X2}, {VKSCAN_TYPE_F32X3, VKSCAN_TYPE_F32X3},
        {VKSCAN_TYPE_F32X4, VKSCAN_TYPE_F32X4}, {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32},
        {VKSCAN_TYPE_F32, VKSCAN_TYPE_F64},
    };
    static const vkscan_op ops[] = {VKSCAN_OP_MIN, VKSCAN_OP_MAX};
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    const size_t turns = harness_turns(h, 104, 26);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(types) * COUNT_OF(ops); j++) {
            const vkscan_op op = ops[j % COUNT_OF(ops)];
            const struct conversion type = types[j / COUNT_OF(ops)];
            if (variant_is_textbook(&variants[i]) || (i + j + h->turn) % turns != 0 ||
                !variant_has(h, &variants[i], type, vks_element_op(op)))
                continue;
            struct bound *bound = bind_types(h, &variants[i], variant_primitive(&variants[i], j),
                                             op, type, (struct placement){0});
            check_extremes(h, bound);
            harness_unbind(h, bound);
        }
}

/* Sums in f32 that no f16 is are the nearest one, the even one of two. */
TEST(halves_are_the_nearest)
{
    static const uint16_t rows[][3] = {
        {0x6800, 0x3c00, 0x6800}, /* 2048 + 1 */
        {0x6801, 0x3c00, 0x6802}, /* 2050 + 1 */
        {0x6c00, 0x4200, 0x6c01}, /* 4096 + 3 */
        {0x7bff, 0x4b80, 0x7bff}, /* 65504 + 15 */
        {0x7bff, 0x4c00, 0x7c00}, /* 65504 + 16 */
    };
    const struct conversion half = {VKSCAN_TYPE_F16, VKSCAN_TYPE_F16};
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    size_t i = 0;

    while (i < count && (variant_is_textbook(&variants[i]) ||
                         !variant_has(h, &variants[i], half, vks_element_op(VKSCAN_OP_ADD))))
        i++;
    assert_true(i < count);
    const vkscan_primitive primitive = variant_primitive(&variants[i], 0);
    struct bound *bound =
        bind_types(h, &variants[i], primitive, VKSCAN_OP_ADD, half, (struct placement){0});
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        const uint16_t *results = harness_run(h, bound, rows[k], 2, NULL);
        assert_int_equal(results[primitive == VKSCAN_PRIMITIVE_REDUCE ? 0 : 1], rows[k][2]);
    }
    harness_unbind(h, bound);
}

/* One NaN, anywhere, of either sign, is found; a scan has it from there on. */
static void check_a_nan(struct harness *h, struct bound *bound)
{
    static const uint32_t nans[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff};
    const struct plan *plan = &harness_bound_plan(bound)->plan;
    const size_t last = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 0 : plan->capacity - 1;

    memset(data, 0, sizeof(data));
    for (size_t i = 0; i < COUNT_OF(nans); i++) {
        const size_t at = i * (plan->capacity / 4);
        data[at] = nans[i];
        const uint32_t *results = harness_run(h, bound, data, plan->capacity, NULL);
        assert_int_equal(results[last], QUIET_NAN);
        data[at] = reference_bits(1);
    }
}

TEST(a_nan_propagates)
{
    for_each(h, VKSCAN_OP_MIN, check_a_nan);
    for_each(h, VKSCAN_OP_MAX, check_a_nan);
}

/* The same plan over the same data gives the same bits, as often as it is run. */
static void check_repeatable(struct harness *h, struct bound *bound)
{
    const struct plan *plan = &harness_bound_plan(bound)->plan;
    const uint64_t count = plan->capacity;
    const size_t results = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;

    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 3, data, count);
    memcpy(first, harness_run(h, bound, data, count, NULL), results * sizeof(*first));
    for (int i = 0; i < 5; i++)
        assert_memory_equal(harness_run(h, bound, data, count, NULL), first,
                            results * sizeof(*first));
}

/* And so wherever the data begin, so that kernels load and store elements in place of vectors. */
static void check_sum_at_offsets(struct harness *h, const struct variant *variant,
                                 vkscan_primitive primitive)
{
    static const struct placement places[] = {{0}, {1, 0, 0, 0}, {0, 2, 0, 0}, {3, 5, 0, 0}};
    const size_t results = primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : CAPACITY;

    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 3, data, CAPACITY);
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct bound *bound = bind_at(h, variant, primitive, VKSCAN_OP_ADD, places[i]);
        const uint32_t *found = harness_run(h, bound, data, CAPACITY, NULL);
        if (i == 0)
            memcpy(first, found, results * sizeof(*first));
        else
            assert_memory_equal(found, first, results * sizeof(*first));
        harness_unbind(h, bound);
    }
}

TEST(sums_do_not_depend_on_offsets)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
            if (variant_has_vectors(&variants[i]) && is_tried(h, &variants[i], i, p, VKSCAN_OP_ADD))
                check_sum_at_offsets(h, &variants[i], p);
}

TEST(sums_and_products_are_repeatable)
{
    for_each(h, VKSCAN_OP_ADD, check_repeatable);
    for_each(h, VKSCAN_OP_MUL, check_repeatable);
}

/* Sums of small integers are exact in any order. */
static void check_exact(struct harness *h, struct bound *bound)
{
    const struct plan *plan = &harness_bound_plan(bound)->plan;
    const vkscan_primitive primitive = plan->primitive;
    float sum = 0;

    for (uint64_t i = 0; i < plan->capacity; i++)
        data[i] = reference_bits((float)(i % 17) - 8);
    const uint32_t *result = harness_run(h, bound, data, plan->capacity, NULL);
    for (uint64_t i = 0; i < plan->capacity; i++) {
        const float before = sum;
        sum += (float)(i % 17) - 8;
        if (primitive != VKSCAN_PRIMITIVE_REDUCE)
            assert_int_equal(
                result[i],
                reference_bits(primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN ? sum : before));
    }
    if (primitive == VKSCAN_PRIMITIVE_REDUCE)
        assert_int_equal(result[0], reference_bits(sum));
}

TEST(integer_sums_are_exact)
{
    for_each(h, VKSCAN_OP_ADD, check_exact);
}

/* Infinities of one sign stay, of both become NaN, from where they meet. */
static void check_infinities(struct harness *h, struct bound *bound)
{
    const vkscan_primitive primitive = harness_bound_plan(bound)->plan.primitive;
    const size_t exclusive = primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
    const size_t count = 3000;
    float value;

    for (size_t i = 0; i < count; i++)
        data[i] = reference_bits(1);
    data[1000] = reference_bits(INFINITY);
    data[2000] = reference_bits(-INFINITY);
    const uint32_t *result = harness_run(h, bound, data, count, NULL);
    if (primitive == VKSCAN_PRIMITIVE_REDUCE) {
        memcpy(&value, &result[0], sizeof(value));
        assert_true(isnan(value));
        return;
    }
    assert_int_equal(result[999 + exclusive], reference_bits(1000));
    for (size_t i = 1000 + exclusive; i < count; i++) {
        memcpy(&value, &result[i], sizeof(value));
        assert_true(i < 2000 + exclusive ? value == INFINITY : isnan(value));
    }
}

TEST(infinities_add_up)
{
    for_each(h, VKSCAN_OP_ADD, check_infinities);
}

static void check_zero(struct harness *h, struct bound *bound)
{
    const uint32_t minus_zero = reference_bits(-0.0f);

    if (harness_bound_plan(bound)->plan.primitive != VKSCAN_PRIMITIVE_REDUCE)
        return;
    const uint32_t *result = harness_run(h, bound, NULL, 0, NULL);
    assert_int_equal(result[0], 0);
    result = harness_run(h, bound, &minus_zero, 1, NULL);
    assert_int_equal(result[0], 0);
}

TEST(nothing_is_positive_zero)
{
    for_each(h, VKSCAN_OP_ADD, check_zero);
}

/* ---- the same bits everywhere ---- */

/* A plan's results, and beside them the CPU's by the tree of docs/determinism.md. */
struct pair {
    struct harness *h;
    struct bound *bound;
    vkscan_plan_params params;
    bool small; /* in a shape that compiles faster than the contract's */
    uint8_t *source, *expected;
};

static struct pair pair_of(struct harness *h, vkscan_plan *plan, vkscan_plan_params params,
                           struct placement where)
{
    const size_t bytes = params.capacity * 16 + 16;
    struct pair pair = {.h = h, .params = params};

    pair.bound = harness_bind(h, plan, where);
    pair.source = malloc(bytes);
    pair.expected = malloc(bytes);
    assert_non_null(pair.source);
    assert_non_null(pair.expected);
    reference_fill(params.type, params.op, REFERENCE_RANDOM, 11, pair.source, params.capacity);
    return pair;
}

/* Shape NULL: the contract's. */
static struct pair open_pair(struct harness *h, vkscan_context *context, vkscan_plan_params params,
                             const struct shape *shape, struct placement where)
{
    params.determinism = VKSCAN_DETERMINISM_EVERYWHERE;
    struct pair pair = pair_of(
        h, harness_plan_with(context, params, vks_element_op(params.op), shape), params, where);
    pair.small = shape;
    return pair;
}

static void close_pair(struct pair *pair)
{
    harness_unbind(pair->h, pair->bound);
    free(pair->source);
    free(pair->expected);
}

static void check_pair(struct pair *pair, uint64_t count, const void *seed)
{
    const struct plan *plan = &harness_bound_plan(pair->bound)->plan;
    const size_t size = plan->out->size;
    const uint64_t results = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;
    const uint8_t *found = harness_run(pair->h, pair->bound, pair->source, count, seed);

    if (pair->small)
        reference_tree_of(&pair->params, plan->shape.workgroup_size, plan->items, seed,
                          pair->source, count, pair->expected, NULL);
    else
        reference_tree(&pair->params, seed, pair->source, count, pair->expected, NULL);
    for (uint64_t i = 0; i < results; i++)
        if (memcmp(found + i * size, pair->expected + i * size, size) != 0)
            fail_msg("%s of %llu %s into %s: element %llu is not the CPU's",
                     vkscan_primitive_name(plan->primitive), (unsigned long long)count,
                     plan->type->name, plan->out->name, (unsigned long long)i);
}

/* Around tiles, tiles of tiles, and primes. */
static void check_counts(struct pair *pair)
{
    const uint64_t tile = harness_bound_plan(pair->bound)->plan.tile_size;
    const uint64_t counts[] = {0,    1,        2,        5,    37,          tile - 1,
                               tile, tile + 1, 2 * tile, 7919, tile * tile, pair->params.capacity};
    const vkscan_type out = pair->params.out_type ? pair->params.out_type : pair->params.type;
    uint8_t seed[16];

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        reference_fill(out, pair->params.op, REFERENCE_RANDOM, i, seed, 1);
        if (counts[i] <= pair->params.capacity)
            check_pair(pair, counts[i], i % 3 ? NULL : seed);
    }
}

static const struct shape small_tree = {64, 1, 0}; /* tiles of 64, 128 or 256 elements */

/* Types take turns by device, as do primitives. The sums of what is generated of halves and doubles
 * are exact in f32 and f64, so of these products. */
TEST(everywhere_has_the_bits_of_the_cpu)
{
    static const struct {
        vkscan_type type, out_type;
        vkscan_op op;
    } rows[] = {
        {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32, VKSCAN_OP_MUL},
        {VKSCAN_TYPE_F64, VKSCAN_TYPE_F64, VKSCAN_OP_MUL},
        {VKSCAN_TYPE_F32X3, VKSCAN_TYPE_F32X3, VKSCAN_OP_ADD},
        {VKSCAN_TYPE_F16, VKSCAN_TYPE_F16, VKSCAN_OP_MUL},
        {VKSCAN_TYPE_F32X4, VKSCAN_TYPE_F32X4, VKSCAN_OP_ADD},
        {VKSCAN_TYPE_F32, VKSCAN_TYPE_F64, VKSCAN_OP_MUL},
        {VKSCAN_TYPE_F32X2, VKSCAN_TYPE_F32X2, VKSCAN_OP_ADD},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vkscan_plan_params params = {
            .primitive = (vkscan_primitive)((i + h->turn) % 3),
            .op = rows[i].op,
            .type = rows[i].type,
            .out_type = rows[i].out_type,
            .capacity = 70001,
        };
        if ((i + h->turn) % harness_turns(h, 7, 4) > 0 ||
            vks_element_type(params.out_type)->needs & ~h->context->caps.capabilities)
            continue;
        struct pair pair =
            open_pair(h, h->context, params, h->size == SIZE_EXHAUSTIVE ? NULL : &small_tree,
                      (struct placement){(uint32_t)i % 4, i % 2, 0, false});
        check_counts(&pair);
        close_pair(&pair);
    }
}

/* Whether the device scans in one dispatch, too, and a type's class has that. */
static bool has_one_dispatch(const struct harness *h, vkscan_type out_type)
{
    const uint32_t needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT;

    return !((needs | vks_element_type(out_type)->needs) & ~h->context->caps.capabilities);
}

/* The same tree by look-back. Types take turns with primitives; counts are of more tiles than a
 * tile has, so that all series of states are there. */
TEST(everywhere_in_one_dispatch)
{
    static const struct {
        vkscan_type type, out_type;
        vkscan_op op;
    } rows[] = {
        {VKSCAN_TYPE_F32, VKSCAN_TYPE_F32, VKSCAN_OP_ADD},
        {VKSCAN_TYPE_F32, VKSCAN_TYPE_F64, VKSCAN_OP_MUL},
        {VKSCAN_TYPE_F64, VKSCAN_TYPE_F64, VKSCAN_OP_MUL},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const bool reverse = (i + h->turn) % 3 == 2;
        const vkscan_plan_params params = {
            .primitive = (i + h->turn) % 2 ? VKSCAN_PRIMITIVE_INCLUSIVE_SCAN
                                           : VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
            .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
            .op = rows[i].op,
            .type = rows[i].type,
            .out_type = rows[i].out_type,
            .capacity = 270001,
            .access = i % 2 ? harness_addresses(h) : 0,
            .flags = reverse ? VKSCAN_PLAN_REVERSE_BIT : 0,
        };
        if ((h->size != SIZE_EXHAUSTIVE && i > 0 && (i + h->turn) % 2 > 0) ||
            !has_one_dispatch(h, params.out_type))
            continue;
        struct pair pair = open_pair(
            h, h->context, params, h->size == SIZE_EXHAUSTIVE && i > 0 ? NULL : &small_tree,
            (struct placement){.source_offset = (uint32_t)i % 4,
                               .in_place = params.type == params.out_type});
        check_counts(&pair);
        close_pair(&pair);
    }
}

/* Few workgroups, which take many tiles each; some of these stall, in place. */
static void check_late_tiles(struct harness *h, uint32_t stall)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
                                       .type = VKSCAN_TYPE_F32,
                                       .determinism = VKSCAN_DETERMINISM_EVERYWHERE,
                                       .capacity = 70001};
    struct caps caps = h->context->caps;
    struct plan plan;

    caps.max_workgroup_count = 7;
    harness_resolve(h->context, &caps, &params, vks_element_op(params.op), &small_tree, &plan);
    assert_true(stalled_use(&plan, stall, 16));
    struct pair pair = pair_of(h, harness_plan_resolved(h->context, &plan), params,
                               (struct placement){.source_offset = 3, .in_place = true});
    pair.small = true;
    for (uint32_t run = 0; run < 3; run++)
        check_pair(&pair, params.capacity - 1000 * run, NULL);
    if (stall == STALL_EVERY)
        assert_int_not_equal(harness_get_scratch(h, pair.bound, STATE_FALLBACKS), 0);
    close_pair(&pair);
}

TEST(everywhere_tiles_may_come_late)
{
    static const uint32_t stalls[] = {STALL_EVERY, STALL_THIRD, STALL_FIRST,
                                      STALL_RANDOM | STALL_LATE};

    for (size_t i = 0; i < COUNT_OF(stalls) && has_one_dispatch(h, VKSCAN_TYPE_F32); i++)
        if (i == 0 || h->size == SIZE_EXHAUSTIVE || (i + h->turn) % 2 == 0)
            check_late_tiles(h, stalls[i]);
}

/* The numbers of the runs begin anew. */
TEST(everywhere_runs_can_be_counted_to_the_end_and_on)
{
    const uint32_t last = 0x3fffffff;
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                       .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = 70001};

    if (!has_one_dispatch(h, VKSCAN_TYPE_F32))
        return;
    struct pair pair =
        open_pair(h, h->context, params, &small_tree, (struct placement){.in_place = true});
    check_pair(&pair, params.capacity, NULL);
    assert_int_equal(harness_get_scratch(h, pair.bound, STATE_EPOCH), 1);
    harness_set_scratch(h, pair.bound, STATE_EPOCH, last - 2);
    for (uint32_t run = 0; run < 2; run++)
        check_pair(&pair, 513, NULL);
    assert_int_equal(harness_get_scratch(h, pair.bound, STATE_EPOCH), 0);
    for (uint32_t run = 0; run < 3; run++)
        check_pair(&pair, params.capacity - 257 * run, NULL);
    close_pair(&pair);
}

/* Whatever the access, the offsets, in place or not; and by reverse scans. */
TEST(everywhere_is_any_way)
{
    static const struct placement places[] = {{0}, {1, 0, 0, true}, {3, 2, 1, false}};

    for (vkscan_access access = 0; vks_access(access); access++) {
        const vkscan_plan_params params = {
            .primitive =
                access == 0 ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
            .type = VKSCAN_TYPE_F32,
            .capacity = 70001,
            .access = access,
            .flags = access == 1 ? VKSCAN_PLAN_REVERSE_BIT : 0,
        };
        if (vks_access(access)->needs & ~h->context->caps.capabilities)
            continue;
        for (size_t i = 0; i < COUNT_OF(places); i++) {
            struct pair pair = open_pair(h, h->context, params, &small_tree, places[i]);
            if (i == access)
                check_counts(&pair);
            else
                check_pair(&pair, 70001 - i, NULL);
            close_pair(&pair);
        }
    }
}

/* On a context that has another tuning, and next to none of the device's capabilities; in two
 * pieces, where one would be enough for the device. */
TEST(everywhere_ignores_the_context)
{
    static const vkscan_tuning_policy policies[] = {
        TUNING(VKSCAN_ALGORITHM_BLELLOCH, 256, 1, 0, 0, 0),
        TUNING(VKSCAN_ALGORITHM_SUBGROUP, 128, 3, 0, 0, 0),
    };
    vkscan_context_params context_params = harness_context_params(h);
    vkscan_context *context;

    context_params.ignored_capabilities = ~(uint32_t)VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT;
    context_params.policies = policies;
    context_params.policy_count = COUNT_OF(policies);
    assert_int_equal(vkscan_context_create(&context_params, &context), VK_SUCCESS);
    struct pair pair =
        open_pair(h, context,
                  (vkscan_plan_params){.type = VKSCAN_TYPE_F32,
                                       .capacity = (h->size == SIZE_SMALL ? 0 : 1 << 24) + 4099},
                  NULL, (struct placement){.source_offset = 1});
    check_counts(&pair);
    close_pair(&pair);
    harness_context_destroy(context);
}

/* The pieces of a scan, which take seconds: on some devices, and in exhaustive tests in the
 * contract's shape. */
TEST(everywhere_there_are_the_same_pieces)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = (1 << 24) + 300,
                                       .flags = VKSCAN_PLAN_REVERSE_BIT};

    if (h->size != SIZE_EXHAUSTIVE && h->turn % 4 != 1)
        skip();
    struct pair pair =
        open_pair(h, h->context, params, h->size == SIZE_EXHAUSTIVE ? NULL : &small_tree,
                  (struct placement){.source_offset = 1, .in_place = true});

    check_pair(&pair, params.capacity, NULL);
    close_pair(&pair);
}

/* Where they may be grouped by the offset, sums are right still, with identities in front. */
static void check_fastest(struct harness *h, const struct variant *variant,
                          vkscan_primitive primitive, vkscan_type type)
{
    static const struct placement places[] = {{1, 1, 0, 0}, {3, 2, 0, 0}, {1, 0, 0, true}};
    const struct shape small = variant_small_shape(variant);
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = type,
                                       .capacity = CAPACITY,
                                       .determinism = VKSCAN_DETERMINISM_FASTEST};
    vkscan_plan *plan = variant_plan(h, variant, params, NULL, &small);

    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct placement where = places[i];
        where.in_place &= primitive != VKSCAN_PRIMITIVE_REDUCE;
        struct bound *bound = harness_bind(h, plan, where);
        harness_check(h, bound, REFERENCE_RANDOM, CAPACITY - i, NULL);
        harness_check(h, bound, REFERENCE_ALTERNATING, 4097, NULL);
        harness_unbind(h, bound);
    }
}

TEST(fastest_sums_are_right_at_offsets)
{
    static const vkscan_type others[] = {VKSCAN_TYPE_F16, VKSCAN_TYPE_F64, VKSCAN_TYPE_F32X2};
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
            const vkscan_type other = others[(i + h->turn) % COUNT_OF(others)];
            if (variant_is_textbook(&variants[i]) ||
                !is_tried(h, &variants[i], i, p, VKSCAN_OP_ADD))
                continue;
            check_fastest(h, &variants[i], p, VKSCAN_TYPE_F32);
            if ((h->size == SIZE_EXHAUSTIVE ||
                 variants[i].algorithm->id == VKSCAN_ALGORITHM_SINGLE) &&
                variant_has(h, &variants[i], (struct conversion){other, other},
                            vks_element_op(VKSCAN_OP_ADD)))
                check_fastest(h, &variants[i], p, other);
        }
}

HARNESS_MAIN_WITHOUT_VALIDATION(floating)
