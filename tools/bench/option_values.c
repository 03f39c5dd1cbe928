/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"
#include "failure.h"
#include "names.h"
#include "options.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* ---- names ---- */

/* Parses "a,b" into values, which are enumerators as large as an int. */
static int parse_names(enum names names, const char *text, int most, void *values, uint32_t *count)
{
    for (*count = 0;; text++) {
        char name[NAMES_SIZE];
        const size_t length = strcspn(text, ",");
        snprintf(name, sizeof(name), "%.*s", (int)length, text);
        if (*count == (uint32_t)most)
            return misused("more than %d names in '%s'", most, name);
        const int status = names_parse(names, name, (char *)values + (*count)++ * sizeof(int));
        if (status)
            return status;
        text += length;
        if (!*text)
            return 0;
    }
}

int parse_primitives(const char *text, void *to)
{
    struct bench_options *options = to;

    return parse_names(NAMES_PRIMITIVE, text, BENCH_MAX_NAMES, options->primitives,
                       &options->primitive_count);
}

int parse_peers(const char *text, void *to)
{
    struct bench_options *options = to;

    return parse_names(NAMES_PEER, text, BENCH_MAX_PEERS, options->peers, &options->peer_count);
}

int parse_capacity(const char *text, void *to)
{
    struct bench_options *options = to;
    struct option_sizes sizes = {0};
    const int status = option_sizes(text, &sizes);

    options->capacity = sizes.list[0];
    options->count_in_buffer = true;
    return !status && sizes.count > 1 ? misused("several capacities '%s'; give one", text) : status;
}

static void use_all_algorithms(struct bench_options *options)
{
    options->all_algorithms = true;
    options->unlike = true;
    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a);
         a = next_algorithm(a))
        options->algorithms[options->algorithm_count++] = a;
}

int parse_algorithms(const char *text, void *to)
{
    struct bench_options *options = to;

    if (strcmp(text, "all") == 0)
        return use_all_algorithms(options), 0;
    return parse_names(NAMES_ALGORITHM, text, BENCH_MAX_NAMES, options->algorithms,
                       &options->algorithm_count);
}

const char *show_algorithm(const char *name)
{
    static const char *const others[][2] = {{"hillis-steele", "naive"},
                                            {"blelloch", "blelloch-tile"}};

    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(name, others[i][0]) == 0)
            return others[i][1];
    return name;
}

/* ---- shapes ---- */

static bool has_auto(const struct bench_options *options)
{
    for (uint32_t i = 0; i < options->algorithm_count; i++)
        if (options->algorithms[i] == VKSCAN_ALGORITHM_AUTO)
            return true;
    return false;
}

static bool add_shapes(const char *text, struct bench_options *options)
{
    for (;; text++) {
        if ((options->shape_count + 1) * options->algorithm_count > BENCH_MAX_VARIANTS ||
            !tuning_parse_shape(&text, ',', &options->shapes[options->shape_count++]))
            return false;
        if (!*text)
            return true;
    }
}

int parse_shapes(const char *text, void *to)
{
    struct bench_options *options = to;

    if (has_auto(options))
        return misused("--shapes are of algorithms that are named; give --algorithm NAMES");
    return add_shapes(text, options)
               ? 0
               : misused("bad shapes '%s'; WORKGROUPxITEMS or WORKGROUPxITEMSxWORKGROUPS like "
                         "256x4,512x8x2, for all algorithms at most %d",
                         text, BENCH_MAX_VARIANTS);
}

/* ---- rows ---- */

/* Parses "ROWSxCOLUMNS" at *text, and moves *text behind it. */
static bool parse_matrix(const char **text, uint64_t *rows, uint64_t *columns)
{
    if (!option_size(text, rows) || **text != 'x')
        return false;
    ++*text;
    return option_size(text, columns) && *rows <= UINT64_MAX / *columns;
}

/* Adds a size unless it is there. */
static void add_size(struct option_sizes *sizes, uint64_t size)
{
    for (uint32_t i = 0; i < sizes->count; i++)
        if (sizes->list[i] == size)
            return;
    sizes->list[sizes->count++] = size;
}

static bool add_rows(const char *text, struct bench_options *options)
{
    struct option_sizes *lengths = &options->subject.lengths;
    uint64_t *least = &options->subject.segment_length, rows, columns;

    for (;; text++) {
        if (lengths->count == OPTION_SIZES_MAX || !parse_matrix(&text, &rows, &columns))
            return false;
        add_size(&options->sizes, rows * columns);
        options->row_sizes.list[options->row_sizes.count++] = rows * columns;
        lengths->list[lengths->count++] = columns;
        *least = *least == 0 || columns < *least ? columns : *least;
        if (*text != ',')
            return *text == '\0';
    }
}

int parse_rows(const char *text, void *options)
{
    return add_rows(text, options)
               ? 0
               : misused("bad shape '%s'; ROWSxCOLUMNS like 1000x64 or 2^16x2^10, at most %d with "
                         "commas between",
                         text, OPTION_SIZES_MAX);
}

/* ---- policies ---- */

int parse_tuning(const char *text, void *to)
{
    struct bench_options *options = to;
    char error[TUNING_ERROR_SIZE];
    const int status = options_check_filled("tuning", text);

    options->tuning_text = text;
    return status || tuning_parse(text, &options->tuning, error) ? status : misused("%s", error);
}
