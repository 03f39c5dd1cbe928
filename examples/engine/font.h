/* SPDX-License-Identifier: MIT */
/* Capital letters of 5 x 7 dots. */
#ifndef FONT_H
#define FONT_H

#include <stdbool.h>
#include <stdint.h>

#define FONT_WIDTH 5
#define FONT_HEIGHT 7

/* Tells whether a letter, 'A' to 'Z', has ink there; no other character has. */
bool font_has_ink(char letter, uint32_t x, uint32_t y);

#endif
