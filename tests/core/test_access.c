/* SPDX-License-Identifier: MIT */
/* Runs without a binding: by push descriptors and by device addresses. */
#include <stdlib.h>

#include "access.h"
#include "variants.h"

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT

#define COUNT 20011
#define POISON 0xdeadbeefu

static bool has(const struct harness *h, vkscan_access access)
{
    return !(vks_access(access)->needs & ~h->context->caps.capabilities);
}

/* ---- results ---- */

static void check_runs(struct harness *h, vkscan_plan *plan, struct placement where)
{
    struct bound *bound = harness_bind(h, plan, where);

    harness_check(h, bound, REFERENCE_RANDOM, plan->plan.capacity, NULL);
    harness_check(h, bound, REFERENCE_RANDOM, plan->plan.capacity / 3, NULL);
    harness_unbind(h, bound);
}

/* Each primitive of each algorithm that takes it, at offsets and in place. */
static void production_algorithms_run_by_each_access(void **state)
{
    struct harness *h = *state;
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (vkscan_access access = 1; vks_access(access); access++)
        for (size_t i = 0; i < count && has(h, access); i++)
            for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
                const bool reduce = p == VKSCAN_PRIMITIVE_REDUCE;
                const vkscan_plan_params params = {.primitive = p,
                                                   .type = VKSCAN_TYPE_U32,
                                                   .algorithm = variants[i].algorithm->id,
                                                   .access = access,
                                                   .capacity = COUNT};
                if (variant_is_textbook(&variants[i]) || !variant_computes(&variants[i], p) ||
                    variants[i].ignored_capabilities)
                    continue;
                const struct shape small = variant_small_shape(&variants[i]);
                vkscan_plan *plan = variant_plan(h, &variants[i], params, NULL, &small);
                check_runs(h, plan, (struct placement){.source_offset = 0});
                check_runs(h, plan, (struct placement){3, reduce ? 0 : 6, 1, !reduce && i % 2});
            }
}

/* ---- a plan and its buffers ---- */

struct fixture {
    struct gpu_buffer source, destination, scratch;
    vkscan_plan *plan;
    vkscan_binding_params good;
};

static struct fixture open_fixture(struct harness *h, vkscan_access access)
{
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .access = access,
                                       .capacity = 1000};
    struct fixture f;
    vkscan_plan_info info;

    f.plan = harness_plan(h->context, params);
    vkscan_plan_get_info(f.plan, &info);
    assert_true(gpu_buffer_create(&h->gpu, 8192, GPU_MEMORY_DEVICE, &f.source));
    assert_true(gpu_buffer_create(&h->gpu, 8192, GPU_MEMORY_DEVICE, &f.destination));
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size + 256, GPU_MEMORY_DEVICE, &f.scratch));
    f.good = (vkscan_binding_params){
        .source = gpu_range(&f.source, 0, 4000),
        .destination = gpu_range(&f.destination, 0, 4000),
        .scratch = gpu_range(&f.scratch, 0, info.scratch_size),
    };
    return f;
}

static void close_fixture(struct harness *h, struct fixture *f)
{
    gpu_buffer_destroy(&h->gpu, &f->source);
    gpu_buffer_destroy(&h->gpu, &f->destination);
    gpu_buffer_destroy(&h->gpu, &f->scratch);
}

/* ---- bindings, and buffers that are no more than they must be ---- */

/* No address where descriptors are used, no handle where addresses are; none aligned to more than
 * its element. */
static vkscan_binding_params least_buffers(const struct fixture *f, vkscan_access access)
{
    vkscan_binding_params least = f->good;
    vkscan_buffer *const buffers[] = {&least.source, &least.destination, &least.scratch};

    for (size_t i = 0; i < COUNT_OF(buffers); i++) {
        buffers[i]->usage = vks_access(access)->usage;
        if (access == VKSCAN_ACCESS_ADDRESSES)
            buffers[i]->buffer = VK_NULL_HANDLE;
        else
            buffers[i]->address = 0;
    }
    least.source.offset = 4;
    least.destination.offset = 12;
    return least;
}

static void assert_counts_up(struct harness *h, const struct fixture *f)
{
    uint32_t result[1002];

    assert_true(gpu_download(&h->gpu, &f->destination, 8, result, sizeof(result)));
    assert_int_equal(result[0], POISON);
    for (uint32_t i = 1; i <= 1000; i++)
        assert_int_equal(result[i], i);
    assert_int_equal(result[1001], POISON);
    assert_true(gpu_fill(&h->gpu, &f->destination, 0, 8192, POISON));
}

static void run_fixture(struct harness *h, const struct fixture *f, vkscan_access access)
{
    const vkscan_binding_params buffers = least_buffers(f, access);
    vkscan_binding *binding;

    assert_true(gpu_fill(&h->gpu, &f->source, 0, 8192, 1));
    assert_true(gpu_fill(&h->gpu, &f->destination, 0, 8192, POISON));
    assert_int_equal(vkscan_binding_create(f->plan, &buffers, &binding), VK_SUCCESS);
    VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_int_equal(vkscan_cmd_run(binding, commands, 1000, NULL), VK_SUCCESS);
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
    assert_counts_up(h, f);
    vkscan_binding_destroy(binding);
    if (access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        return;
    commands = gpu_begin(&h->gpu);
    assert_int_equal(vkscan_cmd_run_buffers(f->plan, commands, &buffers, 1000, NULL), VK_SUCCESS);
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
    assert_counts_up(h, f);
}

static void bindings_and_runs_take_the_least_of_buffers(void **state)
{
    struct harness *h = *state;

    for (vkscan_access access = 0; vks_access(access); access++) {
        if (!has(h, access))
            continue;
        struct fixture f = open_fixture(h, access);
        run_fixture(h, &f, access);
        close_fixture(h, &f);
    }
}

/* Descriptors' alignment is no matter of addresses. */
static void scratch_is_as_each_access_needs_it(void **state)
{
    static const struct {
        vkscan_access access;
        VkBufferUsageFlags usage;
        uint32_t alignment;
    } rows[] = {
        {VKSCAN_ACCESS_DESCRIPTOR_SETS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, 256},
        {VKSCAN_ACCESS_PUSH_DESCRIPTORS, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, 256},
        {VKSCAN_ACCESS_ADDRESSES, VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, VECTOR_BYTES},
    };
    struct harness *h = *state;
    uint32_t *alignment = &h->context->caps.range_alignment;
    const uint32_t own = *alignment;
    vkscan_plan_info info;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!has(h, rows[i].access))
            continue;
        struct fixture f = open_fixture(h, rows[i].access);
        *alignment = 256;
        vkscan_plan_get_info(f.plan, &info);
        *alignment = own;
        assert_int_equal(info.scratch_usage, rows[i].usage);
        assert_int_equal(info.scratch_alignment, rows[i].alignment);
        close_fixture(h, &f);
    }
}

static void addresses_reach_beyond_a_descriptor(void **state)
{
    struct harness *h = *state;
    const uint64_t range = h->context->caps.max_range;

    if (!has(h, VKSCAN_ACCESS_ADDRESSES) || range > 1u << 28)
        skip();
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
                                       .access = VKSCAN_ACCESS_ADDRESSES,
                                       .capacity = range / sizeof(uint32_t) + 70001};
    struct bound *bound = harness_bind(h, harness_plan(h->context, params),
                                       (struct placement){.source_offset = 1, .in_place = true});
    harness_check(h, bound, REFERENCE_RANDOM, params.capacity, NULL);
    harness_unbind(h, bound);
}

/* ---- errors ---- */

/* Of a run and of a binding: nothing is recorded, nothing made. */
static void assert_refused(struct harness *h, const struct fixture *f,
                           const vkscan_binding_params *buffers, const char *part)
{
    const VkCommandBuffer never_used = (VkCommandBuffer)(uintptr_t)16;
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_cmd_run_buffers(f->plan, never_used, buffers, 1000, NULL),
                         INVALID, part);
    harness_assert_error(h, vkscan_binding_create(f->plan, buffers, &binding), INVALID, part);
    assert_null(binding);
}

static void bad_addresses_are_refused(void **state)
{
    struct harness *h = *state;

    if (!has(h, VKSCAN_ACCESS_ADDRESSES))
        skip();
    struct fixture f = open_fixture(h, VKSCAN_ACCESS_ADDRESSES);
    vkscan_binding_params bad = f.good;
    bad.source.address = 0;
    assert_refused(h, &f, &bad, "source.address is 0");
    bad = f.good;
    bad.destination.offset = 2;
    assert_refused(h, &f, &bad, "is not a multiple of 4");
    bad = f.good;
    bad.scratch.address += 8;
    assert_refused(h, &f, &bad, "is not a multiple of 16");
    bad = f.good;
    bad.source.address = UINT64_MAX - 3;
    assert_refused(h, &f, &bad, "reach beyond 2^64");
    bad = f.good;
    bad.source.offset = UINT64_MAX - 3;
    assert_refused(h, &f, &bad, "reach beyond 2^64");
    bad = f.good;
    bad.source.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    assert_refused(h, &f, &bad, "lacks VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT");
    bad = f.good;
    bad.destination.address = bad.source.address + 4;
    assert_refused(h, &f, &bad, "source and destination overlap: in place");
    bad = f.good;
    bad.destination.address = bad.source.address - 4 * 999;
    assert_refused(h, &f, &bad, "source and destination overlap");
    bad = f.good;
    bad.scratch.address = bad.source.address;
    assert_refused(h, &f, &bad, "scratch overlaps the source");
    close_fixture(h, &f);
}

static void bad_buffers_of_push_descriptors_are_refused(void **state)
{
    struct harness *h = *state;

    if (!has(h, VKSCAN_ACCESS_PUSH_DESCRIPTORS))
        skip();
    struct fixture f = open_fixture(h, VKSCAN_ACCESS_PUSH_DESCRIPTORS);
    vkscan_binding_params bad = f.good;
    bad.source.buffer = VK_NULL_HANDLE;
    bad.source.address = 4096;
    assert_refused(h, &f, &bad, "source.buffer is NULL: an address is for plans of");
    bad = f.good;
    bad.source.offset = 8192;
    assert_refused(h, &f, &bad, "reach beyond the buffer");
    close_fixture(h, &f);
}

static void runs_that_lack_something_are_refused(void **state)
{
    struct harness *h = *state;
    struct fixture f = open_fixture(h, VKSCAN_ACCESS_DESCRIPTOR_SETS);
    const VkCommandBuffer never_used = (VkCommandBuffer)(uintptr_t)16;

    assert_int_equal(vkscan_cmd_run_buffers(NULL, never_used, &f.good, 1, NULL), INVALID);
    harness_assert_error(h, vkscan_cmd_run_buffers(f.plan, never_used, &f.good, 1, NULL), INVALID,
                         "a plan of descriptor sets runs with a binding");
    harness_assert_error(h, vkscan_cmd_run_buffers(f.plan, never_used, NULL, 1, NULL), INVALID,
                         "buffers is NULL");
    close_fixture(h, &f);
    if (!has(h, VKSCAN_ACCESS_ADDRESSES))
        return;
    f = open_fixture(h, VKSCAN_ACCESS_ADDRESSES);
    harness_assert_error(h, vkscan_cmd_run_buffers(f.plan, NULL, &f.good, 1, NULL), INVALID,
                         "command_buffer is NULL");
    harness_assert_error(h, vkscan_cmd_run_buffers(f.plan, never_used, &f.good, 1001, NULL),
                         INVALID, "count 1001 is beyond");
    close_fixture(h, &f);
}

static void assert_no_plan(struct harness *h, uint32_t ignored, vkscan_plan_params params,
                           VkResult expected, const char *part)
{
    vkscan_context *context = harness_context(h, ignored);
    vkscan_plan *plan;

    harness_assert_error(h, vkscan_plan_create(context, &params, &plan), expected, part);
    assert_null(plan);
    harness_context_destroy(context);
}

static void access_that_the_device_lacks_is_refused(void **state)
{
    static const struct {
        vkscan_access access;
        uint32_t capability;
        const char *part;
    } rows[] = {
        {VKSCAN_ACCESS_PUSH_DESCRIPTORS, VKSCAN_CAPABILITY_PUSH_DESCRIPTORS,
         "access by push-descriptors needs VKSCAN_CAPABILITY_PUSH_DESCRIPTORS"},
        {VKSCAN_ACCESS_ADDRESSES, VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS,
         "access by addresses needs VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS"},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_no_plan(h, rows[i].capability, (vkscan_plan_params){.access = rows[i].access},
                       UNSUPPORTED, rows[i].part);
    assert_no_plan(h, 0, (vkscan_plan_params){.access = (vkscan_access)3}, INVALID,
                   "unknown access 3");
    assert_no_plan(h, 0, (vkscan_plan_params){.flags = 0x20}, INVALID, "unknown flags 0x20");
    if (has(h, VKSCAN_ACCESS_ADDRESSES)) {
        assert_no_plan(h, 0,
                       (vkscan_plan_params){.access = VKSCAN_ACCESS_ADDRESSES,
                                            .algorithm = VKSCAN_ALGORITHM_TREE},
                       UNSUPPORTED, "has algorithm tree for descriptors alone");
    }
}

int main(void)
{
    const struct CMUnitTest access[] = {
        HARNESS_TEST(production_algorithms_run_by_each_access),
        HARNESS_TEST(bindings_and_runs_take_the_least_of_buffers),
        HARNESS_TEST(scratch_is_as_each_access_needs_it),
        HARNESS_TEST(addresses_reach_beyond_a_descriptor),
        HARNESS_TEST(bad_addresses_are_refused),
        HARNESS_TEST(bad_buffers_of_push_descriptors_are_refused),
        HARNESS_TEST(runs_that_lack_something_are_refused),
        HARNESS_TEST(access_that_the_device_lacks_is_refused),
    };
    return HARNESS_MAIN(access);
}
