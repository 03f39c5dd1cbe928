// SPDX-License-Identifier: MIT
// Functions t -> a t + b modulo 2^32, the left one first.
struct affine {
    uint factor, addend;
};
#define ELEMENT affine
#define ELEMENT_WORDS 2

void unpack(uvec2 words, out affine e)
{
    e = affine(words.x, words.y);
}

uvec2 pack(affine e)
{
    return uvec2(e.factor, e.addend);
}

affine identity()
{
    return affine(1, 0);
}

affine combine(affine left, affine right)
{
    return affine(left.factor * right.factor, right.factor * left.addend + right.addend);
}
