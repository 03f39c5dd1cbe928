/* SPDX-License-Identifier: MIT */
/*
 * What holds of the passes and routes of every plan. What particular ones are is in plans.txt.
 * Links the files that call no Vulkan and nothing else, so that a slip does not link.
 */
#include "../support/cases.h"
#include "../support/sized_params.h"
#include "interface.h"
#include "primitive.h"
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

static VkResult resolve(const struct algorithm *row, vkscan_primitive primitive, uint64_t capacity,
                        const struct shape *shape, struct plan *plan)
{
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = row->id,
                                       .capacity = capacity};

    return vks_plan_resolve_with(&gpu, &params, vks_element_op(VKSCAN_OP_ADD), shape, &quiet, plan);
}

/* The largest capacity of one piece that is not refused, at most what a descriptor reaches. */
static uint64_t largest_capacity(const struct algorithm *row, vkscan_primitive primitive,
                                 const struct shape *shape)
{
    uint64_t taken = 0, refused = gpu.max_range;

    while (refused - taken > 1) {
        const uint64_t middle = taken + (refused - taken) / 2;
        struct plan plan;
        if (resolve(row, primitive, middle, shape, &plan) == VK_SUCCESS && plan.piece == middle)
            taken = middle;
        else
            refused = middle;
    }
    return taken;
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

static struct routed find_routes(const struct algorithm *row, vkscan_primitive primitive,
                                 uint64_t capacity, const struct shape *shape)
{
    struct routed r;

    assert_int_equal(resolve(row, primitive, capacity, shape, &r.plan), VK_SUCCESS);
    r.route_count = vks_plan_routes(&r.plan, r.routes);
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
    const struct routed whole = find_routes(row, primitive, largest, shape);

    for (uint64_t count = 1; count < largest; count += 1 + count / 3)
        check_passes(&whole, count);
    check_passes(&whole, largest);
    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= largest; i++) {
        const struct routed r = find_routes(row, primitive, counts[i], shape);
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
    const struct algorithm *row;

    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
            if (row->primitives & 1u << p)
                check_row(row, p);
}

RUN_TESTS(plan)
