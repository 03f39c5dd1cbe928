/* SPDX-License-Identifier: MIT */
#include "result.h"

#include <math.h>
#include <string.h>

/* As in grid.glsl. */
static uint32_t cell_of(const struct snapshot *s, vec2 position)
{
    const uint32_t x = (uint32_t)(position.x * (float)s->side);
    const uint32_t y = (uint32_t)(position.y * (float)s->side);

    return (y < s->side ? y : s->side - 1) * s->side + (x < s->side ? x : s->side - 1);
}

static bool fail(const char *what, uint32_t index)
{
    fprintf(stderr, "frames: wrong %s %u\n", what, index);
    return false;
}

static bool verify_prefixes(const struct snapshot *s, uint32_t *counts)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < s->particle_count; i++)
        counts[cell_of(s, s->particles[i].position)]++;
    for (uint32_t c = 0; c <= s->cells; c++) {
        if (s->prefixes[c] != sum)
            return fail("prefix of cell", c);
        sum += counts[c];
    }
    return true;
}

/* Every particle lies in its cell's range and no two at one index, so all are there. Takes each one
 * out of its cell's count. */
static bool verify_cells(const struct snapshot *s, bool *taken)
{
    for (uint32_t i = 0; i < s->particle_count; i++) {
        const struct particle *p = &s->particles[i];
        const uint32_t cell = cell_of(s, p->position);
        const uint32_t index = s->prefixes[cell] + p->rank;
        if (index >= s->prefixes[cell + 1] || taken[index] ||
            memcmp(&s->sorted[index], p, sizeof(*p)) != 0)
            return fail("place of particle", i);
        taken[index] = true;
    }
    return true;
}

static bool verify_energies(const struct snapshot *s)
{
    for (uint32_t w = 0; w < s->workgroups; w++) {
        double sum = 0;
        for (uint32_t i = w * WORKGROUP_SIZE; i < (w + 1) * WORKGROUP_SIZE; i++)
            if (i < s->particle_count) {
                const vec2 v = s->particles[i].velocity;
                sum += 0.5 * ((double)v.x * v.x + (double)v.y * v.y);
            }
        /* A sum of WORKGROUP_SIZE positive floats, each rounding of which is 2^-24 at most. */
        if (!(fabs(s->energies[w] - sum) <= sum * (WORKGROUP_SIZE + 4) / (1 << 24)))
            return fail("energy of workgroup", w);
    }
    return true;
}

bool verify(const struct snapshot *s)
{
    uint32_t *counts = calloc(s->cells + 1, sizeof(*counts));
    bool *taken = calloc(s->particle_count, sizeof(*taken));
    const bool right = counts && taken && verify_prefixes(s, counts) && verify_cells(s, taken) &&
                       verify_energies(s);

    free(taken);
    free(counts);
    return right;
}
