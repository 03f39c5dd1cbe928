/* SPDX-License-Identifier: MIT */
/*
 * What holds of every plan: scratch, passes, routes, reach. What particular ones are is in
 * plans.txt. Links the files that call no Vulkan and nothing else, so that a slip does not link.
 */
#include "../support/cases.h"
#include "../support/sized_params.h"
#include "interface.h"
#include "operator.h"
#include "resolve.h"
#include "sort.h"
#include "textbook.h"

static const struct report quiet = {0};

/* A large GPU. */
static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT |
                    VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
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
        vks_plan_resolve_with(caps, &params, vks_element_op(VKSCAN_OP_ADD), shape, &quiet, &plan),
        VK_SUCCESS);
    return plan;
}

/* The largest capacity of one piece that is not refused, at most what a descriptor reaches. */
static uint64_t largest_capacity(const struct algorithm *row, vkscan_primitive primitive,
                                 const struct shape *shape)
{
    uint64_t taken = 0, refused = gpu.max_range;

    while (refused - taken > 1) {
        const vkscan_plan_params params = {.primitive = primitive,
                                           .algorithm = row->id,
                                           .capacity = taken + (refused - taken) / 2};
        struct plan plan;
        if (vks_plan_resolve_with(&gpu, &params, vks_element_op(VKSCAN_OP_ADD), shape, &quiet,
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

/* Bytes that a pass has in scratch besides its input and output. */
static uint64_t auxiliary_size(const struct plan *plan, const struct pass *pass)
{
    if (plan->zeroed_size > 0)
        return plan->zeroed_size;
    return pass->groups > 1 ? pass->groups * plan->type->size : 0;
}

/* Its stage exists, it has work, the source is only read, and what it has in scratch is within it.
 */
static void check_pass(const struct plan *plan, const struct pass *pass)
{
    const uint64_t input_size = pass->count * plan->type->size;

    assert_true(plan->stages[pass->stage].module);
    assert_in_range(pass->count, 1, plan->capacity);
    assert_in_range(pass->groups, 1, plan->capacity);
    assert_int_not_equal(pass->output.port, PORT_SOURCE);
    assert_int_not_equal(pass->auxiliary.port, PORT_SOURCE);
    if (pass->input.port == PORT_SCRATCH)
        assert_true(pass->input.offset + input_size <= plan->scratch_size);
    if (pass->auxiliary.port == PORT_SCRATCH)
        assert_true(pass->auxiliary.offset + auxiliary_size(plan, pass) <= plan->scratch_size);
    assert_int_equal(pass->output.offset % VECTOR_BYTES, 0);
    assert_int_equal(pass->auxiliary.offset % pass->auxiliary.unit, 0);
}

/* A plan with its routes, no two of which are the same. */
struct routed {
    struct plan plan;
    struct route routes[ROUTES_MAX];
    uint32_t route_count;
};

static struct routed find_routes(struct plan plan)
{
    struct routed r = {.plan = plan};

    r.route_count = vks_plan_routes(&plan, r.routes);
    assert_in_range(r.route_count, 1, ROUTES_MAX);
    for (uint32_t i = 0; i < r.route_count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(&r.routes[i], &r.routes[k], sizeof(r.routes[i]));
    return r;
}

/* One leads where the pass does. */
static void check_route(const struct routed *r, const struct pass *pass)
{
    const uint32_t route = vks_plan_find_route(r->routes, r->route_count, vks_plan_route(pass));

    assert_true(route < r->route_count);
    assert_int_equal(r->routes[route].port[BINDING_INPUT], pass->input.port);
    assert_int_equal(r->routes[route].port[BINDING_OUTPUT], pass->output.port);
    assert_int_equal(r->routes[route].port[BINDING_AUXILIARY], pass->auxiliary.port);
}

/* From the source to the destination, and the seed enters once. Levels get shorter; steps in device
 * memory each pass over everything. */
static void check_passes(const struct routed *routed, uint64_t count)
{
    const struct plan *plan = &routed->plan;
    const bool steps = plan->algorithm->arrangement == &vks_textbook_step;
    struct pass_list list;
    uint64_t seeded = 0, moved = 0;

    vks_plan_passes(plan, count, &list);
    assert_in_range(list.count, 1, PASSES_MAX);
    assert_true(list.scratch <= plan->scratch_size);
    assert_int_equal(list.pass[0].input.port, PORT_SOURCE);
    assert_int_equal(list.pass[list.count - 1].output.port, PORT_DESTINATION);
    for (uint32_t k = 0; k < list.count; k++) {
        check_pass(plan, &list.pass[k]);
        check_route(routed, &list.pass[k]);
        seeded += list.pass[k].seeded;
        moved += list.pass[k].count;
    }
    assert_int_equal(seeded, 1);
    assert_true(moved <= (steps ? list.count : 8) * plan->capacity);
}

static void check_passes_of(const struct algorithm *row, vkscan_primitive primitive,
                            const struct shape *shape)
{
    const uint64_t largest = largest_capacity(row, primitive, shape);
    const struct routed whole = find_routes(resolve(&gpu, row->id, primitive, largest, shape));

    for (uint64_t count = 1; count < largest; count += 1 + count / 3)
        check_passes(&whole, count);
    check_passes(&whole, largest);
    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        const struct routed r = find_routes(resolve(&gpu, row->id, primitive, counts[i], shape));
        for (size_t j = 0; j <= i; j++)
            check_passes(&r, counts[j]);
    }
}

/* As the library has it; of persistent workgroups one for each tile, or one; the smallest tile,
 * with which there are the most levels. */
static void check_row(const struct algorithm *row, vkscan_primitive primitive)
{
    static const struct shape shapes[] = {{64, 1, 0}, {64, 1, 1}, {2, 1, 0}};

    check_passes_of(row, primitive, NULL);
    for (size_t i = 0; i < COUNT_OF(shapes); i++)
        check_passes_of(row, primitive, &shapes[i]);
}

TEST(passes_lead_from_the_source_to_the_destination)
{
    for_each_row(check_row);
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
    const uint64_t largest = largest_capacity(row, primitive, NULL);

    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        const struct plan plan = resolve(&gpu, row->id, primitive, counts[i], NULL);
        for (uint32_t source = 0; source < 5; source++)
            for (uint32_t destination = 0; destination < 9; destination++)
                check_head_of(&plan, source, destination);
    }
}

TEST(head_padding_fits_into_the_plan)
{
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .type = VKSCAN_TYPE_F32,
                                 .algorithm = VKSCAN_ALGORITHM_LOOKAHEAD,
                                 .capacity = 1000};
    struct plan plan;

    for_each_row(check_head);
    assert_int_equal(vks_plan_resolve(&gpu, &params, &quiet, &plan), VK_SUCCESS);
    assert_int_equal(vks_plan_head(&plan, 1000, 12, 16), 0); /* would regroup floats */
    params.op = VKSCAN_OP_MIN;
    assert_int_equal(vks_plan_resolve(&gpu, &params, &quiet, &plan), VK_SUCCESS);
    assert_int_equal(vks_plan_head(&plan, 1000, 12, 16) % 4,
                     3); /* minima regroup to the same bits */
}

/* ---- scratch ---- */

static void check_scratch(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t largest = largest_capacity(row, primitive, NULL);
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

TEST(scratch_grows_with_capacity)
{
    for_each_row(check_scratch);
}

/* ---- sorts ---- */

static struct plan sort_plan(vkscan_algorithm algorithm, vkscan_type type,
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
    assert_int_equal(vks_plan_resolve(&caps, &params, &quiet, &plan), VK_SUCCESS);
    return plan;
}

static const struct {
    vkscan_type type;
    vkscan_sort_params sort;
} sorts[] = {
    {VKSCAN_TYPE_U32, {0}},
    {VKSCAN_TYPE_U32, {.end_bit = 24, .value_size = 4}},
    {VKSCAN_TYPE_U32, {.first_bit = 31, .end_bit = 32}},
    {VKSCAN_TYPE_U32, {.end_bit = 17, .flags = VKSCAN_SORT_IN_PLACE_BIT}},
    {VKSCAN_TYPE_U8, {.flags = VKSCAN_SORT_IN_PLACE_BIT}},
    {VKSCAN_TYPE_U8, {.flags = VKSCAN_SORT_OVERWRITE_SOURCE_BIT, .value_size = 16}},
    {VKSCAN_TYPE_F32, {.flags = VKSCAN_SORT_OVERWRITE_SOURCE_BIT | VKSCAN_SORT_INDICES_BIT}},
    {VKSCAN_TYPE_U64, {.value_size = 8}},
    {VKSCAN_TYPE_F64, {.flags = VKSCAN_SORT_OVERWRITE_SOURCE_BIT}},
};

static const vkscan_algorithm sorting[] = {VKSCAN_ALGORITHM_RADIX, VKSCAN_ALGORITHM_ONESWEEP};

static void assert_place(const struct span *span, const struct span *expected)
{
    assert_int_equal(span->port, expected->port);
    assert_int_equal(span->unit, expected->unit);
    assert_int_equal(span->offset, expected->offset);
}

/* Keys are counted and moved from where they were stored before, the first time from the source,
 * and at last into the destination; never where they lie, nor into the source unless that may be
 * overwritten. */
static void check_digits(const struct plan *plan, const struct pass_list *list)
{
    const bool overwrites = vks_sorting(plan).flags & VKSCAN_SORT_OVERWRITE_SOURCE_BIT;
    const bool is_radix = plan->algorithm->id == VKSCAN_ALGORITHM_RADIX;
    const uint32_t reads = is_radix ? STAGE_HISTOGRAM : STAGE_COUNT,
                   moves = is_radix ? STAGE_SCATTER : STAGE_SWEEP;
    uint32_t digits = 0, bits = vks_sorting(plan).first_bit;
    struct span at = {.port = PORT_SOURCE, .unit = plan->type->size};

    for (uint32_t i = 0; i < list->count; i++) {
        const struct pass *pass = &list->pass[i];
        if (pass->stage == reads || pass->stage == moves)
            assert_place(&pass->input, &at);
        if (pass->stage != moves)
            continue;
        assert_true(pass->output.port != pass->input.port);
        assert_true(overwrites || pass->output.port != PORT_SOURCE);
        assert_int_equal(DIGIT_FIRST(pass->parameter), bits);
        bits += (uint32_t)DIGIT_BITS(pass->parameter);
        at = pass->output;
        digits++;
    }
    assert_int_equal(digits, vks_sorting(plan).digits);
    assert_int_equal(bits, vks_sorting(plan).end_bit);
    assert_int_equal(at.port, PORT_DESTINATION);
}

TEST(sorts_take_their_digits_through_the_second_buffer)
{
    for (size_t i = 0; i < 2 * COUNT_OF(sorts); i++) {
        const struct plan plan =
            sort_plan(sorting[i % 2], sorts[i / 2].type, &sorts[i / 2].sort, 1 << 26);
        struct route routes[ROUTES_MAX];
        assert_in_range(vks_plan_routes(&plan, routes), 1, ROUTES_MAX);
        for (uint64_t count = 1; count <= plan.capacity; count *= 8) {
            struct pass_list list;
            vks_plan_passes(&plan, count, &list);
            assert_in_range(list.scratch, 1, plan.scratch_size);
            assert_int_equal(list.zeroed, 0);
            check_digits(&plan, &list);
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
TEST(a_twentieth_more_keys_cost_about_a_twentieth_more)
{
    for (size_t i = 0; i < COUNT_OF(sorting); i++) {
        const struct plan plan = sort_plan(sorting[i], VKSCAN_TYPE_U32, NULL, 1 << 28);
        for (uint64_t count = 1 << 16; count < 1 << 27; count += count / 3)
            assert_true(groups_of(&plan, count + count / 20) <= groups_of(&plan, count) * 5 / 4);
    }
}

/* Of the largest capacity, with the most digits: no more passes than a list has room for. */
TEST(the_largest_sorts_have_room_for_their_passes)
{
    static const vkscan_sort_params sort = {.struct_size = sizeof(vkscan_sort_params),
                                            .flags = VKSCAN_SORT_OVERWRITE_SOURCE_BIT};
    static const vkscan_tuning_policy smallest = POLICY(VKSCAN_ALGORITHM_RADIX, 128, 1, 0, 0, 0);
    static const uint64_t capacities[] = {1u << 23, (1u << 30) - 512, (1u << 29) + 1};
    struct caps caps = least;
    struct plan plan;
    struct pass_list list;

    caps.capabilities |= VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT;
    for (uint32_t i = 0; i < COUNT_OF(capacities); i++) {
        caps.tuning = (struct tuning){.policies = &smallest, .policy_count = i == 2};
        const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                           .type = VKSCAN_TYPE_U64,
                                           .capacity = capacities[i],
                                           .access = i ? VKSCAN_ACCESS_ADDRESSES : 0,
                                           .sort = &sort};
        assert_int_equal(vks_plan_resolve(&caps, &params, &quiet, &plan), VK_SUCCESS);
        vks_plan_passes(&plan, params.capacity, &list);
        assert_in_range(list.count, 1, PASSES_MAX);
    }
}

/* Of each type, however far a descriptor reaches: kernels index by int, from a vector's start on.
 */
TEST(addresses_reach_what_an_int_indexes)
{
    struct caps caps = gpu;

    caps.capabilities = UINT32_MAX;
    caps.max_range = 1u << 27;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++) {
        const vkscan_plan_params params = {.type = type,
                                           .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                           .access = VKSCAN_ACCESS_ADDRESSES,
                                           .capacity = 1ull << 40};
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&caps, &params, &quiet, &plan), VK_SUCCESS);
        assert_true(vks_plan_largest_count(&plan) <= 1u << 31);
        assert_true(VECTOR_BYTES + plan.piece * plan.computation.source_size <= 4 * (1ull << 31));
        assert_true(plan.piece > 1u << 28);
    }
}

static void check_least(const struct algorithm *row, vkscan_primitive primitive)
{
    struct caps caps = least;

    for (caps.subgroup_size = 1; caps.subgroup_size <= 128; caps.subgroup_size *= 2) {
        caps.capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT;
        const struct plan plan = resolve(&caps, row->id, primitive, 1u << 18, NULL);
        assert_true(plan.shape.workgroup_size <= caps.max_workgroup_size);
        assert_int_equal(plan.shape.workgroup_size % caps.subgroup_size, 0);
        assert_true(vks_shape_shared_memory(&plan.shape, plan.algorithm->arrangement, plan.banks,
                                            4) <= caps.shared_memory);
    }
}

TEST(shapes_fit_the_least_device)
{
    for_each_row(check_least);
}

RUN_TESTS(plan)
