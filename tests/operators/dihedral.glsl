// SPDX-License-Identifier: MIT
// Symmetries of the integers composed, the right one first: 2 k + 1 is t -> t + k, and 2 k + 2 is
// t -> k - t. The operator does not commute, so it shows that a kernel keeps its operands in order;
// and every element has an inverse, so none hides that another one is lost.
#define ELEMENT uint
#define ELEMENT_WORDS 1

uint identity()
{
    return 1;
}

uint combine(uint left, uint right)
{
    return left + (right - 1) * (2 * (left & 1) - 1);
}
