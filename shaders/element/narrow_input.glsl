// SPDX-License-Identifier: MIT
// Elements of the input that are narrower than T. Each class that has them includes this file, and
// defines from_narrow().
#ifndef NARROW_INPUT_GLSL
#define NARROW_INPUT_GLSL

#define HAS_NARROW_INPUT

const bool INPUT_IS_NARROW = !INPUT_IS_T && INPUT_FORMAT != FORMAT_NATIVE;
const int INPUT_BITS = 32 / int(INPUT_PER_WORD);

// The 32 bits of a narrow element, that is the element `part` of a word; sign-extended.
uint narrow_bits(uint word, uint part, uint format)
{
    const int bits = 32 / PER_WORD(format);
    const int first = int(part) * bits;
    return format == FORMAT_I8 || format == FORMAT_I16
               ? uint(bitfieldExtract(int(word), first, bits))
               : bitfieldExtract(word, first, bits);
}

#endif
