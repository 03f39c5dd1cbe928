// SPDX-License-Identifier: MIT
// A sort of keys without values in workgroups: keys of several rows carry where they were.
#ifndef CARRY_PLACES_GLSL
#define CARRY_PLACES_GLSL

const bool CARRIES_WORDS = HAS_SEVERAL_ROWS;

void load_words(uint keys, out uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = slice_place(k);
}

#endif
