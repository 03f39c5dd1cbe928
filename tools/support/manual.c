/* SPDX-License-Identifier: MIT */
/* Help as a manual page, for man. */
#include <string.h>

#include "help.h"

/* Prints text of a manual page: hyphens are minus signs, and no line begins with a command. */
static void print_text(FILE *to, const char *text)
{
    for (const char *at = text; *at; at++) {
        if ((at == text || at[-1] == '\n') && strchr(".'", *at))
            fputs("\\&", to);
        if (strchr("-\\", *at))
            fputc('\\', to);
        fputc(*at == '\\' ? 'e' : *at, to);
    }
}

static void print_command(FILE *to, const struct help *help, const struct help_command *command)
{
    const char *title = ".PP\nOptions:\n";

    fprintf(to, ".SS %s\n", command->name);
    print_text(to, command->summary);
    fputs(".\n", to);
    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        if (!help_has(help, command, option) || option->commands == ~0)
            continue;
        fprintf(to, "%s\\-\\-", title);
        print_text(to, option->name);
        fputc('\n', to);
        title = "";
    }
    for (size_t i = 0; i < HELP_EXAMPLES && command->examples[i]; i++) {
        fprintf(to, ".PP\n.RS\n%s %s ", help->program, command->name);
        print_text(to, command->examples[i]);
        fputs("\n.RE\n", to);
    }
}

/* Prints what the option is for in other commands than most. */
static void print_meanings(FILE *to, const struct help *help, const struct option *option)
{
    for (size_t i = 0; i < help->meaning_count; i++) {
        const char *before = ".br\nOf ";
        if (strcmp(help->meanings[i].option, option->name) != 0)
            continue;
        for (size_t k = 0; k < help->command_count; k++)
            if (help->commands[k].mask & help->meanings[i].commands) {
                fputs(before, to);
                print_text(to, help->commands[k].name);
                before = ", ";
            }
        fputs(": ", to);
        print_text(to, help->meanings[i].help);
        fputc('\n', to);
    }
}

static void print_option(FILE *to, const struct help *help, const struct option *option)
{
    char list[NAMES_SIZE];

    fputs(".TP\n.B ", to);
    if (option->letter)
        fprintf(to, "\\-%c, ", option->letter);
    fputs("\\-\\-", to);
    print_text(to, option->name);
    fprintf(to, "%s%s\n", option->value ? " " : "", option->value ? option->value : "");
    print_text(to, option->help);
    fputc('\n', to);
    help_list(help, NULL, option, list);
    if (option->help[strlen(option->help) - 1] == ':') {
        print_text(to, list);
        fputc('\n', to);
    }
    print_meanings(to, help, option);
}

void help_print_manual(FILE *to, const struct help *help)
{
    /* Neither hyphens nor wider spaces, which options have no use for. */
    fprintf(to, ".TH %s 1\n.nh\n.ad l\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", help->program,
            help->program, help->summary);
    for (size_t i = 0; i < help->command_count; i++) {
        fprintf(to, "\\fB%s %s\\fR", help->program, help->commands[i].name);
        print_text(to, help->commands[i].operands);
        fputs("\n.br\n", to);
    }
    if (!help->commands)
        fprintf(to, ".B %s\n[option]...\n", help->program);
    fputs(".SH DESCRIPTION\n", to);
    print_text(to, help->text);
    if (help->commands)
        fputs(".SH COMMANDS\n", to);
    for (size_t i = 0; i < help->command_count; i++)
        print_command(to, help, &help->commands[i]);
    fputs(".SH OPTIONS\n", to);
    for (size_t i = 0; i < help->table->count; i++)
        print_option(to, help, &help->table->options[i]);
    fputs(".SH EXIT STATUS\n0: done. 1: a failure. 2: the command line cannot be.\n", to);
    if (*help->notes)
        fputs(".SH NOTES\n", to);
    print_text(to, help->notes);
}
