// SPDX-License-Identifier: MIT
// The values of a sort in workgroups. Those of one word are exchanged with their keys; of larger
// values, and of several rows, the place in the part is, by which they are moved once, at the end.
#ifndef CARRY_PLACES_GLSL
#define CARRY_PLACES_GLSL

layout(constant_id = SPEC_IN_PLACE) const bool IN_PLACE = false;

const bool CARRIES_WORDS = true;
const bool CARRIES_VALUES = PAYLOAD_WORDS == 1 && !HAS_SEVERAL_ROWS;

// Loads values that are carried, else where they are in the part: of which indices are made too.
void load_words(uint keys, out uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        words[k] = slice_place(k);
        if (CARRIES_VALUES && !DIGIT_MAKES_INDICES(dispatch.parameter) && slice_place(k) < keys)
            words[k] = AT(ValueWords, words, second_input, 4,
                          OFFSET_OF(second_input, 4) + part_first + slice_place(k));
    }
}

// Stores each thread's values, or word `word` of larger ones.
void store_words(uint word, uint keys, uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (slice_place(k) < keys)
            AT(MovedWords, words, second_output, 4,
               OFFSET_OF(second_output, 4) + (part_first + slice_place(k)) * PAYLOAD_WORDS + word) =
                words[k];
}

// Moves word `word` of the values at `from`: all threads load before any stores, and no other word
// is overwritten.
void move_words_in_place(uint word, uint keys, uint from[ITEMS])
{
    uint words[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        words[k] = 0;
        if (slice_place(k) < keys)
            words[k] = AT(ValueWords, words, second_input, 4,
                          OFFSET_OF(second_input, 4) + (part_first + from[k]) * PAYLOAD_WORDS +
                              word);
    }
    memoryBarrierBuffer();
    barrier();
    store_words(word, keys, words);
}

// Makes the keys' indices in their rows, or with segments in the array, of their places in the
// part.
void make_indices(inout uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        if (HAS_SEGMENTS)
            words[k] += part_first;
        else
            words[k] %= row_length();
    }
}

// Stores the values, in the order of the sorted keys.
void store_values(uint keys, uint words[ITEMS])
{
    const bool makes_indices = HAS_SEVERAL_ROWS && DIGIT_MAKES_INDICES(dispatch.parameter);
    if (makes_indices)
        make_indices(words);
    if (CARRIES_VALUES || makes_indices) {
        store_words(0, keys, words);
    } else if (IN_PLACE) {
        [[dont_unroll]] for (uint word = 0; word < PAYLOAD_WORDS; word++)
            move_words_in_place(word, keys, words);
    } else {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if (slice_place(k) < keys)
                move_value(part_first + words[k], part_first + slice_place(k));
    }
}

#endif
