// SPDX-License-Identifier: MIT
// The second source of an operator file, loaded by words, or by 16 bytes where its vectors begin at
// multiples of that, wherever the first source's do.
#ifndef SECOND_INPUT_GLSL
#define SECOND_INPUT_GLSL

#define SECOND_PORT(alignment) INPUT_ALIASED PORT(BINDING_SECOND_INPUT, alignment) readonly buffer

SECOND_PORT(4) SecondWords { uint words[]; } BOUND(SecondWords);
SECOND_PORT(16) SecondQuads { uvec4 quads[]; } BOUND(SecondQuads);

const uint SECOND_VECTOR_WORDS = VECTOR * SECOND_INPUT_WORDS;

#define SECOND_W UVEC(SECOND_INPUT_WORDS)
#define SECOND_WORD(words, i) PASTE(WORD_OF_, SECOND_INPUT_WORDS)(words, i)

// Returns the word where the element `index` begins.
uint second_word_of(uint index)
{
    return OFFSET_OF(second_input, 4) + element_in_port(index) * SECOND_INPUT_WORDS;
}

SECOND_W load_second(uint index)
{
    const uint word = second_word_of(index);
    SECOND_W words;
    for (uint i = 0; i < SECOND_INPUT_WORDS; i++)
        SECOND_WORD(words, i) = AT(SecondWords, words, second_input, 4, word + i);
    return words;
}

bool second_has_vectors()
{
    return SECOND_VECTOR_WORDS % 4 == 0 &&
           second_word_of(mix(0, VECTOR - 1, REVERSE != 0)) % 4 == 0;
}

// Loads the words for a vector whose first element in memory has the index.
void load_second_vector(uint index, out uint words[SECOND_VECTOR_WORDS])
{
    const uint word = second_word_of(index);
    if (second_has_vectors()) {
        [[unroll]] for (uint q = 0; q < SECOND_VECTOR_WORDS / 4; q++) {
            const uvec4 quad = AT(SecondQuads, quads, second_input, 16, word / 4 + q);
            [[unroll]] for (uint i = 0; i < 4; i++)
                words[4 * q + i] = quad[i];
        }
    } else {
        [[unroll]] for (uint i = 0; i < SECOND_VECTOR_WORDS; i++)
            words[i] = AT(SecondWords, words, second_input, 4, word + i);
    }
}

#endif
