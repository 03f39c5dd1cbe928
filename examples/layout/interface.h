/* SPDX-License-Identifier: MIT */
/* What layout.c and its shaders must agree on; read by both. Lengths are in pixels. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

#define PARAGRAPH 16u /* what is above a paragraph but the first */

/* Returns how many pixels a character's dots have: capitals are larger, as there are no others. */
FUNCTION uint dot_of(uint character)
{
    return character >= 65 && character <= 90 ? 3 : 2;
}

/* Returns a character's width. A second line end, behind a paragraph, is as wide as a line. */
FUNCTION uint width_of(uint character, uint before, uint line)
{
    const uint letter = character & ~32u;
    const uint dots = character <= 32 ? 3 : letter >= 65 && letter <= 90 ? 6 : 2;

    return character == 10 && before == 10 ? line : dots * dot_of(character);
}

FUNCTION uint height_of(uint character, uint before, uint second_before)
{
    return character <= 32
               ? 0
               : 10 * dot_of(character) + (before == 10 && second_before == 10 ? PARAGRAPH : 0);
}

#endif
