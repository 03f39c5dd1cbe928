/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <math.h>

#include "camera.h"

#define TURN 6.2831853f
#define TUBE 0.36f  /* its radius */
#define STRAND 2.5f /* a strand's length by its width */

static float random_unit(uint32_t *state)
{
    *state = *state * 747796405u + 2891336453u;
    const uint32_t word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
    return (float)((word >> 22 ^ word) >> 8) / (float)(1u << 24);
}

static vec3 random_direction(uint32_t *state)
{
    const float z = 2 * random_unit(state) - 1, angle = TURN * random_unit(state);
    const float r = sqrtf(1 - z * z);

    return (vec3){r * cosf(angle), z, r * sinf(angle)};
}

static uint32_t pack(vec3 colour, float opacity)
{
    const float channels[] = {colour.x, colour.y, colour.z, opacity};
    uint32_t word = 0;

    for (int k = 0; k < 4; k++)
        word |= (uint32_t)(255 * fminf(fmaxf(channels[k], 0), 1) + 0.5f) << 8 * k;
    return word;
}

static struct disc create_disc(vec3 centre, vec3 right, vec3 up, uint32_t colour, float glow)
{
    return (struct disc){.centre = centre,
                         .colour = colour,
                         .right = right,
                         .reach = EXTENT * sqrtf(fmaxf(dot(right, right), dot(up, up))),
                         .up = up,
                         .glow = glow};
}

/* Twice round the axis while three times round the ring. */
static vec3 knot(float t)
{
    const float ring = 1.45f + 0.62f * cosf(3 * t);

    return (vec3){ring * cosf(2 * t), 0.85f * sinf(3 * t), ring * sinf(2 * t)};
}

/* Around the knot's colours; x goes round once from 0 to 1. */
static vec3 palette(float x)
{
    return (vec3){0.55f + 0.45f * cosf(TURN * (x + 0.02f)),
                  0.42f + 0.36f * cosf(TURN * (x + 0.30f)),
                  0.55f + 0.45f * cosf(TURN * (x + 0.58f))};
}

/* Two lights, and darker inside of the ring. */
static float light(vec3 normal, vec3 at)
{
    const float key = dot(normal, normalize((vec3){0.5f, 0.8f, 0.35f}));
    const float rim = dot(normal, normalize((vec3){-0.6f, -0.3f, -0.7f}));
    const float inside = fminf(sqrtf(at.x * at.x + at.z * at.z) / 1.3f, 1);

    return (0.10f + 0.9f * fmaxf(key, 0) + 0.30f * fmaxf(rim, 0)) * (0.35f + 0.65f * inside);
}

/* Somewhere around the knot. */
struct place {
    float t, around;
    vec3 centre, along, side, normal; /* the knot's point and direction, and away from it */
};

static struct place find_place(uint32_t *state)
{
    struct place p = {.t = TURN * random_unit(state), .around = TURN * random_unit(state)};

    p.centre = knot(p.t);
    p.along = normalize(add(knot(p.t + 0.01f), scale(-1, knot(p.t - 0.01f))));
    p.side = normalize(cross(p.along, (vec3){0, 1, 0}));
    p.normal = add(scale(cosf(p.around), p.side), scale(sinf(p.around), cross(p.side, p.along)));
    return p;
}

/* On the tube's surface, and wound around it. */
static struct disc create_strand(uint32_t *state, float size)
{
    const struct place p = find_place(state);
    const float stripe = cosf(4 * p.around + 21 * p.t);
    const float height = TUBE + 0.035f * stripe + 0.012f * random_unit(state);
    const vec3 at = add(p.centre, scale(height, p.normal));
    const vec3 length =
        normalize(add(scale(0.8f, p.along), scale(-0.6f, cross(p.along, p.normal))));
    const float lit =
        light(p.normal, at) * (0.9f + 0.35f * stripe) * (0.95f + 0.6f * random_unit(state));

    return create_disc(at, scale(size * STRAND, length), scale(size, cross(p.normal, length)),
                       pack(scale(lit, palette(p.t / TURN + 0.06f * stripe)), 0.8f), 0);
}

static struct disc create_haze(uint32_t *state)
{
    const struct place p = find_place(state);
    const vec3 at = add(p.centre, scale(TUBE + 0.35f * random_unit(state), p.normal));

    return create_disc(at, scale(0.16f, p.side), scale(0.16f, cross(p.side, p.along)),
                       pack(palette(p.t / TURN), 0.012f), 0.8f);
}

/* In a plane of spiral arms around the knot, thinner outwards. */
static struct disc create_dust(uint32_t *state, float size)
{
    const float outwards = random_unit(state);
    const float radius = 2.5f + 6 * outwards * sqrtf(outwards);
    const float spread = random_unit(state) + random_unit(state) + random_unit(state) - 1.5f;
    const float arm = random_unit(state) < 0.5f ? 0 : TURN / 2;
    const float angle = arm + 2.2f * logf(radius) + 1.1f * spread;
    const float y = 0.12f * (random_unit(state) + random_unit(state) - 1) - 0.25f;
    const float warm = expf(-4 * outwards), bright = 0.5f + 0.5f * random_unit(state);
    const vec3 colour = {0.2f + 0.8f * warm, 0.32f + 0.2f * warm, 0.9f - 0.6f * warm};

    return create_disc((vec3){radius * cosf(angle), y, radius * sinf(angle)}, (vec3){size, 0, 0},
                       (vec3){0, 0, size}, pack(scale(bright, colour), 0.22f), 0.85f);
}

static struct disc create_star(uint32_t *state)
{
    const vec3 direction = random_direction(state);
    const float bright = powf(random_unit(state), 8), warm = random_unit(state);
    const float size = 0.012f + 0.03f * bright;
    const vec3 right = normalize(cross(direction, (vec3){0.3f, 1, 0.2f}));

    return create_disc(
        scale(12 + 8 * random_unit(state), direction), scale(size, right),
        scale(size, cross(direction, right)),
        pack((vec3){0.7f + 0.3f * warm, 0.8f, 1 - 0.35f * warm}, 0.3f + 0.7f * bright), 1);
}

void scene_create(struct disc *splats, uint32_t count)
{
    /* Smaller ones, if there are more: on the knot a point is under about five of them. */
    const float size = sqrtf(1 / (float)count);
    const uint32_t stars = count / 16 < 3000 ? count / 16 : 3000;
    const uint32_t haze = count / 16 < 2000 ? count / 16 : 2000;
    uint32_t state = 1;

    for (uint32_t i = 0; i < count; i++)
        splats[i] = i < stars          ? create_star(&state)
                    : i < stars + haze ? create_haze(&state)
                    : i % 4 == 0       ? create_dust(&state, 6 * size)
                                       : create_strand(&state, 4 * size);
}

struct camera scene_camera(float turn, float aspect)
{
    const float angle = TURN * turn, distance = 3.7f - 0.9f * sinf(angle);
    const vec3 eye = {distance * cosf(angle), 1.9f + 0.5f * sinf(2 * angle),
                      distance * sinf(angle)};

    return camera_look(eye, (vec3){0, -0.1f, 0}, 1.5f, aspect);
}
