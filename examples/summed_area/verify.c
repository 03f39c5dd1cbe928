/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>

bool verify_table(const struct picture *picture, const uint8_t *pixels, const uint32_t *table)
{
    for (uint32_t y = 0, i = 0; y < picture->height; y++) {
        uint32_t row = 0;
        for (uint32_t x = 0; x < picture->width; x++, i++) {
            row += pixels[i];
            const uint32_t sum = row + (y ? table[i - picture->width] : 0);
            if (table[i] == sum)
                continue;
            fprintf(stderr, "summed_area: the sum at (%u, %u) is %u, not %u\n", x, y, table[i],
                    sum);
            return false;
        }
    }
    return true;
}

struct range {
    uint32_t from, to;
};

/* The pixels at most radius away, of `size` in all. */
static struct range around(uint32_t at, uint32_t radius, uint32_t size)
{
    return (struct range){at > radius ? at - radius : 0,
                          size - at > radius ? at + radius + 1 : size};
}

/* Each column of the boxes of a row. */
static void sum_columns(const struct picture *picture, const uint8_t *pixels, struct range rows,
                        uint32_t *columns)
{
    for (uint32_t x = 0; x < picture->width; x++) {
        columns[x] = 0;
        for (uint32_t y = rows.from; y < rows.to; y++)
            columns[x] += pixels[y * picture->width + x];
    }
}

static uint32_t mean_of(const uint32_t *columns, struct range x, struct range y)
{
    const uint32_t number = (x.to - x.from) * (y.to - y.from);
    uint32_t sum = number / 2;

    for (uint32_t i = x.from; i < x.to; i++)
        sum += columns[i];
    return sum / number;
}

bool verify_means(const struct picture *picture, const uint8_t *pixels, const uint8_t *means)
{
    uint32_t *columns = malloc(picture->width * sizeof(*columns));
    bool right = columns;

    for (uint32_t y = 0, i = 0; right && y < picture->height; y++) {
        const uint32_t radius = radius_of(y, picture->height);
        const struct range rows = around(y, radius, picture->height);
        sum_columns(picture, pixels, rows, columns);
        for (uint32_t x = 0; right && x < picture->width; x++, i++) {
            const uint32_t mean = mean_of(columns, around(x, radius, picture->width), rows);
            right = means[i] == mean;
            if (!right)
                fprintf(stderr, "summed_area: the mean around (%u, %u) is %u, not %u\n", x, y,
                        means[i], mean);
        }
    }
    free(columns);
    return right;
}
