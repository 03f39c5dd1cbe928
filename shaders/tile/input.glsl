// SPDX-License-Identifier: MIT
// The input of kernels that work on tiles, by vectors where it begins at a vector's start.
//
// A kernel defines INPUT_IS_OUTPUT if the two may be the same buffer, and HEAD_PADDED if its input is
// the source and the head padding always aligns one that does not round (vks_plan_head of plan.h),
// which leaves code out.
#ifndef TILE_INPUT_GLSL
#define TILE_INPUT_GLSL

#include "element/format.glsl"
#include "port/port.glsl"
#include "tile/tile.glsl"

layout(constant_id = SPEC_REVERSE) const uint REVERSE = 0;

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
#ifdef HEAD_PADDED
    return dispatch.padding;
#else
    return (dispatch.flags & PASS_HAS_HEAD) != 0 ? dispatch.padding : 0;
#endif
}

// ---- places in a buffer ----

const uint HEAD_END = 2 * VECTOR; // the head padding is shorter

// A place: of elements of three words the word where element `index` begins, of all others the
// element's index. `index` counts from the start of the head padding; `offset` is the port's, of the
// first element behind it. Modulo 2^32: the padding may begin before the buffer does.
uint place_of(uint index, uint offset, uint words)
{
    const uint i = mix(index - head(), run_count() - 1 - index, REVERSE != 0);
    return words == 3 ? offset + 3 * i : offset + i;
}

// A place's distance from the next element's.
uint words_of_place(uint words)
{
    return words == 3 ? 3 : 1;
}

// Elements from a vector's start to the one at a place.
uint shift_of(uint place, uint words)
{
    return words == 3 ? (3 * place) % VECTOR : place % VECTOR; // 3 is its own inverse modulo 4
}

// Where vector 0 begins, that of the first elements: a vector, or of elements of three words 16
// bytes; and vector v from there. In reverse vectors end where the others begin, and follow downwards.
// What is misaligned belongs to a vector vector_shift() elements earlier, in reverse of packed elements
// alone, whose vectors are many elements.
uint vector_base(uint offset, uint words)
{
    const uint forward = offset - words_of_place(words) * head();
    const uint start = mix(forward, offset + words_of_place(words) * (run_count() - VECTOR),
                           REVERSE != 0);
    if (words == 3)
        return (start - 3 * shift_of(start, words) + 3 * HEAD_END) / 4 - 3 * HEAD_END / 4;
#ifdef CLASS_packed
    if (REVERSE != 0)
        return (start + HEAD_END + VECTOR - 1) / VECTOR - HEAD_END / VECTOR;
#endif
    return (start + HEAD_END) / VECTOR - HEAD_END / VECTOR;
}

uint vector_at(uint base, uint v, uint words)
{
    const uint distance = words_of_place(words) * v;
    return mix(base + distance, base - distance, REVERSE != 0);
}

// Elements from a vector's start to where vector 0 should begin; of packed ones in reverse from there
// to the next vector's start.
uint vector_shift(uint offset, uint words)
{
    const uint shift =
        shift_of(place_of(mix(0, VECTOR - 1, REVERSE != 0), offset, words), words);
#ifdef CLASS_packed
    if (REVERSE != 0)
        return (VECTOR - shift) % VECTOR;
#endif
    return shift;
}

// ---- the input ----

// Words of an element of the input, unless it is narrow.
#if INPUT_WORDS == ELEMENT_WORDS
#define INPUT_ELEMENT_WORDS ELEMENT_WORDS
#else
const uint INPUT_ELEMENT_WORDS = INPUT_IS_T ? ELEMENT_WORDS : INPUT_WORDS;
#endif

// Words of a vector of the input; 0 if it is half a word.
#ifdef HAS_NARROW_INPUT
const uint INPUT_VECTOR_WORDS =
    INPUT_IS_NARROW ? VECTOR / INPUT_PER_WORD : VECTOR * INPUT_ELEMENT_WORDS;
#else
const uint INPUT_VECTOR_WORDS = VECTOR * INPUT_ELEMENT_WORDS;
#endif

// Whether V has the words of the source, and not those of a T for each element: these take fewer
// registers, or map() has no inverse. With a second source elements are mapped when they are loaded.
#ifdef SECOND_INPUT_WORDS
const bool INPUT_IS_RAW = false;
#elif defined(CLASS_user)
const bool INPUT_IS_RAW = !INPUT_IS_T;
#elif defined(CLASS_packed)
const bool INPUT_IS_RAW = false;
#else
const bool INPUT_IS_RAW = INPUT_IS_NARROW;
#endif

#define WORD_OF_V(i) V_WORD(v, i)

// The items of a vector in memory, or the other way round: in reverse its last one is the first.
T_VECTOR in_order(T_VECTOR items)
{
#ifdef CLASS_packed
    return REVERSE != 0 ? packed_reverse_words(items.wzyx) : items;
#else
    T_VECTOR ordered;
#define ORDER_ITEM(k) ordered[k] = items[REVERSE != 0 ? VECTOR - 1 - (k) : (k)];
    EACH_ITEM(ORDER_ITEM)
#undef ORDER_ITEM
    return ordered;
#endif
}

// The elements of a V that is not raw.
T_VECTOR items_of(V v)
{
#if defined(CLASS_user)
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

uint input_word_of(uint place)
{
#ifdef HAS_NARROW_INPUT
    if (INPUT_IS_NARROW)
        return place / INPUT_PER_WORD;
#endif
    return INPUT_ELEMENT_WORDS == 3 ? place : place * INPUT_ELEMENT_WORDS;
}

uint input_part_of(uint place)
{
    return place % INPUT_PER_WORD;
}

uint input_place(uint index)
{
    return place_of(index, dispatch.input_offset, INPUT_ELEMENT_WORDS);
}

bool input_has_vectors()
{
#if defined(CLASS_packed)
#elif INPUT_WORDS == 3 && VECTOR != 4 || VECTOR * INPUT_WORDS == 3
    if (!INPUT_IS_T)
        return false;
#endif
#if defined(HEAD_PADDED) && !defined(ROUNDS)
    if (REVERSE == 0)
        return true;
#endif
    return vector_shift(dispatch.input_offset, INPUT_ELEMENT_WORDS) == 0;
}

// The words of a vector.
V load_vector(uint vector)
{
    const uint at = vector_at(vector_base(dispatch.input_offset, INPUT_ELEMENT_WORDS), vector,
                              INPUT_ELEMENT_WORDS);
    V v;
#if defined(CLASS_packed) || V_WORDS == 4 && !defined(HAS_NARROW_INPUT) && !defined(CLASS_user)
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

#ifdef CLASS_user
#define INPUT_W UVEC(INPUT_WORDS)
#define INPUT_WORD(words, i) PASTE(WORD_OF_, INPUT_WORDS)(words, i)

// Where the element `index` lies in a port, from the port's start on.
uint element_in_port(uint index)
{
    return REVERSE != 0 ? run_count() - 1 - index : index - head();
}
#endif

#ifdef SECOND_INPUT_WORDS
#include "tile/second_input.glsl"
#endif

#ifdef CLASS_user

// Of the element k of a vector in memory.
INPUT_W input_words_at(V v, uint k)
{
    INPUT_W words;
    for (uint i = 0; i < INPUT_WORDS; i++)
        INPUT_WORD(words, i) = V_WORD(v, k * INPUT_WORDS + i);
    return words;
}

#endif

#ifndef SECOND_INPUT_WORDS

// Element k of a raw vector that begins with the element `first`.
T raw_element(V v, uint k, uint first)
{
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
#ifdef CLASS_user
    return map(input_words_at(v, p), dispatch.start[0] + element_in_port(first + k));
#elif defined(HAS_NARROW_INPUT)
    const uint bits = narrow_bits(V_WORD(v, p / INPUT_PER_WORD), p % INPUT_PER_WORD, INPUT_FORMAT);
    return from_narrow(bits, INPUT_FORMAT);
#else
    return identity();
#endif
}

#endif

void set_element(inout V v, uint k, T value)
{
    const W words = TO_WORDS(value);
#define SET_WORD(i) V_WORD(v, k * ELEMENT_WORDS + i) = WORD(words, i);
    SET_EACH_WORD(SET_WORD)
#undef SET_WORD
}

// Of raw vectors elements_of() does it.
void set_identity(inout V v, uint k)
{
    if (!INPUT_IS_RAW)
        set_element(v, k, identity());
}

#ifdef SECOND_INPUT_WORDS

// Of a vector of the source that begins with the element `first`, and the second source's.
V map_vector(V v, uint first)
{
    uint second[SECOND_VECTOR_WORDS];
    load_second_vector(first + mix(0, VECTOR - 1, REVERSE != 0), second);
    T_VECTOR items;
    [[unroll]] for (uint k = 0; k < VECTOR; k++) {
        const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
        SECOND_W words;
        for (uint i = 0; i < SECOND_INPUT_WORDS; i++)
            SECOND_WORD(words, i) = second[p * SECOND_INPUT_WORDS + i];
        items[k] = map(input_words_at(v, p), words, dispatch.start[0] + element_in_port(first + k));
    }
    [[unroll]] for (uint k = 0; k < VECTOR; k++)
        set_element(v, k, items[k]);
    return v;
}

#endif

// A vector that lies at a vector's start.
V input_vector(uint vector)
{
    V v = load_vector(vector);
#ifdef SECOND_INPUT_WORDS
    if (!INPUT_IS_T)
        return map_vector(v, vector * VECTOR);
#endif
#if ELEMENT_WORDS == 1 && !defined(CLASS_user)
    if (!INPUT_IS_RAW && (REVERSE != 0 || !INPUT_IS_T))
        v = TO_WORDS(in_order(vector_from_words(v, INPUT_FORMAT)));
#else
    if (!INPUT_IS_RAW && (REVERSE != 0 || !INPUT_IS_T)) {
        T_VECTOR items;
#define WORD_OF_ITEM(k) EACH_WORD(WORD_OF_V, (k) * ELEMENT_WORDS, 1)
#define GET_ITEM(k)                                                                                \
    items[k] = from_words(REVERSE != 0 ? WORD_OF_ITEM(VECTOR - 1 - k) : WORD_OF_ITEM(k),           \
                          INPUT_FORMAT);
        EACH_ITEM(GET_ITEM)
#undef GET_ITEM
#define SET_ITEM(k) set_element(v, k, items[k]);
        EACH_ITEM(SET_ITEM)
#undef SET_ITEM
    }
#endif
    return v;
}

// Element k of a vector, that is the element `index`, loaded by itself.
void input_element(inout V v, uint k, uint index)
{
    const uint place = input_place(index);
    const uint word = input_word_of(place);
#ifdef SECOND_INPUT_WORDS
    if (!INPUT_IS_T) {
        INPUT_W words;
        for (uint i = 0; i < INPUT_WORDS; i++)
            INPUT_WORD(words, i) = AT(InputWords, words, input, 4, word + i);
        const uint at = dispatch.start[0] + element_in_port(index);
        set_element(v, k, map(words, load_second(index), at));
        return;
    }
#endif
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
    if (INPUT_IS_NARROW) {
#ifdef HAS_NARROW_INPUT
        const int bits = 32 / int(INPUT_PER_WORD);
        V_WORD(v, p / INPUT_PER_WORD) = bitfieldInsert(
            V_WORD(v, p / INPUT_PER_WORD),
            AT(InputWords, words, input, 4, word) >> bits * int(input_part_of(place)),
            bits * int(p % INPUT_PER_WORD), bits);
#endif
    } else if (INPUT_IS_RAW) {
        for (uint i = 0; i < INPUT_WORDS; i++)
            V_WORD(v, p * INPUT_WORDS + i) = AT(InputWords, words, input, 4, word + i);
    } else {
        W words;
        FOR_EACH_WORD(i)
            WORD(words, i) = AT(InputWords, words, input, 4, word + i);
        set_element(v, k, from_words(words, INPUT_FORMAT));
    }
}

#ifdef CLASS_packed

// Of as many elements as a word has, from `first` on: the place of the lowest one in memory; and the
// word that they are, of the one in which they lie there.
uint place_of_word(uint first, uint offset)
{
    return place_of(REVERSE != 0 ? first + INPUT_PER_WORD - 1 : first, offset, 1);
}

uint word_in_order(uint word)
{
    return REVERSE != 0 ? packed_reverse_words(uvec4(word)).x : word;
}

// From the last word to the first, so that none has an index that is no constant.
void input_elements(uint vector, uint count, out V v)
{
    v = V(0);
    [[dont_unroll]] for (uint w = 4; w-- > 0;) {
        const uint first = vector * VECTOR + w * INPUT_PER_WORD;
        uint word = 0;
        if (element_is_there(first, count) && element_is_there(first + INPUT_PER_WORD - 1, count)) {
            const uint lowest = place_of_word(first, dispatch.input_offset);
            const int bits = INPUT_BITS * int(input_part_of(lowest));
            word = AT(InputWords, words, input, 4, input_word_of(lowest));
            if (bits > 0)
                word = word >> bits |
                       AT(InputWords, words, input, 4, input_word_of(lowest) + 1) << 32 - bits;
            word = word_in_order(word);
        } else {
            [[unroll]] for (uint k = 0; k < INPUT_PER_WORD; k++)
                if (element_is_there(first + k, count)) {
                    const uint place = input_place(first + k);
                    const uint bits = AT(InputWords, words, input, 4, input_word_of(place)) >>
                                      INPUT_BITS * int(input_part_of(place));
                    word |= (bits & PACKED_MASK) << INPUT_BITS * int(k);
                }
        }
        v = V(word, v.xyz);
    }
}

#else

void input_elements(uint vector, uint count, out V v)
{
    for (uint k = 0; k < VECTOR; k++) {
        const uint element = vector * VECTOR + k;
        if (element_is_there(element, count))
            input_element(v, k, element);
        else
            set_identity(v, k);
    }
}

#endif

// The elements of a vector that begins with the element `first`; those that are not there are
// identities.
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items)
{
#if defined(SECOND_INPUT_WORDS) || defined(CLASS_packed)
    items = items_of(v);
#else
    if (INPUT_IS_RAW) {
#if (defined(CLASS_narrow) || defined(CLASS_half)) && !defined(CLASS_user)
        items = in_order(narrow_items(v));
#else
#define GET_ITEM(k) items[k] = raw_element(v, k, first);
        EACH_ITEM(GET_ITEM)
#undef GET_ITEM
#endif
#define CHECK_ITEM(k)                                                                              \
    if (!element_is_there(first + k, count))                                                       \
        items[k] = identity();
        if (!is_whole) {
            EACH_ITEM(CHECK_ITEM)
        }
#undef CHECK_ITEM
    } else {
        items = items_of(v);
    }
#endif
}

// Whether a tile is as it was loaded before the count was read: all of it is there, at its place.
bool is_loaded_early(uint tile)
{
    return run_count() == dispatch.count || REVERSE == 0 && tile < run_count() / TILE_SIZE;
}

#endif
