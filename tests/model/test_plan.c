/* SPDX-License-Identifier: MIT */
/*
 * The arithmetic of plans: levels, scratch, limits, choice. Links the files that call no Vulkan and
 * nothing else, so that a slip does not link.
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

/* Levels until one tile holds all. */
static uint32_t level_count(uint64_t count, uint32_t tile_size)
{
    uint32_t levels = 1;

    for (; count > tile_size; count = divide_up(count, tile_size))
        levels++;
    return levels;
}

static const uint64_t counts[] = {1,    2,    127,     128,      129,
                                  4096, 4097, 1000003, 1u << 28, (1u << 30) - 1};

static uint32_t log2_up(uint64_t count)
{
    uint32_t exponent = 0;

    while (count > 1ull << exponent)
        exponent++;
    return exponent;
}

static uint32_t one_or_more(uint32_t n)
{
    return n > 0 ? n : 1;
}

static bool is_single(const struct algorithm *row)
{
    return row->arrangement->persistent || row->id == VKSCAN_ALGORITHM_CHAINED;
}

/* Steps in device memory, each over all elements. */
static bool is_of_steps(const struct algorithm *row)
{
    return row->arrangement == &vks_textbook_step;
}

/* Up to four tiles one workgroup takes alone; else there are 2048 results at most. */
static uint32_t tree_dispatches(uint64_t count, uint32_t tile_size)
{
    uint32_t passes = 1;

    for (; count > 4 * (uint64_t)tile_size; passes++) {
        const uint64_t tiles = divide_up(count, tile_size);
        count = tiles < 2048 ? tiles : 2048;
    }
    return passes;
}

/* Dispatches. Scans go up the levels and down again, through the top once. */
static uint32_t dispatches(const struct algorithm *row, uint64_t count, uint32_t tile_size)
{
    if (is_single(row))
        return 1;
    if (row->id == VKSCAN_ALGORITHM_DIRECT || (row->id == VKSCAN_ALGORITHM_NAIVE && count == 2))
        return 2;
    if (is_of_steps(row))
        return one_or_more(log2_up(count));
    if (row->id == VKSCAN_ALGORITHM_BLELLOCH && row->primitives & PRIMITIVES_REDUCE)
        return tree_dispatches(count, tile_size);
    if (row->primitives & PRIMITIVES_REDUCE)
        return level_count(count, tile_size);
    return 2 * level_count(count, tile_size) - 1;
}

static void check_dispatches(const struct algorithm *row, vkscan_primitive primitive)
{
    const uint64_t capacity = largest_capacity(&gpu, row, primitive, NULL);
    const struct plan plan = resolve(&gpu, row->id, primitive, capacity, NULL);

    for (size_t i = 0; i < COUNT_OF(counts) && counts[i] <= capacity; i++) {
        struct pass_list list;
        vks_plan_passes(&plan, counts[i], &list);
        assert_int_equal(list.count, dispatches(row, counts[i], plan.tile_size));
        assert_int_equal(list.pass[0].input.port, PORT_SOURCE);
        assert_int_equal(list.pass[list.count - 1].output.port, PORT_DESTINATION);
        for (uint32_t k = 0; k < list.count; k++) {
            assert_int_not_equal(list.pass[k].output.port, PORT_SOURCE);
            assert_int_not_equal(list.pass[k].auxiliary.port, PORT_SOURCE);
            assert_true(list.pass[k].groups > 0);
        }
    }
}

static void there_are_as_many_dispatches_as_the_algorithm_has(void **state)
{
    (void)state;
    for_each_row(check_dispatches);
}

static void check_nothing(const struct algorithm *row, vkscan_primitive primitive)
{
    const struct plan plan = resolve(&gpu, row->id, primitive, 0, NULL);
    struct pass_list list;

    vks_plan_passes(&plan, 0, &list);
    assert_int_equal(list.count, primitive == VKSCAN_PRIMITIVE_REDUCE);
}

static void nothing_takes_no_pass_but_a_reduction_one(void **state)
{
    (void)state;
    for_each_row(check_nothing);
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
    const uint64_t tiles = divide_up(pass->count, plan->tile_size);

    if (plan->algorithm->id == VKSCAN_ALGORITHM_CHAINED)
        return 4 * CHAIN_WORDS(tiles, 1);
    if (plan->algorithm->id == VKSCAN_ALGORITHM_SINGLE)
        return 4 * PARTIAL_WORDS(pass->groups, 1);
    if (is_single(plan->algorithm))
        return 4 * TILE_STATE_WORDS(tiles, 1);
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

/* ---- second ports ---- */

static bool has_second_source(const struct plan *plan)
{
    return plan->second_bits > 0;
}

/* A primitive that has a port of each element. */
static const struct port many_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {"source", 0, EXTENT_CAPACITY},
    [PORT_DESTINATION] = {"destination", 0, EXTENT_CAPACITY, ELEMENT_OF_DESTINATION,
                          .written = true},
    [PORT_SCRATCH] = {"scratch", 0, EXTENT_SCRATCH, .written = true},
    [PORT_TOTAL] = {"number", 0, EXTENT_ONE, ELEMENT_WORD, .written = true,
                    .operand = OPERAND_TOTAL, .flag = VKSCAN_PLAN_TOTAL_IN_BUFFER},
    [PORT_SECOND_SOURCE] = {"second_source", 0, EXTENT_CAPACITY, ELEMENT_SECOND, .second = true,
                            .exists = has_second_source},
    [PORT_ARGUMENTS] = {"arguments", 0, EXTENT_ONE, ELEMENT_ARGUMENTS, .written = true,
                        .operand = OPERAND_ARGUMENTS},
};

static struct plan plan_of_many_ports(uint64_t capacity, uint32_t second_bits)
{
    struct plan plan =
        resolve(&gpu, VKSCAN_ALGORITHM_SUBGROUP, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, capacity, NULL);

    plan.ports = many_ports;
    plan.second_bits = second_bits;
    plan.has_second = vks_plan_has_second_port(&plan);
    return plan;
}

static void ports_have_the_size_of_their_elements(void **state)
{
    static const struct {
        uint32_t bits, size;
        uint64_t bytes; /* of 1001 elements */
    } rows[] = {{1, 0, 128}, {2, 0, 252}, {8, 1, 1001}, {32, 4, 4004}, {96, 12, 12012}};
    const struct port *second = &many_ports[PORT_SECOND_SOURCE];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct plan plan = plan_of_many_ports(1001, rows[i].bits);
        assert_int_equal(vks_plan_bindings(&plan), 6);
        assert_int_equal(vks_plan_element_size(&plan, second), rows[i].size);
        assert_int_equal(vks_plan_port_size(&plan, second), rows[i].bytes);
        assert_int_equal(vks_plan_port_size(&plan, &many_ports[PORT_SOURCE]), 4004);
        assert_int_equal(vks_plan_port_size(&plan, &many_ports[PORT_ARGUMENTS]), 12);
    }
}

static void plans_have_the_ports_that_exist(void **state)
{
    struct plan plan = plan_of_many_ports(1001, 0);

    (void)state;
    assert_int_equal(vks_plan_bindings(&plan), 4);
    assert_int_equal(vks_plan_port_size(&plan, &many_ports[PORT_SECOND_SOURCE]), 0);
    assert_int_equal(vks_plan_port_size(&plan, &many_ports[PORT_SECOND_DESTINATION]), 0);
    assert_int_equal(vks_plan_port_size(&plan, &many_ports[PORT_TOTAL]), 0);
    assert_int_equal(vks_plan_port_operands(&plan), OPERAND_ARGUMENTS);
    plan.flags = VKSCAN_PLAN_TOTAL_IN_BUFFER;
    assert_int_equal(vks_plan_port_size(&plan, &many_ports[PORT_TOTAL]), 4);
    assert_int_equal(vks_plan_port_operands(&plan), OPERAND_ARGUMENTS | OPERAND_TOTAL);
}

/* Of elements of 16 bytes fewer, and of bits multiples of what descriptors are aligned to. */
static void pieces_go_by_the_second_port_too(void **state)
{
    static const struct {
        uint32_t bits;
        uint64_t piece;
    } rows[] = {{32, (1ull << 30) - 256},
                {128, (1ull << 28) - 256},
                {8, (1ull << 30) - 256},
                {1, (1ull << 30) - 2048}};
    struct caps caps = gpu;

    (void)state;
    caps.range_alignment = 256;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct plan plan = plan_of_many_ports(1ull << 32, rows[i].bits);
        assert_int_equal(vks_plan_piece_limit(&caps, &plan), rows[i].piece);
    }
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

/* A histogram, a scan of 256 counts for each tile by levels, and a scatter. */
static uint32_t passes_of_digit(const struct plan *plan, uint64_t count)
{
    const uint32_t scan_tile = plan->shape.workgroup_size * 2 * 4;

    return 2 + 2 * level_count(256 * divide_up(count, plan->tile_size), scan_tile) - 1;
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
    const bool overwrites = plan->sorting.flags & VKSCAN_SORT_OVERWRITE_SOURCE;
    uint32_t digits = 0, bits = plan->sorting.first_bit;
    struct span at = {.port = PORT_SOURCE, .unit = plan->type->size};

    for (uint32_t i = 0; i < list->count; i++) {
        const struct pass *pass = &list->pass[i];
        if (pass->stage == 0) {
            assert_place(&pass->input, &at);
            assert_int_equal(DIGIT_FIRST(pass->stride), bits);
            bits += (uint32_t)DIGIT_BITS(pass->stride);
        } else if (pass->stage == 3) {
            assert_place(&pass->input, &at);
            assert_true(pass->output.port != pass->input.port);
            assert_true(overwrites || pass->output.port != PORT_SOURCE);
            at = pass->output;
            digits++;
        }
    }
    assert_int_equal(digits, plan->sorting.digits);
    assert_int_equal(bits, plan->sorting.end_bit);
    assert_int_equal(at.port, PORT_DESTINATION);
}

static void sorts_take_their_digits_through_the_second_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sorts); i++) {
        const struct plan plan = sort_plan(sorts[i].type, &sorts[i].sort, 1 << 26);
        struct route routes[ROUTES_MAX];
        assert_int_equal(plan.sorting.digits, sorts[i].digits);
        assert_in_range(vks_plan_routes(&plan, routes), 1, ROUTES_MAX);
        for (uint64_t count = 1; count <= plan.capacity; count *= 8) {
            struct pass_list list;
            vks_plan_passes(&plan, count, &list);
            assert_int_equal(list.count, sorts[i].digits * passes_of_digit(&plan, count));
            assert_in_range(list.scratch, 1, plan.scratch_size);
            assert_int_equal(list.zeroed, 0);
            check_route(&plan, &list);
        }
    }
}

/* The keys and values of the second buffer, unless the source is it or there is one digit, and the
 * counts of one digit with their levels. */
static void sorts_have_room_for_a_second_buffer_and_counts(void **state)
{
    const uint64_t capacity = 1 << 20, of_tiles = 256 * (capacity / 2048) * 4, level = 64 * 4;

    static const struct {
        vkscan_sort_params sort;
        uint64_t second; /* bytes of the second buffer, for each key */
    } rows[] = {
        {{0}, 4},
        {{.value_size = 16}, 20},
        {{.flags = VKSCAN_SORT_INDICES}, 8},
        {{.end_bit = 8, .value_size = 16}, 0},
        {{.flags = VKSCAN_SORT_OVERWRITE_SOURCE, .value_size = 8}, 0},
        {{.flags = VKSCAN_SORT_OVERWRITE_SOURCE | VKSCAN_SORT_INDICES}, 4},
        {{.end_bit = 8, .flags = VKSCAN_SORT_IN_PLACE}, 4},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct plan plan = sort_plan(VKSCAN_TYPE_U32, &rows[i].sort, capacity);
        assert_int_equal(plan.tile_size, 2048);
        assert_int_equal(plan.scratch_size, rows[i].second * capacity + of_tiles + level);
    }
}

/* The passes over the keys are as those of radix, behind one that counts and one that scans. */
static void check_onesweep_route(const struct plan *plan, const struct pass_list *list)
{
    struct span at = {.port = PORT_SOURCE, .unit = plan->type->size};
    uint32_t bits = plan->sorting.first_bit;

    assert_int_equal(list->count, 2 + plan->sorting.digits);
    assert_int_equal(list->pass[0].stage, 0);
    assert_int_equal(list->pass[1].stage, 1);
    for (uint32_t i = 2; i < list->count; i++) {
        const struct pass *pass = &list->pass[i];
        assert_int_equal(pass->stage, 2);
        assert_int_equal(DIGIT_INDEX(pass->stride), i - 2);
        assert_int_equal(DIGIT_FIRST(pass->stride), bits);
        assert_place(&pass->input, &at);
        assert_true(pass->output.port != pass->input.port);
        bits += (uint32_t)DIGIT_BITS(pass->stride);
        at = pass->output;
    }
    assert_int_equal(bits, plan->sorting.end_bit);
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

static void one_tile_is_one_pass(void **state)
{
    static const vkscan_sort_params large = {.value_size = 8, .flags = VKSCAN_SORT_IN_PLACE},
                                    small = {.value_size = 4, .flags = VKSCAN_SORT_IN_PLACE};
    const uint32_t tile = onesweep_plan(VKSCAN_TYPE_U32, NULL, 1).tile_size;
    const struct {
        const vkscan_sort_params *sort;
        uint64_t capacity;
        uint32_t passes;
    } rows[] = {{NULL, tile, 1}, {NULL, tile + 1, 6}, {&small, tile, 1}, {&large, tile, 6}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct plan plan = onesweep_plan(VKSCAN_TYPE_U32, rows[i].sort, rows[i].capacity);
        struct pass_list list;
        vks_plan_passes(&plan, 1, &list);
        assert_int_equal(list.count, rows[i].passes);
        assert_int_equal(plan.scratch_size == VECTOR_BYTES, rows[i].passes == 1);
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

/* Beyond its limit AUTO takes radix. */
static void onesweep_has_a_limit(void **state)
{
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                 .type = VKSCAN_TYPE_U8,
                                 .algorithm = VKSCAN_ALGORITHM_ONESWEEP,
                                 .access = VKSCAN_ACCESS_ADDRESSES,
                                 .capacity = ONESWEEP_AGGREGATES - 1};
    struct caps caps = gpu;
    struct plan plan;

    (void)state;
    caps.gpu = true;
    caps.capabilities |= VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
    params.capacity++;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), RESULT_INVALID);
    params.algorithm = VKSCAN_ALGORITHM_AUTO;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
    assert_int_equal(plan.algorithm->id, VKSCAN_ALGORITHM_RADIX);
    params.capacity--;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
    assert_int_equal(plan.algorithm->id, VKSCAN_ALGORITHM_ONESWEEP);
}

static void sorts_of_nothing_have_no_passes(void **state)
{
    const struct plan plan = sort_plan(VKSCAN_TYPE_U32, NULL, 0);
    struct pass_list list;

    (void)state;
    vks_plan_passes(&plan, 0, &list);
    assert_int_equal(list.count, 0);
    assert_int_equal(plan.scratch_size, VECTOR_BYTES);
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

static void a_capacity_beyond_the_device_is_refused(void **state)
{
    const uint64_t beyond[] = {(uint64_t)UINT32_MAX / 4 + 1, 1ull << 32, 1ull << 62, UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        const vkscan_plan_params params = {.algorithm = VKSCAN_ALGORITHM_TREE,
                                           .capacity = beyond[i]};
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), RESULT_UNSUPPORTED);
        assert_non_null(strstr(message, "capacity"));
    }
}

/* 65,535 workgroups that take 128 tiles of 256 elements at most. */
static void tickets_suffice_for_a_piece(void **state)
{
    struct caps caps = gpu;
    const struct shape shape = {.workgroup_size = 64, .items = 1};
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .algorithm = VKSCAN_ALGORITHM_LOOKAHEAD,
                                 .access = VKSCAN_ACCESS_ADDRESSES,
                                 .capacity = 1ull << 40};
    struct plan plan;

    (void)state;
    caps.capabilities |= VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;
    assert_int_equal(
        vks_plan_resolve_with(&caps, &params, vks_element_op(params.op), &shape, &errors, &plan),
        VK_SUCCESS);
    assert_int_equal(plan.piece, 65535ull * 128 * 256 - 256);
    assert_true(vks_plan_largest_count(&plan) <= 65535ull * 128 * 256);
}

/* By the device and the shape alone; and in whole multiples of what descriptors are aligned to,
 * less what may be in front. */
static void pieces_are_what_a_descriptor_reaches(void **state)
{
    static const uint64_t capacities[] = {(1ull << 30) + 1, 1ull << 31, 1ull << 40, INT64_MAX / 4};
    struct caps caps = gpu;

    (void)state;
    caps.range_alignment = 256;
    for (size_t i = 0; i < COUNT_OF(capacities); i++) {
        const struct plan plan = resolve(&caps, VKSCAN_ALGORITHM_SUBGROUP,
                                         VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, capacities[i], NULL);
        assert_int_equal(plan.piece, (1ull << 30) - 256);
        assert_int_equal(vks_plan_pieces(&plan, plan.piece), 1);
        assert_int_equal(vks_plan_pieces(&plan, plan.piece + 1), 2);
        assert_int_equal(vks_plan_pieces(&plan, 0), 1);
        assert_int_equal(plan.operands, OPERAND_CARRY_IN | OPERAND_CARRY_OUT);
    }
    const struct plan plan = resolve(&caps, VKSCAN_ALGORITHM_SUBGROUP,
                                     VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, (1ull << 30) - 256, NULL);
    assert_int_equal(plan.piece, plan.capacity);
    assert_int_equal(plan.operands, 0);
}

/* Bytes of a buffer are counted in 64 bits. */
static void what_cannot_be_counted_is_refused(void **state)
{
    const uint64_t beyond[] = {INT64_MAX / 4 + 1ull, 1ull << 62, UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        const vkscan_plan_params params = {.algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                           .capacity = beyond[i]};
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), RESULT_UNSUPPORTED);
        assert_non_null(strstr(message, "that 2^63 bytes hold"));
    }
}

/* Of a count in a buffer each pass knows how many elements of the source one of its input is. */
static void levels_know_their_divisor(void **state)
{
    struct plan plan =
        resolve(&gpu, VKSCAN_ALGORITHM_SUBGROUP, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 1 << 28, NULL);
    struct pass_list list;

    (void)state;
    vks_plan_passes(&plan, 1 << 28, &list);
    for (uint32_t k = 0; k < list.count; k++)
        assert_int_equal(list.pass[k].count, divide_up(1 << 28, list.pass[k].divisor));
    assert_int_equal(list.pass[list.count - 1].divisor, 1);
    assert_true(list.pass[0].count > list.pass[1].count);
}

/* The flag adds a pass where there are no elements, and none elsewhere. */
static void a_total_of_nothing_has_a_pass(void **state)
{
    const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_SUBGROUP, VKSCAN_ALGORITHM_LOOKBACK};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(algorithms); i++) {
        vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                     .algorithm = algorithms[i],
                                     .capacity = 1000};
        for (uint32_t k = 0; k < 2; k++) {
            struct plan plan;
            struct pass_list list;
            params.flags = k ? VKSCAN_PLAN_TOTAL_IN_BUFFER : 0;
            assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), VK_SUCCESS);
            vks_plan_passes(&plan, 0, &list);
            assert_int_equal(list.count, k);
            assert_true(!k || list.pass[0].groups == 1);
        }
    }
}

static void operands_that_are_not_for_the_algorithm_are_refused(void **state)
{
    static const struct {
        vkscan_plan_params params;
        const char *part;
    } rows[] = {
        {{.flags = VKSCAN_PLAN_TOTAL_IN_BUFFER}, "its destination is the total"},
        {{.flags = VKSCAN_PLAN_REVERSE}, "a reduction takes no VKSCAN_PLAN_REVERSE"},
        {{.algorithm = VKSCAN_ALGORITHM_TREE, .flags = VKSCAN_PLAN_COUNT_IN_BUFFER},
         "algorithm tree takes no count, seed or total in a buffer"},
        {{.algorithm = VKSCAN_ALGORITHM_TREE, .flags = VKSCAN_PLAN_SEED_IN_BUFFER},
         "one of the textbook's"},
        {{.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
          .algorithm = VKSCAN_ALGORITHM_NAIVE,
          .flags = VKSCAN_PLAN_REVERSE},
         "algorithm naive takes no VKSCAN_PLAN_REVERSE"},
        {{.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
          .algorithm = VKSCAN_ALGORITHM_CHAINED,
          .flags = VKSCAN_PLAN_TOTAL_IN_BUFFER},
         "algorithm chained takes no"},
        {{.flags = 0x40000000}, "unknown flags"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&gpu, &rows[i].params, &errors, &plan), RESULT_INVALID);
        assert_non_null(strstr(message, rows[i].part));
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

/* lavapipe: subgroups of 4, at most 32 of them in a workgroup that requires a subgroup size. */
static void workgroups_keep_to_full_subgroups(void **state)
{
    struct caps caps = gpu;

    (void)state;
    caps.subgroup_size = 4;
    caps.max_subgroups = 32;
    const struct plan plan =
        resolve(&caps, VKSCAN_ALGORITHM_SUBGROUP, VKSCAN_PRIMITIVE_REDUCE, 1000, NULL);
    assert_int_equal(plan.shape.workgroup_size, 128);
    assert_int_equal(plan.subgroup_size, 4);
    /* A kernel without subgroup operations may have more threads, but then requires no size. */
    const struct plan larger = resolve(&caps, VKSCAN_ALGORITHM_BLELLOCH, VKSCAN_PRIMITIVE_REDUCE,
                                       1000, &(struct shape){.workgroup_size = 256, .items = 2});
    assert_int_equal(larger.shape.workgroup_size, 256);
    assert_int_equal(larger.subgroup_size, 0);
}

static uint32_t by_index(const struct plan *plan)
{
    const struct constants *constants = &plan->stages[0].constants;

    for (uint32_t i = 0; i < constants->count; i++)
        if (constants->id[i] == SPEC_BY_INDEX)
            return constants->value[i];
    fail_msg("no constant says whether tiles go by index");
    return 0;
}

/* As many tiles as a look-back reaches by index; a source amid a vector takes one tile more. */
static void tiles_go_by_index_where_they_suffice_for_any_offset(void **state)
{
    const struct shape shape = {.workgroup_size = 256, .items = 4};
    const uint64_t reach = (uint64_t)INDEX_WINDOWS * gpu.subgroup_size * 256 * 4 * 4;

    (void)state;
    for (uint64_t capacity = reach - 8; capacity <= reach; capacity++) {
        const struct plan plan = resolve(&gpu, VKSCAN_ALGORITHM_LOOKBACK,
                                         VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, capacity, &shape);
        assert_int_equal(by_index(&plan), capacity + 7 <= reach);
    }
}

/* ---- shapes ---- */

/* What the kernels declare as `shared`, of elements of 4 bytes. */
static const struct {
    vkscan_algorithm algorithm;
    struct shape shape;
    uint32_t bytes;
} shared_memory[] = {
    {VKSCAN_ALGORITHM_BLELLOCH, {128, 8, 0}, 4220},  /* 1024 + 31 of bank padding */
    {VKSCAN_ALGORITHM_BLELLOCH, {256, 4, 0}, 4220},  /* the same */
    {VKSCAN_ALGORITHM_BLELLOCH, {128, 3, 0}, 1580},  /* 384 + 11 */
    {VKSCAN_ALGORITHM_SUBGROUP, {256, 4, 0}, 1024},  /* a slot for each subgroup, of at most 256 */
    {VKSCAN_ALGORITHM_SUBGROUP, {1024, 2, 0}, 4096}, /* of at most 1024 */
    {VKSCAN_ALGORITHM_SINGLE, {512, 8, 0}, 2056},    /* 512 + 2 */
    {VKSCAN_ALGORITHM_LOOKBACK, {256, 4, 0}, 1056},  /* 256 + 8 */
    {VKSCAN_ALGORITHM_LOOKAHEAD, {256, 4, 0}, 2088}, /* 2 * 256 + 10 */
    {VKSCAN_ALGORITHM_INTERLEAVED, {256, 1, 0}, 0},
    {VKSCAN_ALGORITHM_SEQUENTIAL, {256, 1, 0}, 0},
    {VKSCAN_ALGORITHM_TREE, {256, 2, 0}, 1024},
    {VKSCAN_ALGORITHM_UNROLLED, {256, 2, 0}, 1024},
    {VKSCAN_ALGORITHM_DIRECT, {256, 1, 0}, 0},
    {VKSCAN_ALGORITHM_NAIVE, {256, 1, 0}, 0},
    {VKSCAN_ALGORITHM_KOGGE_STONE, {256, 1, 0}, 2048}, /* two of 256 */
    {VKSCAN_ALGORITHM_BRENT_KUNG, {256, 2, 0}, 2108},
    {VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED, {256, 2, 0}, 2048},
    {VKSCAN_ALGORITHM_BRENT_KUNG_COARSE, {256, 8, 0}, 8444}, /* 2048 + 63 */
    {VKSCAN_ALGORITHM_COARSE, {256, 8, 0}, 10492},           /* 2048 + 63 + 2 * 256 */
    {VKSCAN_ALGORITHM_BLELLOCH_TILE, {128, 2, 0}, 1052},     /* 256 + 7 */
    {VKSCAN_ALGORITHM_BLELLOCH_TILE, {256, 2, 0}, 2108},
    {VKSCAN_ALGORITHM_BLELLOCH_UNPADDED, {256, 2, 0}, 2048},
    {VKSCAN_ALGORITHM_CHAINED, {1024, 8, 0}, 33800}, /* 8192 + 255 + 3 */
};

static void check_shared_memory(const struct algorithm *row, vkscan_primitive primitive)
{
    uint32_t found = 0;

    for (size_t i = 0; i < COUNT_OF(shared_memory); i++) {
        if (shared_memory[i].algorithm != row->id)
            continue;
        const struct plan plan = resolve(&gpu, row->id, primitive, 1000, &shared_memory[i].shape);
        assert_int_equal(
            vks_shape_shared_memory(&plan.shape, row->arrangement, plan.banks, plan.type->size),
            shared_memory[i].bytes);
        found++;
    }
    assert_true(found > 0);
}

static void shared_memory_is_what_the_kernels_declare(void **state)
{
    (void)state;
    for_each_row(check_shared_memory);
}

/* With more, strides are longer than padding helps: lanes conflict again. */
static void padded_workgroups_have_512_threads_at_most(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {.algorithm = VKSCAN_ALGORITHM_BLELLOCH, .workgroup_size = 1024, .items = 2},
        {.algorithm = VKSCAN_ALGORITHM_BLELLOCH_TILE, .workgroup_size = 1024, .items = 2},
        {.algorithm = VKSCAN_ALGORITHM_BRENT_KUNG, .workgroup_size = 1024, .items = 2},
        {.algorithm = VKSCAN_ALGORITHM_TREE, .workgroup_size = 1024, .items = 2},
    };
    const struct {
        vkscan_algorithm algorithm;
        vkscan_primitive primitive;
        uint32_t workgroup_size;
    } rows[] = {
        {VKSCAN_ALGORITHM_BLELLOCH, VKSCAN_PRIMITIVE_REDUCE, 1024}, /* of vectors */
        {VKSCAN_ALGORITHM_BLELLOCH_TILE, VKSCAN_PRIMITIVE_REDUCE, 512},
        {VKSCAN_ALGORITHM_BLELLOCH_TILE, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 512},
        {VKSCAN_ALGORITHM_BRENT_KUNG, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, 512},
        {VKSCAN_ALGORITHM_TREE, VKSCAN_PRIMITIVE_REDUCE, 1024}, /* not padded */
    };
    struct caps caps = gpu;

    (void)state;
    caps.tuning = (struct tuning){.policies = policies, .policy_count = COUNT_OF(policies)};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(
            resolve(&caps, rows[i].algorithm, rows[i].primitive, 10000, NULL).shape.workgroup_size,
            rows[i].workgroup_size);
}

/* Of bytes a thread has more vectors, and a tree a word for each of them: 256 x 16 x 4 bytes and
 * padding are more than every device has. */
/* They are in registers as 32 bits each, so a thread has no more of them. */
static void trees_of_narrow_elements_have_as_many_items(void **state)
{
    const vkscan_plan_params params = {
        .type = VKSCAN_TYPE_U8, .algorithm = VKSCAN_ALGORITHM_BLELLOCH, .capacity = 1 << 20};
    struct caps caps = gpu;
    struct plan plan;

    (void)state;
    caps.shared_memory = 16384;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
    assert_int_equal(plan.items, plan.shape.items);
    assert_int_equal(plan.tile_size, plan.shape.workgroup_size * plan.items * 4);
}

/* ---- choice and refusal ---- */

static void auto_takes_what_the_device_can_run(void **state)
{
    (void)state;
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
        for (uint64_t capacity = 1; capacity < 1u << 25; capacity *= 32) {
            assert_int_equal(resolve(&gpu, VKSCAN_ALGORITHM_AUTO, p, capacity, NULL).algorithm->id,
                             VKSCAN_ALGORITHM_SUBGROUP);
            assert_int_equal(
                resolve(&least, VKSCAN_ALGORITHM_AUTO, p, capacity, NULL).algorithm->id,
                VKSCAN_ALGORITHM_BLELLOCH);
        }
}

/* Where an operator may not be commuted, what commutes its operands is no choice. */
static void commutative_algorithms_refuse_other_operators(void **state)
{
    const struct op op = {.name = "quotient", .domain = DOMAIN_ARITHMETIC};
    uint32_t refused = 0;

    (void)state;
    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a++) {
        const struct algorithm *row = vks_catalogue_find(a, VKSCAN_PRIMITIVE_REDUCE);
        const vkscan_plan_params params = {.algorithm = a, .capacity = 10};
        struct plan plan;
        if (!row)
            continue;
        const VkResult result = vks_plan_resolve_with(&gpu, &params, &op, NULL, &errors, &plan);
        assert_int_equal(result, row->commutative ? RESULT_INVALID : VK_SUCCESS);
        if (row->commutative)
            assert_non_null(
                strstr(message, "needs a commutative operator, and quotient is not one"));
        refused += row->commutative;
    }
    assert_true(refused > 0);
}

static bool needs_subgroups(vkscan_algorithm algorithm)
{
    return algorithm == VKSCAN_ALGORITHM_SUBGROUP || algorithm == VKSCAN_ALGORITHM_SINGLE ||
           algorithm == VKSCAN_ALGORITHM_LOOKBACK || algorithm == VKSCAN_ALGORITHM_LOOKAHEAD ||
           algorithm == VKSCAN_ALGORITHM_UNROLLED;
}

static void check_needs(const struct algorithm *row, vkscan_primitive primitive)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = row->id, .capacity = 10};
    const bool refused = needs_subgroups(row->id);
    char sentence[128];
    struct plan plan;

    snprintf(sentence, sizeof(sentence),
             "algorithm %s needs VKSCAN_CAPABILITY_SUBGROUPS, which the device lacks or the "
             "context ignores",
             row->name);
    message[0] = '\0';
    assert_int_equal(vks_plan_resolve(&least, &params, &errors, &plan),
                     refused ? RESULT_UNSUPPORTED : VK_SUCCESS);
    assert_string_equal(message, refused ? sentence : "");
    assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), VK_SUCCESS);
}

/* Its tile states have one form. */
static void lookahead_needs_64_bit_atomics(void **state)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .algorithm = VKSCAN_ALGORITHM_LOOKAHEAD};
    struct caps caps = gpu;
    struct plan plan;

    (void)state;
    caps.capabilities &= ~(uint32_t)VKSCAN_CAPABILITY_INT64_ATOMICS;
    assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), RESULT_UNSUPPORTED);
    assert_string_equal(message, "algorithm lookahead needs VKSCAN_CAPABILITY_INT64_ATOMICS, which "
                                 "the device lacks or the context ignores");
}

static void what_the_device_lacks_is_refused(void **state)
{
    (void)state;
    for_each_row(check_needs);
}

static void an_operator_that_the_type_lacks_is_refused(void **state)
{
    (void)state;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_op op = 0; vkscan_op_name(op); op++) {
            const vkscan_plan_params params = {.type = type, .op = op};
            struct plan plan;
            const bool exists = vks_element_op(op)->domain != DOMAIN_INTEGER ||
                                vks_element_type(type)->kind != KIND_FLOAT;
            const bool can = !(vks_element_type(type)->needs & ~gpu.capabilities);
            assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan),
                             !exists ? RESULT_INVALID
                             : can   ? VK_SUCCESS
                                     : RESULT_UNSUPPORTED);
        }
}

/* As the header has it: what each type may be computed in besides itself. */
static void types_are_computed_in_those_with_room(void **state)
{
#define IN(ID) 1u << VKSCAN_TYPE_##ID
#define INTEGERS (IN(U32) | IN(I32) | IN(U64) | IN(I64))
    static const uint32_t outs[32] = {
        [VKSCAN_TYPE_U8] = INTEGERS,  [VKSCAN_TYPE_I8] = INTEGERS, [VKSCAN_TYPE_U16] = INTEGERS,
        [VKSCAN_TYPE_I16] = INTEGERS, [VKSCAN_TYPE_F16] = IN(F32), [VKSCAN_TYPE_U32] = IN(U64),
        [VKSCAN_TYPE_I32] = IN(I64),  [VKSCAN_TYPE_F32] = IN(F64),
    };
#undef INTEGERS
#undef IN
    struct caps caps = gpu;

    (void)state;
    caps.capabilities |= VKSCAN_CAPABILITY_FLOAT64;
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_type out = VKSCAN_TYPE_U32; vkscan_type_name(out); out++) {
            const vkscan_plan_params params = {.type = type, .out_type = out, .capacity = 1000};
            const bool can = out == type || outs[type] >> out & 1;
            struct plan plan;
            message[0] = 0;
            assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan),
                             can ? VK_SUCCESS : RESULT_INVALID);
            assert_true(can || strstr(message, " cannot be computed in "));
        }
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

/* What rounds is refused an algorithm that groups by the device, and a textbook one any level. */
static void other_trees_are_refused_everywhere(void **state)
{
    const struct algorithm *row;
    struct plan plan;

    (void)state;
    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (vkscan_determinism d = 0;
             vkscan_determinism_name(d) && row->primitives & (PRIMITIVES_REDUCE | PRIMITIVES_SCAN);
             d++)
            for (int rounds = 0; rounds <= 1; rounds++) {
                const bool textbook = !row->production;
                const vkscan_plan_params params = {
                    .primitive = row->primitives & 1 ? VKSCAN_PRIMITIVE_REDUCE
                                                     : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                    .op = rounds ? VKSCAN_OP_ADD : VKSCAN_OP_MIN,
                    .type = VKSCAN_TYPE_F32,
                    .algorithm = row->id,
                    .capacity = 1000,
                    .determinism = d};
                const bool refused = (textbook && d) || (d == EVERYWHERE && rounds &&
                                                         row->id != VKSCAN_ALGORITHM_BLELLOCH);
                message[0] = 0;
                assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan),
                                 refused ? RESULT_INVALID : VK_SUCCESS);
                assert_true(!refused ||
                            strstr(message, textbook ? ", one of the textbook's, has no "
                                                       "determinism but "
                                                     : " groups add of f32 as the device "
                                                       "has it: with VKSCAN_DETERMINISM_"
                                                       "EVERYWHERE the algorithm is "
                                                       "blelloch, or auto"));
            }
}

/* What does not round is computed as ever: any order gives the same bits. */
static void exact_operators_are_as_fast_everywhere(void **state)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U32, VKSCAN_TYPE_I64, VKSCAN_TYPE_F32};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        vkscan_plan_params params = {
            .op = i < 2 ? VKSCAN_OP_ADD : VKSCAN_OP_MAX, .type = types[i], .capacity = 1 << 20};
        struct plan plan, any;
        assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &any), VK_SUCCESS);
        params.determinism = EVERYWHERE;
        assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), VK_SUCCESS);
        assert_ptr_equal(plan.algorithm, any.algorithm);
        assert_int_equal(plan.tile_size, any.tile_size);
        assert_true(plan.pads);
    }
}

/* Sums may begin with a vector wherever they lie, if their grouping may depend on it. */
static void the_fastest_sums_have_head_padding(void **state)
{
    static const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_LOOKAHEAD,
                                                  VKSCAN_ALGORITHM_SUBGROUP};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(algorithms); i++)
        for (vkscan_determinism d = 0; vkscan_determinism_name(d); d++) {
            const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                               .type = VKSCAN_TYPE_F32,
                                               .algorithm = algorithms[i],
                                               .capacity = 1001,
                                               .determinism = d};
            struct plan plan;
            if (d == EVERYWHERE)
                continue;
            assert_int_equal(vks_plan_resolve(&gpu, &params, &errors, &plan), VK_SUCCESS);
            const bool fastest = d == VKSCAN_DETERMINISM_FASTEST;
            assert_int_equal(vks_plan_head(&plan, 1001, 12, 12), fastest ? 3 : 0);
            assert_int_equal(vks_plan_largest_count(&plan), fastest ? 1001 + 7 : 1001);
        }
}

static void determinism_has_names(void **state)
{
    const vkscan_plan_params unknown = {.determinism = (vkscan_determinism)3};
    struct plan plan;

    (void)state;
    assert_string_equal(vkscan_determinism_name(VKSCAN_DETERMINISM_RUN_TO_RUN), "run");
    assert_string_equal(vkscan_determinism_name(VKSCAN_DETERMINISM_FASTEST), "fastest");
    assert_string_equal(vkscan_determinism_name(EVERYWHERE), "everywhere");
    assert_null(vkscan_determinism_name((vkscan_determinism)3));
    assert_null(vkscan_determinism_name((vkscan_determinism)-1));
    assert_int_equal(vks_plan_resolve(&gpu, &unknown, &errors, &plan), RESULT_INVALID);
    assert_string_equal(message, "unknown determinism 3");
}

static vkscan_algorithm automatic(const struct caps *caps, vkscan_primitive primitive,
                                  uint64_t capacity)
{
    return resolve(caps, VKSCAN_ALGORITHM_AUTO, primitive, capacity, NULL).algorithm->id;
}

/* Which binds six buffers, and does not partition. */
static void selections_take_one_pass_where_they_can(void **state)
{
    struct caps caps = gpu;

    (void)state;
    caps.gpu = true;
    caps.vendor_id = 0x10de;
    caps.max_storage_buffers = 6;
    assert_int_equal(automatic(&caps, VKSCAN_PRIMITIVE_SELECT, 1000), VKSCAN_ALGORITHM_SUBGROUP);
    assert_int_equal(automatic(&caps, VKSCAN_PRIMITIVE_SELECT, 1 << 20), VKSCAN_ALGORITHM_LOOKBACK);
    assert_int_equal(automatic(&caps, VKSCAN_PRIMITIVE_UNIQUE, 1 << 24),
                     VKSCAN_ALGORITHM_LOOKAHEAD);
    assert_int_equal(automatic(&caps, VKSCAN_PRIMITIVE_PARTITION, 1 << 24),
                     VKSCAN_ALGORITHM_SUBGROUP);
    caps.max_storage_buffers = 5;
    assert_int_equal(automatic(&caps, VKSCAN_PRIMITIVE_SELECT, 1 << 20), VKSCAN_ALGORITHM_SUBGROUP);
}

/* Whatever the run's count, it stores nothing but tile states where these are. */
static void elements_lie_behind_the_persistent_state(void **state)
{
    static const uint64_t some[] = {0, 1, 2000, 99999, 100000};
    static const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_LOOKBACK,
                                                  VKSCAN_ALGORITHM_LOOKAHEAD};
    const vkscan_select_params select = {.flags = VKSCAN_SELECT_IN_PLACE};
    struct caps caps = gpu;

    (void)state;
    caps.max_storage_buffers = 6;
    for (size_t a = 0; a < sizeof(algorithms) / sizeof(algorithms[0]); a++) {
        const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SELECT,
                                           .algorithm = algorithms[a],
                                           .capacity = 100000,
                                           .select = &select};
        struct plan plan;
        assert_int_equal(vks_plan_resolve(&caps, &params, &errors, &plan), VK_SUCCESS);
        assert_true(plan.zeroed_size > 0);
        for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
            struct pass_list list;
            vks_plan_passes(&plan, some[i], &list);
            assert_int_equal(list.zeroed, plan.zeroed_size);
            assert_int_equal(list.pass[0].output.port, PORT_SCRATCH);
            assert_true(list.pass[0].output.offset >= plan.zeroed_size);
            assert_true(list.scratch <= plan.scratch_size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest plan[] = {
        cmocka_unit_test(there_are_as_many_dispatches_as_the_algorithm_has),
        cmocka_unit_test(nothing_takes_no_pass_but_a_reduction_one),
        cmocka_unit_test(the_seed_enters_once),
        cmocka_unit_test(passes_stay_within_scratch),
        cmocka_unit_test(head_padding_fits_into_the_plan),
        cmocka_unit_test(scratch_grows_with_capacity),
        cmocka_unit_test(smaller_counts_need_nothing_more),
        cmocka_unit_test(passes_of_any_count_have_routes),
        cmocka_unit_test(nothing_overflows_at_the_largest_count),
        cmocka_unit_test(tickets_suffice_for_a_piece),
        cmocka_unit_test(pieces_are_what_a_descriptor_reaches),
        cmocka_unit_test(what_cannot_be_counted_is_refused),
        cmocka_unit_test(levels_know_their_divisor),
        cmocka_unit_test(a_total_of_nothing_has_a_pass),
        cmocka_unit_test(operands_that_are_not_for_the_algorithm_are_refused),
        cmocka_unit_test(addresses_reach_what_an_int_indexes),
        cmocka_unit_test(ports_have_the_size_of_their_elements),
        cmocka_unit_test(plans_have_the_ports_that_exist),
        cmocka_unit_test(pieces_go_by_the_second_port_too),
        cmocka_unit_test(sorts_take_their_digits_through_the_second_buffer),
        cmocka_unit_test(sorts_have_room_for_a_second_buffer_and_counts),
        cmocka_unit_test(onesweeps_count_once_and_pass_once_for_each_digit),
        cmocka_unit_test(one_tile_is_one_pass),
        cmocka_unit_test(a_twentieth_more_keys_cost_about_a_twentieth_more),
        cmocka_unit_test(onesweep_has_a_limit),
        cmocka_unit_test(sorts_of_nothing_have_no_passes),
        cmocka_unit_test(the_largest_sorts_have_room_for_their_passes),
        cmocka_unit_test(a_capacity_beyond_the_device_is_refused),
        cmocka_unit_test(shapes_fit_the_least_device),
        cmocka_unit_test(workgroups_keep_to_full_subgroups),
        cmocka_unit_test(tiles_go_by_index_where_they_suffice_for_any_offset),
        cmocka_unit_test(shared_memory_is_what_the_kernels_declare),
        cmocka_unit_test(padded_workgroups_have_512_threads_at_most),
        cmocka_unit_test(trees_of_narrow_elements_have_as_many_items),
        cmocka_unit_test(auto_takes_what_the_device_can_run),
        cmocka_unit_test(commutative_algorithms_refuse_other_operators),
        cmocka_unit_test(lookahead_needs_64_bit_atomics),
        cmocka_unit_test(what_the_device_lacks_is_refused),
        cmocka_unit_test(an_operator_that_the_type_lacks_is_refused),
        cmocka_unit_test(types_are_computed_in_those_with_room),
        cmocka_unit_test(everywhere_there_is_one_tree),
        cmocka_unit_test(everywhere_tiles_go_by_the_destination),
        cmocka_unit_test(other_trees_are_refused_everywhere),
        cmocka_unit_test(exact_operators_are_as_fast_everywhere),
        cmocka_unit_test(the_fastest_sums_have_head_padding),
        cmocka_unit_test(determinism_has_names),
        cmocka_unit_test(selections_take_one_pass_where_they_can),
        cmocka_unit_test(elements_lie_behind_the_persistent_state),
    };
    return cmocka_run_group_tests(plan, NULL, NULL);
}
