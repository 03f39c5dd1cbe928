/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scans and reductions of segments. vkscan.h includes this header, and documents what all
 * primitives share.
 *
 * Heads divide x[0..count) into segments of consecutive elements. Each is scanned by itself, as
 * VKSCAN_PRIMITIVE_INCLUSIVE_SCAN or EXCLUSIVE_SCAN scan the whole, from the run's seed on:
 *
 *     inclusive   y[i] = seed op x[first] op ... op x[i]       first: where i's segment begins
 *     exclusive   y[i] = seed op x[first] op ... op x[i - 1]
 *     reverse     with VKSCAN_PLAN_REVERSE_BIT each segment from its last element to its first
 *
 * VKSCAN_PRIMITIVE_SEGMENTED_REDUCE writes one value for each segment, in order. Its heads are
 * VKSCAN_HEADS_ROWS: ceil(count / length) values, the last of a row that may be shorter. Count 0
 * writes nothing.
 *
 *     reduce      y[s] = seed op x[first] op ... op x[last]
 *
 * x[0] is a head whatever the heads are. Heads are elements of VKSCAN_PORT_HEADS, one for each of
 * the source, or follow from a length. A tile that has a head passes nothing on from before, so the
 * work is the same for segments of any lengths: one of all elements, or as many as elements.
 *
 * LOOKBACK computes scans, SUBGROUP reductions, and AUTO takes them; both need
 * VKSCAN_CAPABILITY_SUBGROUPS_BIT. LOOKBACK has vkscan_plan_info::scratch_zeroed, and by
 * descriptors six storage buffers. A scan may be in place, as VKSCAN_PRIMITIVE_INCLUSIVE_SCAN.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan       no details; VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT; VKSCAN_DETERMINISM_EVERYWHERE with
 *                results that round; a user operator; of reductions VKSCAN_PLAN_REVERSE_BIT
 *     segments   a value that the comment on its member does not allow
 *
 * TOO_LARGE: a capacity beyond the reach of one dispatch. Runs do not go by pieces.
 */
#ifndef VKSCAN_SEGMENTS_H
#define VKSCAN_SEGMENTS_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What begins a segment. */
typedef enum vkscan_heads {
    VKSCAN_HEADS_NONE = 0, /**< no value: heads were not named */
    /** Each vkscan_segments_params::length-th element: rows of a matrix. The last row may be
     * shorter. The plan has no VKSCAN_PORT_HEADS. */
    VKSCAN_HEADS_ROWS = 1,
    VKSCAN_HEADS_BYTES = 2, /**< an element whose byte is not 0 */
    /** An element whose bit i % 32 of word i / 32 is 1. The offset of the port is a multiple of 4.
     */
    VKSCAN_HEADS_BITS = 3,
    VKSCAN_HEADS_WORDS = 4, /**< an element whose u32 is not 0 */
    /** An element whose key differs from the one before, bit by bit: NaNs of the same bits are
     * equal, and -0 and +0 are not. Keys have vkscan_segments_params::key_size bytes. */
    VKSCAN_HEADS_KEYS = 5,
    VKSCAN_HEADS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_heads;

/** Parameters of scans and reductions of segments. */
typedef struct vkscan_segments_params {
    uint32_t struct_size;       /**< sizeof(vkscan_segments_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    vkscan_heads heads;         /**< not NONE */
    uint32_t key_size;          /**< bytes of a key: 1, 2, 4, 8, 12 or 16; 0 for other heads */
    uint64_t length;            /**< elements of a row, 1 or more; 0 for other heads */
} vkscan_segments_params;

#ifdef __cplusplus
}
#endif

#endif
