/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "element.h"

#include "interface.h"

/* The most bytes of narrow elements that a thread holds: each element takes a register when it is
 * scanned. */
#define NARROW_BYTES 48

bool vks_shape_is_tree(const struct arrangement *arrangement)
{
    return arrangement->shared[0].padded && !arrangement->vectors;
}

uint32_t vks_shape_items(const struct shape *shape, const struct arrangement *arrangement,
                         uint32_t vector_bytes)
{
    const uint32_t most = arrangement->most_items;

    if (arrangement->pairs)
        return 2 * shape->items < most ? 2 * shape->items : most;
    /* Kernels that are not persistent hold elements as T, in which narrow ones are no smaller. */
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

static uint32_t array_size(const struct shape *shape, const struct shared_array *array,
                           uint32_t banks)
{
    const uint32_t items = shape->workgroup_size * shape->items;
    const uint32_t size = items * array->per_item + items / 8 * array->per_8_items +
                          shape->workgroup_size * array->per_thread;

    return array->padded ? VKS_PAD(size - 1, banks) + 1 : size;
}

uint32_t vks_shape_shared_memory(const struct shape *shape, const struct arrangement *arrangement,
                                 uint32_t banks, uint32_t element_size)
{
    const uint32_t first = array_size(shape, &arrangement->shared[0], banks),
                   second = array_size(shape, &arrangement->shared[1], banks);
    const uint32_t elements = (first > second ? first : second) +
                              shape->workgroup_size * arrangement->shared_per_thread +
                              arrangement->shared_per_workgroup;

    return elements * (arrangement->shares_words ? (uint32_t)sizeof(uint32_t) : element_size);
}

static uint32_t largest_workgroup(const struct caps *caps, const struct arrangement *arrangement)
{
    uint32_t limit = caps->max_workgroup_size;

    if (arrangement->conflict_free) {
        /* Longer strides than SHAPE_BANKS fold onto the same banks again: padding stops helping. */
        const uint32_t largest = SHAPE_BANKS * SHAPE_BANKS / 2;
        return limit < largest ? limit : largest;
    }
    if (arrangement->subgroups &&
        caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT) {
        const uint32_t full = caps->subgroup_size * caps->max_subgroups;
        return limit < full ? limit : full;
    }
    return limit;
}

/* Tells whether the device's limits allow a shape. */
static bool shape_fits(const struct caps *caps, const struct shape *shape,
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

    while (!shape_fits(caps, &cut, arrangement, element_size))
        cut.workgroup_size /= 2;
    return cut;
}

uint32_t vks_shape_subgroup_size(const struct caps *caps, const struct shape *shape)
{
    const bool can = caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT &&
                     shape->workgroup_size % caps->subgroup_size == 0 &&
                     shape->workgroup_size / caps->subgroup_size <= caps->max_subgroups;

    return can ? caps->subgroup_size : 0;
}
