/* SPDX-License-Identifier: MIT */
#include "image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool image_write_bytes(const uint8_t *rgb, uint32_t width, uint32_t height, const char *path)
{
    const size_t size = 3 * (size_t)width * height;
    FILE *file = fopen(path, "wb");
    bool written = file && fprintf(file, "P6 %u %u 255\n", width, height) > 0 &&
                   fwrite(rgb, 1, size, file) == size;

    if (file)
        written = fclose(file) == 0 && written;
    if (!written)
        perror(path);
    return written;
}

bool image_write(const struct light *pixels, uint32_t width, uint32_t height, const char *path)
{
    const size_t count = (size_t)width * height;
    uint8_t *rgb = malloc(3 * count);
    bool written = false;

    for (size_t i = 0; rgb && i < 3 * count; i++)
        rgb[i] = (uint8_t)(255 * (1 - expf(-pixels[i / 3].rgb[i % 3])));
    if (rgb)
        written = image_write_bytes(rgb, width, height, path);
    else
        fprintf(stderr, "%s: out of memory\n", path);
    free(rgb);
    return written;
}
