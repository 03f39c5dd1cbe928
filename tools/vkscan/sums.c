/* SPDX-License-Identifier: MIT */
#include "sums.h"

#include "type.h"

#define AT_A_TIME ((uint64_t)1 << 20) /* elements, whose sum 64 bits hold */

vkscan_type sums_wide_type(vkscan_type type)
{
    const struct type *of = type_of(type);

    if (of->components > 1 || of->scalar.kind == FLOAT)
        return type;
    return of->scalar.kind == SIGNED ? VKSCAN_TYPE_I64 : VKSCAN_TYPE_U64;
}

bool sums_are_known(vkscan_type type)
{
    return sums_wide_type(type) != type && type_of(type)->scalar.size <= sizeof(uint32_t);
}

/* Sums of integers without a sign ascend: the greatest is the last. */
#define FOLLOW_UNSIGNED(type)                                                                      \
    static void follow_##type(struct sums *sums, const void *data, uint64_t count)                 \
    {                                                                                              \
        const type *x = data;                                                                      \
        int64_t sum = sums->sum;                                                                   \
                                                                                                   \
        for (uint64_t i = 0; i < count; i++)                                                       \
            sum += x[i];                                                                           \
        sums->sum = sum;                                                                           \
        sums->most = sum - x[count - 1];                                                           \
    }

#define FOLLOW_SIGNED(type)                                                                        \
    static void follow_##type(struct sums *sums, const void *data, uint64_t count)                 \
    {                                                                                              \
        const type *x = data;                                                                      \
        int64_t sum = sums->sum, least = sums->least, most = sums->most;                           \
                                                                                                   \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            least = sum < least ? sum : least;                                                     \
            most = sum > most ? sum : most;                                                        \
            sum += x[i];                                                                           \
        }                                                                                          \
        sums->sum = sum;                                                                           \
        sums->least = least;                                                                       \
        sums->most = most;                                                                         \
    }

FOLLOW_UNSIGNED(uint8_t)
FOLLOW_UNSIGNED(uint16_t)
FOLLOW_UNSIGNED(uint32_t)
FOLLOW_SIGNED(int8_t)
FOLLOW_SIGNED(int16_t)
FOLLOW_SIGNED(int32_t)

/* By kind, and by size. */
static void (*const follow[][5])(struct sums *, const void *, uint64_t) = {
    [UNSIGNED] = {[1] = follow_uint8_t, [2] = follow_uint16_t, [4] = follow_uint32_t},
    [SIGNED] = {[1] = follow_int8_t, [2] = follow_int16_t, [4] = follow_int32_t},
};

static int64_t highest(const struct scalar *scalar)
{
    return (INT64_C(1) << (8 * scalar->size - (scalar->kind == SIGNED))) - 1;
}

static int64_t lowest(const struct scalar *scalar)
{
    return scalar->kind == SIGNED ? -1 - highest(scalar) : 0;
}

void sums_follow(struct sums *sums, const void *data, uint64_t count)
{
    const struct scalar *from = &type_of(sums->source)->scalar, *to = &type_of(sums->type)->scalar;
    const char *at = data;

    if (count == 0)
        return;
    if (sums->reverse && sums->exclusive && !sums->begun) { /* no result has the first element */
        at += from->size;
        count--;
    }
    sums->begun = true;
    while (count > 0 && !sums->leave) {
        const uint64_t now = count < AT_A_TIME ? count : AT_A_TIME;
        follow[from->kind][from->size](sums, at, now);
        sums->leave = sums->most - sums->least > highest(to) - lowest(to);
        at += now * from->size;
        count -= now;
    }
}

/* Behind what is in front of an element there is the rest: a result of a scan in reverse. */
bool sums_leave(const struct sums *sums)
{
    const struct scalar *to = &type_of(sums->type)->scalar;
    const bool more = !sums->reverse && !sums->exclusive;
    int64_t least = more && sums->sum < sums->least ? sums->sum : sums->least;
    int64_t most = more && sums->sum > sums->most ? sums->sum : sums->most;

    if (sums->reverse) {
        const int64_t high = sums->sum - least;
        least = sums->sum - most;
        most = high;
    }
    return sums->leave || sums->seed + least < lowest(to) || sums->seed + most > highest(to);
}
