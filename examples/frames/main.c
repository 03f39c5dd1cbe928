/* SPDX-License-Identifier: MIT */
/*
 * An engine in miniature: it owns its device, memory and queues, and has vkscan in every frame.
 * Read simulation.h and frame.c first.
 */
#include "result.h"

#include <string.h>

#define SIDE 128

static int usage(void)
{
    fprintf(stderr, "usage: frames [--frames N] [--particles N] [--picture FILE.ppm] [--validate] "
                    "[--transfers] [--addresses]\n");
    return 2;
}

/* The option's number, from 1 to most; 0 if there is none. */
static uint32_t number(const char *text, uint32_t most)
{
    char *end;
    const unsigned long value = text ? strtoul(text, &end, 10) : 0;

    return text && *end == '\0' && value <= most ? (uint32_t)value : 0;
}

static double mean_energy(const struct snapshot *s)
{
    double sum = 0;

    for (uint32_t i = 0; i < s->workgroups; i++)
        sum += s->energies[i];
    return sum / s->particle_count;
}

int main(int argc, char **argv)
{
    uint32_t frames = 240, particles = 1 << 18;
    const char *picture = NULL;
    struct gpu_options options = {0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--frames") == 0)
            frames = number(argv[++i], 1u << 30);
        else if (strcmp(argv[i], "--particles") == 0)
            particles = number(argv[++i], 1u << 22); /* within 65535 workgroups and 128 MiB */
        else if (strcmp(argv[i], "--picture") == 0)
            picture = argv[++i];
        else if (strcmp(argv[i], "--validate") == 0)
            options.validate = true;
        else if (strcmp(argv[i], "--transfers") == 0)
            options.transfers = true;
        else if (strcmp(argv[i], "--addresses") == 0)
            options.addresses = true;
        else
            return usage();
        if (i == argc)
            return usage();
    }
    if (frames == 0 || particles == 0)
        return usage();

    struct gpu gpu;
    struct simulation simulation;
    gpu_create(&gpu, &options);
    printf("%s, queue families %u and %u\n", gpu.properties.deviceName, gpu.main.family,
           gpu.async.family);
    simulation_create(&simulation, &gpu, particles, SIDE);
    simulation_upload(&simulation);
    for (uint32_t i = 0; i < frames; i++)
        simulation_frame(&simulation);

    const struct snapshot last = simulation_finish(&simulation);
    bool right = verify(&last);
    if (right)
        printf("%u particles in %u cells after %u frames: every one is in its cell; mean kinetic "
               "energy %.3f\n",
               particles, last.cells, frames, mean_energy(&last));
    if (picture)
        right = write_picture(&last, picture) && right;
    simulation_destroy(&simulation);
    gpu_destroy(&gpu);
    return right && gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
