/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "child.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINE_SIZE 256

extern char **environ;

bool child_open_streams(struct child_streams *streams)
{
    FILE **const files[] = {&streams->input, &streams->output, &streams->error};
    bool ok = true;

    for (size_t i = 0; ok && i < sizeof(files) / sizeof(files[0]); i++)
        if (!*files[i])
            ok = (*files[i] = tmpfile()) != NULL;
    return ok;
}

void child_close_streams(struct child_streams *streams)
{
    FILE *const files[] = {streams->input, streams->output, streams->error};

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (files[i])
            fclose(files[i]);
}

int child_run(char *const arguments[], const struct child_streams *streams, int *wait_status)
{
    posix_spawn_file_actions_t actions;
    pid_t child;

    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    posix_spawn_file_actions_adddup2(&actions, fileno(streams->input), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(streams->output), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(streams->error), STDERR_FILENO);
    error = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!error && waitpid(child, wait_status, 0) < 0)
        error = errno == EINTR ? 0 : errno;
    return error;
}

/* Programs may begin the line with their own name, and point at a mistake with a caret before they
 * say what it is. */
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
        if (*text && *text != '^')
            memmove(line, text, strlen(text) + 1);
    }
}

void child_explain(const char *name, int wait_status, FILE *error, char *text, size_t size)
{
    char line[LINE_SIZE];

    read_complaint(name, error, line);
    if (WIFSIGNALED(wait_status))
        snprintf(text, size, "%s was ended by signal %d", name, WTERMSIG(wait_status));
    else
        snprintf(text, size, "%s failed with status %d: %s", name, WEXITSTATUS(wait_status),
                 line[0] ? line : "it does not say why");
}
