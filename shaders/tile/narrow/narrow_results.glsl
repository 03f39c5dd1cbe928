// SPDX-License-Identifier: MIT
// Results that are narrower than T.
#ifndef TILE_NARROW_NARROW_RESULTS_GLSL
#define TILE_NARROW_NARROW_RESULTS_GLSL

// A statement of classes that store such results by vectors.
#define FOR_NARROW_VECTORS(statement) statement

#include "tile/store_narrow.glsl"

// Returns the words of a narrow vector: one, or two.
uvec2 narrow_words(T_VECTOR items)
{
    const uvec4 bits = to_narrow(items, OUTPUT_FORMAT) & ~0u >> 32 - 32 / OUTPUT_PER_WORD;
    return OUTPUT_PER_WORD == 4 ? uvec2(bits.x | bits.y << 8 | bits.z << 16 | bits.w << 24, 0)
                                : bits.xz | bits.yw << 16;
}

#endif
