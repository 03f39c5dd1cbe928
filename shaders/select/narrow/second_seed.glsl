// SPDX-License-Identifier: MIT
// The second of two seeds, which lie in one word.
#ifndef SELECT_NARROW_SECOND_SEED_GLSL
#define SELECT_NARROW_SECOND_SEED_GLSL

T load_second_seed()
{
    const uint bytes = 4 / PER_WORD(DESTINATION_FORMAT);
    if (has_operand(OPERAND_SEED))
        return seed_from_words(SEED_OPERAND(0) >> 8 * (SEED_PLACE.x % 4 + bytes));
    return seed_from_words(SEED_WORD(0) >> 8 * bytes);
}

#endif
