/* SPDX-License-Identifier: MIT */
#include "help.h"

#include <string.h>

#include "failure.h"

/* ---- what options and commands have ---- */

bool help_has(const struct help *help, const struct help_command *command,
              const struct option *option)
{
    if (command)
        return option->commands & command->mask;
    return !help->commands || option->commands == 0 || option->commands == ~0;
}

bool help_takes_file(const struct option *option)
{
    return option->value && (strstr(option->value, "FILE") || strstr(option->value, ".json"));
}

void help_list(const struct help *help, const struct help_command *command,
               const struct option *option, char list[NAMES_SIZE])
{
    const enum names names = (enum names)option->names;
    const char *name;

    list[0] = '\0';
    if (option->names == OPTION_NO_NAMES)
        return;
    for (int value = names_first(names); (name = names_get(names, value));
         value = names_next(names, value))
        if (!command || !help->takes || help->takes(command->mask, names, value))
            names_append(list, name);
}

const char *help_meaning_of(const struct help *help, const struct help_command *command,
                            const struct option *option)
{
    for (size_t i = 0; i < help->meaning_count; i++)
        if (command && help->meanings[i].commands & command->mask &&
            strcmp(help->meanings[i].option, option->name) == 0)
            return help->meanings[i].help;
    return option->help;
}

/* ---- lines ---- */

#define LINE_SIZE 80 /* columns of a terminal */
#define OPTION_COLUMN 26
#define OPTION_WIDTH 19 /* of an option in front of that column */
#define COMMAND_COLUMN 18

/* Prints text from a column on, and breaks its lines between words. The cursor is there. */
static void print_wrapped(FILE *to, const char *text, size_t column)
{
    size_t at = column;

    while (*text) {
        const size_t length = strcspn(text, " \n");
        if (at > column && at + 1 + length > LINE_SIZE) {
            fprintf(to, "\n%*s", (int)column, "");
            at = column;
        } else if (at > column) {
            fputc(' ', to);
            at++;
        }
        fprintf(to, "%.*s", (int)length, text);
        at += length;
        text += length;
        if (*text == '\n') {
            fprintf(to, "\n%*s", text[1] == '\n' ? 0 : (int)column, "");
            at = column;
        }
        text += *text != '\0';
    }
}

/* ---- options ---- */

static void print_option(FILE *to, const struct help *help, const struct help_command *command,
                         const struct option *option)
{
    const char *meaning = help_meaning_of(help, command, option);
    char left[64], list[NAMES_SIZE];

    snprintf(left, sizeof(left), "--%s%s%s", option->name, option->value ? " " : "",
             option->value ? option->value : "");
    if (option->letter)
        fprintf(to, "  -%c, %-*s ", option->letter, OPTION_WIDTH, left);
    else
        fprintf(to, "      %-*s ", OPTION_WIDTH, left);
    if (strlen(left) > OPTION_WIDTH)
        fprintf(to, "\n%*s", OPTION_COLUMN, "");
    print_wrapped(to, meaning, OPTION_COLUMN);
    help_list(help, command, option, list);
    if (meaning[strlen(meaning) - 1] == ':') {
        fprintf(to, "\n%*s", OPTION_COLUMN, "");
        print_wrapped(to, list, OPTION_COLUMN);
    }
    fputc('\n', to);
}

/* Prints the options of a command, or all. */
static void print_options(FILE *to, const struct help *help, const struct help_command *command)
{
    bool repeats = false;

    for (size_t i = 0; i < help->table->count; i++) {
        const struct option *option = &help->table->options[i];
        if (!help_has(help, command, option))
            continue;
        print_option(to, help, command, option);
        repeats = repeats || option->value;
    }
    if (repeats && (command || !help->commands))
        fputs("\n"
              "An option that takes one NAME, COUNT, DEVICE or the like may be given again: the\n"
              "last counts. Where both values could be meant, as of a FILE, it is refused.\n",
              to);
}

/* ---- the whole ---- */

static void print_usage(FILE *to, const char *program, const char *name, const char *operands)
{
    char line[256];

    snprintf(line, sizeof(line), "%s %s%s", program, name, operands);
    fputs("usage: ", to);
    print_wrapped(to, line, strlen("usage: "));
    fputc('\n', to);
}

void help_print(FILE *to, const struct help *help)
{
    print_usage(to, help->program, help->commands ? "COMMAND" : "",
                help->commands ? " [FILE]... [option]..." : "[option]...");
    print_wrapped(to, help->text, 0);
    fputc('\n', to);
    for (size_t i = 0; i < help->command_count; i++) {
        fprintf(to, "  %-15s ", help->commands[i].name);
        print_wrapped(to, help->commands[i].summary, COMMAND_COLUMN);
        fputc('\n', to);
    }
    fputs(help->commands ? "\n" : "", to);
    print_options(to, help, NULL);
    if (help->commands)
        fprintf(to, "\n'%s help COMMAND' tells the options of a command.\n", help->program);
    fputs(help->notes, to);
}

void help_print_command(FILE *to, const struct help *help, const struct help_command *command)
{
    char sentence[128];

    print_usage(to, help->program, command->name, command->operands);
    snprintf(sentence, sizeof(sentence), "\n%s %s.\n\n", command->name, command->summary);
    print_wrapped(to, sentence, 0);
    for (size_t i = 0; i < HELP_EXAMPLES && command->examples[i]; i++)
        fprintf(to, "    %s %s %s\n", help->program, command->name, command->examples[i]);
    if (command->examples[0])
        fputc('\n', to);
    print_options(to, help, command);
}

int help_print_as(FILE *to, const struct help *help, const char *format)
{
    static void (*const print[])(FILE * to, const struct help *help) = {
        [FORMAT_MAN] = help_print_manual, [FORMAT_MARKDOWN] = help_print_markdown,
        [FORMAT_BASH] = help_print_bash,  [FORMAT_ZSH] = help_print_zsh,
        [FORMAT_FISH] = help_print_fish,
    };
    int value;
    const int status = names_parse(NAMES_FORMAT, format, &value);

    if (!status)
        print[value](to, help);
    return status;
}
