// SPDX-License-Identifier: MIT
// The elements of a vector: a T each, narrower ones, or those of which a user's map() makes a T.
#ifndef ANY_ELEMENTS_GLSL
#define ANY_ELEMENTS_GLSL

#ifndef MAP_ELEMENT // by tile/user/elements.glsl, before it includes this file

#define MAP_VECTOR(v, first)
#define MAP_ELEMENT(v, k, index, word)

// Returns element k of a raw vector that begins with the element `first`.
T raw_element(V v, uint k, uint first)
{
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
    RETURN_NARROW(v, p)
}

#endif

// Sets element k of a vector that is not raw.
void set_element(inout V v, uint k, T value)
{
    const W words = TO_WORDS(value);
#define SET_WORD(i) V_WORD(v, k * ELEMENT_WORDS + i) = WORD(words, i);
    SET_EACH_WORD(SET_WORD)
#undef SET_WORD
}

// Makes element k an identity; in raw vectors elements_of() does it.
void set_identity(inout V v, uint k)
{
    if (!INPUT_IS_RAW)
        set_element(v, k, identity());
}

// Returns a vector that lies at a vector's start.
V input_vector(uint vector)
{
    V v = load_vector(vector);
#if ELEMENT_WORDS == 1 && !defined(CLASS_user)
    if (!INPUT_IS_RAW && (REVERSE != 0 || !INPUT_IS_T))
        v = TO_WORDS(in_order(vector_from_words(v, INPUT_FORMAT)));
#else
    MAP_VECTOR(v, vector * VECTOR)
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

// Loads element k of a vector, which is the element `index`, by itself.
void input_element(inout V v, uint k, uint index)
{
    const uint place = input_place(index);
    const uint word = input_word_of(place);
    MAP_ELEMENT(v, k, index, word)
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
    if (INPUT_IS_NARROW) {
        SET_NARROW(v, p, AT(InputWords, words, input, 4, word), input_part_of(place))
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

// Loads each element of a vector by itself; those that are not there are identities.
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

// Returns the elements of a vector that begins with the element `first`; those that are not there are
// identities.
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items)
{
    if (INPUT_IS_RAW) {
#ifdef NARROW_VECTORS
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
}

#endif
