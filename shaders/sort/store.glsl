// SPDX-License-Identifier: MIT
// The stores of a radix sort's scatter: keys and values.
#ifndef SORT_STORE_GLSL
#define SORT_STORE_GLSL

#include "sort/tile.glsl"

ALIASED PORT(BINDING_OUTPUT, 4) buffer SortedWords { uint words[]; } BOUND(SortedWords);
ALIASED PORT(BINDING_OUTPUT, 8) writeonly buffer SortedPairs { uvec2 pairs[]; } BOUND(SortedPairs);
#ifdef VALUES

layout(constant_id = SPEC_PAYLOAD_WORDS) const uint PAYLOAD_WORDS = 1; // 1, 2 or 4
const uint VALUE_BYTES = 4 * PAYLOAD_WORDS;

ALIASED PORT(BINDING_SECOND_INPUT, 4) readonly buffer ValueWords { uint words[]; } BOUND(ValueWords);
ALIASED PORT(BINDING_SECOND_INPUT, 8) readonly buffer ValuePairs { uvec2 pairs[]; } BOUND(ValuePairs);
ALIASED PORT(BINDING_SECOND_INPUT, 16) readonly buffer ValueQuads { uvec4 quads[]; } BOUND(ValueQuads);
ALIASED PORT(BINDING_SECOND_OUTPUT, 4) writeonly buffer MovedWords { uint words[]; } BOUND(MovedWords);
ALIASED PORT(BINDING_SECOND_OUTPUT, 8) writeonly buffer MovedPairs { uvec2 pairs[]; } BOUND(MovedPairs);
ALIASED PORT(BINDING_SECOND_OUTPUT, 16) writeonly buffer MovedQuads { uvec4 quads[]; } BOUND(MovedQuads);

#endif

// The place where a digit's keys of the tile begin in the output, less that in the sorted tile:
// modulo 2^32.
shared uint distance_of_digit[SORT_DIGITS];

// Stores a key; a narrow one by atomics, as other workgroups store keys in its word.
void store_key(uint index, K key)
{
    const uint i = dispatch.output_offset + index;
#ifdef CLASS_words2
    AT(SortedPairs, pairs, output, 8, i) = key;
#else
    if (KEY_BITS == 32) {
        AT(SortedWords, words, output, 4, i) = key;
        return;
    }
    const uint word = i / KEYS_PER_WORD;
    const int first = int(i % KEYS_PER_WORD * KEY_BITS);
    atomicAnd(AT(SortedWords, words, output, 4, word), ~(ALL_BITS << first));
    atomicOr(AT(SortedWords, words, output, 4, word), key << first);
#endif
}

#ifdef VALUES

// Moves the value of key `from` of the input, or makes it, the index `from`.
void move_value(uint from, uint to)
{
    const uint source = OFFSET_OF(second_input, VALUE_BYTES) + from;
    const uint destination = OFFSET_OF(second_output, VALUE_BYTES) + to;
    if (PAYLOAD_WORDS == 4) {
        AT(MovedQuads, quads, second_output, 16, destination) =
            AT(ValueQuads, quads, second_input, 16, source);
    } else if (PAYLOAD_WORDS == 2) {
        AT(MovedPairs, pairs, second_output, 8, destination) =
            AT(ValuePairs, pairs, second_input, 8, source);
    } else if (DIGIT_MAKES_INDICES(dispatch.parameter)) {
        AT(MovedWords, words, second_output, 4, destination) = from;
    } else {
        AT(MovedWords, words, second_output, 4, destination) =
            AT(ValueWords, words, second_input, 4, source);
    }
}

#endif

// Stores the key, and its value, that is number `place` of the sorted tile, and was number `from`.
void store_sorted(uint tile, uint place, K key, uint from)
{
    const uint to = distance_of_digit[digit_of(key)] + place;
    store_key(to, key);
#ifdef VALUES
    move_value(tile * TILE_SIZE + from, to);
#endif
}

#endif
