/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

/* The option's number, from 1 to most; 0 if there is none. */
static uint32_t number(const char *text, uint32_t most)
{
    char *end;
    const unsigned long value = text ? strtoul(text, &end, 10) : 0;

    return text && *end == '\0' && value <= most ? (uint32_t)value : 0;
}

static bool usage(const struct options *o)
{
    fprintf(stderr,
            "usage: %s [--frames N] [--%s N]%s [--validate] [--addresses]%s\n"
            "each N is 1 or more, that of --%s %u at most\n",
            o->program, o->what, o->no_picture ? "" : " [--picture FILE.ppm]",
            o->two_queues ? " [--transfers]" : "", o->what, o->most);
    return false;
}

bool options_parse(struct options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--frames") == 0)
            o->frames = number(argv[++i], 1u << 30);
        else if (strncmp(argv[i], "--", 2) == 0 && strcmp(argv[i] + 2, o->what) == 0)
            o->count = number(argv[++i], o->most);
        else if (!o->no_picture && strcmp(argv[i], "--picture") == 0)
            o->picture = argv[++i];
        else if (strcmp(argv[i], "--validate") == 0)
            o->gpu.validate = true;
        else if (o->two_queues && strcmp(argv[i], "--transfers") == 0)
            o->gpu.transfers = true;
        else if (strcmp(argv[i], "--addresses") == 0)
            o->gpu.addresses = true;
        else
            return usage(o);
        if (i == argc)
            return usage(o);
    }
    return (o->frames != 0 && o->count != 0) || usage(o);
}
