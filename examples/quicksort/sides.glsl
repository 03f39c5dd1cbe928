// SPDX-License-Identifier: MIT
// How many words are on each side of their pivot: below, at and above it.
#define ELEMENT uvec3
#define ELEMENT_WORDS 3
#define COMMUTATIVE
#define INPUT_WORDS 1

uvec3 map(uint word, uint index) { return uvec3(equal(uvec3(word & 3), uvec3(0, 1, 2))); }
uvec3 identity() { return uvec3(0); }
uvec3 combine(uvec3 left, uvec3 right) { return left + right; }
