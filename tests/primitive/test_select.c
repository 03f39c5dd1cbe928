/* SPDX-License-Identifier: MIT */
/* What is refused of select, partition and unique, and what their scratch is; tests/check draws
 * them. */
#include "odd.h"
#include "port_buffers.h"
#include "ports.h"
#include "refusals.h"
#include "within.h"

#define SELECT VKSCAN_PRIMITIVE_SELECT
#define ALL_OUTPUTS                                                                                \
    (VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT | VKSCAN_SELECT_OUTPUT_INDICES_BIT |                        \
     VKSCAN_SELECT_OUTPUT_NUMBER_BIT | VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT)
#define CAPACITY 1000

/* A plan, and a buffer with room for any of its arrays for each of its ports. */
struct subject {
    struct ports ports;
    struct memory source, flags, destination, indices, lengths, operands;
};

static vkscan_plan *make_plan(struct harness *h, vkscan_plan_params params,
                              vkscan_select_params select)
{
    params.details = &select;
    return harness_plan(h->context, params);
}

/* Operands lie 48 bytes or more behind the start of their buffer, in the order of ports. */
static struct subject open_subject(struct harness *h, vkscan_plan_params params,
                                   vkscan_select_params select)
{
    const uint32_t groups = select.ways == 3 ? 2 : 1;
    const uint32_t seed_size = params.user_operator ? params.user_operator->seed_size
                                                    : groups * vkscan_type_size(params.type);
    const uint32_t bits = select.key_size                                  ? 8 * select.key_size
                          : select.criterion == VKSCAN_CRITERION_FLAG_BITS ? 1
                                                                           : 8;
    struct subject s = {
        .source = memory_open(h, 0, CAPACITY * 8),
        .flags = memory_open(h, 0, (CAPACITY * bits / 8 + 3) / 4 * 4),
        .destination = memory_open(h, 0, CAPACITY * 8),
        .indices = memory_open(h, 0, CAPACITY * 4),
        .lengths = memory_open(h, 0, CAPACITY * 4),
        .operands = memory_open(h, 0, 128),
    };

    params.capacity = CAPACITY;
    s.ports = ports_open(h, make_plan(h, params, select),
                         (struct port_buffers){
                             .source = memory_range(&s.source),
                             .destination = memory_range(select.flags ? &s.source : &s.destination),
                             .count = memory_words(&s.operands, 0, 1),
                             .seed = gpu_range(&s.operands.buffer, 48, seed_size),
                             .flags = memory_range(&s.flags),
                             .indices = memory_range(&s.indices),
                             .lengths = memory_range(&s.lengths),
                             .number = memory_words(&s.operands, 4, groups),
                             .arguments = memory_words(&s.operands, 20, 3 * groups),
                         });
    return s;
}

static void close_subject(struct harness *h, struct subject *s)
{
    ports_close(h, &s->ports);
    memory_close(h, &s->source);
    memory_close(h, &s->flags);
    memory_close(h, &s->destination);
    memory_close(h, &s->indices);
    memory_close(h, &s->lengths);
    memory_close(h, &s->operands);
}

/* Nothing that a device must wait for is kept, but the elements: the scratch has room for them. */
TEST(scratch_holds_the_elements)
{
    vkscan_plan_info apart = {.struct_size = sizeof(apart)}, in_place = apart;
    const vkscan_plan_params params = {
        .primitive = SELECT, .type = VKSCAN_TYPE_U32, .capacity = 100000};

    vkscan_plan_get_info(make_plan(h, params, (vkscan_select_params){.flags = 0}), &apart);
    vkscan_plan_get_info(
        make_plan(h, params, (vkscan_select_params){.flags = VKSCAN_SELECT_IN_PLACE_BIT}),
        &in_place);
    assert_in_range(in_place.scratch_size - apart.scratch_size, 400000, 400032);
    assert_int_equal(in_place.scratch_zeroed, apart.scratch_zeroed);
}

/* ---- bad input; of plans it is in tests/plan/plans.txt ---- */

TEST(a_predicate_has_the_kernels_that_it_was_built_with)
{
    static const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_PREDICATE};

    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT)
        refuse_plan(h,
                    (vkscan_plan_params){.primitive = SELECT,
                                         .user_operator = &odd,
                                         .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                         .access = VKSCAN_ACCESS_ADDRESSES,
                                         .details = &select},
                    0, UNSUPPORTED, "odd has algorithm blelloch for descriptors alone");
}

/* In place is at the same offset, and of nothing else. Some workgroups may not have read the count
 * when the number is stored. Bits are in words. Of three ways seeds, numbers and arguments are two
 * each. */
TEST(bad_buffers_are_named)
{
    static const struct bad_buffers apart[] = {
        {{LIKE(destination, source)}, "overlap: to run in place, a plan has VKSCAN_SELECT_IN_"},
        {{LIKE(indices, source)}, "source and indices overlap"},
        {{LIKE(indices, destination)}, "destination and indices overlap"},
        {{LIKE(flags, destination), SET(flags.size, 1000)}, "destination and flags overlap"},
        {{SET(flags.size, 999)}, "flags.size of 999 bytes is too small: the plan needs 1000"},
        {{SET(indices.size, 3996)}, "indices.size of 3996 bytes is too small: the plan needs 4000"},
        {{SET(number.size, 2)}, "number.size of 2 bytes is too small: the plan needs 4"},
        {{SET(arguments.usage, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)},
         "arguments.usage 0x20 lacks VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT"},
        {{LIKE(count, number)},
         "count is given, but the plan has no VKSCAN_PLAN_COUNT_IN_BUFFER_BIT"},
        {{LIKE(edges, number)}, "edges is given, but the plan has no VKSCAN_BINNING_EDGES"},
        {{SET(arguments.size, 8)}, "arguments.size of 8 bytes is too small: the plan needs 12"},
        {{SET(number.offset, 2)}, "number.offset 2 is not a multiple of 4"},
        {{LIKE(number, arguments), ADD(number.offset, 4)}, "number and arguments overlap"},
        {{LIKE(number, destination), SET(number.size, 4)}, "overlap"},
        {{LIKE(scratch, source)}, "scratch"},
    };
    static const struct bad_buffers in_place[] = {
        {{LIKE(destination, source), ADD(destination.offset, 4)},
         "source and destination overlap: in place they are at the same offset"},
        {{LIKE(indices, source)}, "source and indices overlap"},
        {{LIKE(destination, flags), SET(destination.size, 4000)}, "destination"},
    };
    static const struct bad_buffers by_bits[] = {
        {{LIKE(number, count)}, "count and number overlap"},
        {{LIKE(indices, number)}, "but the plan has no VKSCAN_SELECT_OUTPUT_INDICES_BIT"},
        {{SET(flags.offset, 1)}, "flags.offset 1 is not a multiple of 4"},
    };
    static const struct bad_buffers by_keys[] = {
        {{SET(flags.size, 7999)}, "flags.size of 7999 bytes is too small: the plan needs 8000"},
        {{SET(flags.offset, 4)}, "flags.offset 4 is not a multiple of 8"},
        {{LIKE(flags, destination)}, "destination and flags overlap"},
    };
    static const struct bad_buffers with_lengths[] = {
        {{SET(lengths.size, 3999)}, "lengths.size of 3999 bytes is too small: the plan needs 4000"},
        {{LIKE(lengths, source)}, "source and lengths overlap"},
        {{LIKE(indices, lengths)}, "but the plan has no VKSCAN_SELECT_OUTPUT_INDICES_BIT"},
    };
    static const struct bad_buffers three_ways[] = {
        {{ADD(number.size, -1)}, "number.size of 7 bytes is too small: the plan needs 8"},
        {{ADD(arguments.size, -1)}, "arguments.size of 23 bytes is too small: the plan needs 24"},
        {{ADD(seed.size, -1)}, "seed.size of 3 bytes is too small: the plan needs 4"},
        {{ADD(seed.offset, 2)}, "seed.offset 50 is not a multiple of 4"},
    };
    static const struct {
        vkscan_plan_params params;
        vkscan_select_params select;
        const struct bad_buffers *bad;
        size_t count;
    } rows[] = {
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U32},
         {.outputs = ALL_OUTPUTS},
         apart,
         COUNT_OF(apart)},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U32},
         {.outputs = ALL_OUTPUTS, .flags = VKSCAN_SELECT_IN_PLACE_BIT},
         in_place,
         COUNT_OF(in_place)},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U32, .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT},
         {.criterion = VKSCAN_CRITERION_FLAG_BITS},
         by_bits,
         COUNT_OF(by_bits)},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U64},
         {.criterion = VKSCAN_CRITERION_KEYS, .key_size = 8},
         by_keys,
         COUNT_OF(by_keys)},
        {{.primitive = VKSCAN_PRIMITIVE_UNIQUE, .type = VKSCAN_TYPE_U32},
         {.outputs = VKSCAN_SELECT_OUTPUT_LENGTHS_BIT},
         with_lengths,
         COUNT_OF(with_lengths)},
        {{.primitive = VKSCAN_PRIMITIVE_PARTITION,
          .type = VKSCAN_TYPE_U16,
          .flags = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
         {.criterion = VKSCAN_CRITERION_LESS,
          .second_criterion = VKSCAN_CRITERION_LESS,
          .outputs = ALL_OUTPUTS,
          .ways = 3},
         three_ways,
         COUNT_OF(three_ways)},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct subject s = open_subject(h, rows[i].params, rows[i].select);
        refuse_rows(h, s.ports.plan, &s.ports.buffers, rows[i].bad, rows[i].count);
        close_subject(h, &s);
    }
}

TEST(seeds_go_with_comparisons)
{
    static const uint32_t seed = 7;
    static const struct {
        const vkscan_operator *user;
        vkscan_criterion criterion;
        const void *seed;
        const char *part;
    } rows[] = {
        {NULL, VKSCAN_CRITERION_FLAG_BYTES, &seed,
         "seed is not NULL, and select by flag-bytes takes none"},
        {NULL, VKSCAN_CRITERION_LESS, NULL, "seed is NULL, and select by less takes one"},
        {&odd, VKSCAN_CRITERION_PREDICATE, &seed,
         "seed is not NULL, and select by predicate takes none"},
        {&within, VKSCAN_CRITERION_PREDICATE, NULL,
         "seed is NULL, and select by predicate takes one"},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct subject s = open_subject(
            h,
            (vkscan_plan_params){.primitive = SELECT,
                                 .type = rows[i].user ? VKSCAN_TYPE_NONE : VKSCAN_TYPE_U32,
                                 .user_operator = rows[i].user},
            (vkscan_select_params){.criterion = rows[i].criterion});
        refuse_run(h, s.ports.binding, 10, rows[i].seed, rows[i].part);
        close_subject(h, &s);
    }
}

HARNESS_MAIN(tests)
