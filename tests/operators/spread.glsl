// SPDX-License-Identifier: MIT
// A source of three words for an element of four: lowest, highest, sum and number.
#define ELEMENT uvec4
#define ELEMENT_WORDS 4
#define COMMUTATIVE
#define INPUT_WORDS 3

uvec4 map(uvec3 words, uint index)
{
    return uvec4(min(words.x, min(words.y, words.z)), max(words.x, max(words.y, words.z)),
                 words.x + words.y + words.z, 1);
}

uvec4 identity()
{
    return uvec4(0xffffffffu, 0, 0, 0);
}

uvec4 combine(uvec4 left, uvec4 right)
{
    return uvec4(min(left.x, right.x), max(left.y, right.y), left.zw + right.zw);
}
