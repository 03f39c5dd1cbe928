/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Select, partition and unique. vkscan.h includes this header, and documents what all primitives
 * share.
 *
 * A criterion keeps some elements of x[0..count):
 *
 *     select      writes the elements kept, in order
 *     partition   writes the elements kept, then all others, both in order
 *     unique      keeps x[0] and each x[i] whose bits differ from those of x[i-1], in order
 *
 * Run-length encoding is unique with VKSCAN_SELECT_OUTPUT_LENGTHS_BIT: the value of each run and
 * how many elements it has.
 *
 * Unique by key is select by VKSCAN_CRITERION_KEYS: it keeps the elements with which a run begins,
 * neighbours whose keys, beside the elements, are equal; with VKSCAN_SELECT_LAST_BIT those with
 * which it ends. The sums of runs, reduce by key, are VKSCAN_PRIMITIVE_SEGMENTED_REDUCE by
 * VKSCAN_HEADS_KEYS (segments.h). The last element of each run:
 *
 *     const vkscan_select_params last = {.struct_size = sizeof(last),
 *                                        .primitive = VKSCAN_PRIMITIVE_SELECT,
 *                                        .criterion = VKSCAN_CRITERION_KEYS,
 *                                        .key_size = sizeof(uint32_t),
 *                                        .flags = VKSCAN_SELECT_LAST_BIT};
 *
 * Outputs. A run writes at least one of: the elements, their indices in the source, the lengths of
 * runs, and the number kept, by itself or as the arguments of an indirect dispatch. Nothing is
 * written behind the elements kept, or behind the count in a partition. Count 0: the number is 0,
 * the arguments are 0, 1, 1, and nothing else is written.
 *
 * The number is a u32, and can be the instanceCount or vertexCount of a draw's arguments, so
 * nothing has to be read back. A buffer of the number or the arguments that an indirect command
 * reads needs VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT besides STORAGE_BUFFER or SHADER_DEVICE_ADDRESS.
 *
 * Three ways (vkscan_select_params::ways). A partition writes the first group, the elements for
 * which one criterion holds, then the second group, those of the others for which a second
 * criterion holds, then the rest, each in order. The groups are told apart by
 *
 *     flags of bytes or u32   1: the first group; 0: the rest; anything else: the second group
 *     two comparisons         such as x < low and x > high, for elements of up to 8 bytes; each
 *                             with a seed of its own
 *     keep() of a predicate   a uint, with the meaning of flags
 *
 * There are two numbers, the first group's and behind it the second group's, and likewise the
 * arguments of two commands. Each command's indices count from 0; the second group's elements begin
 * behind the first group's, at the first number.
 *
 * Algorithms:
 *
 *     BLELLOCH, SUBGROUP    all; four storage buffers in a stage are enough
 *     LOOKBACK, LOOKAHEAD   all but three ways. One dispatch that loads each element once. A
 *                           partition has one more dispatch before, which counts the elements kept,
 *                           because the rest begins behind them; in place there is one more. By
 *                           descriptors they bind six storage buffers. They have
 *                           vkscan_plan_info::scratch_zeroed
 *     AUTO                  may take any of these
 *
 * Where flags or keys decide, only the elements that are stored are loaded.
 *
 * In place. Source, destination, indices and scratch may not overlap, except that with
 * VKSCAN_SELECT_IN_PLACE_BIT the destination may be the source. Elements then go by way of scratch:
 * a workgroup stores its elements where earlier elements are, and Vulkan promises no order in which
 * workgroups load these.
 *
 * Size. There are no pieces, so indices and the number are u32, and none is cut off.
 * TOO_LARGE is a capacity
 *
 *     by descriptors   for which a buffer, scratch included, exceeds maxStorageBufferRange less
 *                      minStorageBufferOffsetAlignment, in multiples of 256 elements (of 2048 with
 *                      flags as bits). Scratch has some bytes for each tile, and in place all
 *                      elements
 *     by addresses     beyond 2^31 - 256 elements of up to 4 bytes; proportionally fewer of larger
 *                      elements or keys
 *
 * Parameters of the plan. `type` is the elements' type, or 0 with a predicate. `determinism`
 * changes nothing. Bad arguments, besides those of vkscan.h:
 *
 *     plan        `op` or `out_type` that are not 0; `type` that is not 0 with a predicate; a
 *                 `user_operator` without VKSCAN_CRITERION_PREDICATE, this criterion without one,
 *                 or one that is not a predicate; a vkscan_plan_flag other than COMPILE_NOTHING,
 *                 DEFER_PIPELINES, COUNT_IN_BUFFER and, where runs have a seed, SEED_IN_BUFFER
 *     outputs     unknown bits; a divisor above 1 without ARGUMENTS; IN_PLACE without ELEMENTS;
 *                 unknown flags
 *     criterion   unknown; not 0 for unique; of vectors a comparison other than EQUAL and NOT_EQUAL
 *     runs        a key_size that its comment does not allow; LAST or LENGTHS with other criteria
 *                 than KEYS, but for unique; LENGTHS of a partition
 *     ways        other than 0, 2 and 3. 3 outside a partition, by flags of bits, by keys, by
 *                 comparisons of elements of more than 8 bytes, or by LOOKBACK or LOOKAHEAD. A
 *                 second criterion that is no comparison where three ways go by comparisons, or is
 *                 not 0 elsewhere
 *     run         a seed where there is none, or none where there is one
 *
 * The run's seed:
 *
 *     comparisons          one element of `type`; for three ways two, the second behind the first
 *     predicate with SEED  vkscan_operator::seed_size bytes, for a plane or a threshold
 *     all others           none
 *
 * Predicates. With VKSCAN_CRITERION_PREDICATE select and partition keep the elements for which
 * keep() is true, GLSL of your own for elements of 4, 8, 12 or 16 bytes: see
 * vkscan_plan_params::user_operator, and docs/operators.md.
 */
#ifndef VKSCAN_SELECT_H
#define VKSCAN_SELECT_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The criterion by which elements are kept. Flags and keys are in a buffer of their own,
 * VKSCAN_PORT_FLAGS, one for each element. Comparisons compare each element with the run's seed,
 * which comes from the host (vkscan_cmd_run) or, with VKSCAN_PLAN_SEED_IN_BUFFER_BIT, from the
 * device. Comparisons of floats are those of IEEE 754: -0 equals +0, and a NaN, element or seed, is
 * less than, greater than or equal to nothing, so that only NOT_EQUAL keeps it. Vectors have EQUAL
 * and NOT_EQUAL only, and are equal if all components are. Unique and KEYS compare bits: a run of
 * identical NaNs is kept once, and -0 differs from +0.
 */
typedef enum vkscan_criterion {
    VKSCAN_CRITERION_FLAG_BYTES = 0,        /**< a byte each, kept if not 0; three ways: above */
    VKSCAN_CRITERION_FLAG_BITS = 1,         /**< bit i % 32 of the u32 with index i / 32 */
    VKSCAN_CRITERION_FLAG_WORDS = 2,        /**< a u32 each, kept if not 0; three ways: above */
    VKSCAN_CRITERION_LESS = 3,              /**< x[i] < seed */
    VKSCAN_CRITERION_LESS_EQUAL = 4,        /**< x[i] <= seed */
    VKSCAN_CRITERION_GREATER = 5,           /**< x[i] > seed */
    VKSCAN_CRITERION_GREATER_EQUAL = 6,     /**< x[i] >= seed */
    VKSCAN_CRITERION_EQUAL = 7,             /**< x[i] == seed */
    VKSCAN_CRITERION_NOT_EQUAL = 8,         /**< x[i] != seed */
    VKSCAN_CRITERION_PREDICATE = 9,         /**< keep(x[i], seed, i) of a predicate */
    VKSCAN_CRITERION_KEYS = 10,             /**< i = 0, or key[i] has other bits than key[i-1] */
    VKSCAN_CRITERION_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_criterion;

/**
 * Returns a criterion's name, such as "flag-bytes" or "less", a static string; NULL if the value is
 * unknown. Values count up from 0 without gaps.
 */
VKSCAN_API const char *vkscan_criterion_name(vkscan_criterion criterion);

/**
 * A run's outputs: bits of vkscan_select_params::outputs, each with a vkscan_port.
 */
typedef enum vkscan_select_output {
    VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT = 0x1000, /**< DESTINATION: the elements; see segments.h */
    VKSCAN_SELECT_OUTPUT_INDICES_BIT = 0x2000,  /**< INDICES: a u32 each, the source's index */
    VKSCAN_SELECT_OUTPUT_NUMBER_BIT = 0x4000,   /**< NUMBER: a u32, the number of elements kept */
    /**
     * ARGUMENTS: a VkDispatchIndirectCommand with x = number / divisor, rounded up, and y = z = 1.
     * x is not clamped: take at least capacity / maxComputeWorkGroupCount[0], rounded up.
     */
    VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT = 0x8000,
    /**
     * LENGTHS: a u32 each, the number of elements of the run that the element begins, or with
     * VKSCAN_SELECT_LAST_BIT ends. For unique, and select by VKSCAN_CRITERION_KEYS. One more
     * dispatch makes them from the indices, which without INDICES are in scratch.
     */
    VKSCAN_SELECT_OUTPUT_LENGTHS_BIT = 0x40000,
} vkscan_select_output;

/** Bits of vkscan_select_params::flags. */
typedef enum vkscan_select_flag {
    /**
     * The destination may be the source, at the same offset; elements behind those that are written
     * stay as they were. Without this flag an overlap of the two is an error. Costs scratch for the
     * capacity's elements, and a dispatch that copies the elements kept from there, which moves
     * these bytes twice more. Requires VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT; all algorithms have it.
     */
    VKSCAN_SELECT_IN_PLACE_BIT = 0x10000,
    /**
     * For VKSCAN_CRITERION_KEYS and for unique: keeps the last element of each run rather than the
     * first: that of i = count - 1, or whose key, for unique whose bits, differ from the next
     * one's.
     */
    VKSCAN_SELECT_LAST_BIT = 0x20000,
} vkscan_select_flag;

/**
 * The parameters of select, partition and unique. All zero: keeps elements whose flag byte is not
 * 0, and writes them and their number.
 */
typedef struct vkscan_select_params {
    uint32_t struct_size;       /**< sizeof(vkscan_select_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    vkscan_criterion criterion; /**< 0 for unique */
    uint32_t outputs;           /**< bits of vkscan_select_output; 0: elements and number */
    uint32_t divisor;           /**< for the arguments, without which it is 0 or 1; 0: 1 */
    uint32_t flags;             /**< bits of vkscan_select_flag */
    uint32_t ways;              /**< 2, or in a partition 3; 0: 2 */
    /** The second comparison, with the second seed, for three ways by comparisons; else 0. */
    vkscan_criterion second_criterion;
    /** Bytes of a key: 1, 2, 4, 8, 12 or 16. The port is aligned to as many; to 4 for 12. 0 for
     * other criteria. */
    uint32_t key_size;
} vkscan_select_params;

#ifdef __cplusplus
}
#endif

#endif
