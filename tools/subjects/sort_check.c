/* SPDX-License-Identifier: MIT */
#include "sort_check.h"

#include <string.h>

#include "always_inline.h"
#include "key_form.h"
#include "parallel.h"

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

/* The halves of 16 bytes. A shorter value fills the first half first. */
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

/* Returns the sum of the part's hashes. Inlined where both sizes are constants, as is
 * find_disorder(). */
ALWAYS_INLINE uint64_t sum_part(const struct sort_records *records, uint32_t key_size,
                                uint32_t value_size, const struct parallel_part *part)
{
    uint64_t sum = 0;

    for (uint64_t i = part->first; i < part->end; i++) {
        const struct value value = load_value(records, i, value_size);
        sum += hash(load_key(records->keys, i, key_size), &value, value_size);
    }
    return sum;
}

/* Returns the first record that is out of order with the one before it, which may be another
 * part's; or the part's end. */
ALWAYS_INLINE uint64_t find_disorder(const struct sort_records *sorted, uint32_t key_size,
                                     uint32_t value_size, const struct parallel_part *part)
{
    const struct key_form form = key_form_of(sorted->type);
    const uint64_t start = part->first ? part->first - 1 : 0;
    uint64_t before = 0;
    uint32_t index = 0;

    for (uint64_t i = start; i < part->end; i++) {
        const uint64_t rank = key_form(&form, load_key(sorted->keys, i, key_size));
        const struct value value = load_value(sorted, i, value_size);
        const bool stable = value_size == 0 || (uint32_t)value.low > index;
        if (i > start && (rank < before || (rank == before && !stable)))
            return i;
        before = rank;
        index = (uint32_t)value.low;
    }
    return part->end;
}

struct job {
    const struct sort_records *source, *sorted;
    uint64_t sums[PARALLEL_PARTS];     /* hashes of the source, less those of the sorted records */
    uint64_t disorder[PARALLEL_PARTS]; /* first record that is out of order, or the count */
    uint64_t count;
};

ALWAYS_INLINE void check(struct job *job, uint32_t key_size, uint32_t value_size,
                         const struct parallel_part *part)
{
    const uint64_t at = find_disorder(job->sorted, key_size, value_size, part);

    job->disorder[part->index] = at < part->end ? at : job->count;
    job->sums[part->index] = sum_part(job->source, key_size, value_size, part) -
                             sum_part(job->sorted, key_size, value_size, part);
}

#define OF_KEY_SIZE(key_size)                                                                      \
    switch (value_size) {                                                                          \
    case 0:                                                                                        \
        check(job, key_size, 0, part);                                                             \
        break;                                                                                     \
    case 4:                                                                                        \
        check(job, key_size, 4, part);                                                             \
        break;                                                                                     \
    default:                                                                                       \
        check(job, key_size, value_size, part);                                                    \
    }                                                                                              \
    break

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const uint32_t key_size = vkscan_type_size(job->source->type);
    const uint32_t value_size = job->source->value_size;

    switch (key_size) {
    case 4:
        OF_KEY_SIZE(4);
    case 8:
        OF_KEY_SIZE(8);
    default:
        check(job, key_size, value_size, part);
    }
}

bool sort_check(const struct sort_records *source, const struct sort_records *sorted,
                uint64_t count, uint64_t *at)
{
    struct job job = {.source = source, .sorted = sorted, .count = count};
    const uint32_t parts = parallel_for(count, check_part, &job);
    uint64_t sum = 0;

    *at = count;
    for (uint32_t i = 0; i < parts; i++) {
        sum += job.sums[i];
        *at = job.disorder[i] < *at ? job.disorder[i] : *at;
    }
    return *at == count && sum == 0;
}
