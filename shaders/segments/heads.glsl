// SPDX-License-Identifier: MIT
// Heads, elements that begin a segment. In memory a border lies before element q if q is the first
// of a row, has a flag, or has another key than element q - 1. From there on a scan begins; in
// reverse, it begins at the element before. The ends of the array are no borders: what lies in
// front of the first element scanned is the seed, as for a scan of everything.
#ifndef HEADS_GLSL
#define HEADS_GLSL

#include "port/port.glsl"
#include "segments/rows.glsl"

layout(constant_id = SPEC_HEADS) const uint HEADS = HEADS_ROWS;
layout(constant_id = SPEC_KEY_BYTES) const uint KEY_BYTES = 4;

PORT(BINDING_SECOND_INPUT, 4) readonly buffer HeadWords { uint words[]; } BOUND(HeadWords);

uint head_word(uint word)
{
    return AT(HeadWords, words, second_input, 4, OFFSET_OF(second_input, 4) + word);
}

// Returns byte or half word `place` of those of `bytes` bytes.
uint head_part(uint place, uint bytes)
{
    const uint parts = 4 / bytes; // of a word
    const uint at = OFFSET_OF(second_input, 1) % 4 / bytes + place;
    return head_word(at / parts) >> at % parts * bytes * 8 & ~0u >> 32 - bytes * 8;
}

bool has_new_key(uint q)
{
    if (KEY_BYTES < 4)
        return head_part(q, KEY_BYTES) != head_part(q - 1, KEY_BYTES);
    const uint words = KEY_BYTES / 4;
    bool differs = false;
    for (uint k = 0; k < words; k++)
        differs = differs || head_word(q * words + k) != head_word((q - 1) * words + k);
    return differs;
}

// Returns whether a border that is not of rows lies before element q, which is not the first.
bool has_border(uint q)
{
    bool result;
    if (HEADS == HEADS_BITS)
        result = (head_word(q / 32) >> q % 32 & 1) != 0;
    else if (HEADS == HEADS_BYTES)
        result = head_part(q, 1) != 0;
    else if (HEADS == HEADS_WORDS)
        result = head_word(q) != 0;
    else
        result = has_new_key(q);
    return result;
}

uint heads_of_vector(uint vector, uint count)
{
    if (HEADS == HEADS_ROWS)
        return heads_of_rows(vector);
    uint heads = 0;
    [[unroll]] for (uint k = 0; k < VECTOR; k++) {
        const uint element = vector * VECTOR + k;
        const uint q = place_of(element, 0, 1) + REVERSE;
        if (element_is_there(element, count) && q > 0 && q < count - head())
            heads |= uint(has_border(q)) << k;
    }
    return heads;
}

#endif
