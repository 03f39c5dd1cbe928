/* SPDX-License-Identifier: MIT */
/*
 * Radix sorts against the reference: that keys and values are in order, stably, to the last bit;
 * that the source is only read; and that no byte is written beside the result. Each plan runs over
 * many counts and kinds of data, as compiling takes most of the time.
 */
#include <stdlib.h>
#include <string.h>

#include "reference_sort.h"
#include "stalled.h"
#include "variants.h"

#define POISON 0xdeadbeefu
#define NO_SUBGROUPS VKSCAN_CAPABILITY_SUBGROUPS
#define RADIX VKSCAN_ALGORITHM_RADIX
#define ONESWEEP VKSCAN_ALGORITHM_ONESWEEP
#define GUARD_KEYS 3

/* A small workgroup: a tile is 128 keys. */
static const struct shape small = {64, 2, 0};

/* ---- a plan and its buffers ---- */

struct placed {
    struct gpu_buffer buffer;
    uint64_t first, size;    /* bytes: of the port in the buffer */
    uint8_t *before, *after; /* all of the buffer, as it is before a run and should be after it */
};

struct subject {
    vkscan_plan *plan;
    vkscan_binding *binding; /* of a plan of descriptor sets */
    vkscan_binding_params buffers;
    vkscan_type type;
    vkscan_sort_params sort;
    uint32_t key_size, value_size;
    struct placed keys, sorted_keys, values, sorted_values; /* in place the sorted have no buffer */
    struct gpu_buffer scratch, operands;
    bool in_place;
    uint64_t *order;
    uint64_t capacity;
};

static void ok(struct harness *h, bool success)
{
    if (!success)
        fail_msg("%s", h->gpu.error);
}

static void *allocate(uint64_t size)
{
    void *memory = calloc(1, size + 1);

    assert_non_null(memory);
    return memory;
}

/* At an offset of some elements, and with as many behind. */
static vkscan_buffer place(struct harness *h, uint64_t count, uint32_t size, uint32_t offset,
                           struct placed *placed)
{
    const uint64_t whole = (count + 2 * GUARD_KEYS) * size;

    placed->first = (uint64_t)offset * size;
    placed->size = (whole + 15) / 16 * 16;
    ok(h, gpu_buffer_create(&h->gpu, placed->size, GPU_MEMORY_DEVICE, &placed->buffer));
    placed->before = allocate(placed->size);
    placed->after = allocate(placed->size);
    return gpu_range(&placed->buffer, placed->first, count * size);
}

static void unplace(struct harness *h, struct placed *placed)
{
    gpu_buffer_destroy(&h->gpu, &placed->buffer);
    free(placed->before);
    free(placed->after);
}

static struct subject open_subject(struct harness *h, vkscan_plan *plan, vkscan_type type,
                                   const vkscan_sort_params *sort, bool in_place)
{
    const uint64_t capacity = plan->plan.capacity;
    struct subject s = {.plan = plan,
                        .type = type,
                        .sort = *sort,
                        .key_size = vkscan_type_size(type),
                        .value_size = sort->value_size,
                        .in_place = in_place,
                        .capacity = capacity,
                        .order = allocate(capacity * sizeof(uint64_t))};
    vkscan_plan_info info;

    if (sort->flags & VKSCAN_SORT_INDICES)
        s.value_size = sizeof(uint32_t);
    vkscan_plan_get_info(plan, &info);
    assert_int_equal(info.scratch_zeroed, 0);
    ok(h, gpu_buffer_create(&h->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &s.scratch));
    ok(h, gpu_buffer_create(&h->gpu, 64, GPU_MEMORY_DEVICE, &s.operands));
    s.buffers.scratch = gpu_range(&s.scratch, 0, info.scratch_size);
    s.buffers.count = gpu_range(&s.operands, 12, 8);
    s.buffers.source = place(h, capacity, s.key_size, 1, &s.keys);
    s.buffers.destination =
        in_place ? s.buffers.source : place(h, capacity, s.key_size, GUARD_KEYS, &s.sorted_keys);
    if (s.value_size > 0) {
        s.buffers.second_source = place(h, capacity, s.value_size, 1, &s.values);
        s.buffers.second_destination = in_place
                                           ? s.buffers.second_source
                                           : place(h, capacity, s.value_size, 2, &s.sorted_values);
    }
    if (plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(vkscan_binding_create(plan, &s.buffers, &s.binding), VK_SUCCESS);
    return s;
}

static void close_subject(struct harness *h, struct subject *s)
{
    vkscan_binding_destroy(s->binding);
    unplace(h, &s->keys);
    unplace(h, &s->sorted_keys);
    unplace(h, &s->values);
    unplace(h, &s->sorted_values);
    gpu_buffer_destroy(&h->gpu, &s->scratch);
    gpu_buffer_destroy(&h->gpu, &s->operands);
    free(s->order);
}

static void poison(struct placed *placed)
{
    for (uint64_t i = 0; i < placed->size; i++)
        placed->before[i] = (uint8_t)(POISON >> 8 * (i % 4));
}

static void upload(struct harness *h, const struct placed *placed)
{
    if (placed->size > 0)
        ok(h, gpu_upload(&h->gpu, &placed->buffer, 0, placed->before, placed->size));
}

/* What the source holds, and each value: its index, and words that go by it. */
static void fill(struct subject *s, enum reference_sort_data data, uint64_t seed)
{
    poison(&s->keys);
    poison(&s->sorted_keys);
    poison(&s->values);
    poison(&s->sorted_values);
    assert_true(
        reference_sort_fill(s->type, data, seed, s->keys.before + s->keys.first, s->capacity));
    for (uint64_t i = 0; s->value_size > 0 && i < s->capacity; i++)
        for (uint32_t word = 0; word < s->value_size / 4; word++) {
            const uint32_t value = (uint32_t)i + 0x9e3779b9u * word;
            memcpy(s->values.before + s->values.first + i * s->value_size + 4 * word, &value, 4);
        }
}

/* The image of the buffers after a run. */
static void expect(struct subject *s, uint64_t count)
{
    struct placed *keys = s->in_place ? &s->keys : &s->sorted_keys;
    struct placed *values = s->in_place ? &s->values : &s->sorted_values;
    struct placed *const all[] = {&s->keys, &s->sorted_keys, &s->values, &s->sorted_values};

    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (all[i]->size > 0)
            memcpy(all[i]->after, all[i]->before, all[i]->size);
    assert_true(reference_sort(s->type, &s->sort, s->keys.before + s->keys.first, count, s->order));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t from = s->order[i];
        const uint32_t index = (uint32_t)from;
        memcpy(keys->after + keys->first + i * s->key_size,
               s->keys.before + s->keys.first + from * s->key_size, s->key_size);
        if (s->sort.flags & VKSCAN_SORT_INDICES)
            memcpy(values->after + values->first + i * 4, &index, 4);
        else if (s->value_size > 0)
            memcpy(values->after + values->first + i * s->value_size,
                   s->values.before + s->values.first + from * s->value_size, s->value_size);
    }
}

static void compare(struct harness *h, const struct subject *s, const struct placed *placed,
                    const char *what, uint64_t count)
{
    uint8_t *found;
    uint64_t i = 0;

    if (placed->size == 0)
        return;
    found = allocate(placed->size);
    ok(h, gpu_download(&h->gpu, &placed->buffer, 0, found, placed->size));
    while (i < placed->size && found[i] == placed->after[i])
        i++;
    if (i < placed->size)
        fail_msg("%s, %s of %llu: byte %lld of the port (of %u-byte keys, %u-byte values) is 0x%x, "
                 "not 0x%x; flags 0x%x, bits %u to %u",
                 vkscan_type_name(s->type), what, (unsigned long long)count,
                 (long long)(i - placed->first), s->key_size, s->value_size, found[i],
                 placed->after[i], s->sort.flags, s->sort.first_bit, s->sort.end_bit);
    free(found);
}

static void check(struct harness *h, const struct subject *s, uint64_t count)
{
    const bool overwrites = s->sort.flags & VKSCAN_SORT_OVERWRITE_SOURCE;

    compare(h, s, &s->sorted_keys, "sorted keys", count);
    compare(h, s, &s->sorted_values, "sorted values", count);
    if (!overwrites) {
        compare(h, s, &s->keys, "keys", count);
        compare(h, s, &s->values, "values", count);
    }
}

static void record(const struct subject *s, VkCommandBuffer commands, uint64_t count)
{
    if (s->binding)
        assert_int_equal(vkscan_cmd_run(s->binding, commands, count, NULL), VK_SUCCESS);
    else
        assert_int_equal(vkscan_cmd_run_buffers(s->plan, commands, &s->buffers, count, NULL),
                         VK_SUCCESS);
    gpu_barrier(commands);
}

static void upload_all(struct harness *h, struct subject *s, uint64_t count)
{
    const uint64_t operand = count;

    upload(h, &s->keys);
    upload(h, &s->sorted_keys);
    upload(h, &s->values);
    upload(h, &s->sorted_values);
    ok(h, gpu_fill(&h->gpu, &s->scratch, 0, s->scratch.size / 4 * 4, POISON));
    ok(h, gpu_upload(&h->gpu, &s->operands, 12, &operand, sizeof(operand)));
}

/* Sorts the first `count`; where the plan's count is in a buffer, as many as that says. */
static void run_filled(struct harness *h, struct subject *s, uint64_t count)
{
    const bool in_buffer = s->plan->plan.flags & VKSCAN_PLAN_COUNT_IN_BUFFER;
    const uint64_t sorted = count < s->capacity ? count : s->capacity;

    upload_all(h, s, count);
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_non_null(commands);
    record(s, commands, in_buffer ? s->capacity : sorted);
    ok(h, gpu_submit(&h->gpu, commands));
    expect(s, sorted);
    check(h, s, sorted);
}

static void run(struct harness *h, struct subject *s, enum reference_sort_data data, uint64_t count)
{
    fill(s, data, count + 1);
    run_filled(h, s, count);
}

static vkscan_plan *plan_of(const vkscan_context *context, vkscan_plan_params params,
                            const struct shape *shape)
{
    params.primitive = VKSCAN_PRIMITIVE_SORT;
    return harness_plan_with(context, params, vks_element_op(VKSCAN_OP_ADD), shape);
}

/* ---- results ---- */

struct row {
    vkscan_type type;
    vkscan_sort_params sort;
    uint32_t plan_flags;
    vkscan_access access;
};

#define DESCENDING VKSCAN_SORT_DESCENDING
#define INDICES VKSCAN_SORT_INDICES
#define IN_PLACE VKSCAN_SORT_IN_PLACE
#define OVERWRITE VKSCAN_SORT_OVERWRITE_SOURCE
#define COUNT_IN_BUFFER VKSCAN_PLAN_COUNT_IN_BUFFER
#define PUSHED VKSCAN_ACCESS_PUSH_DESCRIPTORS
#define ADDRESSES VKSCAN_ACCESS_ADDRESSES

/* Every key type, each size of values with each number of words of a key, every flag, and ranges of
 * bits: a pass or several, of whole digits or not, odd and even, across the words of a key. */
static const struct row rows[] = {
    {VKSCAN_TYPE_U32, {0}, 0, 0},
    {VKSCAN_TYPE_U32, {DESCENDING, 4, 0, 0}, COUNT_IN_BUFFER, ADDRESSES},
    {VKSCAN_TYPE_U32, {0, 16, 5, 13}, 0, 0},
    {VKSCAN_TYPE_U32, {IN_PLACE, 4, 3, 20}, 0, ADDRESSES},
    {VKSCAN_TYPE_U32, {IN_PLACE | DESCENDING, 8, 31, 32}, COUNT_IN_BUFFER, 0},
    {VKSCAN_TYPE_U32, {OVERWRITE | INDICES, 0, 0, 0}, 0, 0},
    {VKSCAN_TYPE_I32, {DESCENDING, 8, 0, 0}, 0, PUSHED},
    {VKSCAN_TYPE_F32, {DESCENDING | INDICES, 4, 0, 0}, COUNT_IN_BUFFER, 0},
    {VKSCAN_TYPE_U64, {0}, COUNT_IN_BUFFER, 0},
    {VKSCAN_TYPE_U64, {DESCENDING, 16, 27, 38}, 0, ADDRESSES},
    {VKSCAN_TYPE_I64, {IN_PLACE, 8, 0, 0}, 0, 0},
    {VKSCAN_TYPE_F64, {INDICES, 4, 0, 0}, 0, 0},
    {VKSCAN_TYPE_F64, {OVERWRITE | DESCENDING, 0, 32, 64}, 0, 0},
    {VKSCAN_TYPE_U8, {IN_PLACE | DESCENDING, 0, 0, 0}, 0, 0},
    {VKSCAN_TYPE_I8, {DESCENDING, 16, 0, 0}, COUNT_IN_BUFFER, 0},
    {VKSCAN_TYPE_U16, {OVERWRITE, 8, 0, 0}, 0, 0},
    {VKSCAN_TYPE_I16, {INDICES, 0, 0, 0}, 0, ADDRESSES},
    {VKSCAN_TYPE_F16, {0, 4, 9, 16}, COUNT_IN_BUFFER, 0},
};

#define CAPACITY 2003

/* Tiles are of 128 keys. */
static const uint64_t counts[] = {0, 1, 2, 127, 128, 129, 1009, CAPACITY, 1536};

static bool can(const struct harness *h, const struct row *row)
{
    const bool values = row->sort.value_size > 0 || row->sort.flags & INDICES;
    const uint32_t needs = row->access == PUSHED      ? VKSCAN_CAPABILITY_PUSH_DESCRIPTORS
                           : row->access == ADDRESSES ? VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS
                                                      : 0;

    return !(needs & ~h->context->caps.capabilities) &&
           (!values || row->access == ADDRESSES || h->context->caps.max_storage_buffers >= 6);
}

/* All counts, with each kind of data in turn, one kind for each count at a time. */
static void check_row(struct harness *h, const vkscan_context *context, vkscan_algorithm algorithm,
                      size_t index, const struct shape *shape)
{
    const struct row *row = &rows[index];
    vkscan_plan *plan = plan_of(context,
                                (vkscan_plan_params){.type = row->type,
                                                     .algorithm = algorithm,
                                                     .capacity = CAPACITY,
                                                     .access = row->access,
                                                     .flags = row->plan_flags,
                                                     .sort = &row->sort},
                                shape);
    struct subject s = open_subject(h, plan, row->type, &row->sort, row->sort.flags & IN_PLACE);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        run(h, &s, (enum reference_sort_data)((i + index) % SORT_DATA_COUNT), counts[i]);
    if (row->plan_flags & COUNT_IN_BUFFER)
        run(h, &s, SORT_DATA_RANDOM, (1ull << 32) + 5); /* beyond the capacity */
    close_subject(h, &s);
}

/* A third of the rows goes by radix, another one on each device, and the others by onesweep. */
static bool goes_by_radix(const struct harness *h, size_t row)
{
    return (row + h->turn) % 3 == 0 || !(h->context->caps.capabilities & NO_SUBGROUPS);
}

static void keys_and_values_are_in_order(void **state)
{
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (can(h, &rows[i]) && (h->size == SIZE_EXHAUSTIVE || goes_by_radix(h, i)))
            check_row(h, h->context, RADIX, i, &small);
        if (can(h, &rows[i]) && (h->size == SIZE_EXHAUSTIVE || !goes_by_radix(h, i)))
            check_row(h, h->context, ONESWEEP, i, &small);
    }
}

/* Where the capacity is no more than a tile; but for larger values in place. */
static void one_workgroup_sorts_one_tile(void **state)
{
    static const size_t some[] = {1, 3, 9, 10, 13, 17};
    static const struct shape large = {256, 8, 0};
    struct harness *h = *state;

    if (!(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    for (size_t i = h->turn % 2; i < COUNT_OF(some); i += 2)
        if (can(h, &rows[some[i]]))
            check_row(h, h->context, ONESWEEP, some[i], &large);
}

static void the_same_without_subgroup_operations(void **state)
{
    struct harness *h = *state;
    vkscan_context *plain = harness_context(h, NO_SUBGROUPS);

    for (size_t i = h->turn % 3; i < COUNT_OF(rows); i += 3)
        if (can(h, &rows[i]))
            check_row(h, plain, RADIX, i, &small);
    harness_context_destroy(plain);
}

/* ---- more tiles than workgroups, and counts of which the scan has several levels ---- */

static void few_workgroups_take_all_tiles(void **state)
{
    static const size_t some[] = {3, 7};
    struct harness *h = *state;
    const uint32_t limit = h->context->caps.max_workgroup_count;

    h->context->caps.max_workgroup_count = 3;
    for (size_t i = 0; i < COUNT_OF(some); i++)
        if (can(h, &rows[some[i]]))
            check_row(h, h->context, i % 2 ? RADIX : ONESWEEP, some[i], &small);
    h->context->caps.max_workgroup_count = limit;
}

/* As the library has it. */
static void check_many(struct harness *h, const vkscan_context *context, vkscan_algorithm algorithm,
                       const vkscan_sort_params *sort, uint64_t capacity, const struct shape *shape)
{
    const vkscan_type type = VKSCAN_TYPE_U32;
    vkscan_plan *plan =
        plan_of(context,
                (vkscan_plan_params){
                    .type = type, .algorithm = algorithm, .capacity = capacity, .sort = sort},
                shape);
    struct subject s = open_subject(h, plan, type, sort, false);

    run(h, &s, SORT_DATA_ZIPF, capacity);
    run(h, &s, SORT_DATA_RANDOM, capacity - 1);
    close_subject(h, &s);
}

static void many_keys(void **state)
{
    struct harness *h = *state;
    const vkscan_sort_params values = {.value_size = 4}, low = {.end_bit = 4};
    vkscan_context *plain = harness_context(h, NO_SUBGROUPS);

    check_many(h, h->context, RADIX, &values, 50021, NULL);
    check_many(h, plain, RADIX, &values, 10007, NULL);
    check_many(h, h->context, RADIX, &low, (1 << 17) + 129, &small);
    check_many(h, h->context, ONESWEEP, &low, (1 << 17) + 129, &small);
    check_many(h, h->context, ONESWEEP, &values, 50021, &(const struct shape){128, 17, 2});
    harness_context_destroy(plain);
}

/* ---- digits that are the same in all keys ---- */

/* Keys are of these bits alone: digits in a row are left out, others copied, and the others sorted.
 */
static void uniform_digits_move_nothing(void **state)
{
    static const uint32_t masks[] = {0xff00ff00, 0x00ff00ff, 0xff0000ff, 0x0000ff00, 0x00ffff00, 0};
    const vkscan_sort_params sort = {.value_size = 4};
    const struct row row = {VKSCAN_TYPE_U32, sort, 0, 0};
    struct harness *h = *state;

    if (!can(h, &row) || !(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    vkscan_plan *plan = plan_of(
        h->context,
        (vkscan_plan_params){
            .type = VKSCAN_TYPE_U32, .algorithm = ONESWEEP, .capacity = CAPACITY, .sort = &sort},
        &small);
    struct subject s = open_subject(h, plan, VKSCAN_TYPE_U32, &sort, false);
    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        fill(&s, SORT_DATA_RANDOM, i);
        for (uint64_t k = 0; k < CAPACITY; k++) {
            uint32_t key;
            memcpy(&key, s.keys.before + s.keys.first + 4 * k, 4);
            key &= masks[i];
            memcpy(s.keys.before + s.keys.first + 4 * k, &key, 4);
        }
        run_filled(h, &s, CAPACITY);
    }
    close_subject(h, &s);
}

/* ---- tiles whose counts do not come ---- */

#define NO_POLLS STALL_NONE /* the library's own modules */
#define POLLS 16

/* In each stage that polls. */
static void set_spin_limit(struct plan *plan, uint32_t limit)
{
    bool found = false;

    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        for (uint32_t k = 0; k < plan->stages[i].constants.count; k++)
            if (plan->stages[i].constants.id[k] == SPEC_SPIN_LIMIT) {
                plan->stages[i].constants.value[k] = limit;
                found = true;
            }
    assert_true(found);
}

static void check_stall(struct harness *h, const struct row *row, uint32_t stall)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = row->type,
                                       .algorithm = ONESWEEP,
                                       .capacity = CAPACITY,
                                       .flags = row->plan_flags,
                                       .sort = &row->sort};
    struct plan plan;

    memset(&plan, 0, sizeof(plan));
    assert_int_equal(vks_plan_resolve_with(&h->context->caps, &params,
                                           vks_element_op(VKSCAN_OP_ADD), &small,
                                           &h->context->errors, &plan),
                     VK_SUCCESS);
    if (stall == NO_POLLS)
        set_spin_limit(&plan, 0);
    else
        assert_true(stalled_use(&plan, stall, POLLS));
    struct subject s =
        open_subject(h, harness_plan_resolved(h->context, &plan), row->type, &row->sort, false);
    for (size_t k = 0; k < COUNT_OF(counts); k++)
        run(h, &s, (enum reference_sort_data)(k % SORT_DATA_COUNT), counts[k]);
    close_subject(h, &s);
}

/* With no poll at all a look-back begins by counting the tile before. */
static void what_is_missing_is_counted(void **state)
{
    static const struct {
        size_t row;
        uint32_t stall;
    } some[] = {{8, NO_POLLS}, {7, STALL_THIRD}, {7, STALL_EVERY | STALL_LATE}};
    struct harness *h = *state;

    if (!(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    for (size_t i = 0; i < COUNT_OF(some); i++)
        if (can(h, &rows[some[i].row]))
            check_stall(h, &rows[some[i].row], some[i].stall);
}

/* ---- a recording that is submitted again ---- */

static VkCommandBuffer record_once(struct harness *h, const struct subject *s)
{
    const VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = h->gpu.command_pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;

    assert_int_equal(vkAllocateCommandBuffers(h->gpu.device, &allocate, &commands), VK_SUCCESS);
    assert_int_equal(vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
    record(s, commands, s->capacity);
    assert_int_equal(vkEndCommandBuffer(commands), VK_SUCCESS);
    return commands;
}

static void submit(struct harness *h, VkCommandBuffer commands)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };

    assert_int_equal(vkQueueSubmit(h->gpu.queue, 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    assert_int_equal(vkQueueWaitIdle(h->gpu.queue), VK_SUCCESS);
}

/* A count that is stale is the caller's; what the buffer says is what is sorted, and never more. */
static void check_replays(struct harness *h, vkscan_algorithm algorithm)
{
    static const uint64_t in_buffer[] = {CAPACITY, 3, 0, 1ull << 40, 1000, 999};
    const struct row *row = &rows[7]; /* the count in a buffer, indices, descending */
    vkscan_plan *plan = plan_of(h->context,
                                (vkscan_plan_params){.type = row->type,
                                                     .algorithm = algorithm,
                                                     .capacity = CAPACITY,
                                                     .flags = row->plan_flags,
                                                     .sort = &row->sort},
                                &small);
    struct subject s = open_subject(h, plan, row->type, &row->sort, false);
    VkCommandBuffer commands = record_once(h, &s);

    for (size_t i = 0; i < COUNT_OF(in_buffer); i++) {
        fill(&s, SORT_DATA_RANDOM, i);
        upload_all(h, &s, in_buffer[i]);
        submit(h, commands);
        expect(&s, in_buffer[i] < CAPACITY ? in_buffer[i] : CAPACITY);
        check(h, &s, in_buffer[i]);
    }
    vkFreeCommandBuffers(h->gpu.device, h->gpu.command_pool, 1, &commands);
    close_subject(h, &s);
}

static void replays_follow_the_count_in_the_buffer(void **state)
{
    struct harness *h = *state;

    if (!can(h, &rows[7]))
        skip();
    check_replays(h, RADIX);
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS)
        check_replays(h, ONESWEEP);
}

/* ---- bad input ---- */

static void bad_parameters_are_refused(void **state)
{
    static const struct {
        vkscan_plan_params plan;
        vkscan_sort_params sort;
        const char *part;
    } bad[] = {
        {{.op = VKSCAN_OP_MIN}, {0}, "a sort has no operator"},
        {{.out_type = VKSCAN_TYPE_U64}, {0}, "a sort has no operator"},
        {{.flags = VKSCAN_PLAN_REVERSE}, {0}, "flags 0x2 are not for a sort"},
        {{.flags = VKSCAN_PLAN_SEED_IN_BUFFER}, {0}, "flags 0x8 are not for a sort"},
        {{.flags = VKSCAN_PLAN_TOTAL_IN_BUFFER}, {0}, "flags 0x10 are not for a sort"},
        {{.type = VKSCAN_TYPE_F32X2}, {0}, "keys of type f32x2, a vector, have no order"},
        {{.algorithm = VKSCAN_ALGORITHM_SUBGROUP}, {0}, "algorithm subgroup does not compute sort"},
        {{0}, {.flags = 0x80}, "unknown sort.flags 0x80"},
        {{0}, {.flags = IN_PLACE | OVERWRITE}, "exclude each other"},
        {{0}, {.value_size = 12}, "sort.value_size 12 is none of"},
        {{0}, {.value_size = 8, .flags = INDICES}, "sort.value_size 8 is not 4"},
        {{0}, {.first_bit = 8}, "no range of the 32 bits of u32"},
        {{0}, {.first_bit = 8, .end_bit = 8}, "sort.first_bit 8 and end_bit 8 are no range"},
        {{0}, {.first_bit = 9, .end_bit = 8}, "sort.first_bit 9 and end_bit 8 are no range"},
        {{0}, {.end_bit = 33}, "no range of the 32 bits of u32"},
        {{.type = VKSCAN_TYPE_U16}, {.end_bit = 17}, "no range of the 16 bits of u16"},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        vkscan_plan_params params = bad[i].plan;
        vkscan_plan *plan;
        params.primitive = VKSCAN_PRIMITIVE_SORT;
        params.sort = &bad[i].sort;
        harness_assert_error(h, vkscan_plan_create(h->context, &params, &plan),
                             VK_ERROR_VALIDATION_FAILED_EXT, bad[i].part);
        assert_null(plan);
    }
}

static void sort_parameters_are_for_sorts(void **state)
{
    const vkscan_sort_params sort = {0};
    struct harness *h = *state;
    vkscan_plan *plan;

    harness_assert_error(
        h, vkscan_plan_create(h->context, &(vkscan_plan_params){.sort = &sort}, &plan),
        VK_ERROR_VALIDATION_FAILED_EXT, "sort is not NULL, and the primitive is");
    harness_assert_error(
        h,
        vkscan_plan_create(h->context,
                           &(vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_SORT,
                                                 .user_operator = harness_dihedral.user},
                           &plan),
        VK_ERROR_VALIDATION_FAILED_EXT, "a sort has no operator");
}

/* There are no pieces. */
static void capacities_beyond_the_device_are_refused(void **state)
{
    struct harness *h = *state;
    vkscan_plan *plan;

    harness_assert_error(h,
                         vkscan_plan_create(h->context,
                                            &(vkscan_plan_params){
                                                .primitive = VKSCAN_PRIMITIVE_SORT,
                                                .capacity = 1ull << 33,
                                            },
                                            &plan),
                         VK_ERROR_FEATURE_NOT_PRESENT, "algorithm radix takes no pieces");
}

static void assert_refused(struct harness *h, const vkscan_plan *plan,
                           const vkscan_binding_params *buffers, const char *part)
{
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(plan, buffers, &binding),
                         VK_ERROR_VALIDATION_FAILED_EXT, part);
}

static void bad_buffers_are_refused(void **state)
{
    struct harness *h = *state;
    const vkscan_sort_params sort = {.value_size = 4};
    const struct row row = {.type = VKSCAN_TYPE_U32, .sort = sort};
    vkscan_binding_params bad;

    if (!can(h, &row))
        skip();
    vkscan_plan *plan = plan_of(
        h->context,
        (vkscan_plan_params){.type = VKSCAN_TYPE_U32, .capacity = CAPACITY, .sort = &sort}, &small);
    struct subject s = open_subject(h, plan, VKSCAN_TYPE_U32, &sort, false);
    bad = s.buffers;
    bad.destination = bad.source;
    assert_refused(h, plan, &bad, "source and destination overlap");
    bad = s.buffers;
    bad.second_destination = bad.second_source;
    assert_refused(h, plan, &bad, "second_source and second_destination overlap");
    bad = s.buffers;
    bad.second_destination = bad.destination;
    assert_refused(h, plan, &bad, "destination and second_destination overlap");
    bad = s.buffers;
    bad.second_source.size -= 4;
    assert_refused(h, plan, &bad, "second_source.size of 8008 bytes is too small");
    bad = s.buffers;
    bad.scratch.size -= 1;
    assert_refused(h, plan, &bad, "scratch.size");
    bad = s.buffers;
    bad.second_destination.buffer = VK_NULL_HANDLE;
    assert_refused(h, plan, &bad, "second_destination.buffer is NULL");
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    const uint32_t seed = 0;
    harness_assert_error(h, vkscan_cmd_run(s.binding, commands, 1, &seed),
                         VK_ERROR_VALIDATION_FAILED_EXT, "seed is not NULL, and a sort has none");
    harness_assert_error(h, vkscan_cmd_run(s.binding, commands, CAPACITY + 1, NULL),
                         VK_ERROR_VALIDATION_FAILED_EXT, "beyond the plan's capacity");
    ok(h, gpu_submit(&h->gpu, commands));
    close_subject(h, &s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(keys_and_values_are_in_order),
        HARNESS_TEST(one_workgroup_sorts_one_tile),
        HARNESS_TEST(the_same_without_subgroup_operations),
        HARNESS_TEST(few_workgroups_take_all_tiles),
        HARNESS_TEST(many_keys),
        HARNESS_TEST(uniform_digits_move_nothing),
        HARNESS_TEST(what_is_missing_is_counted),
        HARNESS_TEST(replays_follow_the_count_in_the_buffer),
        HARNESS_TEST(bad_parameters_are_refused),
        HARNESS_TEST(sort_parameters_are_for_sorts),
        HARNESS_TEST(capacities_beyond_the_device_are_refused),
        HARNESS_TEST(bad_buffers_are_refused),
    };
    return HARNESS_MAIN(tests);
}
