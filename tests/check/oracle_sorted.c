/* SPDX-License-Identifier: MIT */
#include "oracle_sorted.h"

#include <string.h>

#include "reference_sort.h"
#include "reference_sorted.h"

/* Puts keys of `source` in order behind each other. False: out of memory. */
static bool fill_in_order(vkscan_type type, enum reference_sort_data data, uint64_t *state,
                          uint8_t *keys, uint64_t count)
{
    const struct sort_records source = {.type = type, .keys = keys};

    return reference_sort_fill(type, data, draw_word(state), keys, count) &&
           reference_sort_records(NULL, &source, count, keys, NULL);
}

/* Makes a sorted array, and values of which half are among its keys. */
bool oracle_fill_sorted(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type), length = b->drawn->sorted.length;
    const enum reference_sort_data data = (enum reference_sort_data)draw(state, SORT_DATA_COUNT);
    uint8_t *sorted = buffers_before(b, VKSCAN_PORT_SECOND_SOURCE);
    uint8_t *values = buffers_before(b, VKSCAN_PORT_SOURCE);

    if (length > 0 && !fill_in_order(type, data, state, sorted, length))
        return false;
    if (run->count > 0 && !reference_sort_fill(type, data, draw_word(state), values, run->count))
        return false;
    for (uint64_t i = 0; i < run->count && length > 0; i++)
        if (draw(state, 2))
            memcpy(values + i * size, sorted + draw(state, length) * size, size);
    return true;
}

bool oracle_expect_sorted(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    const struct sorted_keys sorted = {
        b->drawn->plan.type, buffers_before(b, VKSCAN_PORT_SECOND_SOURCE), b->drawn->sorted.length};

    (void)text;
    (void)size;
    reference_sorted_bounds(&sorted, b->drawn->plan.primitive == VKSCAN_PRIMITIVE_UPPER_BOUND,
                            buffers_before(b, VKSCAN_PORT_SOURCE), run->count,
                            buffers_expected(b, VKSCAN_PORT_DESTINATION));
    return true;
}

/* Makes two sorted arrays; half of the keys of the second are among those of the first. */
bool oracle_fill_merge(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type), length = b->drawn->sorted.length;
    const enum reference_sort_data data = (enum reference_sort_data)draw(state, SORT_DATA_COUNT);
    uint8_t *first = buffers_before(b, VKSCAN_PORT_SOURCE);
    uint8_t *second = buffers_before(b, VKSCAN_PORT_SECOND_SOURCE);
    const struct sort_records source = {.type = type, .keys = second};

    if (run->count > 0 && !fill_in_order(type, data, state, first, run->count))
        return false;
    if (length > 0 && !reference_sort_fill(type, data, draw_word(state), second, length))
        return false;
    for (uint64_t i = 0; i < length && run->count > 0; i++)
        if (draw(state, 2))
            memcpy(second + i * size, first + draw(state, run->count) * size, size);
    return length == 0 || reference_sort_records(NULL, &source, length, second, NULL);
}

bool oracle_expect_merge(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    const vkscan_sorted_params *sorted = &b->drawn->sorted;
    const vkscan_type type = b->drawn->plan.type;
    const struct sorted_merge merge = {
        {type, buffers_before(b, VKSCAN_PORT_SOURCE), run->count},
        {type, buffers_before(b, VKSCAN_PORT_SECOND_SOURCE), sorted->length},
        sorted->value_size,
        buffers_before(b, VKSCAN_PORT_FIRST_VALUES),
        buffers_before(b, VKSCAN_PORT_SECOND_VALUES)};

    (void)text;
    (void)size;
    reference_sorted_merge(&merge, 0, run->count + sorted->length,
                           buffers_expected(b, VKSCAN_PORT_DESTINATION),
                           buffers_expected(b, VKSCAN_PORT_SECOND_DESTINATION));
    return true;
}
