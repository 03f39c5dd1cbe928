/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Select, partition and unique. vkscan.h includes it, and has what they share with the others.
 *
 * Of x[0..count) a criterion keeps some elements:
 *
 *     select      writes those that are kept, in order
 *     partition   writes these, and behind them all others, both in order
 *     unique      x[0] and each x[i] whose bits are not those of x[i-1], in order
 *
 * Outputs. A run writes at least one of: the elements, their indices in the source, and the number
 * kept, by itself or as the arguments of an indirect dispatch. Nothing is written behind the number
 * kept, of a partition behind the count. Count 0: the number is 0, the arguments are 0, 1, 1, and
 * nothing else is written.
 *
 * The number is a u32, such as the instanceCount or vertexCount of a draw's arguments, so nothing
 * has to be read back. A buffer that an indirect command reads, of the number or the arguments,
 * needs VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT besides STORAGE_BUFFER or SHADER_DEVICE_ADDRESS.
 *
 * Three ways (vkscan_select_params::ways). A partition writes first the elements for which one
 * criterion holds, then of the others those for which a second one holds, then the rest, each in
 * order. What tells them:
 *
 *     flags of bytes or u32   1: the first group; 0: the rest; anything else: the second group
 *     two comparisons         as x < low and x > high, of elements of up to 8 bytes; each with a
 *                             seed of its own
 *     keep() of a predicate   a uint: as flags
 *
 * There are two numbers, of the first and of the second group, one behind the other, and so two
 * commands of arguments. Indices count from 0 in each group; the second begins behind the first.
 *
 * Algorithms:
 *
 *     BLELLOCH, SUBGROUP    all; four storage buffers in a stage are enough
 *     LOOKBACK, LOOKAHEAD   all but three ways. One dispatch that loads each element once; of a
 *                           partition one more before, which counts what is kept, as the rest lies
 *                           behind that; in place one more. By descriptors they bind six storage
 *                           buffers. They have vkscan_plan_info::scratch_zeroed
 *     AUTO                  may take any of these
 *
 * Where flags decide, no element is loaded but those that are stored.
 *
 * In place. Source, destination, indices and scratch may not overlap, except that with
 * VKSCAN_SELECT_IN_PLACE_BIT the destination may be the source. Elements then go by way of scratch:
 * what a workgroup keeps goes to where elements of earlier ones are, and Vulkan promises no order
 * in which these are loaded.
 *
 * Size. There are no pieces, so indices and the number are u32, and none is cut off.
 * FEATURE_NOT_PRESENT is a capacity
 *
 *     by descriptors   of which a buffer, scratch included, exceeds maxStorageBufferRange less
 *                      minStorageBufferOffsetAlignment, in multiples of 256 elements (of 2048 with
 *                      flags as bits). Scratch has some bytes for each tile, and in place all
 *                      elements
 *     by addresses     beyond 2^31 - 256 elements of up to 4 bytes, or of larger ones as many fewer
 *
 * Parameters of the plan. `type` is that of the elements; with a predicate it is 0. `op` and
 * `out_type` are 0, and so is `user_operator` without VKSCAN_CRITERION_PREDICATE. `determinism`
 * changes nothing. Of vkscan_plan_flag COMPILE_NOTHING and COUNT_IN_BUFFER may be set, and
 * SEED_IN_BUFFER where there is a seed. All else is a bad argument.
 *
 * The run's seed:
 *
 *     comparisons          one element of `type`; of three ways two, the second behind the first
 *     predicate with SEED  vkscan_operator::seed_size bytes, for a plane or a threshold
 *     all others           none
 *
 * Predicates. With VKSCAN_CRITERION_PREDICATE select and partition keep where keep() is true, GLSL
 * of your own for elements of 4, 8, 12 or 16 bytes: vkscan_plan_params::user_operator, and
 * docs/operators.md.
 */
#ifndef VKSCAN_SELECT_H
#define VKSCAN_SELECT_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What is kept. Flags are in a buffer of their own. Comparisons are of each element with the run's
 * seed, which is the host's (vkscan_cmd_run) or with VKSCAN_PLAN_SEED_IN_BUFFER_BIT the device's.
 * They are IEEE 754's of floats: -0 equals +0, and a NaN, element or seed, is less than, greater
 * than or equal to nothing, so that NOT_EQUAL alone keeps it. Of vectors, which have EQUAL and
 * NOT_EQUAL alone, all components have to be equal. Unique compares bits: equal NaNs are kept once,
 * and -0 differs from +0.
 */
typedef enum vkscan_criterion {
    VKSCAN_CRITERION_FLAG_BYTES = 0,        /**< a byte each, not 0; three ways: see above */
    VKSCAN_CRITERION_FLAG_BITS = 1,         /**< bit i % 32 of the u32 i / 32 */
    VKSCAN_CRITERION_FLAG_WORDS = 2,        /**< a u32 each, not 0; three ways: see above */
    VKSCAN_CRITERION_LESS = 3,              /**< x[i] < seed */
    VKSCAN_CRITERION_LESS_EQUAL = 4,        /**< x[i] <= seed */
    VKSCAN_CRITERION_GREATER = 5,           /**< x[i] > seed */
    VKSCAN_CRITERION_GREATER_EQUAL = 6,     /**< x[i] >= seed */
    VKSCAN_CRITERION_EQUAL = 7,             /**< x[i] == seed */
    VKSCAN_CRITERION_NOT_EQUAL = 8,         /**< x[i] != seed */
    VKSCAN_CRITERION_PREDICATE = 9,         /**< keep(x[i], seed, i) of a predicate */
    VKSCAN_CRITERION_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_criterion;

/** "flag-bytes", "less"; NULL if the value is unknown. Values count up from 0 without gaps. */
VKSCAN_API const char *vkscan_criterion_name(vkscan_criterion criterion);

/**
 * What a run writes: bits of vkscan_select_params::outputs, each with a vkscan_port.
 */
typedef enum vkscan_select_output {
    VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT = 0x1, /**< DESTINATION: the elements */
    VKSCAN_SELECT_OUTPUT_INDICES_BIT = 0x2,  /**< INDICES: a u32 for each element, where it was */
    VKSCAN_SELECT_OUTPUT_NUMBER_BIT = 0x4,   /**< NUMBER: a u32, how many elements are kept */
    /**
     * ARGUMENTS: a VkDispatchIndirectCommand with x = number / divisor, rounded up, and y = z = 1.
     * x is not clamped: take a divisor of capacity / maxComputeWorkGroupCount[0] at least.
     */
    VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT = 0x8,
} vkscan_select_output;

/** Bits of vkscan_select_params::flags. */
typedef enum vkscan_select_flag {
    /**
     * The destination may be the source, at the same offset: elements behind those that are written
     * stay as they were. Without it an overlap of the two is an error. Costs scratch for as many
     * elements as the capacity, and a dispatch that copies from there what was written, so that
     * these bytes are moved twice more. With VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT, of all algorithms.
     */
    VKSCAN_SELECT_IN_PLACE_BIT = 0x1,
} vkscan_select_flag;

/**
 * Of select, partition and unique. All zero: elements with a byte that is not 0, and their number.
 */
struct vkscan_select_params {
    uint32_t struct_size;       /**< sizeof(vkscan_select_params) */
    vkscan_criterion criterion; /**< of unique 0 */
    uint32_t outputs;           /**< of vkscan_select_output; 0: elements and number */
    uint32_t divisor;           /**< of the arguments; 0: 1; above 1 only with them */
    uint32_t flags;             /**< of vkscan_select_flag */
    uint32_t ways;              /**< of a partition 2 or 3; 0: 2 */
    /** Of three ways by comparisons: the second one, with the second seed; else 0. */
    vkscan_criterion second_criterion;
};

#ifdef __cplusplus
}
#endif

#endif
