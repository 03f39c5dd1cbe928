// SPDX-License-Identifier: MIT
// A fallback's store of a word, where words of this epoch stay.
#ifndef INSERT_WORD_GLSL
#define INSERT_WORD_GLSL

// Replaces a word that is still `before`, unless that is valid; returns whether it was replaced.
bool insert_word(uint word, uint64_t before, uint64_t after)
{
    return unpackUint2x32(before).y >> 2 != unpackUint2x32(after).y >> 2 &&
           atomicCompSwap(tile_states.words[word], before, after) == before;
}

#endif
