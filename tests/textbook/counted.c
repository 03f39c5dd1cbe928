/* SPDX-License-Identifier: MIT */
#include "counted.h"

#include <string.h>

#include "vulkan_device.h"

#include "counted_modules.h" /* generated: an array of bytes for each */
#include "counted_table.h"   /* generated: COUNTED_LIST */

static const struct shader table[] = {
#define ROW(kernel)                                                                                \
    {#kernel, "uint32", {vks_module_counted_##kernel, sizeof(vks_module_counted_##kernel)}},
    COUNTED_LIST(ROW)
#undef ROW
};

/* In the place of the library's function, which finds those that do not count. */
struct shader vks_shaders_find(const char *kernel, const char *class)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (strcmp(table[i].kernel, kernel) == 0 && strcmp(table[i].class, class) == 0)
            return table[i];
    return (struct shader){0};
}

#define SUM(does_commute)                                                                          \
    {                                                                                              \
        .name = "add", .id = VKSCAN_OP_ADD, .domain = DOMAIN_INTEGER, .identity = IDENTITY_ZERO,   \
        .commutative = does_commute                                                                \
    }
const struct op counter_op = SUM(true), counter_op_in_order = SUM(false);

static void create_layout(struct harness *h, struct counter *counter)
{
    VkDescriptorSetLayout sets[COUNTER_SET + 1];

    for (uint32_t i = 0; i < COUNT_OF(sets); i++)
        sets[i] = h->context->layouts[VKSCAN_ACCESS_DESCRIPTOR_SETS][0].set;
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = COUNT_OF(sets),
        .pSetLayouts = sets,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges =
            &(VkPushConstantRange){VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)},
    };
    assert_int_equal(vkCreatePipelineLayout(h->gpu.device, &info, NULL, &counter->layout),
                     VK_SUCCESS);
}

static void create_set(struct harness *h, struct counter *counter)
{
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes =
            &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BINDINGS_WITHOUT_SECOND},
    };
    assert_int_equal(vkCreateDescriptorPool(h->gpu.device, &pool, NULL, &counter->pool),
                     VK_SUCCESS);
    const VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = counter->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &h->context->layouts[VKSCAN_ACCESS_DESCRIPTOR_SETS][0].set,
    };
    assert_int_equal(vkAllocateDescriptorSets(h->gpu.device, &set, &counter->set), VK_SUCCESS);
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = counter->set,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &(VkDescriptorBufferInfo){counter->buffer.buffer, 0, VK_WHOLE_SIZE},
    };
    vkUpdateDescriptorSets(h->gpu.device, 1, &write, 0, NULL);
}

void counter_open(struct harness *h, struct counter *counter)
{
    assert_true(
        gpu_buffer_create(&h->gpu, COUNTS * sizeof(uint32_t), GPU_MEMORY_DEVICE, &counter->buffer));
    create_layout(h, counter);
    create_set(h, counter);
    counter->library_layout = h->context->layouts[VKSCAN_ACCESS_DESCRIPTOR_SETS][0].pipeline;
    h->context->layouts[VKSCAN_ACCESS_DESCRIPTOR_SETS][0].pipeline = counter->layout;
}

void counter_close(struct harness *h, struct counter *counter)
{
    h->context->layouts[VKSCAN_ACCESS_DESCRIPTOR_SETS][0].pipeline = counter->library_layout;
    vkDestroyPipelineLayout(h->gpu.device, counter->layout, NULL);
    vkDestroyDescriptorPool(h->gpu.device, counter->pool, NULL);
    gpu_buffer_destroy(&h->gpu, &counter->buffer);
}

static void bind_counter(VkCommandBuffer commands, const void *user)
{
    const struct counter *counter = user;

    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, counter->layout, COUNTER_SET,
                            1, &counter->set, 0, NULL);
}

const uint32_t *counter_run(struct harness *h, struct counter *counter, struct bound *bound,
                            const uint32_t *source, uint64_t count, const uint32_t *seed,
                            uint32_t counts[COUNTS])
{
    const VkDeviceSize size = COUNTS * sizeof(uint32_t);

    assert_true(gpu_fill(&h->gpu, &counter->buffer, 0, size, 0));
    h->before_run = bind_counter;
    h->before_run_user = counter;
    const uint32_t *result = harness_run(h, bound, source, count, seed);
    h->before_run = NULL;
    assert_true(gpu_download(&h->gpu, &counter->buffer, 0, counts, size));
    return result;
}
