/* SPDX-License-Identifier: MIT */
/* What host and the kernels of segments agree on. */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include "dispatch.h"

/* Specialization constants. */
#define SPEC_HEADS 33        /* one of HEADS_... */
#define SPEC_SEGMENT_STEP 38 /* one of STEP_... */
#define SPEC_OFFSET_BYTES 29 /* 4 or 8 */

/* What begins a segment, as vkscan_heads. */
#define HEADS_ROWS 1
#define HEADS_BYTES 2
#define HEADS_BITS 3
#define HEADS_WORDS 4
#define HEADS_KEYS 5
#define HEADS_OFFSETS 6
#define HEADS_STARTS 7 /* offsets without a closing one: the last segment ends at the count */
#define HEADS_FOUND 8  /* starts in scratch, which a selection has stored: STATE_TOTAL of them */

/* Steps of a reduction. */
#define STEP_TILES 0  /* reduces tiles */
#define STEP_JOINS 1  /* combines the parts of segments that cross tiles */
#define STEP_SEARCH 2 /* finds the segments of tiles by offsets */

/* Steps of a scan by offsets before it, which has number 0. */
#define STEP_CLEAR 1        /* clears the bits of heads, or with seeds the words */
#define STEP_MARK 2         /* sets those of offsets */
#define STEP_NAME_REVERSE 3 /* sets the words for a scan in reverse */

/* Steps of a sort by offsets before it. */
#define STEP_CLEAR_WORDS 4  /* clears a word for each element */
#define STEP_STORE_STARTS 5 /* stores that of each offset in the word before its element */
#define STEP_FIND_TILES 6   /* finds the tiles of long segments */

/* The word before an element that is behind all segments. */
#define CLOSING 0xffffffffu

/* Steps without subgroups: those of a scan as enum reduce_then_scan_stage, and the last one of a
 * reduction. */
#define STEP_REDUCE_SOURCE 0
#define STEP_SCAN_LEVEL 1
#define STEP_SCAN_SOURCE 2
#define STEP_REDUCE_LEVEL 3
#define STEP_GATHER 4

/* Offsets that a thread loads before it sets their bits, and bits that one clears at a time. */
#define OFFSETS_AT_ONCE 4
#define BITS_OF_VECTOR 128

/* Parts of a range that a step of a search goes on in one of. */
#define SEARCH_WAYS 8

/* Ends of tiles within a segment, of which one thread combines the parts: of longer segments a
 * workgroup. */
#define SEGMENT_TILES_OF_THREAD 64

/* Parts that a thread loads before it combines them. */
#define PARTS_AT_ONCE 8

/* Lines of a column that a thread loads before it combines them. */
#define LINES_AT_ONCE 8

/* Vectors of a thread at most: their heads are one word. */
#define SEGMENT_VECTORS_MAX 8

#endif
