/* SPDX-License-Identifier: MIT */
/* What is peculiar to counts in buffers and to arrays that go by pieces; tests/check draws operands
 * and pieces. */
#include <string.h>

#include "port_buffers.h"
#include "ports.h"
#include "variants.h"

#define CAPACITY 5003

/* A plan, of whose runs the host or a buffer tells the count. */
struct sums {
    struct ports ports;
    struct memory destination;
};

static struct sums open_sums(struct harness *h, const struct variant *variant,
                             vkscan_plan_params params, const struct memory *source,
                             const struct memory *count)
{
    const struct shape small = variant_small_shape(variant);
    struct sums sums = {.destination = memory_open(h, 0, CAPACITY * sizeof(float))};

    sums.ports = ports_open(h, variant_plan(h, variant, params, NULL, &small),
                            (struct port_buffers){
                                .source = memory_range(source),
                                .destination = memory_range(&sums.destination),
                                .count = memory_range(count),
                            });
    return sums;
}

static void run_sums(struct harness *h, struct sums *sums, uint64_t count)
{
    memory_upload(h, &sums->destination);
    ports_run(h, &sums->ports, count, NULL);
    memory_download(h, &sums->destination);
}

static void close_sums(struct harness *h, struct sums *sums)
{
    ports_close(h, &sums->ports);
    memory_close(h, &sums->destination);
}

static void check_variant(struct harness *h, const struct variant *variant,
                          vkscan_primitive primitive)
{
    static const uint64_t counts[] = {1, 500, 1301, CAPACITY - 3, CAPACITY};
    struct memory source = memory_open(h, 0, CAPACITY * sizeof(float)),
                  count = memory_open(h, 0, sizeof(uint32_t));
    vkscan_plan_params params = {
        .primitive = primitive, .type = VKSCAN_TYPE_F32, .capacity = CAPACITY};
    struct sums told = open_sums(h, variant, params, &source, &count);
    params.flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
    struct sums read = open_sums(h, variant, params, &source, &count);

    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 5, memory_before(&source),
                   CAPACITY);
    memory_upload(h, &source);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        memory_set_word(&count, 0, (uint32_t)counts[i]);
        memory_upload(h, &count);
        run_sums(h, &told, counts[i]);
        run_sums(h, &read, CAPACITY);
        assert_memory_equal(memory_after(&read.destination), memory_after(&told.destination),
                            CAPACITY * sizeof(float));
    }
    close_sums(h, &told);
    close_sums(h, &read);
    memory_close(h, &source);
    memory_close(h, &count);
}

/* Sums of floats have the same bits whether the host knows the count or the device reads it. */
TEST(floats_are_grouped_by_the_count_alone)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        if (!variant_is_textbook(&variants[i]) && (i + h->turn) % harness_turns(h, 3, 2) == 0)
            check_variant(h, &variants[i], variant_primitive(&variants[i], i));
}

TEST(an_array_beyond_a_descriptor_is_scanned)
{
    const uint64_t range = h->context->caps.max_range;
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                       .capacity = range / sizeof(uint32_t) + 70001};

    if (range > 1u << 28 || h->size == SIZE_SMALL)
        skip();
    harness_check_once(h, harness_plan(h->context, params),
                       (struct placement){.source_offset = 1, .in_place = true}, params.capacity);
}

HARNESS_MAIN(operands)
