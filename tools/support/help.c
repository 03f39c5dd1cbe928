/* SPDX-License-Identifier: MIT */
#include "help.h"

#include <string.h>

#include "names.h"


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
    if (option->names != OPTION_NO_NAMES) {
        names_list((enum names)option->names, list);
        print_names(to, list);
    }
    fputc('\n', to);
}

void options_print_help(FILE *to, const struct option_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        print_option(to, &table->options[i]);
    fputs("\n"
          "An option that takes one NAME, COUNT, DEVICE or the like may be given again: the\n"
          "last counts. Where both values could be meant, as of a FILE, it is refused.\n",
          to);
}
