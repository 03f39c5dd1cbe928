/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include "corners.h"
#include "gauss.h"

#define FORMAT VK_FORMAT_R16G16B16A16_SFLOAT
#define PIXEL_SIZE 8

static void create_image(struct painter *p)
{
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = FORMAT,
                                    .extent = {PAINTER_WIDTH, PAINTER_HEIGHT, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .tiling = VK_IMAGE_TILING_OPTIMAL,
                                    .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                             VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    const VkDevice device = p->gpu->device;
    VkMemoryRequirements needs;

    CHECK(vkCreateImage(device, &info, NULL, &p->image));
    vkGetImageMemoryRequirements(device, p->image, &needs);
    const VkMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = gpu_memory_type(p->gpu, needs.memoryTypeBits, GPU_MEMORY_DEVICE)};
    CHECK(vkAllocateMemory(device, &memory, NULL, &p->memory));
    CHECK(vkBindImageMemory(device, p->image, p->memory, 0));
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = p->image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = FORMAT,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    CHECK(vkCreateImageView(device, &view, NULL, &p->view));
}

/* The image is cleared, after the frame before was drawn; and may be copied at the end. */
static void create_pass(struct painter *p)
{
    const VkAttachmentDescription attachment = {.format = FORMAT,
                                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                                .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                                .finalLayout =
                                                    VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                          .colorAttachmentCount = 1,
                                          .pColorAttachments = &reference};
    const VkPipelineStageFlags drawn = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    const VkAccessFlags written = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    const VkSubpassDependency dependencies[] = {{VK_SUBPASS_EXTERNAL, 0, drawn, drawn, written,
                                                 written | VK_ACCESS_COLOR_ATTACHMENT_READ_BIT, 0},
                                                {0, VK_SUBPASS_EXTERNAL, drawn,
                                                 drawn | VK_PIPELINE_STAGE_TRANSFER_BIT, written,
                                                 written | VK_ACCESS_TRANSFER_READ_BIT, 0}};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = 1,
                                         .pAttachments = &attachment,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass,
                                         .dependencyCount = 2,
                                         .pDependencies = dependencies};
    CHECK(vkCreateRenderPass(p->gpu->device, &info, NULL, &p->pass));
    const VkFramebufferCreateInfo framebuffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                                 .renderPass = p->pass,
                                                 .attachmentCount = 1,
                                                 .pAttachments = &p->view,
                                                 .width = PAINTER_WIDTH,
                                                 .height = PAINTER_HEIGHT,
                                                 .layers = 1};
    CHECK(vkCreateFramebuffer(p->gpu->device, &framebuffer, NULL, &p->framebuffer));
}

static VkPipelineShaderStageCreateInfo
create_stage(const struct gpu *gpu, VkShaderStageFlagBits stage, const uint32_t *code, size_t size)
{
    return (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = stage,
        .module = gpu_create_module(gpu, code, size),
        .pName = "main"};
}

static void create_pipeline(struct painter *p)
{
    const VkPipelineShaderStageCreateInfo stages[] = {
        create_stage(p->gpu, VK_SHADER_STAGE_VERTEX_BIT, corners_spirv, sizeof(corners_spirv)),
        create_stage(p->gpu, VK_SHADER_STAGE_FRAGMENT_BIT, gauss_spirv, sizeof(gauss_spirv))};
    const VkPipelineVertexInputStateCreateInfo no_attributes = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo squares = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP};
    const VkViewport viewport = {0, 0, PAINTER_WIDTH, PAINTER_HEIGHT, 0, 1};
    const VkRect2D all = {{0, 0}, {PAINTER_WIDTH, PAINTER_HEIGHT}};
    const VkPipelineViewportStateCreateInfo viewports = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .pViewports = &viewport,
        .scissorCount = 1,
        .pScissors = &all};
    const VkPipelineRasterizationStateCreateInfo both_sides = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState over = {
        .blendEnable = VK_TRUE,
        .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                          VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &over};
    const VkGraphicsPipelineCreateInfo info = {.sType =
                                                   VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .stageCount = 2,
                                               .pStages = stages,
                                               .pVertexInputState = &no_attributes,
                                               .pInputAssemblyState = &squares,
                                               .pViewportState = &viewports,
                                               .pRasterizationState = &both_sides,
                                               .pMultisampleState = &samples,
                                               .pColorBlendState = &blend,
                                               .layout = p->layout.pipeline,
                                               .renderPass = p->pass};

    CHECK(vkCreateGraphicsPipelines(p->gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &p->pipeline));
    for (int i = 0; i < 2; i++)
        vkDestroyShaderModule(p->gpu->device, stages[i].module, NULL);
}

void painter_create(struct painter *p, struct gpu *gpu, const struct buffer *discs,
                    const struct buffer *order)
{
    const struct buffer *buffers[] = {discs, order};

    if (!gpu->draws)
        gpu_fail("the device does not draw");
    *p = (struct painter){.gpu = gpu};
    create_image(p);
    create_pass(p);
    gpu_create_layout(gpu, &p->layout, VK_SHADER_STAGE_VERTEX_BIT, 2, sizeof(struct camera), 1);
    p->set = gpu_create_set(gpu, &p->layout, buffers, 2);
    create_pipeline(p);
    p->pixels =
        gpu_create_buffer(gpu, PAINTER_WIDTH * PAINTER_HEIGHT * PIXEL_SIZE, GPU_MEMORY_HOST);
}

void painter_destroy(const struct painter *p)
{
    const VkDevice device = p->gpu->device;

    vkDestroyPipeline(device, p->pipeline, NULL);
    gpu_destroy_layout(p->gpu, &p->layout);
    vkDestroyFramebuffer(device, p->framebuffer, NULL);
    vkDestroyRenderPass(device, p->pass, NULL);
    vkDestroyImageView(device, p->view, NULL);
    vkDestroyImage(device, p->image, NULL);
    vkFreeMemory(device, p->memory, NULL);
}

void painter_draw(const struct painter *p, VkCommandBuffer commands, const struct camera *camera,
                  const struct buffer *arguments, VkDeviceSize offset)
{
    const VkClearValue background = {.color = {.float32 = {PAINTER_BACKGROUND, 1}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = p->pass,
                                        .framebuffer = p->framebuffer,
                                        .renderArea = {{0, 0}, {PAINTER_WIDTH, PAINTER_HEIGHT}},
                                        .clearValueCount = 1,
                                        .pClearValues = &background};

    vkCmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, &p->layout, p->pipeline, p->set, camera);
    vkCmdDrawIndirect(commands, arguments->handle, offset, 1, 0);
    vkCmdEndRenderPass(commands);
}

void painter_read_back(const struct painter *p, VkCommandBuffer commands)
{
    const VkBufferImageCopy all = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                   .imageExtent = {PAINTER_WIDTH, PAINTER_HEIGHT, 1}};

    vkCmdCopyImageToBuffer(commands, p->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           p->pixels.handle, 1, &all);
}
