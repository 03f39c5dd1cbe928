// SPDX-License-Identifier: MIT
// Elements of a vector that are set one by one.
#ifndef SOURCE_SET_GLSL
#define SOURCE_SET_GLSL

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

#endif
