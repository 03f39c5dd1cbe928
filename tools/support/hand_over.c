/* SPDX-License-Identifier: MIT */
#include "hand_over.h"

#include <errno.h>
#include <string.h>

#include "child.h"
#include "failure.h"

#define PROGRAM "vkscan-report"

/* The second is the launcher for Windows. */
static const char *const pythons[] = {"python3", "py"};

/* Runs the first Python that is there. Returns an errno. */
static int run_python(const char *arguments[], FILE *const streams[3], struct platform_end *end)
{
    int error = ENOENT;

    for (size_t i = 0; i < sizeof(pythons) / sizeof(pythons[0]) && error == ENOENT; i++) {
        arguments[0] = pythons[i];
        error = platform_run((char *const *)(uintptr_t)arguments, streams, end);
        /* Some systems report a missing program by exit status 127, as shells do. */
        if (!error && !end->by_signal && end->status == 127)
            error = ENOENT;
    }
    return error;
}

int hand_over(const char *option, const char *const arguments[], FILE *input, FILE *output)
{
    FILE *const streams[3] = {input ? input : stdin, output ? output : stdout, stderr};
    char script[4096];
    const char *all[HAND_OVER_MAX + 5] = {NULL, script, "--for", program_name};
    struct platform_end end = {0};

    for (size_t i = 0; arguments[i] && i < HAND_OVER_MAX; i++)
        all[i + 4] = arguments[i];
    if (!child_find_beside(PROGRAM, script, sizeof(script)) || !platform_can_run(script))
        return failed("%s needs " PROGRAM ", which is not beside this program", option);
    if (fflush(streams[PLATFORM_OUTPUT]) != 0 || (input && !platform_rewind(input)))
        return failed("cannot write a temporary file: %s", strerror(errno));
    const int error = run_python(all, streams, &end);
    if (error == ENOENT)
        return failed("%s needs Python 3, which is not installed: there is no python3", option);
    if (error)
        return failed("cannot run %s: %s", all[0], strerror(error));
    return end.by_signal ? failed(PROGRAM " was ended by signal %d", end.status) : end.status;
}

int hand_over_picture(const char *const arguments[], FILE *input, struct output *picture)
{
    FILE *svg = platform_open_nameless();

    if (!svg)
        return failed("cannot make a temporary file: %s", strerror(errno));
    const int status = hand_over("--plot", arguments, input, svg);
    const int copied = status ? status : output_copy(picture, svg);
    fclose(svg);
    return copied;
}
