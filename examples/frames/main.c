/* SPDX-License-Identifier: MIT */
/*
 * An engine in miniature: it owns its device, memory and queues, and has vkscan in every frame.
 * Read simulation.h and frame.c first.
 */
#include "options.h"
#include "result.h"

#define SIDE 128

static double mean_energy(const struct snapshot *s)
{
    double sum = 0;

    for (uint32_t i = 0; i < s->workgroups; i++)
        sum += s->energies[i];
    return sum / s->particle_count;
}

int main(int argc, char **argv)
{
    struct options options = {.program = "frames",
                              .what = "particles",
                              .frames = 240,
                              .count = 1 << 18,
                              .most = 1 << 22, /* within 65535 workgroups and 128 MiB */
                              .two_queues = true};

    options_read(&options, argc, argv);

    struct gpu gpu;
    struct simulation simulation;
    gpu_create(&gpu, &options.gpu);
    if (!(gpu.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        gpu_fail("move.comp needs subgroup operations, which the device does not have");
    printf("%s, queue families %u and %u\n", gpu.properties.deviceName, gpu.main.family,
           gpu.async.family);
    simulation_create(&simulation, &gpu, options.count, SIDE);
    simulation_upload(&simulation);
    for (uint32_t i = 0; i < options.frames; i++)
        simulation_frame(&simulation);

    const struct snapshot last = simulation_finish(&simulation);
    bool right = verify(&last);
    if (right)
        printf("%u particles in %u cells after %u frames: every one is in its cell; mean kinetic "
               "energy %.3f\n",
               options.count, last.cells, options.frames, mean_energy(&last));
    if (options.picture)
        right = write_picture(&last, options.picture) && right;
    simulation_destroy(&simulation);
    gpu_destroy(&gpu);
    return right && gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
