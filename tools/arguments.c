/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "failure.h"
#include "names.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

enum { COMPUTING = COMMAND_REDUCE | COMMAND_SCAN, ANY = COMPUTING | COMMAND_DEVICES };
enum { NO_NAMES = -1 };

#define COMMAND_LIST "devices, reduce and scan"

static const struct option {
    const char *name;
    char letter;       /* '\0': none */
    const char *value; /* NULL: takes none */
    const char *help;
    int names; /* whose list follows the help */
    int commands;
    size_t offset; /* of its member in struct arguments */
} options[] = {
    {"op", '\0', "NAME", "operator, add if not given:", NAMES_OP, COMPUTING,
     offsetof(struct arguments, op)},
    {"exclusive", '\0', NULL, "leave each element out of its own result", NO_NAMES, COMMAND_SCAN,
     offsetof(struct arguments, exclusive)},
    {"seed", '\0', "VALUE", "start with this in place of the operator's identity", NO_NAMES,
     COMPUTING, offsetof(struct arguments, seed)},
    {"type", '\0', "NAME", "element type of a raw FILE:", NAMES_TYPE, COMPUTING,
     offsetof(struct arguments, type)},
    {"output", 'o', "FILE", "where a scan goes; as .npy if so named, else raw", NO_NAMES,
     COMMAND_SCAN, offsetof(struct arguments, output)},
    {"algorithm", '\0', "NAME", "algorithm, auto if not given:", NAMES_ALGORITHM, COMPUTING,
     offsetof(struct arguments, algorithm)},
    {"device", '\0', "DEVICE", "index or part of a name, see 'vkscan devices'", NO_NAMES, COMPUTING,
     offsetof(struct arguments, device)},
    {"piece", '\0', "COUNT", "process at most this many elements at a time", NO_NAMES, COMPUTING,
     offsetof(struct arguments, piece)},
    {"help", 'h', NULL, "print this and exit", NO_NAMES, ANY, offsetof(struct arguments, help)},
    {"version", '\0', NULL, "print the version and exit", NO_NAMES, ANY,
     offsetof(struct arguments, version)},
};

static const struct {
    const char *name;
    enum command command;
    const char *usage;
} commands[] = {
    {"devices", COMMAND_DEVICES, "devices"},
    {"reduce", COMMAND_REDUCE, "reduce FILE [options]"},
    {"scan", COMMAND_SCAN, "scan FILE -o FILE [options]"},
};

static const char **member(struct arguments *arguments, const struct option *option)
{
    return (const char **)(void *)((char *)arguments + option->offset);
}

static const struct option *find_long(const char *name, size_t length)
{
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

static const struct option *find_short(char letter)
{
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (letter && options[i].letter == letter)
            return &options[i];
    return NULL;
}

/*
 * One option: --name, --name=value, --name value, -o value or -ovalue. Moves *at to its last
 * argument.
 */
static int parse_option(char **argv, int *at, struct arguments *out)
{
    const char *text = argv[*at];
    const bool is_long = text[1] == '-';
    const size_t length = is_long ? strcspn(text + 2, "=") : 1;
    const struct option *option = is_long ? find_long(text + 2, length) : find_short(text[1]);
    const char *value = text + (is_long ? 2 : 1) + length;

    if (!option)
        return misused("unknown option %s; see 'vkscan --help'", text);
    if (!option->value && *value)
        return misused("option --%s takes no value", option->name);
    if (!option->value) {
        value = option->name;
    } else if (*value) {
        value += is_long; /* over '=' */
    } else {
        value = argv[++*at];
        if (!value)
            return misused("option %s needs a value: %s", text, option->value);
    }
    *member(out, option) = value;
    return 0;
}

static int parse_operand(const char *text, struct arguments *out)
{
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

static const char *command_name(enum command command)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].command == command)
            return commands[i].name;
    return "";
}

/* Whether the command has what it needs and nothing else. */
static int check(struct arguments *arguments)
{
    const char *name = command_name(arguments->command);

    if (arguments->command == COMMAND_NONE)
        return misused("no command; there are " COMMAND_LIST);
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (*member(arguments, &options[i]) && !(options[i].commands & arguments->command))
            return misused("%s has no option --%s; see 'vkscan --help'", name, options[i].name);
    if (arguments->command & COMPUTING && !arguments->file)
        return misused("%s needs a FILE; - is standard input", name);
    if (arguments->command == COMMAND_SCAN && !arguments->output)
        return misused("scan needs -o FILE; - is standard output");
    return 0;
}

int arguments_parse(int argc, char **argv, struct arguments *out)
{
    bool options_end = false;
    int status = 0;

    *out = (struct arguments){0};
    for (int at = 1; at < argc && !status; at++) {
        if (options_end || argv[at][0] != '-' || !argv[at][1])
            status = parse_operand(argv[at], out);
        else if (strcmp(argv[at], "--") == 0)
            options_end = true;
        else
            status = parse_option(argv, &at, out);
    }
    return status || out->help || out->version ? status : check(out);
}

static void print_option(FILE *to, const struct option *option)
{
    char left[64], list[NAMES_SIZE];

    snprintf(left, sizeof(left), "--%s%s%s", option->name, option->value ? " " : "",
             option->value ? option->value : "");
    if (option->letter)
        fprintf(to, "  -%c, %-18s %s", option->letter, left, option->help);
    else
        fprintf(to, "      %-18s %s", left, option->help);
    if (option->names != NO_NAMES) {
        names_list((enum names)option->names, list);
        fprintf(to, "\n%25s%s", "", list);
    }
    fputc('\n', to);
}

void arguments_print_help(FILE *to)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        fprintf(to, "%s vkscan %s\n", i == 0 ? "usage:" : "      ", commands[i].usage);
    fputs("\n"
          "Reduces or scans an array of numbers on a Vulkan device.\n"
          "\n"
          "A FILE is NumPy's .npy, of one dimension and in C order, or raw little-endian\n"
          "numbers whose type --type tells; - is standard input or output.\n"
          "\n",
          to);
    for (size_t i = 0; i < COUNT_OF(options); i++)
        print_option(to, &options[i]);
}
