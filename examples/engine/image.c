/* SPDX-License-Identifier: MIT */
#include "image.h"

#include <math.h>
#include <stdio.h>

bool image_write(const struct light *pixels, uint32_t width, uint32_t height, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fprintf(file, "P6 %u %u 255\n", width, height) > 0;

    for (uint32_t i = 0; written && i < width * height; i++)
        for (int k = 0; k < 3; k++)
            written = putc((int)(255 * (1 - expf(-pixels[i].rgb[k]))), file) != EOF && written;
    if (file)
        written = fclose(file) == 0 && written;
    if (!written)
        perror(path);
    return written;
}
