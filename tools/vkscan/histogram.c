/* SPDX-License-Identifier: MIT */
/* Histograms: counters are the job's results, channel by channel, and the sums of all pieces. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "fold.h"
#include "gnuplot.h"
#include "job.h"
#include "names.h"
#include "npy.h"

struct histogram {
    struct array edges;
    struct output plot;
    uint32_t *counters; /* of a piece */
    uint64_t outside;
};

static bool is_weighted_by_floats(const struct job *job)
{
    return job->subject.histogram.weights == VKSCAN_WEIGHTS_F32;
}

static bool is_float(const struct job *job)
{
    return job->plan.type == VKSCAN_TYPE_F32 || job->plan.type == VKSCAN_TYPE_F64;
}

static uint32_t channels_of(const struct job *job)
{
    const uint32_t channels = job->subject.histogram.channels;

    return channels ? channels : 1;
}

static uint64_t counters_of(const struct job *job)
{
    return (uint64_t)channels_of(job) * job->subject.histogram.bins;
}

/* ---- options ---- */

static int check(const struct arguments *a)
{
    if (a->edges && (a->bins || a->range))
        return misused("--edges are bins: no --%s", a->bins ? "bins" : "range");
    if (a->range && !a->bins)
        return misused("--range is of even bins: --bins COUNT");
    if (array_is_standard(a->file) && array_is_standard(a->weights))
        return misused("values and weights cannot both come from standard input");
    return 0;
}

static int parse(struct job *job, const char *name, const char *text)
{
    const struct subject_option *option = subject_histogram.options;

    while (strcmp(option->name, name) != 0)
        option++;
    return text ? option->parse(text, &job->subject) : 0;
}

static int load(struct job *job)
{
    const struct arguments *a = job->arguments;
    struct histogram *own = job->state = calloc(1, sizeof(*own));

    if (!own)
        return failed("not enough memory");
    own->edges = ARRAY_NONE;
    own->plot = OUTPUT_NONE;
    int status = parse(job, "bins", a->bins);
    if (!status)
        status = parse(job, "range", a->range);
    if (!status)
        status = parse(job, "channels", a->channels);
    if (!status && a->plot)
        status = gnuplot_find();
    return status;
}

/* ---- bins ---- */

/* Raw edges have the values' type. */
static int read_edges(struct job *job)
{
    const char *path = job->arguments->edges;
    struct array *edges = &((struct histogram *)job->state)->edges;
    vkscan_histogram_params *h = &job->subject.histogram;

    int status = input_open(&edges->input, path,
                            npy_named(path) ? VKSCAN_TYPE_DEFAULT : job->plan.type, "--type");
    if (!status && edges->input.type != job->plan.type)
        return failed("%s has edges of type %s, and %s values of %s", edges->input.name,
                      vkscan_type_name(edges->input.type), job->file.input.name,
                      vkscan_type_name(job->plan.type));
    if (!status)
        status = array_read(edges, ARRAY_ALL);
    if (!status && (edges->count < 2 || edges->count > (1u << 20) + 1))
        return failed("%s has %" PRIu64 " edges; bins have 2 to 2^20 + 1", edges->input.name,
                      edges->count);
    h->binning = VKSCAN_BINNING_EDGES;
    h->bins = status ? 1 : (uint32_t)edges->count - 1;
    h->edges = edges->data;
    return status;
}

static int settle_bins(struct job *job)
{
    vkscan_histogram_params *h = &job->subject.histogram;
    const uint32_t size = vkscan_type_size(job->plan.type);

    if (job->arguments->edges)
        return read_edges(job);
    if (h->bins) {
        h->last = job->arguments->range ? h->last : 1; /* until the values are known */
        return 0;
    }
    if (job->plan.type != VKSCAN_TYPE_U8 && job->plan.type != VKSCAN_TYPE_U16)
        return misused("a histogram of %s needs --bins COUNT or --edges FILE",
                       vkscan_type_name(job->plan.type));
    h->binning = VKSCAN_BINNING_VALUES;
    h->bins = 1u << 8 * size;
    return 0;
}

static int open_weights(struct job *job)
{
    const char *path = job->arguments->weights;
    const int status =
        path ? job_open_second(job, path, VKSCAN_TYPE_DEFAULT, NULL, PORT_SECOND_SOURCE) : 0;
    const vkscan_type type = job->second.input.type;

    if (status || !path)
        return status;
    if (type != VKSCAN_TYPE_U32 && type != VKSCAN_TYPE_F32)
        return failed("%s has weights of type %s; u32 or f32", job->second.input.name,
                      vkscan_type_name(type));
    job->subject.histogram.weights =
        type == VKSCAN_TYPE_F32 ? VKSCAN_WEIGHTS_F32 : VKSCAN_WEIGHTS_U32;
    if (type == VKSCAN_TYPE_F32)
        job->plan.determinism = VKSCAN_DETERMINISM_FASTEST;
    return 0;
}

static int settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_histogram_params *h = &job->subject.histogram;
    struct port_size *sizes = job->engine.sizes;
    struct histogram *own = job->state;

    job->whole = true;
    job->channels = channels_of(job);
    job->plan.primitive = VKSCAN_PRIMITIVE_HISTOGRAM;
    job->plan.histogram = h;
    h->flags = VKSCAN_HISTOGRAM_OUTSIDE;
    int status = settle_bins(job);
    if (!status)
        status = open_weights(job);
    if (!status && a->plot)
        status = output_open(&own->plot, a->plot);
    sizes[PORT_DESTINATION].fixed = counters_of(job) * sizeof(uint32_t);
    sizes[PORT_NUMBER].fixed = sizeof(uint32_t);
    if (a->edges)
        sizes[PORT_EDGES].fixed = (h->bins + 1) * job->file.input.element_size;
    return status;
}

/* ---- the range of values ---- */

static double number_of(vkscan_type type, const void *value)
{
    char text[VALUE_TEXT_SIZE];
    union value bits = {0};

    memcpy(&bits, value, vkscan_type_size(type));
    value_format(type, &bits, text);
    return strtod(text, NULL);
}

static int find_end(struct job *job, vkscan_op op, double *end)
{
    struct fold fold = {.plan = {.primitive = VKSCAN_PRIMITIVE_REDUCE,
                                 .op = op,
                                 .type = job->plan.type,
                                 .out_type = job->plan.type}};
    const int status =
        fold_array(&job->engine, &fold, job->file.data, job->file.count * channels_of(job));

    *end = number_of(job->plan.type, &fold.total);
    return status;
}

/* Of the type, and just above. */
static double above(vkscan_type type, double value)
{
    if (type == VKSCAN_TYPE_F64)
        return nextafter(value, INFINITY);
    return type == VKSCAN_TYPE_F32 ? (double)nextafterf((float)value, INFINITY) : value + 1;
}

/* From the least value to the greatest, which the last bin holds; 0 to 1 where there is none. */
static int settle_range(struct job *job)
{
    vkscan_histogram_params *h = &job->subject.histogram;
    double most;

    if (h->binning != VKSCAN_BINNING_EVEN || job->arguments->range || !job->file.count)
        return 0;
    int status = find_end(job, VKSCAN_OP_MIN, &h->first);
    if (!status)
        status = find_end(job, VKSCAN_OP_MAX, &most);
    if (status)
        return status;
    if (!isfinite(h->first) || !isfinite(most))
        return failed("%s has values from %g to %g; give --range FROM..TO", job->file.input.name,
                      h->first, most);
    h->last = above(job->plan.type, most);
    if (h->first == most && h->last < most + 1)
        h->last = most + 1;
    return 0;
}

/* Where a bin begins; of integers the first value in it. */
static double bin_begin(const struct job *job, uint32_t bin)
{
    const vkscan_histogram_params *h = &job->subject.histogram;
    const struct histogram *own = job->state;

    if (h->binning == VKSCAN_BINNING_EDGES)
        return number_of(job->plan.type,
                         own->edges.data + bin * (size_t)job->file.input.element_size);
    if (h->binning == VKSCAN_BINNING_VALUES)
        return bin;
    const double begin = h->first + (h->last - h->first) * bin / h->bins;
    return is_float(job) ? begin : ceil(begin);
}

/* ---- pieces ---- */

static int begin(struct job *job)
{
    const struct array *values = &job->file, *weights = &job->second;
    const uint64_t size = counters_of(job) * sizeof(uint32_t);
    struct histogram *own = job->state;

    if (job->second_port < PORTS && values->count != weights->count)
        return failed("%s has %" PRIu64 " elements, and %s %" PRIu64 " weights: each takes one",
                      values->input.name, values->count, weights->input.name, weights->count);
    int status = settle_range(job);
    own->counters = malloc(size);
    if (!status && !own->counters)
        return failed("not enough memory for %" PRIu64 " counters", counters_of(job));
    if (!status)
        status = job_make_results(job, size);
    if (!status)
        memset(job->results, 0, size);
    return status;
}

static int take(struct job *job)
{
    struct histogram *own = job->state;
    const uint64_t counters = counters_of(job);
    uint32_t outside = 0;

    int status = engine_download(&job->engine, PORT_DESTINATION, 0, own->counters,
                                 counters * sizeof(uint32_t));
    if (!status)
        status = engine_download(&job->engine, PORT_NUMBER, 0, &outside, sizeof(outside));
    for (uint64_t i = 0; i < counters && !status; i++)
        if (is_weighted_by_floats(job))
            ((float *)(void *)job->results)[i] += ((const float *)(const void *)own->counters)[i];
        else
            ((uint32_t *)(void *)job->results)[i] += own->counters[i];
    own->outside += outside;
    return status;
}

/* ---- what is told ---- */

static double counter_at(const struct job *job, uint32_t channel, uint32_t bin)
{
    const uint64_t at = (uint64_t)channel * job->subject.histogram.bins + bin;

    return is_weighted_by_floats(job) ? (double)((const float *)(const void *)job->results)[at]
                                      : ((const uint32_t *)(const void *)job->results)[at];
}

/* Running sums, by a scan on the device. */
static int accumulate(struct job *job)
{
    const vkscan_type type = is_weighted_by_floats(job) ? VKSCAN_TYPE_F32 : VKSCAN_TYPE_U32;
    const uint64_t size = (uint64_t)job->subject.histogram.bins * sizeof(uint32_t);
    int status = 0;

    engine_release(&job->engine);
    for (uint32_t channel = 0; channel < channels_of(job) && !status; channel++) {
        struct fold fold = {
            .plan = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, .type = type, .out_type = type}};
        status = fold_array(&job->engine, &fold, job->results + channel * size,
                            job->subject.histogram.bins);
    }
    return status;
}

#define WIDTH 80 /* of what is no terminal */

/* "0.25 to 0.5", or of a value alone "7". */
static int format_bin(const struct job *job, uint32_t bin, char text[VALUE_TEXT_SIZE])
{
    const bool value = job->subject.histogram.binning == VKSCAN_BINNING_VALUES;
    const int digits = is_float(job) ? 6 : 10;

    return value ? snprintf(text, VALUE_TEXT_SIZE, "%" PRIu32, bin)
                 : snprintf(text, VALUE_TEXT_SIZE, "%.*g to %.*g", digits, bin_begin(job, bin),
                            digits, bin_begin(job, bin + 1));
}

/* Of values those that occur. */
static bool is_told(const struct job *job, uint32_t channel, uint32_t bin)
{
    return job->subject.histogram.binning != VKSCAN_BINNING_VALUES ||
           counter_at(job, channel, bin) != 0;
}

static void print_channel(const struct job *job, uint32_t channel, unsigned width)
{
    const uint32_t bins = job->subject.histogram.bins;
    char text[VALUE_TEXT_SIZE];
    int widest = 0, digits = 1;
    double most = 0;

    for (uint32_t bin = 0; bin < bins; bin++) {
        const double count = counter_at(job, channel, bin);
        const int length = is_told(job, channel, bin) ? format_bin(job, bin, text) : 0;
        widest = length > widest ? length : widest;
        most = count > most ? count : most;
        const int here = snprintf(text, sizeof(text), "%.10g", count);
        digits = here > digits ? here : digits;
    }
    const int left = widest + digits + 4;
    for (uint32_t bin = 0; bin < bins; bin++) {
        const double count = counter_at(job, channel, bin);
        if (!is_told(job, channel, bin))
            continue;
        format_bin(job, bin, text);
        const int bar =
            count > 0 && (int)width > left ? (int)(count / most * ((int)width - left) + 0.5) : 0;
        printf("%*s  %*.10g%s", widest, text, digits, count, bar ? "  " : "");
        for (int i = 0; i < bar; i++)
            putchar('#');
        putchar('\n');
    }
}

static void tell(const struct job *job)
{
    const struct histogram *own = job->state;
    const unsigned columns = platform_columns();
    const char *output = job->arguments->output;

    for (uint32_t channel = 0; channel < channels_of(job) && !output; channel++) {
        if (channels_of(job) > 1)
            printf("%schannel %" PRIu32 "\n", channel ? "\n" : "", channel);
        print_channel(job, channel, columns ? columns : WIDTH);
    }
    if (job->arguments->outside)
        fprintf(array_is_standard(output) ? stderr : stdout, "outside %" PRIu64 "\n", own->outside);
}

/* Boxes, of each channel a data block; those without an end cannot be drawn. */
static bool print_plot(FILE *to, const void *user)
{
    const struct job *job = user;

    fputs("set terminal svg size 800,500\nset style fill transparent solid 0.5\n"
          "set yrange [0:*]\n$bins << EOD\n",
          to);
    for (uint32_t channel = 0; channel < channels_of(job); channel++) {
        for (uint32_t bin = 0; bin < job->subject.histogram.bins; bin++) {
            const double first = bin_begin(job, bin), end = bin_begin(job, bin + 1);
            if (isfinite(first) && isfinite(end))
                fprintf(to, "%.17g %.17g %.10g\n", first, end, counter_at(job, channel, bin));
        }
        fputs("\n\n", to);
    }
    fprintf(to,
            "EOD\nplot for [c=0:%" PRIu32 "] $bins index c using ($1+$2)/2:3:($2-$1) "
            "with boxes title c == 0 && %d ? '' : sprintf('channel %%d', c)\n",
            channels_of(job) - 1, channels_of(job) == 1);
    return true;
}

static int write_counters(struct job *job)
{
    const vkscan_type type = is_weighted_by_floats(job) ? VKSCAN_TYPE_F32 : VKSCAN_TYPE_U32;

    return array_write(&job->file, type, job->results, counters_of(job), counters_of(job));
}

static int finish(struct job *job)
{
    const struct arguments *a = job->arguments;
    struct histogram *own = job->state;

    int status = a->cdf ? accumulate(job) : 0;
    if (!status && a->output)
        status = write_counters(job);
    if (!status && a->plot)
        status = gnuplot_draw(print_plot, job, &own->plot);
    return status || !a->plot ? status : output_commit(&own->plot);
}

static void close_histogram(struct job *job)
{
    struct histogram *own = job->state;

    if (!own)
        return;
    array_close(&own->edges);
    output_close(&own->plot);
    free(own->counters);
    free(own);
}

const struct verb verb_histogram = {.check = check,
                                    .load = load,
                                    .settle = settle,
                                    .begin = begin,
                                    .take = take,
                                    .finish = finish,
                                    .tell = tell,
                                    .close = close_histogram};
