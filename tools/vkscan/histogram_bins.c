/* SPDX-License-Identifier: MIT */
#include "histogram_bins.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "team.h"
#include "type.h"

static struct array edges = {.input.fd = -1};
static bool single; /* each value has a bin */

#define BINS 10 /* if not told, as in numpy.histogram */

bool bins_have_floats(const struct job *job)
{
    return type_of(job->file.input.stored_type)->scalar.kind == FLOAT;
}

double bins_number(vkscan_type type, const void *value)
{
    const struct scalar *scalar = &type_of(type)->scalar;
    const union number number = scalar_load(scalar, value);

    return scalar->kind == FLOAT    ? number.real
           : scalar->kind == SIGNED ? (double)(int64_t)number.bits
                                    : (double)number.bits;
}

/* ---- edges ---- */

/* Fails unless all ranks, each of which has read the edges, have the same: by FNV-1a of their
 * bytes. */
static void check_same_edges(void)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (uint64_t i = 0; i < edges.count * edges.input.element_size; i++)
        hash = (hash ^ ((const unsigned char *)edges.data)[i]) * UINT64_C(0x100000001b3);
    if (team && team->least(hash) != ~team->least(~hash))
        fail("ranks see different edges in %s", edges.input.name);
}

/* Returns the least value of FILE's type that is not below a number, or the greatest that is not
 * above it. */
static double round_edge(const struct job *job, double number, bool up)
{
    const struct scalar *scalar = &type_of(job->plan.type)->scalar;
    const float near = (float)number;
    const bool is_beyond = up ? (double)near < number : (double)near > number;

    if (scalar->kind != FLOAT)
        return up ? ceil(number) : floor(number);
    if (scalar->size == sizeof(double))
        return number;
    return is_beyond ? nextafterf(near, up ? INFINITY : -INFINITY) : near;
}

/* Stores an edge. Integers end: what is below them is their least value, and the end of all bins
 * beyond them closes the last one. */
static void store_edge(struct job *job, double edge, bool is_last, char *to)
{
    const struct scalar *scalar = &type_of(job->plan.type)->scalar;
    const bool is_signed = scalar->kind == SIGNED;
    const double half = ldexp(1, (int)(8 * scalar->size) - 1);
    const double least = is_signed ? -half : 0, most = is_signed ? half - 1 : 2 * half - 1;

    if (scalar->kind == FLOAT) {
        scalar_store(scalar, (union number){.real = edge}, to);
        return;
    }
    if (isnan(edge) || (edge > most && !is_last))
        fail("%s has an edge at %g, where values of %s have none", edges.input.name, edge,
             vkscan_type_name(job->file.input.stored_type));
    if (edge > most)
        job->subject.histogram.flags |= VKSCAN_HISTOGRAM_CLOSED_BIT;
    edge = edge < least ? least : edge > most ? most : edge;
    scalar_store(scalar, (union number){.bits = (uint64_t)(int64_t)edge}, to);
}

/* Turns edges of another type into values of FILE's, each into the least that is not below it: the
 * same values are in each bin. The end of a closed bin is the greatest that is not above it; a bin
 * without any value is half-open. */
static void convert_edges(struct job *job)
{
    const size_t from = edges.input.element_size, to = vkscan_type_size(job->plan.type);
    vkscan_histogram_params *h = &job->subject.histogram;
    char *data = allocate(edges.count * to, "edges");
    double before = -INFINITY, edge_before = -INFINITY;

    for (uint64_t i = 0; i < edges.count; i++) {
        const double number = bins_number(edges.input.type, edges.data + i * from);
        const bool is_last = i + 1 == edges.count;
        const bool closes = is_last && h->flags & VKSCAN_HISTOGRAM_CLOSED_BIT;
        double edge = round_edge(job, number, !closes);
        if (closes && edge < edge_before && number >= before) {
            edge = edge_before;
            h->flags &= ~(uint32_t)VKSCAN_HISTOGRAM_CLOSED_BIT;
        }
        store_edge(job, edge, is_last, data + i * to);
        before = number;
        edge_before = edge;
    }
    free(edges.data);
    edges.data = data;
    edges.input.type = job->plan.type;
    edges.input.element_size = to;
}

/* Reads the edges. Raw edges have FILE's type. */
static void read_edges(struct job *job, const char *path)
{
    vkscan_histogram_params *h = &job->subject.histogram;

    input_open_list(&edges.input, path, job->file.input.stored_type, "--type");
    if (value_components(edges.input.type) > 1)
        fail("%s has edges of type %s; numbers are needed", edges.input.name,
             vkscan_type_name(edges.input.type));
    array_read(&edges, ARRAY_ALL);
    if (edges.count < 2 || edges.count > (1u << 20) + 1)
        fail("%s has %" PRIu64 " edges; bins have 2 to 2^20 + 1", edges.input.name, edges.count);
    check_same_edges();
    if (edges.input.type != job->plan.type)
        convert_edges(job);
    h->binning = VKSCAN_BINNING_EDGES;
    h->bins = (uint32_t)edges.count - 1;
    h->edges = edges.data;
}

/* ---- bins ---- */

bool bins_are_single(void)
{
    return single;
}

/* Makes a bin for each value of an integer of up to 16 bits. */
static void settle_single(struct job *job)
{
    const struct scalar *scalar = &type_of(job->file.input.stored_type)->scalar;
    vkscan_histogram_params *h = &job->subject.histogram;

    if (job->arguments->closed)
        misuse("--closed is of --bins or --edges: bins of single values have no ends");
    single = true;
    h->bins = 1u << 8 * scalar->size;
    h->binning = scalar->kind == SIGNED ? VKSCAN_BINNING_EVEN : VKSCAN_BINNING_VALUES;
    h->first = scalar->kind == SIGNED ? -(double)h->bins / 2 : 0;
    h->last = scalar->kind == SIGNED ? h->first + h->bins : 0;
}

void bins_settle(struct job *job)
{
    vkscan_histogram_params *h = &job->subject.histogram;
    const bool is_short = !bins_have_floats(job) && job->file.input.stored_size <= sizeof(uint16_t);

    if (job->arguments->edges)
        read_edges(job, job->arguments->edges);
    if (h->binning == VKSCAN_BINNING_EDGES)
        return;
    if (!h->bins && is_short && !job->arguments->range) {
        settle_single(job);
        return;
    }
    h->bins = h->bins ? h->bins : BINS;
    if (h->first == h->last)
        h->last = 1; /* until the values are known */
}

/* ---- the range of values ---- */

static double find_end(struct job *job, vkscan_op op)
{
    const vkscan_type type = job->plan.type;
    const vkscan_plan_params plan = {.struct_size = sizeof(vkscan_plan_params),
                                     .primitive = VKSCAN_PRIMITIVE_REDUCE,
                                     .op = op,
                                     .type = type,
                                     .out_type = type};
    union value end = job->streams ? fold_file(job, &plan, NULL)
                                   : fold_array(&job->engine, &plan, NULL, job->file.data,
                                                job->file.count * job->channels);

    if (team)
        team->reduce(&plan, NULL, NULL, &end, 1);
    return bins_number(type, &end);
}

/* Rounds a number to the values' type. */
static double fit(const struct job *job, double number)
{
    return job->plan.type == VKSCAN_TYPE_F32 ? (double)(float)number : number;
}

/* Fails where the library would refuse a range that nobody gave. Halves do not overflow. */
static void check_width(const struct job *job)
{
    const vkscan_histogram_params *h = &job->subject.histogram;
    const double least = job->plan.type == VKSCAN_TYPE_F32 ? (double)FLT_MIN : DBL_MIN;

    if ((h->last / 2 - h->first / 2) / h->bins < least / 2)
        fail("%s has values from %.9g to %.9g, which make --bins %" PRIu32
             " narrower than the least normal number of %s; give --range FROM..TO",
             job->file.input.name, h->first, h->last, h->bins, vkscan_type_name(job->plan.type));
}

/* Widens the range upwards by 1. Where floats are too far apart for that, it is widened by the
 * largest value itself, or, if that overflows, down to 0. */
static void widen(struct job *job)
{
    vkscan_histogram_params *h = &job->subject.histogram;
    const double value = h->last, next = fit(job, value + 1);

    h->last = next > value ? next : fit(job, value + fabs(value));
    if (isinf(h->last)) {
        h->first = 0;
        h->last = value;
    }
}

void bins_settle_range(struct job *job)
{
    vkscan_histogram_params *h = &job->subject.histogram;

    if (single || h->binning != VKSCAN_BINNING_EVEN || job->arguments->range || !job->file.all)
        return;
    h->first = find_end(job, VKSCAN_OP_MIN);
    h->last = find_end(job, VKSCAN_OP_MAX);
    if (!isfinite(h->first) || !isfinite(h->last))
        fail("%s has NaNs or infinities, which are in no even bin; give --range FROM..TO",
             job->file.input.name);
    if (bins_have_floats(job) || h->last >= 0x1p53)
        h->flags |= VKSCAN_HISTOGRAM_CLOSED_BIT;
    if (h->first == h->last || !(h->flags & VKSCAN_HISTOGRAM_CLOSED_BIT))
        widen(job);
    if (bins_have_floats(job))
        check_width(job);
}

double bins_begin(const struct job *job, uint32_t bin)
{
    const vkscan_histogram_params *h = &job->subject.histogram;
    const double half = (h->last / 2 - h->first / 2) / h->bins * bin;

    if (h->binning == VKSCAN_BINNING_EDGES)
        return bins_number(job->plan.type, edges.data + bin * edges.input.element_size);
    if (h->binning == VKSCAN_BINNING_VALUES)
        return bin;
    if (!bins_have_floats(job))
        return ceil(h->first + (h->last - h->first) * bin / h->bins);
    return fit(job, bin == 0 ? h->first : bin == h->bins ? h->last : (h->first / 2 + half) * 2);
}
