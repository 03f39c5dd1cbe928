/* SPDX-License-Identifier: MIT */
#include "reference_select.h"

#include <string.h>

#include "type.h"

/* ---- components ---- */

/* The comparisons of two numbers, of which one holds, or with a NaN none. */
struct order {
    bool less, equal, greater;
};

#define ORDER(left, right)                                                                         \
    (struct order)                                                                                 \
    {                                                                                              \
        (left)<(right), (left) == (right), (left)>(right)                                          \
    }

static struct order compare(const struct scalar *scalar, const void *at, const void *other)
{
    const union number left = scalar_load(scalar, at), right = scalar_load(scalar, other);

    if (scalar->kind == FLOAT)
        return ORDER(left.real, right.real);
    if (scalar->kind == SIGNED)
        return ORDER((int64_t)left.bits, (int64_t)right.bits);
    return ORDER(left.bits, right.bits);
}

/* Compares two elements. Vectors are equal if all components are, and otherwise have no order. */
static struct order compare_elements(const struct type *type, const unsigned char *left,
                                     const unsigned char *right)
{
    const struct scalar *scalar = &type->scalar;
    struct order order = compare(scalar, left, right);

    for (uint32_t at = scalar->size; at < scalar->size * type->components; at += scalar->size)
        order.equal &= compare(scalar, left + at, right + at).equal;
    return order;
}

bool reference_compares(vkscan_type type, vkscan_criterion criterion, const void *left,
                        const void *right)
{
    const struct order order = compare_elements(type_of(type), left, right);

    switch (criterion) {
    case VKSCAN_CRITERION_LESS:
        return order.less;
    case VKSCAN_CRITERION_LESS_EQUAL:
        return order.less || order.equal;
    case VKSCAN_CRITERION_GREATER:
        return order.greater;
    case VKSCAN_CRITERION_GREATER_EQUAL:
        return order.greater || order.equal;
    case VKSCAN_CRITERION_EQUAL:
        return order.equal;
    default:
        return !order.equal;
    }
}

/* ---- selections ---- */

static uint64_t flag_of(const struct reference_selection *s, uint64_t i)
{
    const unsigned char *flags = s->flags;
    uint32_t word;

    if (s->criterion == VKSCAN_CRITERION_FLAG_BYTES)
        return flags[i];
    if (s->criterion == VKSCAN_CRITERION_FLAG_BITS)
        return flags[i / 8] >> i % 8 & 1;
    memcpy(&word, flags + 4 * i, sizeof(word));
    return word;
}

static bool is_kept(const struct reference_selection *s, uint64_t i)
{
    const uint32_t size = type_size(s->type);
    const unsigned char *at = (const unsigned char *)s->source + i * size;

    if (s->primitive == VKSCAN_PRIMITIVE_UNIQUE)
        return i == 0 || memcmp(at, at - size, size) != 0;
    if (s->keep)
        return s->keep(at, s->seed, i) != 0;
    if (s->criterion <= VKSCAN_CRITERION_FLAG_WORDS)
        return flag_of(s, i) != 0;
    return reference_compares(s->type, s->criterion, at, s->seed);
}

static unsigned group_of(const struct reference_selection *s, uint64_t i)
{
    const uint32_t size = type_size(s->type);
    const unsigned char *source = s->source, *seeds = s->seed;

    if (!s->three_ways)
        return is_kept(s, i);
    if (s->keep || s->criterion <= VKSCAN_CRITERION_FLAG_WORDS) {
        const uint64_t way = s->keep ? s->keep(source + i * size, seeds, i) : flag_of(s, i);
        return way > 1 ? 2 : way == 1;
    }
    if (is_kept(s, i))
        return 1;
    return reference_compares(s->type, s->second_criterion, source + i * size, seeds + size) ? 2
                                                                                             : 0;
}

uint64_t reference_select_group(const struct reference_selection *selection, uint64_t count,
                                unsigned group, uint32_t *indices)
{
    uint64_t number = 0;

    for (uint64_t i = 0; i < count; i++)
        if (group_of(selection, i) == group)
            indices[number++] = (uint32_t)i;
    return number;
}

uint64_t reference_select(const struct reference_selection *selection, uint64_t count,
                          uint32_t *indices)
{
    uint64_t kept = reference_select_group(selection, count, 1, indices);

    kept += reference_select_group(selection, count, 2, indices + kept);
    if (selection->primitive == VKSCAN_PRIMITIVE_PARTITION)
        reference_select_group(selection, count, 0, indices + kept);
    return kept;
}
