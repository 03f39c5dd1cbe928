/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/peer_program.h"
#include "failure.h"
#include "names.h"
#include "options.h"
#include "output.h"
#include "platform.h"
#include "option_values.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define REPEAT 21
#define TOLERANCE 5
#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x

/* Options as they were given, NULL if they were not. */
struct texts {
    const char *list;
    const char *primitive;
    const char *algorithm;
    const char *shapes;
    const char *type;
    const char *out_type;
    const char *access;
    const char *determinism;
    const char *op;
    const char *reverse;
    const char *criterion;
    const char *values;
    const char *argsort;
    const char *data;
    const char *sizes;
    const char *repeat;
    const char *no_cpu;
    const char *metrics;
    const char *processors;
    const char *device;
    const char *overhead;
    const char *tune;
    const char *tuning;
    const char *json;
    const char *csv;
    const char *plot;
    const char *peer;
    const char *compare;
    const char *tolerance;
    const char *help;
    const char *version;
};

#define OPTION(member, value, help, names)                                                         \
    {                                                                                              \
#member, '\0', value, help, names, offsetof(struct texts, member), 0                       \
    }

static const struct option rows[] = {
    OPTION(list, NULL, "tell how each algorithm works, and exit", OPTION_NO_NAMES),
    OPTION(primitive, "NAMES",
           "the first two if not given, as far as they apply:", NAMES_PRIMITIVE),
    OPTION(algorithm, "NAMES",
           "algorithms, auto if not given; all is all but auto:", NAMES_ALGORITHM),
    OPTION(shapes, "SHAPES", "to measure each in, as 256x4,512x8x2", OPTION_NO_NAMES),
    OPTION(type, "NAME", "element type, u32 if not given:", NAMES_TYPE),
    {"out-type", '\0', "NAME", "of results and all sums, --type's if not given", OPTION_NO_NAMES,
     offsetof(struct texts, out_type), 0},
    OPTION(op, "NAME", "operator, add if not given:", NAMES_OP),
    OPTION(reverse, NULL, "scans begin at the last element", OPTION_NO_NAMES),
    OPTION(criterion, "NAME", "of select and partition, flag-bytes if not given:", NAMES_CRITERION),
    OPTION(values, "BYTES", "of a sort: 0, 4, 8 or 16, 0 if not given", OPTION_NO_NAMES),
    OPTION(argsort, NULL, "sorts make the keys' indices", OPTION_NO_NAMES),
    OPTION(data, "NAME", "of selections and sorts, random if not given:", NAMES_DATA),
    OPTION(access, "NAME",
           "how kernels reach buffers, descriptor-sets if not given:", NAMES_ACCESS),
    OPTION(determinism, "LEVEL", "how sums of floats repeat, run if not given:", NAMES_DETERMINISM),
    OPTION(sizes, "SIZES", "1000, 2^20, 2^10:2^28; four that suit the device", OPTION_NO_NAMES),
    OPTION(repeat, "COUNT", "timed repeats, " STRING(REPEAT) " if not given", OPTION_NO_NAMES),
    {"no-cpu", '\0', NULL, "leave out the loops on the CPU", OPTION_NO_NAMES,
     offsetof(struct texts, no_cpu), 0},
    OPTION(metrics, NULL, "tell steps, work and cost in theory; measure nothing", OPTION_NO_NAMES),
    OPTION(processors, "P", "for --metrics, the device's if not given", OPTION_NO_NAMES),
    OPTION(device, "DEVICE", "index or part of a name, see 'vkscan devices'", OPTION_NO_NAMES),
    OPTION(overhead, NULL, "tell what pipelines, plans and recordings cost the host",
           OPTION_NO_NAMES),
    OPTION(tune, NULL, "find the fastest POLICIES for this device", OPTION_NO_NAMES),
    OPTION(tuning, "POLICIES", "to use, as --tune prints them", OPTION_NO_NAMES),
    OPTION(peer, "NAME", "measure another library too: " BENCH_PEERS, OPTION_NO_NAMES),
    OPTION(json, "FILE", "write the results there too; - is standard output", OPTION_NO_NAMES),
    OPTION(csv, "FILE", "the same as comma-separated values", OPTION_NO_NAMES),
    OPTION(plot, "FILE.svg", "draw the throughput; needs gnuplot", OPTION_NO_NAMES),
    OPTION(compare, "OLD.json", "fail if slower than in that earlier run", OPTION_NO_NAMES),
    OPTION(tolerance, "PERCENT", "by more than this, " STRING(TOLERANCE) " if not given",
           OPTION_NO_NAMES),
    {"help", 'h', NULL, "print this and exit", OPTION_NO_NAMES, offsetof(struct texts, help), 0},
    OPTION(version, NULL, "print the version and exit", OPTION_NO_NAMES),
};

static int refuse_operand(const char *text, void *out)
{
    (void)out;
    return misused("unexpected '%s'; see 'vkscan-bench --help'", text);
}

static const struct option_table table = {rows, COUNT_OF(rows), refuse_operand};

static void print_help(void)
{
    fputs("usage: vkscan-bench [options]\n"
          "Measures reductions, scans, selections and sorts on a Vulkan device, verifies\n"
          "every result, and compares the speed with that of shaders that only move the\n"
          "same bytes and with that of a loop on one core of the CPU.\n"
          "\n"
          "NAMES and SIZES can be several, with commas between.\n"
          "\n",
          stdout);
    options_print_help(stdout, &table);
    fputs("\n"
          "--tune tries shapes with u32 and add at the largest of the SIZES, and at all of\n"
          "them which algorithm in which shape auto should take: from 2^10 on if they are\n"
          "not given. It begins with the POLICIES of --tuning. Besides it takes --repeat\n"
          "and --device alone.\n"
          "\n"
          "Exits with 0 if every result was right (and fast enough, if compared), with 2 if\n"
          "the command line cannot be, else with 1. Files are written if every result was\n"
          "right.\n",
          stdout);
}

static bool same_summaries(vkscan_primitive p, vkscan_primitive q)
{
    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a); a++)
        if (vkscan_algorithm_summary(a, p) != vkscan_algorithm_summary(a, q))
            return false;
    return true;
}

/* Primitives with the same algorithms share a list. */
static void print_list(void)
{
    const char *name;

    for (vkscan_primitive p = 0, next; (name = names_get(NAMES_PRIMITIVE, p)); p = next) {
        printf("%s%s", p ? "\n" : "", name);
        for (next = p + 1; (name = names_get(NAMES_PRIMITIVE, next)) && same_summaries(p, next);
             next++)
            printf(", %s", name);
        putchar('\n');
        for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a); a++)
            if (vkscan_algorithm_summary(a, p))
                printf("  %-19s %s\n", vkscan_algorithm_name(a), vkscan_algorithm_summary(a, p));
    }
    puts("\n--peer");
    for (uint32_t i = 0; bench_peer_name(i); i++)
        printf("  %-19s %s\n", bench_peer_name(i), bench_peer_summary(bench_peer_name(i)));
}

/* ---- which rows ---- */

static bool computes(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    return algorithm == VKSCAN_ALGORITHM_AUTO || vkscan_algorithm_summary(algorithm, primitive);
}

static bool all_compute(const struct bench_options *options, vkscan_primitive primitive)
{
    for (uint32_t i = 0; i < options->algorithm_count; i++)
        if (!computes(options->algorithms[i], primitive))
            return false;
    return true;
}

/* Without --primitive: the primitives that all of the algorithms compute; if there are none, each
 * algorithm with those that it computes. */
static void fit_primitives(struct bench_options *options)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < options->primitive_count; i++)
        if (all_compute(options, options->primitives[i]))
            options->primitives[count++] = options->primitives[i];
    if (count > 0)
        options->primitive_count = count;
    else
        options->unlike = true;
}

bool bench_options_want(const struct bench_options *options, vkscan_algorithm algorithm,
                        vkscan_primitive primitive)
{
    return !options->unlike || computes(algorithm, primitive);
}

/* ---- the whole line ---- */

/* Whether the name has an extension other than .svg. */
static bool is_no_svg(const char *name)
{
    const char *ending = strrchr(platform_file_name(name), '.');

    return ending && strcmp(ending, ".svg") != 0;
}

/* Two reports in one file would overwrite each other, or mix on standard output. */
static int check_files(const struct bench_options *options)
{
    const char *const *files = options->files;
    const char *plot = files[BENCH_PLOT];
    static const char *const names[] = {
        [BENCH_JSON] = "json", [BENCH_CSV] = "csv", [BENCH_PLOT] = "plot"};

    for (int i = 0; i < BENCH_FILES; i++)
        for (int j = i + 1; j < BENCH_FILES; j++)
            if (files[i] && files[j] && output_is_same(files[i], files[j]))
                return misused("--%s '%s' and --%s '%s' are the same file; give each its own",
                               names[i], files[i], names[j], files[j]);
    if (plot && is_no_svg(plot))
        return misused("--plot draws an SVG; give a name like plot.svg, not '%s'", plot);
    return 0;
}

static int parse_tuning(const char *text, struct user_tuning *tuning)
{
    char error[TUNING_ERROR_SIZE];
    const int status = options_check_filled("tuning", text);

    return status || !text || tuning_parse(text, tuning, error) ? status : misused("%s", error);
}

static bool goes_with_tune(const struct option *option)
{
    static const char *const names[] = {"tune", "sizes", "repeat", "device", "tuning"};

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(option->name, names[i]) == 0)
            return true;
    return false;
}

static int check_tune(const struct texts *texts)
{
    for (size_t i = 0; i < COUNT_OF(rows) && texts->tune; i++)
        if (option_get(&rows[i], texts) && !goes_with_tune(&rows[i]))
            return misused("--tune takes no --%s; it goes with --sizes, --repeat, --device and "
                           "--tuning",
                           rows[i].name);
    return 0;
}

/* ---- selections and sorts ---- */

#define FOLDS                                                                                      \
    (1u << VKSCAN_PRIMITIVE_REDUCE | 1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN |                       \
     1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
#define SCANS (FOLDS & ~(1u << VKSCAN_PRIMITIVE_REDUCE))
#define SORTS (1u << VKSCAN_PRIMITIVE_SORT)
#define CRITERIA (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_PARTITION)

/* Options of some primitives, each refused where no primitive that is measured has it. */
static const struct {
    const char *name, *of;
    uint32_t primitives;
} limited[] = {
    {"op", "reductions and scans", FOLDS},
    {"out-type", "reductions and scans", FOLDS},
    {"determinism", "reductions and scans", FOLDS},
    {"criterion", "select and partition", CRITERIA},
    {"values", "sorts", SORTS},
    {"argsort", "sorts", SORTS},
    {"data", "selections and sorts", ~(uint32_t)FOLDS},
};

static const struct option *find_option(const char *name)
{
    size_t i = 0;

    while (strcmp(rows[i].name, name) != 0)
        i++;
    return &rows[i];
}

static int check_limited(const struct texts *texts, const struct bench_options *options)
{
    uint32_t measured = 0;

    for (uint32_t i = 0; i < options->primitive_count; i++)
        measured |= 1u << options->primitives[i];
    for (size_t i = 0; i < COUNT_OF(limited); i++)
        if (option_get(find_option(limited[i].name), texts) && !(limited[i].primitives & measured))
            return misused("--%s is for %s; give --primitive with one of them", limited[i].name,
                           limited[i].of);
    if ((texts->metrics || texts->overhead) && texts->shapes)
        return misused("--metrics and --overhead take no --shapes");
    if (texts->metrics && measured & ~(uint32_t)FOLDS)
        return misused("--metrics is of reductions and scans alone");
    return 0;
}

/* ---- all of it ---- */

static int read_texts(const struct texts *texts, struct bench_options *options)
{
    int type = VKSCAN_TYPE_U32, out_type = VKSCAN_TYPE_DEFAULT, op = VKSCAN_OP_ADD;
    int access = VKSCAN_ACCESS_DESCRIPTOR_SETS, status = 0;
    int determinism = VKSCAN_DETERMINISM_RUN_TO_RUN;
    int criterion = VKSCAN_CRITERION_FLAG_BYTES, data = SORT_DATA_RANDOM;

    *options = (struct bench_options){
        .repeat = REPEAT,
        .overhead = texts->overhead != NULL,
        .tune = texts->tune != NULL,
        .reverse = texts->reverse != NULL,
        .metrics = texts->metrics != NULL,
        .no_cpu = texts->no_cpu != NULL,
        .sort = {.flags = texts->argsort ? VKSCAN_SORT_INDICES : 0},
        .device = texts->device,
        .tuning_text = texts->tuning,
        .files = {[BENCH_JSON] = texts->json, [BENCH_CSV] = texts->csv, [BENCH_PLOT] = texts->plot},
        .peer = texts->peer,
        .compare = texts->compare,
        .tolerance = TOLERANCE,
    };
    status = check_tune(texts);
    if (!status)
        status = parse_tuning(texts->tuning, &options->tuning);
    if (!status)
        status = parse_primitives(texts->primitive ? texts->primitive : "reduce,inclusive-scan",
                                  options);
    if (!status)
        status = parse_algorithms(texts->algorithm ? texts->algorithm
                                  : texts->metrics ? "all"
                                                   : "auto",
                                  options);
    if (!status && !texts->primitive && !options->all_algorithms)
        fit_primitives(options);
    if (!status && texts->shapes)
        status = parse_shapes(texts->shapes, options);
    if (!status && texts->type)
        status = names_parse(NAMES_TYPE, texts->type, &type);
    if (!status && texts->out_type)
        status = names_parse(NAMES_TYPE, texts->out_type, &out_type);
    if (!status && texts->op)
        status = names_parse(NAMES_OP, texts->op, &op);
    if (!status && texts->criterion)
        status = names_parse(NAMES_CRITERION, texts->criterion, &criterion);
    if (!status && texts->data)
        status = names_parse(NAMES_DATA, texts->data, &data);
    if (!status && texts->values)
        status = parse_value_size(texts->values, &options->sort.value_size);
    if (!status && texts->values && texts->argsort)
        status = misused("--argsort makes its values: no --values");
    if (!status)
        status = check_limited(texts, options);
    if (!status && texts->access)
        status = names_parse(NAMES_ACCESS, texts->access, &access);
    if (!status && texts->determinism)
        status = names_parse(NAMES_DETERMINISM, texts->determinism, &determinism);
    if (!status && texts->sizes)
        status = parse_sizes(texts->sizes, options);
    if (!status && texts->repeat)
        status = parse_repeat(texts->repeat, &options->repeat);
    if (!status && texts->tolerance)
        status = parse_tolerance(texts->tolerance, &options->tolerance);
    if (!status && texts->tolerance && !texts->compare)
        status = misused("--tolerance is of a comparison; give --compare OLD.json too");
    if (!status)
        status = check_files(options);
    if (!status && options->metrics && options->files[BENCH_CSV])
        status = misused("--metrics has no --csv; give --json");
    if (!status && (options->metrics || options->overhead) &&
        (options->files[BENCH_PLOT] || options->compare || options->peer))
        status = misused("--metrics and --overhead time no runs: no --plot, --compare or --peer");
    if (!status && options->peer && !bench_peer_summary(options->peer))
        status = misused("unknown peer '%s'; there is " BENCH_PEERS, options->peer);
    if (!status && texts->processors)
        status = texts->metrics ? parse_processors(texts->processors, &options->processors)
                                : misused("--processors is for --metrics");
    options->type = (vkscan_type)type;
    options->out_type = out_type ? (vkscan_type)out_type : options->type;
    if (!status && options->out_type != options->type && (options->metrics || options->peer))
        status = misused("--metrics and --peer have one type: no other --out-type");
    options->op = (vkscan_op)op;
    options->select.criterion = (vkscan_criterion)criterion;
    options->data = (enum reference_sort_data)data;
    options->access = (vkscan_access)access;
    options->determinism = (vkscan_determinism)determinism;
    if (!status && determinism && options->metrics)
        status = misused("--metrics counts what algorithms do by themselves: no --determinism");
    return status;
}

void bench_options_plan(const struct bench_options *options, vkscan_primitive primitive,
                        vkscan_plan_params *plan)
{
    const uint32_t bit = 1u << primitive;

    *plan = (vkscan_plan_params){
        .primitive = primitive,
        .type = options->type,
        .access = options->access,
        .flags = bit & SCANS && options->reverse ? VKSCAN_PLAN_REVERSE : 0,
        .select = bit & CRITERIA ? &options->select : NULL,
        .sort = bit & SORTS ? &options->sort : NULL,
    };
    if (bit & FOLDS) {
        plan->op = options->op;
        plan->out_type = options->out_type;
        plan->determinism = options->determinism;
    }
}

bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *status)
{
    struct texts texts = {0};

    *status = options_parse(argc, argv, &table, &texts);
    if (*status)
        return false;
    if (texts.help)
        print_help();
    else if (texts.version)
        printf("vkscan-bench %d.%d.%d\n", VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
               VKSCAN_VERSION_PATCH);
    else if (texts.list)
        print_list();
    else
        *status = read_texts(&texts, options);
    return *status == 0 && !texts.help && !texts.version && !texts.list;
}
