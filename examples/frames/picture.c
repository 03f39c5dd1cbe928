/* SPDX-License-Identifier: MIT */
#include "image.h"
#include "result.h"

#include <math.h>

#define SIZE 1024 /* pixels along a side */

static void add(struct light *light, uint32_t colour, float amount)
{
    for (int k = 0; k < 3; k++)
        light->rgb[k] += amount * (float)(colour >> (16 - 8 * k) & 255) / 255;
}

static void draw_cell(const struct snapshot *s, struct light *pixels, uint32_t cell)
{
    const uint32_t width = SIZE / s->side;
    const uint32_t x = cell % s->side * width, y = cell / s->side * width;
    const uint32_t first = s->prefixes[cell], end = s->prefixes[cell + 1];
    const float glow = 0.12f + 0.09f * log2f(1 + (float)(end - first));

    for (uint32_t i = 0; i < width * width; i++)
        if (i % width > 0 && i / width > 0)
            add(&pixels[(y + i / width) * SIZE + x + i % width], 0x4a5ea8, glow);
    for (uint32_t i = first; i < end; i++) {
        const vec2 at = s->sorted[i].position;
        const uint32_t column = (uint32_t)(at.x * SIZE), row = (uint32_t)(at.y * SIZE);
        if (column < SIZE && row < SIZE)
            add(&pixels[row * SIZE + column], s->sorted[i].colour, 0.28f);
    }
}

bool write_picture(const struct snapshot *s, const char *path)
{
    struct light *pixels = calloc(SIZE * SIZE, sizeof(*pixels));
    bool written = false;

    if (pixels) {
        for (uint32_t cell = 0; cell < s->cells; cell++)
            draw_cell(s, pixels, cell);
        written = image_write(pixels, SIZE, SIZE, path);
    }
    free(pixels);
    return written;
}
