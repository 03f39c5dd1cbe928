/* SPDX-License-Identifier: MIT */
#include "oracle_histogram.h"

#include <math.h>
#include <string.h>

#include "reference_histogram.h"
#include "sample.h"

static const vkscan_histogram_params *histogram_of(const struct buffers *b)
{
    return &b->drawn->histogram;
}

static bool is_float(vkscan_type type)
{
    return type == VKSCAN_TYPE_F32 || type == VKSCAN_TYPE_F64;
}

static void store_value(vkscan_type type, double value, uint8_t *to)
{
    const float single = (float)value;
    const int64_t integer = is_float(type) ? 0 : (int64_t)ceil(value);
    const void *from = type == VKSCAN_TYPE_F64   ? (const void *)&value
                       : type == VKSCAN_TYPE_F32 ? (const void *)&single
                                                 : (const void *)&integer;

    memcpy(to, from, vkscan_type_size(type));
}

/* Makes edges, between which some bins are empty, and of floats the outer ones without end. */
static bool fill_edges(struct buffers *b, uint64_t *state)
{
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type), last = histogram_of(b)->bins;
    uint8_t *edges = buffers_before(b, VKSCAN_PORT_EDGES);

    if (!sample_keys(type, SORT_DATA_SORTED, edges, last + 1))
        return false;
    for (uint64_t i = 1; i < last && draw(state, 4); i += 1 + draw(state, 4))
        memcpy(edges + i * size, edges + (i - 1) * size, size);
    if (is_float(type) && draw(state, 2)) {
        store_value(type, -INFINITY, edges);
        store_value(type, INFINITY, edges + last * size);
    }
    return true;
}

/* Stores the least value of a bin, or of floats something else. */
static void store_edge(const struct buffers *b, uint32_t bin, uint64_t *state, uint8_t *to)
{
    static const double specials[] = {NAN, INFINITY, -INFINITY, -0.0};
    const vkscan_histogram_params *h = histogram_of(b);
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type);

    if (is_float(type) && !draw(state, 16))
        store_value(type, specials[draw(state, 4)], to);
    else if (h->binning == VKSCAN_BINNING_EDGES)
        memcpy(to, buffers_before(b, VKSCAN_PORT_EDGES) + bin * size, size);
    else if (h->binning == VKSCAN_BINNING_VALUES)
        store_value(type, bin, to);
    else
        store_value(type, h->first + (h->last / h->bins - h->first / h->bins) * bin, to);
}

/* Makes values where bins begin, and the next ones below and above: no denormals, which devices may
 * take for 0. */
static void fill_values_at_edges(struct buffers *b, uint64_t values, uint64_t *state)
{
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type);
    uint8_t *at = buffers_before(b, VKSCAN_PORT_SOURCE);

    for (uint64_t i = 0; i < values; i++, at += size) {
        uint64_t bits = 0;
        store_edge(b, draw(state, histogram_of(b)->bins + 1), state, at);
        memcpy(&bits, at, size);
        if (!is_float(type) || bits << (65 - 8 * size) != 0)
            bits += draw(state, 3) - UINT64_C(1);
        memcpy(at, &bits, size);
    }
}

/* Counters that weights of f32 are added to begin at 0, so that their sums stay exact. */
bool oracle_fill_histogram(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    static const enum reference_sort_data kinds[] = {SORT_DATA_RANDOM, SORT_DATA_SORTED,
                                                     SORT_DATA_EQUAL};
    const vkscan_histogram_params *h = histogram_of(b);
    const uint64_t values = run->count * reference_histogram_channels(h);

    if (h->weights)
        sample_weights(h->weights, buffers_before(b, VKSCAN_PORT_SECOND_SOURCE), run->count);
    if (h->weights == VKSCAN_WEIGHTS_F32)
        memset(buffers_before(b, VKSCAN_PORT_DESTINATION), 0,
               b->windows[VKSCAN_PORT_DESTINATION].used);
    if (h->binning == VKSCAN_BINNING_EDGES && !fill_edges(b, state))
        return false;
    if (draw(state, 2)) {
        fill_values_at_edges(b, values, state);
        return true;
    }
    return sample_keys(b->drawn->plan.type, kinds[draw(state, 3)],
                       buffers_before(b, VKSCAN_PORT_SOURCE), values);
}

/* Returns how many values counters without weights have. */
static uint32_t sum_of(const uint8_t *counters, uint64_t number)
{
    uint32_t sum = 0, counter;

    for (uint64_t i = 0; i < number; i++) {
        memcpy(&counter, counters + 4 * i, sizeof(counter));
        sum += counter;
    }
    return sum;
}

bool oracle_expect_histogram(struct buffers *b, const struct oracle_run *run, char *text,
                             size_t size)
{
    const vkscan_histogram_params *h = histogram_of(b);
    const struct reference_histogram histogram = {
        .type = b->drawn->plan.type,
        .params = h,
        .source = buffers_before(b, VKSCAN_PORT_SOURCE),
        .weights = buffers_before(b, VKSCAN_PORT_SECOND_SOURCE),
        .edges = buffers_before(b, VKSCAN_PORT_EDGES),
    };
    const uint64_t counters = reference_histogram_counters(h);
    const bool adds = h->flags & VKSCAN_HISTOGRAM_ACCUMULATE_BIT;
    uint8_t *expected = buffers_expected(b, VKSCAN_PORT_DESTINATION);
    uint8_t *number = buffers_expected(b, VKSCAN_PORT_NUMBER);
    uint32_t outside = (uint32_t)(run->count * reference_histogram_counted(h)), before;

    (void)text, (void)size;
    if (!adds)
        memset(expected, 0, 4 * counters);
    outside += sum_of(expected, counters);
    reference_histogram_count(&histogram, 0, run->count, expected);
    outside -= sum_of(expected, counters);
    if (!number)
        return true;
    memcpy(&before, number, 4);
    outside += adds ? before : 0;
    /* By weights the counters do not tell how many are outside. */
    memcpy(number, h->weights ? buffers_found(b, VKSCAN_PORT_NUMBER) : (uint8_t *)&outside, 4);
    return true;
}
