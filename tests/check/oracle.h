/* SPDX-License-Identifier: MIT */
/* What a run gets, and what it has to give, on the CPU. */
#ifndef CHECK_ORACLE_H
#define CHECK_ORACLE_H

#include "buffers.h"

#define ORACLE_SEED 32 /* bytes: two elements */

struct oracle_run {
    uint64_t count; /* of elements, at most the capacity */
    bool has_seed;  /* from the host, or in its buffer */
    _Alignas(16) uint8_t seed[ORACLE_SEED];
};

/* Fills the images of what a run of so many elements reads. False: out of memory. */
bool oracle_fill(struct buffers *b, struct oracle_run *run, uint64_t *state);

/* Writes what is expected into the images; of sums that round, checks what was found. False, and a
 * sentence: out of memory, or wrong. */
bool oracle_expect(struct buffers *b, const struct oracle_run *run, char *text, size_t size);

/* Writes the number of what is kept, or of segments, and the arguments of a command. */
void oracle_expect_number(struct buffers *b, uint32_t group, uint64_t kept, uint32_t divisor);

/* Returns a number of which one in so many flags is set, on the average: of 1 all are, of the
 * largest none. */
uint32_t oracle_draw_rarity(uint64_t *state);

/* Fills flags of 1, 8 or 32 bits: none set, all, or some; of bytes and words 1, or anything else
 * that is not 0. */
void oracle_fill_flags(uint32_t bits, uint64_t count, uint64_t *state, uint8_t *flags);

#endif
