/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fileno */
#include "gnuplot.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "failure.h"

#define SVG_END "</svg>"

static int run(const char *option, const struct child_streams *streams)
{
    char name[] = "gnuplot", argument[32], reason[512];
    char *const arguments[] = {name, argument, NULL};
    int wait_status = 0;

    snprintf(argument, sizeof(argument), "%s", option);
    const int error = child_run(arguments, streams, &wait_status);
    /* Where spawning cannot tell that the program is missing, the shell's 127 does. */
    if (error == ENOENT || (!error && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 127))
        return failed("--plot needs gnuplot, which is not installed; install it (on Debian or "
                      "Ubuntu: apt-get install gnuplot-nox)");
    if (error)
        return failed("cannot run gnuplot: %s", strerror(error));
    if (!wait_status)
        return 0;
    child_explain(name, wait_status, streams->error, reason, sizeof(reason));
    return failed("%s", reason);
}

int gnuplot_find(void)
{
    struct child_streams streams = {0};
    const int status = child_open_streams(&streams)
                           ? run("--version", &streams)
                           : failed("cannot make a temporary file: %s", strerror(errno));

    child_close_streams(&streams);
    return status;
}

/* gnuplot takes no notice of a full disk: a picture is whole if it has its end. */
static int copy_picture(FILE *picture, struct output *output)
{
    char buffer[65536], end[sizeof(SVG_END) + 8] = "";
    size_t size;
    int status = 0;

    if (fseek(picture, -(long)sizeof(end) + 1, SEEK_END) != 0 ||
        fread(end, 1, sizeof(end) - 1, picture) == 0 || !strstr(end, SVG_END))
        return failed("gnuplot's picture has no end; is there space for temporary files?");
    rewind(picture);
    while (!status && (size = fread(buffer, 1, sizeof(buffer), picture)) > 0)
        status = output_write(output, buffer, size);
    return !status && ferror(picture) ? failed("cannot read gnuplot's picture") : status;
}

int gnuplot_draw(FILE *script, struct output *output)
{
    struct child_streams streams = {.input = script};
    const bool opened = child_open_streams(&streams) && fflush(script) == 0 &&
                        lseek(fileno(script), 0, SEEK_SET) == 0;
    int status = opened ? run("--default-settings", &streams)
                        : failed("cannot make a temporary file: %s", strerror(errno));

    if (!status)
        status = copy_picture(streams.output, output);
    streams.input = NULL; /* the caller's */
    child_close_streams(&streams);
    return status;
}
