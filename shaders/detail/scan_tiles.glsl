// SPDX-License-Identifier: MIT
// Scans each tile of the input, starting from the tile's prefix in the auxiliary buffer or from the
// seed. The includer has tile_buffers.glsl and an arrangement of tiles.
#ifndef SCAN_TILES_GLSL
#define SCAN_TILES_GLSL

PORT(BINDING_AUXILIARY, 4) readonly buffer Prefixes { uint words[]; } BOUND(Prefixes);

#define PREFIX_WORD(word) AT(Prefixes, words, auxiliary, 4, word)

T prefix_of(uint tile)
{
    const uint first = ELEMENT_WORDS == 3 ? dispatch.auxiliary_offset + 3 * tile
                                          : (dispatch.auxiliary_offset + tile) * ELEMENT_WORDS;
    return FROM_WORDS(EACH_WORD(PREFIX_WORD, first, 1));
}

void scan_tiles()
{
    const uint tiles = tile_count(dispatch.count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[STRIPES];
        T_VECTOR results[STRIPES];
        tile_load(tile, dispatch.count, items);
        tile_scan(dispatch.prefixed != 0 ? prefix_of(tile) : seed(), EXCLUSIVE != 0, tile,
                  dispatch.count, items, results);
        tile_store(tile, dispatch.count, results);
    }
}

#endif
