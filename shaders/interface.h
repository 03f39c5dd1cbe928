/* SPDX-License-Identifier: MIT */
/* What the C runtime and the shaders must agree on; read by both, so: preprocessor and structs. */
#ifndef INTERFACE_H
#define INTERFACE_H

/* Specialisation constants. */
#define SPEC_WORKGROUP_SIZE 0 /* invocations, a power of two */
#define SPEC_ITEMS 1          /* of one invocation: vectors of a tile, elements of a block */
#define SPEC_SUBGROUP_SIZE 2  /* where the pipeline requires one, else 0 */
#define SPEC_BANKS 3          /* of shared memory */
#define SPEC_OP 4             /* one of OP_... */
#define SPEC_IDENTITY 5       /* the operator's, as bits */
#define SPEC_EXCLUSIVE 6      /* of scans: 0 inclusive, 1 exclusive */
#define SPEC_FLOAT_KEYS 7     /* one of FLOAT_KEYS_...: how i32 kernels read f32 */
#define SPEC_COMMUTATIVE 8    /* 1: so is the operator */
#define SPEC_LOOKS 9          /* for a tile that does not come, before it is made up for */
#define SPEC_STALL 10         /* one of STALL_...: which tiles come late, for the tests */
#define SPEC_BY_INDEX 11      /* 1: each workgroup has one tile, of its own index */
#define SPEC_COUNT 12

/* Floats as integers that order like them, NaNs below or above all others. */
#define FLOAT_KEYS_NONE 0
#define FLOAT_KEYS_NAN_LOWEST 1
#define FLOAT_KEYS_NAN_HIGHEST 2

/* Operators. Those up to OP_XOR have the values of vkscan_op. */
#define OP_ADD 0
#define OP_MUL 1
#define OP_MIN 2
#define OP_MAX 3
#define OP_AND 4
#define OP_OR 5
#define OP_XOR 6
/*
 * Not in the API: composition of the maps t -> a t + b (mod 2^16) packed as a | b << 16, left one
 * first. Associative and not commutative, it shows that a kernel keeps its operands in order.
 */
#define OP_AFFINE 7

/* Bytes of one vector access. */
#define VECTOR_BYTES 16

/* Bytes that caches write as a whole; what is stored from the middle of one costs more. */
#define SECTOR_BYTES 32

/* Descriptor sets of one storage buffer each, binding 0. */
#define SET_INPUT 0
#define SET_OUTPUT 1
#define SET_TOTALS 2 /* tile totals on their way out, tile prefixes on their way back */
#define SET_COUNT 3

/*
 * Index in a shared array with one hole after every `banks` elements, so that strides of powers of
 * two spread over the banks.
 */
#define PAD(i, banks) ((i) + (i) / (banks))

/* The two children that invocation t combines at a stride of a balanced-tree sweep. */
#define SWEEP_LEFT(t, stride) ((2 * (t) + 1) * (stride)-1)
#define SWEEP_RIGHT(t, stride) ((2 * (t) + 2) * (stride)-1)

/* The two elements that it combines on the way back of a Brent-Kung scan. */
#define HAND_ON_FROM(t, stride) ((2 * (t) + 2) * (stride)-1)
#define HAND_ON_TO(t, stride) ((2 * (t) + 3) * (stride)-1)

/* The element k of the segment that invocation t scans in order. */
#define SEGMENT_ITEM(t, items, k) ((t) * (items) + (k))

/*
 * Words that kernels of one dispatch keep in scratch from run to run: see tickets.glsl. What is
 * behind these is in the same place whatever the count, so that no run takes the one for the other.
 */
#define RUN_TICKET 0    /* tiles or blocks handed out so far */
#define RUN_FINISHED 1  /* workgroups that have finished */
#define RUN_RUNS 2      /* runs so far */
#define RUN_FALLBACKS 3 /* tiles that were made up for so far */

/* Of a chained scan: a flag and a prefix for each block. */
#define CHAIN_FLAG(b) (4 + 2 * (b))
#define CHAIN_PREFIX(b) (5 + 2 * (b))
#define CHAIN_WORDS(blocks) (4 + 2 * (blocks))

/*
 * Of a scan that looks back: eight words for each tile, of which a status is the first ones; the
 * others stay empty, as readers are slowed by what is written beside what they read. With 64-bit
 * atomics two are one, of the value below and the flag above; without, the two halves of an
 * aggregate and of a prefix have a word each, with the run's number above.
 */
#define STATUS_TILE(t) (4 + 8 * (t))
#define STATUS_WORDS(tiles) (4 + 8 * (tiles))

/* Of a reduction in one dispatch: the result of each workgroup. */
#define PARTIAL_RESULT(w) (4 + (w))
#define PARTIAL_WORDS(workgroups) (4 + (workgroups))

/* A workgroup takes so many tiles at most, since its loops must be short: see tickets.glsl. */
#define SHARE_MAX 128

/*
 * Tiles go by index only as far as so many looks reach back, each at as many tiles as a subgroup
 * is said to have lanes: who starts first may have to make up for all before, and looks anew each
 * time.
 */
#define INDEX_LOOKS 16

/*
 * SPEC_LOOKS is at most this. Mesa's lavapipe ends all loops of an invocation after 65,535 turns:
 * so many looks twice for each of SHARE_MAX tiles are half of these.
 */
#define LOOKS_MAX 128

/* Which tiles publish nothing until someone else has made up for them, or has had much time to. */
#define STALL_NONE 0
#define STALL_EVERY 1
#define STALL_THIRD 2 /* tiles 0, 3, 6, ... */
#define STALL_FIRST 3
#define STALL_RANDOM 4
#define STALL_LATE 8 /* added: not so much */

#ifdef VULKAN
#define UINT uint
#else
#include <stdint.h>
#define UINT uint32_t
#endif

/* Push constants: one dispatch's share of a run. Counts and offsets are in elements. */
struct push {
    UINT count;        /* elements of the input */
    UINT input_offset; /* from the start of each descriptor's range */
    UINT output_offset;
    UINT totals_offset;
    UINT stride;   /* of steps in device memory */
    UINT prefixed; /* 1: each tile starts from its own prefix in the totals; 0: from the seed */
    UINT seed;     /* bits of one element */
    UINT in_place; /* 1: output is input */
    UINT skipped;  /* elements of the count that are not there, in front: see plan.h */
};

#endif
