/* SPDX-License-Identifier: MIT */
/* What host and kernels of sorts agree on. */
#ifndef SORT_DIGITS_H
#define SORT_DIGITS_H

#include "dispatch.h"

/* Constants of sorts. */
#define SPEC_DESCENDING 41    /* 1: a sort from the highest key to the lowest */
#define SPEC_PAYLOAD_WORDS 42 /* 32-bit words of a value that a sort moves: 1, 2 or 4 */
#define SPEC_DIGITS 43        /* passes of a sort, one for each digit */
#define SPEC_LOOKS_BACK 44    /* 1: a scatter looks back for where its keys go */
#define SPEC_IN_PLACE 45      /* 1: values may be stored where they are loaded */
#define SPEC_MASKS 46         /* 1: lanes of a digit may be found by masks in shared memory */
#define SPEC_ARRAY_ROWS 63    /* rows that a workgroup sorts at a time: 1, 2 (more) or segments */
#define SPEC_HAS_ROWS 69      /* 1: the array has rows, each with tiles of its own */
#define SPEC_HAS_SEGMENTS 71  /* 1: the array has segments, of which the long ones have tiles */

/* A sort's digit: of 8 bits at most, one of so many values. */
#define SORT_DIGIT_BITS 8
#define SORT_DIGITS 256

/* push.parameter of a sort: which bits of the keys' ordered form, and whether the pass makes the
 * values, which are then the keys' indices. */
#define DIGIT(first, bits, makes_indices) ((first) | (bits) << 8 | (uint32_t)(makes_indices) << 16)
#define DIGIT_FIRST(digit) ((digit)&0xff)
#define DIGIT_BITS(digit) ((digit) >> 8 & 0xff)
#define DIGIT_MAKES_INDICES(digit) (((digit) >> 16 & 1) != 0)
#define DIGIT_NUMBER(index) ((uint32_t)(index) << 20) /* added by a onesweep: which pass */
#define DIGIT_INDEX(digit) ((digit) >> 20)

/* The length of the rows that a sort in workgroups has, below 2^15; and how many of them a
 * workgroup takes at a time: their number within the workgroup's part is a digit. */
#define DIGIT_LENGTH(length) ((uint32_t)(length) << 17)
#define DIGIT_ROW_LENGTH(digit) ((digit) >> 17)
#define SORT_PART_ROWS(tile_size, length)                                                          \
    ((tile_size) / (length) < SORT_DIGITS ? (tile_size) / (length) : SORT_DIGITS)

/* The number of rows of a workgroup that sorts segments. */
#define ARRAY_SEGMENTS 3

/*
 * What a sort of segments keeps for a run, in words of scratch. The array is cut into blocks as
 * long as a tile. A workgroup sorts the segments that begin in a block and are no longer than it.
 * The keys of longer ones lie in tiles, of which each block has two: one of the long segment that
 * began before the block, and one of the long segment that begins there. Where there is none the
 * tile is empty. Behind the counts of all tiles lies what is known of each tile, and then where the
 * segment of each key begins.
 */
#define SEGMENT_TILES(count, block) (2 * ((count) / (block) + ((count) % (block) != 0 ? 1 : 0)))
#define SEGMENT_TILE_AT(tiles, tile) (SORT_DIGITS * (tiles) + SEGMENT_TILE_WORDS * (tile))
#define SEGMENT_START_AT(tiles, key) (SEGMENT_TILE_AT(tiles, tiles) + (key))

/* Words of a tile: its first key, and the one behind its last; the first tile of its segment, and
 * how many tiles lie from there to the segment's last, the empty ones among them. The segments that
 * a workgroup sorts lie between the block's tiles. */
#define SEGMENT_TILE_WORDS 4
#define TILE_BEGIN 0
#define TILE_END 1
#define TILE_FIRST 2
#define TILE_NUMBER 3

/* Where digit `index` begins in a range of bits: all have as many, or one less. */
#define DIGIT_BEGIN(bits, digits, index) ((bits) * (index) / (digits))

/*
 * What a onesweep keeps for a run, in words of scratch: of each digit the tickets taken, whether
 * all keys have one value, and where the keys with each value begin; then the tile states. What
 * each workgroup of the histogram has counted lies by itself.
 */
#define ONESWEEP_TICKET(digit) (digit)
#define ONESWEEP_WORKGROUPS 15 /* of the histogram */
#define ONESWEEP_UNIFORM(digit) (16 + (digit))
#define ONESWEEP_BINS(digit) (32 + SORT_DIGITS * (digit))
#define ONESWEEP_WORDS(digits, tiles) (ONESWEEP_BINS(digits) + SORT_DIGITS * (tiles))

/* Tile states from here on are aggregates, below prefixes; so a sort has no more keys. */
#define ONESWEEP_AGGREGATES 0x7ffe0000u

/* Workgroups of the histogram, at most: their counts are summed. */
#define ONESWEEP_HISTOGRAMS 256

#endif
