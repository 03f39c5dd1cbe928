/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <string.h>

#define LINE_SIZE 256

bool child_open_streams(struct child_streams *streams)
{
    FILE **const files[] = {&streams->input, &streams->output, &streams->error};
    bool ok = true;

    for (size_t i = 0; ok && i < sizeof(files) / sizeof(files[0]); i++)
        if (!*files[i])
            ok = (*files[i] = platform_open_nameless()) != NULL;
    return ok;
}

void child_close_streams(struct child_streams *streams)
{
    FILE *const files[] = {streams->input, streams->output, streams->error};

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (files[i])
            fclose(files[i]);
}

int child_run(char *const arguments[], const struct child_streams *streams,
              struct platform_end *end)
{
    FILE *const files[] = {
        [PLATFORM_INPUT] = streams->input,
        [PLATFORM_OUTPUT] = streams->output,
        [PLATFORM_ERROR] = streams->error,
    };

    return platform_run(arguments, files, end);
}

/* Reads the last line of a complaint, without the program's own name in front. Lines that only
 * point at a mistake with a caret do not count. */
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
