/* SPDX-License-Identifier: MIT */
#include "help.h"

#include <string.h>

#include "failure.h"
#include "names.h"

/* ---- what options and commands have ---- */

/* Tells whether a command has the option, or a program without commands. */
static bool has(const struct help_command *command, const struct option *option)
{
    return !command || option->commands & command->mask;
}

/* Stores the option's names, "a, b, c"; nothing if it has none. */
static void list_names(const struct option *option, char list[NAMES_SIZE])
{
    list[0] = '\0';
    if (option->names != OPTION_NO_NAMES)
        names_list((enum names)option->names, list);
}

/* Tells whether the option's value is a file. */
static bool takes_file(const struct option *option)
{
    return option->value && (strstr(option->value, "FILE") || strstr(option->value, ".json"));
}

/* ---- help ---- */

#define HELP_COLUMN 26
#define LAST_COLUMN 79

/* Prints "a, b, c" on lines that begin in the help's column and break behind a comma. */
static void print_names(FILE *to, const char *list)
{
    while (*list) {
        size_t length = strlen(list);
        if (length > LAST_COLUMN - HELP_COLUMN)
            for (length = LAST_COLUMN - HELP_COLUMN; list[length - 1] != ' ';)
                length--;
        fprintf(to, "\n%*s%.*s", HELP_COLUMN, "", (int)(length - (list[length - 1] == ' ')), list);
        list += length;
    }
}

static void print_option(FILE *to, const struct option *option)
{
    char left[64], list[NAMES_SIZE];

    snprintf(left, sizeof(left), "--%s%s%s", option->name, option->value ? " " : "",
             option->value ? option->value : "");
    if (option->letter)
        fprintf(to, "  -%c, %-19s %s", option->letter, left, option->help);
    else
        fprintf(to, "      %-19s %s", left, option->help);
    list_names(option, list);
    print_names(to, list);
    fputc('\n', to);
}

/* Prints the options of a command, or all. */
static void print_options(FILE *to, const struct help *help, const struct help_command *command)
{
    for (size_t i = 0; i < help->table->count; i++)
        if (has(command, &help->table->options[i]))
            print_option(to, &help->table->options[i]);
    fputs("\n"
          "An option that takes one NAME, COUNT, DEVICE or the like may be given again: the\n"
          "last counts. Where both values could be meant, as of a FILE, it is refused.\n",
          to);
}

void help_print(FILE *to, const struct help *help)
{
    fprintf(to, "usage: %s %s\n", help->program,
            help->commands ? "COMMAND [FILE]... [option]..." : "[option]...");
    fprintf(to, "%s\n", help->text);
    for (size_t i = 0; i < help->command_count; i++)
        fprintf(to, "  %-15s %s\n", help->commands[i].name, help->commands[i].summary);
    if (help->commands)
        fprintf(to, "\n'%s help COMMAND' tells the options of a command.\n", help->program);
    else
        print_options(to, help, NULL);
    fputs(help->notes, to);
}

void help_print_command(FILE *to, const struct help *help, const struct help_command *command)
{
    fprintf(to, "usage: %s %s%s\n\n%s %s.\n\n", help->program, command->name, command->operands,
            command->name, command->summary);
    for (size_t i = 0; i < HELP_EXAMPLES && command->examples[i]; i++)
        fprintf(to, "    %s %s %s\n", help->program, command->name, command->examples[i]);
    fputc('\n', to);
    print_options(to, help, command);
}

/* ---- a manual page ---- */

/* Prints text of a manual page: hyphens are minus signs, and no line begins with a command. */
static void print_manual_text(FILE *to, const char *text)
{
    for (const char *at = text; *at; at++) {
        if ((at == text || at[-1] == '\n') && strchr(".'", *at))
            fputs("\\&", to);
        if (strchr("-\\", *at))
            fputc('\\', to);
        fputc(*at == '\\' ? 'e' : *at, to);
    }
}

static void print_manual_command(FILE *to, const struct help *help,
                                 const struct help_command *command)
{
    fprintf(to, ".SS %s\n", command->name);
    print_manual_text(to, command->summary);
    fputs(".\n.PP\nOptions:\n", to);
    for (size_t i = 0; i < help->table->count; i++)
        if (has(command, &help->table->options[i]) && help->table->options[i].commands != ~0)
            fprintf(to, "\\-\\-%s\n", help->table->options[i].name);
    for (size_t i = 0; i < HELP_EXAMPLES && command->examples[i]; i++) {
        fprintf(to, ".PP\n.RS\n%s %s ", help->program, command->name);
        print_manual_text(to, command->examples[i]);
        fputs("\n.RE\n", to);
    }
}

static void print_manual_option(FILE *to, const struct option *option)
{
    char list[NAMES_SIZE];

    fputs(".TP\n.B ", to);
    if (option->letter)
        fprintf(to, "\\-%c, ", option->letter);
    fprintf(to, "\\-\\-%s%s%s\n", option->name, option->value ? " " : "",
            option->value ? option->value : "");
    print_manual_text(to, option->help);
    list_names(option, list);
    fputc('\n', to);
    print_manual_text(to, list);
    fputs(*list ? "\n" : "", to);
}

static void print_manual(FILE *to, const struct help *help)
{
    fprintf(to, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", help->program, help->program,
            help->summary);
    for (size_t i = 0; i < help->command_count; i++) {
        fprintf(to, "\\fB%s %s\\fR", help->program, help->commands[i].name);
        print_manual_text(to, help->commands[i].operands);
        fputs("\n.br\n", to);
    }
    if (!help->commands)
        fprintf(to, ".B %s\n[option]...\n", help->program);
    fputs(".SH DESCRIPTION\n", to);
    print_manual_text(to, help->text);
    if (help->commands)
        fputs(".SH COMMANDS\n", to);
    for (size_t i = 0; i < help->command_count; i++)
        print_manual_command(to, help, &help->commands[i]);
    fputs(".SH OPTIONS\n", to);
    for (size_t i = 0; i < help->table->count; i++)
        print_manual_option(to, &help->table->options[i]);
    fputs(".SH EXIT STATUS\n0: done. 1: a failure. 2: the command line cannot be.\n", to);
    if (*help->notes)
        fputs(".SH NOTES\n", to);
    print_manual_text(to, help->notes);
}

/* ---- completion ---- */

/* Prints "a b c" in place of "a, b, c". */
static void print_words(FILE *to, const char *list)
{
    for (; *list; list++)
        if (*list != ',')
            fputc(*list, to);
}

static void print_bash_values(FILE *to, const struct help *help)
{
    char list[NAMES_SIZE];

    fputs("    case $before in\n", to);
    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        list_names(option, list);
        if (!option->value || (!*list && takes_file(option)))
            continue;
        fprintf(to, "    --%s) COMPREPLY=($(compgen -W '", option->name);
        print_words(to, list);
        fputs("' -- \"$word\")); return ;;\n", to);
    }
    fputs("    esac\n", to);
}

static void print_bash_options(FILE *to, const struct help *help,
                               const struct help_command *command)
{
    for (size_t i = 0; i < help->table->count; i++)
        if (has(command, &help->table->options[i]))
            fprintf(to, " --%s", help->table->options[i].name);
}

static void print_bash(FILE *to, const struct help *help)
{
    fprintf(to,
            "_%s() {\n    local word=${COMP_WORDS[COMP_CWORD]} "
            "before=${COMP_WORDS[COMP_CWORD-1]} options=\n",
            help->program);
    print_bash_values(to, help);
    if (help->commands) {
        fputs("    if [[ $COMP_CWORD == 1 ]]; then\n        COMPREPLY=($(compgen -W 'help", to);
        for (size_t i = 0; i < help->command_count; i++)
            fprintf(to, " %s", help->commands[i].name);
        fputs("' -- \"$word\")); return\n    fi\n    case ${COMP_WORDS[1]} in\n", to);
        for (size_t i = 0; i < help->command_count; i++) {
            fprintf(to, "    %s) options='", help->commands[i].name);
            print_bash_options(to, help, &help->commands[i]);
            fputs("' ;;\n", to);
        }
        fputs("    esac\n", to);
    } else {
        fputs("    options='", to);
        print_bash_options(to, help, NULL);
        fputs("'\n", to);
    }
    fprintf(to,
            "    if [[ $word == -* ]]; then\n"
            "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
            "    else\n"
            "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
            "    fi\n"
            "}\n"
            "complete -o filenames -F _%s %s\n",
            help->program, help->program);
}

/* Prints text within quotes of a shell and brackets of zsh. */
static void print_quoted(FILE *to, const char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", to);
        else if (strchr("[]:", *text))
            fprintf(to, "\\%c", *text);
        else
            fputc(*text, to);
}

static void print_zsh_options(FILE *to, const struct help *help, const struct help_command *command)
{
    char list[NAMES_SIZE];

    fputs("_arguments -S '*:file:_files'", to);
    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        if (!has(command, option))
            continue;
        fprintf(to, " \\\n        '--%s%s[", option->name, option->value ? "=" : "");
        print_quoted(to, option->help);
        fputc(']', to);
        list_names(option, list);
        if (option->value) {
            fputc(':', to);
            print_quoted(to, option->value);
            fputs(takes_file(option) ? ":_files" : *list ? ":(" : ":", to);
            print_words(to, list);
            fputs(*list ? ")" : "", to);
        }
        fputc('\'', to);
    }
    fputc('\n', to);
}

static void print_zsh(FILE *to, const struct help *help)
{
    fprintf(to, "#compdef %s\n", help->program);
    if (!help->commands) {
        print_zsh_options(to, help, NULL);
        return;
    }
    fputs("if (( CURRENT == 2 )); then\n    local -a commands=(help", to);
    for (size_t i = 0; i < help->command_count; i++) {
        fprintf(to, " \\\n        '%s:", help->commands[i].name);
        print_quoted(to, help->commands[i].summary);
        fputc('\'', to);
    }
    fputs(")\n    _describe command commands\n    return\nfi\nshift words; (( CURRENT-- ))\n"
          "case $words[1] in\n",
          to);
    for (size_t i = 0; i < help->command_count; i++) {
        fprintf(to, "%s)\n    ", help->commands[i].name);
        print_zsh_options(to, help, &help->commands[i]);
        fputs("    ;;\n", to);
    }
    fputs("esac\n", to);
}

/* Prints text within quotes of fish. */
static void print_fish_text(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++)
        fprintf(to, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    fputc('\'', to);
}

/* Prints the condition under which an option is offered: one of its commands was typed. */
static void print_fish_condition(FILE *to, const struct help *help, const struct option *option)
{
    if (!help->commands)
        return;
    fputs(" -n '__fish_seen_subcommand_from", to);
    for (size_t i = 0; i < help->command_count; i++)
        if (has(&help->commands[i], option))
            fprintf(to, " %s", help->commands[i].name);
    fputc('\'', to);
}

static void print_fish(FILE *to, const struct help *help)
{
    char list[NAMES_SIZE];

    for (size_t i = 0; i < help->command_count; i++) {
        fprintf(to, "complete -c %s -n __fish_use_subcommand -a %s -d ", help->program,
                help->commands[i].name);
        print_fish_text(to, help->commands[i].summary);
        fputc('\n', to);
    }
    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        fprintf(to, "complete -c %s", help->program);
        print_fish_condition(to, help, option);
        fprintf(to, " -l %s", option->name);
        if (option->letter)
            fprintf(to, " -s %c", option->letter);
        list_names(option, list);
        fputs(!option->value ? "" : takes_file(option) ? " -r" : " -x", to);
        if (*list) {
            fputs(" -a '", to);
            print_words(to, list);
            fputc('\'', to);
        }
        fputs(" -d ", to);
        print_fish_text(to, option->help);
        fputc('\n', to);
    }
}

int help_print_as(FILE *to, const struct help *help, const char *format)
{
    static const struct {
        const char *name;
        void (*print)(FILE *to, const struct help *help);
    } formats[] = {
        {"man", print_manual}, {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].name, format) == 0) {
            formats[i].print(to, help);
            return 0;
        }
    return misused("unknown format '%s'; there are man, bash, zsh and fish", format);
}
