/* SPDX-License-Identifier: MIT */
/*
 * The variants of algorithms that tests visit: each algorithm of the catalogue that the device can
 * run, with and without the capabilities that its kernels use. Shapes for tests are here, too.
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

/* Lists the variants of all algorithms that reduce or scan. Returns their number. */
size_t variant_list(const struct harness *h, struct variant variants[VARIANTS_MAX]);

bool variant_computes(const struct variant *variant, vkscan_primitive primitive);

/* A type of elements, and the type that they are computed in. */
struct conversion {
    vkscan_type from, to;
};

/* Tells whether the device can run the variant with the types and the operator. False if one is
 * unknown. */
bool variant_has(const struct harness *h, const struct variant *variant, struct conversion types,
                 const struct op *op);

/* Returns a primitive that the variant computes: of scans the exclusive one if `other` is odd. */
vkscan_primitive variant_primitive(const struct variant *variant, size_t other);

/*
 * Tells whether the variant with this index is to be tried with a value. Twins take turns, and with
 * more than two turns so do the twins of other algorithms. Variants without a twin are always
 * tried.
 */
bool variant_has_turn(const struct harness *h, const struct variant *variant, size_t index,
                      size_t value, size_t turns);

/* Tells whether the algorithm is one of the textbook: AUTO takes it on no device. */
bool variant_is_textbook(const struct variant *variant);

/* Lists a few numbers of items that a thread can have, the fewest first. Returns their number. */
#define VARIANT_ITEMS 4
size_t variant_items(const struct variant *variant, uint32_t items[VARIANT_ITEMS]);

/* Returns a shape for tests that are not about shapes: 64 threads with the fewest items, which
 * compile fastest. */
struct shape variant_small_shape(const struct variant *variant);

/* Returns the same shape, with two stripes a tile if tiles have stripes: for tests of what lies
 * between stripes. */
struct shape variant_stripes_shape(const struct variant *variant);

/* Returns the shape, or the largest one that the device has room for. */
struct shape variant_cut(const struct harness *h, const struct variant *variant,
                         struct shape shape);

/* Finds the shape of the algorithm's policy with this index, which may be for other devices.
 * Returns false past the last. */
bool variant_table_shape(const struct variant *variant, size_t index, struct shape *shape);

/* Returns the elements of a tile, for elements of 32 bits. */
uint32_t variant_tile_size(const struct variant *variant, struct shape shape);

/* Tells whether a fixed number of workgroups takes all tiles. */
bool variant_is_persistent(const struct variant *variant);

/* Returns the count, or an eighth of it for an algorithm of n^2 steps, which on software drivers
 * takes seconds for what others do in a moment. */
uint64_t variant_count(const struct variant *variant, uint64_t count);

/* Tells whether the kernels load vectors, and so have head padding. */
bool variant_has_vectors(const struct variant *variant);

/* Returns the pool's plan on the harness's context, with `op`, or the operator of the params if
 * that is NULL. */
vkscan_plan *variant_plan(struct harness *h, const struct variant *variant,
                          vkscan_plan_params params, const struct op *op,
                          const struct shape *shape);

#endif
