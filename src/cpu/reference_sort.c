/* SPDX-License-Identifier: MIT */
#include "reference_sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "key_form.h"
#include "random.h"

uint64_t reference_sort_form(vkscan_type type, const void *key)
{
    const struct key_form form = key_form_of(type);
    uint64_t bits = 0;

    memcpy(&bits, key, form.bytes); /* little-endian, as the devices */
    return key_form(&form, bits);
}

uint64_t reference_sort_rank(vkscan_type type, const vkscan_sort_params *sort, const void *key)
{
    const uint64_t form = reference_sort_form(type, key);
    const uint32_t end = sort->end_bit ? sort->end_bit : 8 * vkscan_type_size(type);
    const uint64_t below = end < 64 ? form & ((1ull << end) - 1) : form;
    const uint64_t rank = below >> sort->first_bit;

    return sort->flags & VKSCAN_SORT_DESCENDING_BIT ? ~rank : rank;
}

struct ranked {
    uint64_t rank, index;
};

/* Sorts by merging halves. Of equal items those of the left half come first. */
static void merge_sort(struct ranked *items, struct ranked *spare, uint64_t count)
{
    const uint64_t half = count / 2;
    uint64_t left = 0, right = half;

    if (count < 2)
        return;
    merge_sort(items, spare, half);
    merge_sort(items + half, spare, count - half);
    for (uint64_t i = 0; i < count; i++) {
        const bool from_left =
            right == count || (left < half && items[left].rank <= items[right].rank);
        spare[i] = items[from_left ? left++ : right++];
    }
    memcpy(items, spare, count * sizeof(items[0]));
}

bool reference_sort(vkscan_type type, const vkscan_sort_params *sort, const void *keys,
                    uint64_t count, uint64_t *order)
{
    static const vkscan_sort_params none = {.struct_size = sizeof(vkscan_sort_params)};
    const uint32_t size = vkscan_type_size(type);
    struct ranked *items = malloc((2 * count + 1) * sizeof(items[0]));

    if (!items)
        return false;
    for (uint64_t i = 0; i < count; i++)
        items[i] = (struct ranked){
            reference_sort_rank(type, sort ? sort : &none, (const unsigned char *)keys + i * size),
            i};
    merge_sort(items, items + count, count);
    for (uint64_t i = 0; i < count; i++)
        order[i] = items[i].index;
    free(items);
    return true;
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
                                     .flags = descending ? VKSCAN_SORT_DESCENDING_BIT : 0};
    const uint32_t size = vkscan_type_size(type);
    uint64_t *order = malloc((count + 1) * sizeof(order[0]));
    unsigned char *copy = malloc(count * size + 1);
    const bool done = order && copy && reference_sort(type, &sort, keys, count, order);

    if (done) {
        memcpy(copy, keys, count * size);
        for (uint64_t i = 0; i < count; i++)
            memcpy((unsigned char *)keys + i * size, copy + order[i] * size, size);
    }
    free(order);
    free(copy);
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
