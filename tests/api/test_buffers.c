/* SPDX-License-Identifier: MIT */
/* Where buffers lie: any element-aligned offset, in place; and recordings that are used again. */
#include <string.h>

#include "ports.h"
#include "variants.h"
#include "port_buffers.h"

#define CAPACITY 20011

static void check_binding(struct harness *h, const struct variant *variant,
                          vkscan_primitive primitive, struct placement where)
{
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = variant_count(variant, CAPACITY)};
    const struct shape shape = variant_stripes_shape(variant);
    const uint64_t counts[] = {1, 5, variant_count(variant, 4096), params.capacity};
    struct bound *bound = harness_bind(h, variant_plan(h, variant, params, NULL, &shape), where);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);
    harness_unbind(h, bound);
}

/* Every algorithm over these places; in the exhaustive size every primitive, too. */
static void check_placement(struct harness *h, struct placement where)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
            if (variant_computes(&variants[i], p) &&
                !(where.in_place && p == VKSCAN_PRIMITIVE_REDUCE) &&
                (h->size == SIZE_EXHAUSTIVE || p == variant_primitive(&variants[i], i)))
                check_binding(h, &variants[i], p, where);
}

TEST(any_source_offset)
{
    for (uint32_t offset = 1; offset <= 5; offset++)
        check_placement(h, (struct placement){.source_offset = offset});
}

TEST(any_destination_offset)
{
    for (uint32_t offset = 1; offset <= 5; offset++)
        check_placement(h, (struct placement){.destination_offset = offset});
}

/* What kernels of vectors skip, and by how much they shift what they store; with any_source_offset
 * and any_destination_offset each from 0 to 7, and from 0 to 3. */
TEST(offsets_that_are_skipped_and_shifted)
{
    static const uint32_t places[][2] = {{1, 1}, {0, 4}, {1, 6}, {3, 1}, {2, 1}, {2, 3}, {3, 5}};
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; variant_has_vectors(&variants[i]) && j < COUNT_OF(places); j++)
            check_binding(h, &variants[i], variant_primitive(&variants[i], i),
                          (struct placement){places[j][0], places[j][1], 0, false});
}

/* Over many places, one after the other, in a small shape: some tiles, and less than a vector. */
static void check_places(struct harness *h, const struct variant *variant,
                         vkscan_primitive primitive, struct conversion types)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .type = types.from, .out_type = types.to, .capacity = 4099};
    const struct shape small = variant_small_shape(variant);
    vkscan_plan *plan = variant_plan(h, variant, params, NULL, &small);

    for (uint32_t source = 0; source < 18; source++) {
        struct bound *bound =
            harness_bind(h, plan, (struct placement){source, 5 * source % 18, 0, false});
        harness_check(h, bound, REFERENCE_RANDOM, params.capacity, NULL);
        harness_check(h, bound, REFERENCE_RANDOM, source % 3 + 1, NULL);
        harness_unbind(h, bound);
    }
}

/* Small elements share words with what is around them, which stays; wide ones begin at any multiple
 * of a word. Algorithms take turns with types. */
TEST(offsets_of_other_elements)
{
    static const struct conversion types[] = {
        {VKSCAN_TYPE_U8, VKSCAN_TYPE_U8},       {VKSCAN_TYPE_I16, VKSCAN_TYPE_I16},
        {VKSCAN_TYPE_F16, VKSCAN_TYPE_F16},     {VKSCAN_TYPE_U64, VKSCAN_TYPE_U64},
        {VKSCAN_TYPE_U32X3, VKSCAN_TYPE_U32X3}, {VKSCAN_TYPE_U32X4, VKSCAN_TYPE_U32X4},
        {VKSCAN_TYPE_U8, VKSCAN_TYPE_U64},      {VKSCAN_TYPE_U16, VKSCAN_TYPE_U32},
    };
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    const size_t turns = harness_turns(h, 8, 8);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(types); j++)
            if ((i + j + h->turn) % turns == 0 && !variant_is_textbook(&variants[i]) &&
                variant_has(h, &variants[i], types[j], vks_element_op(VKSCAN_OP_ADD)))
                check_places(h, &variants[i], variant_primitive(&variants[i], j), types[j]);
}

/* Sums of narrow integers go by 16 bytes at any offset, and what is stored is shifted by any number
 * of elements, also in reverse. The counts end amid vectors, words and slices. */
TEST(sums_of_narrow_elements_at_any_offset)
{
    static const struct {
        vkscan_primitive primitive;
        struct conversion types;
        uint32_t flags;
    } rows[] = {
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, {VKSCAN_TYPE_U8, VKSCAN_TYPE_U8}, 0},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, {VKSCAN_TYPE_I16, VKSCAN_TYPE_I16}, 0},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
         {VKSCAN_TYPE_I8, VKSCAN_TYPE_I8},
         VKSCAN_PLAN_REVERSE_BIT},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
         {VKSCAN_TYPE_U16, VKSCAN_TYPE_U16},
         VKSCAN_PLAN_REVERSE_BIT},
        {VKSCAN_PRIMITIVE_REDUCE, {VKSCAN_TYPE_I8, VKSCAN_TYPE_I32}, 0},
        {VKSCAN_PRIMITIVE_REDUCE, {VKSCAN_TYPE_U16, VKSCAN_TYPE_U16}, 0},
        {VKSCAN_PRIMITIVE_REDUCE, {VKSCAN_TYPE_I16, VKSCAN_TYPE_I32}, 0},
    };
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    const size_t turns = harness_turns(h, 6, 3);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(rows); j++) {
            const vkscan_plan_params params = {.primitive = rows[j].primitive,
                                               .type = rows[j].types.from,
                                               .out_type = rows[j].types.to,
                                               .flags = rows[j].flags,
                                               .capacity = 6007};
            const struct shape shape = variant_stripes_shape(&variants[i]);
            if ((i + j + h->turn) % turns || !variants[i].algorithm->arrangement->persistent ||
                !variant_computes(&variants[i], rows[j].primitive))
                continue;
            vkscan_plan *plan = variant_plan(h, &variants[i], params, NULL, &shape);
            for (uint32_t k = 0; k < 16; k++) {
                struct bound *bound =
                    harness_bind(h, plan, (struct placement){k, (2 * k + j) % 32, 0, false});
                harness_check(h, bound, REFERENCE_RANDOM, params.capacity - k, NULL);
                harness_check(h, bound, REFERENCE_RANDOM, 1 + 5 * k, NULL);
                harness_unbind(h, bound);
            }
        }
}

TEST(different_offsets_and_in_place)
{
    static const struct placement places[] = {{3, 2, 1, false},
                                              {64, 129, 7, false},
                                              {1000003, 70001, 100, false},
                                              {.in_place = true},
                                              {.source_offset = 5, .in_place = true}};

    for (size_t i = 0; i < COUNT_OF(places); i++)
        check_placement(h, places[i]);
}

static void compare(struct harness *h, const struct memory *m)
{
    uint8_t found;

    assert_int_equal(memory_compare(h, m, &found), m->buffer.size);
}

/* A recording made once and submitted again and again works on what is in the source then. */
TEST(a_recording_can_be_replayed)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = CAPACITY};
    struct memory source = memory_open(h, 0, CAPACITY * 4);
    struct memory destination = memory_open(h, 0, CAPACITY * 4);
    struct ports ports =
        ports_open(h, harness_plan(h->context, params),
                   (struct port_buffers){.source = memory_range(&source),
                                         .destination = memory_range(&destination)});
    VkCommandBuffer commands = ports_record(h, &ports, CAPACITY, NULL);

    for (uint64_t round = 0; round < 3; round++) {
        reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, round, source.before,
                       CAPACITY);
        memory_upload(h, &source);
        memory_upload(h, &destination);
        ports_submit(h, commands);
        reference_run(&params, 0, source.before, CAPACITY, destination.after);
        compare(h, &destination);
    }
    ports_forget(h, commands);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &destination);
}

/* The first run's result is the second's source, with the barrier that vkscan.h asks for. */
TEST(runs_follow_one_another)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .op = VKSCAN_OP_XOR,
                                       .capacity = CAPACITY};
    struct memory data = memory_open(h, 0, CAPACITY * 4);
    struct ports ports = ports_open(
        h, harness_plan(h->context, params),
        (struct port_buffers){.source = memory_range(&data), .destination = memory_range(&data)});

    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_XOR, REFERENCE_RANDOM, 5, data.before, CAPACITY);
    memory_upload(h, &data);
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(binding_run(ports.binding, commands, CAPACITY, NULL), VK_SUCCESS);
        gpu_compute_barrier(commands);
        reference_run(&params, 0, data.after, CAPACITY, data.after);
    }
    assert_true(gpu_submit(&h->gpu, commands));
    compare(h, &data);
    ports_close(h, &ports);
    memory_close(h, &data);
}

HARNESS_MAIN(buffers)
