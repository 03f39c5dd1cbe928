/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <errno.h>
#include <string.h>

#include "failure.h"

#define LINE_SIZE 256

bool child_find_beside(const char *name, char *path, size_t size)
{
    if (!platform_program_path(path, size))
        return false;
    char *file = path + (platform_file_name(path) - path);
    const size_t space = (size_t)(path + size - file);
    return (size_t)snprintf(file, space, "%s", name) < space;
}

bool child_open_streams(FILE *streams[3])
{
    bool ok = true;

    for (int i = 0; i < 3; i++) {
        streams[i] = ok ? platform_open_nameless() : NULL;
        ok = streams[i] != NULL;
    }
    return ok;
}

void child_close_streams(FILE *const streams[3])
{
    for (int i = 0; i < 3; i++)
        if (streams[i])
            fclose(streams[i]);
}

/* Reads the last line of a complaint, without the program's own name in front. */
static void read_complaint(const char *name, FILE *from, char line[LINE_SIZE])
{
    char next[LINE_SIZE];
    const size_t length = strlen(name);

    line[0] = '\0';
    rewind(from);
    while (fgets(next, sizeof(next), from)) {
        next[strcspn(next, "\n")] = '\0';
        const char *text = next + strspn(next, " ");
        if (strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0)
            text += length + 2;
        if (*text)
            memmove(line, text, strlen(text) + 1);
    }
}

void child_explain(const char *name, const struct platform_end *end, FILE *error, char *text,
                   size_t size)
{
    char line[LINE_SIZE];

    read_complaint(name, error, line);
    if (end->by_signal)
        snprintf(text, size, "%s was ended by signal %d", name, end->status);
    else
        snprintf(text, size, "%s failed with status %d: %s", name, end->status,
                 line[0] ? line : "it does not say why");
}

/* ---- vkscan-report ---- */

#define REPORT "vkscan-report"

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
    if (!child_find_beside(REPORT, script, sizeof(script)) || !platform_can_run(script))
        return failed("%s needs " REPORT ", which is not beside this program", option);
    if (fflush(streams[PLATFORM_OUTPUT]) != 0 || (input && !platform_rewind(input)))
        return failed("cannot write a temporary file: %s", strerror(errno));
    const int error = run_python(all, streams, &end);
    if (error == ENOENT)
        return failed("%s needs Python 3, which is not installed: there is no python3", option);
    if (error)
        return failed("cannot run %s: %s", all[0], strerror(error));
    return end.by_signal ? failed(REPORT " was ended by signal %d", end.status) : end.status;
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
