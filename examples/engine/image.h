/* SPDX-License-Identifier: MIT */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Light that has fallen on a pixel: red, green, blue. */
struct light {
    float rgb[3];
};

/* Writes a PPM of red, green and blue, row by row from the top; false, with a message, if that
 * fails. */
bool image_write_bytes(const uint8_t *rgb, uint32_t width, uint32_t height, const char *path);

/* The same of light, none of which is too bright. */
bool image_write(const struct light *pixels, uint32_t width, uint32_t height, const char *path);

#endif
