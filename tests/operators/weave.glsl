// SPDX-License-Identifier: MIT
// Two sources, of two words and of three, for an element of two: functions x -> a x + b modulo 2^32,
// the left one first, that know their index.
#define ELEMENT uvec2
#define ELEMENT_WORDS 2
#define INPUT_WORDS 2
#define SECOND_INPUT_WORDS 3

uvec2 map(uvec2 words, uvec3 second_words, uint index)
{
    return uvec2(words.x ^ second_words.z, words.y + second_words.x * second_words.y + index);
}

uvec2 identity()
{
    return uvec2(1, 0);
}

uvec2 combine(uvec2 left, uvec2 right)
{
    return uvec2(left.x * right.x, right.x * left.y + right.y);
}
