/* SPDX-License-Identifier: MIT */
/**
 * @file
 * vkscan: parallel reduction, prefix scan, selection, sorting and histograms in Vulkan compute
 * shaders, for programs that own their device, memory and command buffers. A running sum:
 *
 *     vkscan_plan_params what = {sizeof(what)};  // all else 0: add, the algorithm is chosen
 *     what.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
 *     what.type = VKSCAN_TYPE_U32;
 *     what.capacity = count;
 *     vkscan_context_create(&yours, &context);   // your instance and device
 *     vkscan_plan_create(context, &what, &plan); // compiles the pipelines
 *     vkscan_plan_info info = {sizeof(info)};
 *     vkscan_plan_get_info(plan, &info);         // scratch_size; you create the buffers
 *     const vkscan_port_buffer buffers[] = {
 *         {VKSCAN_PORT_SOURCE, 0, {data, 0, bytes}},
 *         {VKSCAN_PORT_DESTINATION, 0, {data, 0, bytes}},
 *         {VKSCAN_PORT_SCRATCH, 0, {scratch, 0, info.scratch_size}}};
 *     vkscan_binding_create(plan, buffers, 3, &binding); // writes the descriptor sets
 *     vkscan_run_params run = {sizeof(run)};
 *     run.count = count;
 *     vkscan_cmd_zero_scratch(plan, command_buffer, &buffers[2].buffer); // once
 *     // fill data: on the host, or by a command and a barrier
 *     vkscan_cmd_run(binding, command_buffer, &run);     // as often as wanted: only vkCmd calls
 *     // a barrier, to what reads data, the host too: vkscan_cmd_run has the stages
 *
 * Declarations are in the order of these calls; the contracts are at this file's end. It includes
 *
 *     types.h                      types, operators, algorithms, accesses, levels of determinism
 *     device.h                     what to enable on a device before it is created
 *     select.h, sort.h, ...        these primitives, with parameters of their own
 *     names.h                      names of all values
 *     pipelines.h, operator.h, tuning.h    for job systems, user operators, and measured tuning
 *     vkscan.hpp                   for C++17
 *
 * This header needs C11 or C++11, and Vulkan headers of 1.3 or later. With a meta-loader such as
 * volk, include its header, or define VK_NO_PROTOTYPES, before this one.
 */
#ifndef VKSCAN_H
#define VKSCAN_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include "types.h"

/**
 * The version of this header.
 * @{
 */
#define VKSCAN_VERSION_MAJOR 0
#define VKSCAN_VERSION_MINOR 1
#define VKSCAN_VERSION_PATCH 0
#define VKSCAN_VERSION                                                                             \
    VK_MAKE_API_VERSION(0, VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH)
/** @} */

/** A size that is too large for the device: a VkResult beyond those that Vulkan assigns. */
#define VKSCAN_ERROR_TOO_LARGE ((VkResult)-2000000000)

/**
 * Marks public functions: exported; with VKSCAN_USE_SHARED imported from a DLL; with VKSCAN_STATIC,
 * in library and program, seen in one shared object or executable alone. May be defined beforehand.
 */
#if defined(VKSCAN_API)
#elif defined(VKSCAN_STATIC) && defined(__GNUC__) && !defined(_WIN32)
#define VKSCAN_API __attribute__((visibility("hidden")))
#elif defined(VKSCAN_STATIC)
#define VKSCAN_API
#elif defined(_WIN32) && defined(VKSCAN_BUILD_SHARED)
#define VKSCAN_API __declspec(dllexport)
#elif defined(_WIN32) && defined(VKSCAN_USE_SHARED)
#define VKSCAN_API __declspec(dllimport)
#elif defined(__GNUC__)
#define VKSCAN_API __attribute__((visibility("default")))
#else
#define VKSCAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vkscan_context vkscan_context; /**< one per VkDevice */
typedef struct vkscan_plan vkscan_plan;       /**< a computation and its pipelines */
typedef struct vkscan_binding vkscan_binding; /**< a plan and its buffers */

typedef struct vkscan_tuning_policy vkscan_tuning_policy; /**< tuning.h */
typedef struct vkscan_operator vkscan_operator;           /**< operator.h */
typedef struct vkscan_device_facts vkscan_device_facts;   /**< device.h */

/* ---- context ---- */

/** The weight of a message. Later versions may have more: pass over those that you do not know. */
typedef enum vkscan_severity {
    VKSCAN_SEVERITY_ERROR = 0,             /**< the call fails */
    VKSCAN_SEVERITY_PERFORMANCE = 1,       /**< the call succeeds, and runs could be faster */
    VKSCAN_SEVERITY_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_severity;

/** A message. It and its text are valid while the callback runs. */
typedef struct vkscan_message {
    uint32_t struct_size; /**< the library's sizeof(vkscan_message): members within it are there */
    vkscan_severity severity; /**< an error, or a hint */
    VkResult result;          /**< an error's: what the call returns; else VK_SUCCESS */
    uint32_t reserved;        /**< 0 */
    const char *text;         /**< one sentence without a newline, which begins with the label */
    const char *label; /**< vkscan_plan_params::label; NULL: no plan's, or one without a label */
} vkscan_message;

/**
 * Receives errors, and performance hints of vkscan_context_create and vkscan_binding_create, on the
 * thread of the call, with vkscan_context_params::message_user. Must not call back into vkscan.
 */
typedef void(VKAPI_PTR *vkscan_message_fn)(void *user, const vkscan_message *message);

/** The device, and optional parameters of a context. */
typedef struct vkscan_context_params {
    uint32_t struct_size; /**< sizeof(vkscan_context_params) */
    /**
     * Optional: VKSCAN_VERSION, for a library that is loaded at run time. INITIALIZATION_FAILED if
     * the library has another major or, below 1.0, minor version. 0: not checked.
     */
    uint32_t header_version;
    /** Optional. The callback and its user pointer have this place in every version. */
    vkscan_message_fn message;
    void *message_user;  /**< the message callback's first argument */
    VkInstance instance; /**< required; made for Vulkan 1.1 or later, as the device is */
    VkPhysicalDevice physical_device; /**< required */
    VkDevice device; /**< required by vkscan_context_create, which alone has to have it */
    PFN_vkGetInstanceProcAddr get_instance_proc_addr; /**< required */

    /**
     * The features that the device was created with: the pNext chain of its VkDeviceCreateInfo, or
     * any chain of feature structures; device.h lists those that are looked for. NULL: none.
     */
    const void *enabled_features;
    /**
     * The extensions that the device was created with, as in VkDeviceCreateInfo. Looked for are
     * VK_KHR_push_descriptor, unless pushDescriptor is enabled, and, for pipelines.h,
     * VK_EXT_pipeline_creation_feedback: they have no features.
     */
    const char *const *enabled_extensions;
    uint32_t enabled_extension_count; /**< names in enabled_extensions */

    /**
     * Capabilities that are not used although the device has them: a mask of vkscan_capability.
     * Unknown bits are ignored.
     */
    uint32_t ignored_capabilities;

    VkPipelineCache pipeline_cache;         /**< optional; used, never owned */
    const VkAllocationCallbacks *allocator; /**< optional; the pointed-to structure is copied */

    /** Optional: tuning for this device. tuning.h has these members' comments. @{ */
    const vkscan_tuning_policy *policies;
    uint32_t policy_count;
    uint32_t spin_limit;
    uint32_t multiprocessors;
    /** @} */
    uint32_t reserved; /**< 0 */
    /** For vkscan_query_plan and vkscan_query_capacity alone: a device's numbers in its place. */
    const vkscan_device_facts *facts;
} vkscan_context_params;

/**
 * Creates a context for params->device, which has to be given. Cheap: layouts alone are made.
 * Errors: bad arguments, FEATURE_NOT_PRESENT, INITIALIZATION_FAILED, out of memory.
 */
VKSCAN_API VkResult vkscan_context_create(const vkscan_context_params *params,
                                          vkscan_context **out);

/** Destroys a context. Destroy its plans, and let its runs finish, first. NULL is accepted. */
VKSCAN_API void vkscan_context_destroy(vkscan_context *context);

/**
 * Destroys the pipelines that no plan of the context uses. Runs recorded with these pipelines must
 * have finished, and no plan of the context may be created or destroyed meanwhile.
 */
VKSCAN_API void vkscan_context_trim(vkscan_context *context);

/* ---- plan ---- */

/** The computation of a plan; the contracts have the formulas. */
typedef enum vkscan_primitive {
    VKSCAN_PRIMITIVE_REDUCE = 0,         /**< all elements combined into one */
    VKSCAN_PRIMITIVE_INCLUSIVE_SCAN = 1, /**< each element combined with all before it */
    VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN = 2, /**< all elements before each one, combined */
    VKSCAN_PRIMITIVE_SELECT = 3,         /**< the elements that are kept: see select.h */
    VKSCAN_PRIMITIVE_PARTITION = 4,      /**< the elements kept, then the others */
    VKSCAN_PRIMITIVE_UNIQUE = 5,         /**< the first of each run of equal neighbours */
    VKSCAN_PRIMITIVE_SORT = 6,           /**< keys in order, with their values: see sort.h */
    VKSCAN_PRIMITIVE_HISTOGRAM = 7,      /**< the number of elements in each bin: see histogram.h */
    VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN = 8, /**< each segment by itself: see segments.h */
    VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN = 9, /**< likewise */
    VKSCAN_PRIMITIVE_SEGMENTED_REDUCE = 10,        /**< a value for each segment */
    VKSCAN_PRIMITIVE_LOWER_BOUND = 11,             /**< the keys below each value: see sorted.h */
    VKSCAN_PRIMITIVE_UPPER_BOUND = 12,             /**< the keys not above each value */
    VKSCAN_PRIMITIVE_MERGE = 13,                   /**< two sorted arrays in one */
    VKSCAN_PRIMITIVE_DIFFERENCE = 14,              /**< each element less the one before */
    VKSCAN_PRIMITIVE_TOP_K = 15,                   /**< the largest or smallest: see top_k.h */
    VKSCAN_PRIMITIVE_MAX_ENUM = 0x7fffffff,        /**< no value: 32 bits for the enumeration */
} vkscan_primitive;

/** Bits of vkscan_plan_params::flags. */
typedef enum vkscan_plan_flag {
    /**
     * vkscan_plan_create returns VK_PIPELINE_COMPILE_REQUIRED rather than compile: a success code,
     * with *out NULL and no message. Pipelines are taken from the context's other plans and, with
     * PIPELINE_CACHE_CONTROL, from the pipeline cache. Waits for no compiler: a pipeline that
     * another thread compiles at that time counts as missing. With DEFER_PIPELINES,
     * vkscan_plan_compile returns that, and the plan stays.
     */
    VKSCAN_PLAN_COMPILE_NOTHING_BIT = 0x1,
    /** A scan goes from the last element to the first: destination[i] is
     * s (+) x[count-1] (+) ... (+) x[i], exclusive ... (+) x[i+1], and the total ends with x[0].
     * For differences, and scans by production algorithms; else a bad argument. */
    VKSCAN_PLAN_REVERSE_BIT = 0x2,
    /** The count is in VKSCAN_PORT_COUNT, which the device reads in each run; the count given to
     * vkscan_cmd_run is its upper bound. This and the next two flags: production algorithms only.
     */
    VKSCAN_PLAN_COUNT_IN_BUFFER_BIT = 0x4,
    /** The seed is in VKSCAN_PORT_SEED, which the device reads in each run. */
    VKSCAN_PLAN_SEED_IN_BUFFER_BIT = 0x8,
    /** A scan writes its total, s (+) x[0] (+) ... (+) x[count-1], to VKSCAN_PORT_TOTAL. A bad
     * argument with a reduction, whose destination is the total, and with segments. */
    VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT = 0x10,
    /** vkscan_plan_create compiles nothing: vkscan_plan_compile does, for each pipeline, before the
     * first run is recorded. A user operator has to stay as it is until then. */
    VKSCAN_PLAN_DEFER_PIPELINES_BIT = 0x20,
} vkscan_plan_flag;

/** The parameters of a plan. All zero but struct_size and type: a sum with capacity 0. */
typedef struct vkscan_plan_params {
    uint32_t struct_size;       /**< sizeof(vkscan_plan_params) */
    vkscan_primitive primitive; /**< 0: reduce */
    vkscan_op op;               /**< 0: add */
    vkscan_type type;           /**< required, except with user_operator */
    /**
     * A wider type for the destination, the seed and all sums. 0: the same as `type`. u8, i8, u16
     * and i16 go into u32, i32, u64 or i64, where negative ones wrap in u32 and u64; u32 into u64,
     * i32 into i64, f16 into f32, f32 into f64.
     */
    vkscan_type out_type;
    vkscan_algorithm algorithm; /**< 0: AUTO */
    uint64_t capacity;          /**< elements: the largest count that will be run */
    vkscan_access access;       /**< 0: descriptor sets */
    uint32_t flags;             /**< bits of vkscan_plan_flag */
    /**
     * The level of determinism. 0: run to run. The other levels are for production algorithms only.
     * With EVERYWHERE and an operator that rounds, `algorithm` is AUTO, BLELLOCH or, for a scan of
     * one piece, LOOKBACK; tuning is ignored, and docs/determinism.md has the device's limits.
     */
    vkscan_determinism determinism;
    uint32_t reserved; /**< 0 */
    /**
     * An operator or predicate of your own in place of op, type and out_type, which are 0 then;
     * NULL: none. An operator is for reductions and scans, a predicate for selections with
     * VKSCAN_CRITERION_PREDICATE. For production algorithms only. Read until all pipelines
     * are compiled. A damaged one, or one for another kernel interface, is a bad argument.
     */
    const vkscan_operator *user_operator;
    /**
     * The primitive's own parameters, read during the call only: vkscan_select_params for select,
     * partition and unique, vkscan_sort_params, vkscan_histogram_params, vkscan_segments_params,
     * vkscan_sorted_params, vkscan_top_k_params; others have none. They name `primitive` again.
     * NULL: all else zero, but histograms, segments, bounds, merges and top-k require them.
     */
    const void *details;
    /**
     * Optional, copied: a name like "shadow sort", for messages and, where the instance has
     * VK_EXT_debug_utils, for debuggers: runs are labelled with it, each pass within with its
     * kernel, and descriptor pools and sets are named by it. NULL: runs are labelled like "vkscan
     * sort u32". Pipelines, which plans share, are named by kernel and class.
     */
    const char *label;
} vkscan_plan_params;

/** A plan's algorithm and shape, and the scratch that it needs. */
typedef struct vkscan_plan_info {
    uint32_t struct_size;       /**< sizeof(vkscan_plan_info), set before the call */
    vkscan_algorithm algorithm; /**< the algorithm in use, never AUTO */
    uint32_t workgroup_size;    /**< threads of a workgroup */
    uint32_t tile_size; /**< elements that a workgroup takes at a time: vectors in histograms */
    /** Bytes that the scratch buffer must have, never 0. A larger capacity may need fewer, with
     * another algorithm or with larger tiles. */
    VkDeviceSize scratch_size;
    /**
     * Bytes from the scratch buffer's offset on, a multiple of 4, to fill with zeros before the
     * first run, by vkscan_cmd_zero_scratch or in any other way, in each scratch if there are
     * several. 0: nothing to do. Every run leaves these bytes ready for the next run of this plan.
     * Zero them again after anything else has written there, other plans included, and after a run
     * that was cut off before its end: otherwise results are wrong, and no error is reported.
     */
    VkDeviceSize scratch_zeroed;
    VkDeviceSize scratch_alignment; /**< of vkscan_buffer::offset: a power of two, >= 16 bytes */
    /** VkBufferUsageFlags2: STORAGE_BUFFER, or SHADER_DEVICE_ADDRESS in a plan by addresses; and
     * TRANSFER_DST if there are bytes to zero, which only vkscan_cmd_zero_scratch needs. */
    VkFlags64 scratch_usage;
    VkMemoryPropertyFlags scratch_memory; /**< recommended, not required: device-local */
    uint32_t seed_size;                   /**< bytes of a run's seed; 0: runs have none */
    uint32_t passes; /**< dispatches of a run over the capacity, or over each of its pieces */
    uint32_t pipeline_count; /**< pipelines, for vkscan_plan_compile */
} vkscan_plan_info;

/**
 * Tells whether the device could run such a plan: returns VK_SUCCESS, with *info written unless
 * info is NULL, or the error that vkscan_plan_create would give (except out of memory and errors of
 * Vulkan's functions). Compiles nothing, so scratch can be sized long before. With params->device
 * null all that vkscan_query_device and vkscan_query_features name counts as enabled.
 */
VKSCAN_API VkResult vkscan_query_plan(const vkscan_context_params *params,
                                      const vkscan_plan_params *plan, vkscan_plan_info *info);

/**
 * Writes to *capacity the largest capacity, in elements, for which vkscan_query_plan returns
 * VK_SUCCESS, whatever plan->capacity is. Errors: those of vkscan_query_plan for a capacity of 0.
 */
VKSCAN_API VkResult vkscan_query_capacity(const vkscan_context_params *params,
                                          const vkscan_plan_params *plan, uint64_t *capacity);

/**
 * Creates a plan, and compiles those of its pipelines that no plan of this context has had, which
 * takes some milliseconds to a second, less with a warm pipeline cache; else microseconds. They
 * stay with the context until it is destroyed or trimmed. May be called by several threads at once,
 * which share the work. Errors: bad arguments, FEATURE_NOT_PRESENT, TOO_LARGE, out of memory, and
 * those of vkCreateComputePipelines.
 */
VKSCAN_API VkResult vkscan_plan_create(vkscan_context *context, const vkscan_plan_params *params,
                                       vkscan_plan **out);

/** Writes to *info what vkscan_query_plan writes for such a plan. Errors: bad arguments. */
VKSCAN_API VkResult vkscan_plan_get_info(const vkscan_plan *plan, vkscan_plan_info *info);

/** Destroys a plan. Destroy its bindings first. NULL is accepted. */
VKSCAN_API void vkscan_plan_destroy(vkscan_plan *plan);

/* ---- ports and bindings ---- */

/** Bytes [offset, offset + size) of a buffer, or from an address on; VK_WHOLE_SIZE is refused. */
typedef struct vkscan_buffer {
    VkBuffer buffer;     /**< with memory bound and VK_BUFFER_USAGE_STORAGE_BUFFER_BIT */
    VkDeviceSize offset; /**< bytes */
    VkDeviceSize size;   /**< bytes */
    /** Optional: the VkBufferUsageFlags2 that the buffer was created with, to be checked for
     * vkscan_port_info::usage. 0: not told and not checked, since Vulkan cannot be asked. */
    VkFlags64 usage;
    /** For VKSCAN_ACCESS_ADDRESSES alone, which ignores `buffer`: the address of a buffer with
     * VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, whose memory was allocated with
     * VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT. Alignment and overlap then go by address + offset. */
    VkDeviceAddress address;
} vkscan_buffer;

/**
 * A plan's buffers, by their purpose. vkscan_plan_get_port tells which ports a plan has, and what
 * they need. "capacity" stands for as many elements, and for what a merge writes for capacity +
 * length; none are needed with capacity 0, but a seed of each segment is.
 *
 *     port           primitive, if                         access  size
 *     SOURCE         all; by flags if OUTPUT_ELEMENTS      read *  capacity, of type
 *     DESTINATION    reduce                                write   1, of out_type
 *                    scan                                  write   capacity, of out_type
 *                    sort; difference; selection; merge    write   capacity (+ length), of type
 *                    segmented reduce                      write   one each; flags, keys: capacity
 *                    bounds, of u32; top-k, of type        write   capacity; see top_k.h
 *                    histogram                             write   counted * bins, u32 or f32
 *     SCRATCH        all                                   both    scratch_size bytes
 *     COUNT          all, COUNT_IN_BUFFER                  read    u32 or u64, by size 4 or 8
 *     SEED           seeded, SEED_IN_BUFFER                read    seed_size bytes; see segments.h
 *     TOTAL          scan, TOTAL_IN_BUFFER                 write   1, of out_type
 *     SECOND_SOURCE  user operator with two sources        read    capacity, of second_size bytes
 *                    bounds, merge                         read    length, of type, sorted
 *     VALUES         sort with values                      read *  capacity, of value_size bytes
 *     WEIGHTS        histogram with weights                read    capacity, u32 or f32
 *     VALUES_OUT     sort with values or indices           write   as VALUES; u32 for indices
 *                    merge with values                     write   capacity + length, of value_size
 *                    segmented reduce, OUTPUT_ELEMENTS     write   capacity, the segments' keys
 *     FIRST_VALUES   merge, values of SOURCE's keys        read    capacity, of value_size bytes
 *     SECOND_VALUES  merge, those of SECOND_SOURCE's       read    length, of value_size bytes
 *     FLAGS          selection by flags or keys            read    capacity, u8, u32, bits or keys
 *     INDICES        selection, top-k, OUTPUT_INDICES      write   capacity, u32; see top_k.h
 *     LENGTHS        selection, OUTPUT_LENGTHS             write   capacity, u32
 *     NUMBER         OUTPUT_NUMBER; histogram, OUTSIDE     write   1 u32, for three ways 2
 *                    all with NUMBER_IN_BUFFER             read    1 u32
 *     ARGUMENTS      OUTPUT_ARGUMENTS                      write   3 u32, for three ways 6
 *     EDGES          histogram by edges                    read    bins + 1, of type, ascending
 *     HEADS          segments but rows; sort of segments   read    as FLAGS; or offsets: segments.h
 *
 *     *           written in place, and by sorts with OVERWRITE_SOURCE
 *     alignment   an element's size, or 4 bytes if that is 12; 16 bytes are the fastest. COUNT: 4;
 *                 SEED of three ways by comparisons: that of both seeds
 *     bytes       elements of 1 or 2 bytes and bits are accessed by words: the VkBuffer has to
 *                 reach to the next multiple of 4 bytes. Atomics keep the other bits: runs may
 *                 write neighbours in a word at the same time; the host, copies and stores may not
 *     overlap     the bytes that a plan uses of two ports may not overlap if one is written, but
 *                 for the next two lines. Through different VkBuffers it cannot be detected
 *     in place    both ports are listed, with the same VkBuffer or address and the same offset:
 *                 a scan's SOURCE or SECOND_SOURCE, and DESTINATION, if the elements of both have
 *                 the same size; of a sort or a selection if its flags say so
 *     chains      SEED and TOTAL may be one place, so that the next run continues; SEED may be the
 *                 DESTINATION of REDUCE, which then adds to it; COUNT an earlier run's NUMBER
 *     count       a run takes the first min(*count, vkscan_run_params::count) elements and writes
 *                 nothing behind them; it may load source, flags and heads up to the latter
 *     operands    COUNT, SEED, TOTAL, NUMBER, ARGUMENTS, EDGES and offsets: by descriptors they are
 *                 in one VkBuffer, a storage buffer, within maxStorageBufferRange
 */
typedef enum vkscan_port {
    VKSCAN_PORT_SOURCE = 0,             /**< what is read */
    VKSCAN_PORT_DESTINATION = 1,        /**< the result */
    VKSCAN_PORT_SCRATCH = 2,            /**< intermediate values */
    VKSCAN_PORT_COUNT = 3,              /**< the number of elements */
    VKSCAN_PORT_SEED = 4,               /**< the first operand, or what to compare with */
    VKSCAN_PORT_TOTAL = 5,              /**< a scan's total */
    VKSCAN_PORT_SECOND_SOURCE = 6,      /**< a second element beside each of the source */
    VKSCAN_PORT_SECOND_DESTINATION = 7, /**< a second element beside each of the destination */
    VKSCAN_PORT_FLAGS = 8,              /**< what to keep */
    VKSCAN_PORT_INDICES = 9,            /**< indices of what is kept */
    VKSCAN_PORT_NUMBER = 10,            /**< how many are kept, wanted, segments, or in no bin */
    VKSCAN_PORT_ARGUMENTS = 11,         /**< the number as arguments of an indirect dispatch */
    VKSCAN_PORT_EDGES = 12,             /**< the ends of bins */
    VKSCAN_PORT_HEADS = 13,             /**< what begins a segment */
    VKSCAN_PORT_FIRST_VALUES = 14,      /**< a merge's values beside each of the source */
    VKSCAN_PORT_SECOND_VALUES = 15,     /**< a merge's values beside each of the second source */
    VKSCAN_PORT_LENGTHS = 16,           /**< elements of each run */
    VKSCAN_PORT_VALUES = VKSCAN_PORT_SECOND_SOURCE,          /**< its name for sorts */
    VKSCAN_PORT_WEIGHTS = VKSCAN_PORT_SECOND_SOURCE,         /**< its name for histograms */
    VKSCAN_PORT_VALUES_OUT = VKSCAN_PORT_SECOND_DESTINATION, /**< its other name */
    VKSCAN_PORT_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_port;

/** A port and its buffer. */
typedef struct vkscan_port_buffer {
    vkscan_port port;  /**< occurs once in a list */
    uint32_t reserved; /**< 0 */
    /** All zero: none. If the plan does not have the port, anything else is a bad argument, such as
     * a count whose bit vkscan_plan_params::flags lack. */
    vkscan_buffer buffer;
} vkscan_port_buffer;

/** A plan's requirements for a port's buffer. */
typedef struct vkscan_port_info {
    uint32_t struct_size; /**< sizeof(vkscan_port_info), set before the call */
    uint32_t reserved;    /**< 0 */
    /**
     * The stages and accesses of runs, for barriers around them. Those of the scratch include those
     * of all the plan's ports, and of vkscan_cmd_zero_scratch, so that they do for a memory
     * barrier. For a source in place use the destination's.
     *
     * Where vkscan_context_params::enabled_features leave out synchronization2, all bits are below
     * 2^32 in every version: for vkCmdPipelineBarrier cast them to VkPipelineStageFlags and
     * VkAccessFlags. Later versions may have others than this one. Bits of usage and of
     * vkscan_plan_info::scratch_usage are always below 2^32, for VkBufferCreateInfo::usage.
     */
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access; /**< see stages */
    /** VkBufferUsageFlags2 that the buffer needs: STORAGE_BUFFER; SHADER_DEVICE_ADDRESS in plans by
     * addresses; for ARGUMENTS also INDIRECT_BUFFER; for scratch see scratch_usage. */
    VkFlags64 usage;
    /** Bytes of a VkBuffer for the port alone: a multiple of 4, as kernels access words.
     * vkscan_buffer::size may be the elements' bytes, up to 3 fewer, but not of bits. 4 for a
     * count; 0: the plan does not have the port, or needs no bytes there. */
    VkDeviceSize size;
    VkDeviceSize alignment; /**< of offset, or of address + offset: a power of two, bytes */
} vkscan_port_info;

/**
 * Tells what runs require of a port's buffer, and what they do with it. For a port that the plan
 * does not have, all is 0, but alignment is 1. Errors: bad arguments.
 */
VKSCAN_API VkResult vkscan_plan_get_port(const vkscan_plan *plan, vkscan_port port,
                                         vkscan_port_info *info);

/**
 * Records, outside a render pass, a command that zeroes the first vkscan_plan_info::scratch_zeroed
 * bytes of `scratch`, between two barriers: the command waits for runs of the plan, and runs may
 * follow. Records nothing if scratch_zeroed is 0, and is no barrier between runs then. Other
 * earlier accesses, copies among them, are the caller's to order, to the stages and accesses of
 * VKSCAN_PORT_SCRATCH. Once suffices; to repeat it before every run is right, too.
 *
 * scratch->buffer has VK_BUFFER_USAGE_TRANSFER_DST_BIT, in plans by addresses too; offset is a
 * multiple of 4 bytes, size at least scratch_zeroed. Errors, with nothing recorded: bad arguments.
 */
VKSCAN_API VkResult vkscan_cmd_zero_scratch(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                            const vkscan_buffer *scratch);

/**
 * Creates a binding of a plan and its buffers: `buffer_count` ports, in any order, each once.
 * Checks the buffers and, for a plan by descriptor sets, allocates and writes sets from a pool of
 * its own. A set has four storage buffers; six with a second source, values or indices, by LOOKBACK
 * and LOOKAHEAD in selections and segments, BLELLOCH in segments. The buffers stay the caller's.
 *
 * Runs that share scratch or any port that is written, those of one binding included, must not
 * overlap in time on the device. With several frames in flight give each a binding and a scratch of
 * its own, or order them by barriers.
 *
 * Bytes outside the given ranges keep their values. But descriptors begin at the preceding multiple
 * of minStorageBufferOffsetAlignment: synchronization validation may complain of closer neighbours.
 *
 * Errors: bad arguments, out of memory, TOO_LARGE.
 */
VKSCAN_API VkResult vkscan_binding_create(const vkscan_plan *plan,
                                          const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                          vkscan_binding **out);

/** Destroys a binding. Let the runs recorded with it finish first. NULL is accepted. */
VKSCAN_API void vkscan_binding_destroy(vkscan_binding *binding);

/* ---- run ---- */

/** A run's parameters besides its buffers. */
typedef struct vkscan_run_params {
    uint32_t struct_size; /**< sizeof(vkscan_run_params) */
    uint32_t reserved;    /**< 0 */
    /**
     * Elements, 0 to the capacity. If the count is in a buffer: the most elements that the run
     * takes, usually the capacity, since 0 takes none (for the cost in sorts see sort.h).
     */
    uint64_t count;
    /**
     * vkscan_plan_info::seed_size bytes of any alignment, read during the call. NULL in reductions
     * and scans: the identity; in differences: 0. Selections by comparisons or by a predicate with
     * a SEED require it; all other plans, and those with SEED_IN_BUFFER, take NULL.
     */
    const void *seed;
} vkscan_run_params;

/**
 * Records one run over the first run->count elements of the source. The command buffer is primary
 * or secondary, in the recording state, outside a render pass, and from a queue family with
 * compute. Allocates nothing. The recording can be submitted any number of times, one after the
 * other; each run reads operands in buffers anew, so their values may change in between. The run
 * writes the first count elements of the destination, those kept in a selection, one in a reduction
 * or one for each segment, all in a histogram, up to k of a row in top-k, and no others. It changes
 * the command buffer's compute pipeline, its push constants and, except with addresses, its compute
 * descriptor set 0, and disturbs further sets where layouts differ: bind your own again afterwards.
 *
 * Barriers within the run are recorded; those around it are yours. A port's are
 * vkscan_port_info::stages and access, or those of VKSCAN_PORT_SCRATCH for all ports:
 *
 *     hazard                                     source stages, access     destination's
 *     a port was written by a command            the command's             the port's
 *     a port that is written was read            the command's stages, 0   the port's
 *     a port that was written is read            the port's                the command's
 *     a port is overwritten, scratch included    the port's                the command's
 *     one run writes what another on its queue   the first plan's          the second plan's
 *     uses, scratch included                     SCRATCH's                 SCRATCH's
 *
 * An indirect command's are DRAW_INDIRECT, INDIRECT_COMMAND_READ; those of the host, to read after
 * a fence, HOST, HOST_READ. What the host wrote before vkQueueSubmit needs no barrier. A fence that
 * the host waits for makes no write visible to later commands: it replaces no barrier. A semaphore
 * does, if it is waited for in the destination's stages.
 *
 * Errors, with nothing recorded: bad arguments.
 */
VKSCAN_API VkResult vkscan_cmd_run(const vkscan_binding *binding, VkCommandBuffer command_buffer,
                                   const vkscan_run_params *run);

/**
 * Records one run without a binding, for plans by push descriptors or addresses: checks the buffers
 * as vkscan_binding_create does, and records as vkscan_cmd_run does. Allocates nothing. The context
 * and the buffers have to outlive the execution, the plan only this call. Errors, with nothing
 * recorded: bad arguments, TOO_LARGE.
 */
VKSCAN_API VkResult vkscan_cmd_run_buffers(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                           const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                           const vkscan_run_params *run);

/** Returns the VKSCAN_VERSION that the library was built with. */
VKSCAN_API uint32_t vkscan_version(void);

#ifdef __cplusplus
}
#endif

/**
 * @file
 * Primitives. With source x[0..count), an associative operator (+) and a seed s (by default the
 * operator's identity), a plan computes one of
 *
 *     reduce           destination[0] = s (+) x[0] (+) ... (+) x[count-1]
 *     inclusive scan   destination[i] = s (+) x[0] (+) ... (+) x[i]
 *     exclusive scan   destination[i] = s (+) x[0] (+) ... (+) x[i-1], destination[0] = s
 *     difference       destination[i] = x[i] - x[i-1], destination[0] = x[0] - s
 *     others           see select.h, sort.h, histogram.h, segments.h, sorted.h and top_k.h
 *
 * Difference. It undoes an inclusive sum from the same seed, of integers exactly; in reverse one in
 * reverse: destination[i] = x[i] - x[i+1], and s is subtracted from the last. Integers wrap, floats
 * round once, and vectors go by component. It takes neither an operator nor an out_type.
 *
 * Order. Algorithms regroup operands, which an associative operator allows. Some also exchange
 * operands if the operator commutes, as every vkscan_op does. Only the rounding of floats shows it.
 *
 * Count. A run's cost goes with its count, not with the capacity. With count 0 a reduction writes
 * s; scans a total in a buffer alone, which is s; selections the number 0; histograms zeros, or
 * nothing if they accumulate; a merge its second array; bounds, differences, sorts, top-k nothing.
 *
 * Operands. Count and seed are given when a run is recorded, or are read by the device when it runs
 * (vkscan_plan_flag). A scan can write its total, s (+) x[0] (+) ... (+) x[count-1], to a buffer.
 * Scans therefore chain, across submissions and queues: with the total of each scan as the seed of
 * the next, their results are those of one scan of the whole, except for the grouping of floats. A
 * total has the destination's type, and f16 rounds that of each link: chain scans of f16 into f32.
 *
 * Size. Reductions and scans, but of segments, by production algorithms take arrays of any size,
 * beyond the reach of a dispatch in pieces of one recording, each of which continues the last one.
 *
 * Structures. The first member of each structure that a program fills, or has filled, is
 * struct_size: its sizeof, as the program was compiled. Later versions add members at the end only,
 * in which 0 means the behaviour of earlier versions. A shorter structure is read and written up to
 * its struct_size, but one that is shorter than in the first version is a bad argument. A longer
 * structure is accepted if all bytes beyond the known members are 0, and its results there are set
 * to 0. Padding is named reserved and has to be 0. vkscan_buffer, vkscan_port_buffer,
 * vkscan_operator, vkscan_operator_module and vkscan_mpi_range have no struct_size and never grow.
 * docs/embedding.md says what a release may change.
 *
 * Memory. The library allocates no device memory and submits nothing. Zero the first
 * vkscan_plan_info::scratch_zeroed bytes of a plan's scratch (possibly none) once, before the first
 * run. From then on only this plan's runs may use these bytes; another plan may have them once they
 * are zeroed again. The rest of the scratch needs no initialisation, and may be reused or aliased
 * between runs, by another plan's scratch, too, after a barrier.
 *
 * Lifetimes.
 *
 *     instance, device     outlive the context
 *     context              outlives its plans, and the execution of runs without a binding
 *     plan                 outlives its bindings
 *     binding, buffers     outlive the execution of the runs recorded with them
 *     pipeline cache, functions and user pointers of callbacks     outlive the context
 *     parameters, feature chains, policies     are read during the call only
 *
 * Every destroy function accepts NULL, and also works after VK_ERROR_DEVICE_LOST.
 *
 * Threads. There is no global state. Any number of threads may at once create and compile plans of
 * one context, and wait for a pipeline that another thread compiles; and query, bind and record
 * with the same plans and bindings, each into its own command buffer.
 *
 * Destroying an object needs exclusive access to it, and vkscan_context_trim to the context.
 * Creating plans, and compiling their pipelines, needs exclusive access to a pipeline cache that
 * was made EXTERNALLY_SYNCHRONIZED. Allocation callbacks and the message callback are called from
 * any thread that is inside a vkscan function, by several at once, so they have to be thread-safe.
 * An allocation callback must not call the library.
 *
 * Errors. Functions that can fail return a VkResult. The message callback, if one is set, gets a
 * sentence that says what was wrong, unless the object or the parameters that hold the callback are
 * NULL. On failure nothing is created or recorded, *out is NULL, and results are not written.
 *
 *     VK_ERROR_VALIDATION_FAILED_EXT   a bad argument: NULL; an unknown enumerator or flag; a value
 *                                      that a comment excludes; a struct_size, or unknown members
 *                                      that are not 0; what the primitive, type or algorithm does
 *                                      not have; a buffer that is too small, misaligned, overlaps,
 *                                      or ends beyond its VkBuffer as far as
 *                                      VkMemoryRequirements::size tells; a count > capacity; a seed
 *                                      that is missing or superfluous
 *     VK_ERROR_FEATURE_NOT_PRESENT     the device, as it was created, or this build lacks what is
 *                                      asked: Vulkan 1.1, a driver that works, a capability, the
 *                                      algorithm or type, six storage buffers in a stage
 *     VKSCAN_ERROR_TOO_LARGE           a smaller size would do: a buffer, scratch included, of a
 *                                      textbook algorithm, or of a primitive that goes by no
 *                                      pieces, is beyond maxStorageBufferRange less its offset, or
 *                                      beyond what kernels index; operands are further apart; an
 *                                      array has over 2^63 bytes. ONESWEEP's and DIRECT's own
 *                                      largest capacities are bad arguments instead
 *     VK_ERROR_INITIALIZATION_FAILED   vkGetInstanceProcAddr did not return a function of Vulkan
 *                                      1.1, or the program's header is of another version
 *     others                           from host allocation or from Vulkan, passed on unchanged
 *
 * Floating point. Add and mul round as the device's own 32-bit operations do, for f16 too, and for
 * f64 as its 64-bit operations do; they treat infinities, NaNs and denormals as these operations
 * do. Results have the same bits, in docs/determinism.md's words
 *
 *     RUN_TO_RUN   in every run of the same algorithm, asked for by name, over the same count and
 *                  data, on the same device and driver, with the same capabilities and tuning;
 *                  whatever the offset, the capacity, the timing and the place of the count. AUTO
 *                  chooses by the capacity
 *     FASTEST      as RUN_TO_RUN in this version, but for offsets of source and destination; no
 *                  promise for later ones
 *     EVERYWHERE   on all devices that round to nearest even and keep denormals, and in the same
 *                  tree on a CPU: by the count and the types alone, whatever the device, tuning,
 *                  access, offset or capacity. A scan's total is the result of the reduction. By
 *                  BLELLOCH, or scans of f32 and f64 by LOOKBACK
 *
 * At all levels the sign and the payload of a NaN may differ. Min and max are IEEE 754-2019 minimum
 * and maximum: a NaN anywhere, the seed included, gives the quiet NaN (0x7fc00000 for f32, 0x7e00
 * for f16), -0 < +0, and denormals are kept, with the same bits on every device. The seed, or else
 * the identity, always takes part: so a sum of nothing but -0 is +0, with a seed of -0 either zero.
 */

#include "device.h"
#include "histogram.h"
#include "names.h"
#include "operator.h"
#include "pipelines.h"
#include "segments.h"
#include "select.h"
#include "sort.h"
#include "sorted.h"
#include "top_k.h"
#include "tuning.h"

#endif
