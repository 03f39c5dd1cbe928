/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "element.h"

#include "detail/interface.h"

/* Of narrow elements that a thread holds at most: each takes a register when it is scanned. */
#define NARROW_BYTES 48

#define COUNT_WORDS 16 /* further ones of kernels with counts, at most */

uint32_t vks_shape_items(const struct shape *shape, const struct arrangement *arrangement,
                         uint32_t vector_bytes)
{
    const uint32_t most = arrangement->most_items;

    if (arrangement->places)
        return 2 * (shape->items < SHAPE_MOST_PLACES / 2 ? shape->items : SHAPE_MOST_PLACES / 2);
    /* Others than persistent kernels hold all elements as T, so narrow ones are no smaller. */
    if (!arrangement->vectors || (vector_bytes < VECTOR_BYTES && !arrangement->persistent))
        return shape->items;
    const uint32_t bytes = shape->items * VECTOR_BYTES;
    const uint32_t held =
        vector_bytes < VECTOR_BYTES && bytes > NARROW_BYTES ? NARROW_BYTES : bytes;
    const uint32_t items = held / vector_bytes;
    return items < 1 ? 1 : items > most ? most : items;
}

uint32_t vks_shape_tile_size(const struct shape *shape, const struct arrangement *arrangement,
                             uint32_t element_size)
{
    const uint32_t vector = vks_element_vector(element_size / sizeof(uint32_t));
    const uint32_t items = vks_shape_items(shape, arrangement, vector * element_size);

    return shape->workgroup_size * items * (arrangement->vectors ? vector : 1);
}

uint32_t vks_shape_shared_memory(const struct shape *shape, const struct arrangement *arrangement,
                                 uint32_t banks, uint32_t element_size)
{
    const uint32_t last = shape->workgroup_size * shape->items - 1;

    if (arrangement->places) {
        const uint32_t places = last + 1 + (last + 1) / 8;
        const uint32_t sums = VKS_PAD(shape->workgroup_size * SHAPE_COUNTS_ITEMS - 1, banks) + 1;
        return (places > sums ? places : sums) * sizeof(uint32_t);
    }
    if (arrangement->counts) /* of three scans, of as many subgroups as threads at worst */
        return (3 * shape->workgroup_size + COUNT_WORDS) * sizeof(uint32_t);
    const uint32_t counts = shape->workgroup_size / 32 * SORT_DIGITS;
    const uint32_t ranked = last + 1 > counts ? last + 1 : counts;
    const uint32_t tile = arrangement->padded  ? VKS_PAD(last, banks) + 1
                          : arrangement->ranks ? ranked
                                               : 0;

    return (tile + arrangement->shared_copies * shape->workgroup_size + arrangement->shared_words) *
           element_size;
}

static uint32_t largest_workgroup(const struct caps *caps, const struct arrangement *arrangement)
{
    uint32_t limit = caps->max_workgroup_size;

    if (arrangement->conflict_free) {
        /* Longer strides than SHAPE_BANKS fold onto the same banks again: padding stops helping. */
        const uint32_t largest = SHAPE_BANKS * SHAPE_BANKS / 2;
        return limit < largest ? limit : largest;
    }
    if (arrangement->subgroups && caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL) {
        const uint32_t full = caps->subgroup_size * caps->max_subgroups;
        return limit < full ? limit : full;
    }
    return limit;
}

bool vks_shape_fits(const struct caps *caps, const struct shape *shape,
                    const struct arrangement *arrangement, uint32_t element_size)
{
    return shape->workgroup_size <= largest_workgroup(caps, arrangement) &&
           vks_shape_shared_memory(shape, arrangement, SHAPE_BANKS, element_size) <=
               caps->shared_memory;
}

struct shape vks_shape_cut(const struct caps *caps, const struct shape *shape,
                           const struct arrangement *arrangement, uint32_t element_size)
{
    struct shape cut = *shape;

    while (!vks_shape_fits(caps, &cut, arrangement, element_size))
        cut.workgroup_size /= 2;
    return cut;
}

uint32_t vks_shape_subgroup_size(const struct caps *caps, const struct shape *shape)
{
    const bool can = caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL &&
                     shape->workgroup_size % caps->subgroup_size == 0 &&
                     shape->workgroup_size / caps->subgroup_size <= caps->max_subgroups;

    return can ? caps->subgroup_size : 0;
}
