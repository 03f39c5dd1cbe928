/* SPDX-License-Identifier: MIT */
/* Capital letters of 5 x 7 dots. */
#ifndef FONT_H
#define FONT_H

#include <stdbool.h>
#include <stdint.h>

#include "pgm.h"

#define FONT_WIDTH 5
#define FONT_HEIGHT 7

/* Tells whether a letter, 'A' to 'Z', has ink there; no other character has. */
bool font_has_ink(char letter, uint32_t x, uint32_t y);

/* Draws a character in black, its dots of `dot` pixels, above and to the right of (x, y). Of all
 * that are no letters and no white space there is one dot. */
void font_draw(const struct grey *picture, uint32_t x, uint32_t y, uint32_t dot, char character);

#endif
