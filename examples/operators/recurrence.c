/* SPDX-License-Identifier: MIT */
/*
 * An exponential moving average over many samples, a million or as many as the argument says: an
 * inclusive scan with the operator of average.glsl. Samples come in pieces, each seeded with the
 * last result of the one before.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "average.h"
#include "device.h"

#define PIECE ((uint64_t)1 << 20) /* samples */
#define WEIGHT (1.0 / 1024)

struct pair {
    float factor, average;
};

/* A slow wave and noise. */
static float sample(uint64_t i)
{
    const uint32_t noise = (uint32_t)(i * 2654435761u) >> 8;

    return (float)sin((double)i * 1e-5) + (float)noise / (1 << 24) - 0.5f;
}

/* The largest error of a piece, against doubles; *expected goes along. */
static double compare(const struct pair *results, uint64_t first, uint64_t count, double *expected)
{
    double largest = 0;

    for (uint64_t i = 0; i < count; i++) {
        *expected += WEIGHT * (sample(first + i) - *expected);
        const double error = fabs(results[i].average - *expected);
        largest = error > largest ? error : largest;
    }
    return largest;
}

int main(int argc, char **argv)
{
    const uint64_t samples = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    struct pair seed = {0, sample(0)}; /* the average before the first sample: that sample */
    double expected = seed.average, error = 0;

    device_open();
    struct computation scan =
        device_plan(&(vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params),
                                          .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                          .user_operator = &average,
                                          .capacity = PIECE});
    struct buffer source = device_buffer(PIECE * sizeof(float));
    struct buffer destination = device_buffer(PIECE * sizeof(struct pair));
    for (uint64_t first = 0; first < samples; first += PIECE) {
        const uint64_t count = samples - first < PIECE ? samples - first : PIECE;
        const struct pair *results = destination.mapped;
        for (uint64_t i = 0; i < count; i++)
            ((float *)source.mapped)[i] = sample(first + i);
        device_run(&scan, &source, &destination, count, &seed);
        error = fmax(error, compare(results, first, count, &expected));
        seed = results[count - 1];
    }
    printf("average of %llu samples: %f, error %.1e\n", (unsigned long long)samples,
           (double)seed.average, error);
    device_destroy(&scan);
    device_close();
    return error < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
