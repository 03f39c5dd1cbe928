// SPDX-License-Identifier: MIT
// The elements of top-k, 8 to 64 bits in one module. An element is its rank, by which the best is
// the lowest, and its index in the source: the low word of a rank is first, the high word is 0 in
// elements of up to 32 bits. No two elements have the same rank and the same index.
#ifndef TOP_K_ELEMENTS_GLSL
#define TOP_K_ELEMENTS_GLSL

layout(constant_id = SPEC_KEY_BITS) const uint KEY_BITS = 32; // in memory: 8, 16, 32 or 64

#include "element/ordered_form.glsl"

const uint PER_WORD = KEY_BITS < 32 ? 32 / KEY_BITS : 1;
const uint ALL_BITS = ~0u >> (32 - KEY_BITS) % 32; // of a narrow element

ALIASED PORT(BINDING_INPUT, 4) readonly buffer SourceWords { uint words[]; } BOUND(SourceWords);
ALIASED PORT(BINDING_INPUT, 8) readonly buffer SourcePairs { uvec2 pairs[]; } BOUND(SourcePairs);
PORT(BINDING_OUTPUT, 4) buffer BestWords { uint words[]; } BOUND(BestWords);
PORT(BINDING_OUTPUT, 8) writeonly buffer BestPairs { uvec2 pairs[]; } BOUND(BestPairs);
PORT(BINDING_SECOND_OUTPUT, 4) writeonly buffer BestIndices { uint words[]; } BOUND(BestIndices);

struct element {
    uvec2 rank;
    uint index;
};

const uint NO_INDEX = ~0u; // of no element
const uint LAST_HIGH = KEY_BITS == 64 ? ~0u : 0;
#define LAST element(uvec2(~0u, LAST_HIGH), NO_INDEX) // behind all others

// Returns an element's bits.
uvec2 load_bits(uint index)
{
    const uint i = dispatch.input_offset + index;
    if (KEY_BITS == 64)
        return AT(SourcePairs, pairs, input, 8, i);
    const uint word = AT(SourceWords, words, input, 4, i / PER_WORD);
    if (KEY_BITS == 32)
        return uvec2(word, 0);
    return uvec2(bitfieldExtract(word, int(i % PER_WORD * KEY_BITS), int(KEY_BITS)), 0);
}

// Returns the rank of an element: its ordered form, or that of the largest inverted.
uvec2 rank_of(uvec2 bits)
{
    const uvec2 form = ordered_form(bits);
    const uvec2 inverted = uvec2(~form.x, KEY_BITS == 64 ? ~form.y : 0);
    return (FLAGS & TOP_K_SMALLEST) != 0 ? form : inverted;
}

element load_element(uint index)
{
    return element(rank_of(load_bits(index)), index);
}

bool is_better(element a, element b)
{
    const bool is_first = a.rank.x < b.rank.x || a.rank.x == b.rank.x && a.index < b.index;
    return a.rank.y < b.rank.y || a.rank.y == b.rank.y && is_first;
}

// Returns whether an element is in front of another in the order of results.
bool is_in_front(element a, element b)
{
    return (FLAGS & TOP_K_BY_INDEX) != 0 ? a.index < b.index : is_better(a, b);
}

// Stores a result's bits; narrow ones by atomics, as other threads store results in their word.
void store_bits(uint place, uvec2 bits)
{
    const uint i = dispatch.output_offset + place;
    if (KEY_BITS == 64) {
        AT(BestPairs, pairs, output, 8, i) = bits;
        return;
    }
    if (KEY_BITS == 32) {
        AT(BestWords, words, output, 4, i) = bits.x;
        return;
    }
    const uint word = i / PER_WORD;
    const int first = int(i % PER_WORD * KEY_BITS);
    atomicAnd(AT(BestWords, words, output, 4, word), ~(ALL_BITS << first));
    atomicOr(AT(BestWords, words, output, 4, word), bits.x << first);
}

#endif
