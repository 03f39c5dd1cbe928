/* SPDX-License-Identifier: MIT */
/* A plan's passes as vkCmd... calls. Every barrier of the library is here. */
#ifndef VKSCAN_RECORD_H
#define VKSCAN_RECORD_H

#include "pipelines.h"

/* The place of a port, as kernels find it. */
struct place {
    VkDescriptorBufferInfo range; /* for access by descriptors */
    uint64_t address;             /* for access by address: a multiple of VECTOR_BYTES */
    uint32_t first; /* bytes from the range's beginning, or the address, to the port */
};

/* The input of vks_record_run besides the operands: a plan, and the buffers of a run. */
struct recording {
    const struct vk *vk;
    const struct plan *plan;
    const char *label;
    const VkPipeline *pipelines; /* by stage */
    VkPipelineLayout layout;
    uint32_t max_workgroups;
    bool in_place;                      /* results are stored where elements are loaded */
    struct place places[PORTS_MAX + 1]; /* by port, in the first part; and PORT_OPERANDS */
    uint64_t operand_places[PORTS_MAX]; /* by port, as kernels find operands in buffers */
    bool count_64;                      /* a count in a buffer has 64 bits */
    uint32_t in_sector;                 /* bytes from a sector's start to the destination */
    /* For access by descriptor sets: the routes, and for each part a set for each route. */
    struct route routes[ROUTES_MAX];
    uint32_t route_count;
    VkDescriptorSet *sets;
};

/* What the host gives a run: the values of operands that are in no buffer. */
struct run_values {
    uint64_t count;
    struct value seed;
    bool unseeded; /* the seed is the identity, which kernels alone know of user operators */
};

/* Descriptor writes for one route, and the ranges that these point to. */
struct descriptor_writes {
    VkDescriptorBufferInfo ranges[BINDING_COUNT];
    VkWriteDescriptorSet writes[BINDING_COUNT];
};

/* Fills in the writes of a route's buffers in a part. For push descriptors `set` is NULL. */
void vks_record_descriptors(const struct recording *recording, uint64_t part,
                            const struct route *route, VkDescriptorSet set,
                            struct descriptor_writes *descriptors);

/* Records a run: the passes of each piece, with a barrier between any two. */
void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct run_values *run);

/* Records the filling of the first `size` bytes of the scratch with zeros, and barriers between
 * that and the runs before and after it. */
void vks_record_zero(const struct vk *vk, VkCommandBuffer commands, const vkscan_buffer *scratch,
                     uint64_t size);

#endif
