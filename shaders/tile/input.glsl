// SPDX-License-Identifier: MIT
// The input of kernels that work on tiles, by vectors where it begins at a vector's start.
//
// A kernel defines INPUT_IS_OUTPUT if the two may be the same buffer, INPUT_IS_SOURCE if its input is
// never scratch, and HEAD_PADDED if moreover the head padding always aligns a source that does not
// round (vks_plan_head of plan.h); or INPUT_IN_MEMORY_ORDER if it counts elements from the first one in
// memory, in reverse too, and has no head padding. These leave code out.
#ifndef TILE_INPUT_GLSL
#define TILE_INPUT_GLSL

#include "element/format.glsl"
#include "port/port.glsl"
#include "tile/tile.glsl"

#ifdef INPUT_IN_MEMORY_ORDER
const uint REVERSE = 0;
#else
layout(constant_id = SPEC_REVERSE) const uint REVERSE = 0;
#endif

#ifdef INPUT_IS_OUTPUT
#define INPUT_ALIASED ALIASED
#else
#define INPUT_ALIASED
#endif

INPUT_ALIASED PORT(BINDING_INPUT, 4) readonly buffer InputWords { uint words[]; } BOUND(InputWords);
INPUT_ALIASED PORT(BINDING_INPUT, 8) readonly buffer InputPairs { uvec2 pairs[]; } BOUND(InputPairs);
INPUT_ALIASED PORT(BINDING_INPUT, 16) readonly buffer InputQuads { uvec4 quads[]; } BOUND(InputQuads);

T seed()
{
    return seed_from_words(seed_words());
}

uint head()
{
#ifdef INPUT_IN_MEMORY_ORDER
    return 0;
#elif defined(HEAD_PADDED) || defined(INPUT_IS_SOURCE)
    return dispatch.padding;
#else
    return (dispatch.flags & PASS_HAS_HEAD) != 0 ? dispatch.padding : 0;
#endif
}

// ---- places in a buffer ----

const uint HEAD_END = 2 * VECTOR; // the head padding is shorter

// Returns the place of element `index` in a buffer. A place is an element's index; for elements of
// three words, the index of its first word. `index` counts from the start of the head padding;
// `offset` is the place of the first element behind the padding. Places are modulo 2^32: the padding
// may begin before the buffer does.
uint place_of(uint index, uint offset, uint words)
{
    const uint i = mix(index - head(), run_count() - 1 - index, REVERSE != 0);
    return words == 3 ? offset + 3 * i : offset + i;
}

// Returns the distance from a place to the next element's.
uint words_of_place(uint words)
{
    return words == 3 ? 3 : 1;
}

// Returns the elements from a vector's start to the one at a place.
uint shift_of(uint place, uint words)
{
    return words == 3 ? (3 * place) % VECTOR : place % VECTOR; // 3 is its own inverse modulo 4
}

#define WORD_OF_V(i) V_WORD(v, i)

// ---- vectors of a port ----

// A statement of packed vectors, which are many elements.
#ifdef PACKED_VECTOR
#define FOR_PACKED(statement) statement
#else
#define FOR_PACKED(statement)
#endif

// Returns where vector 0, which has the first elements, begins: in vectors, or for elements of three
// words in units of 16 bytes. In reverse, vectors end where the others begin, and follow downwards. A
// misaligned vector counts as the one that begins vector_shift() elements earlier; but in reverse a
// packed one, which is many elements, counts as the next.
uint vector_base(uint offset, uint words)
{
    const uint forward = offset - words_of_place(words) * head();
    const uint start = mix(forward, offset + words_of_place(words) * (run_count() - VECTOR),
                           REVERSE != 0);
    if (words == 3)
        return (start - 3 * shift_of(start, words) + 3 * HEAD_END) / 4 - 3 * HEAD_END / 4;
    FOR_PACKED(if (REVERSE != 0)
                   return (start + HEAD_END + VECTOR - 1) / VECTOR - HEAD_END / VECTOR;)
    return (start + HEAD_END) / VECTOR - HEAD_END / VECTOR;
}

// Returns where vector v begins, from where vector 0 does.
uint vector_at(uint base, uint v, uint words)
{
    const uint distance = words_of_place(words) * v;
    return mix(base + distance, base - distance, REVERSE != 0);
}

// Returns the elements from a vector's start to where vector 0 should begin; of packed ones in
// reverse from there to the next vector's start.
uint vector_shift(uint offset, uint words)
{
    const uint shift =
        shift_of(place_of(mix(0, VECTOR - 1, REVERSE != 0), offset, words), words);
    FOR_PACKED(if (REVERSE != 0)
                   return (VECTOR - shift) % VECTOR;)
    return shift;
}

// Returns the items of a vector in the order of memory, or the other way round: in reverse the last
// one in memory is the first.
T_VECTOR in_order(T_VECTOR items)
{
#ifdef PACKED_VECTOR
    return REVERSE != 0 ? packed_reverse_words(items.wzyx) : items;
#else
    T_VECTOR ordered;
#define ORDER_ITEM(k) ordered[k] = items[REVERSE != 0 ? VECTOR - 1 - (k) : (k)];
    EACH_ITEM(ORDER_ITEM)
#undef ORDER_ITEM
    return ordered;
#endif
}

// ---- elements of the input ----

// Words of an element of the input.
#if INPUT_WORDS == ELEMENT_WORDS
#define INPUT_ELEMENT_WORDS ELEMENT_WORDS
#else
const uint INPUT_ELEMENT_WORDS = INPUT_IS_T ? ELEMENT_WORDS : INPUT_WORDS;
#endif

// Words of a vector of the input; 0 if it is half a word.
const uint INPUT_VECTOR_WORDS = NARROW_OR(VECTOR / INPUT_PER_WORD, VECTOR * INPUT_ELEMENT_WORDS);

// Whether V has the words of the source until elements_of() converts them. Those of a T for each
// element would take more registers.
#ifndef KEEPS_WORDS // by the class
#define KEEPS_WORDS INPUT_IS_NARROW
#endif
const bool INPUT_IS_RAW = KEEPS_WORDS;

#ifndef PACKED_VECTOR

// Returns the elements of a V that is not raw.
T_VECTOR items_of(V v)
{
#ifdef CLASS_user
    T_VECTOR items;
#define GET_ITEM(k) items[k] = FROM_WORDS(EACH_WORD(WORD_OF_V, (k) * ELEMENT_WORDS, 1));
    EACH_ITEM(GET_ITEM)
#undef GET_ITEM
    return items;
#else
#define ITEMS_OF_1 FROM_WORDS(v)
#define ITEMS_OF_2 T_VECTOR(FROM_WORDS(v.xy), FROM_WORDS(v.zw))
#define ITEMS_OF_3                                                                                 \
    T_VECTOR(v.quads[0].xyz, uvec3(v.quads[0].w, v.quads[1].xy),                                   \
             uvec3(v.quads[1].zw, v.quads[2].x), v.quads[2].yzw)
#define ITEMS_OF_4 T_VECTOR(v)
    return PASTE(ITEMS_OF_, ELEMENT_WORDS);
#endif
}

#endif

// Returns the word in which the element at a place begins.
uint input_word_of(uint place)
{
    IF_NARROW(return place / INPUT_PER_WORD;)
    return INPUT_ELEMENT_WORDS == 3 ? place : place * INPUT_ELEMENT_WORDS;
}

// Returns the number of a narrow element within its word.
uint input_part_of(uint place)
{
    return place % INPUT_PER_WORD;
}

// Returns the place of the element `index`.
uint input_place(uint index)
{
    return place_of(index, dispatch.input_offset, INPUT_ELEMENT_WORDS);
}

bool input_has_vectors()
{
#if defined(HEAD_PADDED) && !defined(ROUNDS)
    if (REVERSE == 0)
        return true;
#endif
#if INPUT_WORDS == 3 && VECTOR != 4
    if (!INPUT_IS_T)
        return false;
#endif
    return vector_shift(dispatch.input_offset, INPUT_ELEMENT_WORDS) == 0;
}

// Loads the words of a vector.
V load_vector(uint vector)
{
    const uint at = vector_at(vector_base(dispatch.input_offset, INPUT_ELEMENT_WORDS), vector,
                              INPUT_ELEMENT_WORDS);
    V v;
#ifdef VECTORS_ARE_QUADS // by the class: 16 bytes in any source
    v = AT(InputQuads, quads, input, 16, at);
#else
    if (INPUT_VECTOR_WORDS == 0)
        V_QUAD(v, 0).x = AT(InputWords, words, input, 4, at / 2) >> 16 * (at % 2);
    else if (INPUT_VECTOR_WORDS == 1)
        V_QUAD(v, 0).x = AT(InputWords, words, input, 4, at);
    else if (INPUT_VECTOR_WORDS == 2)
        V_QUAD(v, 0).xy = AT(InputPairs, pairs, input, 8, at);
    else if (INPUT_VECTOR_WORDS == 4)
        V_QUAD(v, 0) = AT(InputQuads, quads, input, 16, at);
#if V_WORDS > 4
    else {
        const uint quads = INPUT_VECTOR_WORDS / 4;
        const uint first = INPUT_ELEMENT_WORDS == 3 ? at : at * quads;
        for (uint q = 0; q < quads; q++)
            V_QUAD(v, q) = AT(InputQuads, quads, input, 16, first + q);
    }
#endif
#endif
    return v;
}

// How elements become those of a vector: of any/, packed/ or user/.
#include "elements.glsl"

// Returns whether a tile that was loaded before the count was read is right: all of it is there, at
// its place.
bool is_loaded_early(uint tile)
{
    return run_count() == dispatch.count || REVERSE == 0 && tile < run_count() / TILE_SIZE;
}

#endif
