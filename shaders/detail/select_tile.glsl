// SPDX-License-Identifier: MIT
// The elements of a tile in registers, by vectors: which of them are kept, and how they are stored.
//
// Of a vector bit k tells whether its element k is kept. Where flags decide, a vector is loaded only
// if one of its elements is kept; where elements are misaligned or the tile is partial, of elements of
// a word or more these alone are.
#ifndef SELECT_TILE_GLSL
#define SELECT_TILE_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

#define FLAGS_ARE_SECOND
#define OPERANDS_ARE_SHARED
#include "detail/criterion.glsl"
#include "detail/select_output.glsl"

layout(constant_id = SPEC_ITEMS) const uint STRIPES = 4; // vectors per thread
layout(constant_id = SPEC_STORES) const uint STORES = STORES_VALUES;
layout(constant_id = SPEC_EXCHANGE) const uint EXCHANGE_VECTORS = 1; // per thread

PORT(BINDING_SECOND_OUTPUT, 4) writeonly buffer IndexWords { uint words[]; } BOUND(IndexWords);

const uint TILE_VECTORS = WORKGROUP_SIZE * STRIPES;
const uint TILE_SIZE = TILE_VECTORS * VECTOR; // elements
const uint ALL_OF_VECTOR = (1u << VECTOR) - 1;
const bool HAS_FLAGS = CRITERION <= CRITERION_FLAGS_LAST;

uint tile_count(uint count)
{
    return divide_up(count, TILE_SIZE);
}

// Of a vector that begins with the element `first`: those before the count.
uint elements_there(uint first, uint count)
{
    const uint left = count - min(first, count);
    return left < VECTOR ? (1u << left) - 1 : ALL_OF_VECTOR;
}

// ---- vectors ----

#define WORD_OF_V(i) V_WORD(v, i)

const bool INPUT_IS_SIGNED = INPUT_FORMAT == FORMAT_I8 || INPUT_FORMAT == FORMAT_I16;

bool input_has_vectors()
{
#if ELEMENT_WORDS == 3
    return dispatch.input_offset % 4 == 0;
#else
    return dispatch.input_offset % VECTOR == 0;
#endif
}

V load_vector(uint vector)
{
    V v;
#ifdef CLASS_narrow
    const uint at = dispatch.input_offset / VECTOR + vector;
    v = uvec4(0);
    if (INPUT_PER_WORD == 4)
        v.x = AT(InputWords, words, input, 4, at);
    else
        v.xy = AT(InputPairs, pairs, input, 8, at);
#elif ELEMENT_WORDS == 3
    const uint at = dispatch.input_offset / 4 + 3 * vector;
    V_QUAD(v, 0) = AT(InputQuads, quads, input, 16, at);
    V_QUAD(v, 1) = AT(InputQuads, quads, input, 16, at + 1);
    V_QUAD(v, 2) = AT(InputQuads, quads, input, 16, at + 2);
#else
    v = AT(InputQuads, quads, input, 16, dispatch.input_offset / VECTOR + vector);
#endif
    return v;
}

// The same at any element, of those that bits tell; the others are any. Narrow ones are taken out of
// the words in which the run has elements.
#ifdef CLASS_narrow

uint input_word(uint word)
{
    const uint last = (dispatch.input_offset + run_count() - 1) / INPUT_PER_WORD;
    return AT(InputWords, words, input, 4, min(word, last));
}

V load_elements(uint first, uint wanted)
{
    V v = uvec4(0);
    if (wanted != 0) {
        const uint place = dispatch.input_offset + first, word = place / INPUT_PER_WORD;
        const uint shift = 32 / INPUT_PER_WORD * (place % INPUT_PER_WORD);
        const uvec3 words = uvec3(input_word(word), input_word(word + 1),
                                  INPUT_PER_WORD == 2 ? input_word(word + 2) : 0);
        v.xy = shift == 0 ? words.xy : words.xy >> shift | words.yz << 32 - shift;
    }
    return v;
}

#else

V load_elements(uint first, uint wanted)
{
    V v;
    W words;
#define SET_WORD(k, i) V_WORD(v, (k) * ELEMENT_WORDS + i) = WORD(words, i);
#if ELEMENT_WORDS == 1
#define SET_WORDS(k) SET_WORD(k, 0)
#elif ELEMENT_WORDS == 2
#define SET_WORDS(k) SET_WORD(k, 0) SET_WORD(k, 1)
#elif ELEMENT_WORDS == 3
#define SET_WORDS(k) SET_WORD(k, 0) SET_WORD(k, 1) SET_WORD(k, 2)
#else
#define SET_WORDS(k) SET_WORD(k, 0) SET_WORD(k, 1) SET_WORD(k, 2) SET_WORD(k, 3)
#endif
#define LOAD_ITEM(k)                                                                               \
    if ((wanted >> k & 1) != 0) {                                                                  \
        words = input_words(first + k);                                                            \
        SET_WORDS(k)                                                                               \
    }
    EACH_ITEM(LOAD_ITEM)
#undef LOAD_ITEM
    return v;
}

#endif

// Element k, as it lies in memory. Without branches on constants: drivers that fold these late take
// minutes to compile a tile of them.
W words_of(V v, uint k)
{
#ifdef CLASS_narrow
    const int bits = 32 / int(INPUT_PER_WORD);
    const uint word = mix(v.x, v.y, k >= INPUT_PER_WORD);
    return bitfieldExtract(word, bits * int(k % INPUT_PER_WORD), bits);
#else
    return EACH_WORD(WORD_OF_V, k * ELEMENT_WORDS, 1);
#endif
}

T value_of(V v, uint k)
{
#ifdef CLASS_narrow
    const int others = 32 - 32 / int(INPUT_PER_WORD);
    const uint bits = words_of(v, k);
    const uint extended = uint(int(bits << others) >> others);
    return from_narrow(mix(bits, extended, INPUT_IS_SIGNED), INPUT_FORMAT);
#else
    return from_words(words_of(v, k), FORMAT_NATIVE);
#endif
}

// ---- what is kept ----

bool flags_have_vectors()
{
    return CRITERION != CRITERION_FLAG_BYTES || FLAGS_OFFSET(1) % VECTOR == 0;
}

// The flags of a vector in a word, as bytes or else as bits; and the bits of both.
uint bits_of_flags(uint flags)
{
    if (CRITERION == CRITERION_FLAG_BYTES) {
        flags |= flags >> 4;
        flags |= flags >> 2;
        flags |= flags >> 1;
        flags = (flags & 0x01010101u) * 0x01020408u >> 24; // each byte's bit, side by side
    }
    return flags & ALL_OF_VECTOR;
}

// Of a vector that is there, and whose flags are in one word.
uint flags_of_vector(uint first)
{
    if (CRITERION == CRITERION_FLAG_BITS)
        return FLAG_WORD(FLAGS_OFFSET(4) + first / 32) >> first % 32;
    if (CRITERION == CRITERION_FLAG_BYTES) {
        const uint place = FLAGS_OFFSET(1) + first;
        return FLAG_WORD(place / 4) >> 8 * (place % 4);
    }
    uint flags = 0;
#define FLAG_OF_ITEM(k) flags |= uint(FLAG_WORD(FLAGS_OFFSET(4) + first + k) != 0) << k;
    EACH_ITEM(FLAG_OF_ITEM)
#undef FLAG_OF_ITEM
    return flags;
}

// Of elements that bits tell.
uint flags_of_elements(uint first, uint wanted)
{
    const uint width = CRITERION == CRITERION_FLAG_BYTES ? 8 : 1;
    uint flags = 0;
#define FLAG_OF_ITEM(k)                                                                            \
    if ((wanted >> k & 1) != 0)                                                                    \
        flags |= uint(has_flag(first + k)) << width * k;
    EACH_ITEM(FLAG_OF_ITEM)
#undef FLAG_OF_ITEM
    return flags;
}

// By comparison; of elements that are not there any bits. The lane before has the vector before, but
// for lane 0. In control flow that is uniform for the subgroup.
uint compare_vector(V v, uint first, uint count)
{
    uint kept = 0;
    if (CRITERION == CRITERION_UNIQUE) {
        T value, before = subgroupShuffleUp(value_of(v, VECTOR - 1), 1);
        if (gl_SubgroupInvocationID == 0 && first > 0)
            before = input_value(min(first, count) - 1);
#define COMPARE_ITEM(k)                                                                            \
    value = value_of(v, k);                                                                        \
    kept |= uint(compares(value, before)) << k;                                                    \
    before = value;
        EACH_ITEM(COMPARE_ITEM)
#undef COMPARE_ITEM
        kept |= uint(first == 0);
    } else {
        const SEED other = run_seed();
#define COMPARE_ITEM(k) kept |= uint(meets(value_of(v, k), other, first + k)) << k;
        EACH_ITEM(COMPARE_ITEM)
#undef COMPARE_ITEM
    }
    return kept;
}

// ---- through shared memory ----

// Elements that it holds, by rank: as words, or the bits of a narrow one in a word.
const uint EXCHANGE = WORKGROUP_SIZE * EXCHANGE_VECTORS * VECTOR;

shared uint exchange[EXCHANGE * ELEMENT_WORDS];

#define EXCHANGED(i) exchange[i]

W element_of_rank(uint start, uint rank)
{
    return EACH_WORD(EXCHANGED, rank * ELEMENT_WORDS, 1);
}

void put_words(uint rank, W words)
{
    FOR_EACH_WORD(i)
        exchange[rank * ELEMENT_WORDS + i] = WORD(words, i);
}

// Those of a vector that are kept, of which the first has the rank.
void put_values(V v, uint kept, uint rank)
{
#define PUT_ITEM(k)                                                                                \
    if ((kept >> k & 1) != 0) {                                                                    \
        if (rank < EXCHANGE)                                                                       \
            put_words(rank, words_of(v, k));                                                       \
        rank++;                                                                                    \
    }
    EACH_ITEM(PUT_ITEM)
#undef PUT_ITEM
}

void put_indices(uint first, uint kept, uint rank)
{
#define PUT_ITEM(k)                                                                                \
    if ((kept >> k & 1) != 0) {                                                                    \
        if (rank < EXCHANGE)                                                                       \
            exchange[rank] = first + k;                                                            \
        rank++;                                                                                    \
    }
    EACH_ITEM(PUT_ITEM)
#undef PUT_ITEM
}

void store_indices(uint to, uint count)
{
    for (uint rank = gl_LocalInvocationID.x; rank < count; rank += WORKGROUP_SIZE)
        AT(IndexWords, words, second_output, 4, OFFSET_OF(second_output, 4) + to + rank) =
            exchange[rank];
}

#endif
