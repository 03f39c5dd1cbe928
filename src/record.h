/* SPDX-License-Identifier: MIT */
/* A plan's passes as vkCmd... calls. Every barrier of the library is here. */
#ifndef VKSCAN_RECORD_H
#define VKSCAN_RECORD_H

#include "pipelines.h"

/* All that a recording reads. */
struct recording {
    const struct vk *vk;
    const struct plan *plan;
    const VkPipeline *pipelines; /* by stage */
    VkPipelineLayout layout;
    uint32_t max_workgroups;
    bool in_place;
    VkDescriptorSet sets[ROLE_COUNT];
    uint32_t first[ROLE_COUNT]; /* elements from the start of each set's range to the buffer's */
    uint32_t in_sector;         /* elements from the start of a sector to the destination's */
};

void vks_record_run(const struct recording *recording, VkCommandBuffer commands, uint64_t count,
                    uint32_t seed);

#endif
