/* SPDX-License-Identifier: MIT */
/* What host and the kernels of segments agree on. */
#ifndef SEGMENTS_H
#define SEGMENTS_H

/* Specialization constants. */
#define SPEC_HEADS 33 /* one of HEADS_... */
#define SPEC_JOINS 38 /* 1: combines the parts of segments that cross tiles */

/* What begins a segment, as vkscan_heads. */
#define HEADS_ROWS 1
#define HEADS_BYTES 2
#define HEADS_BITS 3
#define HEADS_WORDS 4
#define HEADS_KEYS 5

/* Ends of tiles within a segment, of which one thread combines the parts: of longer segments a
 * workgroup. */
#define SEGMENT_TILES_OF_THREAD 64

/* Parts that a thread loads before it combines them. */
#define PARTS_AT_ONCE 8

/* Vectors of a thread at most: their heads are one word. */
#define SEGMENT_VECTORS_MAX 8

#endif
