/* SPDX-License-Identifier: MIT */
/* Binary searches on one core, by the keys' ordered form. */
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
