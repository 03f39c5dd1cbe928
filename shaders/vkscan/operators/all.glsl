// SPDX-License-Identifier: MIT
// 1 if every word of the source is not 0, else 0. (Of f32, -0 is a word that is not 0.)
#define ELEMENT uint
#define ELEMENT_WORDS 1
#define COMMUTATIVE
#define INPUT_WORDS 1

uint map(uint words, uint index)
{
    return uint(words != 0);
}

uint identity()
{
    return 1;
}

uint combine(uint left, uint right)
{
    return left & right;
}
