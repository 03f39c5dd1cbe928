/* SPDX-License-Identifier: MIT */
/*
 * User operators and predicates, as vkscan-operator makes them and as the CPU computes them: those
 * of tests/operators and those that come with the library. Elements are of one to four words,
 * sources of others, and some have a second source.
 */
#ifndef CHECK_OPERATORS_H
#define CHECK_OPERATORS_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#define OPERATOR_WORDS_MAX 4 /* of an element, or of a source's */

enum operator_data {
    OPERATOR_WORDS,
    OPERATOR_PAIRS,        /* often of complements */
    OPERATOR_WHOLE_FLOATS, /* small ones, whose sums are exact */
    OPERATOR_FLOATS,
    OPERATOR_ROTATIONS, /* matrices near the identity */
};

/* An element of each source, and its index. */
struct operator_input {
    const uint32_t *s, *t;
    uint32_t index;
};

struct operator_row {
    const vkscan_operator *user;                                     /* NULL ends the rows */
    void (*map)(const struct operator_input *in, uint32_t *element); /* NULL: none */
    void (*combine)(const uint32_t *left, const uint32_t *right, uint32_t *result);
    uint32_t identity[OPERATOR_WORDS_MAX];
    enum operator_data data;
    double tolerance; /* of floats, relative; 0: the same bits */
};

/* The first one does not commute, each of its elements has an inverse, and it has kernels of the
 * textbook's algorithms and of tiles that stall. */
extern const struct operator_row operator_rows[];

struct predicate_row {
    const vkscan_operator *user; /* NULL ends the rows */
    vkscan_type type;            /* elements of as many words */
    /* Returns 0, 1, or of three ways more. The operands are words at any alignment. */
    uint32_t (*keep)(const void *element, const void *seed, uint64_t index);
    enum operator_data data;
};

/* The first one has no kernels for addresses, and no seed; only the last knows three ways. */
extern const struct predicate_row predicate_rows[];

/* Fills in `count` words of operands. */
void operator_fill(enum operator_data data, uint32_t random, void *to, uint64_t count);

/* Stores the element that the operator makes of its input. */
void operator_element(const struct operator_row *row, const struct operator_input *in,
                      uint32_t *element);

/* Takes each word of an element that was found for expected where it is near enough. */
void operator_accept(const struct operator_row *row, const uint32_t *found, uint32_t *expected);

#endif
