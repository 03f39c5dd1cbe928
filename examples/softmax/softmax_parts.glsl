// SPDX-License-Identifier: MIT
// What a softmax needs of its elements x, in one read: the highest, and the sum of exp(x - highest),
// which is rescaled where a higher one comes. Milakov and Gimelshein, Online normalizer calculation
// for softmax, 2018.
//
// An x of -inf adds nothing, as the identity. A NaN or +inf makes the sum negative. So neither is
// computed with, which Vulkan leaves to the driver.
struct SoftmaxParts {
    float highest;
    float sum;
};
#define ELEMENT SoftmaxParts
#define ELEMENT_WORDS 2
#define INPUT_WORDS 1

SoftmaxParts identity()
{
    return SoftmaxParts(-3.4028234e38, 0);
}

SoftmaxParts map(uint words, uint index)
{
    if (words == 0xff800000u)
        return identity();
    if ((words & 0x7fffffffu) > 0x7f800000u || words == 0x7f800000u)
        return SoftmaxParts(0, -1);
    return SoftmaxParts(uintBitsToFloat(words), 1);
}

SoftmaxParts combine(SoftmaxParts left, SoftmaxParts right)
{
    const bool is_left = left.highest >= right.highest;
    const SoftmaxParts high = is_left ? left : right;
    const SoftmaxParts low = is_left ? right : left;
    const float wrong = min(left.sum, right.sum);
    precise const float sum = high.sum + low.sum * exp(low.highest - high.highest);
    return SoftmaxParts(high.highest, wrong < 0 ? wrong : sum);
}

void unpack(uvec2 words, out SoftmaxParts e)
{
    e = SoftmaxParts(uintBitsToFloat(words.x), uintBitsToFloat(words.y));
}

uvec2 pack(SoftmaxParts e)
{
    return uvec2(floatBitsToUint(e.highest), floatBitsToUint(e.sum));
}
