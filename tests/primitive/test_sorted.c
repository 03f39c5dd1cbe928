/* SPDX-License-Identifier: MIT */
/* Plans of searches and merges that are refused, and buffers; tests/check draws both. */
#include "port_buffers.h"
#include "ports.h"
#include "refusals.h"

#define SORTED(keys)                                                                               \
    .details = &(const vkscan_sorted_params)                                                       \
    {                                                                                              \
        .length = keys                                                                             \
    }
#define VALUED(keys, bytes)                                                                        \
    &(const vkscan_sorted_params)                                                                  \
    {                                                                                              \
        .length = keys, .value_size = bytes                                                        \
    }
#define MERGE .primitive = VKSCAN_PRIMITIVE_MERGE, .type = VKSCAN_TYPE_U32
#define LOWER .primitive = VKSCAN_PRIMITIVE_LOWER_BOUND, .type = VKSCAN_TYPE_U32, .capacity = 100

TEST(bad_plans_are_refused)
{
    const struct bad_plan plans[] = {
        {{LOWER}, "details is NULL: lower-bound needs vkscan_sorted_params", 0},
        {{LOWER, SORTED(0xffff0001u)}, "details.length 4294901761 is beyond the 4294901760", 0},
        {{LOWER, SORTED(9), .op = VKSCAN_OP_MIN}, "a lower-bound has no operator", 0},
        {{LOWER, SORTED(9), .flags = VKSCAN_PLAN_REVERSE_BIT}, "flags 0x2 are not for", 0},
        {{LOWER, .details = VALUED(9, 4)},
         "details.value_size is 4: it is for VKSCAN_PRIMITIVE_MERGE alone",
         0},
        {{LOWER, .details = &(const vkscan_sorted_params){.length = 9, .reserved = 1}},
         "vkscan_sorted_params.reserved is 1: it has to be 0",
         0},
        {{MERGE, .details = VALUED(9, 12)}, "details.value_size 12 is none of 0, 4, 8 and 16", 0},
        {{MERGE, .capacity = 0xffff0000u - 8, .details = VALUED(9, 0)},
         "capacity 4294901752 and details.length 9 are beyond the 4294901760 keys",
         VKSCAN_ERROR_TOO_LARGE},
        {{LOWER, SORTED(9), .algorithm = VKSCAN_ALGORITHM_RADIX},
         "algorithm radix does not compute lower-bound",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_UPPER_BOUND, .type = VKSCAN_TYPE_U32X2, SORTED(9)},
         "keys of type u32x2, a vector, have no order",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_UPPER_BOUND, .type = VKSCAN_TYPE_F64, SORTED(0xffff0000u)},
         "second_source of 34359214080 bytes is beyond",
         VKSCAN_ERROR_TOO_LARGE},
    };

    REFUSE_PLANS(h, plans);
}

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.size, 396)}, "source.size of 396 bytes is too small: the plan needs 400"},
        {{SET(second_source.size, 36)}, "second_source.size of 36 bytes is too small"},
        {{SET(second_source.buffer, 0)}, "second_source.buffer is NULL"},
        {{LIKE(second_source, destination), SET(second_source.size, 40)}, "overlap"},
    };
    const vkscan_plan_params params = {LOWER, SORTED(10)};
    struct memory source = memory_open(h, 0, 400), destination = memory_open(h, 0, 400),
                  sorted = memory_open(h, 0, 40);
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){.source = memory_range(&source),
                                                          .destination = memory_range(&destination),
                                                          .second_source = memory_range(&sorted)});

    REFUSE_BUFFERS(h, ports.plan, &ports.buffers, rows);
    refuse_run(h, ports.binding, 101, NULL, "count 101 is beyond");
    refuse_run(h, ports.binding, 100, &(uint32_t){1}, "seed");
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &destination);
    memory_close(h, &sorted);
}

/* Values have ports where there are values. */
TEST(ports_of_values_are_those_of_merges_with_values)
{
    static const vkscan_port ports[] = {VKSCAN_PORT_FIRST_VALUES, VKSCAN_PORT_SECOND_VALUES,
                                        VKSCAN_PORT_VALUES_OUT};
    static const uint64_t sizes[] = {800, 72, 872};

    for (uint32_t bytes = 0; bytes <= 8; bytes += 8) {
        const vkscan_plan_params params = {MERGE, .capacity = 100, .details = VALUED(9, bytes)};
        vkscan_plan *plan = harness_plan(h->context, params);
        for (size_t i = 0; i < COUNT_OF(ports); i++) {
            vkscan_port_info info = {.struct_size = sizeof(info)};
            vkscan_plan_get_port(plan, ports[i], &info);
            assert_int_equal(info.size, bytes ? sizes[i] : 0);
        }
    }
}

HARNESS_MAIN(tests)
