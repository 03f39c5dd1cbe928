/* SPDX-License-Identifier: MIT */
/**
 * @file
 * vkscan: parallel reduction, prefix scan, selection, sorting and histograms in Vulkan compute
 * shaders, for programs that own their device, memory and command buffers.
 *
 *     context   one per VkDevice              vkscan_context_create
 *     plan      what to compute               vkscan_plan_create      compiles every pipeline
 *     binding   a plan and its buffers        vkscan_binding_create   writes the descriptor sets
 *     run       recorded, as often as wanted  vkscan_cmd_run          only vkCmd... calls
 *
 * With source x[0..count), an associative operator (+) and a seed s (by default the operator's
 * identity), a plan computes one of
 *
 *     reduce           destination[0] = s (+) x[0] (+) ... (+) x[count-1]
 *     inclusive scan   destination[i] = s (+) x[0] (+) ... (+) x[i]
 *     exclusive scan   destination[i] = s (+) x[0] (+) ... (+) x[i-1], destination[0] = s
 *     select, partition, unique         see select.h
 *     sort                              see sort.h
 *     histogram                         see histogram.h
 *
 * Order. Operands are regrouped, which an associative operator allows. Algorithms that exchange
 * operands too (sequential, tree, unrolled, lookback, lookahead, single) do so with operators that
 * commute; all of vkscan_op do. Only the rounding of floats can tell.
 *
 * Count. A run costs by its count, not by the capacity. With count 0
 *
 *     reduce                      writes s
 *     scan, sort                  write nothing but a total in a buffer, which is s
 *     select, partition, unique   write the number 0
 *     histogram                   writes zeros, or nothing if it accumulates
 *
 * Operands. Count and seed are given when a run is recorded, or are read by the device when it runs
 * (vkscan_plan_flag). A scan can write its total, s (+) x[0] (+) ... (+) x[count-1], to a buffer.
 * So scans chain, across submissions and queues: with the total of one as the seed of the next,
 * they equal the scan of the whole, of floats except for the grouping. A total has the type of the
 * destination: of f16 each link is rounded to it, where one scan goes on in binary32; so chain
 * scans of f16 into f32.
 *
 * Size. Reductions and scans by production algorithms take arrays of any size. What one dispatch
 * does not reach, by maxStorageBufferRange or by 32-bit indices, goes in one recording by pieces.
 * Each piece goes on where the one before ended.
 *
 * Structures. The first member of each structure that a program fills, or has filled, is
 * struct_size: its sizeof, as the program was compiled.
 *
 *     later versions           add members at the end alone; 0 in them is what was before
 *     a shorter structure      is read and written up to struct_size
 *     a longer one             of parameters is taken if all further bytes are 0; of results
 *                              these bytes become 0
 *     one shorter than the first
 *     version had it           is a bad argument
 *
 * vkscan_buffer, vkscan_port_buffer, vkscan_operator and vkscan_operator_module have no struct_size
 * and stay as they are. docs/embedding.md has what a release may change.
 *
 * Memory. The library allocates no device memory and submits nothing. A plan tells how much
 * scratch it needs. Zero its first vkscan_plan_info::scratch_zeroed bytes, which may be 0, once,
 * before the first run. Then leave them to this plan's runs; another plan may have them once they
 * are zeroed again. The rest of the scratch needs no initialisation, and may be reused or aliased
 * between runs.
 *
 * Lifetimes.
 *
 *     instance, device     outlive the context
 *     context              outlives its plans, and the execution of runs without a binding
 *     plan                 outlives its bindings
 *     binding, buffers     outlive the execution of what was recorded with them
 *     pipeline cache, functions and user pointers of callbacks     outlive the context
 *     parameters, feature chains, policies     are read during the call only
 *
 * Every destroy function accepts NULL, and works after VK_ERROR_DEVICE_LOST too.
 *
 * Threads. There is no global state. Any number of threads may at once
 *
 *     create plans of a context     pipelines are added to it atomically
 *     query, bind and record        with the same plans and bindings, each into its own command
 *                                   buffer
 *
 * Destroying an object needs exclusive access to it, and vkscan_context_trim to the context.
 * Creating plans needs exclusive access to a pipeline cache that was made EXTERNALLY_SYNCHRONIZED.
 * Allocation callbacks and the message callback are called from any thread that is inside a vkscan
 * function.
 *
 * Errors. Functions that can fail return a VkResult. The message callback, if there is one, gets a
 * sentence that says what was wrong, unless the object or parameters through which it would be
 * found are NULL. On failure nothing is created or recorded, *out is NULL, and results are not
 * written.
 *
 * VK_ERROR_VALIDATION_FAILED_EXT is a bad argument:
 *
 *     handles       NULL or zero
 *     values        an unknown enumerator or flag; what the member's comment excludes
 *     structures    a struct_size below that of the first version, or unknown members that are not
 *                   0
 *     plans         an operator that the type does not have; a primitive that the algorithm does
 *                   not compute, or a capacity that it does not take; a user operator that is
 *                   damaged or of another kernel interface
 *     policies      out of range
 *     buffers       too small, misaligned, overlapping where they must not, ending beyond their
 *                   VkBuffer as far as VkMemoryRequirements::size tells; operands in several
 *                   VkBuffers where access is by descriptors
 *     runs          a count > capacity; a seed where there is none or beside one in a buffer; none
 *                   where a selection needs it
 *
 * VK_ERROR_FEATURE_NOT_PRESENT: this device, as it was created, cannot do it:
 *
 *     device        it or the instance is below Vulkan 1.1; its driver is known not to work
 *     plans         the algorithm or type needs a capability that is missing, or is left out of
 *                   this build; a second source, values, or a selection by LOOKBACK or LOOKAHEAD
 *                   need more storage buffers than a stage has
 *     size          a buffer, scratch included, of a textbook algorithm, a selection, a sort or a
 *                   histogram would exceed maxStorageBufferRange
 *
 * VK_ERROR_INITIALIZATION_FAILED: vkGetInstanceProcAddr did not return a function of Vulkan 1.1, or
 * the program's header is of another version. Other errors are from host allocation or from Vulkan,
 * passed on unchanged.
 *
 * Floating point. Add and mul round as the device's own 32-bit operations do (of f16 too, and of
 * f64 as its 64-bit ones); infinities, NaNs and denormals are what these make of them. How sums and
 * products are grouped, and so rounded, is a level, vkscan_plan_params::determinism.
 *
 * RUN_TO_RUN: the same bits for the same algorithm by name, count and data on the same device and
 * driver, with the same capabilities and tuning.
 *
 *     grouped by       the algorithm, the count, and the tile, workgroup and subgroup sizes
 *     never by         offset, capacity, timing, or where the count comes from
 *     pieces           depend on the device, the access and the type alone
 *     AUTO             goes by the capacity: at another one it may take another algorithm,
 *                      vkscan_plan_info::workgroup_size and tile_size
 *     may differ on    other devices, algorithms and library versions
 *
 * FASTEST: no promise. In this version as RUN_TO_RUN, except that the offsets of source and
 * destination count too: misaligned arrays have head padding, and are as fast as those of other
 * types.
 *
 * EVERYWHERE: the same bits on all devices that round to nearest even and keep denormals, which
 * Vulkan leaves open; and those of the same tree on a CPU.
 *
 *     grouped by       the count and the types alone, in one tree (docs/determinism.md)
 *     never by         device, subgroup size, capabilities, tuning, access, offset or capacity
 *     algorithm        BLELLOCH: scans move 3 bytes for each byte of source. By name also LOOKBACK,
 *                      which moves 2: scans into f32 from f32 and into f64 from f64 or f32, without
 *                      a total in a buffer. AUTO takes it on NVIDIA's devices up to 8 MiB
 *     total            of a scan is the reduction
 *     pieces           2^30 elements; in reverse 64 MiB (2^26 bytes) in the larger of the two
 *                      types, rounded down to a multiple of 256 elements
 *
 * At all levels which NaN a NaN is may differ. Min and max are IEEE 754-2019 minimum and maximum: a
 * NaN anywhere, the seed included, gives the quiet NaN (0x7fc00000 of f32, 0x7e00 of f16), -0 < +0,
 * and denormals are kept; their results are the same bits on every device. The seed always takes
 * part in the operation, if only with the identity: so a sum of nothing but -0 is +0, and with a
 * seed of -0 either.
 *
 * Needs C11 or C++11, and Vulkan headers of 1.3 or later. With a meta-loader such as volk, include
 * its header, or define VK_NO_PROTOTYPES, before this one.
 */
#ifndef VKSCAN_H
#define VKSCAN_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

/**
 * Of this header.
 * @{
 */
#define VKSCAN_VERSION_MAJOR 0
#define VKSCAN_VERSION_MINOR 1
#define VKSCAN_VERSION_PATCH 0
#define VKSCAN_VERSION                                                                             \
    VK_MAKE_API_VERSION(0, VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH)
/** @} */

/** On each function: exported, or with VKSCAN_USE_SHARED imported from a DLL. */
#if defined(_WIN32) && defined(VKSCAN_BUILD_SHARED)
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

/** Of the headers of these names. @{ */
typedef struct vkscan_select_params vkscan_select_params;
typedef struct vkscan_sort_params vkscan_sort_params;
typedef struct vkscan_histogram_params vkscan_histogram_params;
/** @} */

/** What a plan computes; the formulas are above. */
typedef enum vkscan_primitive {
    VKSCAN_PRIMITIVE_REDUCE = 0,            /**< all elements combined into one */
    VKSCAN_PRIMITIVE_INCLUSIVE_SCAN = 1,    /**< each element and all before it */
    VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN = 2,    /**< all before each element */
    VKSCAN_PRIMITIVE_SELECT = 3,            /**< the elements that are kept: see select.h */
    VKSCAN_PRIMITIVE_PARTITION = 4,         /**< these, and the others behind them */
    VKSCAN_PRIMITIVE_UNIQUE = 5,            /**< of equal neighbours the first */
    VKSCAN_PRIMITIVE_SORT = 6,              /**< keys in order, with their values: see sort.h */
    VKSCAN_PRIMITIVE_HISTOGRAM = 7,         /**< numbers of elements by bin: see histogram.h */
    VKSCAN_PRIMITIVE_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_primitive;

/**
 * Integers wrap. And, or and xor exist for integer types only. Identities: 0 for add, or and xor;
 * 1 for mul; all bits for and; the type's highest value for min and lowest for max, which of floats
 * are the infinities.
 */
typedef enum vkscan_op {
    VKSCAN_OP_ADD = 0,               /**< sum */
    VKSCAN_OP_MUL = 1,               /**< product */
    VKSCAN_OP_MIN = 2,               /**< the lower one */
    VKSCAN_OP_MAX = 3,               /**< the higher one */
    VKSCAN_OP_AND = 4,               /**< bits that both have */
    VKSCAN_OP_OR = 5,                /**< bits that either has */
    VKSCAN_OP_XOR = 6,               /**< bits that differ */
    VKSCAN_OP_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_op;

/**
 * What an element is. What is stored as f16, a total included, is rounded once, to the nearest and
 * to even if two are; from 65520 on to infinity.
 */
typedef enum vkscan_type {
    VKSCAN_TYPE_DEFAULT = 0, /**< u32; its name is "default" */
    VKSCAN_TYPE_U32 = 1,     /**< unsigned */
    VKSCAN_TYPE_I32 = 2,     /**< two's complement */
    VKSCAN_TYPE_F32 = 3,     /**< IEEE 754 binary32 */
    VKSCAN_TYPE_U8 = 4,      /**< unsigned, computed in 32 bits; so the next three */
    VKSCAN_TYPE_I8 = 5,      /**< two's complement */
    VKSCAN_TYPE_U16 = 6,     /**< unsigned */
    VKSCAN_TYPE_I16 = 7,     /**< two's complement */
    VKSCAN_TYPE_F16 = 8,     /**< IEEE 754 binary16, computed in binary32 */
    VKSCAN_TYPE_U64 = 9,     /**< unsigned, computed in two words; so i64 */
    VKSCAN_TYPE_I64 = 10,    /**< two's complement */
    VKSCAN_TYPE_F64 = 11,    /**< IEEE 754 binary64; needs VKSCAN_CAPABILITY_FLOAT64_BIT */
    VKSCAN_TYPE_U32X2 = 12,  /**< vectors, packed; operators go by component */
    VKSCAN_TYPE_U32X3 = 13,  /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_U32X4 = 14,  /**< 16 bytes */
    VKSCAN_TYPE_I32X2 = 15,  /**< 8 bytes */
    VKSCAN_TYPE_I32X3 = 16,  /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_I32X4 = 17,  /**< 16 bytes */
    VKSCAN_TYPE_F32X2 = 18,  /**< 8 bytes */
    VKSCAN_TYPE_F32X3 = 19,  /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_F32X4 = 20,  /**< 16 bytes */
    VKSCAN_TYPE_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_type;

/**
 * Values in between are of the textbook's algorithms: textbook.h. A primitive that an algorithm
 * does not compute is a bad argument. docs/algorithms.md explains each.
 */
typedef enum vkscan_algorithm {
    /**
     * By capability, capacity and policies. On NVIDIA by what was measured; on other GPUs by what
     * is inferred:
     *
     *     scan, selection        lookback from 2^16 elements on, else subgroup; so a partition
     *                            into three ways is by subgroup
     *     reduce                 single from 2^16 elements on, else subgroup
     *     sort                   onesweep from 2^16 keys on and up to 2^12, else radix
     *     histogram              counters
     *
     * vkscan-bench --tune measures all but histograms. On software drivers and MoltenVK it takes
     * subgroup, and radix for sorts; without subgroup operations blelloch, and radix.
     */
    VKSCAN_ALGORITHM_AUTO = 0,
    /**
     * As subgroup, but with trees in shared memory in place of subgroup operations: runs on every
     * Vulkan 1.1 device. Blelloch, "Prefix Sums and Their Applications", 1990.
     */
    VKSCAN_ALGORITHM_BLELLOCH = 1,
    /**
     * Vector loads, registers and subgroup operations. Its scan reduces tiles, scans the aggregates
     * and then scans the tiles: it reads and writes 3 bytes for each byte of source. Needs
     * VKSCAN_CAPABILITY_SUBGROUPS_BIT. Dotsenko et al., "Fast Scan Algorithms on Graphics
     * Processors", 2008; Merrill and Grimshaw, "Parallel Scan for Stream Architectures", 2009.
     */
    VKSCAN_ALGORITHM_SUBGROUP = 2,

    /**
     * One dispatch, 2 bytes moved for each byte of source. Persistent workgroups take tiles by
     * tickets, or by index where each gets one and they are few. A tile gets its prefix by looking
     * back over its predecessors' aggregates to the nearest inclusive prefix. Polling is bounded,
     * then a workgroup computes what is missing, so it ends on every device. Needs
     * VKSCAN_CAPABILITY_SUBGROUPS_BIT, has scratch_zeroed, and is a little faster with
     * VKSCAN_CAPABILITY_INT64_ATOMICS_BIT. Merrill and Garland, "Single-pass Parallel Prefix Scan
     * with Decoupled Look-back", 2016; Smith, Levien and Owens, "Decoupled Fallback", 2025.
     */
    VKSCAN_ALGORITHM_LOOKBACK = 16,
    /**
     * As lookback, but loads the next tile before it looks back. Scans by it need
     * VKSCAN_CAPABILITY_INT64_ATOMICS_BIT too.
     */
    VKSCAN_ALGORITHM_LOOKAHEAD = 17,
    /**
     * Reduction in one dispatch: the last workgroup to finish combines the others' results, in
     * order. Needs VKSCAN_CAPABILITY_SUBGROUPS_BIT, has scratch_zeroed.
     */
    VKSCAN_ALGORITHM_SINGLE = 18,
    /**
     * Of sorts: for each digit of 8 bits, the lowest first, a histogram of tiles, a scan and a
     * scatter. Runs on every Vulkan 1.1 device, faster with VKSCAN_CAPABILITY_SUBGROUPS_BIT.
     * Merrill and Grimshaw, "High Performance and Scalable Radix Sorting", 2011.
     */
    VKSCAN_ALGORITHM_RADIX = 20,
    /**
     * Of sorts: one pass over the keys counts all digits; then for each digit one dispatch ranks
     * its tiles' keys, looks back over the tiles before, as lookback does, and scatters. Digits
     * that are the same in all keys are skipped. Takes less than 2^31 - 2^17 keys. Needs
     * VKSCAN_CAPABILITY_SUBGROUPS_BIT. Adinets and Merrill, "Onesweep: A Faster Least Significant
     * Digit Radix Sort for GPUs", 2022.
     */
    VKSCAN_ALGORITHM_ONESWEEP = 21,
    /** Of histograms: atomics on counters, in shared memory where these fit. */
    VKSCAN_ALGORITHM_COUNTERS = 22,
    VKSCAN_ALGORITHM_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_algorithm;

/** What vkscan uses beyond plain Vulkan 1.1. Bits of a mask. */
typedef enum vkscan_capability {
    /**
     * Basic, arithmetic, ballot, shuffle and relative-shuffle subgroup operations in compute
     * shaders: a property of the device, nothing to enable.
     */
    VKSCAN_CAPABILITY_SUBGROUPS_BIT = 0x1,
    /**
     * The subgroupSizeControl and computeFullSubgroups features of VK_EXT_subgroup_size_control
     * or Vulkan 1.3. Faster where present; never needed for correct results.
     */
    VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT = 0x2,
    /**
     * The features shaderInt64 of Vulkan 1.0 and shaderBufferInt64Atomics of
     * VK_KHR_shader_atomic_int64 or Vulkan 1.2. Faster where present; never needed for correct
     * results.
     */
    VKSCAN_CAPABILITY_INT64_ATOMICS_BIT = 0x4,
    /**
     * The feature bufferDeviceAddress on a device of Vulkan 1.2, for VKSCAN_ACCESS_ADDRESSES. Its
     * modules are SPIR-V 1.5, so VkApplicationInfo::apiVersion has to be 1.2 as well, which the
     * library cannot check.
     */
    VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT = 0x8,
    /** VK_KHR_push_descriptor, enabled and with its function: VKSCAN_ACCESS_PUSH_DESCRIPTORS. */
    VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT = 0x10,
    /**
     * The feature pipelineCreationCacheControl of VK_EXT_pipeline_creation_cache_control or Vulkan
     * 1.3, for VKSCAN_PLAN_COMPILE_NOTHING_BIT.
     */
    VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT = 0x20,
    /** The feature shaderFloat64 of Vulkan 1.0, for VKSCAN_TYPE_F64. */
    VKSCAN_CAPABILITY_FLOAT64_BIT = 0x40,
} vkscan_capability;

/**
 * How the kernels of a plan reach its buffers. Results are the same. On an H200 push descriptors
 * cost up to 0.5 us a run on the GPU, and addresses nothing.
 */
typedef enum vkscan_access {
    /** Descriptor sets, which vkscan_binding_create allocates and writes. Needs nothing. */
    VKSCAN_ACCESS_DESCRIPTOR_SETS = 0,
    /** Descriptors that each run pushes into the command buffer: a binding is needed no more. */
    VKSCAN_ACCESS_PUSH_DESCRIPTORS = 1,
    /**
     * Device addresses among the push constants. No descriptor is bound or written, a binding is
     * needed no more, and a piece may have 2^31 - 256 elements whatever maxStorageBufferRange.
     * Of production algorithms only; FEATURE_NOT_PRESENT of the textbook's. The instance has to be
     * of Vulkan 1.2: see VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT.
     */
    VKSCAN_ACCESS_ADDRESSES = 2,
    VKSCAN_ACCESS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_access;

/**
 * What the bits of a result depend on besides the data, where operators round: add and mul of
 * floats, and all user operators. The contract is above. Results of others are the same with each.
 */
typedef enum vkscan_determinism {
    VKSCAN_DETERMINISM_RUN_TO_RUN = 0, /**< the device, the algorithm and the tuning */
    VKSCAN_DETERMINISM_FASTEST = 1,    /**< anything */
    /** The count alone. Of user operators as far as their combine() is precise. */
    VKSCAN_DETERMINISM_EVERYWHERE = 2,
    VKSCAN_DETERMINISM_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_determinism;

/** VKSCAN_VERSION of the library. */
VKSCAN_API uint32_t vkscan_version(void);

/**
 * The name that tools print and accept, a static string: "inclusive-scan", "add", "u32",
 * "blelloch"; of determinism "run", "fastest" and "everywhere". NULL if the value is unknown.
 * Values count up from 0 without gaps, so a loop until NULL visits them all. Of a build without the
 * textbook, names and values of its algorithms are there too.
 * @{
 */
VKSCAN_API const char *vkscan_primitive_name(vkscan_primitive primitive);
VKSCAN_API const char *vkscan_op_name(vkscan_op op);
VKSCAN_API const char *vkscan_type_name(vkscan_type type);
VKSCAN_API const char *vkscan_algorithm_name(vkscan_algorithm algorithm);
VKSCAN_API const char *vkscan_access_name(vkscan_access access);
VKSCAN_API const char *vkscan_determinism_name(vkscan_determinism determinism);
/** @} */

/**
 * One line on how the algorithm computes the primitive, with its source, a static string. NULL if
 * it does not compute it, if a value is unknown, and for AUTO.
 */
VKSCAN_API const char *vkscan_algorithm_summary(vkscan_algorithm algorithm,
                                                vkscan_primitive primitive);

/** Bytes of one element, 1 to 16; DEFAULT counts as u32. 0 if the type is unknown. */
VKSCAN_API uint32_t vkscan_type_size(vkscan_type type);

/**
 * Called with every error, on the thread of the call. `user` is
 * vkscan_context_params::message_user, `result` is about to be returned, and `message` is one
 * sentence without a newline, valid during the call. Must not call back into vkscan.
 */
typedef void (*vkscan_message_fn)(void *user, VkResult result, const char *message);

/**
 * The shape of an algorithm's workgroups, and the capacities at which AUTO takes it.
 * Zero-initialise what is not set.
 *
 * Blelloch, subgroup, lookback, lookahead, single, onesweep and counters take up to five policies,
 * so that AUTO has other shapes at other capacities; the others take one. AUTO takes the first
 * algorithm of which a policy has the capacity, with the last such policy:
 *
 *     scan           lookahead, lookback, subgroup
 *     selection      the same, where a stage may have six storage buffers or access is by
 *                    addresses; else, and of a partition into three ways, subgroup
 *     reduce         single, subgroup
 *     sort           onesweep, radix
 *     histogram      counters
 *
 * The last of a line is taken where none has the capacity, with its first policy; without subgroup
 * operations that is blelloch in place of subgroup. By name, an algorithm has the policy that AUTO
 * takes at the capacity; without one its first, but lookback, lookahead, single, onesweep and
 * counters the last that begins at or below it. Where sums round it has its first, at any capacity,
 * so that it groups them alike.
 *
 * Policies go by algorithm, and by primitive where `primitives` says so: without it, those of
 * lookback replace the library's for scans and for selections. They are of elements of all sizes;
 * the library's own differ by size.
 */
typedef struct vkscan_tuning_policy {
    uint32_t struct_size;       /**< sizeof(vkscan_tuning_policy), in each of an array */
    vkscan_algorithm algorithm; /**< not AUTO */
    /**
     * Required. Threads: a power of two, 128 to 1024. A plan halves it until the device's limits of
     * threads, shared memory and subgroups per workgroup allow it, and of blelloch-tile and
     * brent-kung to 512. vkscan_query_plan tells the result, vkscan_plan_info::workgroup_size.
     */
    uint32_t workgroup_size;
    /**
     * Required. Per thread:
     *
     *     vectors of 16 bytes   blelloch, subgroup, lookback, lookahead, single 1 to 16, which
     *                           selections by lookback and lookahead clamp to 8; counters 1 to 8
     *     pairs of elements     the same policies of blelloch and subgroup in selections, which
     *                           clamp them to 8
     *     keys                  radix 1, 2, 4, 8 or 16; onesweep 1 to 24
     *     elements              blelloch-tile, blelloch-unpadded, brent-kung, brent-kung-unpadded,
     *                           tree, unrolled 2
     *                           interleaved, sequential, direct, naive, kogge-stone 1
     *                           coarse, brent-kung-coarse 1, 2, 4 or 8; chained 2, 4 or 8
     */
    uint32_t items;
    /**
     * Per multiprocessor, 1 to 1024, of lookback, lookahead, single, onesweep and counters; 0 for
     * the others. 0: as in the algorithm's first policy here; in that one, as in the library's
     * first, which of onesweep has one for each tile on GPUs that are not NVIDIA's.
     */
    uint32_t workgroups;
    /**
     * Capacities in elements, from <= capacity < to. `to` 0 is never "no end".
     *
     *     first policy of an algorithm   both 0: the range of the library's first;
     *     that has workgroups            VKSCAN_TUNING_NEVER and 0: AUTO does not take it
     *     first policy of the others     both 0: all capacities
     *     each further policy            a range
     */
    uint64_t from;
    uint64_t to; /**< where the range of from ends */
    /**
     * A mask of 1 << vkscan_primitive: those of the algorithm that it is for; first and further
     * policies are counted for each mask. Two masks of an algorithm are equal or have no primitive
     * in common. 0: the primitives that no mask of the algorithm has.
     */
    uint64_t primitives;
} vkscan_tuning_policy;

#define VKSCAN_TUNING_NO_END UINT64_MAX      /**< as `to`: no end */
#define VKSCAN_TUNING_NEVER (UINT64_MAX - 1) /**< as `from`, with `to` 0: no capacity */

/** The device, and what is optional beside it. */
typedef struct vkscan_context_params {
    uint32_t struct_size; /**< sizeof(vkscan_context_params) */
    /**
     * Optional: VKSCAN_VERSION, for a library that is loaded at run time. INITIALIZATION_FAILED if
     * the library is of another major or, below 1.0, minor version. 0: not checked.
     */
    uint32_t header_version;
    /** Optional. It and its user pointer have this place in every version. */
    vkscan_message_fn message;
    void *message_user; /**< the message callback's first argument */
    /** Required. The device supports Vulkan 1.1 or later, and the instance was created for it
     * (VkApplicationInfo::apiVersion). */
    VkInstance instance;
    VkPhysicalDevice physical_device; /**< required */
    VkDevice device; /**< may be VK_NULL_HANDLE for the vkscan_query_ functions only */
    PFN_vkGetInstanceProcAddr get_instance_proc_addr; /**< required */

    /**
     * The features that the device was created with: the pNext chain of its VkDeviceCreateInfo,
     * or any chain of feature structures. NULL: none. It is searched for
     *
     *     subgroupSizeControl,       VkPhysicalDeviceSubgroupSizeControlFeatures or
     *     computeFullSubgroups       VkPhysicalDeviceVulkan13Features
     *     shaderBufferInt64Atomics   VkPhysicalDeviceShaderAtomicInt64Features or
     *                                VkPhysicalDeviceVulkan12Features
     *     shaderInt64, shaderFloat64 VkPhysicalDeviceFeatures2
     *     bufferDeviceAddress        VkPhysicalDeviceBufferDeviceAddressFeatures or
     *                                VkPhysicalDeviceVulkan12Features
     *     pipelineCreationCacheControl
     *                                VkPhysicalDevicePipelineCreationCacheControlFeatures or
     *                                VkPhysicalDeviceVulkan13Features
     *
     * A capability counts where all of its features are set, and the device is taken to have been
     * created with them, by extension or by version. pEnabledFeatures of VkDeviceCreateInfo is not
     * seen here: if either was enabled there, give a VkPhysicalDeviceFeatures2 that has it.
     *
     * With vulkanMemoryModel but without vulkanMemoryModelDeviceScope the device counts as one
     * without SUBGROUPS: atomics of single-pass algorithms have the scope of the device.
     */
    const void *enabled_features;
    /**
     * The extensions that the device was created with, as in VkDeviceCreateInfo, for those without
     * features: only VK_KHR_push_descriptor is looked for.
     */
    const char *const *enabled_extensions;
    uint32_t enabled_extension_count; /**< of the names there */

    /**
     * Capabilities not to use although they are there: a mask of vkscan_capability. Unknown bits
     * are ignored. Without VKSCAN_CAPABILITY_SUBGROUPS_BIT, AUTO is blelloch, of sorts radix,
     * of histograms counters as ever.
     */
    uint32_t ignored_capabilities;

    VkPipelineCache pipeline_cache;         /**< optional; used, never owned */
    const VkAllocationCallbacks *allocator; /**< optional; the pointed-to structure is copied */

    /**
     * Optional: tuning for this device, as vkscan-bench --tune finds it. The policies of an
     * algorithm replace all that the library has for it and their primitives. Results are right
     * with any; the sums and products of floats are grouped as the shapes have it.
     */
    const vkscan_tuning_policy *policies;
    uint32_t policy_count; /**< of policies */
    /**
     * Polls of a missing tile state before a workgroup computes the tile's aggregate itself, 1 to
     * 128; divided by 1, 2, 3, ... once it has done so 0, 1, 2, ... times. 0: the library's.
     */
    uint32_t spin_limit;
    /** Where the device does not tell, 1 to 4096: persistent workgroups and the ranges of the
     * library's policies go by it. 0: the library's guess, and ranges as they were measured. */
    uint32_t multiprocessors;
    uint32_t reserved; /**< 0 */
} vkscan_context_params;

/** What vkscan makes of a device, and the extensions to enable on it. */
typedef struct vkscan_device_info {
    uint32_t struct_size; /**< sizeof(vkscan_device_info), set before the call */
    /**
     * Mask of vkscan_capability. With params.device null: what the device would have if all
     * extensions below and all features of vkscan_query_features were enabled, whatever
     * params.enabled_features. With a device: what it has, given params.enabled_features. Less
     * params.ignored_capabilities, always.
     */
    uint32_t capabilities;
    uint32_t subgroup_size;      /**< threads */
    uint32_t max_workgroup_size; /**< threads */
    /**
     * Bytes that one descriptor reaches, maxStorageBufferRange: of textbook algorithms, selections,
     * sorts and histograms a buffer has no more, less an offset's remainder by
     * minStorageBufferOffsetAlignment. Reductions and scans go by pieces of that.
     */
    VkDeviceSize max_buffer_size;
    uint32_t extension_count; /**< of the names below */
    /**
     * Device extensions to enable, none of them required; static strings. Those that a later
     * version of Vulkan has are needed unless their features are enabled by
     * VkPhysicalDeviceVulkan12Features and VkPhysicalDeviceVulkan13Features; beside these they are
     * allowed.
     * VK_KHR_buffer_device_address may be among them, which must not be enabled together with
     * VK_EXT_buffer_device_address.
     */
    const char *extensions[8];
} vkscan_device_info;

/**
 * Tells what the device can do for vkscan, and what to enable. params->device may be null. Host
 * work only, nothing is created. Errors: bad arguments, FEATURE_NOT_PRESENT,
 * INITIALIZATION_FAILED, out of memory.
 */
VKSCAN_API VkResult vkscan_query_device(const vkscan_context_params *params,
                                        vkscan_device_info *info);

/**
 * With feature structures of your own: sets in them what vkscan uses and the device has, and
 * changes nothing else. `chain` is the first of a chain of any structures, as for
 * vkscan_context_params::enabled_features, where the features are listed. Of a capability whose
 * features have no place in the chain, none is set; none is required. Hand the chain to
 * VkDeviceCreateInfo::pNext, and then to enabled_features.
 *
 *     Vulkan 1.1   VkPhysicalDeviceFeatures2, and the structures of extensions that the device has;
 *                  without VkPhysicalDeviceBufferDeviceAddressFeatures, as the library's modules of
 *                  addresses are of Vulkan 1.2
 *     Vulkan 1.2   VkPhysicalDeviceVulkan12Features in place of most of these
 *     Vulkan 1.3   VkPhysicalDeviceVulkan13Features beside it: then all have a place
 *
 * The version is the lower one of VkApplicationInfo::apiVersion and the device's. The structure of
 * an extension needs the extension enabled too: vkscan_device_info::extensions. If you set
 * vulkanMemoryModel, set vulkanMemoryModelDeviceScope as well: this function does not, and without
 * it there is no SUBGROUPS. params->device is ignored. A structure whose sType was not set is
 * passed over like any that is unknown. Errors: those of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_enable_features(const vkscan_context_params *params, void *chain);

/**
 * Without feature structures of your own: those to enable, none of them required. It is a chain
 * that points into this structure, so do not copy or move it while the chain is in use. Put
 * `features` at the end of VkDeviceCreateInfo::pNext and hand its address to
 * vkscan_context_params::enabled_features. VkDeviceCreateInfo::pEnabledFeatures must be NULL then:
 * set core features of your own in features.features, in which the library sets nothing but
 * shaderInt64 and shaderFloat64.
 */
typedef struct vkscan_device_features {
    uint32_t struct_size;               /**< sizeof(vkscan_device_features), set before the call */
    VkPhysicalDeviceFeatures2 features; /**< the head of the chain */
    /** Each in the chain where the device has the capability that it is for. @{ */
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_control;
    VkPhysicalDeviceShaderAtomicInt64Features shader_atomic_int64;
    VkPhysicalDeviceBufferDeviceAddressFeatures buffer_device_address;
    VkPhysicalDevicePipelineCreationCacheControlFeatures pipeline_cache_control;
    /** @} */
} vkscan_device_features;

/**
 * Tells what features to enable, as a chain in *features. params->device may be null. Errors: those
 * of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_query_features(const vkscan_context_params *params,
                                          vkscan_device_features *features);

/** Of vkscan_operator::magic. */
#define VKSCAN_OPERATOR_MAGIC 0x706f6b76u

/** Bits of vkscan_operator::flags. */
typedef enum vkscan_operator_flag {
    VKSCAN_OPERATOR_COMMUTATIVE_BIT = 0x1, /**< operands may be exchanged */
    VKSCAN_OPERATOR_PREDICATE_BIT = 0x2,   /**< no operator but a predicate */
} vkscan_operator_flag;

/** A kernel, compiled with an operator file. */
typedef struct vkscan_operator_module {
    const char *name;     /**< of the kernel and its variant */
    const uint8_t *bytes; /**< SPIR-V, packed as the library's own */
    uint32_t size;        /**< of bytes */
} vkscan_operator_module;

/**
 * An element and an operator of your own: a constant in the header that the program vkscan-operator
 * makes of an operator file, GLSL that defines the element, identity(), combine() and, if need be,
 * what makes an element of the source's. Or a predicate, for select and partition: the element and
 * keep(), which tells whether one is kept. docs/operators.md has the contract, and include/vkscan/
 * operators ready-made ones. It goes with each version of vkscan of the same kernel interface: what
 * the library gives to kernels, which a patch release never changes and a minor one seldom. Not to
 * be written by hand.
 */
typedef struct vkscan_operator {
    uint32_t magic;            /**< VKSCAN_OPERATOR_MAGIC */
    uint32_t kernel_interface; /**< that of the kernels it was compiled with, a number */
    uint64_t checksum;         /**< of all the rest; also tells operators apart */
    /** Of the kernel interface and the sizes, flags and module_count below. */
    uint32_t numbers_checksum;
    uint32_t names_checksum; /**< of that, the names, and the modules' sizes */
    uint32_t element_size;   /**< bytes of an element of the destination: 4, 8, 12 or 16 */
    uint32_t input_size;     /**< bytes of an element of the source: 4, 8, 12 or 16 */
    uint32_t second_size;    /**< bytes of an element of the second source; 0: there is none */
    uint32_t seed_size;    /**< bytes of a seed: element_size; of a predicate any, 0: it has none */
    uint32_t flags;        /**< of vkscan_operator_flag */
    uint32_t module_count; /**< of modules */
    const char *name;      /**< for messages */
    const vkscan_operator_module *modules; /**< one for each kernel and variant */
} vkscan_operator;

/** Bits of vkscan_plan_params::flags. */
typedef enum vkscan_plan_flag {
    /**
     * Rather than compile, return VK_PIPELINE_COMPILE_REQUIRED, a success code, with *out NULL and
     * no message. Pipelines are taken from the context's other plans and, with
     * PIPELINE_CACHE_CONTROL, from the pipeline cache.
     */
    VKSCAN_PLAN_COMPILE_NOTHING_BIT = 0x1,
    /**
     * Of scans by production algorithms, elsewhere a bad argument: from the last element to the
     * first. destination[i] is s (+) x[count-1] (+) ... (+) x[i], exclusive ... (+) x[i+1], and the
     * total ends with x[0].
     */
    VKSCAN_PLAN_REVERSE_BIT = 0x2,
    /**
     * The count is VKSCAN_PORT_COUNT, which the device reads in each run; the count
     * given to vkscan_cmd_run is the largest that it may be. This and the next two are of
     * production algorithms alone.
     */
    VKSCAN_PLAN_COUNT_IN_BUFFER_BIT = 0x4,
    /** The seed is VKSCAN_PORT_SEED, which the device reads in each run. */
    VKSCAN_PLAN_SEED_IN_BUFFER_BIT = 0x8,
    /**
     * A scan writes its total, s (+) x[0] (+) ... (+) x[count-1], to VKSCAN_PORT_TOTAL,
     * of count 0 the seed. A reduction has its destination for that: a bad argument.
     */
    VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT = 0x10,
} vkscan_plan_flag;

/** What a plan computes, and how. All zero but struct_size: a sum of u32 with capacity 0. */
typedef struct vkscan_plan_params {
    uint32_t struct_size;       /**< sizeof(vkscan_plan_params) */
    vkscan_primitive primitive; /**< 0: reduce */
    vkscan_op op;               /**< 0: add */
    vkscan_type type;           /**< 0: u32 */
    vkscan_algorithm algorithm; /**< 0: AUTO */
    uint64_t capacity;          /**< elements: the largest count that will be run */
    vkscan_access access;       /**< 0: descriptor sets */
    uint32_t flags;             /**< of vkscan_plan_flag */
    /**
     * Of the destination, the seed and all sums: a wider type. 0: as type.
     *
     *     u8, i8, u16, i16   into u32, i32, u64 or i64; negative ones wrap in u32 and u64
     *     u32                into u64
     *     i32                into i64
     *     f16                into f32
     *     f32                into f64
     */
    vkscan_type out_type;
    /**
     * In place of op, type and out_type, which are 0 then; NULL: none. An operator is for
     * reductions and scans, a predicate for selections with VKSCAN_CRITERION_PREDICATE. Read during
     * the call only. Of production algorithms alone. One that is of another kernel interface or
     * damaged is a bad argument.
     */
    const vkscan_operator *user_operator;
    /**
     * Of select, partition and unique; NULL: all zero. Read during the call only. Elsewhere a bad
     * argument.
     */
    const vkscan_select_params *select;
    /** Of sorts; NULL: all zero. Read during the call only. Elsewhere a bad argument. */
    const vkscan_sort_params *sort;
    /**
     * 0: run to run. The others are of production algorithms alone. With EVERYWHERE and an operator
     * that rounds the algorithm is AUTO, BLELLOCH or, of a scan, LOOKBACK, else a bad argument, and
     * tuning is ignored. Its shape needs what Vulkan guarantees, 128 threads and 16 KiB of shared
     * memory; a device without that is FEATURE_NOT_PRESENT. LOOKBACK takes no pieces: a capacity
     * beyond one is FEATURE_NOT_PRESENT.
     */
    vkscan_determinism determinism;
    /** Of histograms, where it is required. Read during the call only. Elsewhere a bad argument. */
    const vkscan_histogram_params *histogram;
} vkscan_plan_params;

/** What a plan came to be, and the scratch that it needs. */
typedef struct vkscan_plan_info {
    uint32_t struct_size;       /**< sizeof(vkscan_plan_info), set before the call */
    vkscan_algorithm algorithm; /**< the one in use, never AUTO */
    uint32_t workgroup_size;    /**< threads */
    uint32_t tile_size; /**< elements that a workgroup takes at a time; of histograms vectors */
    /**
     * Bytes that the scratch buffer must have, never 0. A larger capacity may need fewer: it may be
     * of another algorithm, or of larger tiles.
     */
    VkDeviceSize scratch_size;
    /**
     * Bytes from the scratch buffer's offset on, a multiple of 4, to fill with zeros before the
     * first run, by vkscan_cmd_zero_scratch or in any other way; of each scratch, if there are
     * several. 0: nothing to do. Every run leaves them ready for the next one, of any count and
     * through any binding of this very plan. Zero them again after anything else has written there,
     * other plans included, and after a run that was cut off before its end. Without that results
     * are wrong and nothing tells.
     */
    VkDeviceSize scratch_zeroed;
    VkDeviceSize scratch_alignment;   /**< of vkscan_buffer::offset: a power of two, >= 16 bytes */
    VkBufferUsageFlags scratch_usage; /**< STORAGE_BUFFER, or SHADER_DEVICE_ADDRESS of a plan of
                                         addresses; and TRANSFER_DST if there is something to zero,
                                         which only vkscan_cmd_zero_scratch needs */
    VkMemoryPropertyFlags scratch_memory; /**< recommended, not required: device-local */
    uint32_t seed_size;                   /**< bytes of a run's seed; 0: runs have none */
    uint32_t passes; /**< dispatches of a run over the capacity, or over each of its pieces */
} vkscan_plan_info;

/**
 * Whether the device could run such a plan: VK_SUCCESS, with *info written unless info is NULL, or
 * the error that vkscan_plan_create would give (except out of memory and errors of Vulkan's
 * functions). Compiles nothing, whatever the flags, so scratch can be sized long before.
 * params->device may be null: then everything that vkscan_query_device and vkscan_query_features
 * name counts as enabled.
 */
VKSCAN_API VkResult vkscan_query_plan(const vkscan_context_params *params,
                                      const vkscan_plan_params *plan, vkscan_plan_info *info);

/**
 * Writes to *capacity the largest one, in elements, for which vkscan_query_plan gives VK_SUCCESS,
 * whatever plan->capacity. Errors: those of vkscan_query_plan for a capacity of 0.
 */
VKSCAN_API VkResult vkscan_query_capacity(const vkscan_context_params *params,
                                          const vkscan_plan_params *plan, uint64_t *capacity);

typedef struct vkscan_context vkscan_context; /**< one per VkDevice */
typedef struct vkscan_plan vkscan_plan;       /**< what to compute */
typedef struct vkscan_binding vkscan_binding; /**< a plan and its buffers */

/**
 * Creates a context for params->device, which has to be given. Host work only, cheap: descriptor
 * set layouts and pipeline layouts. Errors: bad arguments, FEATURE_NOT_PRESENT,
 * INITIALIZATION_FAILED, out of memory.
 */
VKSCAN_API VkResult vkscan_context_create(const vkscan_context_params *params,
                                          vkscan_context **out);
/** Destroys it with all its pipelines: destroy its plans first, and let its runs finish. NULL is
 * accepted. */
VKSCAN_API void vkscan_context_destroy(vkscan_context *context);

/**
 * Destroys the pipelines that no plan of the context uses: what was recorded with them must have
 * finished, and no plan of it is created or destroyed meanwhile. NULL is accepted.
 */
VKSCAN_API void vkscan_context_trim(vkscan_context *context);

/**
 * Creates a plan, and compiles those of its pipelines that no plan of this context has had: some
 * milliseconds to a second by driver, less with a warm pipeline cache, microseconds where all are
 * there. Pipelines stay with the context until it is destroyed or trimmed. May be called by several
 * threads at once, so an engine can compile on threads of its own. Errors: bad arguments,
 * FEATURE_NOT_PRESENT, out of memory, and those of vkCreateComputePipelines.
 */
VKSCAN_API VkResult vkscan_plan_create(vkscan_context *context, const vkscan_plan_params *params,
                                       vkscan_plan **out);
/** Destroy its bindings first; runs that were recorded without one do not need it. NULL is
 * accepted. */
VKSCAN_API void vkscan_plan_destroy(vkscan_plan *plan);

/** Tells what vkscan_query_plan told of it. Errors: bad arguments. */
VKSCAN_API VkResult vkscan_plan_get_info(const vkscan_plan *plan, vkscan_plan_info *info);

/**
 * The bytes [offset, offset + size) of a buffer, or of what begins at an address. VK_WHOLE_SIZE is
 * not accepted.
 */
typedef struct vkscan_buffer {
    VkBuffer buffer;          /**< with memory bound and VK_BUFFER_USAGE_STORAGE_BUFFER_BIT */
    VkDeviceSize offset;      /**< bytes */
    VkDeviceSize size;        /**< bytes */
    VkBufferUsageFlags usage; /**< optional: what the buffer was created with, to be checked for
                                 STORAGE_BUFFER, or for SHADER_DEVICE_ADDRESS; 0: not told, since
                                 Vulkan cannot be asked */
    VkDeviceAddress address;  /**< for VKSCAN_ACCESS_ADDRESSES, which ignores `buffer`; ignored
                                 elsewhere. Of a buffer with
                                 VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, whose memory was
                                 allocated with VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT. Alignment,
                                 overlap and in place are then of address + offset */
} vkscan_buffer;

/**
 * A plan's buffers, by what they are for. vkscan_plan_get_port tells of a plan which it needs, with
 * least size and alignment. A multiple of 16 bytes is the fastest offset.
 *
 *     alignment   of an element: its size, or 4 bytes if that is 12
 *     bytes       elements of 1 or 2 bytes and bits are accessed by words: the VkBuffer has to
 *                 reach to the next multiple of 4 bytes. Other bits of these words stay, by
 *                 atomics: runs may write neighbours in a word at the same time, the host, copies
 *                 and plain stores of your shaders may not
 *     overlap     what a plan uses of two ports may not overlap where one of them is written,
 *                 unless the port says so. Through different VkBuffers that are bound to the same
 *                 memory an overlap cannot be detected
 *     operands    COUNT, SEED, TOTAL, NUMBER, ARGUMENTS and EDGES: where access is by descriptors
 *                 all of a plan's are in one VkBuffer, within maxStorageBufferRange
 */
typedef enum vkscan_port {
    /**
     * The capacity's elements. Only read, except in place and by sorts with
     * VKSCAN_SORT_OVERWRITE_SOURCE_BIT. Not needed where the capacity is 0, and by a selection by
     * flags without elements as output.
     */
    VKSCAN_PORT_SOURCE = 0,
    /**
     *     reduce      one element
     *     histogram   counted * bins u32, or f32 if weights are
     *     others      the capacity's elements; not needed where the capacity is 0, and by a
     *                 selection without elements as output
     *
     * In place: the destination is the source's VkBuffer or address at the same offset, while
     * vkscan_buffer::size may differ. A scan may run so if elements of both have one size, a sort
     * or a selection if its flags say so.
     */
    VKSCAN_PORT_DESTINATION = 1,
    VKSCAN_PORT_SCRATCH = 2, /**< as vkscan_plan_info has it; every plan needs it */
    /**
     * With VKSCAN_PLAN_COUNT_IN_BUFFER_BIT: a u32 if vkscan_buffer::size is 4, a u64 if it is 8, at
     * a multiple of 4 bytes; any other size is a bad argument. A run takes the first min(*count,
     * vkscan_run_params::count) elements, and writes nothing of the destination behind them; of the
     * source and the flags it may load up to vkscan_run_params::count. May be the number that an
     * earlier run wrote, not this run's own.
     */
    VKSCAN_PORT_COUNT = 3,
    /**
     * With VKSCAN_PLAN_SEED_IN_BUFFER_BIT: vkscan_plan_info::seed_size bytes. One element; of a
     * partition into three ways by comparisons two, at a multiple of the bytes of both. May be the
     * destination of a reduction, which then adds to it.
     */
    VKSCAN_PORT_SEED = 4,
    /**
     * With VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT: one element. May be the seed's place, so that the next
     * run goes on where this one ended.
     */
    VKSCAN_PORT_TOTAL = 5,
    /**
     * Only read, one for each of the capacity's elements:
     *
     *     user operator with two sources   vkscan_operator::second_size bytes. A scan may have its
     *                                      destination here, as in place, if elements of both have
     *                                      one size
     *     sort with values                 vkscan_sort_params::value_size bytes
     *     histogram with weights           u32 or f32
     */
    VKSCAN_PORT_SECOND_SOURCE = 6,
    VKSCAN_PORT_SECOND_DESTINATION = 7, /**< of sorts: the values, as many */
    /**
     * Of selections by flags, only read: a byte or a u32 for each of the capacity's elements, or
     * bits in u32s.
     */
    VKSCAN_PORT_FLAGS = 8,
    /** With VKSCAN_SELECT_OUTPUT_INDICES_BIT: a u32 for each of the capacity's elements. */
    VKSCAN_PORT_INDICES = 9,
    /**
     * With VKSCAN_SELECT_OUTPUT_NUMBER_BIT a u32, of three ways two; with
     * VKSCAN_HISTOGRAM_OUTSIDE_BIT one.
     */
    VKSCAN_PORT_NUMBER = 10,
    /** With VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT: three u32, of three ways six. */
    VKSCAN_PORT_ARGUMENTS = 11,
    /** Of histograms by VKSCAN_BINNING_EDGES, only read: bins + 1 elements of `type`, ascending. */
    VKSCAN_PORT_EDGES = 12,
    VKSCAN_PORT_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_port;

/** A port, and the buffer for it. */
typedef struct vkscan_port_buffer {
    /**
     * Once in a list. One that the plan has not is ignored: a count, seed or total in a buffer too
     * where vkscan_plan_params::flags lack its bit.
     */
    vkscan_port port;
    vkscan_buffer buffer; /**< all zero: none */
} vkscan_port_buffer;

/** What a plan needs of the buffer of a port. */
typedef struct vkscan_port_info {
    uint32_t struct_size; /**< sizeof(vkscan_port_info), set before the call */
    VkAccessFlags access; /**< SHADER_READ; of what runs write SHADER_READ | SHADER_WRITE */
    VkBufferUsageFlags
        usage; /**< STORAGE_BUFFER, or SHADER_DEVICE_ADDRESS of a plan of addresses */
    /**
     * Least vkscan_buffer::size, of a count 4; 0: the plan has no such port, or needs nothing of
     * it. The VkBuffer has to reach to the next multiple of 4 bytes.
     */
    VkDeviceSize size;
    VkDeviceSize alignment; /**< of offset, or of address + offset: a power of two, bytes */
} vkscan_port_info;

/**
 * Tells what runs need of the buffer of a port; the stage is COMPUTE_SHADER always. Of a port that
 * the plan has not, size is 0. Errors: bad arguments.
 */
VKSCAN_API VkResult vkscan_plan_get_port(const vkscan_plan *plan, vkscan_port port,
                                         vkscan_port_info *info);

/**
 * "source", "second_source", a static string; NULL if the value is unknown. Values count up from 0
 * without gaps. Messages call what a vkscan_port_buffer has "source.size" and the like.
 */
VKSCAN_API const char *vkscan_port_name(vkscan_port port);

/**
 * Records, outside a render pass, what zeroes the first vkscan_plan_info::scratch_zeroed bytes of
 * `scratch`, between two barriers: it waits for COMPUTE_SHADER, and runs may follow. Records
 * nothing if these are 0. It may be recorded once, or in front of runs that are submitted again.
 *
 *     scratch->buffer   with VK_BUFFER_USAGE_TRANSFER_DST_BIT, of plans of addresses too
 *     scratch->offset   bytes, a multiple of 4
 *     scratch->size     bytes, at least scratch_zeroed
 *
 * Errors, with nothing recorded: bad arguments.
 */
VKSCAN_API VkResult vkscan_cmd_zero_scratch(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                            const vkscan_buffer *scratch);

/**
 * Creates a binding of a plan and its buffers: `buffer_count` ports, in any order, each once.
 * Checks them and, of a plan of descriptor sets, allocates and writes sets from a pool of its own:
 * of four storage buffers, or of six with a second source or values and for selections by LOOKBACK
 * and LOOKAHEAD. The buffers stay the caller's.
 *
 * Runs that share scratch or a destination, those of one binding included, must not overlap in time
 * on the device. With several frames in flight give each a binding and a scratch of its own, or
 * order them by barriers.
 *
 * Bytes outside the given ranges keep their values. Of elements of 1 or 2 bytes and of bits, the
 * rest of the first and last word is read, and of a destination left as it is by atomics; no other
 * byte is accessed. But descriptors begin at the preceding multiple of
 * minStorageBufferOffsetAlignment, so synchronization validation may complain of neighbours that
 * are closer than that.
 *
 * Errors: bad arguments, out of memory, and FEATURE_NOT_PRESENT for what no descriptor reaches: of
 * a textbook algorithm, a selection, a sort or a histogram an offset that leaves less than the
 * capacity within maxStorageBufferRange, or operands further apart than that.
 */
VKSCAN_API VkResult vkscan_binding_create(const vkscan_plan *plan,
                                          const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                          vkscan_binding **out);
/** Let what was recorded with it finish first. NULL is accepted. */
VKSCAN_API void vkscan_binding_destroy(vkscan_binding *binding);

/** What a run takes besides its buffers. */
typedef struct vkscan_run_params {
    uint32_t struct_size; /**< sizeof(vkscan_run_params) */
    /**
     * Elements, 0 to the capacity. Where the count is in a buffer: the most that the run takes,
     * usually the capacity, which costs little more than the buffer's count (of sorts see sort.h).
     */
    uint64_t count;
    /**
     * vkscan_plan_info::seed_size bytes of any alignment, read during the call. NULL: the identity,
     * where the seed is combined; where elements are compared with it a bad argument.
     *
     *     reduce, scan                  an element of the output's type
     *     selection that compares       required: an element of the source's type, of three ways
     *                                   two
     *     selection by a predicate      required if the predicate has a SEED: what it takes
     *     other selections, unique      NULL
     *     sort, histogram               NULL
     *     plans with SEED_IN_BUFFER     NULL
     */
    const void *seed;
} vkscan_run_params;

/**
 * Records one run over the first run->count elements of the source. The command buffer is primary
 * or secondary, in the recording state, outside a render pass, of a queue family with compute.
 * Allocates nothing. The recording can be submitted any number of times, one after the other;
 * operands in buffers are read in each run, so it follows them. The run writes
 *
 *     scan, partition, sort   the first count elements of the destination
 *     reduce                  one element
 *     select, unique          as many elements as are kept
 *     histogram               all counters
 *
 * and nothing behind them. It changes the command buffer's compute pipeline, its push constants
 * and, except with addresses, its compute descriptor set 0, and disturbs further sets where layouts
 * differ: bind your own again afterwards.
 *
 * Barriers between the library's own dispatches are recorded; those around the run are yours. All
 * ports are used in the stage COMPUTE_SHADER, with
 *
 *     SHADER_READ                  source, second source, flags, edges; count and seed in buffers
 *     SHADER_READ | SHADER_WRITE   destination, second destination, scratch, total, number,
 *                                  arguments, indices; a source in place or overwritten by a sort
 *
 *     before   make what is read visible to that stage and access, except what the host wrote
 *              before vkQueueSubmit. Let earlier accesses to what is written end before that stage;
 *              of an indirect command that read number or arguments, DRAW_INDIRECT too
 *     after    make what is written visible from COMPUTE_SHADER, SHADER_WRITE: to HOST, HOST_READ
 *              if the host reads it (a fence alone is not enough); of number and arguments to
 *              DRAW_INDIRECT, INDIRECT_COMMAND_READ. Let that stage end before the source is
 *              overwritten, and the stage and its SHADER_WRITE before the scratch is used otherwise
 *     between  two runs, in one submission or in several on one queue, of which one writes bytes
 *              that the other uses, scratch included: one memory barrier from COMPUTE_SHADER,
 *              SHADER_WRITE to COMPUTE_SHADER, SHADER_READ | SHADER_WRITE
 *
 * Of synchronization2, SHADER_STORAGE_READ and SHADER_STORAGE_WRITE are enough for these.
 *
 * Errors, with nothing recorded: bad arguments.
 */
VKSCAN_API VkResult vkscan_cmd_run(const vkscan_binding *binding, VkCommandBuffer command_buffer,
                                   const vkscan_run_params *run);

/**
 * The same without a binding, for plans of push descriptors and of addresses: checks the buffers as
 * vkscan_binding_create does, and records as vkscan_cmd_run does. Allocates nothing. The context
 * and the buffers have to outlive the execution, the plan only this call. Errors, with nothing
 * recorded: bad arguments, a plan of descriptor sets among them, and FEATURE_NOT_PRESENT as of
 * vkscan_binding_create.
 */
VKSCAN_API VkResult vkscan_cmd_run_buffers(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                           const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                           const vkscan_run_params *run);

#ifdef __cplusplus
}
#endif

#include "histogram.h"
#include "select.h"
#include "sort.h"

#endif
