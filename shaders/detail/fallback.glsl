// SPDX-License-Identifier: MIT
// The fallback of tile_protocol.glsl. The kernel defines before, for slices of tiles of any owner,
//
//   T reduce_slice_by_stripes(uint tile)   of this subgroup, from the input
#ifndef FALLBACK_GLSL
#define FALLBACK_GLSL

// Decoupled fallback: publishes the aggregate of a tile whose owner has not.
void fall_back(uint tile, uint epoch)
{
    const tile_state_words before = tile_state_load(tile);
    memoryBarrierBuffer();
    if (is_leader())
        shared_fallbacks++;
    barrier();
    const T total = vks_workgroup_begin_scan(SPARE_SCAN, reduce_slice_by_stripes(tile));
    memoryBarrierBuffer();
    if (is_leader() && tile_state_of(before, epoch).kind == INVALID &&
        insert_aggregate(tile, epoch, before, total))
        atomicAdd(state.words[at(STATE_FALLBACKS)], 1);
}

#endif
