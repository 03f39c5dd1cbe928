// SPDX-License-Identifier: MIT
// Operators and open brackets before a character, both by one scan.
#define ELEMENT uvec2
#define ELEMENT_WORDS 2
#define COMMUTATIVE
#define INPUT_WORDS 1

uvec2 map(uint character, uint index)
{
    return uvec2(character == 42 || character == 43 || character == 45,
                 int(character == 40) - int(character == 41));
}
uvec2 identity() { return uvec2(0); }
uvec2 combine(uvec2 left, uvec2 right) { return left + right; }
