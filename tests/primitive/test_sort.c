/* SPDX-License-Identifier: MIT */
/* Buffers that a sort refuses; of plans it is in tests/plan/plans.txt. Values in place, of keys
 * that one workgroup sorts in reverse. tests/check draws sorts. */
#include "port_buffers.h"
#include "ports.h"
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

HARNESS_MAIN(tests)
