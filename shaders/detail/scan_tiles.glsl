// SPDX-License-Identifier: MIT
// Scans each tile of the input, starting from the tile's prefix in the auxiliary buffer or from the
// seed. The includer has tile_buffers.glsl and an arrangement of tiles.
#ifndef SCAN_TILES_GLSL
#define SCAN_TILES_GLSL

PORT(BINDING_AUXILIARY, 4) readonly buffer Prefixes { T elements[]; } BOUND(Prefixes);
#define prefixes VIEW(Prefixes, auxiliary)

void scan_tiles()
{
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[STRIPES];
        tile_load(tile, dispatch.count, items);
        const T prefix = dispatch.prefixed != 0
                             ? from_memory(prefixes.elements[dispatch.auxiliary_offset + tile])
                             : seed();
        tile_scan(prefix, EXCLUSIVE != 0, items);
        tile_store(tile, dispatch.count, items);
    }
}

#endif
