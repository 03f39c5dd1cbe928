/* SPDX-License-Identifier: MIT */
/*
 * A device that has no more than Vulkan 1.1 requires, as many phones do: see limits_layer.c, which
 * the environment names below the validation layer. The algorithms are run on it by other tests'
 * programs.
 */
#include "harness.h"

TEST(the_device_is_as_small_as_allowed)
{
    const VkPhysicalDeviceLimits *limits = &h->gpu.properties.limits;

    assert_int_equal(VK_API_VERSION_MINOR(h->gpu.properties.apiVersion), 1);
    assert_int_equal(limits->maxComputeSharedMemorySize, 16384);
    assert_int_equal(limits->maxPerStageDescriptorStorageBuffers, 4);
    assert_int_equal(limits->minStorageBufferOffsetAlignment, 256);
    assert_int_equal(h->gpu.info.max_workgroup_size, 128);
    assert_int_equal(h->gpu.info.max_buffer_size, 128 << 20);
    assert_int_equal(h->gpu.extension_count, 0);
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

HARNESS_MAIN(least_limits)
