// SPDX-License-Identifier: MIT
// A user's operator may not commute: stripes are combined one by one, and each thread combines what
// follows each other.
#ifndef SEGMENT_ORDER_GLSL
#define SEGMENT_ORDER_GLSL

// Returns the partial result of this subgroup's slice of a tile.
partial reduce_slice(uint tile, uint heads, V vectors[STRIPES])
{
    T_VECTOR starts;
    set_items(segment_start(), starts);
    partial total = NOTHING;
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
        const partial own = partial_of(items, stripe_heads(heads, s), starts);
        total = join(total, last_of_lanes(subgroup_scan(own)));
    }
    return total;
}

// Returns what a thread combines of the parts of a segment that ends in the tile `last`.
#define PARTS_OF_THREAD(first, last) join_run_of_thread(first, last)

T join_parts(uint first, uint end, uint last, uint stride); // parts.glsl

// Threads follow each other as their lanes and subgroups do.
T join_run_of_thread(uint first, uint last)
{
    const uint parts = (last - first) / WORKGROUP_SIZE + 1;
    const uint begin = first + (gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID) * parts;
    return join_parts(begin, min(begin + parts - 1, last), last, 1);
}

#endif
