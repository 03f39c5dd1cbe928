/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Radix sort of keys, and of keys with values. vkscan.h includes this header.
 *
 * A plan of VKSCAN_PRIMITIVE_SORT sorts the first `count` keys of VKSCAN_PORT_SOURCE, of the scalar
 * type vkscan_plan_params::type, into VKSCAN_PORT_DESTINATION. Each key takes along its value,
 * `value_size` opaque bytes, from VKSCAN_PORT_VALUES to VKSCAN_PORT_VALUES_OUT. The
 * result always lies in the destinations. The sort is stable: equal keys stay in order, descending
 * too.
 *
 *     keys    u8, i8, u16, i16, f16, u32, i32, f32, u64, i64, f64; on every device, because keys
 *             are compared as words of 32 bits. Their bits are moved unchanged.
 *     order   integers by value; floats in a total order: -0 below +0, all NaNs equal, whatever
 *             their sign and payload, and above +infinity. Descending order is the reverse, so
 *             NaNs come first.
 *     bits    a sort may go by some bits of the keys: [first_bit, end_bit) of their ordered form,
 *             bit 0 the lowest. A pass takes up to 8 bits: 32 need four, 24 three.
 *     rows    with a `length` the array is ceil(count / length) rows of so many keys, of which the
 *             last may be shorter. Each is sorted by itself, as NumPy's sort and argsort do along
 *             the last axis, but for -0: indices are those within the row. Rows lie one
 *             behind another, without a pitch. For rows whose number
 *             only the device knows the count is in a buffer: rows * length.
 *     segments    with `segments` and an `offset_size` each segment is sorted by itself, whatever
 *             its length: of segments + 1 offsets in VKSCAN_PORT_HEADS, as of VKSCAN_HEADS_OFFSETS
 *             (segments.h), s and s + 1 are where segment s begins and ends. Indices are those in
 *             the array. The elements in front of the first segment are sorted by themselves, too,
 *             and so are those behind the last. `flags` have VKSCAN_SEGMENTS_STARTS_BIT if there
 *             is no closing offset, and VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT if the number of
 *             segments is in VKSCAN_PORT_NUMBER, 0 too, as segments.h tells. By
 *             descriptors HEADS, NUMBER and COUNT are in one VkBuffer: see "operands" at
 *             vkscan_port.
 *
 * The ordered form is an unsigned integer as wide as the key, which orders like it:
 *
 *     unsigned   the key itself
 *     signed     the sign bit flipped
 *     float      the sign bit flipped, in negative keys all bits flipped; in NaNs all bits set
 *
 * Count 0 writes nothing, count 1 copies. A run's cost goes with its count. With the count in a
 * buffer, some of the cost goes with the count given to vkscan_cmd_run:
 *
 *     RADIX      one step of each pass, a scan of 256 words for each tile
 *                (vkscan_plan_info::tile_size) of the array or, with rows, of each row
 *     ONESWEEP   a workgroup for each tile is launched; workgroups without keys end at once
 *
 * ONESWEEP sorts rows in one dispatch, with no keys in scratch: a workgroup takes as many at a time
 * as it has room for. So a row is no longer than what one workgroup sorts, 3072 keys at least. By a
 * workgroup's shared memory and threads, which are no more than
 * vkscan_device_facts::subgroup_size * max_subgroups, it is
 *
 *     48 KiB, 512 threads   11776
 *     32 KiB, 512 threads   7680, with 256 threads 6144
 *     16 KiB, 256 threads   3584
 *
 * RADIX sorts rows of any length, on every device, by the passes of an array. Each row has tiles of
 * its own, and a partial tile costs about as much as a full one: so a row a little longer than a
 * tile costs as much as one of two, and a short one as much as a tile. AUTO takes ONESWEEP for rows
 * that a workgroup sorts, and RADIX for longer ones and on devices without subgroup operations.
 * With a `length` of the capacity or more the array is sorted as if it had no rows.
 *
 * Segments are by SUBGROUP. A workgroup sorts all segments of up to vkscan_plan_info::tile_size
 * keys that begin in a tile of the array, by all digits in one dispatch, in room for two tiles; the
 * keys of longer ones go by the passes of RADIX, which are recorded in any case. Offsets are the
 * device's and are not checked. Unlike those of segments.h they may be in any order: each that is
 * below the count, the closing one too, begins a segment, and no other does anything.
 *
 * Passes go from the source to the destination and back through a second buffer of keys and values,
 * which is
 *
 *     with VKSCAN_SORT_OVERWRITE_SOURCE_BIT             the source
 *     with one pass                                     not needed
 *     ONESWEEP of rows, or of a capacity up to a tile   not needed: workgroups sort in one dispatch
 *     SUBGROUP, a capacity up to a tile                 not needed: the same
 *     else                                              in the scratch
 *
 * Passes by RADIX, with rows or without, by SUBGROUP, and by ONESWEEP over an array of more than
 * one tile, by the bits in [first_bit, end_bit):
 *
 *     bits                8   16   24   32   64   room for keys and values, scratch included
 *     no flag             1    2    3    4    8   of three arrays, with one pass of two
 *     IN_PLACE            2    2    4    4    8   of two, if the destination is the source
 *     OVERWRITE_SOURCE    1    3    3    5    9   of two
 *
 * So in the room of two arrays IN_PLACE costs nothing where the number of passes is even, as for
 * all of 32 or 64 bits, and OVERWRITE_SOURCE where it is odd.
 *
 * Scratch needs no zeroing.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan      `op`, `out_type` or `user_operator` that are not 0; keys that are vectors; more
 *               than 2^31 - 2^17 - 1 keys by ONESWEEP; a vkscan_plan_flag other than
 *               COMPILE_NOTHING, DEFER_PIPELINES and COUNT_IN_BUFFER; segments by another
 *               algorithm than SUBGROUP, and all else by that one
 *     sort      unknown flags; IN_PLACE together with OVERWRITE_SOURCE; a `value_size` other than
 *               0, 4, 8 and 16, or with INDICES other than 0 and 4; `first_bit` >= `end_bit` unless
 *               both are 0; `end_bit` beyond the key's bits; `segments` and a `length`; with
 *               `segments` an `offset_size` other than 4 and 8; without them one that is not 0, or
 *               a flag of segments
 *     buffers   an overlap that IN_PLACE does not allow
 *     run       a seed
 *
 * FEATURE_NOT_PRESENT: ONESWEEP and segments on devices without VKSCAN_CAPABILITY_SUBGROUPS_BIT; by
 * descriptors, values on devices where a compute shader may have fewer than six storage buffers
 * (maxPerStageDescriptorStorageBuffers).
 *
 * TOO_LARGE, as a sort takes no pieces:
 *
 *     rows             by ONESWEEP, a `length` below the capacity and beyond what one workgroup
 *                      sorts; by RADIX, so many tiles that the scratch, of 1 KiB for each, is
 *                      beyond what follows
 *     by descriptors   keys, values or scratch beyond the reach of one descriptor less
 *                      minStorageBufferOffsetAlignment
 *     by addresses     keys, values or scratch beyond 2^33 - 64 bytes
 *     by both          more than some 2^31 keys, whatever their size; more than 2^31 - 17 segments
 *
 * Keys and values in scratch count together: 8 bytes a key for an argsort of 4-byte keys. Segments
 * take 4 bytes more a key, where each one's segment begins, and some 2 KiB a tile.
 */
#ifndef VKSCAN_SORT_H
#define VKSCAN_SORT_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bits of vkscan_sort_params::flags. */
typedef enum vkscan_sort_flag {
    VKSCAN_SORT_DESCENDING_BIT = 0x100000, /**< from the highest key to the lowest */
    /**
     * Values are u32 that the sort makes and writes to VKSCAN_PORT_VALUES_OUT, beside the sorted
     * keys: each key's index in the source, or in its row (argsort). There is no
     * VKSCAN_PORT_VALUES, and value_size is 0 or 4. To sort the elements that a selection kept,
     * pass the selection's indices as values instead, which are places in the selection's source.
     */
    VKSCAN_SORT_INDICES_BIT = 0x200000,
    /**
     * The destination may be the source, at the same offset, and the values' destination their
     * source, independently of each other. Without this flag an overlap of these is an error. Costs
     * one more pass if the number of passes is odd, unless ONESWEEP sorts in one dispatch.
     */
    VKSCAN_SORT_IN_PLACE_BIT = 0x400000,
    /**
     * The sort overwrites the source, and the values' source, and needs no room for keys and values
     * in scratch, except for values that INDICES makes. The contents of both sources are undefined
     * afterwards. Costs one more pass if the number of passes is even: IN_PLACE, which takes as
     * much memory with its room in scratch, then costs none. Not with IN_PLACE.
     */
    VKSCAN_SORT_OVERWRITE_SOURCE_BIT = 0x800000,
} vkscan_sort_flag;

/** The parameters of a sort. All zero: keys alone, ascending, by all of their bits, in one row. */
typedef struct vkscan_sort_params {
    uint32_t struct_size;       /**< sizeof(vkscan_sort_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    uint32_t flags; /**< bits of vkscan_sort_flag; with segments STARTS and NUMBER_IN_BUFFER too */
    uint32_t value_size; /**< bytes of a value: 0 (none), 4, 8 or 16 */
    uint32_t first_bit;  /**< the lowest bit to sort by */
    uint32_t end_bit;    /**< the bit above the highest; 0 with first_bit 0: all bits of the type */
    uint64_t length;     /**< keys of a row; 0: the whole array is one row */
    uint64_t segments;   /**< by offsets; with NUMBER_IN_BUFFER at most; no length; 0: none */
    /** Bytes of an offset, and their alignment: 4 or 8; 0 without segments. */
    uint32_t offset_size;
    uint32_t reserved; /**< 0 */
} vkscan_sort_params;

#ifdef __cplusplus
}
#endif

#endif
