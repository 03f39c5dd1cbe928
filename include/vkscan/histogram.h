/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Histogram. vkscan.h includes it.
 *
 * A plan of VKSCAN_PRIMITIVE_HISTOGRAM counts the first `count` elements of VKSCAN_PORT_SOURCE by
 * bins.
 *
 *     element       `channels` values, one behind the other, of the type vkscan_plan_params::type:
 *                   u8, u16, u32, i32, f32, or f64 with VKSCAN_CAPABILITY_FLOAT64_BIT
 *     destination   a histogram of `bins` u32 for each of the first `counted` values, one behind
 *                   the other; of f32 if weights are. Counters of u32 wrap
 *     bins          half-open, the last one too without VKSCAN_HISTOGRAM_CLOSED_BIT. What is
 *                   outside of all, and a NaN, is not counted
 *     count 0       writes zeros; with VKSCAN_HISTOGRAM_ACCUMULATE_BIT nothing
 *
 * Even bins of integers are exact: floor((x - first) * bins / (last - first)). Of floats bin i is
 * from edge i up to edge i + 1, as numpy.histogram has it. Edge i of f64 is first + i * step, the
 * product and the sum rounded, where step is (last - first) / bins, rounded. Edge i of f32 is
 * first + i * (last - first) / bins, computed in 62 bits of the larger of |first| and |last| and
 * rounded to f32 once. Edge 0 is first, and edge `bins` last, as rounded to the type. Where bins
 * are so narrow that (x - first) * (bins / (last - first)), rounded, is off by half a bin, x goes
 * to one of the two bins beside the edge that is nearest to that. Denormals of even bins are taken
 * as 0 by devices that flush them.
 *
 * By descriptors count, edges and number are in one VkBuffer, as operands are.
 * vkscan_plan_info::tile_size is in vectors of 16 bytes.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan        `op`, `out_type` or `user_operator` that are not 0; another type; a
 *                 vkscan_plan_flag other than COMPILE_NOTHING and COUNT_IN_BUFFER
 *     histogram   what its members exclude
 *     run         a seed
 *
 * FEATURE_NOT_PRESENT: a capacity of more than 2^31 - 2^9 values, or beyond one descriptor less
 * minStorageBufferOffsetAlignment.
 */
#ifndef VKSCAN_HISTOGRAM_H
#define VKSCAN_HISTOGRAM_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How values go to bins. */
typedef enum vkscan_binning {
    VKSCAN_BINNING_EVEN = 0,              /**< as many equal parts of [first, last) */
    VKSCAN_BINNING_EDGES = 1,             /**< bin i is [edges[i], edges[i + 1]) */
    VKSCAN_BINNING_VALUES = 2,            /**< of u8 and u16: bin i is the value i */
    VKSCAN_BINNING_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_binning;

/** Of vkscan_histogram_params::weights. */
typedef enum vkscan_weights {
    VKSCAN_WEIGHTS_NONE = 0, /**< each value counts 1 */
    VKSCAN_WEIGHTS_U32 = 1,  /**< sums of u32, which wrap */
    /** Sums of f32, in any order: with VKSCAN_DETERMINISM_FASTEST alone. */
    VKSCAN_WEIGHTS_F32 = 2,
    VKSCAN_WEIGHTS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_weights;

/** Bits of vkscan_histogram_params::flags. */
typedef enum vkscan_histogram_flag {
    VKSCAN_HISTOGRAM_ACCUMULATE_BIT = 0x1, /**< adds to what destination and number hold */
    /** VKSCAN_PORT_NUMBER is a u32: values of counted channels that are in no bin. */
    VKSCAN_HISTOGRAM_OUTSIDE_BIT = 0x2,
    /** The last bin includes its end, `last` or edges[bins]; not with VKSCAN_BINNING_VALUES. */
    VKSCAN_HISTOGRAM_CLOSED_BIT = 0x4,
} vkscan_histogram_flag;

/** Of histograms. */
struct vkscan_histogram_params {
    uint32_t struct_size;   /**< sizeof(vkscan_histogram_params) */
    vkscan_binning binning; /**< 0: even */
    uint32_t bins;          /**< 1 to 2^20; of VALUES at most as many as the type has */
    double first;           /**< of even bins: finite, below last; of integers integers; else 0 */
    double last;            /**< of even bins: where the last one ends; of u32 up to 2^32; else 0 */
    /**
     * Optional: the bins + 1 edges of `type` that VKSCAN_PORT_EDGES will hold, read
     * during the call, to be checked: none is a NaN, none is below the one before. Else NULL.
     */
    const void *edges;
    uint32_t channels;      /**< values of an element, 1 to 4; 0: 1 */
    uint32_t counted;       /**< of these the first 1 to `channels`; 0: all */
    vkscan_weights weights; /**< one for each element in second_source; 0: none */
    uint32_t flags;         /**< of vkscan_histogram_flag */
};

#ifdef __cplusplus
}
#endif

#endif
