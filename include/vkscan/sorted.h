/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Searches in sorted arrays, and merges of two. vkscan.h includes this header, and documents what
 * all primitives share.
 *
 * VKSCAN_PRIMITIVE_LOWER_BOUND and UPPER_BOUND find where each of the queries x[0..count), in
 * VKSCAN_PORT_SOURCE, belongs in a sorted array s[0..length), in VKSCAN_PORT_SECOND_SOURCE. For
 * each they write a u32 to VKSCAN_PORT_DESTINATION, from 0 to length:
 *
 *     lower bound   y[i] = the number of keys of s that are below x[i]
 *     upper bound   y[i] = the number of keys of s that are not above x[i]
 *
 * So y[i] is the first, or the last, place at which x[i] can be inserted so that s stays sorted;
 * and equal keys are s[lower .. upper). Keys and queries have the scalar type
 * vkscan_plan_params::type, and the types and order of sort.h: of floats -0 is below +0, and all
 * NaNs are equal and above +infinity. Queries are in any order, but searches of sorted ones are
 * faster, as neighbours read the same keys. In an array that does not ascend in that order a bound
 * is any number from 0 to length.
 *
 * Ranges of equal keys are neighbouring lower bounds. Let s be the sorted cells of particles, or
 * tiles of splats, and x the numbers 0 to `cells`, which are written once: then cell c has the
 * particles [y[c], y[c + 1]), or none. x is in SOURCE, s in SECOND_SOURCE, and y goes to
 * DESTINATION. Where s has u64 of tile << 32 | depth, x are the keys tile << 32.
 *
 *     const vkscan_sorted_params sorted = {.struct_size = sizeof(sorted),
 *                                          .primitive = VKSCAN_PRIMITIVE_LOWER_BOUND,
 *                                          .length = particles};
 *     const vkscan_plan_params params = {.struct_size = sizeof(params),
 *                                        .primitive = sorted.primitive,
 *                                        .type = VKSCAN_TYPE_U32,
 *                                        .capacity = cells + 1,
 *                                        .details = &sorted};
 *
 * VKSCAN_PRIMITIVE_MERGE merges two sorted arrays, x[0..count) and s[0..length), into count +
 * length keys at VKSCAN_PORT_DESTINATION. It is stable: keys of each array stay in order, and those
 * of x are in front of equal ones of s. Each key takes along its value, of `value_size` opaque
 * bytes, unless that is 0:
 *
 *     array     keys in          count             their values in
 *     x         SOURCE           count             FIRST_VALUES
 *     s         SECOND_SOURCE    length            SECOND_VALUES
 *     merged    DESTINATION      count + length    VALUES_OUT, which is SECOND_DESTINATION
 *
 * Keys are moved with all bits. Arrays that do not ascend give keys of these arrays in some order,
 * each any number of times.
 *
 * Bounds are by BINARY_SEARCH: log2(length) steps for each query, several queries in a thread. A
 * merge is by MERGE_PATH. Both run on every device. With count 0 bounds write nothing, and a merge
 * copies s. Scratch needs no zeroing.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan      no details; `op`, `out_type` or `user_operator` that are not 0; keys that are
 *               vectors; a vkscan_plan_flag other than COMPILE_NOTHING, DEFER_PIPELINES and
 *               COUNT_IN_BUFFER
 *     sorted    a value that the comment on its member does not allow
 *     run       a seed
 *
 * FEATURE_NOT_PRESENT: by descriptors, on devices where a compute shader may have fewer than six
 * storage buffers (maxPerStageDescriptorStorageBuffers).
 *
 * TOO_LARGE: queries, bounds, a sorted array or its values beyond the reach of one descriptor less
 * minStorageBufferOffsetAlignment, or by addresses beyond 2^33 - 64 bytes; queries, or keys of a
 * merge's first array, beyond some 2^31; more than 2^32 - 2^16 merged keys.
 */
#ifndef VKSCAN_SORTED_H
#define VKSCAN_SORTED_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Parameters of searches in sorted arrays, and of merges. */
typedef struct vkscan_sorted_params {
    uint32_t struct_size;       /**< sizeof(vkscan_sorted_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    /** Keys of the sorted array in VKSCAN_PORT_SECOND_SOURCE, 0 to 2^32 - 2^16. A count in a buffer
     * is that of x: where the device alone knows how many keys there are, fill the array up with
     * the highest key, or of a merge make it x. */
    uint64_t length;
    uint32_t value_size; /**< of merges, bytes of a value: 0 (none), 4, 8 or 16 */
    uint32_t reserved;   /**< 0 */
} vkscan_sorted_params;

#ifdef __cplusplus
}
#endif

#endif
