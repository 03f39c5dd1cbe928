/* SPDX-License-Identifier: MIT */
#include "sort_check.h"

#include <string.h>

#include "always_inline.h"
#include "key_form.h"

ALWAYS_INLINE uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93;
    return z ^ z >> 29;
}

ALWAYS_INLINE uint64_t load_key(const void *keys, uint64_t i, uint32_t bytes)
{
    uint64_t bits = 0;

    memcpy(&bits, (const char *)keys + i * bytes, bytes);
    return bits;
}

/* The halves of 16 bytes, of which a value has the first. */
struct value {
    uint64_t low, high;
};

ALWAYS_INLINE struct value load_value(const struct sort_records *records, uint64_t i,
                                      uint32_t value_size)
{
    const char *from = (const char *)records->values + i * value_size;
    struct value value = {0, 0};

    if (value_size > 0)
        memcpy(&value.low, from, value_size < 8 ? value_size : 8);
    if (value_size > 8)
        memcpy(&value.high, from + 8, value_size - 8);
    return value;
}

ALWAYS_INLINE uint64_t hash(uint64_t key, const struct value *value, uint32_t value_size)
{
    uint64_t sum = mix(key + 0x9e3779b97f4a7c15);

    if (value_size > 0)
        sum = mix(sum ^ value->low);
    if (value_size > 8)
        sum = mix(sum ^ value->high);
    return sum;
}

/* The sum of the hashes of all. Inlined where both sizes are constants; so is the next. */
ALWAYS_INLINE uint64_t sum_all(const struct sort_records *records, uint32_t key_size,
                               uint32_t value_size, uint64_t count)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < count; i++) {
        const struct value value = load_value(records, i, value_size);
        sum += hash(load_key(records->keys, i, key_size), &value, value_size);
    }
    return sum;
}

/* The first that is out of order, or the count. */
ALWAYS_INLINE uint64_t find_disorder(const struct sort_records *sorted, uint32_t key_size,
                                     uint32_t value_size, uint64_t count)
{
    const struct key_form form = key_form_of(sorted->type);
    uint64_t before = 0;
    uint32_t index = 0;

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t rank = key_form(&form, load_key(sorted->keys, i, key_size));
        const struct value value = load_value(sorted, i, value_size);
        const bool stable = value_size == 0 || (uint32_t)value.low > index;
        if (i > 0 && (rank < before || (rank == before && !stable)))
            return i;
        before = rank;
        index = (uint32_t)value.low;
    }
    return count;
}

ALWAYS_INLINE bool check(const struct sort_records *source, const struct sort_records *sorted,
                         uint32_t key_size, uint32_t value_size, uint64_t count, uint64_t *at)
{
    *at = find_disorder(sorted, key_size, value_size, count);
    return *at == count && sum_all(source, key_size, value_size, count) ==
                               sum_all(sorted, key_size, value_size, count);
}

#define OF_KEY_SIZE(key_size)                                                                      \
    switch (source->value_size) {                                                                  \
    case 0:                                                                                        \
        return check(source, sorted, key_size, 0, count, at);                                      \
    case 4:                                                                                        \
        return check(source, sorted, key_size, 4, count, at);                                      \
    default:                                                                                       \
        return check(source, sorted, key_size, source->value_size, count, at);                     \
    }

bool sort_check(const struct sort_records *source, const struct sort_records *sorted,
                uint64_t count, uint64_t *at)
{
    switch (vkscan_type_size(source->type)) {
    case 4:
        OF_KEY_SIZE(4)
    case 8:
        OF_KEY_SIZE(8)
    default:
        return check(source, sorted, vkscan_type_size(source->type), source->value_size, count, at);
    }
}
