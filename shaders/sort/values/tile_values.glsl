// SPDX-License-Identifier: MIT
// The values of a tile: words in registers, or places from which larger values are moved.
#ifndef TILE_VALUES_GLSL
#define TILE_VALUES_GLSL

// Loads values of one word; of larger values, or to make indices, where the keys came from.
void load_values(uint tile, uint keys, out uint words[ITEMS])
{
    const uint first = OFFSET_OF(second_input, VALUE_BYTES) + tile * TILE_SIZE;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = slice_place(k);
        words[k] = tile * TILE_SIZE + place;
        if (PAYLOAD_WORDS == 1 && !DIGIT_MAKES_INDICES(dispatch.parameter) && place < keys)
            words[k] = AT(ValueWords, words, second_input, 4, first + place);
    }
}

void store_values(uint places[ITEMS], uint words[ITEMS], uint to[ITEMS], uint keys)
{
    barrier(); // the keys have been read
    put_words(places, words, keys);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < keys) {
            const uint word = tile_words[stored_place(k)];
            if (PAYLOAD_WORDS == 1)
                AT(MovedWords, words, second_output, 4,
                   OFFSET_OF(second_output, VALUE_BYTES) + to[k]) = word;
            else
                move_value(word, to[k]);
        }
}

#endif
