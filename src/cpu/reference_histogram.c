/* SPDX-License-Identifier: MIT */
/* Histograms on one core: each value's bin by even parts, by edges or by value. */
#include "reference_histogram.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "always_inline.h"

uint32_t reference_histogram_channels(const vkscan_histogram_params *params)
{
    return params->channels ? params->channels : 1;
}

uint32_t reference_histogram_counted(const vkscan_histogram_params *params)
{
    return params->counted ? params->counted : reference_histogram_channels(params);
}

uint64_t reference_histogram_counters(const vkscan_histogram_params *params)
{
    return (uint64_t)reference_histogram_counted(params) * params->bins;
}

ALWAYS_INLINE void add(const struct reference_histogram *histogram, uint64_t element,
                       void *counters, uint64_t counter)
{
    if (histogram->wide) {
        ((double *)counters)[counter] += ((const double *)histogram->weights)[element];
        return;
    }
    switch (histogram->params->weights) {
    case VKSCAN_WEIGHTS_F32:
        ((float *)counters)[counter] += ((const float *)histogram->weights)[element];
        break;
    case VKSCAN_WEIGHTS_U32:
        ((uint32_t *)counters)[counter] += ((const uint32_t *)histogram->weights)[element];
        break;
    default:
        ((uint32_t *)counters)[counter]++;
    }
}

/* Even bins, as histogram.h defines them. `down` scales down a range that may overflow. */
struct even {
    uint32_t bins;
    bool closed;
    double first, last, scale, down, step;
    double unit; /* f32 alone: the unit of the grid that edges lie on */
    int64_t unit_first;
    uint64_t unit_step, part; /* part: what the step lacks, in units of 2^-32 */
};

static struct even even_of(const struct reference_histogram *histogram)
{
    const vkscan_histogram_params *h = histogram->params;
    const bool is_single = histogram->type == VKSCAN_TYPE_F32;
    struct even even = {.bins = h->bins,
                        .closed = h->flags & VKSCAN_HISTOGRAM_CLOSED_BIT,
                        .first = h->first,
                        .last = h->last};
    const double most = fmax(fabs(even.first), fabs(even.last));
    int exponent;

    even.down = most < (is_single ? 0x1p100 : 0x1p1000) ? 1 : 0x1p-10;
    const double range = even.last * even.down - even.first * even.down;
    even.step = range / h->bins;
    even.scale = is_single ? (double)(float)(h->bins / range) : h->bins / range;
    if (!is_single || h->binning != VKSCAN_BINNING_EVEN)
        return even;
    (void)frexp(most, &exponent);
    even.unit = ldexp(1, exponent - 62);
    even.unit_first = (int64_t)(even.first / even.unit);
    const uint64_t units = (uint64_t)(int64_t)(even.last / even.unit) - (uint64_t)even.unit_first;
    even.unit_step = units / h->bins;
    even.part = (units % h->bins << 32) / h->bins;
    return even;
}

ALWAYS_INLINE uint32_t even_of_integer(const struct even *even, int64_t x)
{
    const int64_t first = (int64_t)even->first, last = (int64_t)even->last;

    if (x == last && even->closed)
        return even->bins - 1;
    if (x < first || x >= last)
        return even->bins;
    return (uint32_t)((uint64_t)(x - first) * even->bins / (uint64_t)(last - first));
}

ALWAYS_INLINE double edge_of_double(const struct even *even, uint32_t i)
{
    const double offset = i * even->step;

    return (offset + even->first * even->down) / even->down;
}

/* Returns an edge. An edge that is denormal is 0. */
ALWAYS_INLINE float edge_of_float(const struct even *even, uint32_t i)
{
    const uint64_t offset = i * even->unit_step + ((i * even->part + (1u << 31)) >> 32);
    const double edge = (double)(float)(even->unit_first + (int64_t)offset) * even->unit;

    return fabs(edge) < (double)FLT_MIN ? 0 : (float)edge;
}

#define EVEN_OF_FLOAT(T)                                                                           \
    ALWAYS_INLINE uint32_t even_of_##T(const struct even *even, T x)                               \
    {                                                                                              \
        const T offset = x * (T)even->down - (T)even->first * (T)even->down;                       \
        const T place = offset * (T)even->scale;                                                   \
        const T last = (T)even->last;                                                              \
                                                                                                   \
        if (!(x >= (T)even->first && (x < last || (even->closed && x == last))))                   \
            return even->bins;                                                                     \
        const uint32_t edge = (uint32_t)(place + (T)0.5);                                          \
        const uint32_t bin = edge - (edge > 0 && x < edge_of_##T(even, edge));                     \
        return bin < even->bins ? bin : even->bins - 1;                                            \
    }

EVEN_OF_FLOAT(float)
EVEN_OF_FLOAT(double)

/* Defines a function that returns the number of edges that are not above x, less one. No edge is
 * above a NaN. */
#define FIND_EDGE(T)                                                                               \
    ALWAYS_INLINE T load_##T(const char *from, uint64_t i)                                         \
    {                                                                                              \
        T value;                                                                                   \
        memcpy(&value, from + i * sizeof(T), sizeof(T));                                           \
        return value;                                                                              \
    }                                                                                              \
    ALWAYS_INLINE uint32_t find_edge_of_##T(const char *edges, const struct even *even, T x)       \
    {                                                                                              \
        uint32_t low = 0, high = even->bins + 1;                                                   \
                                                                                                   \
        if (even->closed && x == load_##T(edges, even->bins))                                      \
            return even->bins - 1;                                                                 \
        while (low < high) {                                                                       \
            const uint32_t middle = (low + high) / 2;                                              \
            if (load_##T(edges, middle) <= x)                                                      \
                low = middle + 1;                                                                  \
            else                                                                                   \
                high = middle;                                                                     \
        }                                                                                          \
        return low - 1;                                                                            \
    }

/* Defines the loop of one type. A value that is in no bin has a bin of `bins` or more. */
#define COUNT(T, even_of_x)                                                                        \
    FIND_EDGE(T)                                                                                   \
    static void count_##T(const struct reference_histogram *histogram, uint64_t first,             \
                          uint64_t end, void *counters)                                            \
    {                                                                                              \
        const vkscan_histogram_params h = *histogram->params;                                      \
        const uint32_t channels = reference_histogram_channels(&h);                                \
        const uint32_t counted = reference_histogram_counted(&h);                                  \
        const struct even even = even_of(histogram);                                               \
        const char *from = histogram->source, *edges = histogram->edges;                           \
                                                                                                   \
        for (uint64_t i = first; i < end; i++)                                                     \
            for (uint32_t c = 0; c < counted; c++) {                                               \
                const T x = load_##T(from, i * channels + c);                                      \
                const uint32_t bin = h.binning == VKSCAN_BINNING_EVEN ? even_of_x(&even, x)        \
                                     : h.binning == VKSCAN_BINNING_EDGES                           \
                                         ? find_edge_of_##T(edges, &even, x)                       \
                                         : (uint32_t)x;                                            \
                if (bin < h.bins)                                                                  \
                    add(histogram, i, counters, (uint64_t)c *h.bins + bin);                        \
            }                                                                                      \
    }

COUNT(uint8_t, even_of_integer)
COUNT(uint16_t, even_of_integer)
COUNT(uint32_t, even_of_integer)
COUNT(int32_t, even_of_integer)
COUNT(float, even_of_float)
COUNT(double, even_of_double)

void reference_histogram_count(const struct reference_histogram *histogram, uint64_t first,
                               uint64_t end, void *counters)
{
    static void (*const loops[])(const struct reference_histogram *histogram, uint64_t first,
                                 uint64_t end, void *counters) = {
        [VKSCAN_TYPE_U32] = count_uint32_t, [VKSCAN_TYPE_I32] = count_int32_t,
        [VKSCAN_TYPE_F32] = count_float,    [VKSCAN_TYPE_U8] = count_uint8_t,
        [VKSCAN_TYPE_U16] = count_uint16_t, [VKSCAN_TYPE_F64] = count_double};

    loops[histogram->type](histogram, first, end, counters);
}

/* Sums of f32 weights are exact where they are integers. */
void reference_histogram_join(const vkscan_histogram_params *params, const void *part,
                              void *counters)
{
    for (uint64_t i = 0; i < reference_histogram_counters(params); i++)
        if (params->weights == VKSCAN_WEIGHTS_F32)
            ((float *)counters)[i] += ((const float *)part)[i];
        else
            ((uint32_t *)counters)[i] += ((const uint32_t *)part)[i];
}
