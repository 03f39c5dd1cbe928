/* SPDX-License-Identifier: MIT */
/* What host and the kernel of top-k agree on. */
#ifndef TOP_K_TOP_K_H
#define TOP_K_TOP_K_H

/* Specialization constants. */
#define SPEC_TOP_K 64         /* elements that are kept of a chunk */
#define SPEC_CHUNK_THREADS 65 /* that take a chunk, a power of two */
#define SPEC_TOP_K_LEVEL 66   /* mask of LEVEL_... */
#define SPEC_TOP_K_FLAGS 67   /* mask of TOP_K_... */
#define SPEC_GROUP_SIZE 68    /* elements of a group, which has one delegate */
#define SPEC_LIST_ITEMS 70    /* elements that a lane sorts */

/* The level that reads the source; the level that writes the results; the one that finds delegates;
 * the one that takes all elements of the groups whose delegates were kept; and those that take the
 * first elements of sorted rows. */
#define LEVEL_FIRST 1
#define LEVEL_LAST 2
#define LEVEL_DELEGATES 4
#define LEVEL_GROUPS 8
#define LEVEL_SORTED 16

#define TOP_K_SMALLEST 1 /* of the plan's flags */
#define TOP_K_BY_INDEX 2
#define TOP_K_ELEMENTS 4 /* of its outputs */
#define TOP_K_INDICES 8

/* The digits by which a chunk's elements are selected; and the phases in which their counters, and
 * what tells that a chunk is not done, take turns. */
#define TOP_K_DIGIT_BITS 4
#define TOP_K_DIGITS 16
#define TOP_K_COUNTER_PHASES 3
#define TOP_K_PENDING_PHASES 4

/* Elements of a group that a thread loads before it compares them. */
#define TOP_K_LOADS_AT_ONCE 8

/* Elements of a chunk that a lane has at most, or half as many of two words, and those that it
 * sorts. And how many more than it sorts a lane has of rows that are looked through for candidates.
 */
#define TOP_K_LANE_ITEMS_MAX 32
#define TOP_K_LIST_ITEMS_MAX 8
#define TOP_K_LONG_ROW 3

/* Banks of shared memory that lists are padded for. */
#define TOP_K_BANKS 32

/* Threads of a chunk at least, so that the counters of all chunks of a workgroup are few. */
#define TOP_K_CHUNK_THREADS_MIN 8

#endif
