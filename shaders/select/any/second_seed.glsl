// SPDX-License-Identifier: MIT
// The second of two seeds.
#ifndef SELECT_ANY_SECOND_SEED_GLSL
#define SELECT_ANY_SECOND_SEED_GLSL

T load_second_seed()
{
    if (has_operand(OPERAND_SEED))
        return seed_from_words(EACH_WORD(SEED_OPERAND, ELEMENT_WORDS, 1));
    return seed_from_words(EACH_WORD(SEED_WORD, ELEMENT_WORDS, 1));
}

#endif
