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
 * Order. Algorithms regroup operands, which an associative operator allows. Some (sequential, tree,
 * unrolled, blelloch, lookback, lookahead, single) also exchange operands if the operator commutes,
 * as every vkscan_op does. Only the rounding of floats shows the difference.
 *
 * Count. A run's cost goes with its count, not with the capacity. With count 0
 *
 *     reduce                      writes s
 *     scan, sort                  write nothing but a total in a buffer, which is s
 *     select, partition, unique   write the number 0
 *     histogram                   writes zeros, or nothing if it accumulates
 *
 * Operands. Count and seed are given when a run is recorded, or are read by the device when it runs
 * (vkscan_plan_flag). A scan can write its total, s (+) x[0] (+) ... (+) x[count-1], to a buffer.
 * Scans therefore chain, across submissions and queues: with the total of each scan as the seed of
 * the next, their results are those of one scan of the whole, except for the grouping of floats. A
 * total has the destination's type. If that is f16, each link's total is rounded to f16, while a
 * single scan carries on in binary32; so chain scans from f16 into f32.
 *
 * Size. Reductions and scans by production algorithms take arrays of any size. An array beyond the
 * reach of one dispatch, which maxStorageBufferRange and 32-bit indices limit, is computed in
 * pieces within one recording. Each piece continues where the previous piece ended.
 *
 * Structures. The first member of each structure that a program fills, or has filled, is
 * struct_size: its sizeof, as the program was compiled.
 *
 *     later versions           add members at the end only; 0 in a new member means the behaviour
 *                              of earlier versions
 *     a shorter structure      is read and written up to its struct_size
 *     a longer structure       with parameters is accepted if all bytes beyond the known members
 *                              are 0; with results, these bytes are set to 0
 *     a structure shorter than
 *     in its first version     is a bad argument
 *
 * vkscan_buffer, vkscan_port_buffer, vkscan_operator and vkscan_operator_module have no struct_size
 * and stay as they are. docs/embedding.md says what a release may change.
 *
 * Memory. The library allocates no device memory and submits nothing. A plan tells how much
 * scratch it needs. Zero the first vkscan_plan_info::scratch_zeroed bytes of the scratch (possibly
 * none) once, before the first run. From then on only this plan's runs may use these bytes; another
 * plan may have them once they are zeroed again. The rest of the scratch needs no initialisation,
 * and may be reused or aliased between runs.
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
 * Threads. There is no global state. Any number of threads may at once
 *
 *     create and compile plans      of one context; equal pipelines are compiled once: who needs
 *                                   one that another thread compiles waits for that thread
 *     query, bind and record        with the same plans and bindings, each into its own command
 *                                   buffer
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
 * VK_ERROR_VALIDATION_FAILED_EXT is a bad argument:
 *
 *     handles       NULL or zero
 *     values        an unknown enumerator or flag; a value that the member's comment excludes
 *     structures    a struct_size below that of the first version, or unknown members that are not
 *                   0
 *     plans         an operator that the type does not have; a primitive that the algorithm does
 *                   not compute; a capacity beyond the algorithm's largest; a user operator that is
 *                   damaged or has another kernel interface
 *     policies      out of range
 *     buffers       too small, misaligned, overlapping where they must not, ending beyond their
 *                   VkBuffer as far as VkMemoryRequirements::size tells; operands in several
 *                   VkBuffers where access is by descriptors
 *     runs          a count > capacity; a seed where the plan takes none or has it in a buffer; no
 *                   seed where a selection needs one
 *
 * VK_ERROR_FEATURE_NOT_PRESENT: the device, as it was created, or this build lacks what is asked:
 *
 *     device        the device or the instance is below Vulkan 1.1; the driver is known not to work
 *     plans         the algorithm or type needs a capability that is missing, or is left out of
 *                   this build; a second source, values, or a selection by LOOKBACK or LOOKAHEAD
 *                   need more storage buffers than a stage has
 *
 * VKSCAN_ERROR_TOO_LARGE: a smaller size would do:
 *
 *     plans         a buffer, scratch included, of a textbook algorithm, a selection, a sort or a
 *                   histogram would exceed maxStorageBufferRange or what kernels index; an array
 *                   would exceed 2^63 bytes
 *     buffers       an offset leaves less than the capacity within maxStorageBufferRange; operands
 *                   are further apart than that
 *
 * VK_ERROR_INITIALIZATION_FAILED: vkGetInstanceProcAddr did not return a function of Vulkan 1.1, or
 * the program's header is of another version. Other errors are from host allocation or from Vulkan,
 * passed on unchanged.
 *
 * Floating point. Add and mul round as the device's own 32-bit operations do, for f16 too, and for
 * f64 as its 64-bit operations do; they treat infinities, NaNs and denormals as these operations
 * do. The level of determinism (vkscan_plan_params::determinism) says what the grouping of sums and
 * products, and so their rounding, may depend on.
 *
 * RUN_TO_RUN: the bits are the same in every run of the same algorithm, asked for by name, over the
 * same count and data, on the same device and driver, with the same capabilities and tuning.
 *
 *     grouping by      the algorithm, the count, and the tile, workgroup and subgroup sizes
 *     never by         offset, capacity, timing, or whether the count is in a buffer
 *     pieces           depend on the device, the access and the type alone
 *     AUTO             chooses by the capacity, so another capacity may bring another algorithm,
 *                      workgroup size and tile size, which vkscan_plan_info tells
 *     may differ on    other devices, algorithms and library versions
 *
 * FASTEST: no promise. This version behaves like RUN_TO_RUN, but the grouping may also depend on
 * the offsets of source and destination: misaligned arrays get head padding, and are as fast as
 * with operators that do not round.
 *
 * EVERYWHERE: the bits are the same on all devices that round to nearest even and keep denormals,
 * which Vulkan leaves open, and the same as those of the same tree on a CPU.
 *
 *     grouping by      the count and the types alone, in one tree (docs/determinism.md)
 *     never by         device, subgroup size, capabilities, tuning, access, offset or capacity
 *     algorithm        BLELLOCH, whose scans move 3 bytes for each byte of source; or LOOKBACK,
 *                      which moves 2 and computes scans into f32 from f32 and into f64 from f64 or
 *                      f32, without a total in a buffer. AUTO takes LOOKBACK on NVIDIA's devices
 *                      beyond one tile up to 8 MiB, else BLELLOCH
 *     total            a scan's total is the result of the reduction
 *     pieces           2^30 elements; in reverse as many as fit in 64 MiB (2^26 bytes) in the
 *                      larger of the two types, rounded down to a multiple of 256
 *
 * At all levels the sign and the payload of a NaN may differ. Min and max are IEEE 754-2019 minimum
 * and maximum: a NaN anywhere, the seed included, gives the quiet NaN (0x7fc00000 for f32, 0x7e00
 * for f16), -0 < +0, and denormals are kept. Results of min and max have the same bits on every
 * device. The seed, or else the identity, always takes part in the operation: so a sum of nothing
 * but -0 is +0, and with a seed of -0 it is -0 or +0.
 *
 * This header needs C11 or C++11, and Vulkan headers of 1.3 or later. With a meta-loader such as
 * volk, include its header, or define VK_NO_PROTOTYPES, before this one.
 */
#ifndef VKSCAN_H
#define VKSCAN_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

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
 * Marks each public function: as exported; with VKSCAN_USE_SHARED as imported from a DLL; with
 * VKSCAN_STATIC, in the library and in the program, as seen within one shared object or executable
 * alone, so that plugins with a library each do not meet. May be defined beforehand.
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

typedef struct vkscan_tuning_policy vkscan_tuning_policy; /**< tuning.h */
typedef struct vkscan_operator vkscan_operator;           /**< operator.h */

/** The computation of a plan; the formulas are above. */
typedef enum vkscan_primitive {
    VKSCAN_PRIMITIVE_REDUCE = 0,         /**< all elements combined into one */
    VKSCAN_PRIMITIVE_INCLUSIVE_SCAN = 1, /**< each element combined with all before it */
    VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN = 2, /**< all elements before each one, combined */
    VKSCAN_PRIMITIVE_SELECT = 3,         /**< the elements that are kept: see select.h */
    VKSCAN_PRIMITIVE_PARTITION = 4,      /**< the elements kept, then the others */
    VKSCAN_PRIMITIVE_UNIQUE = 5,         /**< the first of each run of equal neighbours */
    VKSCAN_PRIMITIVE_SORT = 6,           /**< keys in order, with their values: see sort.h */
    VKSCAN_PRIMITIVE_HISTOGRAM = 7,      /**< the number of elements in each bin: see histogram.h */
    VKSCAN_PRIMITIVE_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_primitive;

/**
 * An operator, associative and commutative. Integers wrap. And, or and xor exist for integer types
 * only. Identities: 0 for add, or and xor; 1 for mul; all bits for and; the type's highest value
 * for min and lowest for max, which are the infinities for floats.
 */
typedef enum vkscan_op {
    VKSCAN_OP_ADD = 0,               /**< sum */
    VKSCAN_OP_MUL = 1,               /**< product */
    VKSCAN_OP_MIN = 2,               /**< the lower operand */
    VKSCAN_OP_MAX = 3,               /**< the higher operand */
    VKSCAN_OP_AND = 4,               /**< the bits set in both */
    VKSCAN_OP_OR = 5,                /**< the bits set in either */
    VKSCAN_OP_XOR = 6,               /**< the bits that differ */
    VKSCAN_OP_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_op;

/**
 * The type of an element. A value that is stored as f16, a total included, is rounded once, to
 * nearest even; from 65520 on it becomes infinity.
 */
typedef enum vkscan_type {
    VKSCAN_TYPE_NONE = 0,   /**< no type: a bad argument as the type of a plan without an operator
                               of your own. Its name is "none" and its size 0 */
    VKSCAN_TYPE_U32 = 1,    /**< unsigned */
    VKSCAN_TYPE_I32 = 2,    /**< two's complement */
    VKSCAN_TYPE_F32 = 3,    /**< IEEE 754 binary32 */
    VKSCAN_TYPE_U8 = 4,     /**< unsigned; this and the next three are computed in 32 bits */
    VKSCAN_TYPE_I8 = 5,     /**< two's complement */
    VKSCAN_TYPE_U16 = 6,    /**< unsigned */
    VKSCAN_TYPE_I16 = 7,    /**< two's complement */
    VKSCAN_TYPE_F16 = 8,    /**< IEEE 754 binary16, computed in binary32 */
    VKSCAN_TYPE_U64 = 9,    /**< unsigned; this and i64 are computed in two words */
    VKSCAN_TYPE_I64 = 10,   /**< two's complement */
    VKSCAN_TYPE_F64 = 11,   /**< IEEE 754 binary64; needs VKSCAN_CAPABILITY_FLOAT64_BIT */
    VKSCAN_TYPE_U32X2 = 12, /**< 8 bytes; vectors are packed, operators go by component */
    VKSCAN_TYPE_U32X3 = 13, /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_U32X4 = 14, /**< 16 bytes */
    VKSCAN_TYPE_I32X2 = 15, /**< 8 bytes */
    VKSCAN_TYPE_I32X3 = 16, /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_I32X4 = 17, /**< 16 bytes */
    VKSCAN_TYPE_F32X2 = 18, /**< 8 bytes */
    VKSCAN_TYPE_F32X3 = 19, /**< 12 bytes, at multiples of 4 */
    VKSCAN_TYPE_F32X4 = 20, /**< 16 bytes */
    VKSCAN_TYPE_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_type;

/**
 * The algorithm of a plan. A primitive that an algorithm does not compute is a bad argument.
 * docs/algorithms.md explains each algorithm.
 */
typedef enum vkscan_algorithm {
    /**
     * The library's choice by capabilities, capacity and policies; vkscan_tuning_policy has the
     * rule. The policies for NVIDIA's GPUs were measured. Those for other GPUs are inferred:
     *
     *     scan, selection        lookback from 2^16 elements on, else subgroup; a partition into
     *                            three ways by subgroup always
     *     reduce                 single from 2^16 elements on, else subgroup
     *     sort                   onesweep up to 2^12 keys and from 2^16 on, else radix
     *     histogram              counters
     *
     * vkscan-bench --tune measures all primitives but histograms. On software drivers and MoltenVK
     * AUTO takes subgroup, and radix for sorts; without subgroup operations blelloch, and radix.
     */
    VKSCAN_ALGORITHM_AUTO = 0,
    /**
     * The steps of subgroup, with trees in shared memory in place of subgroup operations. Runs on
     * every Vulkan 1.1 device. Blelloch, "Prefix Sums and Their Applications", 1990.
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
     * tickets, or by workgroup index where tiles are few and each workgroup gets one. A tile gets
     * its prefix by looking back over its predecessors' aggregates to the nearest inclusive prefix.
     * Polling is bounded; after that the workgroup computes the missing aggregate itself, so a run
     * ends on every device. Needs VKSCAN_CAPABILITY_SUBGROUPS_BIT, has scratch_zeroed, and is a
     * little faster with VKSCAN_CAPABILITY_INT64_ATOMICS_BIT. Merrill and Garland, "Single-pass
     * Parallel Prefix Scan with Decoupled Look-back", 2016; Smith, Levien and Owens, "Decoupled
     * Fallback", 2025.
     */
    VKSCAN_ALGORITHM_LOOKBACK = 3,
    /**
     * The steps of lookback, with the next tile loaded before the look-back for this one. Scans
     * by lookahead also need VKSCAN_CAPABILITY_INT64_ATOMICS_BIT.
     */
    VKSCAN_ALGORITHM_LOOKAHEAD = 4,
    /**
     * A reduction in one dispatch: the last workgroup to finish combines the others' results, in
     * order. Needs VKSCAN_CAPABILITY_SUBGROUPS_BIT, has scratch_zeroed.
     */
    VKSCAN_ALGORITHM_SINGLE = 5,
    /**
     * A sort: for each digit of 8 bits, the lowest first, a histogram of tiles, a scan and a
     * scatter. Runs on every Vulkan 1.1 device, faster with VKSCAN_CAPABILITY_SUBGROUPS_BIT.
     * Merrill and Grimshaw, "High Performance and Scalable Radix Sorting", 2011.
     */
    VKSCAN_ALGORITHM_RADIX = 6,
    /**
     * A sort: one pass over the keys counts all digits; then for each digit one dispatch ranks
     * its tiles' keys, looks back over the tiles before, as lookback does, and scatters the keys.
     * Digits that are the same in all keys are skipped. Takes less than 2^31 - 2^17 keys. Needs
     * VKSCAN_CAPABILITY_SUBGROUPS_BIT. Adinets and Merrill, "Onesweep: A Faster Least Significant
     * Digit Radix Sort for GPUs", 2022.
     */
    VKSCAN_ALGORITHM_ONESWEEP = 7,
    /** A histogram: atomics on counters, in shared memory where the counters fit. */
    VKSCAN_ALGORITHM_COUNTERS = 8,
    VKSCAN_ALGORITHM_TEXTBOOK = 1000, /**< the first of the textbook's algorithms: textbook.h */
    VKSCAN_ALGORITHM_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_algorithm;

/** A device's abilities beyond plain Vulkan 1.1 that vkscan uses: bits of a mask. */
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
     * The feature bufferDeviceAddress on a device of Vulkan 1.2, for VKSCAN_ACCESS_ADDRESSES. The
     * modules for addresses are SPIR-V 1.5, so VkApplicationInfo::apiVersion has to be 1.2 as well,
     * which the library cannot check.
     */
    VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT = 0x8,
    /**
     * The extension VK_KHR_push_descriptor or the feature pushDescriptor of Vulkan 1.4, with their
     * function, for VKSCAN_ACCESS_PUSH_DESCRIPTORS.
     */
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
 * The way in which a plan's kernels reach its buffers. Results are the same with each. On an H200
 * push descriptors cost up to 0.5 us a run on the GPU, and addresses nothing.
 */
typedef enum vkscan_access {
    /** Descriptor sets, which vkscan_binding_create allocates and writes. No capability needed. */
    VKSCAN_ACCESS_DESCRIPTOR_SETS = 0,
    /** Descriptors that each run pushes into the command buffer: no binding is needed. */
    VKSCAN_ACCESS_PUSH_DESCRIPTORS = 1,
    /**
     * Device addresses among the push constants. No descriptor is bound or written, no binding is
     * needed, and a piece may have 2^31 - 256 elements of up to 4 bytes, proportionally fewer of
     * larger ones, whatever maxStorageBufferRange is. For production algorithms only; the
     * textbook's give FEATURE_NOT_PRESENT. The instance has to be of Vulkan 1.2: see
     * VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT.
     */
    VKSCAN_ACCESS_ADDRESSES = 2,
    VKSCAN_ACCESS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_access;

/**
 * A level: what a result's bits may depend on besides the data if the operator rounds, as add and
 * mul of floats do, and user operators are taken to do. The contract is above. Other operators'
 * results have the same bits at each level.
 */
typedef enum vkscan_determinism {
    VKSCAN_DETERMINISM_RUN_TO_RUN = 0, /**< the device, the algorithm and the tuning */
    VKSCAN_DETERMINISM_FASTEST = 1,    /**< anything */
    /** The count alone; with user operators only if their combine() is precise. */
    VKSCAN_DETERMINISM_EVERYWHERE = 2,
    VKSCAN_DETERMINISM_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_determinism;

/** Returns the VKSCAN_VERSION that the library was built with. */
VKSCAN_API uint32_t vkscan_version(void);

/**
 * Returns the name that tools print and accept, a static string: "inclusive-scan", "add", "u32",
 * "blelloch"; for determinism "run", "fastest" and "everywhere". NULL if the value is unknown.
 * Values count up from 0 without gaps, so a loop until NULL visits them all; the textbook's
 * algorithms do so from VKSCAN_ALGORITHM_TEXTBOOK, in builds without the textbook too.
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
 * Returns one line on how the algorithm computes the primitive, with its source, a static string.
 * NULL if the algorithm does not compute the primitive, if a value is unknown, and for AUTO.
 */
VKSCAN_API const char *vkscan_algorithm_summary(vkscan_algorithm algorithm,
                                                vkscan_primitive primitive);

/** Returns the bytes of one element, 1 to 16; 0 for NONE and if the type is unknown. */
VKSCAN_API uint32_t vkscan_type_size(vkscan_type type);

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
 * Receives every error, and hints on performance from vkscan_context_create and
 * vkscan_binding_create, on the thread of the call, with vkscan_context_params::message_user. Must
 * not call back into vkscan.
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
    void *message_user; /**< the message callback's first argument */
    /** Required. The device supports Vulkan 1.1 or later, and the instance was created for it
     * (VkApplicationInfo::apiVersion). */
    VkInstance instance;
    VkPhysicalDevice physical_device; /**< required */
    VkDevice device; /**< may be VK_NULL_HANDLE for the vkscan_query_ functions only */
    PFN_vkGetInstanceProcAddr get_instance_proc_addr; /**< required */

    /**
     * The features that the device was created with: the pNext chain of its VkDeviceCreateInfo,
     * or any chain of feature structures. NULL: none. The chain is searched for
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
     *     pushDescriptor             VkPhysicalDeviceVulkan14Features
     *
     * A capability counts where all of its features are set, and the device is taken to have been
     * created with them, by extension or by version. A feature that the device does not support is
     * a bad argument. pEnabledFeatures of VkDeviceCreateInfo is not seen here: if shaderInt64 or
     * shaderFloat64 was enabled there, give a VkPhysicalDeviceFeatures2 that has it.
     *
     * With vulkanMemoryModel but without vulkanMemoryModelDeviceScope the device counts as one
     * without SUBGROUPS, because the single-pass algorithms' atomics have the device's scope.
     */
    const void *enabled_features;
    /**
     * The extensions that the device was created with, as in VkDeviceCreateInfo. Only
     * VK_KHR_push_descriptor, which has no features, is looked for; not needed with pushDescriptor.
     */
    const char *const *enabled_extensions;
    uint32_t enabled_extension_count; /**< names in enabled_extensions */

    /**
     * Capabilities that are not used although the device has them: a mask of vkscan_capability.
     * Unknown bits are ignored. Without VKSCAN_CAPABILITY_SUBGROUPS_BIT, AUTO takes blelloch, for
     * sorts radix, and for histograms counters as ever.
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
} vkscan_context_params;

/** A device's capabilities and limits, and the extensions to enable on it. */
typedef struct vkscan_device_info {
    uint32_t struct_size; /**< sizeof(vkscan_device_info), set before the call */
    /**
     * Mask of vkscan_capability. With params.device null: the capabilities that the device would
     * have if all extensions below and all features of vkscan_query_features were enabled, whatever
     * params.enabled_features is. With a device: those that it has with params.enabled_features.
     * The mask never contains params.ignored_capabilities.
     */
    uint32_t capabilities;
    uint32_t subgroup_size;      /**< threads */
    uint32_t max_workgroup_size; /**< threads */
    /**
     * Bytes that one descriptor reaches, maxStorageBufferRange. A buffer of a textbook algorithm, a
     * selection, a sort or a histogram can have no more, less an offset's remainder by
     * minStorageBufferOffsetAlignment. Reductions and scans take larger arrays in pieces.
     */
    VkDeviceSize max_buffer_size;
    /**
     * Device extensions to enable, none of them required; static strings. Extensions that a later
     * version of Vulkan has in its core are needed unless their features are enabled by
     * VkPhysicalDeviceVulkan12Features and VkPhysicalDeviceVulkan13Features, and are allowed beside
     * these. VK_KHR_buffer_device_address may be among them, which must not be enabled together
     * with VK_EXT_buffer_device_address.
     */
    const char *const *extensions;
    uint32_t extension_count; /**< names in extensions */
    uint32_t reserved;        /**< 0 */
} vkscan_device_info;

/**
 * Tells what the device can do for vkscan, and what to enable. params->device may be null. Does
 * host work only and creates nothing. Errors: bad arguments, FEATURE_NOT_PRESENT,
 * INITIALIZATION_FAILED, out of memory.
 */
VKSCAN_API VkResult vkscan_query_device(const vkscan_context_params *params,
                                        vkscan_device_info *info);

/**
 * Sets, in feature structures of your own, the features that vkscan uses and the device has, and
 * changes nothing else. `chain` is the first of a chain of any structures, as for
 * vkscan_context_params::enabled_features, where the features are listed. Where a capability has a
 * feature without a place in the chain, none of its features is set; none is required. Hand the
 * chain to VkDeviceCreateInfo::pNext, and then to enabled_features.
 *
 *     Vulkan 1.1   VkPhysicalDeviceFeatures2, and the structures of extensions that the device has;
 *                  without VkPhysicalDeviceBufferDeviceAddressFeatures, as the library's modules of
 *                  addresses are of Vulkan 1.2
 *     Vulkan 1.2   VkPhysicalDeviceVulkan12Features in place of most of these
 *     Vulkan 1.3   VkPhysicalDeviceVulkan13Features beside it: then all have a place
 *     Vulkan 1.4   VkPhysicalDeviceVulkan14Features too, or the extension VK_KHR_push_descriptor
 *
 * The version is the lower one of VkApplicationInfo::apiVersion and the device's. The structure of
 * an extension needs the extension enabled too: vkscan_device_info::extensions. If you set
 * vulkanMemoryModel, set vulkanMemoryModelDeviceScope as well: this function does not, and without
 * that feature there is no SUBGROUPS. params->device is ignored. A structure whose sType was not
 * set is passed over like any unknown structure. Errors: those of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_enable_features(const vkscan_context_params *params, void *chain);

/**
 * The features to enable, none of them required, for programs without feature structures of their
 * own. The chain points into this structure, so do not copy or move the structure while the chain
 * is in use. Put `features` at the end of VkDeviceCreateInfo::pNext and hand its address to
 * vkscan_context_params::enabled_features. VkDeviceCreateInfo::pEnabledFeatures must be NULL then:
 * set core features of your own in features.features, in which the library sets nothing but
 * shaderInt64 and shaderFloat64.
 */
typedef struct vkscan_device_features {
    uint32_t struct_size;               /**< sizeof(vkscan_device_features), set before the call */
    uint32_t reserved;                  /**< 0 */
    VkPhysicalDeviceFeatures2 features; /**< the head of the chain */
    /** Each is in the chain if the device has the capability that it is for. @{ */
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_control;
    VkPhysicalDeviceShaderAtomicInt64Features shader_atomic_int64;
    VkPhysicalDeviceBufferDeviceAddressFeatures buffer_device_address;
    VkPhysicalDevicePipelineCreationCacheControlFeatures pipeline_cache_control;
    /** @} */
} vkscan_device_features;

/**
 * Writes the features to enable, as a chain, to *features. params->device may be null. Errors:
 * those of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_query_features(const vkscan_context_params *params,
                                          vkscan_device_features *features);

/** Bits of vkscan_plan_params::flags. */
typedef enum vkscan_plan_flag {
    /**
     * vkscan_plan_create returns VK_PIPELINE_COMPILE_REQUIRED rather than compile: a success code,
     * with *out NULL and no message. Pipelines are taken from the context's other plans and, with
     * PIPELINE_CACHE_CONTROL, from the pipeline cache. Waits for no other thread: a pipeline that
     * one compiles at that time counts as missing. With DEFER_PIPELINES, vkscan_plan_compile
     * returns that, and the plan stays.
     */
    VKSCAN_PLAN_COMPILE_NOTHING_BIT = 0x1,
    /**
     * A scan goes from the last element to the first: destination[i] is
     * s (+) x[count-1] (+) ... (+) x[i], exclusive ... (+) x[i+1], and the total ends with x[0].
     * For scans by production algorithms; a bad argument with other primitives and algorithms.
     */
    VKSCAN_PLAN_REVERSE_BIT = 0x2,
    /**
     * The count is in VKSCAN_PORT_COUNT, which the device reads in each run; the count given to
     * vkscan_cmd_run is its upper bound. This flag and the next two are for production algorithms
     * only.
     */
    VKSCAN_PLAN_COUNT_IN_BUFFER_BIT = 0x4,
    /** The seed is in VKSCAN_PORT_SEED, which the device reads in each run. */
    VKSCAN_PLAN_SEED_IN_BUFFER_BIT = 0x8,
    /**
     * A scan writes its total, s (+) x[0] (+) ... (+) x[count-1], to VKSCAN_PORT_TOTAL; with count
     * 0 that is the seed. A bad argument with a reduction, whose destination is the total.
     */
    VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT = 0x10,
    /**
     * vkscan_plan_create compiles nothing: vkscan_plan_compile does, for each pipeline, before the
     * first run is recorded. A user operator has to stay as it is until then.
     */
    VKSCAN_PLAN_DEFER_PIPELINES_BIT = 0x20,
} vkscan_plan_flag;

/** The parameters of a plan. All zero but struct_size and type: a sum with capacity 0. */
typedef struct vkscan_plan_params {
    uint32_t struct_size;       /**< sizeof(vkscan_plan_params) */
    vkscan_primitive primitive; /**< 0: reduce */
    vkscan_op op;               /**< 0: add */
    vkscan_type type;           /**< required, except with user_operator */
    /**
     * A wider type for the destination, the seed and all sums. 0: the same as `type`.
     *
     *     u8, i8, u16, i16   into u32, i32, u64 or i64; negative ones wrap in u32 and u64
     *     u32                into u64
     *     i32                into i64
     *     f16                into f32
     *     f32                into f64
     */
    vkscan_type out_type;
    vkscan_algorithm algorithm; /**< 0: AUTO */
    uint64_t capacity;          /**< elements: the largest count that will be run */
    vkscan_access access;       /**< 0: descriptor sets */
    uint32_t flags;             /**< bits of vkscan_plan_flag */
    /**
     * The level of determinism. 0: run to run. The other levels are for production algorithms only.
     * With EVERYWHERE and an operator that rounds, `algorithm` is AUTO, BLELLOCH or, for a scan,
     * LOOKBACK, and any other is a bad argument; tuning is ignored. The shape needs the 128 threads
     * and 16 KiB of shared memory that Vulkan guarantees; a device without these is
     * FEATURE_NOT_PRESENT. LOOKBACK takes no pieces: a capacity beyond one is TOO_LARGE.
     */
    vkscan_determinism determinism;
    uint32_t reserved; /**< 0 */
    /**
     * An operator or predicate of your own in place of op, type and out_type, which are 0 then;
     * NULL: none. An operator is for reductions and scans, a predicate for selections with
     * VKSCAN_CRITERION_PREDICATE. For production algorithms only. Read during the call only. A
     * damaged one, or one for another kernel interface, is a bad argument.
     */
    const vkscan_operator *user_operator;
    /**
     * The primitive's own parameters, read during the call only. NULL: all zero, except that a
     * histogram requires them.
     *
     *     select, partition, unique   vkscan_select_params
     *     sort                        vkscan_sort_params
     *     histogram                   vkscan_histogram_params
     *     others                      none: NULL
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
    uint32_t tile_size; /**< elements that a workgroup takes at a time; in histograms vectors */
    /**
     * Bytes that the scratch buffer must have, never 0. A larger capacity may need fewer, with
     * another algorithm or with larger tiles.
     */
    VkDeviceSize scratch_size;
    /**
     * Bytes from the scratch buffer's offset on, a multiple of 4, to fill with zeros before the
     * first run, by vkscan_cmd_zero_scratch or in any other way, in each scratch if there are
     * several. 0: nothing to do. Every run leaves these bytes ready for the next run, with any
     * count and through any binding of this very plan. Zero them again after anything else has
     * written there, other plans included, and after a run that was cut off before its end.
     * Otherwise results are wrong, and no error is reported.
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
 * Vulkan's functions). Compiles nothing, whatever the flags, so scratch can be sized long before.
 * params->device may be null: then all extensions and features that vkscan_query_device and
 * vkscan_query_features name count as enabled.
 */
VKSCAN_API VkResult vkscan_query_plan(const vkscan_context_params *params,
                                      const vkscan_plan_params *plan, vkscan_plan_info *info);

/**
 * Writes to *capacity the largest capacity, in elements, for which vkscan_query_plan returns
 * VK_SUCCESS, whatever plan->capacity is. Errors: those of vkscan_query_plan for a capacity of 0.
 */
VKSCAN_API VkResult vkscan_query_capacity(const vkscan_context_params *params,
                                          const vkscan_plan_params *plan, uint64_t *capacity);

typedef struct vkscan_context vkscan_context; /**< one per VkDevice */
typedef struct vkscan_plan vkscan_plan;       /**< a computation and its pipelines */
typedef struct vkscan_binding vkscan_binding; /**< a plan and its buffers */

/**
 * Creates a context for params->device, which has to be given. Host work only, cheap: descriptor
 * set layouts and pipeline layouts. Errors: bad arguments, FEATURE_NOT_PRESENT,
 * INITIALIZATION_FAILED, out of memory.
 */
VKSCAN_API VkResult vkscan_context_create(const vkscan_context_params *params,
                                          vkscan_context **out);
/** Destroys a context and all its pipelines. Destroy its plans first, and let its runs finish. NULL
 * is accepted. */
VKSCAN_API void vkscan_context_destroy(vkscan_context *context);

/**
 * Destroys the pipelines that no plan of the context uses. Runs recorded with these pipelines must
 * have finished, and no plan of the context may be created or destroyed meanwhile. NULL is
 * accepted.
 */
VKSCAN_API void vkscan_context_trim(vkscan_context *context);

/**
 * Creates a plan, and compiles those of its pipelines that no plan of this context has had. That
 * takes some milliseconds to a second, by driver, less with a warm pipeline cache, and microseconds
 * where the context has all pipelines. They stay with the context until it is destroyed or trimmed.
 * May be called by several threads at once; those that need the same pipelines share the work, and
 * wait for one another; where one fails, those that waited for it try by themselves. Errors: bad
 * arguments, FEATURE_NOT_PRESENT, TOO_LARGE, out of memory, and those of vkCreateComputePipelines.
 */
VKSCAN_API VkResult vkscan_plan_create(vkscan_context *context, const vkscan_plan_params *params,
                                       vkscan_plan **out);

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
     * VK_EXT_pipeline_creation_feedback, or enabled_features VkPhysicalDeviceVulkan13Features.
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

/** Destroys a plan. Destroy its bindings first; runs that were recorded without a binding do not
 * need the plan any more. NULL is accepted. */
VKSCAN_API void vkscan_plan_destroy(vkscan_plan *plan);

/** Writes to *info what vkscan_query_plan writes for such a plan. Errors: bad arguments. */
VKSCAN_API VkResult vkscan_plan_get_info(const vkscan_plan *plan, vkscan_plan_info *info);

/**
 * The bytes [offset, offset + size) of a buffer, or of the memory from an address on. VK_WHOLE_SIZE
 * is not accepted.
 */
typedef struct vkscan_buffer {
    VkBuffer buffer;     /**< with memory bound and VK_BUFFER_USAGE_STORAGE_BUFFER_BIT */
    VkDeviceSize offset; /**< bytes */
    VkDeviceSize size;   /**< bytes */
    /** Optional: the usage that the buffer was created with, VkBufferUsageFlags or
     * VkBufferUsageFlags2, to be checked for vkscan_port_info::usage. 0: not told and not checked,
     * since Vulkan cannot be asked. */
    VkFlags64 usage;
    /** For VKSCAN_ACCESS_ADDRESSES, which ignores `buffer`, and ignored by the other accesses: the
     * address of a buffer with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, whose memory was
     * allocated with VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT. Alignment, overlap and in place then go
     * by address + offset. */
    VkDeviceAddress address;
} vkscan_buffer;

/**
 * A plan's buffers, by their purpose. vkscan_plan_get_port tells which ports a plan has, with least
 * size and alignment. A multiple of 16 bytes is the fastest offset.
 *
 *     alignment   an element's size, or 4 bytes if that is 12
 *     bytes       elements of 1 or 2 bytes and bits are accessed by words: the VkBuffer has to
 *                 reach to the next multiple of 4 bytes. Atomics keep the other bits of these words
 *                 as they are: runs may write neighbours in a word at the same time, but the host,
 *                 copies and plain stores of your shaders may not
 *     overlap     the bytes that a plan uses of two ports may not overlap if one of them is
 *                 written, unless the port's comment says so. Through different VkBuffers that are
 *                 bound to the same memory an overlap cannot be detected
 *     operands    COUNT, SEED, TOTAL, NUMBER, ARGUMENTS and EDGES: where access is by descriptors,
 *                 all of a plan's operands are in one VkBuffer, within maxStorageBufferRange: one
 *                 descriptor has them all, as Vulkan promises a stage four storage buffers only.
 *                 By addresses they may be anywhere. A uniform buffer will not do: it is another
 *                 type of descriptor, for which each layout and kernel would be there twice
 */
typedef enum vkscan_port {
    /**
     * The capacity's elements. Only read, except in place and by sorts with
     * VKSCAN_SORT_OVERWRITE_SOURCE_BIT. Not needed with capacity 0, nor by a selection by flags
     * without elements as output.
     */
    VKSCAN_PORT_SOURCE = 0,
    /**
     *     reduce      one element
     *     histogram   counted * bins u32, or f32 if the weights are f32
     *     others      the capacity's elements; not needed with capacity 0, nor by a selection
     *                 without elements as output
     *
     * In place: the destination is the source's VkBuffer or address at the same offset, while
     * vkscan_buffer::size may differ; both ports are listed. A scan may run in place if the
     * elements of both have the same size, a sort or a selection if its flags say so.
     */
    VKSCAN_PORT_DESTINATION = 1,
    VKSCAN_PORT_SCRATCH = 2, /**< vkscan_plan_info::scratch_size bytes; every plan needs scratch */
    /**
     * With VKSCAN_PLAN_COUNT_IN_BUFFER_BIT: a u32 if vkscan_buffer::size is 4, a u64 if it is 8, at
     * a multiple of 4 bytes; any other size is a bad argument. A run takes the first min(*count,
     * vkscan_run_params::count) elements, and writes nothing to the destination behind them; it may
     * load source and flags up to vkscan_run_params::count. The count may be the number that an
     * earlier run wrote, not this run's own.
     */
    VKSCAN_PORT_COUNT = 3,
    /**
     * With VKSCAN_PLAN_SEED_IN_BUFFER_BIT: vkscan_plan_info::seed_size bytes. One element; for a
     * partition into three ways by comparisons two, at a multiple of the bytes of both. May be the
     * destination of a reduction, which then adds to it.
     */
    VKSCAN_PORT_SEED = 4,
    /**
     * With VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT: one element. May be the seed's place, so that the next
     * run continues where this one ended.
     */
    VKSCAN_PORT_TOTAL = 5,
    /**
     * Only read, a second element for each of the capacity's elements:
     *
     *     user operator with two sources   vkscan_operator::second_size bytes. A scan may have its
     *                                      destination here, as in place, if the elements of both
     *                                      have the same size
     *     sort with values                 vkscan_sort_params::value_size bytes
     *     histogram with weights           u32 or f32
     */
    VKSCAN_PORT_SECOND_SOURCE = 6,
    VKSCAN_PORT_VALUES = VKSCAN_PORT_SECOND_SOURCE,  /**< its name for sorts */
    VKSCAN_PORT_WEIGHTS = VKSCAN_PORT_SECOND_SOURCE, /**< its name for histograms */
    /** Sorts with values or indices: one for each of the capacity's elements. */
    VKSCAN_PORT_SECOND_DESTINATION = 7,
    VKSCAN_PORT_VALUES_OUT = VKSCAN_PORT_SECOND_DESTINATION, /**< its other name */
    /**
     * Selections by flags, only read: a byte or a u32 for each of the capacity's elements, or bits
     * in u32s.
     */
    VKSCAN_PORT_FLAGS = 8,
    /** With VKSCAN_SELECT_OUTPUT_INDICES_BIT: a u32 for each of the capacity's elements. */
    VKSCAN_PORT_INDICES = 9,
    /**
     * With VKSCAN_SELECT_OUTPUT_NUMBER_BIT: a u32, for three ways two. With
     * VKSCAN_HISTOGRAM_OUTSIDE_BIT: a u32.
     */
    VKSCAN_PORT_NUMBER = 10,
    /** With VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT: three u32, for three ways six. The VkBuffer also
     * has VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT. */
    VKSCAN_PORT_ARGUMENTS = 11,
    /** Histograms by VKSCAN_BINNING_EDGES, only read: bins + 1 elements of `type`, ascending. */
    VKSCAN_PORT_EDGES = 12,
    VKSCAN_PORT_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_port;

/** A port and its buffer. */
typedef struct vkscan_port_buffer {
    vkscan_port port; /**< occurs once in a list */
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
     * 2^32 in every version, and so are bits of VkPipelineStageFlags and VkAccessFlags: for
     * vkCmdPipelineBarrier cast them to 32 bits. This version has no others, COMPUTE_SHADER,
     * SHADER_READ, in ports that runs write SHADER_WRITE, and for the zeroes TRANSFER and
     * TRANSFER_WRITE, but a later one may dispatch indirectly or copy within a run.
     */
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access; /**< see stages */
    /** VkBufferUsageFlags2 that the buffer needs: STORAGE_BUFFER; SHADER_DEVICE_ADDRESS in plans by
     * addresses; for ARGUMENTS also INDIRECT_BUFFER; for scratch vkscan_plan_info::scratch_usage.
     */
    VkFlags64 usage;
    /**
     * Least vkscan_buffer::size, 4 for a count; 0: the plan does not have the port, or needs no
     * bytes there. The VkBuffer has to reach to the next multiple of 4 bytes.
     */
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
 * Returns a port's name, "source" or "second_source", a static string; NULL if the value is
 * unknown. Values count up from 0 without gaps. Messages call a vkscan_port_buffer's members
 * "source.size" and the like; SECOND_SOURCE is "values" in sorts and "weights" in histograms, and
 * SECOND_DESTINATION "values_out".
 */
VKSCAN_API const char *vkscan_port_name(vkscan_port port);

/**
 * Records, outside a render pass, a command that zeroes the first vkscan_plan_info::scratch_zeroed
 * bytes of `scratch`, between two barriers: the command waits for runs of the plan, and runs may
 * follow. Records nothing if scratch_zeroed is 0, and is no barrier between runs then. Other
 * earlier accesses, copies among them, are the caller's to order, to the stages and accesses of
 * VKSCAN_PORT_SCRATCH. May be recorded once, or in front of runs that are submitted again.
 *
 *     scratch->buffer   with VK_BUFFER_USAGE_TRANSFER_DST_BIT, in plans by addresses too
 *     scratch->offset   bytes, a multiple of 4
 *     scratch->size     bytes, at least scratch_zeroed
 *
 * Errors, with nothing recorded: bad arguments.
 */
VKSCAN_API VkResult vkscan_cmd_zero_scratch(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                            const vkscan_buffer *scratch);

/**
 * Creates a binding of a plan and its buffers: `buffer_count` ports, in any order, each once.
 * Checks the buffers and, for a plan by descriptor sets, allocates and writes sets from a pool of
 * its own. A set has four storage buffers, or six with a second source or values and in selections
 * by LOOKBACK and LOOKAHEAD. The buffers stay the caller's.
 *
 * Runs that share scratch or a destination, those of one binding included, must not overlap in time
 * on the device. With several frames in flight give each a binding and a scratch of its own, or
 * order them by barriers.
 *
 * Bytes outside the given ranges keep their values. With elements of 1 or 2 bytes and with bits,
 * the rest of the first and last word is read, and in a destination left as it is, by atomics; no
 * other byte is accessed. But descriptors begin at the preceding multiple of
 * minStorageBufferOffsetAlignment, so synchronization validation may complain about neighbours that
 * are closer than that.
 *
 * Errors: bad arguments, out of memory, and TOO_LARGE for buffers beyond the reach of a
 * descriptor: in a textbook algorithm, a selection, a sort or a histogram an offset that leaves
 * less than the capacity within maxStorageBufferRange, or operands further apart than that.
 */
VKSCAN_API VkResult vkscan_binding_create(const vkscan_plan *plan,
                                          const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                          vkscan_binding **out);
/** Destroys a binding. Let the runs recorded with it finish first. NULL is accepted. */
VKSCAN_API void vkscan_binding_destroy(vkscan_binding *binding);

/** A run's parameters besides its buffers. */
typedef struct vkscan_run_params {
    uint32_t struct_size; /**< sizeof(vkscan_run_params) */
    uint32_t reserved;    /**< 0 */
    /**
     * Elements, 0 to the capacity. If the count is in a buffer: the most elements that the run
     * takes, usually the capacity, which costs little more than the buffer's count (for sorts see
     * sort.h).
     */
    uint64_t count;
    /**
     * vkscan_plan_info::seed_size bytes of any alignment, read during the call. NULL: the identity
     * in reductions and scans; a bad argument where the seed is required.
     *
     *     reduce, scan                  an element of the output's type
     *     selection that compares       required: an element of the source's type, for three ways
     *                                   two
     *     selection by a predicate      required if the predicate has a SEED: its bytes
     *     other selections, unique      NULL
     *     sort, histogram               NULL
     *     plans with SEED_IN_BUFFER     NULL
     */
    const void *seed;
} vkscan_run_params;

/**
 * Records one run over the first run->count elements of the source. The command buffer is primary
 * or secondary, in the recording state, outside a render pass, and from a queue family with
 * compute. Allocates nothing. The recording can be submitted any number of times, one after the
 * other; each run reads operands in buffers anew, so their values may change in between. The run
 * writes
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
 * Barriers within the run are recorded; those around it are yours. Name what vkscan_plan_get_port
 * says, vkscan_port_info::stages and access of the ports, or those of the scratch for all of them:
 *
 *     before   make earlier writes to any port, those that are written too, visible to the port's
 *              stages and access, except what the host wrote before vkQueueSubmit. Let earlier
 *              reads of ports that are written end before these stages; if an indirect command
 *              read number or arguments, DRAW_INDIRECT is what they end in
 *     after    make ports that are written visible from their stages and access: to HOST, HOST_READ
 *              if the host reads them (a fence alone is not enough); number and arguments to
 *              DRAW_INDIRECT, INDIRECT_COMMAND_READ. Let the stages end before the source is
 *              overwritten, and with their accesses before the scratch is used otherwise
 *     between  two runs, in one submission or in several on one queue, of which one writes bytes
 *              that the other uses, scratch included: one memory barrier from the stages and access
 *              of the first plan's scratch to those of the second's
 *
 * Errors, with nothing recorded: bad arguments.
 */
VKSCAN_API VkResult vkscan_cmd_run(const vkscan_binding *binding, VkCommandBuffer command_buffer,
                                   const vkscan_run_params *run);

/**
 * Records one run without a binding, for plans by push descriptors or addresses: checks the buffers
 * as vkscan_binding_create does, and records as vkscan_cmd_run does. Allocates nothing. The context
 * and the buffers have to outlive the execution, the plan only this call. Errors, with nothing
 * recorded: bad arguments, a plan by descriptor sets among them, and TOO_LARGE as from
 * vkscan_binding_create.
 */
VKSCAN_API VkResult vkscan_cmd_run_buffers(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                           const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                           const vkscan_run_params *run);

#ifdef __cplusplus
}
#endif

#include "histogram.h"
#include "operator.h"
#include "select.h"
#include "sort.h"
#include "tuning.h"

#endif
