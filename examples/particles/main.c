/* SPDX-License-Identifier: MIT */
/*
 * Particles whose numbers only the device knows: who lives, who is seen, in which order they are
 * drawn. Read particles.h and particles_frame() in particles.c first.
 */
#include "options.h"
#include "particles.h"

int main(int argc, char **argv)
{
    struct options options = {.program = "particles",
                              .what = "particles",
                              .frames = 300,
                              .count = 1 << 18,
                              .most = 1 << 21}; /* within 128 MiB */

    options_read(&options, argc, argv);

    struct gpu gpu;
    struct particles particles;
    gpu_create(&gpu, &options.gpu);
    printf("%s\n", gpu.properties.deviceName);
    particles_create(&particles, &gpu, options.count);
    for (uint32_t i = 0; i < options.frames; i++)
        particles_frame(&particles);

    const struct snapshot last = particles_finish(&particles);
    bool right = particles_verify(&particles, &last);
    if (right)
        printf("%u of %u particles live and %u are seen after %u frames, of %.2f ms: all in their "
               "order, and so drawn\n",
               last.counters->alive, options.count, last.counters->draw.instanceCount,
               options.frames, particles.ring.milliseconds);
    if (options.picture)
        right = canvas_write(&particles.painter.canvas, PAINTER_EXPOSURE, options.picture) && right;
    particles_destroy(&particles);
    gpu_destroy(&gpu);
    return right && gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
