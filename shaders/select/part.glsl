// SPDX-License-Identifier: MIT
// Stores of words that hold several elements each, UNITS_PER_WORD, which the including file defines.
#ifndef PART_GLSL
#define PART_GLSL

// Stores the elements of a word at places [low, high) of the buffer, not of the port. A word that
// is stored in part is changed by atomics: others have elements there.
void store_part(uint word, uint value, uint low, uint high)
{
    const uint bits = 32 / UNITS_PER_WORD;
    if (high - low == UNITS_PER_WORD) {
        AT(OutputWords, words, output, 4, word) = value;
    } else {
        const uint own = bitfieldInsert(0u, ~0u, int(bits * (low % UNITS_PER_WORD)),
                                        int(bits * (high - low)));
        atomicAnd(AT(OutputWords, words, output, 4, word), ~own);
        atomicOr(AT(OutputWords, words, output, 4, word), value & own);
    }
}

#endif
