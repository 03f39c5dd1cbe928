/* SPDX-License-Identifier: MIT */
/*
 * What holds of every plan: scratch, passes, routes, reach. What particular ones are is in
 * plans.txt. Links the files that call no Vulkan and nothing else, so that a slip does not link.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "detail/interface.h"
#include "operator.h"
#include "resolve.h"
#include "sort.h"
#include "textbook.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static char message[512];

static void store_message(void *user, VkResult result, const char *text)
{
    (void)user;
    (void)result;
    snprintf(message, sizeof(message), "%s", text);
}

static const struct report errors = {store_message, NULL};

/* A large GPU. */
static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL |
                    VKSCAN_CAPABILITY_INT64_ATOMICS,
    .subgroup_size = 32,
    .max_subgroups = 64,
    .max_workgroup_size = 1024,
    .max_workgroup_count = 65535,
    .shared_memory = 49152,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
};

/* What Vulkan 1.1 guarantees and no more. */
static const struct caps least = {
    .subgroup_size = 1,
    .max_workgroup_size = 128,
    .max_workgroup_count = 65535,
    .shared_memory = 16384,
    .max_range = 1u << 27,
    .range_alignment = 256,
};

static struct plan resolve(const struct caps *caps, vkscan_algorithm algorithm,
                           vkscan_primitive primitive, uint64_t capacity, const struct shape *shape)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = capacity};
    struct plan plan;

    assert_int_equal(
        vks_plan_resolve_with(caps, &params, vks_element_op(VKSCAN_OP_ADD), shape, &errors, &plan),
        VK_SUCCESS);
    return plan;
}

/* The largest capacity of one piece that is not refused, at most what a descriptor reaches. */
static uint64_t largest_capacity(const struct caps *caps, const struct algorithm *row,
                                 vkscan_primitive primitive, const struct shape *shape)
{
    const struct report quiet = {0};
    uint64_t taken = 0, refused = caps->max_range;

    while (refused - taken > 1) {
        const vkscan_plan_params params = {.primitive = primitive,
                                           .algorithm = row->id,
                                           .capacity = taken + (refused - taken) / 2};
        struct plan plan;
        if (vks_plan_resolve_with(caps, &params, vks_element_op(VKSCAN_OP_ADD), shape, &quiet,
                                  &plan) == VK_SUCCESS &&
            plan.piece == params.capacity)
            taken = params.capacity;
        else
            refused = params.capacity;
    }
    return taken;
}

/* Calls visit for every algorithm and primitive there is. */
static void for_each_row(void (*visit)(const struct algorithm *row, vkscan_primitive primitive))
{
    const struct algorithm *row;

    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
            if (row->primitives & 1u << p)
                visit(row, p);
}

/* ---- passes ---- */

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static const uint64_t counts[] = {1,    2,    127,     128,      129,
                                  4096, 4097, 1000003, 1u << 28, (1u << 30) - 1};

/* Steps in device memory, each over all elements. */
static bool is_of_steps(const struct algorithm *row)
{
    return row->arrangement == &vks_textbook_step;
}

/* Passes lead from the source to the destination, which is written in the last, and every one has
 * work. */
static void check_ends(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t capacity = largest_capacity(&gpu, row, primitive, NULL);
    const struct plan plan = resolve(&gpu, row->id, primitive, capacity, NULL);

    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= capacity; i++) {
        struct pass_list list;
        vks_plan_passes(&plan, counts[i], &list);
        assert_int_equal(list.pass[0].input.port, PORT_SOURCE);
        assert_int_equal(list.pass[list.count - 1].output.port, PORT_DESTINATION);
        for (uint32_t k = 0; k < list.count; k++) {
            assert_int_not_equal(list.pass[k].output.port, PORT_SOURCE);
            assert_int_not_equal(list.pass[k].auxiliary.port, PORT_SOURCE);
            assert_true(list.pass[k].groups > 0);
        }
    }
}

static void passes_lead_from_the_source_to_the_destination(void **state)
{
    (void)state;
    for_each_row(check_ends);
}

static void check_seeded_once(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t largest = largest_capacity(&gpu, row, primitive, NULL);

    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        const struct plan plan = resolve(&gpu, row->id, primitive, counts[i], NULL);
        struct pass_list list;
        uint32_t seeded = 0;
        vks_plan_passes(&plan, counts[i], &list);
        for (uint32_t k = 0; k < list.count; k++)
            seeded += list.pass[k].seeded;
        assert_int_equal(seeded, 1);
    }
}

static void the_seed_enters_once(void **state)
{
    (void)state;
    for_each_row(check_seeded_once);
}

/* Bytes that a pass has in scratch besides its input and output. */
static uint64_t auxiliary_size(const struct plan *plan, const struct pass *pass)
{
    if (plan->zeroed_size > 0)
        return plan->zeroed_size;
    return pass->groups > 1 ? pass->groups * plan->type->size : 0;
}

/* Every place in scratch that a pass names lies within the scratch, and its stage exists. */
static void check_pass(const struct plan *plan, const struct pass *pass)
{
    const uint64_t input_size = pass->count * plan->type->size;

    assert_non_null(plan->algorithm->stages[pass->stage].kernel);
    assert_true(plan->stages[pass->stage].module[0]);
    if (pass->input.port == PORT_SCRATCH)
        assert_true(pass->input.offset + input_size <= plan->scratch_size);
    if (pass->auxiliary.port == PORT_SCRATCH)
        assert_true(pass->auxiliary.offset + auxiliary_size(plan, pass) <= plan->scratch_size);
    assert_int_equal(pass->output.offset % VECTOR_BYTES, 0);
    assert_int_equal(pass->auxiliary.offset % pass->auxiliary.unit, 0);
}

static void check_spans_of(const struct algorithm *row, vkscan_primitive primitive,
                           const struct shape *shape)
{
    const uint64_t largest = largest_capacity(&gpu, row, primitive, shape);
    struct pass_list list;

    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        const struct plan plan = resolve(&gpu, row->id, primitive, counts[i], shape);
        for (size_t j = 0; j <= i; j++) {
            vks_plan_passes(&plan, counts[j], &list);
            for (uint32_t k = 0; k < list.count; k++)
                check_pass(&plan, &list.pass[k]);
        }
    }
}

/* Of persistent workgroups there is one for each tile, or there are few. */
static void check_spans(const struct algorithm *row, vkscan_primitive primitive)
{
    for (uint32_t workgroups = 0; workgroups < 2; workgroups++)
        check_spans_of(row, primitive, &(struct shape){64, 1, workgroups});
}

static void passes_stay_within_scratch(void **state)
{
    (void)state;
    for_each_row(check_spans);
}

static uint32_t constant_of(const struct plan *plan, uint32_t id)
{
    const struct constants *list = &plan->stages[0].constants;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->id[i] == id)
            return list->value[i];
    return 0;
}

/* With its head padding a source begins with a vector, and a scan's destination in the first one of
 * a sector; and it has room in what was planned. */
static void check_head_of(const struct plan *plan, uint32_t source, uint32_t destination)
{
    const uint32_t size = sizeof(uint32_t);
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const uint32_t head = vks_plan_head(plan, plan->capacity, source * size, destination * size);
    const uint64_t count = plan->capacity + head;
    struct pass_list without, list;

    if (!arrangement->vectors || plan->capacity == 0)
        assert_int_equal(head, 0);
    else if (head > 0 || arrangement->persistent)
        assert_int_equal(source % 4, head % 4);
    if (arrangement->persistent && plan->primitive != VKSCAN_PRIMITIVE_REDUCE && plan->capacity > 0)
        assert_in_range((destination + 8 - head) % 8, 0, 3);
    assert_in_range(head, 0, 7);
    vks_plan_passes(plan, plan->capacity, &without);
    vks_plan_passes(plan, count, &list);
    assert_int_equal(list.count, without.count);
    assert_true(list.scratch <= plan->scratch_size);
    if (constant_of(plan, SPEC_BY_INDEX) && list.count > 0)
        assert_int_equal(list.pass[0].groups, divide_up(count, plan->tile_size));
}

static void check_head(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t largest = largest_capacity(&gpu, row, primitive, NULL);

    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        const struct plan plan = resolve(&gpu, row->id, primitive, counts[i], NULL);
        for (uint32_t source = 0; source < 5; source++)
            for (uint32_t destination = 0; destination < 9; destination++)
                check_head_of(&plan, source, destination);
    }
}

static void head_padding_fits_into_the_plan(void **state)
{
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .type = VKSCAN_TYPE_F32,
                                 .algorithm = VKSCAN_ALGORITHM_LOOKAHEAD,
                                 .capacity = 1000};
    struct plan plan;

    (void)state;
    for_each_row(check_head);
    assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), VK_SUCCESS);
    assert_int_equal(vks_plan_head(&plan, 1000, 12, 16), 0); /* would regroup floats */
    params.op = VKSCAN_OP_MIN;
    assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), VK_SUCCESS);
    assert_int_equal(vks_plan_head(&plan, 1000, 12, 16) % 4,
                     3); /* minima regroup to the same bits */
}

/* ---- scratch ---- */

static void check_scratch(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t largest = largest_capacity(&gpu, row, primitive, NULL);
    uint64_t before = 0;

    for (uint64_t capacity = 0; capacity < largest; capacity += 1 + capacity / 50) {
        const struct plan plan = resolve(&gpu, row->id, primitive, capacity, NULL);
        assert_true(plan.scratch_size >= VECTOR_BYTES);
        assert_true(plan.scratch_size >= before);
        assert_true(plan.scratch_size <= gpu.max_range);
        assert_true(plan.zeroed_size <= plan.scratch_size);
        before = plan.scratch_size;
    }
}

static void scratch_grows_with_capacity(void **state)
{
    (void)state;
    for_each_row(check_scratch);
}

/* A plan for a large capacity runs any smaller count in the same scratch with its stages. */
static void check_smaller_counts(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t largest = largest_capacity(&gpu, row, primitive, NULL);
    const struct plan plan = resolve(&gpu, row->id, primitive, largest, NULL);
    struct pass_list list;

    for (uint64_t count = 1; count < plan.capacity; count += 1 + count / 3) {
        vks_plan_passes(&plan, count, &list);
        assert_true(list.scratch <= plan.scratch_size);
        for (uint32_t k = 0; k < list.count; k++)
            assert_true(plan.stages[list.pass[k].stage].module[0]);
    }
}

static void smaller_counts_need_nothing_more(void **state)
{
    (void)state;
    for_each_row(check_smaller_counts);
}

/* ---- routes ---- */

/* Each pass of any count has one, and no two are the same. */
static void check_routes_of(const struct algorithm *row, vkscan_primitive primitive,
                            const struct shape *shape)
{
    const uint64_t largest = largest_capacity(&gpu, row, primitive, shape);
    const struct plan plan = resolve(&gpu, row->id, primitive, largest, shape);
    struct route routes[ROUTES_MAX];
    struct pass_list list;
    uint32_t used = 0;

    const uint32_t route_count = vks_plan_routes(&plan, routes);
    assert_in_range(route_count, 1, ROUTES_MAX);
    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        vks_plan_passes(&plan, counts[i], &list);
        for (uint32_t k = 0; k < list.count; k++) {
            const uint32_t route =
                vks_plan_find_route(routes, route_count, vks_plan_route(&list.pass[k]));
            assert_true(route < route_count);
            assert_int_equal(routes[route].port[BINDING_INPUT], list.pass[k].input.port);
            assert_int_equal(routes[route].port[BINDING_OUTPUT], list.pass[k].output.port);
            assert_int_equal(routes[route].port[BINDING_AUXILIARY], list.pass[k].auxiliary.port);
            used |= 1u << route;
        }
    }
    assert_true(used & 1);
    for (uint32_t i = 0; i < route_count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(&routes[i], &routes[k], sizeof(routes[i]));
}

static void check_routes(const struct algorithm *row, vkscan_primitive primitive)
{
    check_routes_of(row, primitive, NULL);
    check_routes_of(row, primitive, &(struct shape){2, 1, 0});
}

static void passes_of_any_count_have_routes(void **state)
{
    (void)state;
    for_each_row(check_routes);
}

/* ---- limits ---- */

/* The smallest tile over the most elements a descriptor reaches: the deepest there can be. */
static void check_largest(const struct algorithm *row, vkscan_primitive primitive)
{
    const struct shape smallest = {2, 1, 0};
    const uint64_t capacity = largest_capacity(&gpu, row, primitive, &smallest);
    const struct plan plan = resolve(&gpu, row->id, primitive, capacity, &smallest);
    struct pass_list list;
    uint64_t moved = 0;

    vks_plan_passes(&plan, capacity, &list);
    assert_true(list.count <= PASSES_MAX);
    assert_true(plan.scratch_size <= UINT32_MAX);
    for (uint32_t k = 0; k < list.count; k++) {
        assert_true(list.pass[k].count <= capacity);
        assert_true(list.pass[k].groups <= capacity);
        moved += list.pass[k].count;
    }
    /* Steps in device memory pass over everything each time; levels get shorter. */
    assert_true(moved <= (is_of_steps(row) ? list.count : 8) * capacity);
}

static void nothing_overflows_at_the_largest_count(void **state)
{
    (void)state;
    for_each_row(check_largest);
}

/* ---- sorts ---- */

static struct plan sort_plan_by(vkscan_algorithm algorithm, vkscan_type type,
                                const vkscan_sort_params *sort, uint64_t capacity)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = type,
                                       .algorithm = algorithm,
                                       .capacity = capacity,
                                       .sort = sort};
    struct caps caps = gpu;
    struct plan plan;

    caps.max_storage_buffers = 6;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
    return plan;
}

static struct plan sort_plan(vkscan_type type, const vkscan_sort_params *sort, uint64_t capacity)
{
    return sort_plan_by(VKSCAN_ALGORITHM_RADIX, type, sort, capacity);
}

static struct plan onesweep_plan(vkscan_type type, const vkscan_sort_params *sort,
                                 uint64_t capacity)
{
    return sort_plan_by(VKSCAN_ALGORITHM_ONESWEEP, type, sort, capacity);
}

static const struct {
    vkscan_type type;
    vkscan_sort_params sort;
    uint32_t digits;
} sorts[] = {
    {VKSCAN_TYPE_U32, {0}, 4},
    {VKSCAN_TYPE_U32, {.end_bit = 24, .value_size = 4}, 3},
    {VKSCAN_TYPE_U32, {.first_bit = 31, .end_bit = 32}, 1},
    {VKSCAN_TYPE_U32, {.end_bit = 17, .flags = VKSCAN_SORT_IN_PLACE}, 4},
    {VKSCAN_TYPE_U8, {.flags = VKSCAN_SORT_IN_PLACE}, 2},
    {VKSCAN_TYPE_U8, {.flags = VKSCAN_SORT_OVERWRITE_SOURCE, .value_size = 16}, 1},
    {VKSCAN_TYPE_F32, {.flags = VKSCAN_SORT_OVERWRITE_SOURCE | VKSCAN_SORT_INDICES}, 5},
    {VKSCAN_TYPE_U64, {.value_size = 8}, 8},
    {VKSCAN_TYPE_F64, {.flags = VKSCAN_SORT_OVERWRITE_SOURCE}, 9},
};

static void assert_place(const struct span *span, const struct span *expected)
{
    assert_int_equal(span->port, expected->port);
    assert_int_equal(span->unit, expected->unit);
    assert_int_equal(span->offset, expected->offset);
}

/* A pass loads where the one before stored, the first from the source, and the last stores in the
 * destination; none stores where it loads, nor in the source unless that may be overwritten. */
static void check_route(const struct plan *plan, const struct pass_list *list)
{
    const bool overwrites = vks_sorting(plan).flags & VKSCAN_SORT_OVERWRITE_SOURCE;
    uint32_t digits = 0, bits = vks_sorting(plan).first_bit;
    struct span at = {.port = PORT_SOURCE, .unit = plan->type->size};

    for (uint32_t i = 0; i < list->count; i++) {
        const struct pass *pass = &list->pass[i];
        if (pass->stage == 0) {
            assert_place(&pass->input, &at);
            assert_int_equal(DIGIT_FIRST(pass->parameter), bits);
            bits += (uint32_t)DIGIT_BITS(pass->parameter);
        } else if (pass->stage == 3) {
            assert_place(&pass->input, &at);
            assert_true(pass->output.port != pass->input.port);
            assert_true(overwrites || pass->output.port != PORT_SOURCE);
            at = pass->output;
            digits++;
        }
    }
    assert_int_equal(digits, vks_sorting(plan).digits);
    assert_int_equal(bits, vks_sorting(plan).end_bit);
    assert_int_equal(at.port, PORT_DESTINATION);
}

static void sorts_take_their_digits_through_the_second_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sorts); i++) {
        const struct plan plan = sort_plan(sorts[i].type, &sorts[i].sort, 1 << 26);
        struct route routes[ROUTES_MAX];
        assert_int_equal(vks_sorting(&plan).digits, sorts[i].digits);
        assert_in_range(vks_plan_routes(&plan, routes), 1, ROUTES_MAX);
        for (uint64_t count = 1; count <= plan.capacity; count *= 8) {
            struct pass_list list;
            vks_plan_passes(&plan, count, &list);
            assert_in_range(list.scratch, 1, plan.scratch_size);
            assert_int_equal(list.zeroed, 0);
            check_route(&plan, &list);
        }
    }
}

/* The passes over the keys are as those of radix, behind one that counts and one that scans. */
static void check_onesweep_route(const struct plan *plan, const struct pass_list *list)
{
    struct span at = {.port = PORT_SOURCE, .unit = plan->type->size};
    uint32_t bits = vks_sorting(plan).first_bit;

    assert_int_equal(list->count, 2 + vks_sorting(plan).digits);
    assert_int_equal(list->pass[0].stage, 0);
    assert_int_equal(list->pass[1].stage, 1);
    for (uint32_t i = 2; i < list->count; i++) {
        const struct pass *pass = &list->pass[i];
        assert_int_equal(pass->stage, 2);
        assert_int_equal(DIGIT_INDEX(pass->parameter), i - 2);
        assert_int_equal(DIGIT_FIRST(pass->parameter), bits);
        assert_place(&pass->input, &at);
        assert_true(pass->output.port != pass->input.port);
        bits += (uint32_t)DIGIT_BITS(pass->parameter);
        at = pass->output;
    }
    assert_int_equal(bits, vks_sorting(plan).end_bit);
    assert_int_equal(at.port, PORT_DESTINATION);
}

static void onesweeps_count_once_and_pass_once_for_each_digit(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sorts); i++) {
        const struct plan plan = onesweep_plan(sorts[i].type, &sorts[i].sort, 1 << 26);
        struct route routes[ROUTES_MAX];
        assert_in_range(vks_plan_routes(&plan, routes), 1, ROUTES_MAX);
        for (uint64_t count = 1; count <= plan.capacity; count *= 8) {
            struct pass_list list;
            vks_plan_passes(&plan, count, &list);
            assert_in_range(list.scratch, 1, plan.scratch_size);
            assert_int_equal(list.zeroed, 0);
            check_onesweep_route(&plan, &list);
        }
    }
}

static uint64_t groups_of(const struct plan *plan, uint64_t count)
{
    struct pass_list list;
    uint64_t groups = 0;

    vks_plan_passes(plan, count, &list);
    for (uint32_t i = 0; i < list.count; i++)
        groups += list.pass[i].groups;
    return groups;
}

/* No step in what a sort costs: workgroups, each of which has a bounded number of keys. */
static void a_twentieth_more_keys_cost_about_a_twentieth_more(void **state)
{
    static const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_RADIX,
                                                  VKSCAN_ALGORITHM_ONESWEEP};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(algorithms); i++) {
        const struct plan plan = sort_plan_by(algorithms[i], VKSCAN_TYPE_U32, NULL, 1 << 28);
        for (uint64_t count = 1 << 16; count < 1 << 27; count += count / 3)
            assert_true(groups_of(&plan, count + count / 20) <= groups_of(&plan, count) * 5 / 4);
    }
}

/* Of the largest capacity, with the most digits: no more passes than a list has room for. */
static void the_largest_sorts_have_room_for_their_passes(void **state)
{
    static const vkscan_sort_params sort = {.flags = VKSCAN_SORT_OVERWRITE_SOURCE};
    static const vkscan_tuning_policy smallest = {VKSCAN_ALGORITHM_RADIX, 128, 1, 0, 0, 0};
    static const uint64_t capacities[] = {1u << 23, (1u << 30) - 512, (1u << 29) + 1};
    struct caps caps = least;
    struct plan plan;
    struct pass_list list;

    (void)state;
    caps.capabilities |= VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;
    for (uint32_t i = 0; i < COUNT_OF(capacities); i++) {
        caps.tuning = (struct tuning){.policies = &smallest, .policy_count = i == 2};
        const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                           .type = VKSCAN_TYPE_U64,
                                           .capacity = capacities[i],
                                           .access = i ? VKSCAN_ACCESS_ADDRESSES : 0,
                                           .sort = &sort};
        assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
        vks_plan_passes(&plan, params.capacity, &list);
        assert_in_range(list.count, 1, PASSES_MAX);
    }
}

/* Of each type, however far a descriptor reaches: kernels index by int, from a vector's start on.
 */
static void addresses_reach_what_an_int_indexes(void **state)
{
    struct caps caps = gpu;

    (void)state;
    caps.capabilities = UINT32_MAX;
    caps.max_range = 1u << 27;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++) {
        const vkscan_plan_params params = {.type = type,
                                           .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                           .access = VKSCAN_ACCESS_ADDRESSES,
                                           .capacity = 1ull << 40};
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
        assert_true(vks_plan_largest_count(&plan) <= 1u << 31);
        assert_true(VECTOR_BYTES + plan.piece * plan.computation.source_size <= 4 * (1ull << 31));
        assert_true(plan.piece > 1u << 28);
    }
}

static void check_least(const struct algorithm *row, vkscan_primitive primitive)
{
    struct caps caps = least;

    for (caps.subgroup_size = 1; caps.subgroup_size <= 128; caps.subgroup_size *= 2) {
        caps.capabilities = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_INT64_ATOMICS;
        const struct plan plan = resolve(&caps, row->id, primitive, 1u << 18, NULL);
        assert_true(plan.shape.workgroup_size <= caps.max_workgroup_size);
        assert_int_equal(plan.shape.workgroup_size % caps.subgroup_size, 0);
        assert_true(vks_shape_shared_memory(&plan.shape, plan.algorithm->arrangement, plan.banks,
                                            4) <= caps.shared_memory);
    }
}

static void shapes_fit_the_least_device(void **state)
{
    (void)state;
    for_each_row(check_least);
}

/* ---- determinism ---- */

#define EVERYWHERE VKSCAN_DETERMINISM_EVERYWHERE

/* Devices that would each group sums in a way of their own. */
static uint32_t make_devices(struct caps devices[4])
{
    static const vkscan_tuning_policy policies[] = {
        {.algorithm = VKSCAN_ALGORITHM_BLELLOCH, .workgroup_size = 1024, .items = 1},
        {.algorithm = VKSCAN_ALGORITHM_SUBGROUP, .workgroup_size = 256, .items = 16},
    };

    devices[0] = least;
    devices[1] = gpu;
    devices[2] = gpu;
    devices[2].vendor_id = 0x10de;
    devices[2].gpu = true;
    devices[2].max_workgroup_count = 1000;
    devices[3] = gpu;
    devices[3].tuning = (struct tuning){.policies = policies, .policy_count = COUNT_OF(policies)};
    for (size_t i = 0; i < 4; i++)
        devices[i].capabilities |=
            VKSCAN_CAPABILITY_FLOAT64 | VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;
    return 4;
}

static void assert_same_passes(const struct plan *a, const struct plan *b, uint64_t count)
{
    struct pass_list left, right;

    vks_plan_passes(a, count, &left);
    vks_plan_passes(b, count, &right);
    assert_int_equal(left.count, right.count);
    for (uint32_t i = 0; i < left.count; i++) {
        assert_int_equal(left.pass[i].stage, right.pass[i].stage);
        assert_int_equal(left.pass[i].count, right.pass[i].count);
        assert_int_equal(left.pass[i].groups, right.pass[i].groups);
    }
}

static uint32_t stage_constant(const struct plan *plan, uint32_t stage, uint32_t id)
{
    const struct constants *list = &plan->stages[stage].constants;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->id[i] == id)
            return list->value[i];
    fail();
    return 0;
}

/* The device's parts of a piece are whole tiles, within its reach, at the start of a descriptor. */
static void assert_parts(const struct caps *caps, const struct plan *plan)
{
    const uint64_t reach = vks_plan_reach(caps, plan);

    assert_true(plan->part <= reach);
    assert_int_equal(plan->piece % plan->part, 0);
    assert_true(plan->part == plan->piece || (plan->part % plan->tile_size == 0 &&
                                              plan->part % 256 == 0 && 2 * plan->part > reach));
}

static void assert_one_tree(const struct plan *plan, const struct plan *first, uint32_t tile,
                            uint64_t piece)
{
    assert_int_equal(plan->algorithm->id, VKSCAN_ALGORITHM_BLELLOCH);
    assert_int_equal(plan->tile_size, tile);
    assert_int_equal(plan->shape.workgroup_size, 128);
    assert_int_equal(plan->piece, piece);
    assert_false(plan->pads);
    for (uint64_t count = 1; count <= piece; count = 5 * count + 1)
        assert_same_passes(plan, first, count);
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES && plan->stages[i].module[0]; i++) {
        assert_int_equal(stage_constant(plan, i, SPEC_ITEMS), plan->items);
        if (strncmp(plan->stages[i].module, "blelloch_reduce", 15) == 0)
            assert_int_equal(stage_constant(plan, i, SPEC_COMMUTATIVE), 0);
        else
            assert_int_equal(strncmp(plan->stages[i].module, "blelloch_scan", 13), 0);
    }
}

/* Tiles, pieces and passes are those of the types, on whatever device, by whatever access. */
static void everywhere_there_is_one_tree(void **state)
{
    static const struct {
        vkscan_type type, out_type;
        uint32_t tile, larger; /* elements; bytes */
    } rows[] = {
        {VKSCAN_TYPE_F32, 0, 4096, 4},
        {VKSCAN_TYPE_F64, 0, 2048, 8},
        {VKSCAN_TYPE_F16, 0, 4096, 2},
        {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32, 4096, 4},
        {VKSCAN_TYPE_F32, VKSCAN_TYPE_F64, 2048, 8},
        {VKSCAN_TYPE_F32X2, 0, 2048, 8},
        {VKSCAN_TYPE_F32X3, 0, 1024, 12},
        {VKSCAN_TYPE_F32X4, 0, 512, 16},
    };
    struct caps devices[4];
    const uint32_t device_count = make_devices(devices);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
            const bool reverse = p == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
            vkscan_plan_params params = {.primitive = p,
                                         .flags = reverse ? VKSCAN_PLAN_REVERSE : 0,
                                         .op = i % 2 ? VKSCAN_OP_ADD : VKSCAN_OP_MUL,
                                         .type = rows[i].type,
                                         .out_type = rows[i].out_type,
                                         .capacity = 1ull << 33,
                                         .determinism = EVERYWHERE};
            struct plan first, plan;
            assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &first),
                             rows[i].tile == 2048 && rows[i].type != VKSCAN_TYPE_F32X2
                                 ? RESULT_UNSUPPORTED /* without f64 */
                                 : VK_SUCCESS);
            assert_int_equal(vks_plan_resolve(&devices[0], &params, &errors, &first), VK_SUCCESS);
            for (uint32_t k = 0; k < 2 * device_count; k++) {
                params.access = k % 2 ? VKSCAN_ACCESS_ADDRESSES : VKSCAN_ACCESS_DESCRIPTOR_SETS;
                params.algorithm = k % 3 ? VKSCAN_ALGORITHM_AUTO : VKSCAN_ALGORITHM_BLELLOCH;
                assert_int_equal(vks_plan_resolve(&devices[k / 2], &params, &errors, &plan),
                                 VK_SUCCESS);
                assert_one_tree(&plan, &first, rows[i].tile,
                                reverse ? (1u << 26) / rows[i].larger / 256 * 256 : 1u << 30);
                assert_parts(&devices[k / 2], &plan);
            }
        }
}

/* Of elements that are larger in the source, too: 12 bytes would make tiles of 1280. */
static void everywhere_tiles_go_by_the_destination(void **state)
{
    static const uint32_t sizes[][3] = {{12, 8, 2048}, {12, 4, 4096}, {16, 4, 4096}, {4, 16, 512}};
    static const vkscan_operator_module modules[] = {{.name = "blelloch_reduce"},
                                                     {.name = "blelloch_scan"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
            const vkscan_operator user = {.name = "user",
                                          .input_size = sizes[i][0],
                                          .element_size = sizes[i][1],
                                          .modules = modules,
                                          .module_count = COUNT_OF(modules)};
            const vkscan_plan_params params = {.primitive = p,
                                               .user_operator = &user,
                                               .capacity = 1ull << 33,
                                               .determinism = EVERYWHERE};
            const struct op op = vks_operator_op(&user);
            struct plan plan;
            assert_int_equal(vks_plan_resolve_with(&least, &params, &op, NULL, &errors, &plan),
                             VK_SUCCESS);
            assert_int_equal(plan.tile_size, sizes[i][2]);
            assert_parts(&least, &plan);
        }
}

int main(void)
{
    const struct CMUnitTest plan[] = {
        cmocka_unit_test(passes_lead_from_the_source_to_the_destination),
        cmocka_unit_test(the_seed_enters_once),
        cmocka_unit_test(passes_stay_within_scratch),
        cmocka_unit_test(head_padding_fits_into_the_plan),
        cmocka_unit_test(scratch_grows_with_capacity),
        cmocka_unit_test(smaller_counts_need_nothing_more),
        cmocka_unit_test(passes_of_any_count_have_routes),
        cmocka_unit_test(nothing_overflows_at_the_largest_count),
        cmocka_unit_test(addresses_reach_what_an_int_indexes),
        cmocka_unit_test(sorts_take_their_digits_through_the_second_buffer),
        cmocka_unit_test(onesweeps_count_once_and_pass_once_for_each_digit),
        cmocka_unit_test(a_twentieth_more_keys_cost_about_a_twentieth_more),
        cmocka_unit_test(the_largest_sorts_have_room_for_their_passes),
        cmocka_unit_test(shapes_fit_the_least_device),
        cmocka_unit_test(everywhere_there_is_one_tree),
        cmocka_unit_test(everywhere_tiles_go_by_the_destination),
    };
    return cmocka_run_group_tests(plan, NULL, NULL);
}
