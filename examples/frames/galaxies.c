/* SPDX-License-Identifier: MIT */
#include "galaxies.h"

#include <math.h>

#define RADIUS 0.11f

static float random_unit(uint32_t *state)
{
    *state = *state * 747796405u + 2891336453u;
    return (float)(*state >> 8) / (float)(1u << 24);
}

/* Linear from a to b. */
static uint32_t mix(uint32_t a, uint32_t b, float t)
{
    uint32_t colour = 0;

    for (uint32_t shift = 0; shift < 24; shift += 8) {
        const float from = (float)(a >> shift & 255), to = (float)(b >> shift & 255);
        colour |= (uint32_t)(from + t * (to - from)) << shift;
    }
    return colour;
}

/* On a circular orbit around a centre, more of them further inside. */
static struct particle create_star(const struct galaxies *galaxies, uint32_t centre,
                                   uint32_t *state)
{
    static const uint32_t inner[2] = {0xfff4d6, 0xffe9c4}, outer[2] = {0x3f7dff, 0xff5a36};
    const float outwards = powf(random_unit(state), 0.8f);
    const float radius = RADIUS * (0.04f + 0.96f * outwards);
    const float angle = 6.2831853f * random_unit(state);
    const float speed = radius * sqrtf(MASS * powf(radius * radius + SOFTENING, -1.5f));
    const vec2 at = galaxies->centres[centre], velocity = galaxies->velocities[centre];

    return (struct particle){
        .position = {at.x + radius * cosf(angle), at.y + radius * sinf(angle)},
        .velocity = {velocity.x - speed * sinf(angle), velocity.y + speed * cosf(angle)},
        .colour = mix(inner[centre], outer[centre], outwards)};
}

void galaxies_create(struct galaxies *galaxies, struct particle *stars, uint32_t count)
{
    uint32_t state = 1;

    *galaxies = (struct galaxies){.centres = {{0.28f, 0.30f}, {0.72f, 0.70f}},
                                  .velocities = {{0.22f, 0.02f}, {-0.22f, -0.02f}}};
    for (uint32_t i = 0; i < count; i++)
        stars[i] = create_star(galaxies, i % 2, &state);
}

void galaxies_move(struct galaxies *galaxies, float duration)
{
    const vec2 a = galaxies->centres[0], b = galaxies->centres[1];
    const float x = b.x - a.x, y = b.y - a.y;
    const float pull = duration * MASS * powf(x * x + y * y + SOFTENING, -1.5f);

    for (int i = 0; i < 2; i++) {
        vec2 *centre = &galaxies->centres[i], *velocity = &galaxies->velocities[i];
        const float towards = i == 0 ? pull : -pull;
        velocity->x += towards * x;
        velocity->y += towards * y;
        centre->x += duration * velocity->x;
        centre->y += duration * velocity->y;
    }
}
