/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/peer_program.h"
#include "algorithms.h"
#include "failure.h"
#include "heads.h"
#include "help.h"
#include "names.h"
#include "options.h"
#include "output.h"
#include "timing.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define REPEAT 21
#define REPORT_REPEAT 7
#define BANKS 32
#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x

/* Options' values as given; NULL where an option was not given. */
struct texts {
    const char *list, *primitive, *algorithm, *shapes, *type, *data, *access, *count_in_buffer,
        *capacity;
    const char *sizes, *shape, *repeat, *no_cpu, *metrics, *processors, *show, *banks, *device,
        *overhead, *tune, *report;
    const char *tuning, *peer, *json, *csv, *plot, *compare, *tolerance, *help, *version,
        *completion;
    struct subject_texts subject;
    const char *numbers; /* the operand */
};

#define OPTIONS (offsetof(struct texts, subject) / sizeof(const char *))
#define NUMBER(member) (offsetof(struct texts, member) / sizeof(const char *))
#define BIT(member) (1ull << NUMBER(member))

#define ROW(member, name, letter, value, help, names, kind, to, number, read)                      \
    [NUMBER(member)] = {name, letter, value, help,   names, offsetof(struct texts, member),        \
                        0,    kind,   to,    number, read}
#define PLAIN(member, name, letter, help)                                                          \
    ROW(member, name, letter, NULL, help, OPTION_NO_NAMES, OPTION_RAW, 0, 0, NULL)
#define OPTION(member, value, help, kind, to, number)                                              \
    ROW(member, #member, '\0', value, help, OPTION_NO_NAMES, kind,                                 \
        offsetof(struct bench_options, to), number, NULL)
#define FLAG(member, name, help)                                                                   \
    ROW(member, name, '\0', NULL, help, OPTION_NO_NAMES, OPTION_FLAG,                              \
        offsetof(struct bench_options, member), 0, NULL)
#define NAME(member, help, names)                                                                  \
    ROW(member, #member, '\0', "NAME", help, names, OPTION_NAME,                                   \
        offsetof(struct bench_options, member), 0, NULL)
#define READ(member, value, help, names, read)                                                     \
    ROW(member, #member, '\0', value, help, names, OPTION_OTHER, 0, 0, read)

static struct option rows[OPTIONS + SUBJECT_OPTIONS_MAX] = {
    PLAIN(list, "list", '\0', "tell how each algorithm works, and exit"),
    READ(primitive, "NAMES", "primitives, reduce,inclusive-scan if not given:", NAMES_PRIMITIVE,
         parse_primitives),
    READ(algorithm, "NAMES", "algorithms, auto if not given; all is all but auto:", NAMES_ALGORITHM,
         parse_algorithms),
    READ(shapes, "SHAPES", "shapes to measure each algorithm in, as 256x4,512x8x2", OPTION_NO_NAMES,
         parse_shapes),
    NAME(type, "element type, u32 if not given:", NAMES_TYPE),
    NAME(data, "data of selections, sorts and histograms, random if not given:", NAMES_DATA),
    NAME(access, "how kernels reach buffers, descriptor-sets if not given:", NAMES_ACCESS),
    FLAG(count_in_buffer, "count-in-buffer", "kernels read the count from a buffer"),
    READ(capacity, "COUNT", "capacity of plans, whose counts, the sizes, are in a buffer",
         OPTION_NO_NAMES, parse_capacity),
    ROW(sizes, "sizes", '\0', "SIZES",
        "counts, as 1000, 1e6, 16M, 2^20, 2^10:2^28; if not given four that suit the device",
        OPTION_NO_NAMES, OPTION_OTHER, offsetof(struct bench_options, sizes), 0, option_sizes),
    READ(shape, "SIZES", "ROWSxCOLUMNS, in place of --sizes and --length, as 2^16x1024",
         OPTION_NO_NAMES, parse_rows),
    OPTION(repeat, "COUNT", "timed repeats, " STRING(REPEAT) " if not given", OPTION_NUMBER, repeat,
           TIMING_MAX_REPEATS),
    FLAG(no_cpu, "no-cpu", "leave out the loops on the CPU"),
    FLAG(metrics, "metrics", "tell steps, work and cost in theory; measure nothing"),
    OPTION(processors, "P", "processors for --metrics, the device's number if not given",
           OPTION_NUMBER, processors, UINT32_MAX),
    ROW(show, "show", '\0', "ALGORITHM",
        "draw its steps over NUMBERS, as 3,1,7,0,4,1,6,3, and run it", OPTION_NO_NAMES, OPTION_RAW,
        0, 0, NULL),
    OPTION(banks, "BANKS", "banks of shared memory for --show, " STRING(BANKS) " if not given",
           OPTION_NUMBER, banks, BANKS),
    OPTION(device, "DEVICE", "index or part of a name, see 'vkscan devices'", OPTION_TEXT, device,
           0),
    FLAG(overhead, "overhead", "tell what pipelines, plans and recordings cost the host"),
    FLAG(tune, "tune", "find the fastest POLICIES for this device"),
    OPTION(report, "FILE.json", "run rows of every primitive, write all that tells of the device",
           OPTION_TEXT, files[BENCH_JSON], 0),
    READ(tuning, "POLICIES", "policies to use, as --tune prints them", OPTION_NO_NAMES,
         parse_tuning),
    READ(peer, "NAMES", "measure other libraries in place of the CPU's loop:", NAMES_PEER,
         parse_peers),
    OPTION(json, "FILE", "write the results there too; - is standard output", OPTION_TEXT,
           files[BENCH_JSON], 0),
    OPTION(csv, "FILE", "the same as comma-separated values", OPTION_TEXT, files[BENCH_CSV], 0),
    OPTION(plot, "FILE.svg", "draw the throughput over sizes or lengths, by gnuplot", OPTION_TEXT,
           files[BENCH_PLOT], 0),
    OPTION(compare, "OLD.json", "fail if slower than in that earlier run", OPTION_TEXT, compare, 0),
    OPTION(tolerance, "PERCENT", "how much slower --compare lets runs be, 5 if not given",
           OPTION_TEXT, tolerance, 0),
    PLAIN(help, "help", 'h', "print this and exit"),
    PLAIN(version, "version", 'V', "print the version and exit"),
    ROW(completion, "completion", '\0', "SHELL",
        "print what a shell completes by, or help for man or as Markdown:", NAMES_FORMAT,
        OPTION_RAW, 0, 0, NULL),
};

/* Takes the numbers of --show. */
static int take_operand(const char *text, void *out)
{
    struct texts *texts = out;

    if (texts->numbers)
        return misused("unexpected '%s'; see 'vkscan-bench --help'", text);
    texts->numbers = text;
    return 0;
}

/* The subjects' options are appended to these rows. */
static struct option_table table = {rows, OPTIONS, take_operand, NULL};

/* ---- options that do not go together ---- */

#define TUNABLE (BIT(tune) | BIT(sizes) | BIT(repeat) | BIT(device) | BIT(tuning))
#define REPORTED (BIT(report) | BIT(primitive) | BIT(sizes) | BIT(repeat) | BIT(device))
#define SHOWN (BIT(show) | BIT(primitive) | BIT(type) | BIT(banks) | BIT(device))
#define UNTIMED (BIT(metrics) | BIT(overhead))

/* A rule: the options `any` are refused beside one of `with` (0: always) unless one of `without` is
 * given. */
static const struct {
    uint64_t any, with, without;
    const char *message;
} conflicts[] = {
    {BIT(metrics), BIT(overhead), 0, "--metrics and --overhead exclude each other"},
    {BIT(shapes), UNTIMED, 0, "--metrics and --overhead take no --shapes"},
    {BIT(tolerance), 0, BIT(compare),
     "--tolerance is of a comparison; give --compare OLD.json too"},
    {BIT(csv), BIT(metrics), 0, "--metrics has no --csv; give --json"},
    {BIT(count_in_buffer), BIT(metrics), 0, "--metrics knows the count: no --count-in-buffer"},
    {BIT(capacity), UNTIMED, 0, "--metrics and --overhead know the capacity by --sizes"},
    {BIT(plot) | BIT(compare) | BIT(peer), UNTIMED, 0,
     "--metrics and --overhead time no runs: no --plot, --compare or --peer"},
    {BIT(processors), 0, BIT(metrics), "--processors is for --metrics"},
    {BIT(banks), 0, BIT(show), "--banks is for --show"},
    {BIT(shape), BIT(sizes), 0, "--shape tells the sizes: no --sizes"},
};

static uint64_t given(const struct texts *texts)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < table.count; i++)
        mask |= option_get(&rows[i], texts) ? 1ull << i : 0;
    return mask;
}

/* Options that run this program again, and those that they pass on. */
static const struct {
    size_t option;
    uint64_t with;
    const char *names;
} reruns[] = {
    {NUMBER(tune), TUNABLE, "--sizes, --repeat, --device and --tuning"},
    {NUMBER(report), REPORTED, "--primitive, --sizes, --repeat and --device"},
};

static int check_reruns(uint64_t mask)
{
    for (size_t k = 0; k < COUNT_OF(reruns); k++)
        for (size_t i = 0; i < table.count && mask & 1ull << reruns[k].option; i++)
            if (mask & 1ull << i & ~reruns[k].with)
                return misused("--%s takes no --%s; it goes with %s", rows[reruns[k].option].name,
                               rows[i].name, reruns[k].names);
    return 0;
}

/* Checks --show, which takes the operator alone of what subjects have. */
static int check_show(const struct texts *texts, uint64_t mask)
{
    if (texts->show && !texts->numbers)
        return misused("--show %s draws numbers; give some, as 3,1,7,0,4,1,6,3", texts->show);
    for (size_t i = 0; i < table.count && texts->show; i++)
        if (mask & 1ull << i & ~SHOWN && strcmp(rows[i].name, "op") != 0)
            return misused("--show takes no --%s; it goes with --primitive, --type, --op, --banks "
                           "and --device",
                           rows[i].name);
    return 0;
}

static int check_together(uint64_t mask, const struct bench_options *options)
{
    const struct subject_params *subject = &options->subject;
    int status;
    uint32_t measured = 0;

    for (uint32_t i = 0; i < options->primitive_count; i++)
        measured |= 1u << options->primitives[i];
    for (size_t i = 0; i < COUNT_OF(conflicts); i++)
        if (mask & conflicts[i].any && (!conflicts[i].with || mask & conflicts[i].with) &&
            !(mask & conflicts[i].without))
            return misused("%s", conflicts[i].message);
    if (mask & BIT(data) && !(measured & ~(SUBJECT_FOLDS | SUBJECT_SEGMENTS)))
        return misused("--data is for selections, sorts and histograms; give --primitive with one "
                       "of them");
    if ((status = subject_options_check(&options->subject_texts, measured)))
        return status;
    if (options->metrics && measured & ~SUBJECT_FOLDS)
        return misused("--metrics is of reductions and scans alone");
    if (subject->out_type && subject->out_type != options->type &&
        (options->metrics || options->peer_count))
        return misused("--metrics and --peer have one type: no other --out-type");
    if (subject->histogram.binning == VKSCAN_BINNING_EDGES && options->count_in_buffer)
        return misused("--edges and --count-in-buffer exclude each other: here they are in two "
                       "buffers");
    if (subject->heads == VKSCAN_HEADS_OFFSETS && options->count_in_buffer)
        return misused("--heads offsets and --count-in-buffer exclude each other: here they are in "
                       "two buffers");
    if (subject->stride > 1 && (options->peer_count || subject->heads > VKSCAN_HEADS_ROWS))
        return misused("--stride is of rows, not of --heads, and no --peer has it");
    if (options->row_sizes.count > 0 && !(measured & SUBJECT_ROWS))
        return misused("--shape is for sort, segmented-inclusive-scan, segmented-exclusive-scan, "
                       "segmented-reduce and top-k; give --primitive with one of them");
    if (options->row_sizes.count > 0 && options->row_sizes.count < subject->lengths.count)
        return misused("--shape tells the length of rows: no --length");
    if (subject->lengths.count > 1 && options->overhead)
        return misused("--overhead is of one length; give --length one");
    if (subject->heads > VKSCAN_HEADS_ROWS && subject->heads != VKSCAN_HEADS_OFFSETS &&
        measured & SUBJECT_SORT)
        return misused("--heads %s is for scans and reductions: sorts have --heads offsets",
                       names_get(NAMES_HEADS, (int)subject->heads));
    if (subject->segment_lengths != LENGTHS_EQUAL && measured & SUBJECT_HEADS &&
        subject->heads <= VKSCAN_HEADS_ROWS)
        return misused("--segments %s is for --heads bytes, bits, words, keys or offsets: rows are "
                       "equal",
                       names_get(NAMES_LENGTHS, subject->segment_lengths));
    if (subject->segment_lengths == LENGTHS_HALF_EMPTY &&
        (measured & SUBJECT_RUNS || subject->heads != VKSCAN_HEADS_OFFSETS))
        return misused("--segments half-empty is for --heads offsets: by others no segment is "
                       "empty, and no run");
    if (heads_have_lengths(subject) && measured & 1u << VKSCAN_PRIMITIVE_SELECT &&
        subject->select.criterion != VKSCAN_CRITERION_KEYS)
        return misused("--length and --segments of select are for --criterion keys: flags and "
                       "comparisons have no runs");
    if (subject->determinism && options->metrics)
        return misused("--metrics counts what algorithms do by themselves: no --determinism");
    return 0;
}

/* ---- help ---- */

static const struct help help = {
    .program = "vkscan-bench",
    .summary = "the speed of reductions, scans, sorts and the like on a Vulkan device",
    .text = "Measures reductions, scans, segments, selections, sorts and histograms on a\n"
            "Vulkan device, verifies every result, and compares the speed with that of\n"
            "shaders that only move the same bytes and with that of a loop on one core of\n"
            "the CPU.\n"
            "\n"
            "NAMES and SIZES can be several, with commas between.\n",
    .notes = "\n"
             "--tune tries shapes of reductions, scans, selections and sorts of u32, with add\n"
             "and flags of bytes, at the largest of the SIZES, and at all of them which\n"
             "algorithm in which shape auto should take: from 2^10 on if they are not given.\n"
             "It begins with the POLICIES of --tuning. Besides it takes --repeat and --device\n"
             "alone.\n"
             "\n"
             "--report is for a device that others do not have: capabilities, speeds, what\n"
             "plans cost with cold caches, and what failed, which stops nothing and is no\n"
             "failure. Nothing is begun later than three minutes after the start.\n"
             "\n"
             "Exits with 0 if every result was right (and fast enough, if compared), with 2 if\n"
             "the command line cannot be, else with 1. Files are written if every result was\n"
             "right. The last line tells a peer's failure from one of vkscan.\n",
    .table = &table,
};

static bool same_summaries(vkscan_primitive p, vkscan_primitive q)
{
    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a);
         a = next_algorithm(a))
        if (vkscan_algorithm_summary(a, p) != vkscan_algorithm_summary(a, q))
            return false;
    return true;
}

/* Prints the algorithms with their sources. Primitives with the same algorithms share a list. */
static void print_list(void)
{
    const char *name;

    for (vkscan_primitive p = 0, next; (name = names_get(NAMES_PRIMITIVE, p)); p = next) {
        printf("%s%s", p ? "\n" : "", name);
        for (next = p + 1; (name = names_get(NAMES_PRIMITIVE, next)) && same_summaries(p, next);
             next++)
            printf(", %s", name);
        putchar('\n');
        for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a);
             a = next_algorithm(a))
            if (vkscan_algorithm_summary(a, p))
                printf("  %-19s %s\n", vkscan_algorithm_name(a), vkscan_algorithm_summary(a, p));
    }
    puts("\n--peer");
    for (int i = 0; (name = names_get(NAMES_PEER, i)); i++)
        printf("  %-19s %s\n", name, bench_peer_summary(i));
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

/* Sets the primitives if --primitive is not given: to those that all named algorithms compute; if
 * there are none, each algorithm gets the primitives that it computes. */
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

/* Refuses two reports in one file, which would overwrite each other or mix on standard output. */
static int check_files(const struct bench_options *options)
{
    const char *const *files = options->files;
    static const char *const names[] = {
        [BENCH_JSON] = "json", [BENCH_CSV] = "csv", [BENCH_PLOT] = "plot"};

    for (int i = 0; i < BENCH_FILES; i++)
        for (int j = i + 1; j < BENCH_FILES; j++)
            if (files[i] && files[j] && output_is_same(files[i], files[j]))
                return misused("--%s '%s' and --%s '%s' are the same file; give each its own",
                               names[i], files[i], names[j], files[j]);
    return 0;
}

static void use_all_primitives(struct bench_options *options)
{
    options->primitive_count = 0;
    for (int p = names_first(NAMES_PRIMITIVE); names_get(NAMES_PRIMITIVE, p);
         p = names_next(NAMES_PRIMITIVE, p))
        options->primitives[options->primitive_count++] = (vkscan_primitive)p;
}

static int read_texts(struct texts texts, struct bench_options *options)
{
    const uint64_t mask = given(&texts);

    *options = (struct bench_options){.type = VKSCAN_TYPE_U32,
                                      .repeat = texts.report ? REPORT_REPEAT : REPEAT,
                                      .survey = texts.report != NULL,
                                      .banks = BANKS,
                                      .numbers = texts.numbers,
                                      .subject_texts = texts.subject};
    if (!texts.primitive)
        texts.primitive = texts.tune ? "reduce,inclusive-scan,select,partition,unique,sort"
                                     : "reduce,inclusive-scan";
    if (!texts.algorithm)
        texts.algorithm = texts.metrics ? "all" : "auto";
    int status = check_reruns(mask);
    if (!status)
        status = check_show(&texts, mask);
    if (!status && texts.show)
        texts.algorithm = show_algorithm(texts.show);
    if (!status)
        status = options_read(&table, &texts, options);
    if (!status && options->survey && !(mask & BIT(primitive)))
        use_all_primitives(options);
    if (!status && !(mask & BIT(primitive)) && !options->all_algorithms)
        fit_primitives(options);
    options->no_cpu |= options->peer_count > 0;
    if (!status)
        status = check_together(mask, options);
    return status ? status : check_files(options);
}

void bench_options_plan(struct bench_options *options, vkscan_primitive primitive,
                        vkscan_plan_params *plan)
{
    *plan = (vkscan_plan_params){
        .struct_size = sizeof(vkscan_plan_params),
        .primitive = primitive,
        .type = options->type,
        .flags = options->count_in_buffer ? VKSCAN_PLAN_COUNT_IN_BUFFER_BIT : 0,
        .access = options->access,
    };
    subject_of(primitive)->settle(&options->subject, plan);
}

void bench_options_set_size(struct bench_options *options, uint64_t size, vkscan_plan_params *plan)
{
    plan->capacity = size;
    subject_of(plan->primitive)->settle(&options->subject, plan);
}

/* Prints what tells of the program. Returns false if nothing of it is asked for. */
static bool tell(const struct texts *texts, int *status)
{
    if (texts->help)
        help_print(stdout, &help);
    else if (texts->version)
        printf("vkscan-bench %d.%d.%d\n", VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
               VKSCAN_VERSION_PATCH);
    else if (texts->completion)
        *status = help_print_as(stdout, &help, texts->completion);
    else if (texts->list)
        print_list();
    return texts->help || texts->version || texts->completion || texts->list;
}

bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *status)
{
    struct texts texts = {NULL};

    table.count = subject_options_append(rows, OPTIONS, offsetof(struct texts, subject),
                                         offsetof(struct bench_options, subject));
    *status = options_parse(argc, argv, &table, &texts);
    if (!*status && texts.numbers && !texts.show)
        *status = misused("unexpected '%s'; see 'vkscan-bench --help'", texts.numbers);
    if (*status)
        return false;
    if (tell(&texts, status))
        return false;
    *status = read_texts(texts, options);
    return *status == 0;
}
