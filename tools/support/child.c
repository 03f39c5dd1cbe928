/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <string.h>

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
