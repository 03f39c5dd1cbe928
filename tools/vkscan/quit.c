/* SPDX-License-Identifier: MIT */
#include "quit.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "team.h"

static struct output *outputs[OUTPUT_MAX];

/* Threads of a stream may fail at a time: the others wait for the end of the process. */
static void be_the_first(void)
{
    static atomic_flag quits = ATOMIC_FLAG_INIT;

    while (atomic_flag_test_and_set(&quits)) {
    }
}

void quit(int status)
{
    be_the_first();
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
