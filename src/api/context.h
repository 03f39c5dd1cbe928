/* SPDX-License-Identifier: MIT */
/*
 * The structures behind the handles of vkscan.h. External names that are not in vkscan.h begin with
 * vks_, so that in a static link they do not collide with the program's.
 */
#ifndef VKSCAN_CONTEXT_H
#define VKSCAN_CONTEXT_H

#include "primitive.h"
#include "vulkan_device.h"

/* ---- recordings: what runs are recorded from ---- */

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
    struct element_value seed;
    bool unseeded; /* the seed is the identity, which kernels alone know of user operators */
};

/* Descriptor writes for one route, and the ranges that these point to. */
struct descriptor_writes {
    VkDescriptorBufferInfo ranges[BINDING_COUNT];
    VkWriteDescriptorSet writes[BINDING_COUNT];
};

/* ---- handles ---- */

struct layout {
    VkDescriptorSetLayout set; /* layout of the ports; none by address */
    VkPipelineLayout pipeline;
};

struct vkscan_context {
    struct vk vk;
    struct caps caps;
    vkscan_tuning_policy *policies; /* copy that caps.tuning points to */
    VkDevice device;
    struct layout layouts[ACCESS_COUNT][2]; /* for plans without and with second ports */
    struct pipeline_list pipelines;
    VkAllocationCallbacks allocator_copy;
    const VkAllocationCallbacks *allocator; /* NULL or &allocator_copy */
    struct report errors;
};

struct vkscan_plan {
    struct vkscan_context *context;
    struct plan plan;
    const char *label;    /* name of its runs in debuggers */
    struct report errors; /* the context's, with the caller's label */
    struct plan_pipelines pipelines;
};

struct vkscan_binding {
    const struct vkscan_plan *plan;
    VkDescriptorPool pool; /* only for plans of descriptor sets */
    struct recording recording;
};

/* ---- contexts and plans ---- */

/* Reads the parameters as this version knows them. Sets *errors to the caller's callback first. */
VkResult vks_context_read_params(const vkscan_context_params *given, vkscan_context_params *params,
                                 struct report *errors);

/* Reads the numbers of params->facts in place of a device's. Reports what is wrong with them. */
VkResult vks_facts_read(const vkscan_context_params *params, const struct report *errors,
                        struct caps *caps);

/* Fills in *vk, *wanted and *caps for the device. caps.tuning points to the caller's policies. */
VkResult vks_context_probe(const vkscan_context_params *params, const struct report *errors,
                           struct vk *vk, struct wanted *wanted, struct caps *caps);

/* Checks `out`, the structure of a size that a query is to fill in and that messages call `name`,
 * and probes the device. */
VkResult vks_query_device(const vkscan_context_params *given, const char *name,
                          const struct sized *size, const void *out, struct wanted *wanted,
                          struct caps *caps);

/* Returns the layout for the plan's access and number of bindings. */
const struct layout *vks_context_layout(const struct vkscan_context *context,
                                        const struct plan *plan);

/* Creates a plan from one that is resolved already: the second half of vkscan_plan_create. */
VkResult vks_context_plan_create(struct vkscan_context *context, const struct plan *plan,
                                 struct vkscan_plan **out);

/* Checks a plan and the structure that is to be filled in with what the caller asks of the plan. */
VkResult vks_plan_check_query(const struct vkscan_plan *plan, const struct sized *size,
                              const void *info);

/* ---- what a plan's ports need of their buffers ---- */

/* Returns the plan's port; NULL: it has none of this id. */
const struct port *vks_ports_find(const struct plan *plan, vkscan_port id);

/* Returns the usage that a port's buffer needs, but for the bytes to zero. */
VkFlags64 vks_ports_usage(const struct vkscan_plan *plan, const struct port *port);

/* Returns the number of bytes that the port's offset or address is a multiple of. */
uint32_t vks_ports_alignment(const struct vkscan_plan *plan, const struct port *port);

/* Returns the alignment of the scratch, in bytes. */
uint32_t vks_ports_scratch_alignment(const struct caps *caps, const struct plan *plan);

/* ---- checks of the buffers that a caller gives for a plan's ports ---- */

/* Checks that vkCmdFillBuffer may zero the bytes of the scratch that the plan needs zeroed. */
VkResult vks_buffers_check_zeroed(const struct vkscan_plan *plan, const vkscan_buffer *scratch);

/* Checks the buffers and fills in *recording, except for the descriptor sets. Calls Vulkan only to
 * ask for the sizes of buffers. */
VkResult vks_buffers_check(const struct vkscan_plan *plan, const vkscan_port_buffer *buffers,
                           uint32_t buffer_count, struct recording *recording);

/* ---- a plan's passes as vkCmd... calls. Every barrier of the library is in record.c ---- */

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
