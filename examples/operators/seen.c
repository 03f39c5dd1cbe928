/* SPDX-License-Identifier: MIT */
/*
 * What of a million particles is seen while the view moves through them: a selection by a
 * predicate, seen.glsl, in one pass over the particles as they lie in memory. No flags are written,
 * and no shader runs before.
 */
#include <stdio.h>
#include <string.h>

#include "device.h"
#include "seen.h"

#define PARTICLES 1000000u
#define FRAMES 4

struct particle {
    float x, y, z, death;
};

struct view {
    float time, near_z, far_z;
};

/* In a cube of side 1; they die within the time from 0 to 4. */
static struct particle make_particle(uint32_t i)
{
    const uint32_t a = i * 2654435761u, b = a * 2246822519u, c = b * 3266489917u;
    const uint32_t d = c * 668265263u;
    const float scale = 1.0f / 4294967296.0f;

    return (struct particle){(float)a * scale, (float)b * scale, (float)c * scale,
                             (float)d * scale * 4};
}

static int is_seen(const struct particle *p, const struct view *view)
{
    return p->death > view->time && view->near_z < p->z && p->z < view->far_z;
}

/* Whether the kept are those that the CPU keeps, in order. */
static int is_right(const struct particle *all, const struct view *view,
                    const struct particle *kept, uint32_t number)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < PARTICLES; i++)
        if (is_seen(&all[i], view) &&
            (found == number || memcmp(&kept[found++], &all[i], sizeof(all[i])) != 0))
            return 0;
    return found == number;
}

int main(void)
{
    device_open();
    struct buffer particles = device_buffer(PARTICLES * sizeof(struct particle));
    struct buffer kept = device_buffer(PARTICLES * sizeof(struct particle));
    struct buffer number = device_buffer(sizeof(uint32_t));
    const vkscan_select_params select = {.struct_size = sizeof(vkscan_select_params),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_PREDICATE};
    struct computation selection =
        device_plan(&(vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params),
                                          .primitive = VKSCAN_PRIMITIVE_SELECT,
                                          .user_operator = &seen,
                                          .details = &select,
                                          .capacity = PARTICLES});
    struct particle *all = particles.mapped;
    int right = 1;

    selection.number = &number;
    for (uint32_t i = 0; i < PARTICLES; i++)
        all[i] = make_particle(i);
    for (int frame = 0; frame < FRAMES; frame++) {
        const float near_z = (float)frame / FRAMES;
        const struct view view = {(float)frame, near_z, near_z + 0.5f};
        uint32_t count;
        device_run(&selection, &particles, &kept, PARTICLES, &view);
        memcpy(&count, number.mapped, sizeof(count));
        printf("frame %d: %u of %u particles are seen\n", frame, count, PARTICLES);
        right = right && is_right(all, &view, kept.mapped, count);
    }
    device_destroy(&selection);
    device_close();
    return !right;
}
