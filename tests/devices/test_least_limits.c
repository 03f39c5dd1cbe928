/* SPDX-License-Identifier: MIT */
/*
 * Every production algorithm on a device that has no more than Vulkan 1.1 requires, as many phones
 * do: see limits_layer.c, which the environment names below the validation layer.
 */
#include "interface.h"
#include "variants.h"

#define CAPACITY 20011

static const struct placement places[] = {
    {0, 0, 0, false},
    {3, 2, 1, false},
    {1, 5, 2, false},
    {.source_offset = 5, .in_place = true},
};

TEST(the_device_is_as_small_as_allowed)
{
    const VkPhysicalDeviceLimits *limits = &h->gpu.properties.limits;

    assert_int_equal(VK_API_VERSION_MINOR(h->gpu.properties.apiVersion), 1);
    assert_int_equal(limits->maxComputeSharedMemorySize, 16384);
    assert_int_equal(limits->maxPerStageDescriptorStorageBuffers, 4);
    assert_int_equal(limits->minStorageBufferOffsetAlignment, 256);
    assert_int_equal(h->gpu.info.max_workgroup_size, 128);
    assert_int_equal(h->gpu.info.max_buffer_size, 128 << 20);
    assert_int_equal(h->gpu.info.extension_count, 0);
    assert_int_equal(h->gpu.info.capabilities & ~(uint32_t)VKSCAN_CAPABILITY_SUBGROUPS_BIT, 0);
}

/* One word of push constants more than the device has, which the driver would take. */
TEST(validation_checks_against_that)
{
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 132};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range,
    };
    VkPipelineLayout layout = VK_NULL_HANDLE;

    assert_int_equal(h->gpu.validation_messages, 0);
    vkCreatePipelineLayout(h->gpu.device, &info, NULL, &layout);
    vkDestroyPipelineLayout(h->gpu.device, layout, NULL);
    assert_true(h->gpu.validation_messages > 0);
    h->gpu.validation_messages = 0;
}

static void check_placement(struct harness *h, vkscan_plan *plan, struct placement where)
{
    const uint64_t capacity = plan->plan.capacity;
    const uint64_t counts[] = {1, 67, capacity / 2, capacity};
    struct bound *bound = harness_bind(h, plan, where);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);
    harness_unbind(h, bound);
}

/* Which validation does not check where constants are specialized. */
static void check_workgroups(const struct plan *plan)
{
    bool found = false;

    for (size_t i = 0; i < COUNT_OF(plan->stages); i++) {
        const struct constants *constants = &plan->stages[i].constants;
        for (uint32_t j = 0; j < constants->count; j++)
            if (constants->id[j] == SPEC_WORKGROUP_SIZE) {
                assert_true(constants->value[j] <= 128);
                found = true;
            }
    }
    assert_true(found);
    assert_true(vks_shape_shared_memory(&plan->shape, plan->algorithm->arrangement, plan->banks,
                                        plan->type->size) <= 16384);
}

static void check_results(struct harness *h, vkscan_plan *plan)
{
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (!places[i].in_place || plan->plan.primitive != VKSCAN_PRIMITIVE_REDUCE)
            check_placement(h, plan, places[i]);
}

static vkscan_plan *make_plan(vkscan_context *context, vkscan_plan_params params)
{
    vkscan_plan *plan = harness_plan(context, params);

    check_workgroups(&plan->plan);
    return plan;
}

TEST(all_algorithms_are_right)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
            if (!variant_is_textbook(&variants[i]) && variant_computes(&variants[i], p))
                check_results(h, make_plan(h->context, (vkscan_plan_params){
                                                           .primitive = p,
                                                           .algorithm = variants[i].algorithm->id,
                                                           .capacity = CAPACITY}));
}

/* Of each type that such a device can have, one primitive. A half is run, in the small size a
 * quarter, on another device another: drivers compile a pipeline in full when it runs. */
TEST(auto_is_right_of_all_types)
{
    const vkscan_context_params on = harness_context_params(h);

    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++) {
        const vkscan_plan_params params = {
            .primitive = (vkscan_primitive)(type % (VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN + 1)),
            .type = type,
            .op = VKSCAN_OP_MAX,
            .capacity = CAPACITY,
        };
        if (sized_query_plan(&on, &params, NULL) != VK_SUCCESS) {
            assert_true(type > VKSCAN_TYPE_F32);
            continue;
        }
        vkscan_plan *plan = make_plan(h->context, params);
        if (h->size == SIZE_EXHAUSTIVE || (type + h->turn) % harness_turns(h, 4, 2) == 0)
            check_results(h, plan);
    }
}

TEST(auto_is_right_without_subgroups)
{
    vkscan_context *context = harness_context(h, VKSCAN_CAPABILITY_SUBGROUPS_BIT);

    check_results(
        h, make_plan(context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                                   .capacity = CAPACITY}));
    harness_context_destroy(context);
}

HARNESS_MAIN(least_limits)
