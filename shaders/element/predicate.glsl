// SPDX-License-Identifier: MIT
// A predicate: keep() and what it takes are the user's. Its modules are of the class that has as many
// words, whose elements are moved as they lie; keep() alone knows what they are. Included by
// element.glsl, before anything else is declared.
#ifndef PREDICATE_GLSL
#define PREDICATE_GLSL

#include "element/user_element.glsl"

#undef ELEMENT_WORDS // the class has it

#ifdef SEED
#define KEEP(element, seed, index) keep(element, seed, index)
#else // keep() takes none, and no run has one
#define SEED uint
#define SEED_WORDS 1
#define KEEP(element, seed, index) keep(element, index)
#endif

#if SEED_WORDS == 1
#define SEED_W uint
#define EACH_SEED_WORD(call) SEED_W(call(0))
#elif SEED_WORDS == 2
#define SEED_W uvec2
#define EACH_SEED_WORD(call) SEED_W(call(0), call(1))
#elif SEED_WORDS == 3
#define SEED_W uvec3
#define EACH_SEED_WORD(call) SEED_W(call(0), call(1), call(2))
#else
#define SEED_W uvec4
#define EACH_SEED_WORD(call) SEED_W(call(0), call(1), call(2), call(3))
#endif

SEED unpacked_seed(SEED_W words)
{
    SEED seed;
    unpack(words, seed);
    return seed;
}

#define SEED_FROM_WORDS(words) unpacked_seed(words)

// Of an element as it lies in memory: 0, or which of three ways it takes.
uint vks_keep(ELEMENT_W words, SEED seed, uint index)
{
    return uint(KEEP(unpacked(words), seed, index));
}

#endif
