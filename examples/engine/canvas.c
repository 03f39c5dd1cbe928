/* SPDX-License-Identifier: MIT */
#include "canvas.h"

#include <math.h>

#define FORMAT VK_FORMAT_R16G16B16A16_SFLOAT
#define PIXEL_SIZE 8

static void create_image(struct canvas *c)
{
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = FORMAT,
                                    .extent = {CANVAS_WIDTH, CANVAS_HEIGHT, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .tiling = VK_IMAGE_TILING_OPTIMAL,
                                    .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                             VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    const VkDevice device = c->gpu->device;
    VkMemoryRequirements needs;

    CHECK(vkCreateImage(device, &info, NULL, &c->image));
    vkGetImageMemoryRequirements(device, c->image, &needs);
    const VkMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = gpu_memory_type(c->gpu, needs.memoryTypeBits, GPU_MEMORY_DEVICE)};
    CHECK(vkAllocateMemory(device, &memory, NULL, &c->memory));
    CHECK(vkBindImageMemory(device, c->image, c->memory, 0));
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = c->image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = FORMAT,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    CHECK(vkCreateImageView(device, &view, NULL, &c->view));
}

/* The image is cleared, after the frame before was drawn; and may be copied at the end. */
static void create_pass(struct canvas *c)
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
    CHECK(vkCreateRenderPass(c->gpu->device, &info, NULL, &c->pass));
    const VkFramebufferCreateInfo framebuffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                                 .renderPass = c->pass,
                                                 .attachmentCount = 1,
                                                 .pAttachments = &c->view,
                                                 .width = CANVAS_WIDTH,
                                                 .height = CANVAS_HEIGHT,
                                                 .layers = 1};
    CHECK(vkCreateFramebuffer(c->gpu->device, &framebuffer, NULL, &c->framebuffer));
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

VkPipeline canvas_create_pipeline(const struct canvas *c, const struct canvas_shaders *shaders,
                                  const struct layout *layout)
{
    const VkPipelineShaderStageCreateInfo stages[] = {
        create_stage(c->gpu, VK_SHADER_STAGE_VERTEX_BIT, shaders->vertex, shaders->vertex_size),
        create_stage(c->gpu, VK_SHADER_STAGE_FRAGMENT_BIT, shaders->fragment,
                     shaders->fragment_size)};
    const VkPipelineVertexInputStateCreateInfo no_attributes = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo elements = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = shaders->topology};
    const VkViewport viewport = {0, 0, CANVAS_WIDTH, CANVAS_HEIGHT, 0, 1};
    const VkRect2D all = {{0, 0}, {CANVAS_WIDTH, CANVAS_HEIGHT}};
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
                                               .pInputAssemblyState = &elements,
                                               .pViewportState = &viewports,
                                               .pRasterizationState = &both_sides,
                                               .pMultisampleState = &samples,
                                               .pColorBlendState = &blend,
                                               .layout = layout->pipeline,
                                               .renderPass = c->pass};

    VkPipeline pipeline;

    CHECK(vkCreateGraphicsPipelines(c->gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    for (int i = 0; i < 2; i++)
        vkDestroyShaderModule(c->gpu->device, stages[i].module, NULL);
    return pipeline;
}

void canvas_create(struct canvas *c, struct gpu *gpu)
{
    if (!gpu->draws)
        gpu_fail("the device does not draw");
    *c = (struct canvas){.gpu = gpu};
    create_image(c);
    create_pass(c);
    c->pixels = gpu_create_buffer(gpu, CANVAS_WIDTH * CANVAS_HEIGHT * PIXEL_SIZE, GPU_MEMORY_HOST);
}

void canvas_destroy(const struct canvas *c)
{
    const VkDevice device = c->gpu->device;

    vkDestroyFramebuffer(device, c->framebuffer, NULL);
    vkDestroyRenderPass(device, c->pass, NULL);
    vkDestroyImageView(device, c->view, NULL);
    vkDestroyImage(device, c->image, NULL);
    vkFreeMemory(device, c->memory, NULL);
}

void canvas_draw(const struct canvas *c, VkCommandBuffer commands, const struct layout *layout,
                 VkPipeline pipeline, VkDescriptorSet set, const void *push,
                 const struct buffer *arguments, VkDeviceSize offset)
{
    const VkClearValue background = {.color = {.float32 = {CANVAS_BACKGROUND, 1}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = c->pass,
                                        .framebuffer = c->framebuffer,
                                        .renderArea = {{0, 0}, {CANVAS_WIDTH, CANVAS_HEIGHT}},
                                        .clearValueCount = 1,
                                        .pClearValues = &background};

    vkCmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, pipeline, set, push);
    vkCmdDrawIndirect(commands, arguments->handle, offset, 1, 0);
    vkCmdEndRenderPass(commands);
}

void canvas_read_back(const struct canvas *c, VkCommandBuffer commands)
{
    const VkBufferImageCopy all = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                   .imageExtent = {CANVAS_WIDTH, CANVAS_HEIGHT, 1}};

    vkCmdCopyImageToBuffer(commands, c->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           c->pixels.handle, 1, &all);
}

static float from_half(uint16_t half)
{
    const int exponent = half >> 10 & 31;
    const float fraction = (float)(half & 1023) / 1024;

    return exponent == 0 ? ldexpf(fraction, -14) : ldexpf(1 + fraction, exponent - 15);
}

struct light canvas_pixel(const struct canvas *c, uint32_t index)
{
    const uint16_t *halves = c->pixels.mapped;
    struct light light;

    for (int k = 0; k < 3; k++)
        light.rgb[k] = from_half(halves[4 * index + k]);
    return light;
}

bool canvas_write(const struct canvas *c, float exposure, const char *path)
{
    struct light *pixels = calloc(CANVAS_WIDTH * CANVAS_HEIGHT, sizeof(*pixels));

    for (uint32_t i = 0; pixels && i < CANVAS_WIDTH * CANVAS_HEIGHT; i++)
        for (int k = 0; k < 3; k++)
            pixels[i].rgb[k] = exposure * canvas_pixel(c, i).rgb[k];
    const bool written = pixels && image_write(pixels, CANVAS_WIDTH, CANVAS_HEIGHT, path);
    free(pixels);
    return written;
}
