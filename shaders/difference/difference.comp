// SPDX-License-Identifier: MIT
// Subtracts from each element its neighbour, the element before or in reverse the one behind; and
// from the first element, in reverse the last, the seed.
//
// Elements of all types stay as they lie in memory. Vectors are those of 16 bytes of the output. A
// vector's neighbours are the same bytes one element away, most of which the vector has itself;
// subtract.glsl knows the numbers. Offsets count units: words, or elements that are narrower.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"

T seed()
{
    return identity(); // is read by words: seed_word()
}

#include "port/operands.glsl"
#include "subtract.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 4; // vectors per thread
layout(constant_id = SPEC_ELEMENT_BYTES) const uint ELEMENT_BYTES = 4;
layout(constant_id = SPEC_REVERSE) const uint REVERSE = 0;

PORT(BINDING_INPUT, 4) readonly buffer InputWords { uint words[]; } BOUND(InputWords);
PORT(BINDING_INPUT, 16) readonly buffer InputQuads { uvec4 quads[]; } BOUND(InputQuads);
PORT(BINDING_OUTPUT, 4) buffer OutputWords { uint words[]; } BOUND(OutputWords);
PORT(BINDING_OUTPUT, 16) writeonly buffer OutputQuads { uvec4 quads[]; } BOUND(OutputQuads);

const uint UNITS_PER_WORD = ELEMENT_BYTES < 4 ? 4 / ELEMENT_BYTES : 1;
const uint UNITS_PER_VECTOR = 4 * UNITS_PER_WORD;
const uint UNITS = ELEMENT_BYTES < 4 ? 1 : ELEMENT_BYTES / 4; // of an element
const int UNIT_BITS = 32 / int(UNITS_PER_WORD);
const uint TILE_VECTORS = WORKGROUP_SIZE * ITEMS;

// The units [begin, end) of the output. Its word w is the input's word w + input_shift, from bit
// input_bits on.
uint begin, end, input_shift;
int input_bits;

void find_units(uint count)
{
    const uint from = dispatch.input_offset, to = dispatch.output_offset;
    const uint parts = UNITS_PER_WORD + from % UNITS_PER_WORD - to % UNITS_PER_WORD;
    begin = to;
    end = to + count * UNITS;
    input_shift = from / UNITS_PER_WORD - to / UNITS_PER_WORD + parts / UNITS_PER_WORD - 1;
    input_bits = int(parts % UNITS_PER_WORD) * UNIT_BITS;
}

// Returns a word of the input, or of those outside its elements any.
uint word_inside(uint word)
{
    const uint first = dispatch.input_offset;
    const uint last = first + (end - begin) - 1;
    return AT(InputWords, words, input, 4,
              clamp(word, first / UNITS_PER_WORD, last / UNITS_PER_WORD));
}

// Returns the units of the input that are a word of the output.
uint input_word(uint word)
{
    const uint low = word_inside(word + input_shift);
    return input_bits == 0
               ? low
               : low >> input_bits | word_inside(word + input_shift + 1) << 32 - input_bits;
}

uvec4 input_words(uint vector)
{
    return uvec4(input_word(4 * vector), input_word(4 * vector + 1), input_word(4 * vector + 2),
                 input_word(4 * vector + 3));
}

// Returns the neighbours of a vector's elements.
uvec4 neighbours_of(uvec4 elements, uint vector)
{
    uvec4 words; // of the vector that is an element away, for narrow elements a word
    [[unroll]] for (uint k = 0; k < 4; k++) {
        const uint place = REVERSE != 0 ? k + UNITS : k - UNITS;
        words[k] = place < 4 ? elements[place % 4] : input_word(4 * vector + place);
    }
    if (UNITS_PER_WORD == 1)
        return words;
    return REVERSE != 0 ? elements >> UNIT_BITS | words << 32 - UNIT_BITS
                        : elements << UNIT_BITS | words >> 32 - UNIT_BITS;
}

// ---- ends ----

// Returns word k of the seed, or the word that begins with a narrow one.
uint seed_word(uint k)
{
    if (!has_operand(OPERAND_SEED))
        return dispatch.seed[k];
    const uint word = OPERAND_WORD(SEED_PLACE, k);
    return UNITS_PER_WORD > 1 ? word >> 8 * (SEED_PLACE.x % 4) : word;
}

// Puts the seed in the place of the neighbour that is not there.
void put_seed(uint vector, inout uvec4 neighbours)
{
    const uint alone = REVERSE != 0 ? end - UNITS : begin; // the unit where its element begins
    const int bit = int(alone % UNITS_PER_WORD) * UNIT_BITS;
    [[unroll]] for (uint w = 0; w < 4; w++) {
        const uint k = 4 * vector + w - alone / UNITS_PER_WORD;
        if (k < UNITS)
            neighbours[w] = UNITS_PER_WORD > 1
                                ? bitfieldInsert(neighbours[w], seed_word(0), bit, UNIT_BITS)
                                : seed_word(k);
    }
}

void store_word(uint word, uint value)
{
    const uint low = max(begin, word * UNITS_PER_WORD);
    const uint high = min(end, (word + 1) * UNITS_PER_WORD);
    if (low >= high)
        return;
    if (high - low == UNITS_PER_WORD) {
        AT(OutputWords, words, output, 4, word) = value;
    } else { // the other bytes may be a neighbour's
        const uint mask = bitfieldInsert(0u, ~0u, int(low % UNITS_PER_WORD) * UNIT_BITS,
                                         int(high - low) * UNIT_BITS);
        atomicAnd(AT(OutputWords, words, output, 4, word), ~mask);
        atomicOr(AT(OutputWords, words, output, 4, word), value & mask);
    }
}

// Stores what the output has of a vector.
void store_ends(uint vector, uvec4 differences)
{
    [[unroll]] for (uint k = 0; k < 4; k++)
        store_word(4 * vector + k, differences[k]);
}

// ---- tiles ----

// Tells whether a tile's elements and their neighbours are all there.
bool is_whole(uint first)
{
    return first * UNITS_PER_VECTOR >= begin + UNITS_PER_VECTOR &&
           (first + TILE_VECTORS + 1) * UNITS_PER_VECTOR <= end;
}

void load_tile(uint first, bool whole, out uvec4 elements[ITEMS])
{
    if (whole && input_shift % 4 == 0 && input_bits == 0) {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            elements[k] = AT(InputQuads, quads, input, 16,
                             (4 * (first + k * WORKGROUP_SIZE) + input_shift) / 4);
    } else {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            elements[k] = input_words(first + k * WORKGROUP_SIZE);
    }
}

// Subtracts a tile, whose first vector of this thread is `first`.
void subtract_tile(uint first, bool whole)
{
    uvec4 elements[ITEMS], neighbours[ITEMS];
    load_tile(first, whole, elements);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        neighbours[k] = neighbours_of(elements[k], first + k * WORKGROUP_SIZE);
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint vector = first + k * WORKGROUP_SIZE;
        if (!whole)
            put_seed(vector, neighbours[k]);
        const uvec4 differences = subtract(elements[k], neighbours[k]);
        if (whole)
            AT(OutputQuads, quads, output, 16, vector) = differences;
        else
            store_ends(vector, differences);
    }
}

void main()
{
    read_operands();
    const uint count = run_count();
    find_units(count);
    const uint vectors = count > 0 ? divide_up(end, UNITS_PER_VECTOR) : 0;
    for (uint first = begin / UNITS_PER_VECTOR + gl_WorkGroupID.x * TILE_VECTORS; first < vectors;
         first += gl_NumWorkGroups.x * TILE_VECTORS)
        subtract_tile(first + gl_LocalInvocationID.x, is_whole(first));
}
