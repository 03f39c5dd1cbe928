/* SPDX-License-Identifier: MIT */
/* Grey pictures of a byte a pixel, in PGM files. */
#ifndef PGM_H
#define PGM_H

#include <stdint.h>

struct grey {
    uint32_t width, height;
    uint8_t *pixels; /* row by row from the top */
};

struct grey grey_create(uint32_t width, uint32_t height); /* or fails; free() its pixels */
struct grey pgm_read(const char *path);                   /* or fails */

/* Draws a line between two pixels. */
void pgm_line(const struct grey *picture, uint32_t x, uint32_t y, uint32_t to_x, uint32_t to_y,
              uint8_t level);

void pgm_write(const char *path, const struct grey *picture);

#endif
