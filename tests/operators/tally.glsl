// SPDX-License-Identifier: MIT
// A source of four words for an element of one: the words that are odd, and 3 for each element whose
// index is a multiple of 5.
#define ELEMENT uint
#define ELEMENT_WORDS 1
#define COMMUTATIVE
#define INPUT_WORDS 4

uint map(uvec4 words, uint index)
{
    const uvec4 odd = words & 1u;
    return odd.x + odd.y + odd.z + odd.w + (index % 5 == 0 ? 3u : 0u);
}

uint identity()
{
    return 0;
}

uint combine(uint left, uint right)
{
    return left + right;
}
