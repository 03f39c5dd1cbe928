// SPDX-License-Identifier: MIT
// Where an element of the input lies.
#ifndef SOURCE_PLACES_GLSL
#define SOURCE_PLACES_GLSL

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

#endif
