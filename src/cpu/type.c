/* SPDX-License-Identifier: MIT */
/* The rows of types.def as the CPU computes with them. */
#include "type.h"

#include <string.h>

#include "half.h"

static const struct type types[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = {{(bytes) / (components), kind}, components},
#include "types.def"
#undef TYPE
};

const struct type *type_of(vkscan_type type)
{
    return &types[type];
}

uint32_t type_size(vkscan_type type)
{
    return type_of(type)->scalar.size * type_of(type)->components;
}

uint64_t scalar_sign_bit(const struct scalar *scalar)
{
    return 1ull << (8 * scalar->size - 1);
}

static double load_float(const struct scalar *scalar, const void *from)
{
    double wide;
    float single;
    uint16_t half;

    switch (scalar->size) {
    case sizeof(wide):
        memcpy(&wide, from, sizeof(wide));
        return wide;
    case sizeof(single):
        memcpy(&single, from, sizeof(single));
        return single;
    default:
        memcpy(&half, from, sizeof(half));
        return half_to(half);
    }
}

union number scalar_load(const struct scalar *scalar, const void *from)
{
    union number number = {0};

    if (scalar->kind == FLOAT)
        return (union number){.real = load_float(scalar, from)};
    number.bits = scalar_bits(scalar, from);
    if (scalar->kind == SIGNED)
        number.bits = (number.bits ^ scalar_sign_bit(scalar)) - scalar_sign_bit(scalar);
    return number;
}

void scalar_store(const struct scalar *scalar, union number number, void *to)
{
    const float single = scalar->kind == FLOAT ? (float)number.real : 0;
    const uint16_t half = scalar->kind == FLOAT ? half_from(number.real) : 0;

    if (scalar->kind != FLOAT || scalar->size == sizeof(number.real))
        memcpy(to, &number, scalar->size);
    else if (scalar->size == sizeof(single))
        memcpy(to, &single, sizeof(single));
    else
        memcpy(to, &half, sizeof(half));
}
