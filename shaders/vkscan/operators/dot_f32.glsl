// SPDX-License-Identifier: MIT
// Dot products: the sum of the products of two sources' elements. Each product and each sum is
// rounded, never fused, so that the same elements give the same bits wherever they lie.
#define ELEMENT float
#define ELEMENT_WORDS 1
#define COMMUTATIVE
#define INPUT_WORDS 1
#define SECOND_INPUT_WORDS 1

float map(uint words, uint second_words, uint index)
{
    precise const float product = uintBitsToFloat(words) * uintBitsToFloat(second_words);
    return product;
}

float identity()
{
    return 0;
}

float combine(float left, float right)
{
    precise const float sum = left + right;
    return sum;
}
