/* SPDX-License-Identifier: MIT */
/*
 * Equalizes the greys of a foggy picture: a histogram of its bytes, the histogram's scan, and a map
 * by that. Read record_frame() first. The picture that it writes has before and after beside each
 * other.
 */
#include <math.h>

#include "tones.h"

#include "equalize.h"

static void record_frame(struct tones *t, VkPipeline equalize)
{
    const VkCommandBuffer commands = ring_begin(&t->ring);

    /* The frame before may still read what this one writes. */
    distribution_barrier(commands);
    distribution_record(&t->distribution, commands);
    tones_dispatch(t, commands, equalize, t->count / 4);
    ring_submit(&t->ring);
}

/* The scene in fog: ten greys for a stop of light. */
static uint8_t *grey_scene(const struct tones *t)
{
    uint8_t *greys = malloc(t->count);

    if (!greys)
        gpu_fail("out of memory");
    for (uint32_t i = 0; i < t->count; i++) {
        const float *rgb = t->scene[i].rgb;
        const float stops = log2f(0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2]);
        greys[i] = (uint8_t)fminf(fmaxf(170 + 10 * stops, 0), 255);
    }
    return greys;
}

static bool verify(const struct tones *t, const struct toned *found, const uint8_t *greys)
{
    uint32_t wanted[BINS] = {0};

    for (uint32_t i = 0; i < t->count; i++)
        wanted[greys[i]]++;
    if (!distribution_verify(found->counts, found->sums, wanted))
        return false;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint32_t below = greys[i] ? found->sums[greys[i] - 1] : 0;
        const long after = lround(255.0 * below / t->count);
        if (labs(found->result[i] - after) > 1) { /* halves may be rounded either way */
            fprintf(stderr, "equalize: pixel %u is %u, not %ld\n", i, found->result[i], after);
            return false;
        }
    }
    printf("%u x %u pixels in %.2f ms a frame: their greys are spread\n", t->width, t->height,
           t->ring.milliseconds);
    return true;
}

static bool write_greys(const struct tones *t, const char *path, const uint8_t *before,
                        const uint8_t *after)
{
    uint8_t *colours = malloc(6ull * t->count);

    if (!colours)
        gpu_fail("out of memory");
    for (uint32_t i = 0; i < 3 * t->count; i++) {
        colours[i] = before[i / 3];
        colours[3 * t->count + i] = after[i / 3];
    }
    const bool written = tones_write(t, path, colours, colours + 3 * t->count);
    free(colours);
    return written;
}

int main(int argc, char **argv)
{
    static const vkscan_histogram_params bins = {.struct_size = sizeof(vkscan_histogram_params),
                                                 .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                                 .binning = VKSCAN_BINNING_VALUES,
                                                 .bins = BINS};
    struct options options;
    struct tones t;

    tones_open(&t, &options, "equalize", argc, argv);
    uint8_t *greys = grey_scene(&t);
    tones_create(&t, greys, t.count, 0, t.count, &bins, VKSCAN_TYPE_U8);
    const VkPipeline equalize =
        gpu_create_kernel(&t.gpu, &t.layout, equalize_spirv, sizeof(equalize_spirv));
    for (uint32_t i = 0; i < options.frames; i++)
        record_frame(&t, equalize);

    const struct toned found = tones_read_back(&t);
    bool right = verify(&t, &found, greys);
    if (right && options.picture)
        right = write_greys(&t, options.picture, greys, found.result);
    free(greys);
    vkDestroyPipeline(t.gpu.device, equalize, NULL);
    tones_close(&t);
    return right && t.gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
