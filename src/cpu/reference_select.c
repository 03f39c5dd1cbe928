/* SPDX-License-Identifier: MIT */
/* Select, partition and unique on one core, by words of 64 flags. */
#include "reference_select.h"

#include <string.h>

#include "always_inline.h"
#include "half.h"
#include "type.h"

#define MASK_BITS 64

/* ---- comparisons ---- */

#define AS_IT_IS(x) (x)

/* Compares `bits` elements. The stride of scalars is a constant, for which compilers make a faster
 * loop. */
#define LOOP(READ, operation, stride)                                                              \
    for (uint32_t k = 0; k < bits; k++) {                                                          \
        memcpy(&element, from + k * (stride), sizeof(element));                                    \
        mask |= (uint64_t)(READ(element) operation READ(seed)) << k;                               \
    }
#define EACH(READ, operation)                                                                      \
    if (stride == sizeof(element))                                                                 \
        LOOP(READ, operation, sizeof(element))                                                     \
    else                                                                                           \
        LOOP(READ, operation, stride)                                                              \
    break

/* Defines the function that compares a component of `bits` elements, `stride` bytes apart, with
 * that of a seed. */
#define COMPARE(name, T, READ)                                                                     \
    static uint64_t compare_##name(vkscan_criterion criterion, const char *from, size_t stride,    \
                                   uint32_t bits, const char *with)                                \
    {                                                                                              \
        uint64_t mask = 0;                                                                         \
        T element, seed;                                                                           \
                                                                                                   \
        memcpy(&seed, with, sizeof(seed));                                                         \
        switch (criterion) {                                                                       \
        case VKSCAN_CRITERION_LESS:                                                                \
            EACH(READ, <);                                                                         \
        case VKSCAN_CRITERION_LESS_EQUAL:                                                          \
            EACH(READ, <=);                                                                        \
        case VKSCAN_CRITERION_GREATER:                                                             \
            EACH(READ, >);                                                                         \
        case VKSCAN_CRITERION_GREATER_EQUAL:                                                       \
            EACH(READ, >=);                                                                        \
        default:                                                                                   \
            EACH(READ, ==);                                                                        \
        }                                                                                          \
        return mask;                                                                               \
    }

COMPARE(u8, uint8_t, AS_IT_IS)
COMPARE(u16, uint16_t, AS_IT_IS)
COMPARE(u32, uint32_t, AS_IT_IS)
COMPARE(u64, uint64_t, AS_IT_IS)
COMPARE(i8, int8_t, AS_IT_IS)
COMPARE(i16, int16_t, AS_IT_IS)
COMPARE(i32, int32_t, AS_IT_IS)
COMPARE(i64, int64_t, AS_IT_IS)
COMPARE(f16, uint16_t, half_to)
COMPARE(f32, float, AS_IT_IS)
COMPARE(f64, double, AS_IT_IS)

/* Compares elements with one of the seeds. Vectors are equal if all their components are. */
static uint64_t compared(const struct reference_selection *s, vkscan_criterion criterion,
                         uint32_t seed, uint64_t first, uint32_t bits)
{
    static uint64_t (*const functions[3][9])(vkscan_criterion criterion, const char *from,
                                             size_t stride, uint32_t bits, const char *with) = {
        [UNSIGNED] = {[1] = compare_u8, [2] = compare_u16, [4] = compare_u32, [8] = compare_u64},
        [SIGNED] = {[1] = compare_i8, [2] = compare_i16, [4] = compare_i32, [8] = compare_i64},
        [FLOAT] = {[2] = compare_f16, [4] = compare_f32, [8] = compare_f64},
    };
    const struct scalar *scalar = &type_of(s->type)->scalar;
    const uint32_t size = type_size(s->type);
    const char *from = (const char *)s->source + first * size;
    const char *with = (const char *)s->seed + seed * size;
    uint64_t mask = UINT64_MAX;

    for (uint32_t at = 0; at < size; at += scalar->size)
        mask &= functions[scalar->kind][scalar->size](criterion, from + at, size, bits, with + at);
    return criterion == VKSCAN_CRITERION_NOT_EQUAL ? ~mask : mask;
}

/* ---- groups ---- */

/* The flags of a group, or what predicates return for it: from `least` on, and `more` above that.
 */
struct range {
    uint32_t least, more;
};

static struct range range_of(const struct reference_selection *s, unsigned group)
{
    return (struct range){group, s->three_ways && group == 1 ? 0 : UINT32_MAX - group};
}

#define FLAGS(T)                                                                                   \
    for (uint32_t k = 0; k < bits; k++) {                                                          \
        T flag;                                                                                    \
        memcpy(&flag, (const char *)s->flags + (first + k) * sizeof(T), sizeof(flag));             \
        mask |= (uint64_t)(flag - range.least <= range.more) << k;                                 \
    }                                                                                              \
    break

static uint64_t flagged(const struct reference_selection *s, uint64_t first, uint32_t bits,
                        unsigned group)
{
    const struct range range = range_of(s, group);
    uint64_t mask = 0;

    switch (s->criterion) {
    case VKSCAN_CRITERION_FLAG_BYTES:
        FLAGS(uint8_t);
    case VKSCAN_CRITERION_FLAG_WORDS:
        FLAGS(uint32_t);
    default:
        if (group == 1)
            memcpy(&mask, (const char *)s->flags + first / 8, (bits + 7) / 8);
    }
    return mask;
}

static uint64_t predicted(const struct reference_selection *s, uint64_t first, uint32_t bits,
                          unsigned group)
{
    const struct range range = range_of(s, group);
    const uint32_t size = type_size(s->type);
    const char *from = (const char *)s->source + first * size;
    uint64_t mask = 0;

    for (uint32_t k = 0; k < bits; k++) {
        const uint32_t way = s->keep(from + k * size, s->seed, first + k);
        mask |= (uint64_t)(way - range.least <= range.more) << k;
    }
    return mask;
}

/* Calls CALL(size) with a constant size, for which compilers inline memcpy and memcmp. */
#define WITH_SIZE(size, CALL)                                                                      \
    do {                                                                                           \
        switch (size) {                                                                            \
        case 1:                                                                                    \
            CALL(1);                                                                               \
            break;                                                                                 \
        case 2:                                                                                    \
            CALL(2);                                                                               \
            break;                                                                                 \
        case 4:                                                                                    \
            CALL(4);                                                                               \
            break;                                                                                 \
        case 8:                                                                                    \
            CALL(8);                                                                               \
            break;                                                                                 \
        default:                                                                                   \
            CALL(size);                                                                            \
        }                                                                                          \
    } while (0)

/* Returns the mask of the keys that differ from their neighbour or are the one without, `end`. */
ALWAYS_INLINE uint64_t unlike(const char *from, const char *neighbour, uint64_t end, uint32_t bits,
                              size_t size)
{
    uint64_t mask = 0;

    for (uint32_t k = 0; k < bits; k++, from += size, neighbour += size)
        mask |= (uint64_t)(k == end || memcmp(from, neighbour, size) != 0) << k;
    return mask;
}

static uint64_t unlike_neighbours(const struct reference_selection *s, uint64_t first,
                                  uint32_t bits)
{
    const bool is_unique = s->primitive == VKSCAN_PRIMITIVE_UNIQUE;
    const uint32_t size = is_unique ? type_size(s->type) : s->key_size;
    const char *from = (const char *)(is_unique ? s->source : s->flags) + first * size;
    uint64_t mask = 0;

#define UNLIKE_BEFORE(size) mask = unlike(from, from - (size), 0 - first, bits, size)
#define UNLIKE_NEXT(size) mask = unlike(from, from + (size), s->count - 1 - first, bits, size)
    if (s->keeps_last)
        WITH_SIZE(size, UNLIKE_NEXT);
    else
        WITH_SIZE(size, UNLIKE_BEFORE);
    return mask;
}

/* Returns the mask of group 1, or of group 2 among what is not in group 1. */
static uint64_t mask_of_way(const struct reference_selection *s, uint64_t first, uint32_t bits,
                            unsigned group)
{
    if (s->primitive == VKSCAN_PRIMITIVE_UNIQUE || s->key_size > 0)
        return unlike_neighbours(s, first, bits);
    if (s->keep)
        return predicted(s, first, bits, group);
    if (s->criterion <= VKSCAN_CRITERION_FLAG_WORDS)
        return flagged(s, first, bits, group);
    return compared(s, group == 1 ? s->criterion : s->second_criterion, group - 1, first, bits);
}

static uint32_t bits_of(uint64_t first, uint64_t end)
{
    return end - first < MASK_BITS ? (uint32_t)(end - first) : MASK_BITS;
}

/* Returns a mask of up to 64 elements of the part: bit k tells whether element first + k is in the
 * group. */
static uint64_t mask_of(const struct reference_selection *s, uint64_t first, uint64_t end,
                        unsigned group)
{
    const uint32_t bits = bits_of(first, end);
    const uint64_t all = bits < MASK_BITS ? (1ull << bits) - 1 : UINT64_MAX;
    const uint64_t one = mask_of_way(s, first, bits, 1) & all;

    if (group == 1 || (group == 0 && !s->three_ways))
        return group == 1 ? one : all & ~one;
    const uint64_t two = s->three_ways ? mask_of_way(s, first, bits, 2) & all & ~one : 0;
    return group == 2 ? two : all & ~one & ~two;
}

uint64_t reference_select_group(const struct reference_selection *selection, uint64_t count,
                                unsigned group, uint32_t *indices)
{
    uint64_t number = 0;

    for (uint64_t first = 0; first < count; first += MASK_BITS) {
        const uint64_t mask = mask_of(selection, first, count, group);
        for (uint32_t k = 0; k < bits_of(first, count); k++)
            if (mask >> k & 1)
                indices[number++] = (uint32_t)first + k;
    }
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

/* ---- two ways ---- */

static uint32_t ones(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555;
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (uint32_t)(mask * 0x0101010101010101 >> 56);
}

uint64_t reference_select_number(const struct reference_selection *selection, uint64_t first,
                                 uint64_t end)
{
    uint64_t number = 0;

    for (; first < end; first += MASK_BITS)
        number += ones(mask_of(selection, first, end, 1));
    return number;
}

/* The places in the result that the next elements go to. */
struct places {
    uint64_t kept, rejected;
    bool all; /* rejected elements have places too */
};

/* Stores elements without a branch: an element that is neither kept nor stored is overwritten by
 * the next one. */
ALWAYS_INLINE void store_some(const char *source, uint64_t mask, uint32_t bits, size_t size,
                              struct places *places, char *result)
{
    for (uint32_t k = 0; k < bits; k++, source += size) {
        const uint64_t kept = mask >> k & 1;
        const uint64_t at = kept || !places->all ? places->kept : places->rejected;
        memcpy(result + at * size, source, size);
        places->kept += kept;
        places->rejected += 1 - kept;
    }
}

ALWAYS_INLINE bool check_some(const char *source, uint64_t mask, uint32_t bits, size_t size,
                              struct places *places, const char *result, uint64_t *at)
{
    for (uint32_t k = 0; k < bits; k++, source += size) {
        if (!(mask >> k & 1) && !places->all)
            continue;
        *at = mask >> k & 1 ? places->kept++ : places->rejected++;
        if (memcmp(result + *at * size, source, size) != 0)
            return false;
    }
    return true;
}

uint64_t reference_select_run(const struct reference_selection *selection, uint64_t count,
                              void *result)
{
    const uint32_t size = type_size(selection->type);
    struct places places = {.all = selection->primitive == VKSCAN_PRIMITIVE_PARTITION};

    if (places.all)
        places.rejected = reference_select_number(selection, 0, count);
    for (uint64_t first = 0; first < count; first += MASK_BITS) {
        const uint64_t mask = mask_of(selection, first, count, 1);
        const uint32_t bits = bits_of(first, count);
        const char *source = (const char *)selection->source + first * size;
#define STORE(size) store_some(source, mask, bits, size, &places, result)
        WITH_SIZE(size, STORE);
    }
    return places.kept;
}

bool reference_select_check(const struct reference_selection *selection, uint64_t first,
                            uint64_t end, uint64_t kept, uint64_t rejected, const void *result,
                            uint64_t *at)
{
    const uint32_t size = type_size(selection->type);
    struct places places = {kept, rejected, selection->primitive == VKSCAN_PRIMITIVE_PARTITION};
    bool ok = true;

    for (; first < end && ok; first += MASK_BITS) {
        const uint64_t mask = mask_of(selection, first, end, 1);
        const uint32_t bits = bits_of(first, end);
        const char *source = (const char *)selection->source + first * size;
#define CHECK(size) ok = check_some(source, mask, bits, size, &places, result, at)
        WITH_SIZE(size, CHECK);
    }
    return ok;
}
