/* SPDX-License-Identifier: MIT */
/* Predicates as kernels and as the CPU have them. */
#ifndef PREDICATES_H
#define PREDICATES_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

struct predicate {
    const vkscan_operator *user;
    vkscan_type type; /* whose elements have as many words */
    /* Over words, at any alignment. */
    bool (*keep)(const void *element, const void *seed, uint64_t index);
};

/* Of elements of 4 to 16 bytes, in order; and one without kernels for addresses. */
#define PREDICATES 5
extern const struct predicate predicates[PREDICATES];

/* Elements or seeds that are kept, and others: words; of floats small whole numbers. */
void predicate_fill(const struct predicate *predicate, uint64_t random, void *words,
                    uint64_t count);

/* A seed in each of two turns. */
void predicate_seed(const struct predicate *predicate, uint64_t turn, uint32_t seed[4]);

#endif
