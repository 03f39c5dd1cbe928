/* SPDX-License-Identifier: MIT */
/* The device: its functions, what it can do, its modules and pipelines. */
#ifndef VKSCAN_VULKAN_DEVICE_H
#define VKSCAN_VULKAN_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "monitor.h"
#include "plan.h"

/* ---- the Vulkan functions that the library calls, from the caller's vkGetInstanceProcAddr ---- */

#define VK_INSTANCE_FUNCTIONS(X)                                                                   \
    X(EnumerateDeviceExtensionProperties)                                                          \
    X(GetDeviceProcAddr)                                                                           \
    X(GetPhysicalDeviceFeatures2)                                                                  \
    X(GetPhysicalDeviceProperties2)

#define VK_DEVICE_FUNCTIONS(X)                                                                     \
    X(AllocateDescriptorSets)                                                                      \
    X(CmdBindDescriptorSets)                                                                       \
    X(CmdBindPipeline)                                                                             \
    X(CmdDispatch)                                                                                 \
    X(CmdFillBuffer)                                                                               \
    X(CmdPipelineBarrier)                                                                          \
    X(CmdPushConstants)                                                                            \
    X(CreateComputePipelines)                                                                      \
    X(CreateDescriptorPool)                                                                        \
    X(CreateDescriptorSetLayout)                                                                   \
    X(CreatePipelineLayout)                                                                        \
    X(CreateShaderModule)                                                                          \
    X(DestroyDescriptorPool)                                                                       \
    X(DestroyDescriptorSetLayout)                                                                  \
    X(DestroyPipeline)                                                                             \
    X(DestroyPipelineLayout)                                                                       \
    X(DestroyShaderModule)                                                                         \
    X(GetBufferMemoryRequirements)                                                                 \
    X(UpdateDescriptorSets)

/* The function of VK_KHR_push_descriptor, or of Vulkan 1.4, that the library calls. It is NULL if
 * the device was created without push descriptors, or lacks the function all the same; the device
 * has no VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT then. */
#define VK_PUSH_FUNCTIONS(X) X(CmdPushDescriptorSetKHR)

/* The functions of VK_EXT_debug_utils that the library calls. They are NULL if the instance was
 * created without the extension; a layer may lack any of them. */
#define VK_DEBUG_FUNCTIONS(X)                                                                      \
    X(CmdBeginDebugUtilsLabelEXT)                                                                  \
    X(CmdEndDebugUtilsLabelEXT)                                                                    \
    X(SetDebugUtilsObjectNameEXT)

#define VK_MEMBER(name) PFN_vk##name name;

struct vk {
    VK_INSTANCE_FUNCTIONS(VK_MEMBER)
    VK_DEVICE_FUNCTIONS(VK_MEMBER)
    VK_PUSH_FUNCTIONS(VK_MEMBER)
    VK_DEBUG_FUNCTIONS(VK_MEMBER)
    bool debug_utils; /* the instance has it */
};

#undef VK_MEMBER

/* Loads the instance's functions. Returns the name of the first one that is missing, or NULL. */
const char *vks_vk_load_instance(struct vk *vk, VkInstance instance, PFN_vkGetInstanceProcAddr get);

/* Loads the device's functions, with the one for push descriptors by its name, or NULL. Returns the
 * name of the first one that is missing, or NULL; those of extensions may be missing. */
const char *vks_vk_load_device(struct vk *vk, VkDevice device, const char *push_function);

/* Names an object for debuggers, if the instance has VK_EXT_debug_utils. */
void vks_vk_name(const struct vk *vk, VkDevice device, VkObjectType type, uint64_t handle,
                 const char *name);

/* ---- extensions and features: which ones to enable, and which ones are enabled ---- */

/* The extensions of the device, of those that decide which features and properties are queried. */
struct extensions {
    bool subgroup_size_control, shader_atomic_int64, buffer_device_address, push_descriptor,
        pipeline_cache_control;
    bool driver_properties, nv_sm_builtins, amd_core_properties, amd_core_properties_2,
        arm_core_builtins;
};

/* Extensions that a device is created with. */
enum wanted_extension {
    WANTED_SUBGROUP_SIZE_CONTROL = 0x1,
    WANTED_SHADER_ATOMIC_INT64 = 0x2,
    WANTED_BUFFER_DEVICE_ADDRESS = 0x4,
    WANTED_PIPELINE_CREATION_CACHE_CONTROL = 0x8,
    WANTED_PUSH_DESCRIPTOR = 0x10,
};

/* The features and extensions that vkscan would use and the device has. The pNext pointers of
 * `chain` point into this structure. */
struct wanted {
    vkscan_device_features chain;
    uint32_t extensions; /* bits of enum wanted_extension */
    /* What the device was created with. */
    const char *push_function; /* for push descriptors; NULL: none */
    bool feedback;             /* on the creation of pipelines */
};

/* Sets the names of extensions, a mask of enum wanted_extension, and their number. */
void vks_capabilities_list(uint32_t extensions, vkscan_device_info *info);

/* Fills in *wanted, without the features and extensions of params.ignored_capabilities. */
void vks_capabilities_want(const struct vk *vk, const vkscan_context_params *params,
                           const struct extensions *have, struct wanted *wanted);

/* Returns the mask of capabilities whose features are all set in a chain of feature structures. */
uint32_t vks_capabilities_enabled(const void *chain);

/* Returns the name of a feature that the chain sets and the device lacks; NULL: there is none. */
const char *vks_capabilities_unsupported(const struct vk *vk, VkPhysicalDevice device,
                                         const void *chain);

/* Sets the features of the capabilities, in structures where the device reports them. A capability
 * is left out if the chain has no such member for one of its features. */
void vks_capabilities_enable(const struct vk *vk, VkPhysicalDevice device, uint32_t capabilities,
                             void *chain);

/* Tells whether the chain enables vulkanMemoryModel without vulkanMemoryModelDeviceScope: modules
 * must not have atomics of device scope then. */
bool vks_capabilities_lack_device_scope(const void *chain);

/* VkPhysicalDeviceVulkan14Features, which Vulkan's headers have since 1.4. */
#define TYPE_FEATURES_1_4 ((VkStructureType)55)
struct features_1_4 {
    VkStructureType type;
    void *next;
    VkBool32 others[20];
    VkBool32 push_descriptor;
};

/* Returns the name of the function for push descriptors if the device, which is of a version of
 * Vulkan, was created with them and has the function, or else NULL; without a device, if one could
 * be created with them. */
const char *vks_capabilities_push_function(const struct vk *vk, const vkscan_context_params *params,
                                           const struct extensions *have, uint32_t version);

/* Tells whether the device was created with VK_EXT_pipeline_creation_feedback, by its name or as
 * part of Vulkan 1.3, which a chain with VkPhysicalDeviceVulkan13Features shows. */
bool vks_capabilities_have_feedback(const vkscan_context_params *params, uint32_t version);

/* ---- faults of drivers, which report what they cannot do: each by name, with its source ---- */

struct driver {
    VkDriverId id; /* 0: not told */
    uint32_t vendor_id, version;
};

/* Removes from caps what the driver cannot do. Returns why the driver cannot be used at all; NULL
 * if it can. */
const char *vks_quirks_apply(const struct driver *driver, struct caps *caps);

/* ---- what a device can do ---- */

/*
 * Fills in *wanted and *caps for params.physical_device. No other code asks a device what it can
 * do. If params.device is NULL, all wanted features count as enabled; otherwise those that
 * params.enabled_features sets. Reports its errors: those of vkEnumerateDeviceExtensionProperties,
 * VK_ERROR_OUT_OF_HOST_MEMORY, RESULT_INVALID for enabled features that the device lacks, and
 * RESULT_UNSUPPORTED for a driver that a quirk makes unusable.
 */
VkResult vks_probe(const struct vk *vk, const vkscan_context_params *params,
                   const struct report *errors, struct wanted *wanted, struct caps *caps);

/* ---- modules as shaders/spirv.py packs them: SPIR-V in a seventh of its bytes ---- */

struct packed {
    const uint8_t *bytes;
    size_t size;
};

/* Returns the number of 32-bit words of the module, and stores the bytes of memory that vks_unpack
 * works in; both are 0 if the bytes are damaged. */
uint32_t vks_unpacked_words(struct packed module, uint32_t *memory);

/* Unpacks the module into `words`, with `memory` to work in. Returns false if the bytes are
 * damaged; nothing is read or written beyond the three arrays even then. */
bool vks_unpack(struct packed module, void *memory, uint32_t *words);

/* ---- the library's modules: one for each kernel and arithmetic class. The build compiles, packs
 * and embeds them ---- */

struct shader {
    const char *kernel; /* name of the source, with that of the variant */
    const char *class;
    struct packed packed;
};

/* Returns the kernel's module for the class, without a kernel if there is none. */
struct shader vks_shaders_find(const char *kernel, const char *class);

/* Returns the module with this index, without a kernel past the last: a way to visit them all. */
struct shader vks_shaders_entry(uint32_t index);

/* ---- pipelines, by module, specialization, subgroup size and layout. A context's plans share
 * them. A pipeline that no plan has any more stays until the context is trimmed or destroyed ----
 */

struct shared_pipeline;

/* The pipelines of a context's plans. Several threads may use it at once. */
struct pipeline_list {
    const struct vk *vk;
    VkDevice device;
    VkPipelineCache cache;
    const VkAllocationCallbacks *allocator;
    bool cache_control;     /* the device can look a pipeline up without compiling it */
    bool feedback;          /* the device tells of a pipeline's creation */
    struct monitor monitor; /* guards the list and the states of its pipelines */
    struct shared_pipeline *first;
};

/* The pipelines of a plan: one for each stage that exists, in the order of the stages. */
struct plan_pipelines {
    uint32_t count;
    uint32_t stages[ALGORITHM_MAX_STAGES]; /* by pipeline */
    struct shared_pipeline *shared[ALGORITHM_MAX_STAGES];
    VkPipeline handles[ALGORITHM_MAX_STAGES]; /* by stage; valid once `compiled` has the bit */
    atomic_uint compiled; /* bit i: pipeline i; set with release, read with acquire */
};

/* Returns the number of the plan's pipelines. */
uint32_t vks_pipelines_count(const struct plan *plan);

/* Takes the plan's pipelines from the list, and adds those that it lacks. Compiles none. Errors:
 * VK_ERROR_OUT_OF_HOST_MEMORY, reported, with none taken. */
VkResult vks_pipelines_take(struct pipeline_list *on, const struct plan *plan,
                            VkPipelineLayout layout, const struct report *errors,
                            struct plan_pipelines *taken);

/* Compiles a pipeline, unless a plan has an equal one, and lets the plan have it, for runs that
 * other threads record. If another thread compiles it, waits for that thread, and tries by itself
 * where that fails; without `wait` returns VK_NOT_READY, with COMPILE_NOTHING
 * VK_PIPELINE_COMPILE_REQUIRED. Waits for a thread that looks it up in any case. Reports its
 * errors. */
VkResult vks_pipelines_compile(struct pipeline_list *on, const struct plan *plan,
                               const struct report *errors, struct plan_pipelines *taken,
                               uint32_t index, bool wait);

/* Compiles all: first what no other thread is at, so that threads with equal plans share the work.
 */
VkResult vks_pipelines_compile_all(struct pipeline_list *on, const struct plan *plan,
                                   const struct report *errors, struct plan_pipelines *taken);

/* Returns a mask of the pipelines that are not compiled yet. */
uint32_t vks_pipelines_missing(const struct plan_pipelines *taken);

/* Describes a pipeline, in a structure of zeros. */
void vks_pipelines_describe(const struct plan_pipelines *taken, uint32_t index,
                            vkscan_pipeline_info *info);

/* Gives the pipelines back. They stay in the list. */
void vks_pipelines_release(struct pipeline_list *on, const struct plan_pipelines *taken);

/* Destroys the pipelines of the list that no plan has, or with `all` every one. */
void vks_pipelines_destroy(struct pipeline_list *on, bool all);

#endif
