/* SPDX-License-Identifier: MIT */
/* Help as Markdown, in blocks that docs/commands puts into a document. */
#include <string.h>

#include "help.h"

#define OWN_MOST 3 /* commands that an option is told beside; one of more is told once */

/* Tells whether the option is told once for all commands that have it. */
static bool is_shared(const struct help *help, const struct option *option)
{
    size_t count = 0;

    for (size_t i = 0; i < help->command_count; i++)
        count += help_has(help, &help->commands[i], option);
    return count > OWN_MOST || !help->commands || help_has(help, NULL, option);
}

/* Tells whether the option is told beside the command. */
static bool is_own(const struct help *help, const struct help_command *command,
                   const struct option *option)
{
    return help_has(help, command, option) &&
           (!is_shared(help, option) || help_meaning_of(help, command, option) != option->help);
}

static void print_name(FILE *to, const struct option *option)
{
    fputc('`', to);
    if (option->letter)
        fprintf(to, "-%c, ", option->letter);
    fprintf(to, "--%s%s%s`", option->name, option->value ? " " : "",
            option->value ? option->value : "");
}

static void print_row(FILE *to, const struct help *help, const struct help_command *command,
                      const struct option *option)
{
    const char *meaning = help_meaning_of(help, command, option);
    char list[NAMES_SIZE];

    fputs("| ", to);
    print_name(to, option);
    fprintf(to, " | %s", meaning);
    help_list(help, command, option, list);
    if (meaning[strlen(meaning) - 1] == ':')
        fprintf(to, " %s", list);
    fputs(" |\n", to);
}

/* Prints a table of the options beside the command, or without one of those that are told once. */
static void print_table(FILE *to, const struct help *help, const struct help_command *command)
{
    const char *head = "\n| option | meaning |\n|---|---|\n";

    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        if (command ? !is_own(help, command, option) : !is_shared(help, option))
            continue;
        fputs(head, to);
        print_row(to, help, command, option);
        head = "";
    }
}

/* Prints which of the options that are told once the command has. */
static void print_shared(FILE *to, const struct help *help, const struct help_command *command)
{
    const char *before = "\nAnd these [options](#options): `--";
    bool any = false;

    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        if (!help_has(help, command, option) || is_own(help, command, option) ||
            option->commands == ~0)
            continue;
        fprintf(to, "%s%s`", before, option->name);
        before = ", `--";
        any = true;
    }
    fputs(any ? ".\n" : "", to);
}

static void print_command(FILE *to, const struct help *help, const struct help_command *command)
{
    fprintf(to, "<!-- help %s %s -->\n", help->program, command->name);
    fprintf(to, "`%s %s%s` %s.\n", help->program, command->name, command->operands,
            command->summary);
    for (size_t i = 0; i < HELP_EXAMPLES && command->examples[i]; i++)
        fprintf(to, "%s    %s %s %s\n", i ? "" : "\n", help->program, command->name,
                command->examples[i]);
    print_table(to, help, command);
    print_shared(to, help, command);
    fputs("<!-- end -->\n", to);
}

void help_print_markdown(FILE *to, const struct help *help)
{
    for (size_t i = 0; i < help->command_count; i++)
        print_command(to, help, &help->commands[i]);
    fprintf(to, "<!-- help %s -->", help->program);
    print_table(to, help, NULL);
    fputs("<!-- end -->\n", to);
}
