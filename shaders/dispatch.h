/* SPDX-License-Identifier: MIT */
/* What host and all kernels agree on; read by both, so: preprocessor and structs. */
#ifndef DISPATCH_H
#define DISPATCH_H

/* Specialization constants, of ids below 128. A stage is given those that its module has. Those of
 * one primitive are in a header of its room. */
#define SPEC_WORKGROUP_SIZE 0      /* threads, a power of two */
#define SPEC_ITEMS 1               /* per thread: vectors of a tile in registers, else elements */
#define SPEC_SUBGROUP_SIZE 2       /* where the pipeline requires one, else 0 */
#define SPEC_BANKS 3               /* of shared memory, that tiles there are padded for */
#define SPEC_OP 4                  /* a value of ops.def */
#define SPEC_EXCLUSIVE 5           /* of scans: 0 inclusive, 1 exclusive */
#define SPEC_KEYS 6                /* one of KEYS_... */
#define SPEC_COMMUTATIVE 7         /* 1: the operator commutes */
#define SPEC_SPIN_LIMIT 8          /* polls of a missing tile state before the fallback */
#define SPEC_KEEPS_AGGREGATES 9    /* 1: a prefix of several words is not waited for; of scans */
#define SPEC_BY_INDEX 10           /* 1: each workgroup has one tile, of its own index */
#define SPEC_IDENTITY 11           /* the operator's, as computed with: VALUE_WORDS constants */
#define SPEC_INPUT_FORMAT 15       /* one of FORMAT_... */
#define SPEC_OUTPUT_FORMAT 16      /* one of FORMAT_... */
#define SPEC_ARITHMETIC 17         /* one of ARITHMETIC_..., of several words or a difference */
#define SPEC_DESTINATION_FORMAT 19 /* one of FORMAT_...: of the seed too, whatever the output */
#define SPEC_REVERSE 18            /* 1: from the last element to the first */
#define SPEC_ELEMENT_BYTES 34      /* in memory, of elements that kernels take by words */
#define SPEC_KEY_BYTES 37          /* of a key of segments and selections, in memory */
#define SPEC_OPERANDS 20           /* mask of OPERAND_... that the plan's runs may have */
#define SPEC_ROUNDED_HALVES 72     /* 1: packHalf2x16() rounds to the nearest half */
#define SPEC_ARRAYS 73             /* of shared memory, that take turns: 1 or 2 */
#define SPEC_KEY_BITS 40           /* in memory, of keys of sorts, and numbers of others */

/* How elements lie in memory: see element/format.glsl. */
#define FORMAT_T 0      /* as computed with: all scratch */
#define FORMAT_NATIVE 1 /* of the computing type */
#define FORMAT_U8 2
#define FORMAT_I8 3
#define FORMAT_U16 4
#define FORMAT_I16 5
#define FORMAT_F16 6
#define FORMAT_U32 7
#define FORMAT_I32 8
#define FORMAT_F32 9

/* What an element of several words is. */
#define ARITHMETIC_UNSIGNED 0 /* a vector of unsigned integers */
#define ARITHMETIC_FLOAT 1    /* a vector of floats */
#define ARITHMETIC_WIDE 2     /* one integer of two words, the low one first */

/* 32-bit words of the largest element. */
#define VALUE_WORDS 4

/* Elements as keys, unsigned integers that order like them: see element/element.glsl. */
#define KEYS_NONE 0        /* the element itself */
#define KEYS_SIGNED 1      /* of two's complement */
#define KEYS_NAN_LOWEST 2  /* of floats, NaN below all others */
#define KEYS_NAN_HIGHEST 3 /* of floats, NaN above all others */

/* Bytes of one vector access. */
#define VECTOR_BYTES 16

/* Bytes that caches write as a whole: a store that covers one in part costs more. */
#define SECTOR_BYTES 32

/* Bindings of descriptor set 0, a storage buffer each. */
#define BINDING_INPUT 0
#define BINDING_OUTPUT 1
#define BINDING_AUXILIARY 2 /* tile aggregates, then the tiles' prefixes; or persistent state */
#define BINDING_OPERANDS 3  /* all operands that are in a buffer: count, seed, total ... */
#define BINDINGS_WITHOUT_SECOND 4
/* Plans with second ports alone have these, as devices need have no more than four. */
#define BINDING_SECOND_INPUT 4
#define BINDING_SECOND_OUTPUT 5
#define BINDING_COUNT 6

/*
 * Operands: bits of SPEC_OPERANDS for the runs of a plan, and of push.flags for one dispatch. A
 * kernel reads and writes what both have.
 */
#define OPERAND_COUNT 0x1      /* the count is in a buffer */
#define OPERAND_COUNT_64 0x2   /* in two words; of a dispatch only */
#define OPERAND_SEED 0x4       /* the seed is in a buffer */
#define OPERAND_TOTAL 0x8      /* the total goes to a buffer */
#define OPERAND_CARRY_IN 0x10  /* the seed is the total of the piece before */
#define OPERAND_CARRY_OUT 0x20 /* the total is the seed of the next piece */
/* The seed is the identity, of which hosts may know no words; of a dispatch only. */
#define OPERAND_UNSEEDED 0x40
#define OPERAND_OWN 0x80 /* the primitive reads or writes a further one */
#define OPERAND_SEEDS                                                                              \
    0x800 /* the seed in a buffer is one for each segment; of SPEC_OPERANDS only */

/* Further bits of push.flags. */
#define PASS_PREFIXED 0x100   /* tiles start from their auxiliary elements, not from the seed */
#define PASS_IN_PLACE 0x200   /* an output is an input */
#define PASS_HAS_HEAD 0x400   /* the input has the head padding, which levels in scratch have not */
#define PASS_EXCLUSIVE 0x1000 /* the scan is exclusive, if it goes by levels */

/* The element k of the segment that thread t scans in order. */
#define SEGMENT_ITEM(t, items, k) ((t) * (items) + (k))

/*
 * Persistent state: words of scratch that single-pass kernels keep from run to run (see
 * pass/tickets.glsl). The words behind the header have the same place whatever the count, so no
 * run takes one for another. Scratch that is in no need of persistent state has the header too
 * where runs go by pieces.
 */
#define STATE_TICKET 0    /* tickets taken in this run */
#define STATE_FINISHED 1  /* workgroups that have finished in this run */
#define STATE_EPOCH 2     /* completed runs */
#define STATE_FALLBACKS 3 /* fallbacks so far */
#define STATE_SUM 2       /* of single_reduce_sum: finished workgroups, with their sum */
#define STATE_TOTAL 4     /* the run's total: VALUE_WORDS words, as computed with */
#define STATE_CARRY 8     /* the same of the piece before */
#define STATE_KEPT 12     /* elements that a partition keeps; 0 between runs */
#define STATE_WORDS 16    /* the header */

/* Bounds of a reduction by trees: the most results that one workgroup combines, and the most tiles
 * that are left to one workgroup. Groups depend on the count alone, not on the device. */
#define TREE_GROUPS_MAX 2048
#define TREE_TILES_OF_ONE 4

#ifdef VULKAN
#define UINT uint
#define ADDRESS uvec2
#else
#include <stdint.h>
#define UINT uint32_t
#define ADDRESS uint64_t
#endif

/*
 * Push constants: one dispatch of a run. Addresses are multiples of VECTOR_BYTES, and offsets are
 * from there, or from the start of each descriptor's range. A place is an address, or bytes from
 * the range's start.
 *
 * If the count is in a buffer, the input has
 * divide_up(min(count - start, limit) + padding, divisor) elements, where a difference below 0
 * is 0.
 */
struct push {
    ADDRESS input_address, output_address, auxiliary_address;
    ADDRESS second_input_place, second_output_place;
    ADDRESS count_place;
    ADDRESS total_place; /* or of kernels without a total their third and fourth parameter */
    ADDRESS own_place;
    UINT start[2];          /* elements before this piece, 64 bits */
    UINT limit;             /* elements of this piece at most */
    UINT padding;           /* elements of head padding (see plan.h), in passes of any level */
    UINT divisor;           /* elements of the piece for each of the input */
    UINT flags;             /* mask of OPERAND_... and PASS_... */
    UINT count;             /* elements of the input, head padding included; at most */
    UINT input_offset;      /* elements */
    UINT output_offset;     /* elements */
    UINT auxiliary_offset;  /* elements, of persistent state words */
    UINT parameter;         /* the kernel's own: which of many steps, digits or copies it is at */
    UINT state_words;       /* words of persistent state; or without one the kernel's second own */
    UINT seed[VALUE_WORDS]; /* one element, as in memory; with OPERAND_SEED its place, in 2 words */
};

#endif
