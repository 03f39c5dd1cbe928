/* SPDX-License-Identifier: MIT */
/* Binary searches and merges on one core, by the keys' ordered form. */
#include "reference_sorted.h"

#include <string.h>

#include "key_form.h"

ALWAYS_INLINE uint64_t form_at(const struct key_form *form, const char *keys, uint64_t i)
{
    uint64_t bits = 0;

    memcpy(&bits, keys + i * form->bytes, form->bytes); /* little-endian, as the devices */
    return key_form(form, bits);
}

uint64_t reference_sorted_bound(const struct sorted_keys *sorted, bool upper, const void *value)
{
    const struct key_form form = key_form_of(sorted->type);
    const uint64_t sought = form_at(&form, value, 0);
    uint64_t first = 0, end = sorted->count;

    while (first < end) {
        const uint64_t middle = first + (end - first) / 2;
        const uint64_t key = form_at(&form, sorted->keys, middle);
        if (key < sought || (upper && key == sought))
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

void reference_sorted_bounds(const struct sorted_keys *sorted, bool upper, const void *values,
                             uint64_t count, void *bounds)
{
    const uint32_t size = key_form_of(sorted->type).bytes;

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t bound =
            (uint32_t)reference_sorted_bound(sorted, upper, (const char *)values + i * size);
        memcpy((char *)bounds + i * sizeof(bound), &bound, sizeof(bound));
    }
}

/* Returns how many of the first `count` merged keys are the first array's. */
static uint64_t find_split(const struct sorted_merge *merge, const struct key_form *form,
                           uint64_t count)
{
    const uint64_t firsts = merge->first.count, seconds = merge->second.count;
    uint64_t split = count > seconds ? count - seconds : 0;
    uint64_t most = count < firsts ? count : firsts;

    while (split < most) {
        const uint64_t tried = split + (most - split) / 2;
        if (form_at(form, merge->second.keys, count - 1 - tried) <
            form_at(form, merge->first.keys, tried))
            most = tried;
        else
            split = tried + 1;
    }
    return split;
}

void reference_sorted_merge(const struct sorted_merge *merge, uint64_t begin, uint64_t end,
                            void *keys, void *values)
{
    const struct key_form form = key_form_of(merge->first.type);
    const uint64_t firsts = merge->first.count, seconds = merge->second.count;
    const uint32_t size = form.bytes, value_size = merge->value_size;
    uint64_t first = find_split(merge, &form, begin), second = begin - first;

    for (uint64_t i = 0; i < end - begin; i++) {
        const bool is_first =
            first < firsts && (second == seconds || form_at(&form, merge->first.keys, first) <=
                                                        form_at(&form, merge->second.keys, second));
        const char *from = is_first ? merge->first.keys : merge->second.keys;
        const char *value = is_first ? merge->first_values : merge->second_values;
        const uint64_t at = is_first ? first++ : second++;
        memcpy((char *)keys + i * size, from + at * size, size);
        if (value_size > 0)
            memcpy((char *)values + i * value_size, value + at * value_size, value_size);
    }
}
