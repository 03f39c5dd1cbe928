// SPDX-License-Identifier: MIT
// Elements of any type as their words in memory: the first ones of a uvec4, whose others are 0. An
// element of 1 or 2 bytes is at the low end of a word.
#ifndef SELECT_BY_WORDS_LOAD_GLSL
#define SELECT_BY_WORDS_LOAD_GLSL

layout(constant_id = SPEC_ELEMENT_BYTES) const uint ELEMENT_BYTES = 4;

// An element is one unit or several, which are words, or narrow elements.
const bool IS_NARROW = ELEMENT_BYTES < 4;
const uint UNITS = IS_NARROW ? 1 : ELEMENT_BYTES / 4;
const uint UNIT_BITS = IS_NARROW ? 8 * ELEMENT_BYTES : 32;
const uint UNITS_PER_WORD = 32 / UNIT_BITS;

// Returns the unit `index` of a buffer, which lies in `word`.
uint unit_of(uint word, uint index)
{
    return bitfieldExtract(word, int(index % UNITS_PER_WORD * UNIT_BITS), int(UNIT_BITS));
}

uvec4 load_words(uint index)
{
    const uint place = dispatch.input_offset + index;
    if (UNITS == 4)
        return AT(InputQuads, quads, input, 16, place);
    if (UNITS == 3) {
        const uint word = dispatch.input_offset + 3 * index;
        return uvec4(AT(InputWords, words, input, 4, word),
                     AT(InputWords, words, input, 4, word + 1),
                     AT(InputWords, words, input, 4, word + 2), 0);
    }
    if (UNITS == 2)
        return uvec4(AT(InputPairs, pairs, input, 8, place), 0, 0);
    const uint word = AT(InputWords, words, input, 4, place / UNITS_PER_WORD);
    return uvec4(unit_of(word, place), 0, 0, 0);
}

#endif
