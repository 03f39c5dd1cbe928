/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "camera.h"
#include "motion.h"
#include "particles.h"

static bool fail(const char *what, uint32_t index)
{
    fprintf(stderr, "particles: wrong %s %u\n", what, index);
    return false;
}

/* Select keeps, in order, those whose death is later than the frame. */
static bool verify_alive(const struct particles *p, const struct snapshot *s)
{
    const VkDispatchIndirectCommand *move = &s->counters->move;
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->capacity; i++)
        if (s->deaths[i] > p->last.now) {
            if (count >= s->counters->alive || s->alive[count] != i)
                return fail("place of particle", i);
            count++;
        }
    if (s->counters->alive != count)
        return fail("number alive", s->counters->alive);
    if (move->x != (count + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE || move->y != 1 || move->z != 1)
        return fail("workgroups", move->x);
    return true;
}

static bool is_close(float a, float b)
{
    return fabsf(a - b) <= 1e-3f;
}

/* A particle is born in its place's last turn, and has moved in each frame since. */
static bool verify_motion(const struct particles *p, const struct snapshot *s, uint32_t i)
{
    const uint64_t last = p->ring.next - 1;
    uint64_t frame = last, k;

    while (k = (i + p->capacity - frame * p->emitted % p->capacity) % p->capacity, k >= p->emitted)
        frame--;
    const uint32_t number = (uint32_t)(frame * p->emitted + k);
    const float birth = (float)(frame + 1) * STEP;
    struct particle particle = emit(number, birth);
    for (uint64_t f = frame; f <= last; f++)
        particle = move(particle);
    const vec3 is = s->particles[i].position, want = particle.position;
    return is_close(s->deaths[i], death_of(number, birth, p->last.longest)) &&
           is_close(is.x, want.x) && is_close(is.y, want.y) && is_close(is.z, want.z);
}

bool particles_verify(const struct particles *p, const struct snapshot *s)
{
    const uint32_t alive = s->counters->alive, seen = s->counters->draw.instanceCount;

    if (!verify_alive(p, s))
        return false;
    for (uint32_t j = 0; j < alive; j++)
        if (!verify_motion(p, s, s->alive[j]))
            return fail("motion of particle", s->alive[j]);
    return camera_verify(&p->last.from, s->discs, s->order.depths, alive) &&
           order_verify(&s->order, alive, seen) &&
           painter_verify(&p->painter, &p->last.from, s->discs, s->order.indices, seen);
}
