/* SPDX-License-Identifier: MIT */
/*
 * An exponential moving average over many samples, a million or as many as --samples says: an
 * inclusive scan with the operator of average.glsl. Samples come in pieces, each seeded with the
 * last result of the one before.
 */
#include <math.h>

#include "average.h"
#include "compute.h"

#define PIECE 1048576u /* samples */
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
    uint64_t samples = 1000000;
    const struct argument arguments[] = {
        {"--samples", ARGUMENT_NUMBER, &samples, "in all (1000000)", 1, 1e12, NULL}};
    struct pair seed = {0, sample(0)}; /* the average before the first sample: that sample */
    double expected = seed.average, error = 0;
    struct compute c;

    compute_arguments(&c, "recurrence", "Averages samples exponentially.", arguments, 1, argc,
                      argv);
    float *piece = allocate(PIECE, sizeof(*piece));
    struct pair *results = allocate(PIECE, sizeof(*results));
    compute_open(&c);
    const struct buffer source = compute_array(&c, PIECE * sizeof(*piece));
    const struct buffer destination = compute_array(&c, PIECE * sizeof(*results));
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .user_operator = &average,
                                       .capacity = PIECE};
    const struct run *scan =
        compute_plan(&c, &params, PORTS(PORT(SOURCE, &source), PORT(DESTINATION, &destination)));
    for (uint64_t first = 0; first < samples; first += PIECE) {
        const uint64_t count = samples - first < PIECE ? samples - first : PIECE;
        for (uint64_t i = 0; i < count; i++)
            piece[i] = sample(first + i);
        compute_write(&c, &source, piece, count * sizeof(*piece));
        compute_begin(&c);
        compute_run(&c, scan, count, &seed);
        compute_end(&c);
        compute_read(&c, &destination, results, count * sizeof(*results));
        error = fmax(error, compare(results, first, count, &expected));
        seed = results[count - 1];
    }
    printf("average of %llu samples: %f, error %.1e\n", (unsigned long long)samples,
           (double)seed.average, error);
    free(results);
    free(piece);
    return compute_close(&c, error < 1e-4);
}
