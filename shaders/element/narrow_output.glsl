// SPDX-License-Identifier: MIT
// Results that are narrower than T. Each class that has them includes this file, and defines
// to_narrow().
#ifndef NARROW_OUTPUT_GLSL
#define NARROW_OUTPUT_GLSL

// A statement of classes that have such results.
#define FOR_NARROW_RESULTS(statement) statement

// A statement of classes that store such results by vectors.
#ifndef PACKED_VECTOR
#define FOR_NARROW_VECTORS(statement) statement
#else
#define FOR_NARROW_VECTORS(statement)
#endif

// Stores the bits of a narrow element in a word of a buffer, from its bit `first` on. The other bits
// stay: they may be the neighbours', or not the port's.
#define STORE_NARROW(word, first, narrow, format)                                                  \
    atomicAnd(word, ~bitfieldInsert(0u, ~0u, first, 32 / PER_WORD(format)));                       \
    atomicOr(word, bitfieldInsert(0u, narrow, first, 32 / PER_WORD(format)));

#endif
