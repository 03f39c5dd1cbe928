// SPDX-License-Identifier: MIT
// Operators commute: threads combine what lies side by side in memory.
#ifndef SEGMENT_ORDER_GLSL
#define SEGMENT_ORDER_GLSL

// Returns the partial result of this subgroup's slice of a tile. Each lane combines its own elements
// of all stripes, from the slice's last head on.
partial reduce_slice(uint tile, uint heads, V vectors[STRIPES])
{
    T_VECTOR starts;
    set_items(segment_start(), starts);
    partial total = NOTHING;
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
        const partial own = partial_of(items, stripe_heads(heads, s), starts);
        const uvec4 lanes = subgroupBallot(own.begins);
        const bool begins = lanes != uvec4(0);
        const uint first = begins ? subgroupBallotFindMSB(lanes) : 0;
        const T before = begins ? identity() : total.value;
        total.begins = total.begins || begins;
        total.value = gl_SubgroupInvocationID < first ? before : combine(before, own.value);
    }
    return partial(in_all_lanes(total.value), total.begins);
}

// Returns what a thread combines of the parts of a segment that ends in the tile `last`.
#define PARTS_OF_THREAD(first, last)                                                               \
    join_parts(first + gl_LocalInvocationID.x, last, last, WORKGROUP_SIZE)

#endif
