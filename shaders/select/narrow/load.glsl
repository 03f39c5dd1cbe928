// SPDX-License-Identifier: MIT
// Elements of fewer than 32 bits, at the low end of a word.
#ifndef SELECT_NARROW_LOAD_GLSL
#define SELECT_NARROW_LOAD_GLSL

const uint SIGN = KEYS_ARE_FLOATS ? BINARY16.sign : BINARY32.sign; // of a key

// The element with the bits that input_bits() returns.
#define VALUE_OF(bits) from_narrow(bits, INPUT_FORMAT)

// Returns the bits of a narrow element, at the low end of a word.
uint input_bits(uint index)
{
    const uint place = dispatch.input_offset + index;
    return narrow_bits(AT(InputWords, words, input, 4, place / INPUT_PER_WORD),
                       place % INPUT_PER_WORD, INPUT_FORMAT);
}

T input_value(uint index)
{
    return VALUE_OF(input_bits(index));
}

#endif
