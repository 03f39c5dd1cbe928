// SPDX-License-Identifier: MIT
// Stores of results that are narrower than T.
#ifndef TILE_STORE_NARROW_GLSL
#define TILE_STORE_NARROW_GLSL

// Stores a narrow element at a place.
void store_narrow(uint place, T value)
{
    const int first = 32 / int(OUTPUT_PER_WORD) * int(place % OUTPUT_PER_WORD);
    STORE_NARROW(output_words.words[place / OUTPUT_PER_WORD], first,
                 to_narrow(value, OUTPUT_FORMAT), OUTPUT_FORMAT)
}

#endif
