// SPDX-License-Identifier: MIT
// States of 64-bit words: each word of an element is the lower half of one, with epoch and kind
// above. A state is valid if all its words are of this epoch and of one kind.
#ifndef STATE_64_WORDS_GLSL
#define STATE_64_WORDS_GLSL

#include "pass/tile_kind.glsl"

#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

ALIASED PORT(BINDING_AUXILIARY, 8) coherent buffer TileStates {
    uint64_t words[];
} BOUND(TileStates);
#define tile_states VIEW(TileStates, auxiliary)

const uint LAST_EPOCH = 0x3fffffff;

uint tile_state_at(uint tile)
{
    return at(TILE_STATE(tile, ELEMENT_WORDS)) / 2;
}

uint64_t tile_state_pack(uint epoch, uint kind, uint word)
{
    return packUint2x32(uvec2(word, epoch << 2 | kind));
}

struct tile_state_words {
    uint64_t words[ELEMENT_WORDS];
};

tile_state_words tile_state_load(uint tile)
{
    tile_state_words loaded;
    FOR_EACH_WORD(k)
        loaded.words[k] = atomicLoad(tile_states.words[tile_state_at(tile) + k], RELAXED);
    return loaded;
}

tile_state tile_state_of(tile_state_words loaded, uint epoch)
{
    W words;
    const uint above = unpackUint2x32(loaded.words[0]).y;
    bool is_valid = above >> 2 == epoch;
    FOR_EACH_WORD(k) {
        const uvec2 halves = unpackUint2x32(loaded.words[k]);
        WORD(words, k) = halves.x;
        is_valid = is_valid && halves.y == above;
    }
    return tile_state(is_valid ? above & 3u : INVALID, FROM_WORDS(words));
}

#endif
