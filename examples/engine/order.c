/* SPDX-License-Identifier: MIT */
#include "order.h"

#define COMPUTE VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT

static void create_select(struct order *o, struct gpu *gpu, const vkscan_buffer *count,
                          const vkscan_buffer *number, VkCommandBuffer commands)
{
    const vkscan_select_params select = {.struct_size = sizeof(vkscan_select_params),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_GREATER,
                                         .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT |
                                                    VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                                                    VKSCAN_SELECT_OUTPUT_NUMBER_BIT};
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = VKSCAN_PRIMITIVE_SELECT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = o->capacity,
                                       .flags = count ? VKSCAN_PLAN_COUNT_IN_BUFFER_BIT : 0,
                                       .details = &select};
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, run_buffer(&o->depths)},
        {VKSCAN_PORT_DESTINATION, 0, run_buffer(&o->kept_depths)},
        {VKSCAN_PORT_INDICES, 0, run_buffer(&o->kept_indices)},
        {VKSCAN_PORT_NUMBER, 0, *number},
        {VKSCAN_PORT_COUNT, 0, count ? *count : (vkscan_buffer){0}}};

    run_create(&o->select, gpu, &params, buffers, 5, commands);
}

/* What is kept is not needed afterwards, so the sort may overwrite it and needs less scratch, which
 * costs nothing as the number of its passes is odd. */
static void create_sort(struct order *o, struct gpu *gpu, const vkscan_buffer *number,
                        VkCommandBuffer commands)
{
    const vkscan_sort_params sort = {.struct_size = sizeof(vkscan_sort_params),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .flags = VKSCAN_SORT_DESCENDING_BIT |
                                              VKSCAN_SORT_OVERWRITE_SOURCE_BIT,
                                     .value_size = sizeof(uint32_t),
                                     .first_bit = ORDER_FIRST_BIT,
                                     .end_bit = 32};
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = o->capacity,
                                       .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT,
                                       .details = &sort};
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, run_buffer(&o->kept_depths)},
        {VKSCAN_PORT_SECOND_SOURCE, 0, run_buffer(&o->kept_indices)},
        {VKSCAN_PORT_DESTINATION, 0, run_buffer(&o->sorted_depths)},
        {VKSCAN_PORT_SECOND_DESTINATION, 0, run_buffer(&o->indices)},
        {VKSCAN_PORT_COUNT, 0, *number}};

    run_create(&o->sort, gpu, &params, buffers, 5, commands);
}

void order_create(struct order *o, struct gpu *gpu, uint32_t capacity, const vkscan_buffer *count,
                  const vkscan_buffer *number, VkCommandBuffer commands)
{
    struct buffer *const buffers[] = {&o->depths, &o->kept_depths, &o->kept_indices,
                                      &o->sorted_depths, &o->indices};

    *o = (struct order){.capacity = capacity};
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++)
        *buffers[i] = gpu_create_buffer(gpu, capacity * sizeof(uint32_t), GPU_MEMORY_DEVICE);
    create_select(o, gpu, count, number, commands);
    create_sort(o, gpu, number, commands);
}

void order_destroy(const struct order *o)
{
    run_destroy(&o->sort);
    run_destroy(&o->select);
}

void order_record(const struct order *o, VkCommandBuffer commands)
{
    const float seen = 0; /* the selection's seed: depths above it are kept */
    const VkAccessFlags read_write = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;

    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, COMPUTE, read_write);
    run_record(&o->select, commands, &seen);
    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, COMPUTE, read_write);
    run_record(&o->sort, commands, NULL);
    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT,
                VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT);
}
