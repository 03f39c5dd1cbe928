/* SPDX-License-Identifier: MIT */
/* The subject of histograms: even bins, edges or values, counts or weights. Weights of f32 are
 * integers around 0, whose sums are exact in any order. */
#include "subject.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "parallel.h"
#include "reference_histogram.h"
#include "sample.h"
#include "type.h"

#define HISTOGRAMS (1u << VKSCAN_PRIMITIVE_HISTOGRAM)

#define BINS 256 /* default number of bins */

/* ---- options ---- */

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

static int parse_range(const char *text, void *to)
{
    vkscan_histogram_params *h = &((struct subject_params *)to)->histogram;
    const char *dots = strstr(text, "..");

    if (!dots || !parse_bound(text, dots, &h->first) ||
        !parse_bound(dots + 2, text + strlen(text), &h->last))
        return misused("bad range '%s' for --range; FROM..TO, as 0..1", text);
    return h->first < h->last ? 0
                              : misused("--range %s is no range: FROM has to be below TO", text);
}

static int parse_edges(const char *text, void *to)
{
    vkscan_histogram_params *h = &((struct subject_params *)to)->histogram;

    (void)text;
    h->binning = VKSCAN_BINNING_EDGES;
    return h->first < h->last ? misused("--edges are bins of their own: no --range") : 0;
}

#define ROW(name, value, help, names, kind, member, number)                                        \
    SUBJECT_ROW(name, value, help, names, HISTOGRAMS, kind, histogram.member, number)
#define COUNT(member, help, most)                                                                  \
    ROW(#member, "COUNT", help, OPTION_NO_NAMES, OPTION_NUMBER, member, most)

static const struct option options[] = {
    COUNT(bins, "bins of a histogram, 256 if not given", 1u << 20),
    SUBJECT_READ("range", "FROM..TO",
                 "range of the even bins, all of the type's or -1..1 if not given", HISTOGRAMS,
                 parse_range),
    SUBJECT_READ("edges", NULL, "bins lie between edges at random places", HISTOGRAMS, parse_edges),
    ROW("closed", NULL, "the last bin includes its end", OPTION_NO_NAMES, OPTION_STORE, flags,
        VKSCAN_HISTOGRAM_CLOSED_BIT),
    COUNT(channels, "channels interleaved in an element, 1 if not given", 4),
    COUNT(counted, "how many of the channels are counted, all if not given", 4),
    ROW("weights", "TYPE", "weights of elements, none if not given:", NAMES_WEIGHTS, OPTION_NAME,
        weights, 0),
    {.name = NULL},
};

/* Stores the range of all that sample_keys() makes. */
static void default_range(vkscan_type type, double *first, double *last)
{
    const struct scalar *scalar = &type_of(type)->scalar;
    const double values = exp2(8.0 * scalar->size);

    *first = scalar->kind == FLOAT ? -1 : scalar->kind == SIGNED ? -values / 2 : 0;
    *last = scalar->kind == FLOAT ? 1 : *first + values;
}

/* Sets the parameters that options left out. */
static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    vkscan_histogram_params *h = &params->histogram;

    h->bins = h->bins ? h->bins : BINS;
    h->struct_size = sizeof(*h);
    h->primitive = plan->primitive;
    plan->details = h;
    if (h->weights == VKSCAN_WEIGHTS_F32) /* f32 is summed in any order */
        plan->determinism = VKSCAN_DETERMINISM_FASTEST;
    if (h->binning == VKSCAN_BINNING_EVEN && h->first == h->last)
        default_range(plan->type, &h->first, &h->last);
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    const vkscan_histogram_params *h = plan->details;
    char range[64] = "", channels[48] = "";
    double first, last;

    default_range(plan->type, &first, &last);
    if (h->binning == VKSCAN_BINNING_EVEN && (h->first != first || h->last != last))
        snprintf(range, sizeof(range), " from %g to %g", h->first, h->last);
    if (h->channels > 1)
        snprintf(channels, sizeof(channels), " of %" PRIu32 " channels in %" PRIu32,
                 h->counted ? h->counted : h->channels, h->channels);
    snprintf(label->bins, sizeof(label->bins), "%" PRIu32 " bins%s%s%s%s", h->bins,
             h->binning == VKSCAN_BINNING_EDGES ? " by edges" : "", range, channels,
             h->weights == VKSCAN_WEIGHTS_U32   ? " weighted by u32"
             : h->weights == VKSCAN_WEIGHTS_F32 ? " weighted by f32"
                                                : "");
}

/* ---- ports and data ---- */

enum { WEIGHTS = 1, EDGES = 2 };

static void histogram_ports(const vkscan_plan_params *plan, uint64_t count,
                            struct subject_layout *layout)
{
    const vkscan_histogram_params *h = plan->details;
    const uint64_t size = type_size(plan->type);
    const uint64_t edges = h->binning == VKSCAN_BINNING_EDGES ? h->bins + 1 : 0;

    layout->read = (struct subject_block){
        .ports = {{VKSCAN_PORT_SOURCE, count * reference_histogram_channels(h) * size, 0},
                  [WEIGHTS] = {VKSCAN_PORT_SECOND_SOURCE, h->weights ? count * 4 : 0, 0},
                  [EDGES] = {VKSCAN_PORT_EDGES, edges * size, 0}}};
    layout->written =
        (struct subject_block){.ports = {{VKSCAN_PORT_DESTINATION,
                                          reference_histogram_counters(h) * sizeof(uint32_t), 0}}};
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
    const vkscan_histogram_params *h = plan->details;

    if (h->weights)
        sample_weights(h->weights, read_port(run, WEIGHTS), plan->capacity);
    if (h->binning == VKSCAN_BINNING_EDGES)
        sample_keys(plan->type, SORT_DATA_SORTED, read_port(run, EDGES), h->bins + 1);
    return sample_keys(plan->type, data, run->read,
                       plan->capacity * reference_histogram_channels(h));
}

static struct limit_work histogram_limit(const struct subject_run *run)
{
    const struct subject_port *ports = run->layout.read.ports;

    return (struct limit_work){LIMIT_READ, .read = ports[0].size + ports[WEIGHTS].size};
}

static struct reference_histogram histogram_of(const struct subject_run *run)
{
    return (struct reference_histogram){.type = run->plan->type,
                                        .params = run->plan->details,
                                        .source = run->read,
                                        .weights = read_port(run, WEIGHTS),
                                        .edges = read_port(run, EDGES)};
}

/* ---- the check, and the loop on one core ---- */

struct job {
    struct reference_histogram histogram;
    uint32_t *counters[PARALLEL_PARTS]; /* counters of each thread */
    bool failed[PARALLEL_PARTS];        /* out of memory */
};

static void count_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    uint32_t **counters = &job->counters[part->thread];

    if (!*counters)
        *counters = calloc(reference_histogram_counters(job->histogram.params), sizeof(**counters));
    if (*counters)
        reference_histogram_count(&job->histogram, part->first, part->end, *counters);
    else
        job->failed[part->thread] = true;
}

static bool check_histogram(const struct subject_run *run, uint64_t *at)
{
    const vkscan_histogram_params *h = run->plan->details;
    const uint64_t counters = reference_histogram_counters(h);
    const uint32_t *found = run->written;
    uint32_t *expected = calloc(counters, sizeof(expected[0]));
    struct job job = {.histogram = histogram_of(run)};
    bool same = expected != NULL;

    *at = run->plan->capacity;
    parallel_for(run->plan->capacity, count_part, &job);
    for (uint32_t i = 0; i < PARALLEL_PARTS; i++) {
        same &= !job.failed[i];
        if (same && job.counters[i])
            reference_histogram_join(h, job.counters[i], expected);
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
    const struct reference_histogram histogram = histogram_of(run);

    memset(run->written, 0, reference_histogram_counters(histogram.params) * sizeof(uint32_t));
    reference_histogram_count(&histogram, 0, run->plan->capacity, run->written);
    return true;
}

const struct subject subject_histogram = {
    .primitives = HISTOGRAMS,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = histogram_ports,
    .fill = fill_histogram,
    .limit = histogram_limit,
    .check = check_histogram,
    .compute = compute_histogram,
};
