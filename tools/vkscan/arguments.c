/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <stddef.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "options.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

enum {
    COMPUTING = COMMAND_REDUCE | COMMAND_SCAN,
    SELECTING = COMMAND_SELECT | COMMAND_UNIQUE,
    WHOLE = COMMAND_SORT | SELECTING, /* of arrays that are whole in memory */
    ON_DEVICE = COMPUTING | COMMAND_CHECK_OP | WHOLE,
    ANY = ON_DEVICE | COMMAND_DEVICES,
};

#define COMMAND_LIST "devices, reduce, scan, sort, select, unique and check-op"

static const struct option options[] = {
    {"op", '\0', "NAME", "operator, add if not given, argmin and argmax too:", NAMES_OP,
     offsetof(struct arguments, op), COMPUTING},
    {"op-file", '\0', "FILE.glsl", "an operator of your own in its place, see docs/operators.md",
     OPTION_NO_NAMES, offsetof(struct arguments, op_file), COMPUTING},
    {"with", '\0', "FILE", "the second source of an operator that has two", OPTION_NO_NAMES,
     offsetof(struct arguments, with), COMPUTING},
    {"exclusive", '\0', NULL, "leave each element out of its own result", OPTION_NO_NAMES,
     offsetof(struct arguments, exclusive), COMMAND_SCAN},
    {"reverse", '\0', NULL, "begin at the last element", OPTION_NO_NAMES,
     offsetof(struct arguments, reverse), COMMAND_SCAN},
    {"seed", '\0', "VALUE", "start with this, not the operator's identity; or a predicate's",
     OPTION_NO_NAMES, offsetof(struct arguments, seed), COMPUTING | COMMAND_SELECT},
    {"type", '\0', "NAME", "element type of a raw FILE:", NAMES_TYPE,
     offsetof(struct arguments, type), COMPUTING | WHOLE},
    {"out-type", '\0', "NAME", "of results and all sums, FILE's if not given", OPTION_NO_NAMES,
     offsetof(struct arguments, out_type), COMPUTING},
    {"output", 'o', "FILE", "where results go: .npy if so named, - as FILE, or raw",
     OPTION_NO_NAMES, offsetof(struct arguments, output), COMMAND_SCAN | WHOLE},
    {"algorithm", '\0', "NAME", "algorithm, auto if not given:", NAMES_ALGORITHM,
     offsetof(struct arguments, algorithm), COMPUTING | WHOLE},
    {"determinism", '\0', "LEVEL", "how sums of floats repeat, run if not given:",
     NAMES_DETERMINISM, offsetof(struct arguments, determinism), COMPUTING},
    {"device", '\0', "DEVICE", "index or part of a name, see 'vkscan devices'", OPTION_NO_NAMES,
     offsetof(struct arguments, device), ON_DEVICE},
    {"tuning", '\0', "POLICIES", "to use, as 'vkscan-bench --tune' prints them", OPTION_NO_NAMES,
     offsetof(struct arguments, tuning), COMPUTING | WHOLE},
    {"piece", '\0', "COUNT", "process at most this many elements at a time", OPTION_NO_NAMES,
     offsetof(struct arguments, piece), COMPUTING | WHOLE},
    {"values", '\0', "FILE", "to sort with the keys, as many", OPTION_NO_NAMES,
     offsetof(struct arguments, values), COMMAND_SORT},
    {"values-out", '\0', "FILE", "where they go", OPTION_NO_NAMES,
     offsetof(struct arguments, values_out), COMMAND_SORT},
    {"values-type", '\0', "NAME", "element type of raw values", OPTION_NO_NAMES,
     offsetof(struct arguments, values_type), COMMAND_SORT},
    {"argsort", '\0', NULL, "write the keys' positions in KEYS, as u32", OPTION_NO_NAMES,
     offsetof(struct arguments, argsort), COMMAND_SORT},
    {"descending", '\0', NULL, "sort from the highest key to the lowest", OPTION_NO_NAMES,
     offsetof(struct arguments, descending), COMMAND_SORT},
    {"bits", '\0', "FROM..TO", "sort by these bits of the keys alone, TO not included",
     OPTION_NO_NAMES, offsetof(struct arguments, bits), COMMAND_SORT},
    {"flags", '\0', "FILE", "keep where these, u8 or u32 in a .npy, are not 0", OPTION_NO_NAMES,
     offsetof(struct arguments, flags), COMMAND_SELECT},
    {"where", '\0', "IS:VALUE", "keep what is lt, le, gt, ge, eq or ne VALUE, as gt:0",
     OPTION_NO_NAMES, offsetof(struct arguments, where), COMMAND_SELECT},
    {"where-file", '\0', "FILE", "keep what a predicate of yours keeps, see docs/operators.md",
     OPTION_NO_NAMES, offsetof(struct arguments, where_file), COMMAND_SELECT},
    {"partition", '\0', NULL, "write the others too, behind what is kept", OPTION_NO_NAMES,
     offsetof(struct arguments, partition), COMMAND_SELECT},
    {"three-ways", '\0', NULL, "where flags are 1, then where they are not 0, then the others",
     OPTION_NO_NAMES, offsetof(struct arguments, three_ways), COMMAND_SELECT},
    {"else-where", '\0', "IS:VALUE", "behind --where what is so of the others, and then these",
     OPTION_NO_NAMES, offsetof(struct arguments, else_where), COMMAND_SELECT},
    {"indices", '\0', NULL, "write positions in FILE, as u32", OPTION_NO_NAMES,
     offsetof(struct arguments, indices), SELECTING},
    {"tolerance", '\0', "RATIO", "by which floats may differ in check-op, 1e-4 if not given",
     OPTION_NO_NAMES, offsetof(struct arguments, tolerance), COMMAND_CHECK_OP},
    {"help", 'h', NULL, "print this and exit", OPTION_NO_NAMES, offsetof(struct arguments, help),
     ANY},
    {"version", '\0', NULL, "print the version and exit", OPTION_NO_NAMES,
     offsetof(struct arguments, version), ANY},
};

static const struct {
    const char *name;
    enum command command;
    const char *usage;
} commands[] = {
    {"devices", COMMAND_DEVICES, "devices"},
    {"reduce", COMMAND_REDUCE, "reduce FILE [options]"},
    {"scan", COMMAND_SCAN, "scan FILE -o FILE [options]"},
    {"sort", COMMAND_SORT, "sort KEYS -o FILE [options]"},
    {"select", COMMAND_SELECT,
     "select FILE -o FILE (--flags FILE | --where IS:VALUE | --where-file FILE) [options]"},
    {"unique", COMMAND_UNIQUE, "unique FILE -o FILE [options]"},
    {"check-op", COMMAND_CHECK_OP, "check-op FILE.glsl [options]"},
};

static int parse_operand(const char *text, void *user)
{
    struct arguments *out = user;

    if (out->command == COMMAND_NONE) {
        for (size_t i = 0; i < COUNT_OF(commands); i++)
            if (strcmp(commands[i].name, text) == 0)
                out->command = commands[i].command;
        if (out->command == COMMAND_NONE)
            return misused("unknown command '%s'; there are " COMMAND_LIST, text);
        return 0;
    }
    if (out->command == COMMAND_DEVICES)
        return misused("devices takes no FILE, but '%s' was given", text);
    if (out->file)
        return misused("one FILE at a time, but '%s' and '%s' were given", out->file, text);
    out->file = text;
    return 0;
}

static const struct option_table table = {options, COUNT_OF(options), parse_operand};

static const char *command_name(enum command command)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].command == command)
            return commands[i].name;
    return "";
}

/* Whether all that the command needs is there, and nothing else. */
static int check(const struct arguments *arguments)
{
    const char *name = command_name(arguments->command);

    if (arguments->command == COMMAND_NONE)
        return misused("no command; there are " COMMAND_LIST);
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (option_get(&options[i], arguments) && !(options[i].commands & arguments->command))
            return misused("%s has no option --%s; see 'vkscan --help'", name, options[i].name);
    if (arguments->command == COMMAND_CHECK_OP && !arguments->file)
        return misused("check-op needs a FILE.glsl, an operator file");
    if (arguments->command & (COMPUTING | WHOLE) && !arguments->file)
        return misused("%s needs a FILE; - is standard input", name);
    if (arguments->with && !arguments->op_file)
        return misused("--with is for operators of --op-file that have two sources");
    if (arguments->with && strcmp(arguments->with, arguments->file) == 0 &&
        strcmp(arguments->with, "-") == 0)
        return misused("FILE and --with are both standard input");
    if (arguments->command & (COMMAND_SCAN | WHOLE) && !arguments->output)
        return misused("%s needs -o FILE; - is standard output", name);
    return options_check_filled("tuning", arguments->tuning);
}

int arguments_parse(int argc, char **argv, struct arguments *out)
{
    *out = (struct arguments){0};
    const int status = options_parse(argc, argv, &table, out);
    return status || out->help || out->version ? status : check(out);
}

void arguments_print_help(FILE *to)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        fprintf(to, "%s vkscan %s\n", i == 0 ? "usage:" : "      ", commands[i].usage);
    fputs("\n"
          "Reduces, scans, sorts or selects from an array of numbers on a Vulkan device.\n"
          "\n"
          "A FILE is NumPy's .npy, of one dimension (or of two, whose rows are vectors)\n"
          "and in C order, or raw little-endian numbers whose type --type tells; - is\n"
          "standard input or output.\n"
          "\n",
          to);
    options_print_help(to, &table);
}
