/* SPDX-License-Identifier: MIT */
#include "distribution.h"

void distribution_create(struct distribution *d, struct gpu *gpu,
                         const vkscan_histogram_params *bins, vkscan_type type,
                         const struct buffer *levels, uint32_t count, VkCommandBuffer commands)
{
    const vkscan_plan_params histogram = {.struct_size = sizeof(vkscan_plan_params),
                                          .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                          .type = type,
                                          .capacity = count,
                                          .details = bins};
    const vkscan_plan_params scan = {.struct_size = sizeof(vkscan_plan_params),
                                     .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                     .type = VKSCAN_TYPE_U32,
                                     .capacity = BINS};

    d->counts = gpu_create_buffer(gpu, BINS * sizeof(uint32_t), GPU_MEMORY_DEVICE);
    d->sums = gpu_create_buffer(gpu, BINS * sizeof(uint32_t), GPU_MEMORY_DEVICE);
    const vkscan_port_buffer counted[] = {{VKSCAN_PORT_SOURCE, 0, run_buffer(levels)},
                                          {VKSCAN_PORT_DESTINATION, 0, run_buffer(&d->counts)}};
    const vkscan_port_buffer summed[] = {{VKSCAN_PORT_SOURCE, 0, run_buffer(&d->counts)},
                                         {VKSCAN_PORT_DESTINATION, 0, run_buffer(&d->sums)}};
    run_create(&d->histogram, gpu, &histogram, counted, 2, commands);
    run_create(&d->scan, gpu, &scan, summed, 2, commands);
}

void distribution_destroy(const struct distribution *d)
{
    run_destroy(&d->scan);
    run_destroy(&d->histogram);
}

void distribution_barrier(VkCommandBuffer commands)
{
    gpu_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void distribution_record(const struct distribution *d, VkCommandBuffer commands)
{
    distribution_barrier(commands);
    run_record(&d->histogram, commands, NULL);
    distribution_barrier(commands);
    run_record(&d->scan, commands, NULL);
    distribution_barrier(commands);
}

bool distribution_verify(const uint32_t *counts, const uint32_t *sums, const uint32_t wanted[BINS])
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < BINS; i++) {
        sum += wanted[i];
        if (counts[i] == wanted[i] && sums[i] == sum)
            continue;
        fprintf(stderr, "bin %u has %u pixels and with those before %u, not %u and %u\n", i,
                counts[i], sums[i], wanted[i], sum);
        return false;
    }
    return true;
}
