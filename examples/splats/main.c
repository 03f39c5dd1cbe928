/* SPDX-License-Identifier: MIT */
/*
 * A million splats that are culled, sorted and drawn in every frame by counts that only the device
 * knows. Read splats.h and splats_frame() in splats.c first.
 */
#include "camera.h"
#include "options.h"
#include "scene.h"
#include "splats.h"

#define TURN_FRAMES 240 /* the camera needs for once around */

static bool verify(const struct splats *s, const struct snapshot *last)
{
    const VkDrawIndirectCommand *a = last->arguments;

    if (a->vertexCount != 4 || a->firstVertex != 0 || a->firstInstance != 0) {
        fprintf(stderr, "splats: the draw's other arguments have changed\n");
        return false;
    }
    return camera_verify(&s->camera, last->splats, last->order.depths, s->count) &&
           order_verify(&last->order, s->count, a->instanceCount) &&
           painter_verify(&s->painter, &s->camera, last->splats, last->order.indices,
                          a->instanceCount);
}

int main(int argc, char **argv)
{
    struct options options = {.program = "splats",
                              .what = "splats",
                              .frames = TURN_FRAMES,
                              .count = 1 << 20,
                              .most = 1 << 21}; /* within 128 MiB */

    options_read(&options, argc, argv);

    struct gpu gpu;
    struct splats splats;
    gpu_create(&gpu, &options.gpu);
    printf("%s\n", gpu.properties.deviceName);
    splats_create(&splats, &gpu, options.count);
    for (uint32_t i = 0; i < options.frames; i++) {
        const float turn =
            (float)(i + 1 + TURN_FRAMES - options.frames % TURN_FRAMES) / TURN_FRAMES;
        const struct camera camera = scene_camera(turn, CANVAS_ASPECT);
        splats_frame(&splats, &camera);
    }

    const struct snapshot last = splats_finish(&splats);
    bool right = verify(&splats, &last);
    if (right)
        printf("%u of %u splats are seen after %u frames, of %.2f ms: all in their order, and so "
               "drawn\n",
               last.arguments->instanceCount, options.count, options.frames,
               splats.ring.milliseconds);
    if (options.picture)
        right = canvas_write(&splats.painter.canvas, PAINTER_EXPOSURE, options.picture) && right;
    splats_destroy(&splats);
    gpu_destroy(&gpu);
    return right && gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
