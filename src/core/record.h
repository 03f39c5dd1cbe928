/* SPDX-License-Identifier: MIT */
/* A plan's passes as vkCmd... calls. Every barrier of the library is here. */
#ifndef VKSCAN_RECORD_H
#define VKSCAN_RECORD_H

#include "pipelines.h"

/* Where the kernels find a port. */
struct place {
    VkDescriptorBufferInfo range; /* of access by descriptors */
    uint64_t address;             /* of access by address: a multiple of VECTOR_BYTES */
    uint32_t first;               /* bytes from there to the port's first */
};

/* What recording a run reads. */
struct recording {
    const struct vk *vk;
    const struct plan *plan;
    const char *label;
    const VkPipeline *pipelines; /* by stage */
    VkPipelineLayout layout;
    uint32_t max_workgroups;
    bool in_place;
    struct place places[PORTS_MAX]; /* by port */
    uint32_t in_sector;             /* bytes from a sector's start to the destination */
    /* Of access by descriptor sets: a set for each route. */
    struct route routes[ROUTES_MAX];
    VkDescriptorSet sets[ROUTES_MAX];
    uint32_t route_count;
};

/* What a run takes besides its buffers. */
struct operands {
    uint64_t count;
    struct value seed;
    bool unseeded; /* the seed is the identity, which hosts do not know of user operators */
};

/* Where a set, or what is pushed, finds the buffers of a route. */
void vks_record_describe(const struct recording *recording, const struct route *route,
                         VkDescriptorSet set, VkWriteDescriptorSet writes[BINDING_COUNT]);

void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct operands *operands);

#endif
