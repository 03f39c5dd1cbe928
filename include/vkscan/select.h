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
 * Or a partition goes three ways (vkscan_select_params::ways): first the elements for which one
 * criterion holds, then of the others those for which a second one holds, then the rest, each in
 * order. Flags of bytes or u32 tell all three: 1 is of the first group, 0 of the rest, anything
 * else of the second. Or two comparisons do, each with a seed of its own, as x < low and x > high,
 * of elements of up to 8 bytes: the run's seeds are two elements, the second behind the first, in a
 * buffer at any multiple of the bytes of both. There are two numbers, of the first and of the
 * second group, one behind the other, and so two commands of arguments; these count from 0 in each
 * group, of which the second begins behind the first. By BLELLOCH and SUBGROUP.
 *
 * A run writes at least one of: the elements, their indices in the source, and the number kept, by
 * itself or as the arguments of an indirect dispatch. Count 0: the number is 0, the arguments are
 * 0, 1, 1, and nothing else is written; else nothing is written behind the number kept, of a
 * partition behind the count.
 *
 * The number is a u32 at any multiple of 4 bytes, such as the instanceCount or vertexCount of a
 * draw's arguments, so nothing has to be read back. By descriptors it is in one VkBuffer with the
 * run's other operands, count, seed and arguments, within maxStorageBufferRange. A buffer that an
 * indirect command reads, of the number or the arguments, needs VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT
 * besides STORAGE_BUFFER or SHADER_DEVICE_ADDRESS.
 *
 * The algorithms are BLELLOCH, SUBGROUP, LOOKBACK and LOOKAHEAD. The last two load each element
 * once and take one dispatch, with VKSCAN_SELECT_IN_PLACE_BIT one more; a partition takes one more too,
 * which counts what is kept, as the rest lies behind that, and three ways they do not compute. They
 * have persistent state, and so may AUTO: zero vkscan_plan_info::scratch_zeroed bytes of scratch
 * before the first run. Where flags decide, no element is loaded but those that are stored.
 *
 * Source, destination, indices and scratch may not overlap, except that with
 * VKSCAN_SELECT_IN_PLACE_BIT the destination may be the source; elements then go by way of scratch.
 * What a workgroup keeps goes to where elements of earlier ones are, and Vulkan promises no order
 * in which these are loaded. A workgroup that is late is not waited for without bound but replaced,
 * and would then find its elements overwritten.
 *
 * Four storage buffers for a compute shader are enough for BLELLOCH and SUBGROUP; LOOKBACK and
 * LOOKAHEAD bind six by descriptors, and AUTO takes them where the device has six. There are no
 * pieces: FEATURE_NOT_PRESENT is a capacity of which a buffer, scratch included (in place it has
 * all elements, and some bytes for each tile), exceeds maxStorageBufferRange less
 * minStorageBufferOffsetAlignment, in multiples of 256 elements (of 2048 with flags as bits); by
 * addresses 2^31 - 256 elements of up to 4 bytes, or of larger ones as many fewer. So indices and
 * the number are u32, and none is cut off.
 *
 * `op` and `out_type` are 0, and `user_operator` but with VKSCAN_CRITERION_PREDICATE. Of
 * vkscan_plan_flag COMPILE_NOTHING and COUNT_IN_BUFFER may be set, and SEED_IN_BUFFER where
 * elements are compared or a predicate has a SEED. The run's seed is then one element of `type`;
 * with flags, and of unique, it is NULL. `determinism` changes nothing. All else is a bad argument.
 *
 * With VKSCAN_CRITERION_PREDICATE select and partition keep where keep() of a predicate is true:
 * GLSL of your own, in vkscan_plan_params::user_operator (docs/operators.md), of elements of 4, 8,
 * 12 or 16 bytes; `type` is 0. The run's seed has vkscan_operator::seed_size bytes, whatever the
 * element has, for a plane or a threshold; where that is 0 it is NULL. Of three ways keep(), a
 * uint, tells which, as flags do, with that one seed.
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
    uint32_t outputs;           /**< of vkscan_select_output; 0: values and number */
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
