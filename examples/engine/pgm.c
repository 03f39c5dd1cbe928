/* SPDX-License-Identifier: MIT */
#include "pgm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

#define MOST_PIXELS 0x3fffffffu

struct grey grey_create(uint32_t width, uint32_t height)
{
    return (struct grey){width, height, allocate((size_t)width * height + 3, 1)};
}

/* Reads the next number of the header, behind white space and comments; 0 if there is none. */
static unsigned long read_number(char **at)
{
    while (isspace((unsigned char)**at) || **at == '#')
        *at += **at == '#' ? strcspn(*at, "\n") : 1;
    return isdigit((unsigned char)**at) ? strtoul(*at, at, 10) : 0;
}

struct grey pgm_read(const char *path)
{
    size_t size;
    char *bytes = file_read(path, &size), *at = bytes + 2;

    if (size < 2 || memcmp(bytes, "P5", 2) != 0)
        fail("%s: not a binary PGM file: it does not begin with P5", path);
    const unsigned long width = read_number(&at), height = read_number(&at),
                        most = read_number(&at);
    if (width == 0 || height == 0 || width > MOST_PIXELS || height > MOST_PIXELS / width)
        fail("%s: %lu x %lu pixels are none, or too many", path, width, height);
    if (most != 255)
        fail("%s: pixels are from 0 to %lu, not to 255", path, most);
    const size_t there = (size_t)(bytes + size - at), wanted = (size_t)width * height;
    if (there < 1 + wanted)
        fail("%s: the file is cut short: %zu of %zu pixels are there", path, there ? there - 1 : 0,
             wanted);
    const struct grey picture = grey_create((uint32_t)width, (uint32_t)height);
    memcpy(picture.pixels, at + 1, wanted);
    free(bytes);
    return picture;
}

void pgm_line(const struct grey *picture, uint32_t x, uint32_t y, uint32_t to_x, uint32_t to_y,
              uint8_t level)
{
    const uint32_t steps = picture->width + picture->height;

    for (uint32_t i = 0; i <= steps; i++) {
        const uint64_t column = ((uint64_t)x * (steps - i) + (uint64_t)to_x * i) / steps;
        const uint64_t row = ((uint64_t)y * (steps - i) + (uint64_t)to_y * i) / steps;
        picture->pixels[row * picture->width + column] = level;
    }
}

void pgm_write(const char *path, const struct grey *picture)
{
    char header[64];
    const int length =
        snprintf(header, sizeof(header), "P5 %u %u 255\n", picture->width, picture->height);

    file_write(path, header, (size_t)length, picture->pixels,
               (size_t)picture->width * picture->height);
}
