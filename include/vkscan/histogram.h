/* SPDX-License-Identifier: MIT */
/**
 * @file
 * The histogram. vkscan.h includes this header.
 *
 * A plan of VKSCAN_PRIMITIVE_HISTOGRAM counts the first `count` elements of VKSCAN_PORT_SOURCE by
 * bins.
 *
 *     element       `channels` values, one behind the other, of the type vkscan_plan_params::type:
 *                   u8, u16, u32, i32, f32, or f64 with VKSCAN_CAPABILITY_FLOAT64_BIT
 *     destination   a histogram of `bins` counters for each of the first `counted` channels, one
 *                   behind the other. Counters are u32 and wrap; with weights of f32 they are f32
 *     bins          half-open. VKSCAN_HISTOGRAM_CLOSED_BIT includes the end of the last bin. A
 *                   value outside of all bins, and a NaN, is not counted
 *     count 0       writes zeros; with VKSCAN_HISTOGRAM_ACCUMULATE_BIT nothing
 *
 * Even bins of integers are exact: x is in bin floor((x - first) * bins / (last - first)).
 *
 * Even bins of floats go by their edges, as in numpy.histogram: bin i is [edge i, edge i + 1).
 *
 *     edge 0, edge `bins`   `first` and `last`, rounded to the type
 *     edge i of f64         first + i * step; product, sum and step = (last - first) / bins are
 *                           rounded
 *     edge i of f32         first + i * (last - first) / bins, computed in 62 bits of the larger of
 *                           |first| and |last|, and rounded to f32 once; 0 if that is denormal
 *     narrow bins           x goes to one of the two bins beside the edge that is nearest to its
 *                           place, (x - first) * (bins / (last - first)), computed in the type.
 *                           Where the place is off by half a bin, these may be neighbours of x's
 *                           bin. The place of f32 is computed from `first` rounded to f32, which
 *                           matters for bins below about 2 ulp of the larger of |first| and |last|
 *     denormals             devices that flush them take a denormal value, `first` or `last` for 0
 *                           at the ends of the range, and in f64 a denormal inner edge too. Inner
 *                           edges of f32 are compared as integers, which flushes nothing
 *
 * With descriptors, count, edges and number have to be in one VkBuffer, as operands are.
 * vkscan_plan_info::tile_size is in vectors of 16 bytes.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan        `op`, `out_type` or `user_operator` that are not 0; another type; a
 *                 vkscan_plan_flag other than COMPILE_NOTHING, DEFER_PIPELINES and COUNT_IN_BUFFER
 *     histogram   a value that the comment on its member does not allow
 *     run         a seed
 *
 * TOO_LARGE: a capacity of more than 2^31 - 2^9 values, or of more bytes than one
 * descriptor's range less minStorageBufferOffsetAlignment.
 */
#ifndef VKSCAN_HISTOGRAM_H
#define VKSCAN_HISTOGRAM_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How values go to bins. */
typedef enum vkscan_binning {
    VKSCAN_BINNING_EVEN = 0,              /**< [first, last) in `bins` equal parts */
    VKSCAN_BINNING_EDGES = 1,             /**< bin i is [edges[i], edges[i + 1]) */
    VKSCAN_BINNING_VALUES = 2,            /**< bin i is the value i; u8 and u16 only */
    VKSCAN_BINNING_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_binning;

/** Types of vkscan_histogram_params::weights. */
typedef enum vkscan_weights {
    VKSCAN_WEIGHTS_NONE = 0, /**< each value counts 1 */
    VKSCAN_WEIGHTS_U32 = 1,  /**< sums of u32, which wrap */
    /** Sums of f32, added in any order; only with VKSCAN_DETERMINISM_FASTEST. */
    VKSCAN_WEIGHTS_F32 = 2,
    VKSCAN_WEIGHTS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_weights;

/** Bits of vkscan_histogram_params::flags. */
typedef enum vkscan_histogram_flag {
    VKSCAN_HISTOGRAM_ACCUMULATE_BIT = 0x1000000, /**< adds to destination and number */
    /** Stores in VKSCAN_PORT_NUMBER, as u32, how many values of counted channels are in no bin. */
    VKSCAN_HISTOGRAM_OUTSIDE_BIT = 0x2000000,
    /** The last bin includes its end, `last` or edges[bins]; not with VKSCAN_BINNING_VALUES. */
    VKSCAN_HISTOGRAM_CLOSED_BIT = 0x4000000,
} vkscan_histogram_flag;

/** Parameters of a histogram. */
typedef struct vkscan_histogram_params {
    uint32_t struct_size;       /**< sizeof(vkscan_histogram_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    vkscan_binning binning;     /**< 0: even */
    uint32_t bins;              /**< 1 to 2^20; with VALUES at most the type's number of values */
    uint32_t flags;             /**< mask of vkscan_histogram_flag */
    vkscan_weights weights;     /**< one for each element in second_source; 0: none */
    /** Start of even bins: finite, and an integer if `type` is one. 0 for other bins. */
    double first;
    double last; /**< end of even bins, likewise: above first; for u32 up to 2^32 */
    /**
     * The bins + 1 edges of `type` that VKSCAN_PORT_EDGES will hold, or NULL. The call reads and
     * checks them: none is a NaN, none is below the one before. NULL for other bins.
     */
    const void *edges;
    uint32_t channels; /**< values of an element, 1 to 4; 0: 1 */
    uint32_t counted;  /**< channels that are counted: the first 1 to `channels`; 0: all */
} vkscan_histogram_params;

#ifdef __cplusplus
}
#endif

#endif
