/* SPDX-License-Identifier: MIT */
/* Histograms. The counters are the job's results, channel by channel, and sums over all pieces. The
 * host adds weights of f64, which the library has not. */
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "child.h"
#include "reference.h"
#include "reference_histogram.h"
#include "team.h"
#include "type.h"

static struct array edges = {.input.fd = -1};
static struct output plot;
static uint64_t outside;
static bool single; /* each value has a bin */

#define BINS 10 /* if not told, as in numpy.histogram */

/* Returns the type of counters: that of weights, or u32 like the device's, or u64 where there are
 * so many elements that u32 could wrap. */
static vkscan_type counter_type(const struct job *job)
{
    if (job->arguments->weights)
        return job->second.input.type;
    return job->file.all > UINT32_MAX ? VKSCAN_TYPE_U64 : VKSCAN_TYPE_U32;
}

/* Tells whether FILE has floats: u64 and i64 are computed as such. */
static bool bins_have_floats(const struct job *job)
{
    return type_of(job->file.input.stored_type)->scalar.kind == FLOAT;
}

static uint64_t counters_of(const struct job *job)
{
    return (uint64_t)job->channels * job->subject.histogram.bins;
}

static double bins_number(vkscan_type type, const void *value)
{
    const struct scalar *scalar = &type_of(type)->scalar;
    const union number number = scalar_load(scalar, value);

    return scalar->kind == FLOAT    ? number.real
           : scalar->kind == SIGNED ? (double)(int64_t)number.bits
                                    : (double)number.bits;
}

/* ---- options ---- */

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (a->edges && (a->bins || a->range))
        misuse("--edges are bins: no --%s", a->bins ? "bins" : "range");
    if (array_is_standard(a->file) && array_is_standard(a->weights))
        misuse("values and weights cannot both come from standard input");
    if (array_is_standard(a->edges) &&
        (array_is_standard(a->file) || array_is_standard(a->weights)))
        misuse("edges and %s cannot both come from standard input",
               array_is_standard(a->file) ? "values" : "weights");
    if (a->plot && team_leads())
        need(hand_over("--plot", (const char *const[]){"--check", "bins", "--", a->plot, NULL},
                       NULL, NULL));
}

static void parse(struct job *job, const char *name, const char *text)
{
    const struct option *option = subject_histogram.options;

    while (strcmp(option->name, name) != 0)
        option++;
    if (text)
        need(option_read(option, text, &job->subject));
}

/* ---- bins ---- */

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

/* Tells whether the library counts scalars of the type. */
static bool has_histogram(vkscan_type type)
{
    const struct scalar *scalar = &type_of(type)->scalar;

    return scalar->size == 4 || scalar->kind == (scalar->size < 4 ? UNSIGNED : FLOAT);
}

static bool bins_are_single(void)
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

static void bins_settle(struct job *job)
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

static bool has_wide_weights(const struct job *job)
{
    return job->arguments->weights && job->second.input.type == VKSCAN_TYPE_F64;
}

static void open_weights(struct job *job, const char *path)
{
    const struct input *weights = &job->second.input;

    job->kind = "element";
    job->second_kind = "weights";
    input_open(&job->second.input, path, VKSCAN_TYPE_NONE, NULL, INPUT_SCALARS);
    if (weights->type != VKSCAN_TYPE_U32 && weights->type != VKSCAN_TYPE_I32 &&
        weights->type != VKSCAN_TYPE_F32 && weights->type != VKSCAN_TYPE_F64)
        fail("%s has weights of type %s; u32, i32, f32 or f64: np.save('b.npy', a.astype('f8'))",
             weights->name, vkscan_type_name(weights->type));
    if (has_wide_weights(job))
        return;
    job->second_port = VKSCAN_PORT_SECOND_SOURCE;
    job->subject.histogram.weights =
        weights->type == VKSCAN_TYPE_F32 ? VKSCAN_WEIGHTS_F32 : VKSCAN_WEIGHTS_U32;
    if (weights->type == VKSCAN_TYPE_F32)
        job->plan.determinism = VKSCAN_DETERMINISM_FASTEST;
}

/* The last dimension of an image is its channels. */
static void check_channels(const struct job *job)
{
    const struct input *input = &job->file.input;
    const unsigned dimensions = input->npy ? input->shape.dimensions : 0;
    const uint64_t last =
        dimensions > 1 && dimensions <= NPY_AXES ? input->shape.lengths[dimensions - 1] : 0;

    if (last % job->channels)
        misuse("%s has a last dimension of %" PRIu64 ", which is not --channels %" PRIu32,
               input->name, last, job->channels);
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_histogram_params *h = &job->subject.histogram;
    struct port_size *sizes = job->engine.sizes;

    if (value_components(job->plan.type) > 1)
        misuse("a histogram is of numbers, and not of %s", vkscan_type_name(job->plan.type));
    if (!has_histogram(job->plan.type))
        array_widen(&job->file);
    job->plan.type = job->file.input.type;
    parse(job, "bins", a->bins);
    parse(job, "range", a->range);
    parse(job, "channels", a->channels);
    job->streams = !a->weights && job->file.input.begin >= 0;
    job->whole = !job->streams;
    job->channels = h->channels ? h->channels : 1;
    check_channels(job);
    job->plan.primitive = VKSCAN_PRIMITIVE_HISTOGRAM;
    h->struct_size = sizeof(*h);
    h->primitive = job->plan.primitive;
    job->plan.details = h;
    h->flags = VKSCAN_HISTOGRAM_OUTSIDE_BIT | (a->closed ? VKSCAN_HISTOGRAM_CLOSED_BIT : 0);
    bins_settle(job);
    if (a->weights)
        open_weights(job, a->weights);
    if (a->plot && team_leads())
        open_output(&plot, a->plot);
    sizes[VKSCAN_PORT_DESTINATION].fixed = counters_of(job) * sizeof(uint32_t);
    sizes[VKSCAN_PORT_NUMBER].fixed = sizeof(uint32_t);
    sizes[VKSCAN_PORT_EDGES].fixed =
        h->edges ? (h->bins + UINT64_C(1)) * vkscan_type_size(job->plan.type) : 0;
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

/* Sets the range, from the least value to the greatest. The last bin holds the greatest value: as
 * its end, or, for integers without --closed, below an end that is one more. If all values are
 * equal they begin the first bin; without values the range is 0 to 1. */
static void bins_settle_range(struct job *job)
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

/* Returns where a bin begins; for integers the first value in it. Halves do not overflow. */
static double bins_begin(const struct job *job, uint32_t bin)
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

/* ---- pieces ---- */

static void begin(struct job *job)
{
    const uint64_t size = counters_of(job) * vkscan_type_size(counter_type(job));

    bins_settle_range(job);
    job->results = allocate(2 * size, "counters"); /* sums; then a piece's */
    memset(job->results, 0, size);
}

/* Adds the weights of a piece, as the device counts it. */
static void add_wide_weights(struct job *job)
{
    const struct piece *piece = &job->piece;
    const struct reference_histogram histogram = {.type = job->plan.type,
                                                  .params = &job->subject.histogram,
                                                  .source = piece->data,
                                                  .weights = job->second.data +
                                                             piece->first * sizeof(double),
                                                  .edges = job->subject.histogram.edges,
                                                  .wide = true};

    reference_histogram_count(&histogram, 0, piece->count, job->results);
}

/* Adds the counters of a piece. */
static void add_counters(struct job *job, const char *piece)
{
    const vkscan_type type = counter_type(job);
    const uint32_t size = vkscan_type_size(type);
    char *sum = job->results;

    for (uint64_t i = 0; i < counters_of(job); i++, sum += size, piece += sizeof(uint32_t)) {
        uint64_t counter = 0;
        memcpy(&counter, piece, sizeof(uint32_t)); /* little-endian */
        reference_combine(type, VKSCAN_OP_ADD, sum, &counter, sum);
    }
}

static void take(struct job *job)
{
    const uint64_t counters = counters_of(job), size = vkscan_type_size(counter_type(job));
    const char *piece =
        job_results(job, job->results + counters * size, counters * sizeof(uint32_t));
    uint32_t number;

    if (job->streams)
        memcpy(&number, piece + engine_number_at(&job->engine, 0), sizeof(number));
    else
        engine_download(&job->engine, VKSCAN_PORT_NUMBER, 0, &number, sizeof(number));
    if (has_wide_weights(job))
        add_wide_weights(job);
    else
        add_counters(job, piece);
    outside += number;
}

/* Turns counters into running sums. */
static void accumulate(struct job *job)
{
    const vkscan_type type = counter_type(job);
    const uint32_t size = vkscan_type_size(type);
    char *counter = job->results;

    for (uint64_t i = 0; i < counters_of(job); i++, counter += size)
        if (i % job->subject.histogram.bins > 0)
            reference_combine(type, VKSCAN_OP_ADD, counter - size, counter, counter);
}

/* ---- what is told ---- */

static double counter_at(const struct job *job, uint32_t channel, uint32_t bin)
{
    const uint64_t at = (uint64_t)channel * job->subject.histogram.bins + bin;

    return bins_number(counter_type(job), job->results + at * vkscan_type_size(counter_type(job)));
}

#define COLUMNS 80 /* columns of what is no terminal */

/* Stores "0.25 to 0.5", or "7" for a single value. Returns the number of characters. */
static int format_bin(const struct job *job, uint32_t bin, char text[VALUE_TEXT_SIZE])
{
    const int digits = bins_have_floats(job) ? 6 : 10;

    if (bins_are_single())
        return snprintf(text, VALUE_TEXT_SIZE, "%.10g", job->subject.histogram.first + bin);
    return snprintf(text, VALUE_TEXT_SIZE, "%.*g to %.*g", digits, bins_begin(job, bin), digits,
                    bins_begin(job, bin + 1));
}

/* Prints a channel's bins; of single values those that occur. The first pass finds the widths, the
 * second prints the lines. */
static void print_channel(const struct job *job, uint32_t channel)
{
    const int columns = platform_columns() ? (int)platform_columns() : COLUMNS;
    char text[VALUE_TEXT_SIZE];
    int widest = 0, digits = 1;
    double most = 0;

    for (int pass = 0; pass < 2; pass++)
        for (uint32_t bin = 0; bin < job->subject.histogram.bins; bin++) {
            const double count = counter_at(job, channel, bin);
            if (bins_are_single() && count == 0)
                continue;
            const int width = snprintf(text, sizeof(text), "%.10g", count);
            digits = width > digits ? width : digits;
            most = count > most ? count : most;
            const int length = format_bin(job, bin, text), left = columns - widest - digits - 4;
            const bool has_bar = count > 0 && left > 0 && isfinite(most);
            const int bar = has_bar ? (int)(count / most * left + 0.5) : 0;
            widest = length > widest ? length : widest;
            if (pass == 0)
                continue;
            printf("%*s  %*.10g%s", widest, text, digits, count, bar ? "  " : "");
            for (int i = 0; i < bar; i++)
                putchar('#');
            putchar('\n');
        }
}

static void tell(const struct job *job)
{
    const char *output = job->arguments->output;

    for (uint32_t channel = 0; channel < job->channels && !output; channel++) {
        if (job->channels > 1)
            printf("%schannel %" PRIu32 "\n", channel ? "\n" : "", channel);
        print_channel(job, channel);
    }
    if (job->arguments->outside)
        fprintf(array_is_standard(output) ? stderr : stdout, "outside %" PRIu64 "\n", outside);
}

/* Draws boxes. Bins without an end cannot be drawn. */
static void draw_bins(const struct job *job)
{
    FILE *to = platform_open_nameless();

    if (!to)
        fail("cannot make a temporary file: %s", strerror(errno));
    for (uint32_t channel = 0; channel < job->channels; channel++) {
        for (uint32_t bin = 0; bin < job->subject.histogram.bins; bin++) {
            const double first = bins_begin(job, bin), end = bins_begin(job, bin + 1);
            if (isfinite(first) && isfinite(end))
                fprintf(to, "%" PRIu32 " %.17g %.17g %.10g\n", channel, first, end,
                        counter_at(job, channel, bin));
        }
    }
    need(hand_over_picture((const char *const[]){"bins", "-", NULL}, to, &plot));
    need(output_commit(&plot));
    fclose(to);
}

/* Sums the counters of all ranks. */
static void sum_counters(struct job *job)
{
    const vkscan_plan_params plan = {.out_type = counter_type(job)};

    team->reduce(&plan, NULL, NULL, job->results, (uint32_t)counters_of(job));
    outside = team->sum(outside);
}

static void finish(struct job *job)
{
    const struct arguments *a = job->arguments;
    const uint64_t written = team_leads() ? counters_of(job) : 0;

    if (team)
        sum_counters(job);
    if (a->cdf)
        accumulate(job);
    if (a->output) {
        array_place(&job->file, written);
        array_write(&job->file, counter_type(job), job->results, written, written);
    }
    if (a->plot && team_leads())
        draw_bins(job);
}

const struct verb verb_histogram = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish, .tell = tell};
