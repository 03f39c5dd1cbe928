/* SPDX-License-Identifier: MIT */
/* What bash, zsh and fish complete a command line by. */
#include <string.h>

#include "help.h"

/* Prints "a b c" in place of "a, b, c". */
static void print_words(FILE *to, const char *list)
{
    for (; *list; list++)
        if (*list != ',')
            fputc(*list, to);
}

/* Prints the commands' names, each behind a space. */
static void print_commands(FILE *to, const struct help *help)
{
    for (size_t i = 0; i < help->command_count; i++)
        fprintf(to, " %s", help->commands[i].name);
}

/* ---- bash ---- */

/* Prints what offers a command's options and their values. Files are completed below. */
static void print_bash_words(FILE *to, const struct help *help, const struct help_command *command)
{
    char list[NAMES_SIZE];

    fprintf(to, "    %s)\n        case $before in\n", command ? command->name : "*");
    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        help_list(help, command, option, list);
        if (!help_has(help, command, option) || !option->value ||
            (!*list && help_takes_file(option)))
            continue;
        fprintf(to, "        --%s) COMPREPLY=($(compgen -W '", option->name);
        print_words(to, list);
        fputs("' -- \"$word\")); return ;;\n", to);
    }
    fputs("        esac\n        options='", to);
    for (size_t i = 0; i < help->table->count; i++)
        if (help_has(help, command, &help->table->options[i]))
            fprintf(to, " --%s", help->table->options[i].name);
    fputs("' ;;\n", to);
}

void help_print_bash(FILE *to, const struct help *help)
{
    /* Bash takes --type=f for three words. */
    fprintf(to,
            "_%s() {\n"
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n"
            "    if [[ $word == = ]]; then\n"
            "        word=\n"
            "    elif [[ $before == = ]]; then\n"
            "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
            "    fi\n",
            help->program);
    if (help->commands) {
        fputs("    if [[ ${COMP_WORDS[1]} == help || ( $COMP_CWORD == 1 && $word != -* ) ]]; then\n"
              "        COMPREPLY=($(compgen -W '",
              to);
        print_commands(to, help);
        fputs("' -- \"$word\")); return\n    fi\n", to);
    }
    fputs("    case ${COMP_WORDS[1]} in\n", to);
    for (size_t i = 0; i < help->command_count; i++)
        print_bash_words(to, help, &help->commands[i]);
    print_bash_words(to, help, NULL);
    fprintf(to,
            "    esac\n"
            "    if [[ $word == -* ]]; then\n"
            "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
            "    else\n"
            "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
            "    fi\n"
            "}\n"
            "complete -o filenames -F _%s %s\n",
            help->program, help->program);
}

/* ---- zsh ---- */

/* Prints text within quotes of a shell and brackets of zsh, without a colon at its end. */
static void print_quoted(FILE *to, const char *text)
{
    for (; *text && strcmp(text, ":") != 0; text++)
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
        if (!help_has(help, command, option))
            continue;
        fprintf(to, " \\\n        '--%s%s[", option->name, option->value ? "=" : "");
        print_quoted(to, help_meaning_of(help, command, option));
        fputc(']', to);
        help_list(help, command, option, list);
        if (option->value) {
            fputc(':', to);
            print_quoted(to, option->value);
            fputs(help_takes_file(option) ? ":_files" : *list ? ":(" : ":", to);
            print_words(to, list);
            fputs(*list ? ")" : "", to);
        }
        fputc('\'', to);
    }
    fputc('\n', to);
}

void help_print_zsh(FILE *to, const struct help *help)
{
    fprintf(to, "#compdef %s\n", help->program);
    if (!help->commands) {
        print_zsh_options(to, help, NULL);
        return;
    }
    fputs("if [[ $words[2] == -* ]]; then\n    ", to);
    print_zsh_options(to, help, NULL);
    fputs("    return\nelif (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
          "    local -a commands=(",
          to);
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

/* ---- fish ---- */

/* Prints text within quotes of fish, without a colon at its end. */
static void print_fish_text(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text && strcmp(text, ":") != 0; text++)
        fprintf(to, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    fputc('\'', to);
}

/* Prints an option for a command, or without one for the program. */
static void print_fish_option(FILE *to, const struct help *help, const struct help_command *command,
                              const struct option *option)
{
    char list[NAMES_SIZE];

    fprintf(to, "complete -c %s", help->program);
    if (command)
        fprintf(to, " -n '__fish_seen_subcommand_from %s'", command->name);
    else if (help->commands)
        fputs(" -n __fish_use_subcommand", to);
    fprintf(to, " -l %s", option->name);
    if (option->letter)
        fprintf(to, " -s %c", option->letter);
    help_list(help, command, option, list);
    fputs(!option->value ? "" : help_takes_file(option) ? " -r" : " -x", to);
    if (*list) {
        fputs(" -a '", to);
        print_words(to, list);
        fputc('\'', to);
    }
    fputs(" -d ", to);
    print_fish_text(to, help_meaning_of(help, command, option));
    fputc('\n', to);
}

void help_print_fish(FILE *to, const struct help *help)
{
    const struct option_table *table = help->table;

    for (size_t i = 0; i < help->command_count; i++) {
        const struct help_command *command = &help->commands[i];
        fprintf(to, "complete -c %s -f -n __fish_use_subcommand -a %s -d ", help->program,
                command->name);
        print_fish_text(to, command->summary);
        fputc('\n', to);
        for (size_t k = 0; k < table->count; k++)
            if (help_has(help, command, &table->options[k]))
                print_fish_option(to, help, command, &table->options[k]);
    }
    for (size_t k = 0; k < table->count; k++)
        if (help_has(help, NULL, &table->options[k]))
            print_fish_option(to, help, NULL, &table->options[k]);
    if (!help->commands)
        return;
    fprintf(to, "complete -c %s -f -n '__fish_seen_subcommand_from help' -a '", help->program);
    print_commands(to, help);
    fputs("'\n", to);
}
