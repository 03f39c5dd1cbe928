/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include <stdbool.h>
#include <stdio.h>

#include "csv.h"
#include "gnuplot.h"

struct picture {
    const char *device;
    const cJSON *rows;
};

static const char *const script[] = {
#include "plot_script.h" /* generated: the lines of plot.gp */
};

/* Prints a string in gnuplot's single quotes, in which only these quotes are special. */
static void print_quoted(FILE *to, const char *text)
{
    for (fputc('\'', to); *text; text++)
        fprintf(to, *text == '\'' ? "''" : "%c", *text < ' ' && *text >= 0 ? ' ' : *text);
    fputc('\'', to);
}

/* Prints the script's variables, the data as the data block $csv, and the script. */
static bool print_input(FILE *to, const void *user)
{
    const struct picture *picture = user;

    fputs("device = ", to);
    print_quoted(to, picture->device);
    fputs("\ncsv = '$csv'\n$csv << EOD\n", to);
    const bool printed = csv_print(picture->rows, to);
    fputs("EOD\n", to);
    for (size_t i = 0; i < sizeof(script) / sizeof(script[0]); i++)
        fputs(script[i], to);
    return printed;
}

int plot_write(const char *device, const cJSON *rows, struct output *output)
{
    const struct picture picture = {device, rows};

    return gnuplot_draw(print_input, &picture, output);
}
