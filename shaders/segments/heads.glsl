// SPDX-License-Identifier: MIT
// Heads, elements that begin a segment. In memory a border lies before element q if q is the first
// of a row, has a flag, or has another key than element q - 1. From there on a scan begins; in
// reverse, it begins at the element before. The ends of the array are no borders: what lies in
// front of the first element scanned is the seed, as for a scan of everything.
#ifndef HEADS_GLSL
#define HEADS_GLSL

#include "port/port.glsl"
#include "segments/rows.glsl"
#include "segments/kind.glsl"

layout(constant_id = SPEC_KEY_BYTES) const uint KEY_BYTES = 4;

PORT(BINDING_SECOND_INPUT, 4) readonly buffer HeadWords { uint words[]; } BOUND(HeadWords);
PORT(BINDING_SECOND_INPUT, 16) readonly buffer HeadQuads { uvec4 quads[]; } BOUND(HeadQuads);

uint head_word(uint word)
{
    return AT(HeadWords, words, second_input, 4, OFFSET_OF(second_input, 4) + word);
}

#define KEY_WORD(word) AT(HeadWords, words, second_input, 4, word)
#define KEYS_OFFSET(unit) OFFSET_OF(second_input, unit)
#include "port/keys.glsl"

// Below, loads are in no branches, so that all of a tile's are in flight at once: of what is not
// there, they are of what is, and the result may be anything. There is a word or more. Places in
// front of the first are modulo 2^32.

// Returns the words from `first` on, as many as a vector has elements, of `count`.
uvec4 head_words(uint first, uint count)
{
    uvec4 words = uvec4(0);
    const uint at = OFFSET_OF(second_input, 4) + first;
    if (VECTOR == 4 && at % 4 == 0 && first < count && count - first >= 4) {
        words = AT(HeadQuads, quads, second_input, 16, at / 4);
    } else {
        [[unroll]] for (uint k = 0; k < VECTOR; k++)
            words[k] = head_word(min(first + k, count - 1));
    }
    return words;
}

// Returns the 32 bits from part `first` on, of `count` parts of `bits`.
uint head_parts(uint first, uint bits, uint count)
{
    const uint parts = 32 / bits; // of a word
    const uint before = first > ~0u - VECTOR ? 0 - first : 0;
    const uint last = (count - 1) / parts, word = (first + before) / parts;
    const uint shift = (first + before) % parts * bits;
    const uint low = head_word(min(word, last)), high = head_word(min(word + min(shift, 1), last));
    return (shift == 0 ? low : low >> shift | high << 32 - shift) << before * bits;
}

// Returns whether there are borders before the element `first` and those behind, of `count`, two or
// more.
bvec4 borders(uint first, uint count)
{
    bvec4 found = bvec4(false);
    if (HEADS == HEADS_BITS) {
        const uint bits = head_parts(first, 1, count);
        found = notEqual(uvec4(bits) >> uvec4(0, 1, 2, 3) & 1, uvec4(0));
    } else if (HEADS == HEADS_BYTES) {
        const uint skipped = OFFSET_OF(second_input, 1) % 4;
        const uint bytes = head_parts(skipped + first, 8, skipped + count);
        found = notEqual(uvec4(bytes) >> uvec4(0, 8, 16, 24) & 0xff, uvec4(0));
    } else if (HEADS == HEADS_WORDS) {
        found = notEqual(head_words(first, count), uvec4(0));
    } else if (KEY_BYTES == 4) {
        const uvec4 keys = head_words(first, count);
        const uint before = head_word(min(first - 1, count - 1));
        found = notEqual(keys, uvec4(before, keys.xyz));
    } else {
        [[unroll]] for (uint k = 0; k < VECTOR; k++) {
            const uint key = first + k - 1 < count - 1 ? first + k : 1;
            found[k] = keys_differ(key - 1, key);
        }
    }
    return found;
}

// Returns a mask of the heads in a vector. What is not there may count as one.
uint heads_of_vector(uint vector)
{
    const uint count = run_count() - head();
    const uint first = place_of(vector * VECTOR + REVERSE * (VECTOR - 1), 0, 1) + REVERSE;
    const bvec4 found = borders(first, count);
    uint heads = 0;
    [[unroll]] for (uint k = 0; k < VECTOR; k++)
        heads |= uint(found[k] && first + k - 1 < count - 1) << (REVERSE != 0 ? VECTOR - 1 - k : k);
    return heads;
}

// ---- the numbers of segments ----

const uint NO_SEGMENT = ~0u;

// Returns the segment that a word names, which marks the border before an element. A scan forward
// begins a segment there, of which the word is the number and 1. In reverse one ends there, the one
// before the first that begins, which the word is the complement of. Others name none: 0, where there
// is no border, and CLOSING.
uint named_segment(uint word)
{
    const uint segment = (REVERSE != 0 ? ~word : word) - 1;
    return int(segment) < 0 ? NO_SEGMENT : segment;
}

// Returns the segment of an element that is a head or the first; without elements none. Heads in
// front of the array are of the first element's.
uint segment_of_head(uint element)
{
    uint segment = NO_SEGMENT;
    if (run_count() > head()) {
        const uint at = place_of(clamp(element, head(), run_count() - 1), 0, 1);
        if (HEADS == HEADS_ROWS)
            segment = at / dispatch.parameter;
        else
            segment = named_segment(head_word(at + REVERSE));
    }
    return segment;
}

// ---- heads ----

// Returns the heads of this thread's vectors of a tile, VECTOR bits for each.
uint tile_heads(uint tile)
{
    if (HEADS == HEADS_ROWS)
        return tile_rows(tile);
    uint heads = 0;
    if (run_count() - head() > 1)
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            heads |= heads_of_vector(tile * TILE_VECTORS + tile_vector(s)) << s * VECTOR;
    return heads;
}

#endif
