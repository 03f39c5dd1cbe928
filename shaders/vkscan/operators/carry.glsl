// SPDX-License-Identifier: MIT
// Carries of a binary addition by words of 32 bits, the least significant first: the source has
// pairs of a word of each number. In the element, bit 0 tells that the words up to here generate a
// carry, bit 1 that they propagate one. Of an exclusive scan bit 0 is what is carried into a word.
#define ELEMENT uint
#define ELEMENT_WORDS 1
#define INPUT_WORDS 2

uint map(uvec2 words, uint index)
{
    const uint sum = words.x + words.y;
    return uint(sum < words.x) | uint(sum == 0xffffffffu) << 1;
}

uint identity()
{
    return 2;
}

uint combine(uint left, uint right)
{
    const uint generates = right | (right >> 1 & left);
    return (generates & 1u) | (left & right & 2u);
}
