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
    bool in_place;                      /* results are stored where elements are loaded */
    struct place places[PORTS_MAX + 1]; /* by port, of the first part; PORT_OPERANDS */
    uint64_t operands[PORTS_MAX]; /* where kernels find the ports of operands: places of push */
    bool count_64;                /* of a count in a buffer */
    uint32_t in_sector;           /* bytes from a sector's start to the destination */
    /* Of access by descriptor sets: for each part a set for each route. */
    struct route routes[ROUTES_MAX];
    uint32_t route_count;
    VkDescriptorSet *sets;
};

/* What a run takes besides its buffers. */
struct operands {
    uint64_t count;
    struct value seed;
    bool unseeded; /* the seed is the identity, which hosts do not know of user operators */
};

/* What a set, or a push, of a route has to say. */
struct descriptor_writes {
    VkDescriptorBufferInfo ranges[BINDING_COUNT];
    VkWriteDescriptorSet writes[BINDING_COUNT];
};

/* Where a set, or what is pushed, finds the buffers of a route in a part. */
void vks_record_descriptors(const struct recording *recording, uint64_t part,
                            const struct route *route, VkDescriptorSet set,
                            struct descriptor_writes *descriptors);

void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct operands *operands);

/* Fills so many bytes of the scratch with zeros, between runs. */
void vks_record_zero(const struct vk *vk, VkCommandBuffer commands, const vkscan_buffer *scratch,
                     uint64_t size);

#endif
