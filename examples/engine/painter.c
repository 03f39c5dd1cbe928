/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include "corners.h"
#include "gauss.h"

static const struct canvas_shaders squares = {.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
                                              .vertex = corners_spirv,
                                              .vertex_size = sizeof(corners_spirv),
                                              .fragment = gauss_spirv,
                                              .fragment_size = sizeof(gauss_spirv)};

void painter_create(struct painter *p, struct gpu *gpu, const struct buffer *discs,
                    const struct buffer *order)
{
    const struct buffer *buffers[] = {discs, order};

    canvas_create(&p->canvas, gpu);
    gpu_create_layout(gpu, &p->layout, VK_SHADER_STAGE_VERTEX_BIT, 2, sizeof(struct camera), 1);
    p->set = gpu_create_set(gpu, &p->layout, buffers, 2);
    p->pipeline = canvas_create_pipeline(&p->canvas, &squares, &p->layout);
}

void painter_destroy(const struct painter *p)
{
    vkDestroyPipeline(p->canvas.gpu->device, p->pipeline, NULL);
    gpu_destroy_layout(p->canvas.gpu, &p->layout);
    canvas_destroy(&p->canvas);
}

void painter_draw(const struct painter *p, VkCommandBuffer commands, const struct camera *camera,
                  const struct buffer *arguments, VkDeviceSize offset)
{
    canvas_draw(&p->canvas, commands, &p->layout, p->pipeline, p->set, camera, arguments, offset);
}
