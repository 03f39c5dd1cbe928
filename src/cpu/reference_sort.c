/* SPDX-License-Identifier: MIT */
/* Sorts on one core: a stable radix sort of keys in their ordered form. */
#include "reference_sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "always_inline.h"
#include "key_form.h"
#include "random.h"

/* ---- ranks ---- */

/* The order of a sort: ranks are the bits from `first` on of forms, inverted if it is descending.
 */
struct order {
    struct key_form form;
    uint64_t inverted, mask;
    uint32_t first, bits;
};

static struct order order_of(vkscan_type type, const vkscan_sort_params *sort)
{
    const uint32_t all = 8 * vkscan_type_size(type);
    const uint32_t first = sort ? sort->first_bit : 0;
    const uint32_t end = sort && sort->end_bit ? sort->end_bit : all;

    return (struct order){
        .form = key_form_of(type),
        .inverted = sort && sort->flags & VKSCAN_SORT_DESCENDING_BIT ? UINT64_MAX : 0,
        .mask = UINT64_MAX >> (64 - end),
        .first = first,
        .bits = end - first,
    };
}

ALWAYS_INLINE uint64_t rank_at(const struct order *order, const char *keys, uint64_t i,
                               uint32_t size)
{
    uint64_t bits = 0;

    memcpy(&bits, keys + i * size, size); /* little-endian, as the devices */
    return ((key_form(&order->form, bits) ^ order->inverted) & order->mask) >> order->first;
}

uint64_t reference_sort_form(vkscan_type type, const void *key)
{
    return reference_sort_rank(type, NULL, key);
}

uint64_t reference_sort_rank(vkscan_type type, const vkscan_sort_params *sort, const void *key)
{
    const struct order order = order_of(type, sort);

    return rank_at(&order, key, 0, order.form.bytes);
}

/* ---- the radix sort ---- */

#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)
#define MAX_PASSES 8 /* for keys of 8 bytes */

struct sorter {
    struct order order;
    uint64_t count;
    uint64_t counts[MAX_PASSES][DIGITS];
};

struct records {
    char *keys, *values;
};

ALWAYS_INLINE void count_digits(struct sorter *s, const char *keys, uint32_t size, uint32_t passes)
{
    for (uint64_t i = 0; i < s->count; i++) {
        const uint64_t rank = rank_at(&s->order, keys, i, size);
        for (uint32_t pass = 0; pass < passes; pass++)
            s->counts[pass][rank >> DIGIT_BITS * pass & (DIGITS - 1)]++;
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
        const uint64_t rank = rank_at(&s->order, from->keys, i, size);
        const uint64_t at = s->counts[pass][rank >> DIGIT_BITS * pass & (DIGITS - 1)]++;
        memcpy(to->keys + at * size, from->keys + i * size, size);
        if (value_size)
            memcpy(to->values + at * value_size, from->values + i * value_size, value_size);
    }
}

/* Sorts `from`, with both buffers of `to` as room. Inlined with constant sizes. Returns the records
 * that hold the result, which is `from` or one of `to`. */
ALWAYS_INLINE struct records sort_all(struct sorter *s, struct records from, struct records to[2],
                                      uint32_t size, uint32_t value_size, uint32_t passes)
{
    uint32_t next = 0;

    count_digits(s, from.keys, size, passes);
    for (uint32_t pass = 0; pass < passes; pass++)
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
    const uint32_t passes = (s->order.bits + DIGIT_BITS - 1) / DIGIT_BITS;

    if (passes == 4 && size == 4 && value_size == 0)
        return sort_all(s, from, to, 4, 0, 4);
    if (passes == 4 && size == 4 && value_size == 4)
        return sort_all(s, from, to, 4, 4, 4);
    if (passes == 8 && size == 8 && value_size == 0)
        return sort_all(s, from, to, 8, 0, 8);
    return sort_all(s, from, to, size, value_size, passes);
}

static void copy(char *to, const char *from, uint64_t size)
{
    if (size && to != from)
        memcpy(to, from, size);
}

static char *record_at(void *first, uint64_t offset)
{
    return first ? (char *)first + offset : NULL;
}

/* Sorts the row of s->count records from number `first` on, with `spare` as room. */
static void sort_row(struct sorter *s, const struct sort_records *source, uint64_t first,
                     char *spare, const struct records *destination)
{
    const uint32_t size = vkscan_type_size(source->type), value_size = source->value_size;
    const struct records from = {record_at((void *)(uintptr_t)source->keys, first * size),
                                 record_at((void *)(uintptr_t)source->values, first * value_size)};
    /* An even number of passes, which most types have, ends in the second buffer. */
    struct records to[] = {{spare, spare + s->count * size},
                           {record_at(destination->keys, first * size),
                            record_at(destination->values, first * value_size)}};

    memset(s->counts, 0, sizeof(s->counts));
    const struct records sorted = sort_by_sizes(s, from, to, size, value_size);
    copy(to[1].keys, sorted.keys, s->count * size);
    copy(to[1].values, sorted.values, s->count * value_size);
}

/* Marks with 1 the elements that begin a segment. */
static void mark_offsets(const vkscan_sort_params *sort, const struct sort_records *source,
                         uint64_t count, char *marks)
{
    const uint64_t closing = sort->flags & VKSCAN_SEGMENTS_STARTS_BIT ? 0 : 1;

    for (uint64_t i = 0; i < source->number + closing; i++) {
        uint64_t offset = 0;
        memcpy(&offset, (const char *)source->offsets + i * sort->offset_size, sort->offset_size);
        if (offset < count)
            marks[offset] = 1;
    }
}

/* Returns where the row or the segment ends that begins with record `first`. */
static uint64_t end_of_row(uint64_t first, uint64_t length, uint64_t count, const char *marks)
{
    uint64_t end = count - first < length ? count : first + length;

    for (uint64_t i = first + 1; marks && i < end; i++)
        end = marks[i] ? i : end;
    return end;
}

bool reference_sort_records(const vkscan_sort_params *sort, const struct sort_records *source,
                            uint64_t count, void *keys, void *values)
{
    const uint64_t record = vkscan_type_size(source->type) + source->value_size;
    const uint64_t length = sort && sort->length > 0 && sort->length < count ? sort->length : count;
    const bool has_segments = sort && sort->segments > 0;
    const struct records destination = {keys, values};
    struct sorter *s = calloc(1, sizeof(*s));
    char *spare = malloc(length * record + 1);
    char *marks = has_segments ? calloc(count + 1, 1) : NULL;
    const bool ok = s && spare && (marks || !has_segments);

    if (ok && has_segments)
        mark_offsets(sort, source, count, marks);
    for (uint64_t first = 0, end; ok && first < count; first = end) {
        end = end_of_row(first, length, count, marks);
        s->order = order_of(source->type, sort);
        s->count = end - first;
        sort_row(s, source, first, spare, &destination);
    }
    free(marks);
    free(spare);
    free(s);
    return ok;
}

bool reference_sort(vkscan_type type, const vkscan_sort_params *sort, const void *keys,
                    uint64_t count, uint64_t *order)
{
    const struct sort_records source = {
        .type = type, .value_size = sizeof(order[0]), .keys = keys, .values = order};
    void *sorted = malloc(count * vkscan_type_size(type) + 1);

    for (uint64_t i = 0; i < count; i++)
        order[i] = i;
    const bool ok = sorted && reference_sort_records(sort, &source, count, sorted, order);
    free(sorted);
    return ok;
}

/* ---- data ---- */

static uint64_t next_random(uint64_t *state)
{
    return random_of(*state += RANDOM_STEP);
}

/* Returns a random key. One in eight is at an end of the order: for floats an infinity, a zero or a
 * NaN. */
static uint64_t random_key(vkscan_type type, uint64_t *state)
{
    const uint64_t bits = next_random(state), choice = next_random(state);
    const struct key_form form = key_form_of(type);
    const uint64_t sign = choice & 16 ? form.sign : 0, rest = form.sign - 1;

    switch (choice % 32) {
    case 0:
        return sign;
    case 1:
        return sign | form.infinity;
    case 2:
        return sign | form.infinity | (bits & rest);
    case 3:
        return sign | rest;
    default:
        return bits;
    }
}

static uint64_t zipf_key(uint64_t *state)
{
    const double uniform = (double)(next_random(state) >> 11) / 9007199254740992.0;

    return (uint64_t)exp(uniform * log(65536.0)) - 1;
}

static void store(vkscan_type type, void *keys, uint64_t i, uint64_t bits)
{
    const uint32_t size = vkscan_type_size(type);

    memcpy((unsigned char *)keys + i * size, &bits, size);
}

/* Puts the keys in order, or in the reverse of it. */
static bool arrange(vkscan_type type, bool descending, void *keys, uint64_t count)
{
    const vkscan_sort_params sort = {.struct_size = sizeof(vkscan_sort_params),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .flags = descending ? VKSCAN_SORT_DESCENDING_BIT : 0};
    const uint32_t size = vkscan_type_size(type);
    char *sorted = malloc(count * size + 1);
    const struct sort_records source = {.type = type, .keys = keys};
    const bool done = sorted && reference_sort_records(&sort, &source, count, sorted, NULL);

    if (done)
        memcpy(keys, sorted, count * size);
    free(sorted);
    return done;
}

bool reference_sort_fill(vkscan_type type, enum reference_sort_data data, uint64_t seed, void *keys,
                         uint64_t count)
{
    uint64_t state = seed;
    const uint64_t equal = random_key(type, &state);

    for (uint64_t i = 0; i < count; i++)
        store(type, keys, i,
              data == SORT_DATA_EQUAL  ? equal
              : data == SORT_DATA_ZIPF ? zipf_key(&state)
                                       : random_key(type, &state));
    if (data == SORT_DATA_SORTED || data == SORT_DATA_REVERSED)
        return arrange(type, data == SORT_DATA_REVERSED, keys, count);
    return true;
}
