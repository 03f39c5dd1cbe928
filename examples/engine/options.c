/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "arguments.h"

#define MOST_FRAMES (1 << 30)

void options_read(struct options *o, int argc, char **argv)
{
    char name[32], help[64];
    uint64_t frames = o->frames, count = o->count;
    size_t number = 4;
    struct argument all[6] = {
        {"--frames", ARGUMENT_NUMBER, &frames, "how many", 1, MOST_FRAMES, NULL},
        {name, ARGUMENT_NUMBER, &count, help, 1, o->most, NULL},
        {"--validate", ARGUMENT_FLAG, &o->gpu.validate, .help = "under Vulkan's validation"},
        {"--addresses", ARGUMENT_FLAG, &o->gpu.addresses, .help = "buffers by address"}};

    snprintf(name, sizeof(name), "--%s", o->what);
    snprintf(help, sizeof(help), "%u if not given", o->count);
    if (!o->no_picture)
        all[number++] = (struct argument){"--picture", ARGUMENT_TEXT, &o->picture,
                                          .help = "the PPM file to write"};
    if (o->two_queues)
        all[number++] = (struct argument){"--transfers", ARGUMENT_FLAG, &o->gpu.transfers,
                                          .help = "barriers of transfers within a family too"};
    arguments_read(o->program, "An example of docs/embedding.md.", all, number, argc, argv);
    o->frames = (uint32_t)frames;
    o->count = (uint32_t)count;
}
