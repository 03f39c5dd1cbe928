/* SPDX-License-Identifier: MIT */
#include "bench_options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_measure.h"
#include "failure.h"
#include "names.h"

static const char usage[] =
    "Usage: vkscan-bench [option]...\n"
    "\n"
    "Measures reductions and scans on a Vulkan device, verifies every result against the CPU, and\n"
    "compares each with a shader that only moves the same bytes.\n"
    "\n"
    "  --list                   the algorithms, and what each computes\n"
    "  --primitive NAME,...     reduce, inclusive-scan, exclusive-scan (default: the first two)\n"
    "  --algorithm NAME,...     or all (default)\n"
    "  --type NAME              u32 (default), i32, f32\n"
    "  --op NAME                add (default), mul, min, max, and, or, xor\n"
    "  --sizes LIST             elements: 1000, 2^20, the powers of two 2^10:2^28, with commas\n"
    "  --repeat N               timed repeats, of which the median counts (default 21)\n"
    "  --device N|NAME          index or part of a name; see 'vkscan devices'\n"
    "  --json FILE              also write the results to a file\n"
    "  --help, --version\n"
    "\n"
    "Exits with 0 if every result was right, 1 if not or on failure, 2 on bad usage.\n";

/* ---- sizes ---- */

/* "1000" or "2^20" at *text; moves *text behind it. */
static bool parse_size(const char **text, uint64_t *size)
{
    char *end;

    errno = 0;
    if (!isdigit((unsigned char)**text))
        return false;
    *size = strtoull(*text, &end, 10);
    if (errno)
        return false;
    if (*end == '^') {
        if (*size != 2 || !isdigit((unsigned char)end[1]))
            return false;
        const unsigned long exponent = strtoul(end + 1, &end, 10);
        if (exponent > 40)
            return false;
        *size = 1ull << exponent;
    }
    *text = end;
    return true;
}

static bool add_size(struct bench_options *options, uint64_t size)
{
    if (options->size_count == BENCH_MAX_SIZES)
        return false;
    options->sizes[options->size_count++] = size;
    return true;
}

/* "A:B": the powers of two from A to B. */
static bool add_range(struct bench_options *options, uint64_t first, uint64_t last)
{
    if (first == 0 || first & (first - 1) || last & (last - 1) || last < first)
        return false;
    for (uint64_t size = first; size <= last; size *= 2)
        if (!add_size(options, size))
            return false;
    return true;
}

static bool parse_sizes(const char *text, struct bench_options *options)
{
    options->size_count = 0;
    for (;; text++) {
        uint64_t first, last;
        if (!parse_size(&text, &first))
            return false;
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

/* ---- names ---- */

static int unknown_name(const char *what, enum names names, const char *name)
{
    char valid[NAMES_SIZE];

    names_list(names, valid);
    return misused("unknown %s \"%s\"; one of %s", what, name, valid);
}

/* Reads "a,b" into values; returns 0 or an exit status. */
static int parse_names(const char *what, enum names names, char *text, int values[BENCH_MAX_NAMES],
                       uint32_t *count)
{
    *count = 0;
    for (char *name = strtok(text, ","); name; name = strtok(NULL, ",")) {
        if (*count == BENCH_MAX_NAMES)
            return misused("too many %ss", what);
        if (!names_find(names, name, &values[*count]))
            return unknown_name(what, names, name);
        ++*count;
    }
    return *count ? 0 : misused("no %s given", what);
}

static int parse_primitives(char *text, struct bench_options *options)
{
    int values[BENCH_MAX_NAMES];
    const int status =
        parse_names("primitive", NAMES_PRIMITIVE, text, values, &options->primitive_count);

    for (uint32_t i = 0; status == 0 && i < options->primitive_count; i++)
        options->primitives[i] = (vkscan_primitive)values[i];
    return status;
}

static void use_all_algorithms(struct bench_options *options)
{
    options->all_algorithms = true;
    options->algorithm_count = 0;
    for (int a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name((vkscan_algorithm)a); a++)
        options->algorithms[options->algorithm_count++] = (vkscan_algorithm)a;
}

static int parse_algorithms(char *text, struct bench_options *options)
{
    int values[BENCH_MAX_NAMES];

    if (strcmp(text, "all") == 0) {
        use_all_algorithms(options);
        return 0;
    }
    options->all_algorithms = false;
    const int status =
        parse_names("algorithm", NAMES_ALGORITHM, text, values, &options->algorithm_count);
    for (uint32_t i = 0; status == 0 && i < options->algorithm_count; i++)
        options->algorithms[i] = (vkscan_algorithm)values[i];
    return status;
}

static int parse_repeat(const char *text, uint32_t *repeat)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);

    if (!isdigit((unsigned char)text[0]) || *end || value < 1 || value > BENCH_MAX_REPEATS)
        return misused("bad number of repeats \"%s\"; 1 to %d", text, BENCH_MAX_REPEATS);
    *repeat = (uint32_t)value;
    return 0;
}

static void list(void)
{
    for (int p = 0; vkscan_primitive_name((vkscan_primitive)p); p++) {
        printf("%s%s\n", p ? "\n" : "", vkscan_primitive_name((vkscan_primitive)p));
        for (int a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name((vkscan_algorithm)a); a++)
            if (vkscan_algorithm_summary((vkscan_algorithm)a, (vkscan_primitive)p))
                printf("  %-10s %s\n", vkscan_algorithm_name((vkscan_algorithm)a),
                       vkscan_algorithm_summary((vkscan_algorithm)a, (vkscan_primitive)p));
    }
}

/* ---- the whole line ---- */

enum option_id {
    OPTION_LIST = 256,
    OPTION_PRIMITIVE,
    OPTION_ALGORITHM,
    OPTION_TYPE,
    OPTION_OP,
    OPTION_SIZES,
    OPTION_REPEAT,
    OPTION_DEVICE,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_VERSION,
};

static const struct option long_options[] = {
    {"list", no_argument, NULL, OPTION_LIST},
    {"primitive", required_argument, NULL, OPTION_PRIMITIVE},
    {"algorithm", required_argument, NULL, OPTION_ALGORITHM},
    {"type", required_argument, NULL, OPTION_TYPE},
    {"op", required_argument, NULL, OPTION_OP},
    {"sizes", required_argument, NULL, OPTION_SIZES},
    {"repeat", required_argument, NULL, OPTION_REPEAT},
    {"device", required_argument, NULL, OPTION_DEVICE},
    {"json", required_argument, NULL, OPTION_JSON},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {0},
};

/* Takes one option with an argument; returns 0 or an exit status. */
static int take(int option, char *argument, struct bench_options *options)
{
    int value;

    switch (option) {
    case OPTION_PRIMITIVE:
        return parse_primitives(argument, options);
    case OPTION_ALGORITHM:
        return parse_algorithms(argument, options);
    case OPTION_TYPE:
        if (!names_find(NAMES_TYPE, argument, &value))
            return unknown_name("type", NAMES_TYPE, argument);
        options->type = (vkscan_type)value;
        return 0;
    case OPTION_OP:
        if (!names_find(NAMES_OP, argument, &value))
            return unknown_name("operator", NAMES_OP, argument);
        options->op = (vkscan_op)value;
        return 0;
    case OPTION_SIZES:
        if (!parse_sizes(argument, options))
            return misused("bad sizes \"%s\"; elements like 1000, 2^20 or 2^10:2^28, at most %d, "
                           "with commas between",
                           argument, BENCH_MAX_SIZES);
        return 0;
    case OPTION_REPEAT:
        return parse_repeat(argument, &options->repeat);
    case OPTION_DEVICE:
        options->device = argument;
        return 0;
    default:
        options->json = argument;
        return 0;
    }
}

static int take_all(int argc, char **argv, struct bench_options *options, bool *finished)
{
    int option;
    int status = 0;

    opterr = 0;
    while (status == 0 && !*finished &&
           (option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
        *finished = option == OPTION_LIST || option == OPTION_HELP || option == OPTION_VERSION;
        if (option == '?')
            status = misused("unknown option %s; see vkscan-bench --help", argv[optind - 1]);
        else if (option == ':')
            status = misused("option %s needs a value", argv[optind - 1]);
        else if (option == OPTION_LIST)
            list();
        else if (option == OPTION_HELP)
            fputs(usage, stdout);
        else if (option == OPTION_VERSION)
            printf("vkscan-bench %d.%d.%d\n", VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
                   VKSCAN_VERSION_PATCH);
        else
            status = take(option, optarg, options);
    }
    if (status == 0 && !*finished && optind < argc)
        status = misused("unexpected \"%s\"; see vkscan-bench --help", argv[optind]);
    return status;
}

bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *status)
{
    bool finished = false;

    *options = (struct bench_options){
        .primitives = {VKSCAN_PRIMITIVE_REDUCE, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN},
        .primitive_count = 2,
        .type = VKSCAN_TYPE_U32,
        .repeat = 21,
    };
    use_all_algorithms(options);
    *status = take_all(argc, argv, options, &finished);
    return *status == 0 && !finished;
}
