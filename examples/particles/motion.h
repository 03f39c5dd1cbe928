/* SPDX-License-Identifier: MIT */
/* How particles are born and move: for the shaders, and for the host, which verifies them. */
#ifndef MOTION_H
#define MOTION_H

#include "interface.h"

#ifndef VULKAN
#include <math.h>
#define cos cosf
#define sin sinf
#endif

/* From 0 to 1; others for other k. */
FUNCTION float random_unit(uint number, uint k)
{
    uint state = (number * 8u + k) * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;

    float bits = (word ^ (word >> 22u)) >> 8u;

    return bits / 16777216.0f;
}

/* When it dies, if it is born now. */
FUNCTION float death_of(uint number, float now, float longest)
{
    return now + longest * (0.35f + 0.65f * random_unit(number, 0u));
}

/* One in four is a spark, the others become smoke. */
#define SPARK 0.4f

/* From five nozzles that go round, with some spread. */
FUNCTION STRUCT(particle) emit(uint number, float now)
{
    float nozzle = number % 5u, angle = 1.2566371f * nozzle + 1.9f * now;
    float width = 0.07f * random_unit(number, 1u), around = 6.2831853f * random_unit(number, 2u);
    float radius = 0.95f + width * cos(around);
    float spread = number % 4u == 0u ? 0.55f : 0.16f;
    STRUCT(particle) p;

    p.position.x = radius * cos(angle);
    p.position.y = -1.1f + width * sin(around);
    p.position.z = radius * sin(angle);
    p.velocity.x = -1.3f * sin(angle) + spread * (random_unit(number, 3u) - 0.5f);
    p.velocity.y = 0.5f + 2 * spread * random_unit(number, 4u);
    p.velocity.z = 1.3f * cos(angle) + spread * (random_unit(number, 5u) - 0.5f);
    p.birth = now;
    p.size = number % 4u == 0u ? SPARK : 0.8f + 0.8f * random_unit(number, 6u);
    return p;
}

/* Upwards, around the axis: drawn to it below, and away from it above. */
FUNCTION STRUCT(particle) move(STRUCT(particle) p)
{
    float pull = 1.5f - 1.1f * p.position.y;

    p.velocity.x -= STEP * pull * p.position.x;
    p.velocity.y += STEP * (0.5f - 0.5f * p.velocity.y);
    p.velocity.z -= STEP * pull * p.position.z;
    p.position.x += STEP * p.velocity.x;
    p.position.y += STEP * p.velocity.y;
    p.position.z += STEP * p.velocity.z;
    return p;
}

#ifndef VULKAN
#undef cos
#undef sin
#endif

#endif
