/* SPDX-License-Identifier: MIT */
/* vkscan: parses the command line, and runs the command. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "help.h"
#include "job.h"
#include "names.h"
#include "nearest.h"
#include "options.h"
#include "platform.h"
#include "quit.h"
#include "team.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

enum {
    FOLDS = COMMAND_REDUCE | COMMAND_SCAN,
    SCANS = COMMAND_SCAN | COMMAND_SEGMENT_SCAN,
    COMBINING = FOLDS | SCANS | COMMAND_SEGMENT_REDUCE | COMMAND_REDUCE_BY_KEY,
    IN_PIECES = COMBINING | COMMAND_SORT | COMMAND_SELECT | COMMAND_UNIQUE | COMMAND_RUNS |
                COMMAND_HISTOGRAM | COMMAND_SEARCH | COMMAND_DIFFERENCE,
    COMPUTING = IN_PIECES | COMMAND_MERGE | COMMAND_TOPK,
    ALONG_AXES = FOLDS | COMMAND_SORT | COMMAND_TOPK,
};

static const struct option options[] = {
#define OPTION(member, name, letter, value, names, commands, help)                                 \
    {name,     letter,     value, help, names, offsetof(struct arguments, member),                 \
     commands, OPTION_RAW, 0,     0,    NULL},
#include "arguments.def"
};

static const struct help_meaning meanings[] = {
#define MEANING(name, commands, help) {name, commands, help},
#include "arguments.def"
};

#define SEGMENTS_OPERANDS                                                                          \
    " FILE -o FILE (--length COUNT | --offsets FILE | --flags FILE | --keys FILE) [option]..."

#define COMPUTES(name) (1u << VKSCAN_PRIMITIVE_##name)

enum {
    REDUCES = COMPUTES(REDUCE) | COMPUTES(SEGMENTED_REDUCE), /* the latter along axes */
    SCANNING = COMPUTES(INCLUSIVE_SCAN) | COMPUTES(EXCLUSIVE_SCAN),
    SEGMENT_SCANNING = COMPUTES(SEGMENTED_INCLUSIVE_SCAN) | COMPUTES(SEGMENTED_EXCLUSIVE_SCAN),
};

static const struct row {
    struct help_command help;
    const struct verb *verb; /* NULL for commands that compute nothing */
    uint32_t primitives;     /* a mask, whose algorithms the command takes */
} commands[] = {
    {{"devices", COMMAND_DEVICES, "", "lists the devices, and what runs on each", {NULL}}, NULL, 0},
    {{"reduce",
      COMMAND_REDUCE,
      " FILE [--axis N -o FILE] [option]...",
      "combines all elements, or those along an axis",
      {"a.npy --op max", "video.npy --axis 0 --op max -o brightest.npy"}},
     &verb_fold,
     REDUCES},
    {{"scan",
      COMMAND_SCAN,
      " FILE -o FILE [option]...",
      "combines each element with all before it: running sums",
      {"a.npy -o sums.npy", "a.npy -o offsets.npy --exclusive"}},
     &verb_fold,
     SCANNING | SEGMENT_SCANNING},
    {{"difference",
      COMMAND_DIFFERENCE,
      " FILE -o FILE [option]...",
      "subtracts from each element its neighbour, and so undoes a scan by add",
      {"sums.npy -o a.npy", "prices.npy -o falls.npy --reverse"}},
     &verb_difference,
     COMPUTES(DIFFERENCE)},
    {{"segment-reduce",
      COMMAND_SEGMENT_REDUCE,
      SEGMENTS_OPERANDS,
      "combines the elements of each segment",
      {"a.npy --length 1024 -o sums.npy", "a.npy --offsets starts.npy --op max -o most.npy"}},
     &verb_segments,
     COMPUTES(SEGMENTED_REDUCE)},
    {{"segment-scan",
      COMMAND_SEGMENT_SCAN,
      SEGMENTS_OPERANDS,
      "scans each segment by itself",
      {"a.npy --length 1024 -o sums.npy", "a.npy --flags begins.npy -o sums.npy"}},
     &verb_segments,
     SEGMENT_SCANNING},
    {{"reduce-by-key",
      COMMAND_REDUCE_BY_KEY,
      " KEYS --values FILE -o KEYS_OUT --values-out FILE [option]...",
      "combines the values of neighbours with equal keys",
      {"days.npy --values v.npy -o day.npy --values-out sum.npy"}},
     &verb_segments,
     COMPUTES(SEGMENTED_REDUCE)},
    {{"sort",
      COMMAND_SORT,
      " KEYS -o FILE [option]...",
      "puts keys in order, with values or their positions",
      {"keys.npy -o sorted.npy --descending", "keys.npy -o order.npy --argsort"}},
     &verb_sort,
     COMPUTES(SORT)},
    {{"topk",
      COMMAND_TOPK,
      " FILE --k COUNT [-o FILE] [--indices-out FILE] [option]...",
      "finds the largest elements, or the smallest",
      {"scores.npy --k 10 -o best.npy --indices-out places.npy",
       "distances.npy --k 8 --axis -1 --smallest -o nearest.npy"}},
     &verb_top_k,
     COMPUTES(TOP_K)},
    {{"select",
      COMMAND_SELECT,
      " FILE -o FILE (--flags FILE | --where IS:VALUE | --where-file FILE) [option]...",
      "keeps the elements that are flagged, or that a comparison holds for",
      {"a.npy -o positive.npy --where gt:0", "a.npy -o kept.npy --flags flags.npy"}},
     &verb_select,
     COMPUTES(SELECT) | COMPUTES(PARTITION)},
    {{"unique",
      COMMAND_UNIQUE,
      " FILE -o FILE [option]...",
      "keeps the first of each run of equal neighbours, as uniq does",
      {"sorted.npy -o values.npy", "states.npy -o changes.npy --indices"}},
     &verb_select,
     COMPUTES(UNIQUE)},
    {{"runs",
      COMMAND_RUNS,
      " FILE [-o FILE] [--lengths FILE] [--starts FILE] [option]...",
      "finds runs of equal elements: run-length encoding",
      {"a.npy -o values.npy --lengths lengths.npy", "a.npy --starts starts.npy"}},
     &verb_runs,
     COMPUTES(UNIQUE)},
    {{"histogram",
      COMMAND_HISTOGRAM,
      " FILE [-o FILE] [--bins COUNT | --edges FILE] [option]...",
      "counts the elements in bins",
      {"a.npy --bins 100 --plot bins.svg", "photo.npy --channels 3 -o bins.npy"}},
     &verb_histogram,
     COMPUTES(HISTOGRAM)},
    {{"search",
      COMMAND_SEARCH,
      " SORTED VALUES -o FILE [option]...",
      "finds where values belong in a sorted array",
      {"sorted.npy values.npy -o places.npy", "limits.npy values.npy -o bins.npy --upper"}},
     &verb_sorted,
     COMPUTES(LOWER_BOUND) | COMPUTES(UPPER_BOUND)},
    {{"merge",
      COMMAND_MERGE,
      " FILE FILE -o FILE [option]...",
      "makes one sorted array of two",
      {"a.npy b.npy -o c.npy", "a.raw b.raw -o c.raw --type f32"}},
     &verb_sorted,
     COMPUTES(MERGE)},
    {{"check-op",
      COMMAND_CHECK_OP,
      " FILE.glsl [option]...",
      "tries whether an operator of yours is associative",
      {"average.glsl", "average.glsl --tolerance 1e-3"}},
     NULL,
     0},
    {{"help", COMMAND_HELP, " [COMMAND]", "tells what a command takes, with examples", {"sort"}},
     NULL,
     0},
};

#define TEAM_OPTIONS 2 /* at the end of the table */

/* Tells whether the program has the command: a team runs only those that compute, and helps. */
static bool has_command(const struct row *row)
{
    return row->verb || !team || row->help.mask == COMMAND_HELP;
}

static const struct row *row_of(enum command command)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].help.mask == (int)command)
            return &commands[i];
    return NULL;
}

static const struct row *find_row(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(commands[i].help.name, name) == 0 && has_command(&commands[i]))
            return &commands[i];
    return NULL;
}

/* Returns "devices, reduce and scan". */
static const char *list_commands(void)
{
    static char list[256];
    const struct row *row = commands, *last = commands + COUNT_OF(commands);

    while (!has_command(--last)) {
    }
    for (*list = '\0'; row <= last; row++)
        if (has_command(row))
            snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s",
                     !*list        ? ""
                     : row == last ? " and "
                                   : ", ",
                     row->help.name);
    return list;
}

/* ---- the command line ---- */

/* What others call commands, NumPy above all. */
static const struct {
    const char *said;
    enum command command;
    const char *option; /* "" if there is none */
} others[] = {
    {"sum", COMMAND_REDUCE, ""},
    {"prod", COMMAND_REDUCE, " --op mul"},
    {"min", COMMAND_REDUCE, " --op min"},
    {"max", COMMAND_REDUCE, " --op max"},
    {"argmin", COMMAND_REDUCE, " --op argmin"},
    {"argmax", COMMAND_REDUCE, " --op argmax"},
    {"cumsum", COMMAND_SCAN, ""},
    {"cumprod", COMMAND_SCAN, " --op mul"},
    {"accumulate", COMMAND_SCAN, ""},
    {"diff", COMMAND_DIFFERENCE, ""},
    {"reduceat", COMMAND_SEGMENT_REDUCE, " --offsets FILE"},
    {"argsort", COMMAND_SORT, " --argsort"},
    {"searchsorted", COMMAND_SEARCH, ""},
    {"compress", COMMAND_SELECT, " --flags FILE"},
    {"bincount", COMMAND_HISTOGRAM, ""},
};

/* Answers a file in the place of a command. */
static int refuse_file(const char *text)
{
    return misused("'%s' is a file, in the place of a command: as in '%s scan %s'; see '%s help'",
                   text, program_name, text, program_name);
}

static int refuse_command(const char *text)
{
    struct nearest nearest = {.word = text};
    struct platform_status file;

    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(others[i].said, text) == 0) {
            const char *name = row_of(others[i].command)->help.name;
            return misused("unknown command '%s'; did you mean %s%s? See '%s help %s'", text, name,
                           others[i].option, program_name, name);
        }
    if (platform_find(text, &file))
        return refuse_file(text);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (has_command(&commands[i]))
            nearest_try(&nearest, commands[i].help.name);
    const char *name = nearest_name(&nearest);
    return name ? misused("unknown command '%s'; did you mean %s? See '%s help %s'", text, name,
                          program_name, name)
                : misused("unknown command '%s'; there are %s", text, list_commands());
}

/* Takes the words of 'help COMMAND'. */
static int parse_help(const char *text, struct arguments *out)
{
    const struct row *row = find_row(text);

    if (!row || out->topic != COMMAND_NONE)
        return row ? misused("help takes one command") : refuse_command(text);
    out->topic = (enum command)row->help.mask;
    return 0;
}

static int parse_operand(const char *text, void *user)
{
    struct arguments *out = user;

    if (out->command == COMMAND_HELP)
        return parse_help(text, out);
    if (out->command == COMMAND_NONE) {
        const struct row *row = find_row(text);
        out->command = row ? (enum command)row->help.mask : COMMAND_NONE;
        return row ? 0 : refuse_command(text);
    }
    if (out->command == COMMAND_DEVICES)
        return misused("devices takes no FILE, but '%s' was given", text);
    if (out->command == COMMAND_SEARCH && !out->sorted) {
        out->sorted = out->file;
        out->file = text;
        return 0;
    }
    if (out->command == COMMAND_MERGE && out->file && !out->sorted) {
        out->sorted = text;
        return 0;
    }
    if (out->file && out->command == COMMAND_MERGE)
        return misused("merge takes two FILEs, but '%s' was given too", text);
    if (out->file)
        return misused("one FILE at a time, but '%s' and '%s' were given", out->file, text);
    out->file = text;
    return 0;
}

static const char *command_of(const void *user, int *mask)
{
    const struct row *row = row_of(((const struct arguments *)user)->command);

    *mask = row ? row->help.mask : ~0;
    return row ? row->help.name : NULL;
}

static struct option_table table = {options, COUNT_OF(options), parse_operand, command_of};

#define HELP_FILES                                                                                 \
    "Reduces, scans, sorts, selects from or counts an array of numbers on a Vulkan device.\n\n"    \
    "A FILE is NumPy's .npy, of one dimension (or of two, whose rows are vectors) and in C "       \
    "order, with --axis of scalars in any shape and order, or raw little-endian numbers whose "    \
    "type --type tells"

/* Commands that take scalars alone, which have an order. */
#define ORDERING (COMMAND_SORT | COMMAND_TOPK | COMMAND_HISTOGRAM | COMMAND_SEARCH | COMMAND_MERGE)
/* Commands that find where the least or the greatest element is. */
#define SEEKING (FOLDS | COMMAND_SEGMENT_REDUCE | COMMAND_REDUCE_BY_KEY)

/* The ready-made operator of two sources, the second of which is --with's. */
#define TWO_SOURCES "dot_f32"

/* Tells whether a command takes the name of a value. */
static bool takes(int mask, enum names names, int value)
{
    const struct row *row = row_of((enum command)mask);
    vkscan_op op;

    if (names == NAMES_TYPE)
        return !(mask & ORDERING) || value_components((vkscan_type)value) == 1;
    if (names == NAMES_OPERATOR)
        return (mask & SEEKING || !arg_parse(names_get(names, value), &op)) &&
               (mask & FOLDS || strcmp(names_get(names, value), TWO_SOURCES) != 0);
    if (names != NAMES_ALGORITHM || value == VKSCAN_ALGORITHM_AUTO)
        return true;
    for (int i = 0; names_get(NAMES_PRIMITIVE, i); i++)
        if (row->primitives & 1u << i &&
            vkscan_algorithm_summary((vkscan_algorithm)value, (vkscan_primitive)i))
            return true;
    return false;
}

/* Checks that everything the command needs is there, and nothing else. */
static void check(const struct row *command, const struct arguments *arguments)
{
    if (!command)
        misuse("no command; there are %s", list_commands());
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (option_get(&options[i], arguments) && !(options[i].commands & arguments->command))
            misuse("%s has no option --%s; see '%s help %s'", command->help.name, options[i].name,
                   program_name, command->help.name);
    if (arguments->command == COMMAND_CHECK_OP && !arguments->file)
        misuse("check-op needs a FILE.glsl, an operator file");
    if (command->verb && !arguments->file)
        misuse("%s needs a FILE%s", command->help.name, team ? "" : "; - is standard input");
    if (command->verb && !arguments->output &&
        !(arguments->command & (COMMAND_REDUCE | COMMAND_HISTOGRAM | COMMAND_RUNS | COMMAND_TOPK)))
        misuse("%s needs -o FILE%s", command->help.name, team ? "" : "; - is standard output");
    if (arguments->command == COMMAND_REDUCE && !arguments->axis != !arguments->output)
        misuse("reduce takes --axis N and -o FILE together, or prints one result without both");
    need(options_check_filled("tuning", arguments->tuning));
}

/* Returns what the program's help is made of. */
static struct help help_of_program(void)
{
    static struct help_command told[COUNT_OF(commands)];
    size_t count = 0;

    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (has_command(&commands[i]))
            told[count++] = commands[i].help;
    return (struct help){
        .program = program_name,
        .summary =
            "arrays of numbers on a Vulkan device: reduced, scanned, sorted, searched, counted",
        .text = team ? HELP_FILES ". Each rank of MPI has its slab of it, and the device of its "
                                  "number on its machine; positions are u64.\n"
                     : HELP_FILES "; - is standard input or output.\n",
        .notes = "",
        .commands = told,
        .command_count = count,
        .table = &table,
        .meanings = meanings,
        .meaning_count = COUNT_OF(meanings),
        .takes = takes,
    };
}

/* Prints the help for a command, or for the program if there is none. */
static void print_help(FILE *to, const struct row *row)
{
    const struct help help = help_of_program();

    if (row)
        help_print_command(to, &help, &row->help);
    else
        help_print(to, &help);
}

/* Puts a ready-made operator, or predicate, in the place of a file. */
static void exchange_operator(struct arguments *arguments)
{
    const char *op = arguments->op;
    int predicate;

    if (arguments->where_file)
        arguments->ready_made = names_find(NAMES_PREDICATE, arguments->where_file, &predicate);
    if (!op || !names_is_ready_made(op))
        return;
    if (arguments->op_file)
        misuse("--op-file is in the place of --op");
    if (arguments->out_type)
        misuse("operator %s has types of its own: leave --out-type out", op);
    arguments->op_file = op;
    arguments->ready_made = true;
    arguments->op = NULL;
}

/* Turns a reduce-by-key into what it is, a reduction of the values by the keys. */
static void exchange_files(struct arguments *arguments)
{
    const char *keys_out = arguments->output;

    if (!arguments->values || !arguments->values_out)
        misuse("reduce-by-key needs --values FILE, and --values-out FILE for their reductions");
    arguments->keys = arguments->file;
    arguments->file = arguments->values;
    arguments->output = arguments->values_out;
    arguments->values_out = keys_out;
}

/* Prints what tells of the program, in a team once. Returns false if nothing of it is asked for. */
static bool tell(const struct row *row, const struct arguments *arguments)
{
    const struct help help = help_of_program();
    const bool asks = arguments->command == COMMAND_HELP && !arguments->help;
    const bool helps = arguments->help || asks;

    if (helps && team_leads())
        print_help(stdout, asks ? row_of(arguments->topic) : row);
    else if (arguments->version && team_leads())
        printf("%s %d.%d.%d\n", program_name, VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
               VKSCAN_VERSION_PATCH);
    else if (arguments->completion && team_leads())
        need(help_print_as(stdout, &help, arguments->completion));
    return helps || arguments->version || arguments->completion;
}

static void dispatch(struct arguments *arguments)
{
    const struct row *row = row_of(arguments->command);
    const struct gpu_options on = {.device = arguments->device};

    if (tell(row, arguments))
        return;
    check(row, arguments);
    exchange_operator(arguments);
    if (arguments->command == COMMAND_REDUCE_BY_KEY)
        exchange_files(arguments);
    if (row->verb)
        job_run(arguments, arguments->axis ? &verb_axis : row->verb);
    else if (arguments->command == COMMAND_DEVICES)
        devices_print();
    else
        check_op(arguments->file, &on, arguments->tolerance);
}

int main(int argc, char **argv)
{
    struct arguments arguments = {.file = NULL};

    if (!platform_open_streams())
        return EXIT_FAILURE;
    team_open(&argc, &argv);
    table.count -= team ? 0 : TEAM_OPTIONS;
    if (argc < 2) {
        if (team_leads())
            print_help(stderr, NULL);
        return team_close(2);
    }
    need(options_parse(argc, argv, &table, &arguments));
    dispatch(&arguments);
    return finished(team_close(0));
}
