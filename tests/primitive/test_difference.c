/* SPDX-License-Identifier: MIT */
/* Plans of differences that are refused, and buffers; tests/check draws both. */
#include "port_buffers.h"
#include "ports.h"
#include "refusals.h"

#define DIFFERENCE                                                                                 \
    .primitive = VKSCAN_PRIMITIVE_DIFFERENCE, .type = VKSCAN_TYPE_U32, .capacity = 100

TEST(bad_plans_are_refused)
{
    const struct bad_plan plans[] = {
        {{DIFFERENCE, .flags = VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT}, "a difference has no total", 0},
        {{DIFFERENCE, .op = VKSCAN_OP_MIN}, "a difference has no operator", 0},
        {{DIFFERENCE, .out_type = VKSCAN_TYPE_U64}, "a difference has no operator", 0},
        {{DIFFERENCE, .details = &(const vkscan_sort_params){0}},
         "details is not NULL: difference has no parameters",
         0},
        {{DIFFERENCE, .algorithm = VKSCAN_ALGORITHM_LOOKBACK},
         "algorithm lookback does not compute difference",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_DIFFERENCE,
          .type = VKSCAN_TYPE_U32X4,
          .capacity = 1u << 31},
         "algorithm adjacent takes no pieces",
         VKSCAN_ERROR_TOO_LARGE},
    };

    REFUSE_PLANS(h, plans);
}

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.size, 396)}, "source.size of 396 bytes is too small: the plan needs 400"},
        {{LIKE(source, destination)}, "overlap"},
    };
    const vkscan_plan_params params = {DIFFERENCE};
    struct memory source = memory_open(h, 0, 400), destination = memory_open(h, 0, 400);
    struct ports ports =
        ports_open(h, harness_plan(h->context, params),
                   (struct port_buffers){.source = memory_range(&source),
                                         .destination = memory_range(&destination)});

    REFUSE_BUFFERS(h, ports.plan, &ports.buffers, rows);
    refuse_run(h, ports.binding, 101, NULL, "count 101 is beyond");
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &destination);
}

HARNESS_MAIN(tests)
