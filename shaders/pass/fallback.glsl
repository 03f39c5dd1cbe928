// SPDX-License-Identifier: MIT
// The fallback of tile_protocol.glsl, beside the tile in hand. The includer has defined
//
//   T reduce_slice_by_stripes(uint tile)
//
// which returns the aggregate of this subgroup's slice of any owner's tile, from the input.
#ifndef FALLBACK_GLSL
#define FALLBACK_GLSL

// Publishes the aggregate of a missing predecessor for its owner. The whole workgroup calls this.
void fall_back(uint tile, uint epoch)
{
    const T total = vks_workgroup_begin_scan(SPARE_SCAN, reduce_slice_by_stripes(tile));
    device_barrier(); // the tile's elements are loaded before its state is
    if (is_leader())
        publish_for_owner(tile, epoch, total);
    barrier(); // subgroup 0 reads shared_fallbacks next
}

#endif
