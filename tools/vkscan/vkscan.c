/* SPDX-License-Identifier: MIT */
/* vkscan: the command line, and what runs each command. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_op.h"
#include "devices.h"
#include "job.h"
#include "names.h"
#include "options.h"
#include "quit.h"
#include "streams.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

enum {
    FOLDS = COMMAND_REDUCE | COMMAND_SCAN,
    COMPUTING = FOLDS | COMMAND_SORT | COMMAND_SELECT | COMMAND_UNIQUE | COMMAND_HISTOGRAM,
};

const char program_name[] = "vkscan";

static const struct option options[] = {
#define OPTION(member, name, letter, value, names, commands, help)                                 \
    {name, letter, value, help, names, offsetof(struct arguments, member), commands},
#include "arguments.def"
#undef OPTION
};

static const struct row {
    const char *name;
    enum command command;
    const struct verb *verb; /* of those that compute */
    const char *usage;
} commands[] = {
    {"devices", COMMAND_DEVICES, NULL, ""},
    {"reduce", COMMAND_REDUCE, &verb_fold, " FILE [options]"},
    {"scan", COMMAND_SCAN, &verb_fold, " FILE -o FILE [options]"},
    {"sort", COMMAND_SORT, &verb_sort, " KEYS -o FILE [options]"},
    {"select", COMMAND_SELECT, &verb_select,
     " FILE -o FILE (--flags FILE | --where IS:VALUE | --where-file FILE) [options]"},
    {"unique", COMMAND_UNIQUE, &verb_select, " FILE -o FILE [options]"},
    {"histogram", COMMAND_HISTOGRAM, &verb_histogram,
     " FILE [-o FILE] [--bins COUNT | --edges FILE] [options]"},
    {"check-op", COMMAND_CHECK_OP, NULL, " FILE.glsl [options]"},
};

#define COMMAND_LIST "devices, reduce, scan, sort, select, unique, histogram and check-op"

/* ---- the command line ---- */

static int parse_operand(const char *text, void *user)
{
    struct arguments *out = user;

    for (size_t i = 0; i < COUNT_OF(commands) && out->command == COMMAND_NONE; i++)
        if (strcmp(commands[i].name, text) == 0) {
            out->command = commands[i].command;
            return 0;
        }
    if (out->command == COMMAND_NONE)
        return misused("unknown command '%s'; there are " COMMAND_LIST, text);
    if (out->command == COMMAND_DEVICES)
        return misused("devices takes no FILE, but '%s' was given", text);
    if (out->file)
        return misused("one FILE at a time, but '%s' and '%s' were given", out->file, text);
    out->file = text;
    return 0;
}

static const struct option_table table = {options, COUNT_OF(options), parse_operand};

static const struct row *row_of(const struct arguments *arguments)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].command == arguments->command)
            return &commands[i];
    return NULL;
}

/* Whether all that the command needs is there, and nothing else. */
static void check(const struct row *command, const struct arguments *arguments)
{
    if (!command)
        misuse("no command; there are " COMMAND_LIST);
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (option_get(&options[i], arguments) && !(options[i].commands & arguments->command))
            misuse("%s has no option --%s; see 'vkscan --help'", command->name, options[i].name);
    if (arguments->command == COMMAND_CHECK_OP && !arguments->file)
        misuse("check-op needs a FILE.glsl, an operator file");
    if (command->verb && !arguments->file)
        misuse("%s needs a FILE; - is standard input", command->name);
    if (command->verb && !arguments->output &&
        !(arguments->command & (COMMAND_REDUCE | COMMAND_HISTOGRAM)))
        misuse("%s needs -o FILE; - is standard output", command->name);
    need(options_check_filled("tuning", arguments->tuning));
}

static void print_help(FILE *to)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        fprintf(to, "%s vkscan %s%s\n", i == 0 ? "usage:" : "      ", commands[i].name,
                commands[i].usage);
    fputs("\n"
          "Reduces, scans, sorts, selects from or counts an array of numbers on a Vulkan\n"
          "device.\n"
          "\n"
          "A FILE is NumPy's .npy, of one dimension (or of two, whose rows are vectors)\n"
          "and in C order, or raw little-endian numbers whose type --type tells; - is\n"
          "standard input or output.\n"
          "\n",
          to);
    options_print_help(to, &table);
}

static void dispatch(const struct arguments *arguments)
{
    const struct row *row = row_of(arguments);
    const struct gpu_options on = {.device = arguments->device};

    if (arguments->help) {
        print_help(stdout);
        return;
    }
    if (arguments->version) {
        printf("vkscan %d.%d.%d\n", VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
               VKSCAN_VERSION_PATCH);
        return;
    }
    check(row, arguments);
    if (row->verb)
        job_run(arguments, row->verb);
    else if (arguments->command == COMMAND_DEVICES)
        devices_print();
    else
        check_op(arguments->file, &on, arguments->tolerance);
}

int main(int argc, char **argv)
{
    struct arguments arguments = {.file = NULL};

    if (!streams_open())
        return EXIT_FAILURE;
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    need(options_parse(argc, argv, &table, &arguments));
    dispatch(&arguments);
    return streams_close(0);
}
