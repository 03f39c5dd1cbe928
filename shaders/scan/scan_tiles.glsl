// SPDX-License-Identifier: MIT
// Scans each tile of the input, starting from the tile's prefix in the auxiliary buffer or from the
// seed. The prefix and the aggregate of a single tile are the total. The includer has
// tile/store.glsl and an arrangement of tiles.
//
// Whether a scan is exclusive is a flag of its pass and no constant: levels, which always are, then
// have the pipeline of the source.
#ifndef SCAN_TILES_GLSL
#define SCAN_TILES_GLSL

#include "port/device_barrier.glsl"
#include "port/operands.glsl"
#include "scan/prefixes.glsl"

void store_total_of(T prefix, uint tile, V items[STRIPES])
{
    device_barrier(); // all have loaded the seed; the total may be in its place
    const T aggregate = tile_reduce(tile, run_count(), items);
    if (knows_aggregate())
        store_total(combine(prefix, aggregate));
}

void scan_tiles()
{
    const bool exclusive = (dispatch.flags & PASS_EXCLUSIVE) != 0;
    read_operands();
    uint tiles = tile_count(run_count());
    if (HAS_TOTAL)
        tiles = max(tiles, 1); // no elements: the total is the seed
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[STRIPES];
        T_VECTOR results[STRIPES];
        tile_load(tile, run_count(), items);
        const T prefix = (dispatch.flags & PASS_PREFIXED) != 0 ? prefix_of(tile) : run_seed();
        if (has_operand(OPERAND_TOTAL | OPERAND_CARRY_OUT))
            store_total_of(prefix, tile, items);
        tile_scan(prefix, exclusive, tile, run_count(), items, results);
        tile_store(tile, run_count(), results);
    }
}

#endif
