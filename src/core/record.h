/* SPDX-License-Identifier: MIT */
/* A plan's passes as vkCmd... calls. Every barrier of the library is here. */
#ifndef VKSCAN_RECORD_H
#define VKSCAN_RECORD_H

#include "pipelines.h"

/* What recording a run reads. */
struct recording {
    const struct vk *vk;
    const struct plan *plan;
    const VkPipeline *pipelines; /* by stage */
    VkPipelineLayout layout;
    uint32_t max_workgroups;
    bool in_place;
    VkDescriptorSet sets[PORTS_MAX];
    uint32_t first[PORTS_MAX]; /* bytes from the start of each set's range to the port's */
    uint32_t in_sector;        /* bytes from the start of a sector to the destination's */
};

/* What a run takes besides its buffers. */
struct operands {
    uint64_t count;
    struct value seed;
};

void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct operands *operands);

#endif
