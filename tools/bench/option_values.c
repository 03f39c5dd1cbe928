/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "options.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* ---- sizes ---- */

/* Parses "1000" or "2^20" at *text, and moves *text behind it. */
static bool parse_size(const char **text, uint64_t *size)
{
    char *end;

    errno = 0;
    if (!isdigit((unsigned char)**text))
        return false;
    *size = strtoull(*text, &end, 10);
    if (*end == '^') {
        if (*size != 2 || !isdigit((unsigned char)end[1]))
            return false;
        const unsigned long exponent = strtoul(end + 1, &end, 10);
        if (exponent > 63)
            return false;
        *size = 1ull << exponent;
    }
    *text = end;
    return errno == 0 && *size > 0;
}

static bool add_size(struct bench_options *options, uint64_t size)
{
    if (options->size_count == BENCH_MAX_SIZES)
        return false;
    options->sizes[options->size_count++] = size;
    return true;
}

/* Appends the powers of two from first to last. */
static bool add_range(struct bench_options *options, uint64_t first, uint64_t last)
{
    if (first & (first - 1) || last & (last - 1) || last < first)
        return false;
    while (first < last && add_size(options, first))
        first *= 2;
    return first == last && add_size(options, last);
}

static bool add_sizes(const char *text, struct bench_options *options)
{
    for (;; text++) {
        uint64_t first, last;
        if (!parse_size(&text, &first))
            return false;
        last = first;
        if (*text == ':') {
            text++;
            if (!parse_size(&text, &last) || !add_range(options, first, last))
                return false;
        } else if (!add_size(options, first)) {
            return false;
        }
        if (*text != ',')
            return *text == '\0';
    }
}

int parse_sizes(const char *text, void *to)
{
    struct bench_options *options = to;

    return add_sizes(text, options)
               ? 0
               : misused("bad sizes '%s'; elements like 1000, 2^20 or 2^10:2^28, at most %d sizes "
                         "with commas between",
                         text, BENCH_MAX_SIZES);
}

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

static void use_all_algorithms(struct bench_options *options)
{
    options->all_algorithms = true;
    options->unlike = true;
    for (int a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name((vkscan_algorithm)a); a++)
        options->algorithms[options->algorithm_count++] = (vkscan_algorithm)a;
}

int parse_algorithms(const char *text, void *to)
{
    struct bench_options *options = to;

    if (strcmp(text, "all") == 0)
        return use_all_algorithms(options), 0;
    return parse_names(NAMES_ALGORITHM, text, BENCH_MAX_NAMES, options->algorithms,
                       &options->algorithm_count);
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

/* ---- policies ---- */

int parse_tuning(const char *text, void *to)
{
    struct bench_options *options = to;
    char error[TUNING_ERROR_SIZE];
    const int status = options_check_filled("tuning", text);

    options->tuning_text = text;
    return status || tuning_parse(text, &options->tuning, error) ? status : misused("%s", error);
}
