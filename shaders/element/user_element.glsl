// SPDX-License-Identifier: MIT
// The user's file, user_operator.glsl, which tools/vkscan-operator makes of an operator file or a
// predicate; and what its elements are made of. docs/operators.md is the contract.
#ifndef USER_ELEMENT_GLSL
#define USER_ELEMENT_GLSL

// Convert words to elements, and back, for GLSL's types. An operator file adds its structures'.
void unpack(uint words, out uint element) { element = words; }
void unpack(uint words, out int element) { element = int(words); }
void unpack(uint words, out float element) { element = uintBitsToFloat(words); }
void unpack(uvec2 words, out uvec2 element) { element = words; }
void unpack(uvec2 words, out ivec2 element) { element = ivec2(words); }
void unpack(uvec2 words, out vec2 element) { element = uintBitsToFloat(words); }
void unpack(uvec3 words, out uvec3 element) { element = words; }
void unpack(uvec3 words, out ivec3 element) { element = ivec3(words); }
void unpack(uvec3 words, out vec3 element) { element = uintBitsToFloat(words); }
void unpack(uvec4 words, out uvec4 element) { element = words; }
void unpack(uvec4 words, out ivec4 element) { element = ivec4(words); }
void unpack(uvec4 words, out vec4 element) { element = uintBitsToFloat(words); }
uint pack(uint element) { return element; }
uint pack(int element) { return uint(element); }
uint pack(float element) { return floatBitsToUint(element); }
uvec2 pack(uvec2 element) { return element; }
uvec2 pack(ivec2 element) { return uvec2(element); }
uvec2 pack(vec2 element) { return floatBitsToUint(element); }
uvec3 pack(uvec3 element) { return element; }
uvec3 pack(ivec3 element) { return uvec3(element); }
uvec3 pack(vec3 element) { return floatBitsToUint(element); }
uvec4 pack(uvec4 element) { return element; }
uvec4 pack(ivec4 element) { return uvec4(element); }
uvec4 pack(vec4 element) { return floatBitsToUint(element); }

#include "user_operator.glsl"

#define ELEMENT_W UVEC(ELEMENT_WORDS)

ELEMENT unpacked(ELEMENT_W words)
{
    ELEMENT element;
    unpack(words, element);
    return element;
}

// A predicate: keep() and what it takes are the user's. Its modules are of the class that has as many
// words, whose elements are moved as they lie; keep() alone knows what they are.
#ifdef PREDICATE

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

#endif
