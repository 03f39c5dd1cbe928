/* SPDX-License-Identifier: MIT */
/* The subject of histograms: even bins, edges or values, counts or weights. Weights of f32 are
 * integers around 0, whose sums are exact in any order. */
#include "subject.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "always_inline.h"
#include "failure.h"
#include "options.h"
#include "parallel.h"
#include "sample.h"
#include "type.h"

#define BINS 256 /* default number of bins */

static uint32_t channels_of(const vkscan_histogram_params *h)
{
    return h->channels ? h->channels : 1;
}

static uint32_t counted_of(const vkscan_histogram_params *h)
{
    return h->counted ? h->counted : channels_of(h);
}

static uint64_t counters_of(const vkscan_histogram_params *h)
{
    return (uint64_t)counted_of(h) * h->bins;
}

/* ---- options ---- */

static int parse_count(const char *text, const char *option, uint32_t most, uint32_t *out)
{
    char *end;

    errno = 0;
    const unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < 1 || value > most)
        return misused("bad number '%s' for --%s; 1 to %u", text, option, most);
    *out = (uint32_t)value;
    return 0;
}

static int parse_bins(const char *text, struct subject_params *params)
{
    return parse_count(text, "bins", 1u << 20, &params->histogram.bins);
}

static int parse_channels(const char *text, struct subject_params *params)
{
    return parse_count(text, "channels", 4, &params->histogram.channels);
}

static int parse_counted(const char *text, struct subject_params *params)
{
    return parse_count(text, "counted", 4, &params->histogram.counted);
}

/* Parses a number that ends at `end`. */
static bool parse_bound(const char *text, const char *end, double *bound)
{
    char copy[64] = "", *stop;

    if (end == text || (size_t)(end - text) >= sizeof(copy))
        return false;
    memcpy(copy, text, (size_t)(end - text));
    *bound = strtod(copy, &stop);
    return !*stop;
}

static int parse_range(const char *text, struct subject_params *params)
{
    vkscan_histogram_params *h = &params->histogram;
    const char *dots = strstr(text, "..");

    if (!dots || !parse_bound(text, dots, &h->first) ||
        !parse_bound(dots + 2, text + strlen(text), &h->last))
        return misused("bad range '%s' for --range; FROM..TO, as 0..1", text);
    return h->first < h->last ? 0
                              : misused("--range %s is no range: FROM has to be below TO", text);
}

static int parse_edges(const char *text, struct subject_params *params)
{
    (void)text;
    params->histogram.binning = VKSCAN_BINNING_EDGES;
    return params->histogram.first < params->histogram.last
               ? misused("--edges are bins of their own: no --range")
               : 0;
}

static int parse_closed(const char *text, struct subject_params *params)
{
    (void)text;
    params->histogram.flags |= VKSCAN_HISTOGRAM_CLOSED_BIT;
    return 0;
}

static int parse_weights(const char *text, struct subject_params *params)
{
    static const char *const names[] = {"none", "u32", "f32"}; /* in the order of vkscan_weights */

    for (uint32_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(text, names[i]) == 0) {
            params->histogram.weights = (vkscan_weights)i;
            return 0;
        }
    return misused("unknown weights '%s'; there are none, u32, f32", text);
}

#define OPTION(name, value, help, parse)                                                           \
    {                                                                                              \
        name, value, help, OPTION_NO_NAMES, SUBJECT_HISTOGRAMS, false, parse                       \
    }

static const struct subject_option options[] = {
    OPTION("bins", "COUNT", "of a histogram, 256 if not given", parse_bins),
    OPTION("range", "FROM..TO", "of its even bins, all of the type's or -1..1 if not given",
           parse_range),
    OPTION("edges", NULL, "its bins go by edges", parse_edges),
    OPTION("closed", NULL, "its last bin includes its end", parse_closed),
    OPTION("channels", "COUNT", "interleaved in an element, 1 if not given", parse_channels),
    OPTION("counted", "COUNT", "of these the first, all if not given", parse_counted),
    OPTION("weights", "TYPE", "of elements: none, u32 or f32, none if not given", parse_weights),
    {.name = NULL},
};

/* Sets the parameters that options left out. Even bins of a type without a range cover all that
 * sample_keys() makes. */
static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    vkscan_histogram_params *h = &params->histogram;
    const struct scalar *scalar = &type_of(plan->type)->scalar;
    const double values = exp2(8.0 * scalar->size);

    h->bins = h->bins ? h->bins : BINS;
    h->struct_size = sizeof(*h);
    plan->histogram = h;
    if (h->weights == VKSCAN_WEIGHTS_F32) /* f32 is summed in any order */
        plan->determinism = VKSCAN_DETERMINISM_FASTEST;
    if (h->binning != VKSCAN_BINNING_EVEN || h->first != h->last)
        return;
    h->first = scalar->kind == FLOAT ? -1 : scalar->kind == SIGNED ? -values / 2 : 0;
    h->last = scalar->kind == FLOAT ? 1 : h->first + values;
}

/* ---- ports and data ---- */

enum { WEIGHTS = 1, EDGES = 2 };

static void histogram_ports(const vkscan_plan_params *plan, uint64_t count,
                            struct subject_layout *layout)
{
    const vkscan_histogram_params *h = plan->histogram;
    const uint64_t size = type_size(plan->type);
    const uint64_t edges = h->binning == VKSCAN_BINNING_EDGES ? h->bins + 1 : 0;

    layout->read = (struct subject_block){
        .ports = {{SUBJECT_PORT(source), count * channels_of(h) * size, 0},
                  [WEIGHTS] = {SUBJECT_PORT(second_source), h->weights ? count * 4 : 0, 0},
                  [EDGES] = {SUBJECT_PORT(edges), edges * size, 0}}};
    layout->written = (struct subject_block){
        .ports = {{SUBJECT_PORT(destination), counters_of(h) * sizeof(uint32_t), 0}}};
}

static void *read_port(const struct subject_run *run, uint32_t port)
{
    return (char *)run->read + run->layout.read.ports[port].place;
}

/* Fills the ports. Each edge is a random key of another part of the range, so that bins are uneven.
 */
static bool fill_histogram(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;
    const vkscan_histogram_params *h = plan->histogram;

    if (h->weights)
        sample_weights(h->weights, read_port(run, WEIGHTS), plan->capacity);
    if (h->binning == VKSCAN_BINNING_EDGES)
        sample_keys(plan->type, SORT_DATA_SORTED, read_port(run, EDGES), h->bins + 1);
    return sample_keys(plan->type, data, run->read, plan->capacity * channels_of(h));
}

static struct limit_work histogram_limit(const struct subject_run *run)
{
    const struct subject_port *ports = run->layout.read.ports;

    return (struct limit_work){LIMIT_READ, .read = ports[0].size + ports[WEIGHTS].size};
}

/* ---- the reference ---- */

ALWAYS_INLINE void add(const struct subject_run *run, uint64_t element, void *counters,
                       uint64_t counter)
{
    switch (run->plan->histogram->weights) {
    case VKSCAN_WEIGHTS_F32:
        ((float *)counters)[counter] += ((const float *)read_port(run, WEIGHTS))[element];
        break;
    case VKSCAN_WEIGHTS_U32:
        ((uint32_t *)counters)[counter] += ((const uint32_t *)read_port(run, WEIGHTS))[element];
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

static struct even even_of(const vkscan_plan_params *plan)
{
    const vkscan_histogram_params *h = plan->histogram;
    const bool is_single = plan->type == VKSCAN_TYPE_F32;
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
    ALWAYS_INLINE uint32_t find_edge_of_##T(const T *edges, const struct even *even, T x)          \
    {                                                                                              \
        uint32_t low = 0, high = even->bins + 1;                                                   \
                                                                                                   \
        if (even->closed && x == edges[even->bins])                                                \
            return even->bins - 1;                                                                 \
        while (low < high) {                                                                       \
            const uint32_t middle = (low + high) / 2;                                              \
            if (edges[middle] <= x)                                                                \
                low = middle + 1;                                                                  \
            else                                                                                   \
                high = middle;                                                                     \
        }                                                                                          \
        return low - 1;                                                                            \
    }

/* Defines the loop of one type. A value that is in no bin has a bin of `bins` or more. */
#define COUNT(T, even_of_x)                                                                        \
    FIND_EDGE(T)                                                                                   \
    static void count_##T(const struct subject_run *run, uint64_t first, uint64_t end,             \
                          void *counters)                                                          \
    {                                                                                              \
        const vkscan_histogram_params h = *run->plan->histogram;                                   \
        const uint32_t channels = channels_of(&h), counted = counted_of(&h);                       \
        const struct even even = even_of(run->plan);                                               \
        const T *from = (const T *)run->read + first * channels, *edges = read_port(run, EDGES);   \
                                                                                                   \
        for (uint64_t i = first; i < end; i++, from += channels)                                   \
            for (uint32_t c = 0; c < counted; c++) {                                               \
                const T x = from[c];                                                               \
                const uint32_t bin = h.binning == VKSCAN_BINNING_EVEN ? even_of_x(&even, x)        \
                                     : h.binning == VKSCAN_BINNING_EDGES                           \
                                         ? find_edge_of_##T(edges, &even, x)                       \
                                         : (uint32_t)x;                                            \
                if (bin < h.bins)                                                                  \
                    add(run, i, counters, (uint64_t)c *h.bins + bin);                              \
            }                                                                                      \
    }

COUNT(uint8_t, even_of_integer)
COUNT(uint16_t, even_of_integer)
COUNT(uint32_t, even_of_integer)
COUNT(int32_t, even_of_integer)
COUNT(float, even_of_float)
COUNT(double, even_of_double)

/* Adds the elements [first, end) to the counters. */
static void count(const struct subject_run *run, uint64_t first, uint64_t end, void *counters)
{
    static void (*const loops[])(const struct subject_run *run, uint64_t first, uint64_t end,
                                 void *counters) = {
        [VKSCAN_TYPE_DEFAULT] = count_uint32_t, [VKSCAN_TYPE_U32] = count_uint32_t,
        [VKSCAN_TYPE_I32] = count_int32_t,      [VKSCAN_TYPE_F32] = count_float,
        [VKSCAN_TYPE_U8] = count_uint8_t,       [VKSCAN_TYPE_U16] = count_uint16_t,
        [VKSCAN_TYPE_F64] = count_double};

    loops[run->plan->type](run, first, end, counters);
}

struct job {
    const struct subject_run *run;
    uint32_t *counters[PARALLEL_PARTS]; /* counters of each thread */
    bool failed[PARALLEL_PARTS];        /* out of memory */
};

static void count_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    uint32_t **counters = &job->counters[part->thread];

    if (!*counters)
        *counters = calloc(counters_of(job->run->plan->histogram), sizeof(**counters));
    if (*counters)
        count(job->run, part->first, part->end, *counters);
    else
        job->failed[part->thread] = true;
}

/* Adds counters to others. Sums of f32 weights are exact. */
static void add_counters(vkscan_weights weights, uint64_t counters, const void *from, void *to)
{
    for (uint64_t i = 0; i < counters; i++)
        if (weights == VKSCAN_WEIGHTS_F32)
            ((float *)to)[i] += ((const float *)from)[i];
        else
            ((uint32_t *)to)[i] += ((const uint32_t *)from)[i];
}

static bool check_histogram(const struct subject_run *run, uint64_t *at)
{
    const vkscan_histogram_params *h = run->plan->histogram;
    const uint64_t counters = counters_of(h);
    const uint32_t *found = run->written;
    uint32_t *expected = calloc(counters, sizeof(expected[0]));
    struct job job = {.run = run};
    bool same = expected != NULL;

    *at = run->plan->capacity;
    parallel_for(run->plan->capacity, count_part, &job);
    for (uint32_t i = 0; i < PARALLEL_PARTS; i++) {
        same &= !job.failed[i];
        if (same && job.counters[i])
            add_counters(h->weights, counters, job.counters[i], expected);
        free(job.counters[i]);
    }
    for (uint64_t i = 0; i < counters && same; i++) {
        same = found[i] == expected[i];
        *at = same ? *at : i;
    }
    free(expected);
    return same;
}

static bool compute_histogram(const struct subject_run *run)
{
    memset(run->written, 0, counters_of(run->plan->histogram) * sizeof(uint32_t));
    count(run, 0, run->plan->capacity, run->written);
    return true;
}

const struct subject subject_histogram = {
    .options = options,
    .settle = settle,
    .ports = histogram_ports,
    .fill = fill_histogram,
    .limit = histogram_limit,
    .check = check_histogram,
    .compute = compute_histogram,
};
