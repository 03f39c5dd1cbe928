// SPDX-License-Identifier: MIT
// Elements in memory that are narrower than T. Each class that has them includes this file, and
// defines from_narrow(); if results have them too, to_narrow() and FOR_NARROW_RESULTS(), a statement
// for these, and FOR_NARROW_VECTORS(), one for vectors of them that are not stored as they are.
#ifndef NARROW_FORMATS_GLSL
#define NARROW_FORMATS_GLSL

const bool INPUT_IS_NARROW = !INPUT_IS_T && INPUT_FORMAT != FORMAT_NATIVE;
const int INPUT_BITS = 32 / int(INPUT_PER_WORD);

// Returns the narrow element `part` of a word as 32 bits, sign-extended.
uint narrow_bits(uint word, uint part, uint format)
{
    const int bits = 32 / PER_WORD(format);
    const int first = int(part) * bits;
    return format == FORMAT_I8 || format == FORMAT_I16
               ? uint(bitfieldExtract(int(word), first, bits))
               : bitfieldExtract(word, first, bits);
}

// Statements and values for narrow elements alone, in classes that have them.
#define NARROW_OR(narrow, otherwise) (INPUT_IS_NARROW ? narrow : otherwise)
#define IF_NARROW(statement)                                                                       \
    if (INPUT_IS_NARROW)                                                                           \
        statement

// Sets the narrow element p of a vector to the element `part` of a word.
#define SET_NARROW(v, p, word, part)                                                               \
    const int bits = 32 / int(INPUT_PER_WORD);                                                     \
    V_WORD(v, p / INPUT_PER_WORD) =                                                                \
        bitfieldInsert(V_WORD(v, p / INPUT_PER_WORD), word >> bits * int(part),                    \
                       bits * int(p % INPUT_PER_WORD), bits);

// Returns the narrow element p of a vector.
#define RETURN_NARROW(v, p)                                                                        \
    const uint bits =                                                                              \
        narrow_bits(V_WORD(v, p / INPUT_PER_WORD), p % INPUT_PER_WORD, INPUT_FORMAT);              \
    return from_narrow(bits, INPUT_FORMAT);

// Stores the bits of a narrow element in a word of a buffer, from its bit `first` on. The other bits
// stay: they may be the neighbours', or not the port's.
#define STORE_NARROW(word, first, narrow, format)                                                  \
    atomicAnd(word, ~bitfieldInsert(0u, ~0u, first, 32 / PER_WORD(format)));                       \
    atomicOr(word, bitfieldInsert(0u, narrow, first, 32 / PER_WORD(format)));

#endif
