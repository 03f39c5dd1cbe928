/* SPDX-License-Identifier: MIT */
/*
 * What is peculiar to radix sorts, against the reference: that keys and values are in order,
 * stably, to the last bit; that the source is only read; and that no byte is written beside the
 * result. Each plan runs over many counts and kinds of data, as compiling takes most of the time.
 */
#include <stdlib.h>
#include <string.h>

#include "ports.h"
#include "reference_sort.h"
#include "refusals.h"
#include "stalled.h"
#include "variants.h"
#include "port_buffers.h"

#define NO_SUBGROUPS VKSCAN_CAPABILITY_SUBGROUPS_BIT
#define RADIX VKSCAN_ALGORITHM_RADIX
#define ONESWEEP VKSCAN_ALGORITHM_ONESWEEP
#define GUARD_KEYS 3

/* A small workgroup: a tile is 128 keys. */
static const struct shape small = {64, 2, 0};

/* ---- a plan and its buffers ---- */

struct subject {
    struct ports ports;
    vkscan_type type;
    vkscan_sort_params sort;
    uint32_t key_size, value_size;
    struct memory keys, sorted_keys, values, sorted_values; /* in place the sorted have no buffer */
    struct memory operands;
    bool in_place;
    uint64_t *order;
    uint64_t capacity;
};

static struct subject open_subject(struct harness *h, vkscan_plan *plan, vkscan_type type,
                                   const vkscan_sort_params *sort)
{
    const uint64_t capacity = plan->plan.capacity;
    struct subject s = {.type = type,
                        .sort = *sort,
                        .key_size = vkscan_type_size(type),
                        .value_size = sort->flags & VKSCAN_SORT_INDICES_BIT ? 4 : sort->value_size,
                        .in_place = sort->flags & VKSCAN_SORT_IN_PLACE_BIT,
                        .capacity = capacity,
                        .order = calloc(capacity + 1, sizeof(uint64_t))};
    struct port_buffers buffers = {.scratch = {0}};

    assert_non_null(s.order);
    const vkscan_plan_info info = sized_plan_info(plan);
    assert_int_equal(info.scratch_zeroed, 0);
    s.operands = memory_open(h, 12, 8);
    s.keys = memory_open(h, s.key_size, capacity * s.key_size);
    if (s.value_size > 0)
        s.values = memory_open(h, s.value_size, capacity * s.value_size);
    if (!s.in_place) {
        s.sorted_keys = memory_open(h, GUARD_KEYS * s.key_size, capacity * s.key_size);
        if (s.value_size > 0)
            s.sorted_values = memory_open(h, 2 * s.value_size, capacity * s.value_size);
    }
    buffers.count = memory_range(&s.operands);
    buffers.source = memory_range(&s.keys);
    buffers.destination = memory_range(s.in_place ? &s.keys : &s.sorted_keys);
    buffers.second_source = memory_range(&s.values);
    buffers.second_destination = memory_range(s.in_place ? &s.values : &s.sorted_values);
    s.ports = ports_open(h, plan, buffers);
    return s;
}

static void close_subject(struct harness *h, struct subject *s)
{
    ports_close(h, &s->ports);
    memory_close(h, &s->operands);
    memory_close(h, &s->keys);
    memory_close(h, &s->sorted_keys);
    memory_close(h, &s->values);
    memory_close(h, &s->sorted_values);
    free(s->order);
}

/* What the source holds, and each value: its index, and words that go by it. */
static void fill(struct subject *s, enum reference_sort_data data, uint64_t seed)
{
    assert_true(reference_sort_fill(s->type, data, seed, memory_before(&s->keys), s->capacity));
    for (uint64_t i = 0; s->value_size > 0 && i < s->capacity; i++)
        for (uint32_t word = 0; word < s->value_size / 4; word++)
            memory_set_word(&s->values, i * (s->value_size / 4) + word,
                            (uint32_t)i + 0x9e3779b9u * word);
}

static void upload(struct harness *h, struct subject *s, uint64_t count)
{
    memcpy(memory_before(&s->operands), &count, sizeof(count));
    memory_upload(h, &s->operands);
    memory_upload(h, &s->keys);
    memory_upload(h, &s->sorted_keys);
    memory_upload(h, &s->values);
    memory_upload(h, &s->sorted_values);
    assert_true(gpu_fill(&h->gpu, &s->ports.scratch, 0, s->ports.scratch.size / 4 * 4, POISON));
}

static void expect(struct subject *s, uint64_t count)
{
    uint8_t *keys = memory_after(s->in_place ? &s->keys : &s->sorted_keys);
    uint8_t *values = memory_after(s->in_place ? &s->values : &s->sorted_values);

    assert_true(reference_sort(s->type, &s->sort, memory_before(&s->keys), count, s->order));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t from = s->order[i];
        const uint32_t index = (uint32_t)from;
        memcpy(keys + i * s->key_size, memory_before(&s->keys) + from * s->key_size, s->key_size);
        if (s->sort.flags & VKSCAN_SORT_INDICES_BIT)
            memcpy(values + i * 4, &index, 4);
        else if (s->value_size > 0)
            memcpy(values + i * s->value_size, memory_before(&s->values) + from * s->value_size,
                   s->value_size);
    }
}

static void compare(struct harness *h, const struct subject *s, const struct memory *m,
                    const char *what, uint64_t count)
{
    uint8_t found;
    const uint64_t at = memory_compare(h, m, &found);

    if (at < m->buffer.size)
        fail_msg("%s, %s of %llu: byte %lld of the port (of %u-byte keys, %u-byte values) is 0x%x, "
                 "not 0x%x; flags 0x%x, bits %u to %u",
                 vkscan_type_name(s->type), what, (unsigned long long)count,
                 (long long)(at - m->first), s->key_size, s->value_size, found, m->after[at],
                 s->sort.flags, s->sort.first_bit, s->sort.end_bit);
}

static void check(struct harness *h, struct subject *s, uint64_t count)
{
    expect(s, count);
    compare(h, s, &s->sorted_keys, "sorted keys", count);
    compare(h, s, &s->sorted_values, "sorted values", count);
    compare(h, s, &s->operands, "operands", count);
    compare(h, s, &s->keys, "keys", count);
    compare(h, s, &s->values, "values", count);
}

/* Sorts the first `count`; where the plan's count is in a buffer, as many as that says. */
static void run_filled(struct harness *h, struct subject *s, uint64_t count)
{
    const bool in_buffer = s->ports.plan->plan.flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
    const uint64_t sorted = count < s->capacity ? count : s->capacity;

    upload(h, s, count);
    ports_run(h, &s->ports, in_buffer ? s->capacity : sorted, NULL);
    check(h, s, sorted);
}

static void run(struct harness *h, struct subject *s, enum reference_sort_data data, uint64_t count)
{
    fill(s, data, count + 1);
    run_filled(h, s, count);
}

static vkscan_plan *plan_of(vkscan_context *context, vkscan_plan_params params,
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

#define DESCENDING VKSCAN_SORT_DESCENDING_BIT
#define INDICES VKSCAN_SORT_INDICES_BIT
#define IN_PLACE VKSCAN_SORT_IN_PLACE_BIT
#define COUNT_IN_BUFFER VKSCAN_PLAN_COUNT_IN_BUFFER_BIT
#define ADDRESSES VKSCAN_ACCESS_ADDRESSES

/* What the cases sort; tests/check draws types, values, flags and ranges of bits. */
#define SIZE sizeof(vkscan_sort_params)
enum { ODD_BITS_IN_PLACE, FLOATS, WIDE };
static const struct row rows[] = {
    [ODD_BITS_IN_PLACE] = {VKSCAN_TYPE_U32, {SIZE, IN_PLACE, 4, 3, 20}, 0, ADDRESSES},
    [FLOATS] = {VKSCAN_TYPE_F32, {SIZE, DESCENDING | INDICES, 4, 0, 0}, COUNT_IN_BUFFER, 0},
    [WIDE] = {VKSCAN_TYPE_U64, {0}, COUNT_IN_BUFFER, 0},
};

#define CAPACITY 2003

/* Tiles are of 128 keys. */
static const uint64_t counts[] = {0, 1, 2, 127, 128, 129, 1009, CAPACITY, 1536};

static bool can(const struct harness *h, const struct row *row)
{
    const bool values = row->sort.value_size > 0 || row->sort.flags & INDICES;
    const uint32_t needs =
        row->access == ADDRESSES ? VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT : 0;

    return !(needs & ~h->context->caps.capabilities) &&
           (!values || row->access == ADDRESSES || h->context->caps.max_storage_buffers >= 6);
}

static struct subject open_row(struct harness *h, vkscan_context *context,
                               vkscan_algorithm algorithm, const struct row *row,
                               const struct shape *shape)
{
    const vkscan_plan_params params = {.type = row->type,
                                       .algorithm = algorithm,
                                       .capacity = CAPACITY,
                                       .access = row->access,
                                       .flags = row->plan_flags,
                                       .details = &row->sort};

    return open_subject(h, plan_of(context, params, shape), row->type, &row->sort);
}

/* All counts, with each kind of data in turn, one kind for each count at a time. */
static void check_row(struct harness *h, vkscan_context *context, vkscan_algorithm algorithm,
                      size_t index, const struct shape *shape)
{
    const struct row *row = &rows[index];
    struct subject s = open_row(h, context, algorithm, row, shape);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        run(h, &s, (enum reference_sort_data)((i + index) % SORT_DATA_COUNT), counts[i]);
    if (row->plan_flags & COUNT_IN_BUFFER)
        run(h, &s, SORT_DATA_RANDOM, (1ull << 32) + 5); /* beyond the capacity */
    close_subject(h, &s);
}

/* ---- more tiles than workgroups, and counts of which the scan has several levels ---- */

TEST(few_workgroups_take_all_tiles)
{
    static const size_t some[] = {ODD_BITS_IN_PLACE, FLOATS};
    static const struct shape by_masks = {64, 16, 0};
    const uint32_t limit = h->context->caps.max_workgroup_count;

    h->context->caps.max_workgroup_count = 3;
    for (size_t i = 0; i < COUNT_OF(some); i++)
        if (can(h, &rows[some[i]]))
            check_row(h, h->context, i % 2 ? RADIX : ONESWEEP, some[i], &small);
    h->context->caps.max_workgroup_count = 1;
    if (can(h, &rows[FLOATS]) && h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        check_row(h, h->context, ONESWEEP, FLOATS, &by_masks);
    h->context->caps.max_workgroup_count = limit;
}

/* As the library has it. */
static void check_many(struct harness *h, vkscan_context *context, vkscan_algorithm algorithm,
                       const vkscan_sort_params *sort, uint64_t capacity, const struct shape *shape)
{
    const vkscan_type type = VKSCAN_TYPE_U32;
    vkscan_plan *plan =
        plan_of(context,
                (vkscan_plan_params){
                    .type = type, .algorithm = algorithm, .capacity = capacity, .details = sort},
                shape);
    struct subject s = open_subject(h, plan, type, sort);

    run(h, &s, SORT_DATA_ZIPF, capacity);
    run(h, &s, SORT_DATA_RANDOM, capacity - 1);
    close_subject(h, &s);
}

TEST(many_keys)
{
    const vkscan_sort_params values = {.value_size = 4}, low = {.end_bit = 4};
    vkscan_context *plain = harness_context(h, NO_SUBGROUPS);

    check_many(h, h->context, RADIX, &values, 50021, NULL);
    if (h->size != SIZE_SMALL)
        check_many(h, plain, RADIX, &values, 10007, NULL);
    check_many(h, h->context, RADIX, &low, (1 << 17) + 129, &small);
    check_many(h, h->context, ONESWEEP, &low, (1 << 17) + 129, &small);
    check_many(h, h->context, ONESWEEP, &values, 50021, &(const struct shape){128, 17, 2});
    harness_context_destroy(plain);
}

/* ---- digits that are the same in all keys ---- */

/* Keys are of these bits alone: digits in a row are left out, others copied, and the others sorted.
 */
TEST(uniform_digits_move_nothing)
{
    static const uint32_t masks[] = {0xff00ff00, 0x00ff00ff, 0xff0000ff, 0x0000ff00, 0x00ffff00, 0};
    const vkscan_sort_params sort = {.value_size = 4};
    const struct row row = {VKSCAN_TYPE_U32, sort, 0, 0};

    if (!can(h, &row) || !(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    struct subject s = open_row(h, h->context, ONESWEEP, &row, &small);
    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        fill(&s, SORT_DATA_RANDOM, i);
        for (uint64_t k = 0; k < CAPACITY; k++) {
            uint32_t key;
            memcpy(&key, memory_before(&s.keys) + 4 * k, 4);
            memory_set_word(&s.keys, k, key & masks[i]);
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
                                       .details = &row->sort};
    struct plan plan;

    harness_resolve(h->context, &h->context->caps, &params, vks_element_op(VKSCAN_OP_ADD), &small,
                    &plan);
    if (stall == NO_POLLS)
        set_spin_limit(&plan, 0);
    else
        assert_true(stalled_use(&plan, stall, POLLS));
    struct subject s =
        open_subject(h, harness_plan_resolved(h->context, &plan), row->type, &row->sort);
    for (size_t k = 0; k < COUNT_OF(counts); k++)
        run(h, &s, (enum reference_sort_data)(k % SORT_DATA_COUNT), counts[k]);
    close_subject(h, &s);
}

/* With no poll at all a look-back begins by counting the tile before. */
TEST(what_is_missing_is_counted)
{
    static const struct {
        size_t row;
        uint32_t stall;
    } some[] = {{WIDE, NO_POLLS}, {FLOATS, STALL_THIRD}, {FLOATS, STALL_EVERY | STALL_LATE}};

    if (!(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    for (size_t i = 0; i < COUNT_OF(some); i++)
        if (can(h, &rows[some[i].row]))
            check_stall(h, &rows[some[i].row], some[i].stall);
}

/* ---- a recording that is submitted again ---- */

/* A count that is stale is the caller's; what the buffer says is what is sorted, and never more. */
static void check_replays(struct harness *h, vkscan_algorithm algorithm)
{
    static const uint64_t in_buffer[] = {CAPACITY, 3, 0, 1ull << 40, 1000, 999};
    const struct row *row = &rows[FLOATS];
    struct subject s = open_row(h, h->context, algorithm, row, &small);
    VkCommandBuffer commands = ports_record(h, &s.ports, CAPACITY, NULL);

    for (size_t i = 0; i < COUNT_OF(in_buffer); i++) {
        fill(&s, SORT_DATA_RANDOM, i);
        upload(h, &s, in_buffer[i]);
        ports_submit(h, commands);
        check(h, &s, in_buffer[i] < CAPACITY ? in_buffer[i] : CAPACITY);
    }
    ports_forget(h, commands);
    close_subject(h, &s);
}

TEST(replays_follow_the_count_in_the_buffer)
{
    if (!can(h, &rows[FLOATS]))
        skip();
    check_replays(h, RADIX);
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        check_replays(h, ONESWEEP);
}

/* ---- bad input; of plans it is in tests/plan/plans.txt ---- */

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers bad[] = {
        {{LIKE(destination, source)},
         "overlap: to run in place, a plan has VKSCAN_SORT_IN_PLACE_BIT"},
        {{LIKE(second_destination, second_source)}, "values and values_out overlap"},
        {{LIKE(second_destination, destination)}, "destination and values_out overlap"},
        {{ADD(second_source.size, -4)}, "values.size of 8008 bytes is too small"},
        {{SET(scratch.size, 4)}, "scratch.size of 4 bytes is too small"},
        {{SET(second_destination.buffer, 0)}, "values_out.buffer is NULL"},
    };
    static const struct row row = {VKSCAN_TYPE_U32, {.value_size = 4}, 0, 0};
    const uint32_t seed = 0;

    if (!can(h, &row))
        skip();
    struct subject s = open_row(h, h->context, VKSCAN_ALGORITHM_AUTO, &row, &small);
    REFUSE_BUFFERS(h, s.ports.plan, &s.ports.buffers, bad);
    refuse_run(h, s.ports.binding, 1, &seed, "seed is not NULL, and a sort has none");
    refuse_run(h, s.ports.binding, CAPACITY + 1, NULL, "beyond the plan's capacity");
    close_subject(h, &s);
}

HARNESS_MAIN(tests)
