/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"
#include "random.h"
#include "type.h"

#define SEED 1
#define ZIPF_KEYS 65536.0
#define ZIPF_STEPS_LOG2 20 /* steps of the distribution */
#define MEDIAN_SAMPLES 4095
#define FLAGS_OF_WORD 64 /* flags that one random number gives */

static uint64_t random_at(uint64_t index)
{
    return random_of(SEED + (index + 1) * RANDOM_STEP);
}

/* ---- keys ---- */

/* The data of a key's place among all keys of its type, which is a fraction of 2^64. */
struct places {
    const struct type *type;
    enum reference_sort_data data;
    void *keys;
    uint64_t count;
    uint64_t part;  /* part of the range for each key */
    uint32_t shift; /* shift after which random numbers are below part */
    uint64_t *zipf; /* places of equal probability */
    uint64_t equal;
};

static uint64_t place_at(const struct places *places, uint64_t i)
{
    const uint64_t random = random_at(i);

    switch (places->data) {
    case SORT_DATA_SORTED:
        return i * places->part + (random >> places->shift);
    case SORT_DATA_REVERSED:
        return (places->count - 1 - i) * places->part + (random >> places->shift);
    case SORT_DATA_EQUAL:
        return places->equal;
    case SORT_DATA_ZIPF:
        return places->zipf[random >> (64 - ZIPF_STEPS_LOG2)];
    default:
        return random;
    }
}

static uint64_t *zipf_places(void)
{
    const uint64_t steps = 1ull << ZIPF_STEPS_LOG2;
    uint64_t *places = malloc(steps * sizeof(places[0]));

    for (uint64_t i = 0; i < steps && places; i++) {
        const double part = ((double)i + 0.5) / (double)steps;
        places[i] = (uint64_t)exp(part * log(ZIPF_KEYS)) * RANDOM_STEP;
    }
    return places;
}

/* Returns a number in [-1, 1]. */
static double number_at(uint64_t place)
{
    return (double)(place >> 11) * 0x1p-52 - 1;
}

/* Fills in keys. The lowest signed integer has the sign bit set. */
static void fill_part(void *user, const struct parallel_part *part)
{
    const struct places *places = user;
    const struct scalar *scalar = &places->type->scalar;
    const uint64_t sign = scalar->kind == SIGNED ? 1ull << 63 : 0;
    const uint32_t components = places->type->components;
    char *to = (char *)places->keys + part->first * components * scalar->size;

    for (uint64_t i = part->first; i < part->end; i++) {
        const uint64_t place = place_at(places, i);
        const union number key = scalar->kind == FLOAT
                                     ? (union number){.real = number_at(place)}
                                     : (union number){(place ^ sign) >> (64 - 8 * scalar->size)};
        for (uint32_t c = 0; c < components; c++, to += scalar->size)
            scalar_store(scalar, key, to);
    }
}

static uint32_t leading_zeros(uint64_t x)
{
    uint32_t zeros = 0;

    while (!(x >> (63 - zeros)))
        zeros++;
    return zeros;
}

bool sample_keys(vkscan_type type, enum reference_sort_data data, void *keys, uint64_t count)
{
    const uint64_t part = count ? UINT64_MAX / count : UINT64_MAX;
    struct places places = {
        .type = type_of(type),
        .data = data,
        .keys = keys,
        .count = count,
        .part = part,
        .shift = leading_zeros(part) + 1,
        .zipf = data == SORT_DATA_ZIPF ? zipf_places() : NULL,
        .equal = random_at(0),
    };

    if (data == SORT_DATA_ZIPF && !places.zipf)
        return false;
    parallel_for(count, fill_part, &places);
    free(places.zipf);
    return true;
}

/* ---- flags ---- */

uint32_t sample_flag_bits(vkscan_criterion criterion)
{
    switch (criterion) {
    case VKSCAN_CRITERION_FLAG_BYTES:
        return 8;
    case VKSCAN_CRITERION_FLAG_BITS:
        return 1;
    case VKSCAN_CRITERION_FLAG_WORDS:
        return 32;
    default:
        return 0;
    }
}

struct flags {
    uint32_t bits;
    void *to;
};

static void fill_flags(void *user, const struct parallel_part *part)
{
    const struct flags *flags = user;

    for (uint64_t first = part->first; first < part->end; first += FLAGS_OF_WORD) {
        const uint64_t random = random_at(first / FLAGS_OF_WORD), left = part->end - first;
        const uint64_t end = left < FLAGS_OF_WORD ? part->end : first + FLAGS_OF_WORD;
        if (flags->bits == 1) /* little-endian, as the devices */
            memcpy((char *)flags->to + first / 8, &random, (size_t)(end - first + 31) / 32 * 4);
        for (uint64_t i = first; i < end && flags->bits > 1; i++) {
            const uint32_t flag = random >> i % FLAGS_OF_WORD & 1;
            memcpy((char *)flags->to + i * flags->bits / 8, &flag, flags->bits / 8);
        }
    }
}

void sample_flags(vkscan_criterion criterion, void *flags, uint64_t count)
{
    struct flags all = {sample_flag_bits(criterion), flags};

    parallel_for(count, fill_flags, &all);
}

/* ---- values ---- */

struct values {
    uint32_t words;
    uint32_t *to;
};

static void fill_values(void *user, const struct parallel_part *part)
{
    const struct values *values = user;
    const uint32_t words = values->words;
    uint32_t *to = values->to + part->first * words;

    for (uint64_t i = part->first; i < part->end; i++) {
        const uint64_t random = words > 1 ? random_at(i) : 0;
        *to++ = (uint32_t)i;
        for (uint32_t k = 1; k < words; k++)
            *to++ = (uint32_t)(random >> 16 * (k - 1));
    }
}

void sample_values(uint32_t size, void *values, uint64_t count)
{
    struct values all = {size / 4, values};

    parallel_for(count, fill_values, &all);
}

static void fill_float_weights(void *weights, const struct parallel_part *part)
{
    for (uint64_t i = part->first; i < part->end; i++)
        ((float *)weights)[i] = (float)((int)(random_at(i) % 15) - 7);
}

/* Fills in weights. Keys of 32 bits are made of other bits of the same random numbers. */
static void fill_integer_weights(void *weights, const struct parallel_part *part)
{
    for (uint64_t i = part->first; i < part->end; i++)
        ((uint32_t *)weights)[i] = (uint32_t)random_at(i);
}

void sample_weights(vkscan_weights type, void *weights, uint64_t count)
{
    parallel_for(count, type == VKSCAN_WEIGHTS_F32 ? fill_float_weights : fill_integer_weights,
                 weights);
}

/* ---- medians ---- */

struct sample {
    uint64_t form, index;
};

static int by_form(const void *a, const void *b)
{
    const uint64_t x = ((const struct sample *)a)->form, y = ((const struct sample *)b)->form;

    return (x > y) - (x < y);
}

/* A vector has no order: its median is the one in the middle of the sample. */
void sample_median(vkscan_type type, const void *keys, uint64_t count, void *median)
{
    const uint32_t size = type_size(type);
    const uint64_t samples = count < MEDIAN_SAMPLES ? count : MEDIAN_SAMPLES;
    static struct sample sample[MEDIAN_SAMPLES];

    for (uint64_t i = 0; i < samples; i++) {
        const uint64_t index = i * (count / samples);
        const char *key = (const char *)keys + index * size;
        sample[i] = (struct sample){
            type_of(type)->components > 1 ? index : reference_sort_form(type, key), index};
    }
    qsort(sample, samples, sizeof(sample[0]), by_form);
    memset(median, 0, size);
    if (samples > 0)
        memcpy(median, (const char *)keys + sample[samples / 2].index * size, size);
}
