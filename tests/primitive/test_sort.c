/* SPDX-License-Identifier: MIT */
/* Buffers that a sort refuses, and rows; of other plans it is in tests/plan/plans.txt. Values in
 * place, of keys that one workgroup sorts in reverse; indices in rows. tests/check draws sorts. */
#include "port_buffers.h"
#include "ports.h"
#include "reference_sort.h"
#include "refusals.h"

#define CAPACITY 2003

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers bad[] = {
        {{LIKE(destination, source)},
         "overlap: to run in place, a plan has VKSCAN_SORT_IN_PLACE_BIT"},
        {{LIKE(second_destination, second_source)},
         "values and values_out overlap: to run in place, a plan has VKSCAN_SORT_IN_PLACE_BIT"},
        {{LIKE(second_destination, destination)}, "destination and values_out overlap"},
        {{ADD(second_source.size, -4)}, "values.size of 8008 bytes is too small"},
        {{SET(scratch.size, 4)}, "scratch.size of 4 bytes is too small"},
        {{SET(second_destination.buffer, 0)}, "values_out.buffer is NULL"},
    };
    const vkscan_sort_params sort = {.value_size = 4};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = CAPACITY,
                                       .details = &sort};
    const uint32_t seed = 0;
    struct memory memory[4];

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory[i] = memory_open(h, 0, CAPACITY * sizeof(uint32_t));
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&memory[0]),
                                        .destination = memory_range(&memory[1]),
                                        .second_source = memory_range(&memory[2]),
                                        .second_destination = memory_range(&memory[3]),
                                    });
    REFUSE_BUFFERS(h, ports.plan, &ports.buffers, bad);
    refuse_run(h, ports.binding, 1, &seed, "seed is not NULL, and a sort has none");
    refuse_run(h, ports.binding, CAPACITY + 1, NULL, "beyond the plan's capacity");
    ports_close(h, &ports);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_close(h, &memory[i]);
}

#define VALUE_WORDS 4

/* Each value goes where another one is, which another thread loads. */
TEST(values_in_place_are_loaded_before_they_are_overwritten)
{
    const vkscan_sort_params sort = {.value_size = VALUE_WORDS * sizeof(uint32_t),
                                     .flags = VKSCAN_SORT_IN_PLACE_BIT};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_ONESWEEP,
                                       .capacity = CAPACITY,
                                       .details = &sort};
    uint8_t found;

    if (h->context->caps.max_storage_buffers < 6 ||
        !(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    struct memory keys = memory_open(h, 0, CAPACITY * sizeof(uint32_t)),
                  values = memory_open(h, 0, CAPACITY * VALUE_WORDS * sizeof(uint32_t));
    for (uint32_t i = 0; i < CAPACITY * VALUE_WORDS; i++)
        memory_set_word(&values, i, i);
    for (uint32_t i = 0; i < CAPACITY; i++)
        memory_set_word(&keys, i, CAPACITY - i);
    memory_upload(h, &keys);
    memory_upload(h, &values);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        const size_t size = VALUE_WORDS * sizeof(uint32_t);
        const uint32_t key = i + 1;
        memcpy(memory_after(&keys) + i * sizeof(key), &key, sizeof(key));
        memcpy(memory_after(&values) + i * size, memory_before(&values) + (CAPACITY - key) * size,
               size);
    }
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&keys),
                                        .destination = memory_range(&keys),
                                        .second_source = memory_range(&values),
                                        .second_destination = memory_range(&values),
                                    });
    ports_run(h, &ports, CAPACITY, NULL);
    assert_int_equal(memory_compare(h, &keys, &found), keys.buffer.size);
    assert_int_equal(memory_compare(h, &values, &found), values.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &keys);
    memory_close(h, &values);
}

#define ROWS_OF(keys)                                                                              \
    .primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32, .capacity = 1 << 20,              \
    .details = &(const vkscan_sort_params)                                                         \
    {                                                                                              \
        .length = keys                                                                             \
    }

TEST(rows_that_no_workgroup_takes_are_refused)
{
    const struct bad_plan plans[] = {
        {{ROWS_OF(1 << 15)}, "details.length 32768 is beyond the ", TOO_LARGE},
        {{ROWS_OF((1 << 20) - 1)}, "details.length 1048575 is beyond the ", TOO_LARGE},
        {{ROWS_OF(7), .algorithm = VKSCAN_ALGORITHM_RADIX},
         "algorithm radix does not compute sort with rows",
         INVALID},
    };

    refuse_plan(h, (vkscan_plan_params){ROWS_OF(7)}, VKSCAN_CAPABILITY_SUBGROUPS_BIT, UNSUPPORTED,
                "algorithm onesweep needs VKSCAN_CAPABILITY_SUBGROUPS_BIT");
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        REFUSE_PLANS(h, plans);
}

/* Sorts rows of few different keys in descending order. The last row may be shorter. */
static void check_indices(struct harness *h, uint64_t length)
{
    const vkscan_sort_params sort = {.flags = VKSCAN_SORT_INDICES_BIT | VKSCAN_SORT_DESCENDING_BIT,
                                     .length = length};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = CAPACITY,
                                       .details = &sort};
    struct memory keys = memory_open(h, 0, CAPACITY * sizeof(uint32_t)),
                  sorted = memory_open(h, 4, CAPACITY * sizeof(uint32_t)),
                  indices = memory_open(h, 4, CAPACITY * sizeof(uint32_t));
    uint32_t *expected = (uint32_t *)(void *)memory_after(&indices);
    uint8_t found;

    for (uint32_t i = 0; i < CAPACITY; i++)
        memory_set_word(&keys, i, i * 7919 % 11);
    memory_upload(h, &keys);
    memory_upload(h, &sorted);
    memory_upload(h, &indices);
    for (uint32_t i = 0; i < CAPACITY; i++)
        expected[i] = (uint32_t)(i % length);
    const struct sort_records source = {params.type, sizeof(uint32_t), memory_before(&keys),
                                        expected};
    assert_true(reference_sort_records(&sort, &source, CAPACITY, memory_after(&sorted), expected));
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&keys),
                                        .destination = memory_range(&sorted),
                                        .second_destination = memory_range(&indices),
                                    });
    ports_run(h, &ports, CAPACITY, NULL);
    assert_int_equal(memory_compare(h, &sorted, &found), sorted.buffer.size);
    assert_int_equal(memory_compare(h, &indices, &found), indices.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &keys);
    memory_close(h, &sorted);
    memory_close(h, &indices);
}

TEST(indices_are_those_in_a_row)
{
    static const uint64_t lengths[] = {1, 2, 16, 33, 1000, 1400, CAPACITY, 1ull << 40};

    if (h->context->caps.max_storage_buffers < 6 ||
        !(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        check_indices(h, lengths[i]);
}

HARNESS_MAIN(tests)
