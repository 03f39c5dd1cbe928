/* SPDX-License-Identifier: MIT */
/*
 * What tests visit of the catalogue: each algorithm that the device can run, with and without the
 * capabilities that its kernels make use of. What tests know of shapes is here, too.
 */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "harness.h"

struct variant {
    const struct algorithm *algorithm;
    uint32_t ignored_capabilities;
    bool has_twin; /* the same algorithm with other capabilities is among the variants */
};

#define VARIANTS_MAX 64

/* All that reduce or scan; returns how many. */
size_t variant_list(const struct harness *h, struct variant variants[VARIANTS_MAX]);

bool variant_computes(const struct variant *variant, vkscan_primitive primitive);

/* A type of elements, and the one that they are computed in. */
struct conversion {
    vkscan_type from, to;
};

#define CONVERSIONS_MAX 64

/* Each type into itself, in the types' order, and then those into others; returns how many. */
size_t variant_conversions(struct conversion conversions[CONVERSIONS_MAX]);

/* Whether the device can run it with the types and the operator, which may be unknown. */
bool variant_has(const struct harness *h, const struct variant *variant, struct conversion types,
                 const struct op *op);

/* Whether it can do the primitive in reverse. */
bool variant_reverses(const struct variant *variant, vkscan_primitive primitive);

/* One primitive that it computes: of scans the exclusive one where `other` is odd. */
vkscan_primitive variant_primitive(const struct variant *variant, size_t other);

/*
 * Whether the variant with this index is to be tried with a value where twins, and with more than
 * two turns the twins of other algorithms, take turns. True of all that have no twin.
 */
bool variant_has_turn(const struct harness *h, const struct variant *variant, size_t index,
                      size_t value, size_t turns);

/* Textbook algorithms are those that AUTO takes on no device. */
bool variant_is_textbook(const struct variant *variant);

/* A few numbers of items that a thread can have, the fewest first; returns how many. */
#define VARIANT_ITEMS 4
size_t variant_items(const struct variant *variant, uint32_t items[VARIANT_ITEMS]);

/* Some number of items that a thread can have, chosen by the word. */
uint32_t variant_draw_items(const struct variant *variant, uint32_t word);

/* For tests that are not about shapes: 64 threads with the fewest items, which compile fastest. */
struct shape variant_small_shape(const struct variant *variant);

/* The same with two stripes a tile where tiles have stripes, for tests of what lies between them.
 */
struct shape variant_stripes_shape(const struct variant *variant);

/* Whether the device has room for a workgroup of this shape, with these types. */
bool variant_fits(const struct harness *h, const struct variant *variant, struct shape shape,
                  struct conversion types);

/* The shape, or as large a one as the device has room for. */
struct shape variant_cut(const struct harness *h, const struct variant *variant,
                         struct shape shape);

/* The shape of the algorithm's policy with this index, those for other devices included; false past
 * the last. */
bool variant_table_shape(const struct variant *variant, size_t index, struct shape *shape);

/* Elements of a tile of 32-bit elements. */
uint32_t variant_tile_size(const struct variant *variant, struct shape shape);

/* Whether a fixed number of workgroups takes all tiles. */
bool variant_is_persistent(const struct variant *variant);

/* Lookback and lookahead, whose kernels take the longest to compile. */
bool variant_scans_in_one_pass(const struct variant *variant);

/* The count, or of an algorithm of n^2 steps an eighth of it: on software drivers it takes seconds
 * for what others do in a moment. */
uint64_t variant_count(const struct variant *variant, uint64_t count);

/* Whether its kernels load vectors, and so have head padding. */
bool variant_has_vectors(const struct variant *variant);

/* A plan of the pool on the harness's context, with the params' operator or, unless NULL, op. */
vkscan_plan *variant_plan(struct harness *h, const struct variant *variant,
                          vkscan_plan_params params, const struct op *op,
                          const struct shape *shape);

#endif
