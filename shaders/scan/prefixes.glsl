// SPDX-License-Identifier: MIT
// The prefixes of tiles, in the auxiliary buffer.
#ifndef PREFIXES_GLSL
#define PREFIXES_GLSL

#include "port/port.glsl"

PORT(BINDING_AUXILIARY, 4) readonly buffer Prefixes { uint words[]; } BOUND(Prefixes);

#define PREFIX_WORD(word) AT(Prefixes, words, auxiliary, 4, word)

T prefix_of(uint tile)
{
    const uint first = ELEMENT_WORDS == 3 ? dispatch.auxiliary_offset + 3 * tile
                                          : (dispatch.auxiliary_offset + tile) * ELEMENT_WORDS;
    return FROM_WORDS(EACH_WORD(PREFIX_WORD, first, 1));
}

#endif
