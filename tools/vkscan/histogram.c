/* SPDX-License-Identifier: MIT */
/* Histograms. The counters are the job's results, channel by channel, and sums over all pieces. The
 * host adds weights of f64, which the library has not. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "histogram_bins.h"
#include "reference.h"
#include "reference_histogram.h"
#include "team.h"
#include "type.h"

static struct output plot;
static uint64_t outside;

/* Returns the type of counters: that of weights, or u32 like the device's, or u64 where there are
 * so many elements that u32 could wrap. */
static vkscan_type counter_type(const struct job *job)
{
    if (job->arguments->weights)
        return job->second.input.type;
    return job->file.all > UINT32_MAX ? VKSCAN_TYPE_U64 : VKSCAN_TYPE_U32;
}

static uint64_t counters_of(const struct job *job)
{
    return (uint64_t)job->channels * job->subject.histogram.bins;
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

/* Tells whether the library counts scalars of the type. */
static bool has_histogram(vkscan_type type)
{
    const struct scalar *scalar = &type_of(type)->scalar;

    return scalar->size == 4 || scalar->kind == (scalar->size < 4 ? UNSIGNED : FLOAT);
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
