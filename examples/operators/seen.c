/* SPDX-License-Identifier: MIT */
/*
 * What of a million particles is seen while the view moves through them: a selection by a
 * predicate, seen.glsl, in one pass over the particles as they lie in memory. No flags are written,
 * and no shader runs before.
 */
#include <string.h>

#include "compute.h"
#include "seen.h"

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

static bool is_seen(const struct particle *p, const struct view *view)
{
    return p->death > view->time && view->near_z < p->z && p->z < view->far_z;
}

/* Whether the kept are those that the CPU keeps, in order. */
static bool is_right(const struct particle *all, uint32_t count, const struct view *view,
                     const struct particle *kept, uint32_t number)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < count; i++)
        if (is_seen(&all[i], view) &&
            (found == number || memcmp(&kept[found++], &all[i], sizeof(all[i])) != 0))
            return false;
    return found == number;
}

int main(int argc, char **argv)
{
    uint64_t particles = 1000000;
    const struct argument arguments[] = {
        {"--particles", ARGUMENT_NUMBER, &particles, "in all (1000000)", 1, 1 << 28, NULL}};
    const vkscan_select_params select = {.struct_size = sizeof(select),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_PREDICATE};
    vkscan_plan_params params = {.struct_size = sizeof(params),
                                 .primitive = select.primitive,
                                 .user_operator = &seen,
                                 .details = &select};
    struct compute c;
    bool right = true;

    compute_arguments(&c, "seen", "Selects particles by a view.", arguments, 1, argc, argv);
    const uint32_t count = (uint32_t)particles;
    struct particle *all = allocate(count, sizeof(*all)), *kept = allocate(count, sizeof(*kept));
    for (uint32_t i = 0; i < count; i++)
        all[i] = make_particle(i);
    compute_open(&c);
    const struct buffer source = compute_upload(&c, all, count * sizeof(*all));
    const struct buffer destination = compute_array(&c, count * sizeof(*kept));
    const struct buffer number = compute_array(&c, sizeof(uint32_t));
    params.capacity = count;
    const struct run *selection = compute_plan(
        &c, &params,
        PORTS(PORT(SOURCE, &source), PORT(DESTINATION, &destination), PORT(NUMBER, &number)));
    for (int frame = 0; frame < FRAMES; frame++) {
        const float near_z = (float)frame / FRAMES;
        const struct view view = {(float)frame, near_z, near_z + 0.5f};
        uint32_t found;
        compute_begin(&c);
        compute_run(&c, selection, count, &view);
        compute_end(&c);
        compute_read(&c, &number, &found, sizeof(found));
        compute_read(&c, &destination, kept, found * sizeof(*kept));
        printf("frame %d: %u of %u particles are seen\n", frame, found, count);
        right = right && is_right(all, count, &view, kept, found);
    }
    free(kept);
    free(all);
    return compute_close(&c, right);
}
