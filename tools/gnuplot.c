/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failure.h"

#define SVG_END "</svg>"

extern char **environ;

/* Its standard streams, each read or written from where it is. */
struct streams {
    FILE *input, *output, *error;
};

static void close_streams(struct streams *streams)
{
    FILE *const files[] = {streams->input, streams->output, streams->error};

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (files[i])
            fclose(files[i]);
}

/* Runs it with one option to its end. Returns an errno, with *wait_status as waitpid gives it. */
static int run(const char *option, const struct streams *streams, int *wait_status)
{
    char name[] = "gnuplot", argument[32];
    char *const arguments[] = {name, argument, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;

    snprintf(argument, sizeof(argument), "%s", option);
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    posix_spawn_file_actions_adddup2(&actions, fileno(streams->input), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(streams->output), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(streams->error), STDERR_FILENO);
    error = posix_spawnp(&child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!error && waitpid(child, wait_status, 0) < 0)
        error = errno == EINTR ? 0 : errno;
    return error;
}

/* gnuplot points at the mistake with a caret, and then says what it is. */
static void read_complaint(FILE *from, char line[256])
{
    char next[256];

    line[0] = '\0';
    rewind(from);
    while (fgets(next, sizeof(next), from)) {
        next[strcspn(next, "\n")] = '\0';
        const char *text = next + strspn(next, " ");
        if (*text && *text != '^')
            memmove(line, text, strlen(text) + 1);
    }
}

static int complain(int wait_status, FILE *error)
{
    char line[256];

    read_complaint(error, line);
    if (WIFSIGNALED(wait_status))
        return failed("gnuplot was ended by signal %d", WTERMSIG(wait_status));
    return failed("gnuplot failed with status %d: %s", WEXITSTATUS(wait_status),
                  line[0] ? line : "it does not say why");
}

static int run_checked(const char *option, const struct streams *streams)
{
    int wait_status = 0;
    const int error = run(option, streams, &wait_status);

    /* Where spawning cannot tell that the program is missing, the shell's 127 does. */
    if (error == ENOENT || (!error && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 127))
        return failed("--plot needs gnuplot, which is not installed; install it (on Debian or "
                      "Ubuntu: apt-get install gnuplot-nox)");
    if (error)
        return failed("cannot run gnuplot: %s", strerror(error));
    return wait_status ? complain(wait_status, streams->error) : 0;
}

int gnuplot_find(void)
{
    struct streams streams = {tmpfile(), tmpfile(), tmpfile()};
    const bool opened = streams.input && streams.output && streams.error;
    const int status = opened ? run_checked("--version", &streams)
                              : failed("cannot make a temporary file: %s", strerror(errno));

    close_streams(&streams);
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
    struct streams streams = {script, tmpfile(), tmpfile()};
    const bool opened = streams.output && streams.error && fflush(script) == 0 &&
                        lseek(fileno(script), 0, SEEK_SET) == 0;
    int status = opened ? run_checked("--default-settings", &streams)
                        : failed("cannot make a temporary file: %s", strerror(errno));

    if (!status)
        status = copy_picture(streams.output, output);
    streams.input = NULL; /* the caller's */
    close_streams(&streams);
    return status;
}
