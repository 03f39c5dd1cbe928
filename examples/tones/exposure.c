/* SPDX-License-Identifier: MIT */
/*
 * Exposes a picture whose light spans a million to one, as a camera's automatic does, without the
 * host: luminance, its histogram, the histogram's scan, and the percentiles in that. Read
 * record_frame() first. The picture that it writes has beside each other what a fixed exposure
 * shows and what this one does.
 */
#include <math.h>

#include "tones.h"

#include "expose.h"
#include "luminance.h"

static void record_frame(struct tones *t, VkPipeline luminance, VkPipeline expose)
{
    const VkCommandBuffer commands = ring_begin(&t->ring);

    /* The frame before may still read what this one writes. */
    distribution_barrier(commands);
    tones_dispatch(t, commands, luminance, t->count);
    distribution_record(&t->distribution, commands);
    tones_dispatch(t, commands, expose, t->count);
    ring_submit(&t->ring);
}

/* ---- what the host makes of it ---- */

static float luminance_of(const struct light *light)
{
    static const float parts[] = {LUMINANCE};

    return parts[0] * light->rgb[0] + parts[1] * light->rgb[1] + parts[2] * light->rgb[2];
}

/* A bin is the whole part of a rounded product of a rounded difference; histogram.h. */
static uint32_t bin_of(float level)
{
    const float offset = level - DARKEST, place = offset * (BINS / (BRIGHTEST - DARKEST));

    return level >= DARKEST && level < BRIGHTEST ? (uint32_t)place : BINS;
}

static double luminance_at(const uint32_t *sums, double part)
{
    const double wanted = part * sums[BINS - 1];
    uint32_t bin = 0;

    while (bin < BINS - 1 && sums[bin] < wanted)
        bin++;
    const double before = bin ? sums[bin - 1] : 0;
    const double place = (wanted - before) / fmax(sums[bin] - before, 1);
    return exp2((double)DARKEST + (bin + place) * (double)(BRIGHTEST - DARKEST) / BINS);
}

/* Three bytes. */
static void expose_pixel(const struct light *light, double exposure, double white, uint8_t *seen)
{
    const double before = exposure * (double)luminance_of(light);
    const double factor = exposure * (1 + before / (white * white)) / (1 + before);

    for (int k = 0; k < 3; k++)
        seen[k] = (uint8_t)lround(255 * pow(fmin(factor * (double)light->rgb[k], 1), 1 / 2.2));
}

static bool verify(const struct tones *t, const struct toned *found, uint8_t *exposed)
{
    uint32_t wanted[BINS + 1] = {0};

    for (uint32_t i = 0; i < t->count; i++) {
        const float level = found->levels[i];
        if (fabsf(exp2f(level) / luminance_of(&t->scene[i]) - 1) > 1e-3f) {
            fprintf(stderr, "exposure: pixel %u has level %g\n", i, (double)level);
            return false;
        }
        wanted[bin_of(level)]++;
    }
    if (!distribution_verify(found->counts, found->sums, wanted))
        return false;
    const double exposure = (double)GREY / luminance_at(found->sums, MIDDLE);
    const double white = fmax(exposure * luminance_at(found->sums, WHITE), 1);
    for (uint32_t i = 0; i < t->count; i++) {
        expose_pixel(&t->scene[i], exposure, white, &exposed[3 * i]);
        for (int k = 0; k < 3; k++)
            if (abs(found->result[4 * i + k] - exposed[3 * i + k]) > 1) {
                fprintf(stderr, "exposure: pixel %u is %u, not %u\n", i, found->result[4 * i + k],
                        exposed[3 * i + k]);
                return false;
            }
    }
    printf("%u x %u pixels in %.2f ms a frame: exposed by %.3g, white from %.3g times the middle "
           "grey on\n",
           t->width, t->height, t->ring.milliseconds, exposure, white / (double)GREY);
    return true;
}

int main(int argc, char **argv)
{
    static const vkscan_histogram_params bins = {.struct_size = sizeof(vkscan_histogram_params),
                                                 .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                                 .bins = BINS,
                                                 .first = (double)DARKEST,
                                                 .last = (double)BRIGHTEST};
    struct options options;
    struct tones t;

    tones_open(&t, &options, "exposure", argc, argv);
    const VkDeviceSize words = t.count * sizeof(uint32_t);
    tones_create(&t, t.scene, 3 * words, words, words, &bins, VKSCAN_TYPE_F32);
    const VkPipeline luminance =
        gpu_create_kernel(&t.gpu, &t.layout, luminance_spirv, sizeof(luminance_spirv));
    const VkPipeline expose =
        gpu_create_kernel(&t.gpu, &t.layout, expose_spirv, sizeof(expose_spirv));
    for (uint32_t i = 0; i < options.frames; i++)
        record_frame(&t, luminance, expose);

    const struct toned found = tones_read_back(&t);
    uint8_t *fixed = malloc(6ull * t.count);
    if (!fixed)
        gpu_fail("out of memory");
    uint8_t *exposed = fixed + 3 * t.count;
    bool right = verify(&t, &found, exposed);
    for (uint32_t i = 0; i < t.count; i++)
        expose_pixel(&t.scene[i], 1, 1e9, &fixed[3 * i]);
    if (right && options.picture)
        right = tones_write(&t, options.picture, fixed, exposed);
    free(fixed);
    vkDestroyPipeline(t.gpu.device, luminance, NULL);
    vkDestroyPipeline(t.gpu.device, expose, NULL);
    tones_close(&t);
    return right && t.gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
