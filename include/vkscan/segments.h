/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scans and reductions of segments. vkscan.h includes this header, and documents what all
 * primitives share.
 *
 * Heads divide x[0..count) into segments of consecutive elements. Each is scanned by itself, as
 * VKSCAN_PRIMITIVE_INCLUSIVE_SCAN or EXCLUSIVE_SCAN scan the whole, from the run's seed on, or with
 * VKSCAN_SEGMENTS_SEEDS_BIT from its own:
 *
 *     inclusive   y[i] = seed op x[first] op ... op x[i]       first: where i's segment begins
 *     exclusive   y[i] = seed op x[first] op ... op x[i - 1]
 *     reverse     with VKSCAN_PLAN_REVERSE_BIT each segment from its last element to its first.
 *                 Heads stay where they are, at a segment's first element
 *
 * VKSCAN_PRIMITIVE_SEGMENTED_REDUCE writes one value for each segment, in order:
 *
 *     reduce      y[s] = seed op x[first] op ... op x[last]    the seed, of an empty segment
 *
 * Rows and columns are by VKSCAN_HEADS_ROWS. Element i of segment m * columns + j is
 *
 *     x[m * pitch + i * stride + j]    0 <= i < length, 0 <= j < columns
 *
 *     rows      with stride and columns 1: there are ceil(count / pitch); the last may be shorter
 *     columns   of matrices of `length` lines: `columns` for each matrix that begins before the
 *               count, those without elements among them
 *
 * The pitch is a row's length, or length * stride, unless vkscan_segments_params says another. A
 * scan's results lie as its source does. What lies between is neither read nor written, but
 * counts: the count and the capacity are the elements from the first to the last. That is
 *
 *     (rows - 1) * pitch + length       rows of a padded matrix
 *     (length - 1) * stride + columns   the first `columns` elements of each of `length` lines
 *
 * Segments by flags or keys are as many as the device finds. So a reduction's destination has room
 * for one of each element, and the number of segments, by itself or as the arguments of an indirect
 * dispatch, is an output, as are their keys: vkscan_segments_params::outputs. Sums by key, a GROUP
 * BY of sorted keys:
 *
 *     const vkscan_segments_params by_key = {.struct_size = sizeof(by_key),
 *                                            .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
 *                                            .heads = VKSCAN_HEADS_KEYS,
 *                                            .key_size = sizeof(uint32_t),
 *                                            .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT |
 *                                                       VKSCAN_SELECT_OUTPUT_NUMBER_BIT};
 *     const vkscan_plan_params sums = {.struct_size = sizeof(sums),
 *                                      .primitive = by_key.primitive,
 *                                      .type = VKSCAN_TYPE_F32, // of values and sums
 *                                      .capacity = capacity, .details = &by_key};
 *
 * The values are in SOURCE, the keys in HEADS, the sums go to DESTINATION and the groups' keys
 * (here the ELEMENTS) to VKSCAN_PORT_VALUES_OUT, each with room for the capacity, and their number
 * to NUMBER. By descriptors NUMBER, ARGUMENTS, COUNT and SEED are in one VkBuffer. Only neighbours
 * are compared, so keys need not ascend. Two plans can do what one does: VKSCAN_PRIMITIVE_UNIQUE
 * (select.h), and then reductions by the indices that it writes, which are HEADS_OFFSETS with
 * VKSCAN_SEGMENTS_STARTS_BIT and VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT.
 *
 * x[0] is a head, except in a reduction by offsets. The other heads follow from VKSCAN_PORT_HEADS,
 * a flag or key for each element or a list of offsets, or from a length; bits behind the count are
 * ignored. With count 0, one from a buffer too, nothing is written, except: a reduction by flags or
 * keys writes the number 0 and the arguments 0, 1, 1, and one by offsets the seed for each segment.
 *
 * The work is the same for segments of any lengths: one of all elements, or as many as elements.
 * There is one exception: in a reduction by offsets the segments that begin in one tile are the
 * work of one workgroup, so that very many empty ones in one place are slow. The sums of the rows
 * of a matrix:
 *
 *     const vkscan_segments_params rows = {.struct_size = sizeof(rows),
 *                                          .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
 *                                          .heads = VKSCAN_HEADS_ROWS, .length = width};
 *     const vkscan_plan_params params = {.struct_size = sizeof(params),
 *                                        .primitive = rows.primitive,
 *                                        .type = VKSCAN_TYPE_F32,
 *                                        .capacity = lines * width,
 *                                        .details = &rows};
 *
 * Their arg-mins are reductions by a ready-made operator, of <vkscan/operators/arg_min_f32.h>,
 * which the build generates and installs. It takes the place of the type: .user_operator =
 * &vkscan_arg_min_f32. The destination then has
 * a struct {float value; uint32_t index} for each row, where the index counts all elements of the
 * run: its place in its row is index % pitch, in a column index % pitch / stride. Of equal values
 * the first is found, -0 is below +0, and a NaN before all others; a segment without elements has
 * {INFINITY, UINT32_MAX}. A seed is such a pair, too. Beside it are operators of other types,
 * arg-max, and bounds_f32: the lowest and the highest, {INFINITY, -INFINITY} of no elements.
 * docs/operators.md tells how to write one. A scan of rows and one of their columns, which may be
 * in place, make a summed-area table: docs/embedding.md, "Sums of boxes".
 *
 * AUTO takes the algorithm by the heads:
 *
 *     COLUMNS    columns, and rows with a pitch, on every device. Padded rows are slower than dense
 *                ones, a scan by far: docs/performance.md, "Rows". A scan moves 3 bytes a byte of
 *                source if columns have more lines than a thread takes, 8 * tile_size
 *     LOOKBACK   all other scans, and reductions by flags or keys
 *     SUBGROUP   all other reductions: of rows or by offsets
 *     BLELLOCH   all that COLUMNS has not, but no seeds of segments, without
 *                VKSCAN_CAPABILITY_SUBGROUPS_BIT, which LOOKBACK and SUBGROUP need; a reduction
 *                scans into scratch, which has a result for each element
 *
 * LOOKBACK has vkscan_plan_info::scratch_zeroed; LOOKBACK and BLELLOCH need by descriptors six
 * storage buffers, whatever the heads are. Scratch has besides:
 *
 *     scans by offsets              a bit for each element, which two dispatches more set
 *     reductions by flags or keys   a u32 for each element: the segments' first indices
 *     seeds of segments, in scans   a u32 for each element, which two dispatches set; by flags or
 *     other than by rows            keys another, as one dispatch more finds the segments
 *
 * A scan may be in place, as VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, where the heads are not the source.
 *
 * Bad arguments, besides those of vkscan.h:
 *
 *     plan       no details; VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT; VKSCAN_DETERMINISM_EVERYWHERE with
 *                an operator that rounds, as all of users count; a user operator of two sources;
 *                in reductions VKSCAN_PLAN_REVERSE_BIT; a seed that lies where the destination does
 *     segments   a value that the comment on its member does not allow
 *
 * Offsets are the device's and are not checked. One beyond the count is taken for the count. Where
 * offsets decrease, results are undefined, those of neighbouring segments too, or of a reduction
 * possibly not written; nothing else is written.
 *
 * FEATURE_NOT_PRESENT: seeds of segments that do not go by COLUMNS, without
 * VKSCAN_CAPABILITY_SUBGROUPS_BIT; by descriptors, by LOOKBACK and BLELLOCH, a device where a
 * compute shader may have fewer than six storage buffers (maxPerStageDescriptorStorageBuffers).
 *
 * TOO_LARGE: by offsets more segments than about 2^31 in scans, or 2^31 / w in reductions into
 * elements of w words of 32 bits; more than about 2^31 rows that overlap; an array beyond what one
 * dispatch reaches, as runs do not go by pieces: by descriptors maxStorageBufferRange for each
 * buffer, by addresses about 2^31 elements of 4 bytes, fewer of larger ones or with larger keys. A
 * destination counts as if it had a result for each element, in reductions too.
 * vkscan_query_capacity tells.
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
    /** Each vkscan_segments_params::length-th element: rows of a matrix, or with a stride its
     * columns. The last row may be shorter. The plan has no VKSCAN_PORT_HEADS. */
    VKSCAN_HEADS_ROWS = 1,
    VKSCAN_HEADS_BYTES = 2, /**< an element whose byte is not 0 */
    /** An element whose bit i % 32 of word i / 32 is 1. The offset of the port is a multiple of 4.
     */
    VKSCAN_HEADS_BITS = 3,
    VKSCAN_HEADS_WORDS = 4, /**< an element whose u32 is not 0 */
    /** An element whose key differs from the one before, bit by bit: NaNs of the same bits are
     * equal, and -0 and +0 are not. Keys have vkscan_segments_params::key_size bytes. */
    VKSCAN_HEADS_KEYS = 5,
    /** Segment s has the elements from offset s to before offset s + 1. The u32 or u64 are in
     * VKSCAN_PORT_HEADS, vkscan_segments_params::segments + 1 of them, or `segments` with
     * VKSCAN_SEGMENTS_STARTS_BIT, and do not fall; equal ones make an empty segment. The first need
     * not be 0, nor the last the count: elements in front and behind belong to none. A scan takes
     * those in front for a segment, and those behind for another, which begin with the run's seed.
     * By descriptors HEADS, NUMBER, COUNT and SEED are then in one VkBuffer: see "operands" at
     * vkscan_port. */
    VKSCAN_HEADS_OFFSETS = 6,
    VKSCAN_HEADS_MAX_ENUM = 0x7fffffff, /**< no value: 32 bits for the enumeration */
} vkscan_heads;

/** vkscan_segments_params::flags */
typedef enum vkscan_segments_flag {
    /** There is no closing offset: the last segment ends at the count. Then the indices that
     * VKSCAN_PRIMITIVE_UNIQUE writes are offsets, of segments of equal keys. */
    VKSCAN_SEGMENTS_STARTS_BIT = 0x200,
    /** The number of segments is the u32 in VKSCAN_PORT_NUMBER, such as a selection's, or
     * `segments` if that is less: the offset of this index is the closing one. It may be 0: then a
     * reduction writes nothing, and a scan begins a segment at the closing offset alone. */
    VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT = 0x400,
    /** Each segment has a seed of its own, for all heads; with VKSCAN_PLAN_SEED_IN_BUFFER_BIT.
     * VKSCAN_PORT_SEED then has vkscan_plan_info::seed_size bytes for each, in the order of
     * segments, aligned as the destination: by rows and columns as many as the capacity has, by
     * offsets `segments`, by flags or keys the capacity, of which a run reads those of the segments
     * that there are; but at least one. In a scan by offsets, the elements in front of all segments
     * and behind begin with the identity. */
    VKSCAN_SEGMENTS_SEEDS_BIT = 0x800,
} vkscan_segments_flag;

/** Parameters of scans and reductions of segments. */
typedef struct vkscan_segments_params {
    uint32_t struct_size;       /**< sizeof(vkscan_segments_params) */
    vkscan_primitive primitive; /**< the plan's primitive */
    vkscan_heads heads;         /**< not NONE */
    /** Bytes of a key: 1, 2, 4, 8, 12 or 16. The port is aligned to as many; to 4 for 12. 0 for
     * other heads. */
    uint32_t key_size;
    uint64_t length;      /**< elements of a row, 1 or more; 0 for other heads */
    uint64_t segments;    /**< by offsets, 1 or more; 0 for other heads */
    uint32_t flags;       /**< mask of vkscan_segments_flag; all but SEEDS by offsets alone */
    uint32_t offset_size; /**< bytes of an offset, and their alignment: 4 or 8; 0 for other heads */
    /**
     * What a reduction by flags or keys writes besides its results: a mask of vkscan_select_output;
     * 0: nothing. ELEMENTS, by keys alone: the key of each segment, key_size bytes, to
     * VKSCAN_PORT_VALUES_OUT, not to the DESTINATION. NUMBER: how many segments there are.
     * ARGUMENTS: those of an indirect dispatch over as many. 0 by rows and offsets, and for scans.
     */
    uint32_t outputs;
    uint32_t divisor; /**< for the arguments, without which it is 0 or 1; 0: 1 */
    /**
     * By rows: the distance between neighbours of a row, in elements. 0 and 1: they are next to
     * each other. Else `length` lines of `stride` elements are a matrix, whose columns are
     * segments. So any axis of a C array is reduced: `stride` is the product of the lengths of the
     * axes behind it. The last matrix may lack elements at its end. At most the capacity, unless
     * that is 0; 0 for other heads.
     */
    uint64_t stride;
    /** By rows: the elements from the first of a row, or matrix, to that of the next. 0: `length`,
     * times the stride: they lie one behind another. A pitch above that leaves out what lies
     * between, as of padded images; one below lets rows overlap, in reductions alone. 0 for other
     * heads. */
    uint64_t pitch;
    /** With a stride: the columns of a matrix, which are the first of each line; others are left
     * out. At most `stride`; 0: as many. 0 or 1 without a stride. */
    uint64_t columns;
} vkscan_segments_params;

#ifdef __cplusplus
}
#endif

#endif
