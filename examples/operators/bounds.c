/* SPDX-License-Identifier: MIT */
/*
 * The bounds of a point cloud, 12 bytes a point. A lowest and a highest point are 24 bytes, more
 * than an element may have, so these are two reductions of vectors. Of numbers, bounds_f32 among
 * the ready-made operators takes both at once.
 */
#include <string.h>

#include "compute.h"

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

static struct point reduce(struct compute *c, const struct buffer *points, uint32_t count,
                           vkscan_op op)
{
    const struct buffer result = compute_array(c, sizeof(struct point));
    const vkscan_plan_params params = {
        .struct_size = sizeof(params), .type = VKSCAN_TYPE_F32X3, .op = op, .capacity = count};
    const struct run *reduction =
        compute_plan(c, &params, PORTS(PORT(SOURCE, points), PORT(DESTINATION, &result)));
    struct point found;

    compute_begin(c);
    compute_run(c, reduction, count, NULL);
    compute_end(c);
    compute_read(c, &result, &found, sizeof(found));
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

int main(int argc, char **argv)
{
    uint64_t count = 1000000;
    const struct argument arguments[] = {
        {"--points", ARGUMENT_NUMBER, &count, "of the cloud (1000000)", 1, 1 << 28, NULL}};
    struct point low = make_point(0), high = low;
    struct compute c;

    compute_arguments(&c, "bounds", "Finds the bounds of points.", arguments, 1, argc, argv);
    struct point *points = allocate(count, sizeof(*points));
    for (uint32_t i = 0; i < count; i++) {
        const struct point p = points[i] = make_point(i);
        low = (struct point){least(low.x, p.x), least(low.y, p.y), least(low.z, p.z)};
        high = (struct point){most(high.x, p.x), most(high.y, p.y), most(high.z, p.z)};
    }
    compute_open(&c);
    const struct buffer cloud = compute_upload(&c, points, count * sizeof(*points));
    const struct point lowest = reduce(&c, &cloud, (uint32_t)count, VKSCAN_OP_MIN);
    const struct point highest = reduce(&c, &cloud, (uint32_t)count, VKSCAN_OP_MAX);
    printf("%u points from (%f, %f, %f) to (%f, %f, %f)\n", (unsigned)count, (double)lowest.x,
           (double)lowest.y, (double)lowest.z, (double)highest.x, (double)highest.y,
           (double)highest.z);
    free(points);
    return compute_close(&c, memcmp(&lowest, &low, sizeof(low)) == 0 &&
                                 memcmp(&highest, &high, sizeof(high)) == 0);
}
