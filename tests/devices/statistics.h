/* SPDX-License-Identifier: MIT */
/*
 * What a driver tells of the compute pipelines that a library creates, by
 * VK_KHR_pipeline_executable_properties: the library is given statistics_get_instance_proc_addr,
 * and what it then gets for vkCreateComputePipelines asks for statistics and keeps them. Over volk;
 * the device has the extension and its feature enabled.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct statistics {
    uint64_t vgprs, sgprs; /* of a thread, of a subgroup */
    uint64_t spilled_vgprs, spilled_sgprs;
    uint64_t scratch;           /* bytes of a subgroup */
    uint64_t shared_memory;     /* bytes of a workgroup */
    uint64_t subgroups_on_simd; /* that fit at once */
    uint64_t code;              /* bytes */
    uint32_t subgroup_size;     /* lanes that the pipeline was compiled for */
    bool complete;              /* the driver told all of these */
};

PFN_vkVoidFunction statistics_get_instance_proc_addr(VkInstance instance, const char *name);

/* Of the pipelines since the last call, in order of creation, `most` at most; how many there are.
 */
uint32_t statistics_take(struct statistics *taken, uint32_t most);

#endif
