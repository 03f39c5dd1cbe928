/* SPDX-License-Identifier: MIT */
/* vkscan: parses the command line, and runs the command. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"
#include "job.h"
#include "names.h"
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
#undef OPTION
};

static const struct row {
    const char *name;
    enum command command;
    const struct verb *verb; /* NULL for commands that compute nothing */
    const char *usage;
} commands[] = {
    {"devices", COMMAND_DEVICES, NULL, ""},
    {"reduce", COMMAND_REDUCE, &verb_fold, " FILE [--axis N -o FILE] [options]"},
    {"scan", COMMAND_SCAN, &verb_fold, " FILE -o FILE [options]"},
    {"difference", COMMAND_DIFFERENCE, &verb_difference, " FILE -o FILE [options]"},
    {"segment-reduce", COMMAND_SEGMENT_REDUCE, &verb_segments,
     " FILE -o FILE (--length COUNT | --offsets FILE | --flags FILE | --keys FILE) [options]"},
    {"segment-scan", COMMAND_SEGMENT_SCAN, &verb_segments,
     " FILE -o FILE (--length COUNT | --offsets FILE | --flags FILE | --keys FILE) [options]"},
    {"reduce-by-key", COMMAND_REDUCE_BY_KEY, &verb_segments,
     " KEYS --values FILE -o KEYS_OUT --values-out FILE [options]"},
    {"sort", COMMAND_SORT, &verb_sort, " KEYS -o FILE [options]"},
    {"topk", COMMAND_TOPK, &verb_top_k, " FILE --k COUNT [-o FILE] [--indices-out FILE] [options]"},
    {"select", COMMAND_SELECT, &verb_select,
     " FILE -o FILE (--flags FILE | --where IS:VALUE | --where-file FILE) [options]"},
    {"unique", COMMAND_UNIQUE, &verb_select, " FILE -o FILE [options]"},
    {"runs", COMMAND_RUNS, &verb_runs,
     " FILE [-o FILE] [--lengths FILE] [--starts FILE] [options]"},
    {"histogram", COMMAND_HISTOGRAM, &verb_histogram,
     " FILE [-o FILE] [--bins COUNT | --edges FILE] [options]"},
    {"search", COMMAND_SEARCH, &verb_sorted, " SORTED VALUES -o FILE [options]"},
    {"merge", COMMAND_MERGE, &verb_sorted, " FILE FILE -o FILE [options]"},
    {"check-op", COMMAND_CHECK_OP, NULL, " FILE.glsl [options]"},
};

#define TEAM_OPTIONS 2 /* at the end of the table */

/* Tells whether the program has the command: a team runs only those that compute. */
static bool has_command(const struct row *row)
{
    return row->verb || !team;
}

/* Returns "devices, reduce and scan". */
static const char *list_commands(void)
{
    static char list[160];
    const struct row *row = commands, *last = commands + COUNT_OF(commands);

    while (!has_command(--last)) {
    }
    for (*list = '\0'; row <= last; row++)
        if (has_command(row))
            snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s",
                     !*list        ? ""
                     : row == last ? " and "
                                   : ", ",
                     row->name);
    return list;
}

/* ---- the command line ---- */

static int parse_operand(const char *text, void *user)
{
    struct arguments *out = user;

    for (size_t i = 0; i < COUNT_OF(commands) && out->command == COMMAND_NONE; i++)
        if (strcmp(commands[i].name, text) == 0 && has_command(&commands[i])) {
            out->command = commands[i].command;
            return 0;
        }
    if (out->command == COMMAND_NONE)
        return misused("unknown command '%s'; there are %s", text, list_commands());
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
    if (out->file)
        return misused("one FILE at a time, but '%s' and '%s' were given", out->file, text);
    out->file = text;
    return 0;
}

static struct option_table table = {options, COUNT_OF(options), parse_operand};

static const struct row *row_of(const struct arguments *arguments)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].command == arguments->command)
            return &commands[i];
    return NULL;
}

/* Checks that everything the command needs is there, and nothing else. */
static void check(const struct row *command, const struct arguments *arguments)
{
    if (!command)
        misuse("no command; there are %s", list_commands());
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (option_get(&options[i], arguments) && !(options[i].commands & arguments->command))
            misuse("%s has no option --%s; see '%s --help'", command->name, options[i].name,
                   program_name);
    if (arguments->command == COMMAND_CHECK_OP && !arguments->file)
        misuse("check-op needs a FILE.glsl, an operator file");
    if (command->verb && !arguments->file)
        misuse("%s needs a FILE%s", command->name, team ? "" : "; - is standard input");
    if (command->verb && !arguments->output &&
        !(arguments->command & (COMMAND_REDUCE | COMMAND_HISTOGRAM | COMMAND_RUNS | COMMAND_TOPK)))
        misuse("%s needs -o FILE%s", command->name, team ? "" : "; - is standard output");
    if (arguments->command == COMMAND_REDUCE && !arguments->axis != !arguments->output)
        misuse("reduce takes --axis N and -o FILE together, or prints one result without both");
    need(options_check_filled("tuning", arguments->tuning));
}

static void print_help(FILE *to)
{
    unsigned used = 0;

    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (has_command(&commands[i]))
            fprintf(to, "%s %s %s%s\n", used++ ? "      " : "usage:", program_name,
                    commands[i].name, commands[i].usage);
    fputs("\n"
          "Reduces, scans, sorts, selects from or counts an array of numbers on a Vulkan\n"
          "device.\n"
          "\n"
          "A FILE is NumPy's .npy, of one dimension (or of two, whose rows are vectors)\n"
          "and in C order, with --axis of scalars in any shape and order, or raw\n"
          "little-endian numbers whose type --type tells",
          to);
    fputs(team ? ". Each\n"
                 "rank of MPI has its slab of it, and the device of its number on its machine;\n"
                 "positions are u64.\n"
                 "\n"
               : "; - is\n"
                 "standard input or output.\n"
                 "\n",
          to);
    options_print_help(to, &table);
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

static void dispatch(struct arguments *arguments)
{
    const struct row *row = row_of(arguments);
    const struct gpu_options on = {.device = arguments->device};

    if (arguments->help && team_leads())
        print_help(stdout);
    else if (arguments->version && team_leads())
        printf("%s %d.%d.%d\n", program_name, VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
               VKSCAN_VERSION_PATCH);
    if (arguments->help || arguments->version)
        return;
    check(row, arguments);
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
            print_help(stderr);
        return team_close(2);
    }
    need(options_parse(argc, argv, &table, &arguments));
    dispatch(&arguments);
    return finished(team_close(0));
}
