// SPDX-License-Identifier: MIT
// Functions of states, combined as functions are, the left one first.
#include "interface.h"

#define ELEMENT uint
#define ELEMENT_WORDS 1

uint identity()
{
    return 0x543210u;
}

uint combine(uint left, uint right)
{
    uint both = 0;
    for (int bit = 0; bit < 4 * STATES; bit += 4)
        both |= bitfieldExtract(right, 4 * int(bitfieldExtract(left, bit, 4)), 4) << bit;
    return both;
}
