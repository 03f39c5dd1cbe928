// SPDX-License-Identifier: MIT
// Elements that are loaded one by one.
#ifndef SOURCE_ELEMENTS_GLSL
#define SOURCE_ELEMENTS_GLSL

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

#endif
