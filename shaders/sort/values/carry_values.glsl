// SPDX-License-Identifier: MIT
// The values of a sort in one workgroup. Those of one word are exchanged with their keys; of larger
// values the index is, by which they are moved once, at the end.
#ifndef CARRY_VALUES_GLSL
#define CARRY_VALUES_GLSL

layout(constant_id = SPEC_IN_PLACE) const bool IN_PLACE = false;

const bool HAS_ONE_WORD = PAYLOAD_WORDS == 1;

// Loads values of one word; of larger values, or to make indices, where they are.
void load_values(uint keys, out uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        words[k] = slice_place(k);
        if (HAS_ONE_WORD && !DIGIT_MAKES_INDICES(dispatch.parameter) && slice_place(k) < keys)
            words[k] = AT(ValueWords, words, second_input, 4,
                          OFFSET_OF(second_input, 4) + slice_place(k));
    }
}

// Stores each thread's values, or word `word` of larger ones.
void store_words(uint word, uint keys, uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (slice_place(k) < keys)
            AT(MovedWords, words, second_output, 4,
               OFFSET_OF(second_output, 4) + slice_place(k) * PAYLOAD_WORDS + word) = words[k];
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
                          OFFSET_OF(second_input, 4) + from[k] * PAYLOAD_WORDS + word);
    }
    memoryBarrierBuffer();
    barrier();
    store_words(word, keys, words);
}

// Stores the values, in the order of the sorted keys.
void store_values(uint keys, uint words[ITEMS])
{
    if (HAS_ONE_WORD) {
        store_words(0, keys, words);
    } else if (IN_PLACE) {
        [[dont_unroll]] for (uint word = 0; word < PAYLOAD_WORDS; word++)
            move_words_in_place(word, keys, words);
    } else {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if (slice_place(k) < keys)
                move_value(words[k], slice_place(k));
    }
}

#endif
