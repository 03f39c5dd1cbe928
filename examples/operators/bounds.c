/* SPDX-License-Identifier: MIT */
/*
 * The bounds of a point cloud, 12 bytes a point. A lowest and a highest point are 24 bytes, more
 * than an element may have, so these are two reductions of vectors. Of numbers, bounds_f32 among
 * the ready-made operators takes both at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

#define POINTS 1000000u

struct point {
    float x, y, z;
};

/* In a cube from (1, 1, 3) on. */
static struct point make_point(uint32_t i)
{
    const uint32_t a = i * 2654435761u, b = a * 2246822519u, c = b * 3266489917u;
    const float scale = 1.0f / 4294967296.0f;

    return (struct point){1 + (float)a * scale, 2 - (float)b * scale, 3 + (float)c * scale};
}

static struct point reduce(const struct buffer *points, const struct buffer *result, vkscan_op op)
{
    struct computation computation =
        device_plan(&(vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params),
                                          .type = VKSCAN_TYPE_F32X3,
                                          .op = op,
                                          .capacity = POINTS});
    struct point found;

    device_run(&computation, points, result, POINTS, NULL);
    memcpy(&found, result->mapped, sizeof(found));
    device_destroy(&computation);
    return found;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

int main(void)
{
    device_open();
    struct buffer points = device_buffer(POINTS * sizeof(struct point));
    struct buffer result = device_buffer(sizeof(struct point));
    struct point *point = points.mapped;
    struct point low = make_point(0), high = low;

    for (uint32_t i = 0; i < POINTS; i++) {
        point[i] = make_point(i);
        low = (struct point){least(low.x, point[i].x), least(low.y, point[i].y),
                             least(low.z, point[i].z)};
        high = (struct point){most(high.x, point[i].x), most(high.y, point[i].y),
                              most(high.z, point[i].z)};
    }
    const struct point lowest = reduce(&points, &result, VKSCAN_OP_MIN);
    const struct point highest = reduce(&points, &result, VKSCAN_OP_MAX);
    printf("%u points from (%f, %f, %f) to (%f, %f, %f)\n", POINTS, (double)lowest.x,
           (double)lowest.y, (double)lowest.z, (double)highest.x, (double)highest.y,
           (double)highest.z);
    device_close();
    return memcmp(&lowest, &low, sizeof(low)) || memcmp(&highest, &high, sizeof(high));
}
