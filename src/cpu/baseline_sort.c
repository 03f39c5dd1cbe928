/* SPDX-License-Identifier: MIT */
#include "baseline_sort.h"

#include <stdlib.h>
#include <string.h>

#include "always_inline.h"
#include "key_form.h"

#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)
#define MAX_PASSES 8 /* for keys of 8 bytes */

struct sorter {
    struct key_form form;
    uint64_t count;
    uint64_t counts[MAX_PASSES][DIGITS];
};

struct records {
    char *keys, *values;
};

ALWAYS_INLINE uint64_t form_at(const struct sorter *s, const char *keys, uint64_t i, uint32_t size)
{
    uint64_t bits = 0;

    memcpy(&bits, keys + i * size, size);
    return key_form(&s->form, bits);
}

ALWAYS_INLINE void count_digits(struct sorter *s, const char *keys, uint32_t size)
{
    for (uint64_t i = 0; i < s->count; i++) {
        const uint64_t form = form_at(s, keys, i, size);
        for (uint32_t pass = 0; pass < size; pass++)
            s->counts[pass][form >> DIGIT_BITS * pass & (DIGITS - 1)]++;
    }
}

/* Replaces a pass's counts by the first place of each digit. Returns false if all keys have one
 * digit. */
static bool begin_pass(struct sorter *s, uint32_t pass)
{
    uint64_t *counts = s->counts[pass], sum = 0;
    bool needed = true;

    for (uint32_t d = 0; d < DIGITS; d++) {
        const uint64_t count = counts[d];
        needed = needed && count < s->count;
        counts[d] = sum;
        sum += count;
    }
    return needed;
}

ALWAYS_INLINE void scatter(struct sorter *s, uint32_t pass, const struct records *from,
                           const struct records *to, uint32_t size, uint32_t value_size)
{
    for (uint64_t i = 0; i < s->count; i++) {
        const uint64_t form = form_at(s, from->keys, i, size);
        const uint64_t at = s->counts[pass][form >> DIGIT_BITS * pass & (DIGITS - 1)]++;
        memcpy(to->keys + at * size, from->keys + i * size, size);
        if (value_size)
            memcpy(to->values + at * value_size, from->values + i * value_size, value_size);
    }
}

/* Sorts `from`, with both buffers of `to` as room. Inlined with constant sizes. Returns the records
 * that hold the result, which is `from` or one of `to`. */
ALWAYS_INLINE struct records sort(struct sorter *s, struct records from, struct records to[2],
                                  uint32_t size, uint32_t value_size)
{
    uint32_t next = 0;

    count_digits(s, from.keys, size);
    for (uint32_t pass = 0; pass < size; pass++)
        if (begin_pass(s, pass)) {
            scatter(s, pass, &from, &to[next], size, value_size);
            from = to[next];
            next ^= 1;
        }
    return from;
}

static struct records sort_by_sizes(struct sorter *s, struct records from, struct records to[2],
                                    uint32_t size, uint32_t value_size)
{
    if (size == 4 && value_size == 0)
        return sort(s, from, to, 4, 0);
    if (size == 4 && value_size == 4)
        return sort(s, from, to, 4, 4);
    if (size == 8 && value_size == 0)
        return sort(s, from, to, 8, 0);
    return sort(s, from, to, size, value_size);
}

bool baseline_sort(const struct sort_records *source, uint64_t count, void *keys, void *values)
{
    const uint32_t size = vkscan_type_size(source->type), value_size = source->value_size;
    struct sorter *s = calloc(1, sizeof(*s));
    char *spare = malloc(count * (size + value_size) + 1);
    /* An even number of passes, which most types have, ends in the second buffer. */
    struct records to[] = {{spare, spare + count * size}, {keys, values}};
    const struct records from = {(char *)(uintptr_t)source->keys,
                                 (char *)(uintptr_t)source->values};
    const bool ok = s && spare;

    if (ok) {
        s->form = key_form_of(source->type);
        s->count = count;
        const struct records sorted = sort_by_sizes(s, from, to, size, value_size);
        if (sorted.keys != keys) {
            memcpy(keys, sorted.keys, count * size);
            if (value_size)
                memcpy(values, sorted.values, count * value_size);
        }
    }
    free(spare);
    free(s);
    return ok;
}
