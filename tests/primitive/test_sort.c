/* SPDX-License-Identifier: MIT */
/* Buffers that a sort refuses; of plans it is in tests/plan/plans.txt. tests/check draws sorts. */
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

HARNESS_MAIN(tests)
