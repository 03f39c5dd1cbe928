/* SPDX-License-Identifier: MIT */
#include "sort_check.h"

#include <string.h>

#include "key_form.h"

static inline uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93;
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93;
    return z ^ z >> 32;
}

static inline uint64_t load_key(const void *keys, uint64_t i, uint32_t bytes)
{
    uint64_t bits = 0;

    memcpy(&bits, (const char *)keys + i * bytes, bytes);
    return bits;
}

/* The words of a value; of none 0. */
struct value {
    uint32_t words[4];
};

static inline struct value load_value(const struct sort_records *records, uint64_t i,
                                      uint32_t value_size)
{
    struct value value = {{(uint32_t)i}};

    if (value_size == 0)
        value.words[0] = 0;
    else if (records->values)
        memcpy(value.words, (const char *)records->values + i * value_size, value_size);
    return value;
}

static inline uint64_t hash(uint64_t key, const struct value *value, uint32_t value_size)
{
    uint64_t sum = mix(key + 0x9e3779b97f4a7c15);

    if (value_size > 0)
        sum = mix(sum ^ (value->words[0] | (uint64_t)value->words[1] << 32));
    if (value_size > 8)
        sum = mix(sum ^ (value->words[2] | (uint64_t)value->words[3] << 32));
    return sum;
}

/* Inlined where both sizes are constants. */
static inline bool check(const struct sort_records *source, const struct sort_records *sorted,
                         uint32_t key_size, uint32_t value_size, uint64_t count, uint64_t *at)
{
    const struct key_form form = key_form_of(source->type);
    uint64_t before = 0, sum = 0;
    uint32_t index = 0;

    for (*at = 0; *at < count; ++*at) {
        const uint64_t source_key = load_key(source->keys, *at, key_size);
        const struct value source_value = load_value(source, *at, value_size);
        const uint64_t key = load_key(sorted->keys, *at, key_size), rank = key_form(&form, key);
        const struct value value = load_value(sorted, *at, value_size);
        const bool stable = value_size == 0 || value.words[0] > index;
        if (*at > 0 && (rank < before || (rank == before && !stable)))
            return false;
        sum += hash(source_key, &source_value, value_size) - hash(key, &value, value_size);
        before = rank;
        index = value.words[0];
    }
    return sum == 0;
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
