/* SPDX-License-Identifier: MIT */
/*
 * Count, seed and total in buffers, and arrays that go by pieces, in every production algorithm:
 * what a recording reads when it runs, and that nothing is written beside it. Sums by an operator
 * that does not commute, of which every element has an inverse, so that what is lost or out of
 * order shows.
 */
#include <stdlib.h>
#include <string.h>

#include "detail/interface.h"
#include "reference_tree.h"
#include "stalled.h"
#include "variants.h"

#define POISON 0xdeadbeefu
#define SEED 0x00050004u
#define CAPACITY 5003

#define COUNT_IN_BUFFER VKSCAN_PLAN_COUNT_IN_BUFFER
#define SEED_IN_BUFFER VKSCAN_PLAN_SEED_IN_BUFFER
#define TOTAL_IN_BUFFER VKSCAN_PLAN_TOTAL_IN_BUFFER
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
    vkscan_plan *plan;
    vkscan_binding *binding;
    vkscan_binding_params buffers;
    struct gpu_buffer source, destination, scratch, operands;
    uint64_t room; /* elements of the destination, behind which there is one more */
    uint32_t *input, *output;
    uint32_t operand[OPERAND_WORDS];
    VkCommandBuffer commands;
    VkFence fence;
};

struct layout_of {
    uint32_t offset; /* elements in front of source and destination */
    bool in_place, count_64, total_is_seed;
};

static void create(struct harness *h, uint64_t words, struct gpu_buffer *buffer)
{
    assert_true(gpu_buffer_create(&h->gpu, words * sizeof(uint32_t), GPU_MEMORY_DEVICE, buffer));
    assert_true(gpu_fill(&h->gpu, buffer, 0, words * sizeof(uint32_t), POISON));
}

static vkscan_buffer words_of(const struct gpu_buffer *buffer, uint64_t first, uint64_t count)
{
    return gpu_range(buffer, first * sizeof(uint32_t), count * sizeof(uint32_t));
}

static void zero_state(struct harness *h, struct subject *s)
{
    const VkDeviceSize size = s->plan->plan.zeroed_size;

    if (size > 0)
        assert_true(gpu_fill(&h->gpu, &s->scratch, 0, size, 0));
}

static void record(struct harness *h, struct subject *s, uint64_t count, const void *seed)
{
    const VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = h->gpu.command_pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};

    if (s->commands)
        vkFreeCommandBuffers(h->gpu.device, h->gpu.command_pool, 1, &s->commands);
    assert_int_equal(vkAllocateCommandBuffers(h->gpu.device, &allocate, &s->commands), VK_SUCCESS);
    assert_int_equal(vkBeginCommandBuffer(s->commands, &begin), VK_SUCCESS);
    if (s->binding)
        assert_int_equal(vkscan_cmd_run(s->binding, s->commands, count, seed), VK_SUCCESS);
    else
        assert_int_equal(vkscan_cmd_run_buffers(s->plan, s->commands, &s->buffers, count, seed),
                         VK_SUCCESS);
    gpu_barrier(s->commands);
    assert_int_equal(vkEndCommandBuffer(s->commands), VK_SUCCESS);
}

static void submit(struct harness *h, const struct subject *s)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &s->commands,
    };

    assert_int_equal(vkQueueSubmit(h->gpu.queue, 1, &info, s->fence), VK_SUCCESS);
    assert_int_equal(vkWaitForFences(h->gpu.device, 1, &s->fence, VK_TRUE, UINT64_MAX), VK_SUCCESS);
    assert_int_equal(vkResetFences(h->gpu.device, 1, &s->fence), VK_SUCCESS);
}

static bool reduces(const struct subject *s)
{
    return s->plan->plan.primitive == VKSCAN_PRIMITIVE_REDUCE;
}

static struct subject open_subject(struct harness *h, vkscan_plan *plan, struct layout_of where)
{
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    const uint64_t capacity = plan->plan.capacity;
    struct subject s = {.plan = plan};
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    s.room = reduces(&s) ? 1 : capacity;
    create(h, where.offset + capacity + 1, &s.source);
    create(h, where.offset + s.room + 1, &s.destination);
    create(h, (info.scratch_size + 3) / 4, &s.scratch);
    create(h, OPERAND_WORDS, &s.operands);
    zero_state(h, &s);
    s.buffers = (vkscan_binding_params){
        .source = words_of(&s.source, where.offset, capacity),
        .destination = words_of(where.in_place ? &s.source : &s.destination, where.offset, s.room),
        .scratch = gpu_range(&s.scratch, 0, info.scratch_size),
        .count = words_of(&s.operands, AT_COUNT, where.count_64 ? 2 : 1),
        .seed = words_of(&s.operands, AT_SEED, 1),
        .total = words_of(&s.operands, where.total_is_seed ? AT_SEED : AT_TOTAL, 1),
    };
    if (plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(vkscan_binding_create(plan, &s.buffers, &s.binding), VK_SUCCESS);
    s.input = calloc(capacity + 1, sizeof(uint32_t));
    s.output = calloc(s.room + 1, sizeof(uint32_t));
    assert_non_null(s.input);
    assert_non_null(s.output);
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 1, s.input, capacity);
    for (size_t i = 0; i < OPERAND_WORDS; i++)
        s.operand[i] = POISON;
    assert_int_equal(vkCreateFence(h->gpu.device, &fence, NULL, &s.fence), VK_SUCCESS);
    return s;
}

static void close_subject(struct harness *h, struct subject *s)
{
    vkDestroyFence(h->gpu.device, s->fence, NULL);
    vkFreeCommandBuffers(h->gpu.device, h->gpu.command_pool, 1, &s->commands);
    vkscan_binding_destroy(s->binding);
    gpu_buffer_destroy(&h->gpu, &s->source);
    gpu_buffer_destroy(&h->gpu, &s->destination);
    gpu_buffer_destroy(&h->gpu, &s->scratch);
    gpu_buffer_destroy(&h->gpu, &s->operands);
    free(s->input);
    free(s->output);
}

static const struct gpu_buffer *destination_of(const struct subject *s)
{
    return s->buffers.destination.buffer == s->source.buffer ? &s->source : &s->destination;
}

/* Uploads everything, submits the recording and downloads everything. */
static void run(struct harness *h, struct subject *s)
{
    const struct gpu_buffer *destination = destination_of(s);
    const VkDeviceSize offset = s->buffers.destination.offset;

    assert_true(gpu_fill(&h->gpu, destination, 0, destination->size, POISON));
    if (s->plan->plan.capacity > 0)
        assert_true(gpu_upload(&h->gpu, &s->source, s->buffers.source.offset, s->input,
                               s->plan->plan.capacity * sizeof(uint32_t)));
    assert_true(gpu_upload(&h->gpu, &s->operands, 0, s->operand, sizeof(s->operand)));
    submit(h, s);
    assert_true(
        gpu_download(&h->gpu, destination, offset, s->output, (s->room + 1) * sizeof(uint32_t)));
    assert_true(gpu_download(&h->gpu, &s->operands, 0, s->operand, sizeof(s->operand)));
}

/* In place what is not scanned is still the source. */
static uint32_t untouched(const struct subject *s, uint64_t i)
{
    return destination_of(s) == &s->source && i < s->plan->plan.capacity ? s->input[i] : POISON;
}

/* Asserts the results over the first elements, and that no other was written; returns the total. */
static uint32_t check_results(const struct subject *s, uint64_t count, uint32_t seed)
{
    const bool inclusive = s->plan->plan.primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    uint32_t total = seed;

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t before = total;
        total = combine(total, s->input[i]);
        if (!reduces(s) && s->output[i] != (inclusive ? total : before))
            fail_msg("%s: element %llu of %llu is 0x%08x, not 0x%08x",
                     s->plan->plan.algorithm->name, (unsigned long long)i,
                     (unsigned long long)count, s->output[i], inclusive ? total : before);
    }
    if (reduces(s))
        if (s->output[0] != total)
            fail_msg("%s: the total of %llu is 0x%08x, not 0x%08x", s->plan->plan.algorithm->name,
                     (unsigned long long)count, s->output[0], total);
    for (uint64_t i = reduces(s) ? 1 : count; i <= s->room; i++)
        assert_int_equal(s->output[i], untouched(s, i));
    return total;
}

/* Nothing beside the operands is written, and none that is only read. */
static void check_operands(const struct subject *s, const uint32_t before[OPERAND_WORDS],
                           uint32_t total)
{
    const bool has_total = s->plan->plan.flags & TOTAL_IN_BUFFER;
    const size_t at = s->buffers.total.offset / sizeof(uint32_t);

    for (size_t i = 0; i < OPERAND_WORDS; i++)
        assert_int_equal(s->operand[i], has_total && i == at ? total : before[i]);
}

/* One submission with these operands, as the plan's flags have them. */
static void check_run(struct harness *h, struct subject *s, uint64_t in_buffer, uint64_t most,
                      uint32_t seed)
{
    const uint32_t flags = s->plan->plan.flags;
    const bool counted = flags & COUNT_IN_BUFFER;
    uint32_t before[OPERAND_WORDS];

    s->operand[AT_COUNT] = (uint32_t)in_buffer;
    if (s->buffers.count.size == sizeof(uint64_t))
        s->operand[AT_COUNT + 1] = (uint32_t)(in_buffer >> 32);
    s->operand[AT_SEED] = seed;
    memcpy(before, s->operand, sizeof(before));
    run(h, s);
    check_operands(s, before,
                   check_results(s, counted && in_buffer < most ? in_buffer : most, seed));
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
                (!reduce && variants[i].has_twin && (p + i) % 2))
                continue;
            visit(
                h, &variants[i],
                (vkscan_plan_params){.primitive = p,
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

static void a_recording_follows_its_operands(void **state)
{
    for_each_plan(*state, ALL, check_all_operands);
}

/* A seed of the host's, and a count of the buffer's. */
static void check_count_64(struct harness *h, const struct variant *variant,
                           vkscan_plan_params params)
{
    const bool in_place = params.primitive != VKSCAN_PRIMITIVE_REDUCE;
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

static void counts_have_64_bits(void **state)
{
    for_each_plan(*state, COUNT_IN_BUFFER, check_count_64);
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
        check_run(h, &s, UINT32_MAX, counts[i], seed);
        assert_int_equal(s.operand[AT_TOTAL], POISON);
        seed = s.operand[AT_SEED];
    }
    close_subject(h, &s);
}

static void scans_chain_by_total_and_seed(void **state)
{
    for_each_plan(*state, ALL, check_chain);
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

    vkscan_binding_destroy(s.binding);
    s.buffers.seed = s.buffers.destination = words_of(&s.operands, AT_SEED, 1);
    assert_int_equal(vkscan_binding_create(s.plan, &s.buffers, &s.binding), VK_SUCCESS);
    record(h, &s, CAPACITY, NULL);
    assert_true(gpu_upload(&h->gpu, &s.source, 0, s.input, CAPACITY * sizeof(uint32_t)));
    s.operand[AT_SEED] = total;
    s.operand[AT_COUNT] = CAPACITY;
    assert_true(gpu_upload(&h->gpu, &s.operands, 0, s.operand, sizeof(s.operand)));
    for (int i = 0; i < 2; i++) {
        submit(h, &s);
        for (uint64_t k = 0; k < CAPACITY; k++)
            total = combine(total, s.input[k]);
    }
    assert_true(gpu_download(&h->gpu, &s.operands, 0, s.operand, sizeof(s.operand)));
    assert_int_equal(s.operand[AT_SEED], total);
    close_subject(h, &s);
}

static void reductions_accumulate(void **state)
{
    for_each_plan(*state, ALL, check_accumulation);
}

/* Sums of floats have the same bits whether the host knows the count or the device reads it. */
static void check_floats(struct harness *h, const struct variant *variant,
                         vkscan_plan_params params)
{
    static const uint64_t counts[] = {1, 500, 1301, CAPACITY - 3, CAPACITY};
    const struct shape small = variant_small_shape(variant);
    uint32_t expected[CAPACITY];

    params.type = VKSCAN_TYPE_F32;
    struct subject read = open_subject(h, variant_plan(h, variant, params, NULL, &small),
                                       (struct layout_of){.offset = 0});
    params.flags = 0;
    struct subject told = open_subject(h, variant_plan(h, variant, params, NULL, &small),
                                       (struct layout_of){.offset = 0});
    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 5, read.input, CAPACITY);
    memcpy(told.input, read.input, CAPACITY * sizeof(uint32_t));
    record(h, &read, CAPACITY, NULL);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        record(h, &told, counts[i], NULL);
        run(h, &told);
        const size_t results = reduces(&told) ? 1 : counts[i];
        memcpy(expected, told.output, results * sizeof(uint32_t));
        read.operand[AT_COUNT] = (uint32_t)counts[i];
        run(h, &read);
        assert_memory_equal(read.output, expected, results * sizeof(uint32_t));
    }
    close_subject(h, &read);
    close_subject(h, &told);
}

static void floats_are_grouped_by_the_count_alone(void **state)
{
    for_each_plan(*state, COUNT_IN_BUFFER, check_floats);
}

/* Of a device that reaches so many elements at a time. */
static vkscan_plan *plan_everywhere(struct harness *h, vkscan_plan_params params, uint32_t reach)
{
    const struct shape small = {64, 1, 0};
    struct caps caps = h->context->caps;
    struct plan plan;

    caps.max_range = reach * sizeof(uint32_t) + caps.range_alignment;
    memset(&plan, 0, sizeof(plan));
    assert_int_equal(vks_plan_resolve_with(&caps, &params, vks_element_op(params.op), &small,
                                           &h->context->errors, &plan),
                     VK_SUCCESS);
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
    uint32_t expected[CAPACITY], total;

    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 5, s.input, CAPACITY);
    record(h, &s, CAPACITY, NULL);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint64_t count = counts[i] < CAPACITY ? counts[i] : CAPACITY;
        s.operand[AT_COUNT] = (uint32_t)counts[i];
        s.operand[AT_SEED] = reference_bits(0.3f + (float)i);
        reference_tree_of(&params, 64, 1, &s.operand[AT_SEED], s.input, count, expected, &total);
        run(h, &s);
        assert_memory_equal(s.output, expected, (reduce ? 1 : count) * sizeof(uint32_t));
        if (!reduce)
            assert_int_equal(s.operand[AT_TOTAL], total);
    }
    close_subject(h, &s);
}

static void floats_are_grouped_everywhere_by_the_count_alone(void **state)
{
    static const struct {
        vkscan_primitive primitive;
        uint32_t flags;
    } rows[] = {
        {VKSCAN_PRIMITIVE_REDUCE, COUNT_IN_BUFFER | SEED_IN_BUFFER},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, ALL},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int parts = 0; parts <= 1; parts++)
            check_everywhere(*state,
                             (vkscan_plan_params){.primitive = rows[i].primitive,
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
    const bool wide = strstr(s.plan->plan.stages[0].module, "_64");
    const uint32_t last_epoch = wide ? 0x3fffffff : 0xffff;

    record(h, &s, CAPACITY, NULL);
    if (s.plan->plan.zeroed_size > 0 && !reduces(&s))
        assert_true(gpu_fill(&h->gpu, &s.scratch, STATE_EPOCH * sizeof(uint32_t), sizeof(uint32_t),
                             last_epoch - 2));
    for (uint32_t i = 0; i < 4; i++)
        check_run(h, &s, i == 2 ? 0 : CAPACITY - i, CAPACITY, SEED + i);
    close_subject(h, &s);
}

static void epochs_wrap_with_operands(void **state)
{
    for_each_plan(*state, ALL, check_last_epochs);
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

static void fallbacks_know_the_operands(void **state)
{
    for_each_plan(*state, ALL, check_stalls);
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
    memset(&plan, 0, sizeof(plan));
    assert_int_equal(vks_plan_resolve_with(&caps, &params, op, &small, &h->context->errors, &plan),
                     VK_SUCCESS);
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
        if (vks_access(access)->needs & ~h->context->caps.capabilities || turn++ % 4)
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

static void pieces_make_up_the_whole(void **state)
{
    for_each_plan(*state, 0, check_pieces);
}

static void pieces_follow_operands(void **state)
{
    for_each_plan(*state, ALL, check_pieces);
}

static void an_array_beyond_a_descriptor_is_scanned(void **state)
{
    struct harness *h = *state;
    const uint64_t range = h->context->caps.max_range;
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                       .capacity = range / sizeof(uint32_t) + 70001};

    if (range > 1u << 28)
        skip();
    struct bound *bound = harness_bind(h, harness_plan(h->context, params),
                                       (struct placement){.source_offset = 1, .in_place = true});
    harness_check(h, bound, REFERENCE_RANDOM, params.capacity, NULL);
    harness_unbind(h, bound);
}

/* ---- types ---- */

#define FEW 3001

/* Bytes of elements and of operands. */
struct typed {
    vkscan_plan *plan;
    vkscan_plan_params params;
    uint32_t in_size, out_size; /* of an element */
    uint8_t input[FEW * 16], output[FEW * 16], expected[16];
    uint8_t operands[128], before[128];
    VkDeviceSize at_count, at_seed, at_total; /* bytes */
};

/* Narrow elements lie amid a word. */
static void init_typed(struct typed *t, vkscan_plan *plan, vkscan_plan_params params)
{
    const vkscan_type out = params.out_type ? params.out_type : params.type;

    memset(t, 0, sizeof(*t));
    t->plan = plan;
    t->params = params;
    t->in_size = vks_plan_element_size(&plan->plan, &plan->plan.ports[PORT_SOURCE]);
    t->out_size = vks_plan_element_size(&plan->plan, &plan->plan.ports[PORT_DESTINATION]);
    t->at_seed = 48 + (t->out_size < 4 ? t->out_size : 0);
    t->at_total = 80 + (t->out_size < 4 ? 4 - t->out_size : 0);
    memset(t->operands, 0x5a, sizeof(t->operands));
    reference_fill(params.type, params.op, REFERENCE_RANDOM, 3, t->input, FEW);
    reference_fill(out, params.op, REFERENCE_RANDOM, 4, t->operands + t->at_seed, 1);
}

/* The operators commute, so that the total of a reverse scan is that of a reduction. */
static void check_typed(struct typed *t, uint64_t count)
{
    vkscan_plan_params total = t->params;
    uint64_t at = 0;

    total.primitive = VKSCAN_PRIMITIVE_REDUCE;
    total.flags = 0;
    if (!reference_check(&t->params, t->before + t->at_seed, t->input, count, t->output, &at))
        fail_msg("%s %s: element %llu of %llu", t->plan->plan.algorithm->name,
                 t->plan->plan.type->name, (unsigned long long)at, (unsigned long long)count);
    if (t->params.flags & TOTAL_IN_BUFFER) {
        reference_run(&total, t->before + t->at_seed, t->input, count, t->before + t->at_total);
    }
    assert_memory_equal(t->operands, t->before, sizeof(t->operands));
}

static void run_typed(struct harness *h, struct typed *t)
{
    static const uint64_t counts[] = {FEW, 0, 1029, 2};
    struct gpu_buffer source, destination, scratch, operands;
    vkscan_plan_info info;

    vkscan_plan_get_info(t->plan, &info);
    create(h, sizeof(t->input) / 4, &source);
    create(h, sizeof(t->output) / 4, &destination);
    create(h, (info.scratch_size + 3) / 4, &scratch);
    create(h, sizeof(t->operands) / 4, &operands);
    assert_true(info.scratch_zeroed == 0 || gpu_fill(&h->gpu, &scratch, 0, info.scratch_zeroed, 0));
    assert_true(gpu_upload(&h->gpu, &source, 0, t->input, sizeof(t->input)));
    const vkscan_binding_params buffers = {
        .source = gpu_range(&source, 0, FEW * t->in_size),
        .destination = gpu_range(&destination, 0, FEW * t->out_size),
        .scratch = gpu_range(&scratch, 0, info.scratch_size),
        .count = gpu_range(&operands, t->at_count, 4),
        .seed = gpu_range(&operands, t->at_seed, t->out_size),
        .total = gpu_range(&operands, t->at_total, t->out_size),
    };
    vkscan_binding *binding;
    assert_int_equal(vkscan_binding_create(t->plan, &buffers, &binding), VK_SUCCESS);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint32_t count = (uint32_t)counts[i];
        memcpy(t->operands + t->at_count, &count, sizeof(count));
        memcpy(t->before, t->operands, sizeof(t->before));
        assert_true(gpu_upload(&h->gpu, &operands, 0, t->operands, sizeof(t->operands)));
        VkCommandBuffer commands = gpu_begin(&h->gpu);
        assert_int_equal(vkscan_cmd_run(binding, commands, FEW, NULL), VK_SUCCESS);
        gpu_barrier(commands);
        assert_true(gpu_submit(&h->gpu, commands));
        assert_true(gpu_download(&h->gpu, &destination, 0, t->output, sizeof(t->output)));
        assert_true(gpu_download(&h->gpu, &operands, 0, t->operands, sizeof(t->operands)));
        check_typed(t, count);
    }
    vkscan_binding_destroy(binding);
    gpu_buffer_destroy(&h->gpu, &source);
    gpu_buffer_destroy(&h->gpu, &destination);
    gpu_buffer_destroy(&h->gpu, &scratch);
    gpu_buffer_destroy(&h->gpu, &operands);
}

/* In pieces of 1024 elements, or less of those that are wider than others. */
static void check_types_of(struct harness *h, vkscan_plan_params params, bool in_pieces)
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
    memset(&plan, 0, sizeof(plan));
    assert_int_equal(vks_plan_resolve_with(&caps, &params, vks_element_op(params.op), &small,
                                           &h->context->errors, &plan),
                     VK_SUCCESS);
    struct typed *t = malloc(sizeof(*t));
    assert_non_null(t);
    init_typed(t, harness_plan_resolved(h->context, &plan), params);
    run_typed(h, t);
    free(t);
}

/* By the algorithm that compiles fastest; sums of integers, maxima of floats, which are exact. Half
 * of the types, on other devices the others; in the exhaustive size all. */
static void operands_are_of_every_type(void **state)
{
    static const vkscan_type pairs[][2] = {{VKSCAN_TYPE_U8, VKSCAN_TYPE_U32},
                                           {VKSCAN_TYPE_I16, VKSCAN_TYPE_I64},
                                           {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32}};
    struct harness *h = *state;

    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++) {
        const struct element_type *row = vks_element_type(type);
        if (row->needs & ~h->context->caps.capabilities ||
            (h->size != SIZE_EXHAUSTIVE && (type + h->turn) % 2))
            continue;
        check_types_of(
            h,
            (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                 .op = row->kind == KIND_FLOAT ? VKSCAN_OP_MAX : VKSCAN_OP_ADD,
                                 .type = type,
                                 .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                 .capacity = FEW,
                                 .flags = ALL | (type % 2 ? VKSCAN_PLAN_REVERSE : 0)},
            type % 3 != 0);
    }
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
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

/* The pieces of a reverse scan begin with the last. */
static void pieces_go_in_reverse(void **state)
{
    struct harness *h = *state;

    for (vkscan_primitive p = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         p++)
        check_types_of(h,
                       (vkscan_plan_params){.primitive = p,
                                            .type = VKSCAN_TYPE_I32,
                                            .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                            .capacity = FEW,
                                            .flags = ALL | VKSCAN_PLAN_REVERSE},
                       true);
}

int main(void)
{
    const struct CMUnitTest operands[] = {
        HARNESS_TEST(a_recording_follows_its_operands),
        HARNESS_TEST(counts_have_64_bits),
        HARNESS_TEST(scans_chain_by_total_and_seed),
        HARNESS_TEST(reductions_accumulate),
        HARNESS_TEST(floats_are_grouped_by_the_count_alone),
        HARNESS_TEST(floats_are_grouped_everywhere_by_the_count_alone),
        HARNESS_TEST(epochs_wrap_with_operands),
        HARNESS_TEST(fallbacks_know_the_operands),
        HARNESS_TEST(pieces_make_up_the_whole),
        HARNESS_TEST(pieces_follow_operands),
        HARNESS_TEST(operands_are_of_every_type),
        HARNESS_TEST(pieces_go_in_reverse),
        HARNESS_TEST(an_array_beyond_a_descriptor_is_scanned),
    };
    return HARNESS_MAIN(operands);
}
