/* SPDX-License-Identifier: MIT */
/* reference.h: the data of reductions and scans. */
#include "reference.h"

#include <string.h>

#include "random.h"
#include "type.h"

static uint32_t next_random(uint64_t *state)
{
    return (uint32_t)(random_of(*state += RANDOM_STEP) >> 32);
}

/* Tells whether a number is made of two random ones, as integers of 64 bits are. */
static bool takes_two(const struct scalar *scalar)
{
    return scalar->kind != FLOAT && scalar->size > 4;
}

uint64_t reference_seed_at(vkscan_type type, uint64_t seed, uint64_t index)
{
    const uint64_t numbers =
        type_of(type)->components * (takes_two(&type_of(type)->scalar) ? 2 : 1);

    return seed + index * numbers * RANDOM_STEP;
}

/* Returns a random number. Factors are odd, as products of even ones soon are 0. */
static union number random_number(const struct scalar *scalar, vkscan_op op, uint64_t *state)
{
    const uint64_t bits = next_random(state);
    const double unit = (double)(bits >> 8) / 16777216.0; /* [0, 1) */

    if (scalar->kind == FLOAT)
        return (union number){.real = op == VKSCAN_OP_MUL ? 1 + (unit - 0.5) / 512 : 2 * unit - 1};
    const uint64_t high = takes_two(scalar) ? (uint64_t)next_random(state) << 32 : 0;
    return (union number){.bits = high | bits | (op == VKSCAN_OP_MUL)};
}

static union number small_number(const struct scalar *scalar, int64_t value)
{
    return scalar->kind == FLOAT ? (union number){.real = (double)value}
                                 : (union number){.bits = (uint64_t)value};
}

/* Returns the bits of 0, 1, infinity, the least denormal, the largest number, or a NaN of another
 * payload. */
static uint64_t extreme_bits(const struct scalar *scalar, uint32_t index)
{
    static const uint64_t halves[] = {0, 0x3c00, 0x7c00, 1, 0x7bff, 0x7e01},
                          singles[] = {0, 0x3f800000, 0x7f800000, 1, 0x7f7fffff, 0x7fc00001},
                          wides[] = {0, 0x3ff0000000000000, 0x7ff0000000000000,
                                     1, 0x7fefffffffffffff, 0x7ff8000000000001};

    return (scalar->size == 8 ? wides : scalar->size == 4 ? singles : halves)[index];
}

/* Stores an extreme. NaNs are rare, or every result would be one. */
static void store_extreme(const struct scalar *scalar, uint32_t random, void *to)
{
    const uint32_t index = random % 1024 == 0 ? 5 : random / 1024 % 5;
    const uint64_t bits =
        extreme_bits(scalar, index) | (random / 8192 % 2 ? scalar_sign_bit(scalar) : 0);

    memcpy(to, &bits, scalar->size);
}

void reference_fill(vkscan_type of, vkscan_op op, enum reference_data data, uint64_t seed,
                    void *elements, uint64_t count)
{
    const struct type *type = type_of(of);
    const struct scalar *scalar = &type->scalar;
    unsigned char identity[16];
    char *to = elements;

    for (uint64_t i = 0; i < count * type->components; i++, to += scalar->size) {
        const int64_t index = (int64_t)(i / type->components);
        switch (data) {
        case REFERENCE_IDENTITY:
            reference_identity(of, op, identity);
            memcpy(to, identity, scalar->size);
            break;
        case REFERENCE_ASCENDING:
            scalar_store(scalar, small_number(scalar, index + (int64_t)(i % type->components)), to);
            break;
        case REFERENCE_ALTERNATING:
            scalar_store(scalar, small_number(scalar, index % 2 ? -1 : 1), to);
            break;
        case REFERENCE_EXTREMES:
            store_extreme(scalar, next_random(&seed), to);
            break;
        default:
            scalar_store(scalar, random_number(scalar, op, &seed), to);
        }
    }
}
