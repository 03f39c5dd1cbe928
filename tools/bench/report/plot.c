/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "csv.h"
#include "failure.h"

#define SVG_END "</svg>"

static const char *const script[] = {
#include "plot_script.h" /* generated: the lines of plot.gp */
};

static int no_temporary_file(void)
{
    return failed("cannot make a temporary file: %s", strerror(errno));
}

/* ---- running gnuplot ---- */

static int run_gnuplot(const char *option, const struct child_streams *streams)
{
    char name[] = "gnuplot", argument[32], reason[512];
    char *const arguments[] = {name, argument, NULL};
    struct platform_end end = {0};

    snprintf(argument, sizeof(argument), "%s", option);
    const int error = child_run(arguments, streams, &end);
    /* Some systems report a missing program by exit status 127, as shells do. */
    if (error == ENOENT || (!error && !end.by_signal && end.status == 127))
        return failed("--plot needs gnuplot, which is not installed; install it (on Debian or "
                      "Ubuntu: apt-get install gnuplot-nox)");
    if (error)
        return failed("cannot run gnuplot: %s", strerror(error));
    if (!end.status)
        return 0;
    child_explain(name, &end, streams->error, reason, sizeof(reason));
    return failed("%s", reason);
}

int plot_find_gnuplot(void)
{
    struct child_streams streams = {0};
    const int status =
        child_open_streams(&streams) ? run_gnuplot("--version", &streams) : no_temporary_file();

    child_close_streams(&streams);
    return status;
}

/* ---- drawing ---- */

/* In gnuplot's single quotes, where only these quotes are special. */
static void print_quoted(FILE *to, const char *text)
{
    for (fputc('\'', to); *text; text++)
        fprintf(to, *text == '\'' ? "''" : "%c", *text < ' ' && *text >= 0 ? ' ' : *text);
    fputc('\'', to);
}

/* The script's variables and, as the data block $csv, the data; then the script. */
static bool print_input(FILE *to, const char *device, const cJSON *rows)
{
    fputs("device = ", to);
    print_quoted(to, device);
    fputs("\ncsv = '$csv'\n$csv << EOD\n", to);
    const bool printed = csv_print(rows, to);
    fputs("EOD\n", to);
    for (size_t i = 0; i < sizeof(script) / sizeof(script[0]); i++)
        fputs(script[i], to);
    return printed && platform_rewind(to);
}

/* gnuplot ignores a full disk: a picture is whole if it has its end. */
static int copy_picture(FILE *picture, struct output *output)
{
    char end[sizeof(SVG_END) + 8] = "";

    if (fseek(picture, -(long)sizeof(end) + 1, SEEK_END) != 0 ||
        fread(end, 1, sizeof(end) - 1, picture) == 0 || !strstr(end, SVG_END))
        return failed("gnuplot's picture has no end; is there space for temporary files?");
    return output_copy(output, picture);
}

int plot_write(const char *device, const cJSON *rows, struct output *output)
{
    struct child_streams streams = {0};
    const bool opened = child_open_streams(&streams) && print_input(streams.input, device, rows);
    int status = opened ? run_gnuplot("--default-settings", &streams) : no_temporary_file();

    if (!status)
        status = copy_picture(streams.output, output);
    child_close_streams(&streams);
    return status;
}
