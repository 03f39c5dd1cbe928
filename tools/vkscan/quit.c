/* SPDX-License-Identifier: MIT */
#include "quit.h"

#include <stdlib.h>

#include "team.h"

static struct output *outputs[OUTPUT_MAX];

void quit(int status)
{
    quit_here(team ? team->agree(status) : status);
}

void quit_here(int status)
{
    for (size_t i = 0; i < OUTPUT_MAX; i++)
        if (outputs[i])
            output_abandon(outputs[i]);
    _Exit(finished(team_close(status)));
}

void need(int status)
{
    if (status)
        quit(status);
}

void *allocate(size_t size, const char *what)
{
    void *memory = malloc(size + 1);

    if (!memory)
        fail("not enough memory for the %zu bytes of %s; try --piece", size, what);
    return memory;
}

void open_output(struct output *output, const char *path)
{
    size_t i = 0;

    while (outputs[i])
        i++;
    outputs[i] = output;
    need(output_open(output, path));
}
