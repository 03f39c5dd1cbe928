/* SPDX-License-Identifier: MIT */
/*
 * Plans drawn from the product of all that a plan may be: primitive, types, operator, algorithm,
 * access, capacity, flags, digits, bins, ... A case is a number; with a seed it is always the same.
 */
#ifndef CHECK_DRAW_H
#define CHECK_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "operators.h"
#include "plan.h"

/* The factors of a plan. A factor's value is a small number, 0 where the primitive lacks it. */
enum factor {
    FACTOR_PRIMITIVE,
    FACTOR_TYPE,
    FACTOR_OUT_TYPE,
    FACTOR_OP, /* and user operators, and predicates */
    FACTOR_ALGORITHM,
    FACTOR_ACCESS,
    FACTOR_CAPACITY,
    FACTOR_PLAN_FLAGS,
    FACTOR_DETERMINISM,
    FACTOR_IGNORED,
    FACTOR_IN_PLACE,
    FACTOR_CRITERION, /* and of histograms the binning, of segments the heads, of sorts the rows */
    FACTOR_OUTPUTS,   /* and of histograms the weights */
    FACTOR_WAYS,      /* and of histograms the channels, of segments the seeds */
    FACTOR_VALUES,    /* and of histograms the bins, of segments and sorted arrays the length, else
                       * the key's size */
    FACTOR_ORDER,     /* ascending or descending; of histograms the flags, of selections LAST,
                       * of rows the stride */
    FACTOR_DIGITS,
    FACTOR_WORKGROUP, /* and the items of a thread, of a shape; 0: the library's policies */
    FACTOR_ITEMS,
    FACTOR_SPIN_LIMIT,
    FACTOR_WORKGROUPS, /* of all, of persistent algorithms */
    FACTOR_LIMITS,     /* of a dispatch: workgroups, and elements that descriptors reach */
    FACTOR_STALL,
    FACTOR_EPOCH,
    FACTORS,
};

#define FACTOR_VALUES_MAX 64

/* Capabilities that a case may ignore, by the factor's value. */
#define IGNORED_SETS 6
extern const uint32_t ignored_sets[IGNORED_SETS];

/* Where the results of an array are. */
enum draw_place { PLACE_APART, PLACE_IN_SOURCE, PLACE_IN_SECOND_SOURCE };

/* Plans of pieces have descriptors that reach as many elements. */
#define DRAW_PIECE 1024

/* A stall that is none: without a single poll, the tile before is computed by fallback. */
#define DRAW_NO_POLLS 16

/* A plan's parameters, with what they point to: not to be copied. */
struct drawn {
    unsigned factors[FACTORS];
    vkscan_plan_params plan;
    vkscan_select_params select;
    vkscan_sort_params sort;
    vkscan_histogram_params histogram;
    vkscan_segments_params segments;
    vkscan_sorted_params sorted;
    vkscan_top_k_params top_k;
    const struct operator_row *user;       /* operator of a reduction or scan; NULL: none */
    const struct predicate_row *predicate; /* criterion of a selection; NULL: none */
    struct shape shape;                    /* 0 threads: the library's */
    uint32_t spin_limit, multiprocessors;  /* of the context; 0: the library's */
    uint32_t most_workgroups;              /* of a dispatch; 0: the device's */
    bool in_pieces;
    uint32_t stall;   /* STALL_... of stalled.h, or DRAW_NO_POLLS */
    bool last_epochs; /* the epochs of persistent state wrap after two runs */
    enum draw_place place;
    bool chains; /* the total, or a reduction's result, takes the place of the seed */
};

/* What plans depend on of a device. */
struct draw_device {
    bool is_software;
    uint32_t lanes;
};

/* The next number, and one below `below`. */
uint64_t draw_word(uint64_t *state);
uint32_t draw(uint64_t *state, uint64_t below);

/* The state that a case of a seed begins with. */
uint64_t draw_state(uint64_t seed, uint64_t number);

/* Draws a plan, which the device may refuse; capacities up to 2^24 or, of software, 2^16. */
void draw_plan(uint64_t *state, const struct draw_device *device, struct drawn *out);

/* Bytes of an element of the source. */
uint32_t draw_element_size(const struct drawn *drawn);

/* "sort u8 ... by onesweep", in which all that differs from the default is named. */
void draw_describe(const struct drawn *drawn, char *text, size_t size);

/* Pairs of values of two factors that occurred. */
struct pairs {
    unsigned char seen[FACTORS * FACTOR_VALUES_MAX][FACTORS * FACTOR_VALUES_MAX];
};

/* Stores a plan's factors as values below FACTOR_VALUES_MAX. */
void pairs_factors(const struct drawn *drawn, unsigned char factors[FACTORS]);

/* Return how many pairs of these factors are new; pairs_mark() marks them. */
unsigned pairs_new(struct pairs *pairs, const unsigned char factors[FACTORS]);
unsigned pairs_mark(struct pairs *pairs, const unsigned char factors[FACTORS]);

#endif
