/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Pipelines, one by one: for job systems, and to see what the driver took for them. vkscan.h
 * includes this header.
 */
#ifndef VKSCAN_PIPELINES_H
#define VKSCAN_PIPELINES_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Compiles pipeline `index` of a plan with VKSCAN_PLAN_DEFER_PIPELINES_BIT, so that a job system
 * can compile each pipeline in a job of its own. May be called by several threads at once, for the
 * same pipeline too; a pipeline that this plan or another one of the context has is not compiled
 * again, and success is returned at once. Bindings may be created before; a run that is recorded
 * before all pipelines are compiled is a bad argument.
 *
 *     index   0 to vkscan_plan_info::pipeline_count - 1
 *
 * Errors: bad arguments, out of memory, and those of vkCreateComputePipelines. The pipeline can be
 * compiled again after an error.
 */
VKSCAN_API VkResult vkscan_plan_compile(vkscan_plan *plan, uint32_t index);

/** A pipeline, and how its creation went. */
typedef struct vkscan_pipeline_info {
    uint32_t struct_size;      /**< sizeof(vkscan_pipeline_info), set before the call */
    VkBool32 compiled;         /**< 0 until vkscan_plan_compile, in plans that defer pipelines */
    const char *kernel;        /**< the kernel's name, "lookback_scan": a static string */
    const char *element_class; /**< the arithmetic class of its module, "uint32": a static string */
    /**
     * Nanoseconds that the driver took, for this plan or for the one that had the pipeline first.
     * 0: not compiled, or not told. Drivers are asked if enabled_extensions has
     * VK_EXT_pipeline_creation_feedback, which vkscan_query_device does not list, or
     * enabled_features have VkPhysicalDeviceVulkan13Features.
     */
    uint64_t nanoseconds;
    VkBool32 from_cache; /**< the driver tells that vkscan_context_params::pipeline_cache had it */
    uint32_t reserved;   /**< 0 */
} vkscan_pipeline_info;

/**
 * Tells of pipeline `index`, 0 to vkscan_plan_info::pipeline_count - 1. Errors: bad arguments.
 */
VKSCAN_API VkResult vkscan_plan_get_pipeline(const vkscan_plan *plan, uint32_t index,
                                             vkscan_pipeline_info *info);

#ifdef __cplusplus
}
#endif

#endif
