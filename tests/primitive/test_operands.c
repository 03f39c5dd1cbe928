/* SPDX-License-Identifier: MIT */
/*
 * Count, seed and total in buffers, and arrays that go by pieces, in every production algorithm:
 * what a recording reads when it runs, and that nothing is written beside it. Sums by an operator
 * that does not commute, of which every element has an inverse, so that what is lost or out of
 * order shows.
 */
#include <string.h>

#include "interface.h"
#include "ports.h"
#include "reference_tree.h"
#include "stalled.h"
#include "variants.h"
#include "port_buffers.h"

#define SEED 0x00050004u
#define CAPACITY 5003

#define COUNT_IN_BUFFER VKSCAN_PLAN_COUNT_IN_BUFFER_BIT
#define SEED_IN_BUFFER VKSCAN_PLAN_SEED_IN_BUFFER_BIT
#define TOTAL_IN_BUFFER VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT
#define ALL (COUNT_IN_BUFFER | SEED_IN_BUFFER | TOTAL_IN_BUFFER)

/* Where the operands lie in their buffer, in words: not at its start, and the total in front. */
enum { AT_TOTAL = 17, AT_COUNT = 66, AT_SEED = 69, OPERAND_WORDS = 80 };

static const struct op *const op = &harness_dihedral;

/* What that computes; where tiles stall, sums. */
static uint32_t (*combine)(uint32_t left, uint32_t right) = harness_compose_dihedral;

static uint32_t add(uint32_t left, uint32_t right)
{
    return left + right;
}

/* ---- a plan, its buffers and one recording that is submitted again and again ---- */

struct subject {
    struct ports ports;
    struct memory source, destination, operands; /* in place the destination is not used */
    bool in_place;
    uint32_t size;                        /* bytes of a result */
    uint64_t at_count, at_seed, at_total; /* bytes */
    VkCommandBuffer commands;
};

struct layout_of {
    uint32_t offset; /* elements in front of source and destination */
    bool in_place, count_64, total_is_seed;
};

static const struct plan *plan_of(const struct subject *s)
{
    return &s->ports.plan->plan;
}

static bool reduces(const struct subject *s)
{
    return plan_of(s)->primitive == VKSCAN_PRIMITIVE_REDUCE;
}

static void record(struct harness *h, struct subject *s, uint64_t count, const void *seed)
{
    ports_forget(h, s->commands);
    s->commands = ports_record(h, &s->ports, count, seed);
}

/* Narrow elements lie amid a word. */
static struct subject open_subject(struct harness *h, vkscan_plan *plan, struct layout_of where)
{
    const uint32_t in = vks_plan_element_size(&plan->plan, &plan->plan.ports[PORT_SOURCE]);
    const uint32_t out = vks_plan_element_size(&plan->plan, &plan->plan.ports[PORT_DESTINATION]);
    const uint64_t capacity = plan->plan.capacity;
    struct subject s = {.ports.plan = plan, .in_place = where.in_place, .size = out};
    const uint64_t room = reduces(&s) ? 1 : capacity;

    s.at_count = 4 * AT_COUNT;
    s.at_seed = out == 4 ? 4 * AT_SEED : 4 * (AT_SEED - 1) + (out < 4 ? out : 0);
    s.at_total = out == 4 ? 4 * AT_TOTAL : 4 * (AT_TOTAL - 1) + (out < 4 ? 4 - out : 0);
    if (where.total_is_seed)
        s.at_total = s.at_seed;
    s.source = memory_open(h, (uint64_t)where.offset * in, capacity * in);
    s.destination = memory_open(h, (uint64_t)where.offset * out, room * out);
    s.operands = memory_open(h, 0, 4 * OPERAND_WORDS);
    s.ports =
        ports_open(h, plan,
                   (struct port_buffers){
                       .source = memory_range(&s.source),
                       .destination = memory_range(where.in_place ? &s.source : &s.destination),
                       .count = gpu_range(&s.operands.buffer, s.at_count, where.count_64 ? 8 : 4),
                       .seed = gpu_range(&s.operands.buffer, s.at_seed, out),
                       .total = gpu_range(&s.operands.buffer, s.at_total, out),
                   });
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 1, memory_before(&s.source),
                   capacity * in / 4);
    return s;
}

static void close_subject(struct harness *h, struct subject *s)
{
    ports_forget(h, s->commands);
    ports_close(h, &s->ports);
    memory_close(h, &s->source);
    memory_close(h, &s->destination);
    memory_close(h, &s->operands);
}

static struct memory *results_of(struct subject *s)
{
    return s->in_place ? &s->source : &s->destination;
}

static void set_operands(struct subject *s, uint64_t count, const void *seed)
{
    memcpy(s->operands.before + s->at_count, &count, s->ports.buffers.count.size);
    memcpy(s->operands.before + s->at_seed, seed, s->size);
}

/* Uploads everything and submits the recording. */
static void run(struct harness *h, struct subject *s)
{
    memory_upload(h, &s->source);
    memory_upload(h, &s->destination);
    memory_upload(h, &s->operands);
    ports_submit(h, s->commands);
}

/* What is not scanned is as it was, in place the source; nothing beside the operands is written,
 * and none that is only read. */
static void compare(struct harness *h, struct subject *s, uint64_t count)
{
    const struct memory *const written[] = {results_of(s), &s->operands};
    uint8_t found;

    for (size_t i = 0; i < COUNT_OF(written); i++) {
        const struct memory *m = written[i];
        const uint64_t at = memory_compare(h, m, &found);
        if (at < m->buffer.size)
            fail_msg("%s of %llu %s: byte %lld of the %s is 0x%02x, not 0x%02x",
                     plan_of(s)->algorithm->name, (unsigned long long)count, plan_of(s)->type->name,
                     (long long)(at - m->first), i ? "operands" : "results", found, m->after[at]);
    }
}

/* Expects the results over the first elements; returns the total. */
static uint32_t expect(struct subject *s, uint64_t count, uint32_t seed)
{
    const bool inclusive = plan_of(s)->primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    const uint32_t *input = (const uint32_t *)(void *)memory_before(&s->source);
    uint32_t *output = (uint32_t *)(void *)memory_after(results_of(s));
    uint32_t total = seed;

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t before = total;
        total = combine(total, input[i]);
        if (!reduces(s))
            output[i] = inclusive ? total : before;
    }
    if (reduces(s))
        output[0] = total;
    if (plan_of(s)->flags & TOTAL_IN_BUFFER)
        memcpy(s->operands.after + s->at_total, &total, sizeof(total));
    return total;
}

/* One submission with these operands, as the plan's flags have them; returns the total. */
static uint32_t check_run(struct harness *h, struct subject *s, uint64_t in_buffer, uint64_t most,
                          uint32_t seed)
{
    const bool counted = plan_of(s)->flags & COUNT_IN_BUFFER;
    const uint64_t count = counted && in_buffer < most ? in_buffer : most;

    set_operands(s, in_buffer, &seed);
    run(h, s);
    const uint32_t total = expect(s, count, seed);
    compare(h, s, count);
    return total;
}

/* ---- plans ---- */

/* Tiles of 256 elements, so that there are many. */
static vkscan_plan *small_plan(struct harness *h, const struct variant *variant,
                               vkscan_plan_params params)
{
    const struct shape small = variant_small_shape(variant);

    return variant_plan(h, variant, params, op, &small);
}

typedef void visit_fn(struct harness *h, const struct variant *variant, vkscan_plan_params params);

/* Calls visit for each production algorithm, variant and primitive. */
static void for_each_plan(struct harness *h, uint32_t flags, visit_fn *visit)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);
    size_t visited = 0;

    for (size_t i = 0; i < count; i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
            const bool reduce = p == VKSCAN_PRIMITIVE_REDUCE;
            if (!variants[i].algorithm->production || !variant_computes(&variants[i], p) ||
                (!reduce && (variants[i].has_twin || h->size == SIZE_SMALL) && (p + i) % 2))
                continue;
            visit(
                h, &variants[i],
                (vkscan_plan_params){.primitive = p,
                                     .type = VKSCAN_TYPE_U32,
                                     .capacity = CAPACITY,
                                     .flags = reduce ? flags & ~(uint32_t)TOTAL_IN_BUFFER : flags});
            visited++;
        }
    assert_true(visited > 0);
}

/* ---- counts, seeds and totals ---- */

/* One recording follows the buffer: larger, smaller, empty, beyond what the host allows. */
static void check_replays(struct harness *h, struct subject *s, uint64_t most)
{
    static const uint64_t counts[] = {CAPACITY, 0, 1, 255, 4097, CAPACITY - 1, UINT32_MAX, 0, 1234};

    record(h, s, most, NULL);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_run(h, s, counts[i], most, SEED + (uint32_t)i);
}

static void check_all_operands(struct harness *h, const struct variant *variant,
                               vkscan_plan_params params)
{
    struct subject s =
        open_subject(h, small_plan(h, variant, params), (struct layout_of){.offset = 3});

    check_replays(h, &s, CAPACITY);
    check_replays(h, &s, 1300);
    check_replays(h, &s, 0);
    close_subject(h, &s);
}

TEST(a_recording_follows_its_operands)
{
    for_each_plan(h, ALL, check_all_operands);
}

/* A seed of the host's, and a count of the buffer's. */
static void check_count_64(struct harness *h, const struct variant *variant,
                           vkscan_plan_params params)
{
    const bool in_place = params.primitive != VKSCAN_PRIMITIVE_REDUCE;
    static size_t turn;

    if (turn++ % harness_turns(h, 2, 1))
        return;
    struct subject s =
        open_subject(h, small_plan(h, variant, params),
                     (struct layout_of){.offset = 2, .in_place = in_place, .count_64 = true});
    const uint32_t seed = SEED;

    record(h, &s, CAPACITY - 1, &seed);
    check_run(h, &s, 777, CAPACITY - 1, seed);
    check_run(h, &s, (1ull << 32) + 5, CAPACITY - 1, seed);
    check_run(h, &s, UINT64_MAX, CAPACITY - 1, seed);
    check_run(h, &s, 0, CAPACITY - 1, seed);
    close_subject(h, &s);
}

TEST(counts_have_64_bits)
{
    for_each_plan(h, COUNT_IN_BUFFER, check_count_64);
}

/* A scan in two submissions, each from where the one before ended, equals the whole. */
static void check_chain(struct harness *h, const struct variant *variant, vkscan_plan_params params)
{
    static const uint64_t counts[] = {CAPACITY, 0, 300, CAPACITY, 1};
    struct subject s =
        open_subject(h, small_plan(h, variant, params), (struct layout_of){.total_is_seed = true});
    uint32_t seed = SEED;

    for (size_t i = 0; i < COUNT_OF(counts) && !reduces(&s); i++) {
        record(h, &s, counts[i], NULL);
        seed = check_run(h, &s, UINT32_MAX, counts[i], seed);
    }
    close_subject(h, &s);
}

TEST(scans_chain_by_total_and_seed)
{
    for_each_plan(h, ALL, check_chain);
}

/* A reduction's seed may be its destination, which then accumulates. */
static void check_accumulation(struct harness *h, const struct variant *variant,
                               vkscan_plan_params params)
{
    if (params.primitive != VKSCAN_PRIMITIVE_REDUCE)
        return;
    params.flags = ALL & ~(uint32_t)TOTAL_IN_BUFFER;
    struct subject s =
        open_subject(h, small_plan(h, variant, params), (struct layout_of){.offset = 0});
    uint32_t total = SEED;

    s.ports.buffers.destination = s.ports.buffers.seed;
    ports_rebind(&s.ports);
    record(h, &s, CAPACITY, NULL);
    set_operands(&s, CAPACITY, &total);
    run(h, &s);
    ports_submit(h, s.commands);
    for (uint64_t k = 0; k < 2 * CAPACITY; k++)
        total = combine(total, ((const uint32_t *)(void *)s.source.before)[k % CAPACITY]);
    memcpy(s.operands.after + s.at_seed, &total, sizeof(total));
    compare(h, &s, CAPACITY);
    close_subject(h, &s);
}

TEST(reductions_accumulate)
{
    for_each_plan(h, ALL, check_accumulation);
}

/* Sums of floats have the same bits whether the host knows the count or the device reads it. */
static void check_floats(struct harness *h, const struct variant *variant,
                         vkscan_plan_params params)
{
    static const uint64_t counts[] = {1, 500, 1301, CAPACITY - 3, CAPACITY};
    const struct shape small = variant_small_shape(variant);
    static size_t turn;

    if ((turn++ + h->turn) % harness_turns(h, 3, 2))
        return;
    params.type = VKSCAN_TYPE_F32;
    struct subject read = open_subject(h, variant_plan(h, variant, params, NULL, &small),
                                       (struct layout_of){.offset = 0});
    params.flags = 0;
    struct subject told = open_subject(h, variant_plan(h, variant, params, NULL, &small),
                                       (struct layout_of){.offset = 0});
    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 5, read.source.before,
                   CAPACITY);
    memcpy(told.source.before, read.source.before, read.source.size);
    record(h, &read, CAPACITY, NULL);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        record(h, &told, counts[i], NULL);
        run(h, &told);
        memory_download(h, &told.destination);
        set_operands(&read, counts[i], &counts[i]);
        run(h, &read);
        memcpy(read.destination.after, told.destination.after, told.destination.buffer.size);
        compare(h, &read, counts[i]);
    }
    close_subject(h, &read);
    close_subject(h, &told);
}

TEST(floats_are_grouped_by_the_count_alone)
{
    for_each_plan(h, COUNT_IN_BUFFER, check_floats);
}

/* Of a device that reaches so many elements at a time. */
static vkscan_plan *plan_everywhere(struct harness *h, vkscan_plan_params params, uint32_t reach)
{
    const struct shape small = {64, 1, 0};
    struct caps caps = h->context->caps;
    struct plan plan;

    caps.max_range = reach * sizeof(uint32_t) + caps.range_alignment;
    harness_resolve(h->context, &caps, &params, vks_element_op(params.op), &small, &plan);
    assert_int_equal(plan.piece, CAPACITY);
    assert_int_equal(plan.part, reach < CAPACITY ? 1024 : CAPACITY);
    return harness_plan_resolved(h->context, &plan);
}

/* And those of the one tree of all devices the CPU's, the total too. */
static void check_everywhere(struct harness *h, vkscan_plan_params params, uint32_t reach)
{
    static const uint64_t counts[] = {CAPACITY, 0,    1,    255,  256,       257,
                                      1024,     1025, 1301, 4097, UINT32_MAX};
    const bool reduce = params.primitive == VKSCAN_PRIMITIVE_REDUCE;
    struct subject s = open_subject(h, plan_everywhere(h, params, reach),
                                    (struct layout_of){.offset = 1, .in_place = !reduce});

    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 5, memory_before(&s.source),
                   CAPACITY);
    record(h, &s, CAPACITY, NULL);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint64_t count = counts[i] < CAPACITY ? counts[i] : CAPACITY;
        const uint32_t seed = reference_bits(0.3f + (float)i);
        uint32_t expected[CAPACITY], total;
        reference_tree_of(&params, 64, 1, &seed, (const uint32_t *)(void *)memory_before(&s.source),
                          count, expected, &total);
        set_operands(&s, counts[i], &seed);
        run(h, &s);
        memcpy(memory_after(results_of(&s)), expected, (reduce ? 1 : count) * sizeof(uint32_t));
        if (params.flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)
            memcpy(s.operands.after + s.at_total, &total, sizeof(total));
        compare(h, &s, count);
    }
    close_subject(h, &s);
}

TEST(floats_are_grouped_everywhere_by_the_count_alone)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_algorithm algorithm;
        uint32_t flags;
    } rows[] = {
        {VKSCAN_PRIMITIVE_REDUCE, 0, COUNT_IN_BUFFER | SEED_IN_BUFFER},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, 0, ALL},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_ALGORITHM_LOOKBACK,
         COUNT_IN_BUFFER | SEED_IN_BUFFER}, /* in one dispatch */
    };
    const bool has_atomics = h->context->caps.capabilities & VKSCAN_CAPABILITY_INT64_ATOMICS_BIT;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int parts = 0; parts <= (rows[i].algorithm ? 0 : 1); parts++)
            if (!rows[i].algorithm || has_atomics)
                check_everywhere(h,
                                 (vkscan_plan_params){.primitive = rows[i].primitive,
                                                      .algorithm = rows[i].algorithm,
                                                      .type = VKSCAN_TYPE_F32,
                                                      .capacity = CAPACITY,
                                                      .flags = rows[i].flags,
                                                      .determinism = VKSCAN_DETERMINISM_EVERYWHERE},
                                 parts ? 2000 : 1 << 24);
}

/* ---- single passes ---- */

/* The total and the carry outlive the clearing of all words in the last epoch. */
static void check_last_epochs(struct harness *h, const struct variant *variant,
                              vkscan_plan_params params)
{
    struct subject s =
        open_subject(h, small_plan(h, variant, params), (struct layout_of){.total_is_seed = true});
    const bool wide = strstr(plan_of(&s)->stages[0].module, "_64");
    const uint32_t last_epoch = wide ? 0x3fffffff : 0xffff;

    record(h, &s, CAPACITY, NULL);
    if (plan_of(&s)->zeroed_size > 0 && !reduces(&s))
        assert_true(gpu_fill(&h->gpu, &s.ports.scratch, STATE_EPOCH * sizeof(uint32_t),
                             sizeof(uint32_t), last_epoch - 2));
    for (uint32_t i = 0; i < 4; i++)
        check_run(h, &s, i == 2 ? 0 : CAPACITY - i, CAPACITY, SEED + i);
    close_subject(h, &s);
}

TEST(epochs_wrap_with_operands)
{
    for_each_plan(h, ALL, check_last_epochs);
}

/* Tiles that publish late are computed by fallback, from elements up to the buffer's count. */
static void check_stalls(struct harness *h, const struct variant *variant,
                         vkscan_plan_params params)
{
    const struct shape small = variant_small_shape(variant);
    struct plan plan = variant_plan(h, variant, params, NULL, &small)->plan;

    if (!harness_constant(&plan, SPEC_SPIN_LIMIT))
        return;
    assert_true(stalled_use(&plan, STALL_THIRD, 4));
    combine = add;
    struct subject s = open_subject(h, harness_plan_resolved(h->context, &plan),
                                    (struct layout_of){.total_is_seed = true});
    record(h, &s, CAPACITY, NULL);
    check_run(h, &s, CAPACITY, CAPACITY, SEED);
    check_run(h, &s, 3000, CAPACITY, SEED);
    combine = harness_compose_dihedral;
    close_subject(h, &s);
}

TEST(fallbacks_know_the_operands)
{
    for_each_plan(h, ALL, check_stalls);
}

/* ---- pieces ---- */

/* A plan for a device whose descriptors reach 1024 elements, by this access. */
static vkscan_plan *plan_of_pieces(struct harness *h, const struct variant *variant,
                                   vkscan_plan_params params, vkscan_access access)
{
    const struct shape small = variant_small_shape(variant);
    struct caps caps = h->context->caps;
    struct plan plan;

    params.algorithm = variant->algorithm->id;
    caps.capabilities &= ~variant->ignored_capabilities;
    caps.max_range = 1024 * sizeof(uint32_t) + caps.range_alignment;
    harness_resolve(h->context, &caps, &params, op, &small, &plan);
    assert_int_equal(plan.piece, 1024);
    plan.access = access;
    memset(plan.stages, 0, sizeof(plan.stages));
    vks_plan_stages(&caps, &plan);
    return harness_plan_resolved(h->context, &plan);
}

static void check_pieces(struct harness *h, const struct variant *variant,
                         vkscan_plan_params params)
{
    static const uint64_t counts[] = {CAPACITY, 1024, 1025, 2048, 0, 3000, UINT32_MAX, 7, 4096};
    const bool counted = params.flags & COUNT_IN_BUFFER;

    static unsigned turn;

    for (vkscan_access access = 0; vks_access(access); access++) {
        if (vks_access(access)->needs & ~h->context->caps.capabilities ||
            turn++ % harness_turns(h, 5, 4))
            continue;
        const struct layout_of where = {.offset = access,
                                        .in_place = params.primitive != VKSCAN_PRIMITIVE_REDUCE &&
                                                    access != 1,
                                        .count_64 = access == 2,
                                        .total_is_seed = true};
        struct subject s = open_subject(h, plan_of_pieces(h, variant, params, access), where);
        if (counted)
            record(h, &s, CAPACITY, NULL);
        for (size_t i = 0; i < COUNT_OF(counts); i++) {
            const uint64_t most = counted || counts[i] > CAPACITY ? CAPACITY : counts[i];
            const uint32_t seed = SEED;
            if (!counted)
                record(h, &s, most, &seed);
            check_run(h, &s, counts[i], most, seed);
        }
        close_subject(h, &s);
    }
}

TEST(pieces_make_up_the_whole)
{
    for_each_plan(h, 0, check_pieces);
}

TEST(pieces_follow_operands)
{
    for_each_plan(h, ALL, check_pieces);
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

/* ---- types ---- */

#define FEW 3001

/* The operators commute, so that the total of a reverse scan is that of a reduction. */
static void check_typed(struct harness *h, struct subject *s, const vkscan_plan_params *params,
                        uint64_t count)
{
    const void *input = memory_before(&s->source), *seed = s->operands.before + s->at_seed;
    vkscan_plan_params total = *params;
    uint64_t at = 0;

    total.primitive = VKSCAN_PRIMITIVE_REDUCE;
    total.flags = 0;
    run(h, s);
    reference_run(&total, seed, input, count, s->operands.after + s->at_total);
    memory_download(h, &s->destination);
    if (!reference_check(params, seed, input, count, memory_after(&s->destination), &at))
        fail_msg("%s %s: element %llu of %llu", plan_of(s)->algorithm->name, plan_of(s)->type->name,
                 (unsigned long long)at, (unsigned long long)count);
    compare(h, s, count);
}

static void run_typed(struct harness *h, vkscan_plan *plan, const vkscan_plan_params *params,
                      uint32_t offset)
{
    static const uint64_t counts[] = {FEW, 0, 1029, 2};
    const vkscan_type out = params->out_type ? params->out_type : params->type;
    struct subject s = open_subject(h, plan, (struct layout_of){.offset = offset});
    uint8_t seed[16];

    reference_fill(params->type, params->op, REFERENCE_RANDOM, 3, memory_before(&s.source), FEW);
    reference_fill(out, params->op, REFERENCE_RANDOM, 4, seed, 1);
    record(h, &s, FEW, NULL);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        set_operands(&s, counts[i], seed);
        check_typed(h, &s, params, counts[i]);
    }
    close_subject(h, &s);
}

/* In pieces of 1024 elements, or less of those that are wider than others. */
static void check_types_at(struct harness *h, vkscan_plan_params params, bool in_pieces,
                           uint32_t offset)
{
    const struct shape small = {64, 1, 0};
    const struct element_type *type = vks_element_type(params.type);
    const struct element_type *out =
        vks_element_type(params.out_type ? params.out_type : params.type);
    const uint32_t size = type->size > out->size ? type->size : out->size;
    struct caps caps = h->context->caps;
    struct plan plan;

    if (in_pieces)
        caps.max_range = 1024 * size + caps.range_alignment;
    harness_resolve(h->context, &caps, &params, vks_element_op(params.op), &small, &plan);
    run_typed(h, harness_plan_resolved(h->context, &plan), &params, offset);
}

static void check_types_of(struct harness *h, vkscan_plan_params params, bool in_pieces)
{
    check_types_at(h, params, in_pieces, 0);
}

/* By the algorithm that compiles fastest; sums of integers, maxima of floats, which are exact. Half
 * of the types, on other devices the others; in the exhaustive size all, in the small an eighth. */
TEST(operands_are_of_every_type)
{
    static const vkscan_type pairs[][2] = {{VKSCAN_TYPE_U8, VKSCAN_TYPE_U32},
                                           {VKSCAN_TYPE_I16, VKSCAN_TYPE_I64},
                                           {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32}};

    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++) {
        const struct element_type *row = vks_element_type(type);
        if (row->needs & ~h->context->caps.capabilities ||
            (type + h->turn) % harness_turns(h, 8, 2))
            continue;
        check_types_of(
            h,
            (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .op = row->kind == KIND_FLOAT ? VKSCAN_OP_MAX : VKSCAN_OP_ADD,
                                 .type = type,
                                 .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                 .capacity = FEW,
                                 .flags = ALL | (type % 2 ? VKSCAN_PLAN_REVERSE_BIT : 0)},
            type % 3 != 0);
    }
    for (size_t i = 0; i < COUNT_OF(pairs); i += harness_turns(h, 3, 1))
        check_types_of(h,
                       (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                            .op = VKSCAN_OP_MAX,
                                            .type = pairs[i][0],
                                            .out_type = pairs[i][1],
                                            .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                            .capacity = FEW,
                                            .flags = ALL},
                       true);
}

/* Of tiles that are loaded before the count is known, and of sums in the words that narrow integers
 * come in: at a word's start, at a vector's, and at neither. */
TEST(single_pass_operands)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_type type;
        vkscan_algorithm algorithm;
        bool in_reverse, in_pieces;
        uint32_t offset; /* elements */
    } cases[] = {
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_TYPE_U32, VKSCAN_ALGORITHM_LOOKBACK, false, false,
         1},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_TYPE_I32, VKSCAN_ALGORITHM_LOOKBACK, true, false,
         0},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_TYPE_U8, VKSCAN_ALGORITHM_LOOKBACK, false, true,
         0},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_TYPE_I16, VKSCAN_ALGORITHM_LOOKBACK, true, true,
         1},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_TYPE_I8, VKSCAN_ALGORITHM_LOOKAHEAD, true, false,
         4},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_TYPE_U16, VKSCAN_ALGORITHM_LOOKAHEAD, false, false,
         15},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_TYPE_U8, VKSCAN_ALGORITHM_LOOKBACK, true, true,
         17},
    };
    const uint32_t needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT;

    if (needs & ~h->context->caps.capabilities)
        return;
    for (size_t i = 0; i < COUNT_OF(cases); i += harness_turns(h, 2, 1))
        check_types_at(h,
                       (vkscan_plan_params){
                           .primitive = cases[i].primitive,
                           .type = cases[i].type,
                           .algorithm = cases[i].algorithm,
                           .capacity = FEW,
                           .flags = ALL | (cases[i].in_reverse ? VKSCAN_PLAN_REVERSE_BIT : 0)},
                       cases[i].in_pieces, cases[i].offset);
}

/* The pieces of a reverse scan begin with the last. */
TEST(pieces_go_in_reverse)
{
    for (vkscan_primitive p = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         p++)
        check_types_of(h,
                       (vkscan_plan_params){.primitive = p,
                                            .type = VKSCAN_TYPE_I32,
                                            .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                            .capacity = FEW,
                                            .flags = ALL | VKSCAN_PLAN_REVERSE_BIT},
                       true);
}

HARNESS_MAIN(operands)
