// SPDX-License-Identifier: MIT
// The user's file, user_operator.glsl, which tools/vkscan-operator makes of an operator file or a
// predicate; and what its elements are made of. docs/operators.md is the contract.
#ifndef USER_ELEMENT_GLSL
#define USER_ELEMENT_GLSL

#include "element/words.glsl"

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

#endif
