/* SPDX-License-Identifier: MIT */
/* Buffers that a histogram refuses, and labels; tests/check draws histograms. */
#include "port_buffers.h"
#include "ports.h"
#include "refusals.h"

TEST(labels_have_no_operator)
{
    static const vkscan_histogram_params bins = {.bins = 1, .last = 1};
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .type = VKSCAN_TYPE_U8, .details = &bins};

    assert_string_equal(harness_plan(h->context, params)->label, "vkscan histogram u8");
    assert_string_equal(
        harness_plan(h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_SORT,
                                                      .type = VKSCAN_TYPE_U32})
            ->label,
        "vkscan sort u32");
}

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.size, 796)}, "source.size of 796 bytes is too small: the plan needs 800"},
        {{SET(destination.size, 60)},
         "destination.size of 60 bytes is too small: the plan needs 64"},
        {{SET(second_source.size, 396)},
         "weights.size of 396 bytes is too small: the plan needs 400"},
        {{SET(edges.size, 32)}, "edges.size of 32 bytes is too small: the plan needs 36"},
        {{SET(number.size, 0)}, "number.size of 0 bytes is too small"},
        {{SET(edges.buffer, 0)}, "edges.buffer is NULL"},
        {{ADD(edges.offset, 2)}, "is not a multiple of 4"},
        {{LIKE(number, count)}, "overlap"},
        {{LIKE(destination, source)}, "source and destination overlap"},
        {{LIKE(edges, second_source), SET(edges.size, 36)}, "are in two VkBuffers"},
    };
    static const uint32_t edges[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static const vkscan_histogram_params histogram = {.binning = VKSCAN_BINNING_EDGES,
                                                      .bins = 8,
                                                      .channels = 2,
                                                      .counted = 2,
                                                      .weights = VKSCAN_WEIGHTS_U32,
                                                      .flags = VKSCAN_HISTOGRAM_OUTSIDE_BIT,
                                                      .edges = edges};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = 100,
                                       .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT,
                                       .details = &histogram};
    struct memory source = memory_open(h, 0, 800), counters = memory_open(h, 0, 64),
                  weights = memory_open(h, 0, 400), operands = memory_open(h, 0, 96);
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&source),
                                        .destination = memory_range(&counters),
                                        .second_source = memory_range(&weights),
                                        .count = memory_words(&operands, 4, 1),
                                        .number = memory_words(&operands, 8, 1),
                                        .edges = memory_words(&operands, 12, 9),
                                    });
    const uint32_t seed = 0;

    REFUSE_BUFFERS(h, ports.plan, &ports.buffers, rows);
    refuse_run(h, ports.binding, 100, &seed, "seed is not NULL, and a histogram has none");
    refuse_run(h, ports.binding, 101, NULL, "count 101 is beyond");
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &counters);
    memory_close(h, &weights);
    memory_close(h, &operands);
}

HARNESS_MAIN(tests)
