// SPDX-License-Identifier: MIT
// A predicate: keep() and what it takes are the user's. Its modules are of the class that has as many
// words, whose elements are moved as they lie; keep() alone knows what they are. Included by
// element.glsl, before anything else is declared.
#ifndef PREDICATE_GLSL
#define PREDICATE_GLSL

#include "element/user_element.glsl"

#ifdef SEED
#define KEEP(element, seed, index) keep(element, seed, index)
#else // keep() takes none, and no run has one
#define SEED uint
#define SEED_WORDS 1
#define KEEP(element, seed, index) keep(element, index)
#endif

#define SEED_W UVEC(SEED_WORDS)
#define EACH_SEED_WORD(call) PASTE(SEED_OF_, SEED_WORDS)(call)
#define SEED_OF_1(call) SEED_W(call(0))
#define SEED_OF_2(call) SEED_W(call(0), call(1))
#define SEED_OF_3(call) SEED_W(call(0), call(1), call(2))
#define SEED_OF_4(call) SEED_W(call(0), call(1), call(2), call(3))

SEED unpacked_seed(SEED_W words)
{
    SEED seed;
    unpack(words, seed);
    return seed;
}

#define SEED_FROM_WORDS(words) unpacked_seed(words)

// Returns 0 for an element that is dropped, or which of three ways it takes. The words are as in
// memory.
uint vks_keep(ELEMENT_W words, SEED seed, uint index)
{
    return uint(KEEP(unpacked(words), seed, index));
}

#undef ELEMENT_WORDS // the class has it, of the same value

#endif
