/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include <math.h>

#include "camera.h"

#define SAMPLES 12      /* pixels along each side that are verified */
#define TOLERANCE 0.03f /* of light: the image has 11 bits, and rounds at each disc */

/* The screen's coordinate x, less a position's: 0 where the position is seen there. */
struct line {
    vec3 along;
    float constant;
};

static struct line line_at(vec4 row, vec4 w, float x)
{
    return (struct line){{row.x - x * w.x, row.y - x * w.y, row.z - x * w.z}, row.w - x * w.w};
}

/* How far from the disc's centre the line of sight meets its plane, squared; else at least
 * EXTENT^2. */
static float distance(const struct disc *d, struct line x, struct line y, vec4 w)
{
    const float a = dot(x.along, d->right), b = dot(x.along, d->up);
    const float c = dot(y.along, d->right), e = dot(y.along, d->up);
    const float p = -dot(x.along, d->centre) - x.constant;
    const float q = -dot(y.along, d->centre) - y.constant;
    const float determinant = a * e - b * c;
    const float s = (p * e - b * q) / determinant, t = (a * q - p * c) / determinant;
    const vec3 at = add(d->centre, add(scale(s, d->right), scale(t, d->up)));
    const bool in_front = dot((vec3){w.x, w.y, w.z}, at) + w.w > 0;

    return in_front && s * s + t * t < EXTENT * EXTENT ? s * s + t * t : EXTENT * EXTENT;
}

/* As gauss.frag and the blending do. */
static void blend(struct light *light, const struct disc *d, float square)
{
    const float opacity = (float)(d->colour >> 24) / 255 * expf(-0.5f * square);

    for (int k = 0; k < 3; k++)
        light->rgb[k] = light->rgb[k] * (1 - opacity * (1 - d->glow)) +
                        opacity * (float)(d->colour >> 8 * k & 255) / 255;
}

static struct light expected(const struct camera *camera, const struct disc *discs,
                             const uint32_t *order, uint32_t count, uint32_t column, uint32_t row)
{
    const float x = 2 * ((float)column + 0.5f) / CANVAS_WIDTH - 1;
    const float y = 2 * ((float)row + 0.5f) / CANVAS_HEIGHT - 1;
    const struct line in_x = line_at(camera->x, camera->w, x);
    const struct line in_y = line_at(camera->y, camera->w, y);
    struct light light = {{CANVAS_BACKGROUND}};

    for (uint32_t i = 0; i < count; i++) {
        const struct disc *d = &discs[order[i]];
        const float square = distance(d, in_x, in_y, camera->w);
        if (square < EXTENT * EXTENT)
            blend(&light, d, square);
    }
    return light;
}

bool painter_verify(const struct painter *p, const struct camera *camera, const struct disc *discs,
                    const uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < SAMPLES * SAMPLES; i++) {
        const uint32_t column = (2 * (i % SAMPLES) + 1) * CANVAS_WIDTH / (2 * SAMPLES);
        const uint32_t row = (2 * (i / SAMPLES) + 1) * CANVAS_HEIGHT / (2 * SAMPLES);
        const struct light is = canvas_pixel(&p->canvas, row * CANVAS_WIDTH + column);
        const struct light want = expected(camera, discs, order, count, column, row);
        for (int k = 0; k < 3; k++)
            if (!(fabsf(is.rgb[k] - want.rgb[k]) <= TOLERANCE * (1 + want.rgb[k]))) {
                fprintf(stderr, "pixel %u, %u: colour %d is %f, not %f\n", column, row, k,
                        is.rgb[k], want.rgb[k]);
                return false;
            }
    }
    return true;
}
