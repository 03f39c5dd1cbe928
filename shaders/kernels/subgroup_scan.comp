// SPDX-License-Identifier: MIT
// Scans each tile of the input, starting from the tile's prefix in the auxiliary buffer or from the
// seed. Where there is a single tile, its prefix and its aggregate are the total.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "detail/tile_buffers.glsl"
#include "detail/operands.glsl"

PORT(BINDING_AUXILIARY, 4) readonly buffer Prefixes { T elements[]; } BOUND(Prefixes);
#define prefixes VIEW(Prefixes, auxiliary)

void store_total_of(T prefix, V items[STRIPES])
{
    const T aggregate = tile_reduce(items);
    if (gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0)
        store_total(combine(prefix, aggregate));
}

void main()
{
    read_operands();
    uint tiles = tile_count(run_count());
    if (HAS_TOTAL)
        tiles = max(tiles, 1); // no elements: the total is the seed
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[STRIPES];
        tile_load(tile, run_count(), items);
        const T prefix = dispatch.prefixed != 0
                             ? from_memory(prefixes.elements[dispatch.auxiliary_offset + tile])
                             : run_seed();
        if (has_operand(OPERAND_TOTAL | OPERAND_CARRY_OUT))
            store_total_of(prefix, items);
        tile_scan(prefix, EXCLUSIVE != 0, items);
        tile_store(tile, run_count(), items);
    }
}
