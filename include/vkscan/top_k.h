/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Top-k: the largest or the smallest elements of an array, or of each row of a matrix. vkscan.h
 * includes this header, and documents what all primitives share.
 *
 * A plan of VKSCAN_PRIMITIVE_TOP_K finds the best `k` of the first `count` elements of
 * VKSCAN_PORT_SOURCE, of a scalar type, u8 to f64, on every device; or with a `length` the best k
 * of each row of so many elements, of which there are r = ceil(count / pitch), where the pitch is
 * the length if it is 0: the last row may be shorter. It writes, as `outputs` say,
 *
 *     VKSCAN_PORT_DESTINATION   the elements, with all their bits
 *     VKSCAN_PORT_INDICES       for each its index, a u32, in the array or in its row
 *
 * those of row i from place k * i on: r * k places, or without rows min(k, capacity). A row, or an
 * array, that has only m < k elements has m results, or only as many as NUMBER_IN_BUFFER wants; the
 * other places keep what they hold. With count 0 nothing is written. For rows whose number only the
 * device knows the count is in a buffer: (rows - 1) * pitch + length, or rows * pitch where the
 * source has as much. Ports have room for the capacity's results.
 *
 *     order      from the best on; or with BY_INDEX in the order of the indices
 *     best       is the largest, or with SMALLEST the smallest; of equal elements the one with the
 *                lowest index. Integers go by value, and floats by the total order of sort.h: -0 is
 *                below +0, and all NaNs are equal and above +infinity. So NaNs are the first among
 *                the largest, and the last among the smallest
 *
 * Results have the same bits on every device. The ten largest scores of each row of 4096:
 *
 *     const vkscan_top_k_params top = {.struct_size = sizeof(top),
 *                                      .primitive = VKSCAN_PRIMITIVE_TOP_K,
 *                                      .k = 10,
 *                                      .length = 4096,
 *                                      .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT |
 *                                                 VKSCAN_SELECT_OUTPUT_INDICES_BIT};
 *     const vkscan_plan_params params = {.struct_size = sizeof(params),
 *                                        .primitive = top.primitive,
 *                                        .type = VKSCAN_TYPE_F32,
 *                                        .capacity = rows * 4096,
 *                                        .details = &top};
 *
 * Both algorithms are for every device, and have the same results. By RADIX_SELECT, which AUTO
 * takes if it can, workgroups take rows, or tiles of long rows, of vkscan_plan_info::tile_size
 * elements. Where rows have several tiles, further dispatches take the best of these, whose indices
 * are in scratch. Of rows of 64 * k elements or more too, only groups whose best is among the best
 * k of all groups' are looked at twice. With VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT subgroups,
 * or some of their lanes, take rows of up to 8 elements a lane, and longer ones for k of up to 4 a
 * lane: several times as fast. RADIX_SELECT finds up to half of a tile of each row. Tiles have 4096
 * elements on GPUs, and 2048 or 1024 where that takes more shared memory or threads than a
 * workgroup has: 4096 take 24 KiB, or 47 KiB of 8 bytes; tile_size tells.
 *
 * For larger k AUTO takes RADIX, which sorts a copy of each row, with its indices, and takes the
 * first: any k, in the time of a sort of rows by RADIX. Where ONESWEEP sorts such rows (sort.h), a
 * plan of a sort may be faster. Scratch has two copies of all elements and indices.
 *
 * With a count in a buffer some of the cost goes with the count given to vkscan_cmd_run. Scratch
 * needs no zeroing.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan      no details; `op`, `out_type` or `user_operator` that are not 0; elements that are
 *               vectors; a vkscan_plan_flag other than COMPILE_NOTHING, DEFER_PIPELINES and
 *               COUNT_IN_BUFFER
 *     top-k     a value that the comment on its member does not allow
 *     run       a seed
 *
 * FEATURE_NOT_PRESENT: by descriptors, on devices where a compute shader may have fewer than six
 * storage buffers (maxPerStageDescriptorStorageBuffers).
 *
 * TOO_LARGE: by RADIX_SELECT, named or for rows with a pitch, which RADIX has not, k, or the
 * capacity if that is less, above half of a tile.
 * Elements, results or scratch beyond the reach of one descriptor less
 * minStorageBufferOffsetAlignment, or by addresses beyond 2^33 - 64 bytes; more than some 2^31
 * elements.
 */
#ifndef VKSCAN_TOP_K_H
#define VKSCAN_TOP_K_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** vkscan_top_k_params::flags */
typedef enum vkscan_top_k_flag {
    VKSCAN_TOP_K_SMALLEST_BIT = 0x10000000, /**< the best are the smallest, not the largest */
    VKSCAN_TOP_K_BY_INDEX_BIT = 0x20000000, /**< results are in the order of their indices */
    /** The number wanted, of each row, is the u32 in VKSCAN_PORT_NUMBER, which the device reads in
     * each run: with 0 nothing is written, and more than `k` count as k. By descriptors it is in
     * one VkBuffer with the count. */
    VKSCAN_TOP_K_NUMBER_IN_BUFFER_BIT = 0x40000000,
} vkscan_top_k_flag;

/** Parameters of top-k. */
typedef struct vkscan_top_k_params {
    uint32_t struct_size;       /**< sizeof(vkscan_top_k_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    /** 1 or more; of rows up to `length`. With NUMBER_IN_BUFFER the most that is wanted: results of
     * rows are `k` places apart whatever the number. */
    uint32_t k;
    uint32_t flags;  /**< mask of vkscan_top_k_flag */
    uint64_t length; /**< elements of a row; 0: the whole array, without rows */
    /** Mask of VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT and VKSCAN_SELECT_OUTPUT_INDICES_BIT, one at
     * least; 0: elements. Plans have no port for what they do not write. */
    uint32_t outputs;
    uint32_t reserved; /**< 0 */
    /** Elements from a row's first to the next one's, `length` or more: what lies between is left
     * out, as of padded matrices. 0: rows lie one behind another. */
    uint64_t pitch;
} vkscan_top_k_params;

#ifdef __cplusplus
}
#endif

#endif
