/* SPDX-License-Identifier: MIT */
#include "gnuplot.h"

#include <errno.h>
#include <string.h>

#include "child.h"
#include "failure.h"

#define SVG_END "</svg>"

static int no_temporary_file(void)
{
    return failed("cannot make a temporary file: %s", strerror(errno));
}

static int run(const char *option, FILE *const streams[3])
{
    char name[] = "gnuplot", argument[32], reason[512];
    char *const arguments[] = {name, argument, NULL};
    struct platform_end end = {0};

    snprintf(argument, sizeof(argument), "%s", option);
    const int error = platform_run(arguments, streams, &end);
    /* Some systems report a missing program by exit status 127, as shells do. */
    if (error == ENOENT || (!error && !end.by_signal && end.status == 127))
        return failed("--plot needs gnuplot, which is not installed; install it (on Debian or "
                      "Ubuntu: apt-get install gnuplot-nox)");
    if (error)
        return failed("cannot run gnuplot: %s", strerror(error));
    if (!end.status)
        return 0;
    child_explain(name, &end, streams[PLATFORM_ERROR], reason, sizeof(reason));
    return failed("%s", reason);
}

int gnuplot_check_name(const char *path)
{
    const char *ending = strrchr(platform_file_name(path), '.');

    return ending && strcmp(ending, ".svg") != 0
               ? misused("--plot draws an SVG; give a name like plot.svg, not '%s'", path)
               : 0;
}

int gnuplot_find(void)
{
    FILE *streams[3];
    const int status =
        child_open_streams(streams) ? run("--version", streams) : no_temporary_file();

    child_close_streams(streams);
    return status;
}

/* Copies the picture if it is whole, that is has its end: gnuplot ignores a full disk. */
static int copy_picture(FILE *picture, struct output *output)
{
    char end[sizeof(SVG_END) + 8] = "";

    if (fseek(picture, -(long)sizeof(end) + 1, SEEK_END) != 0 ||
        fread(end, 1, sizeof(end) - 1, picture) == 0 || !strstr(end, SVG_END))
        return failed("gnuplot's picture has no end; is there space for temporary files?");
    return output_copy(output, picture);
}

int gnuplot_draw(bool (*print)(FILE *to, const void *user), const void *user, struct output *output)
{
    FILE *streams[3];
    const bool opened = child_open_streams(streams) && print(streams[PLATFORM_INPUT], user) &&
                        platform_rewind(streams[PLATFORM_INPUT]);
    int status = opened ? run("--default-settings", streams) : no_temporary_file();

    if (!status)
        status = copy_picture(streams[PLATFORM_OUTPUT], output);
    child_close_streams(streams);
    return status;
}
