/* SPDX-License-Identifier: MIT */
#include "metrics.h"

#include <assert.h>

#include "steps.h"
#include "textbook.h"

/* Returns the cost of a pass. A workgroup smaller than a subgroup does not use all lanes. */
static struct kernel_cost cost_of(const struct plan *plan, const struct pass *pass,
                                  uint32_t subgroup_size)
{
    const uint32_t threads = plan->shape.workgroup_size;
    struct kernel_cost cost = {0};

    const bool found =
        kernel_cost_find(plan, pass, subgroup_size < threads ? subgroup_size : threads, &cost);
    assert(found);
    (void)found;
    return cost;
}

/* ---- optimality ---- */

#define SMALL (1u << 10) /* elements */
#define LARGE (1u << 20)

/* Returns a plan with one tile over all elements, a power of two: with more items per thread where
 * the arrangement allows several numbers of items, else with more threads. Step algorithms have no
 * tiles. */
static struct plan whole_plan(const struct plan *plan, uint32_t elements)
{
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const struct shape one = {1, 1, 0};
    const uint32_t unit =
        vks_shape_tile_size(&one, arrangement, plan->computation.words * sizeof(uint32_t));
    struct plan whole = *plan;
    struct shape *shape = &whole.shape;

    whole.capacity = elements;
    if (arrangement == &vks_textbook_step)
        return whole;
    if (arrangement->least_items == arrangement->most_items)
        shape->workgroup_size = elements / (unit * shape->items);
    else if (shape->workgroup_size > SMALL / unit)
        shape->workgroup_size = SMALL / unit;
    shape->items = elements / (unit * shape->workgroup_size);
    whole.tile_size = elements;
    return whole;
}

static double work_per_element(const struct plan *plan, uint32_t subgroup_size, uint32_t elements)
{
    const struct plan whole = whole_plan(plan, elements);
    struct pass_list list;
    uint64_t work = 0;

    vks_plan_passes(&whole, elements, &list);
    for (uint32_t i = 0; i < list.count; i++)
        work += cost_of(&whole, &list.pass[i], subgroup_size).work;
    return (double)work / elements;
}

/*
 * Tells whether an algorithm is work-optimal: a sequential reduction or scan needs n - 1
 * combinations, and a work-optimal algorithm at most a constant times as many, so that work per
 * element does not grow with n. A single tile over all elements is compared, since tiles of fixed
 * size would bound the growth. From 2^10 to 2^20 a logarithm doubles; what is constant grows by far
 * less than half.
 */
static bool is_work_optimal(const struct plan *plan, uint32_t subgroup_size)
{
    return work_per_element(plan, subgroup_size, LARGE) <=
           1.5 * work_per_element(plan, subgroup_size, SMALL);
}

/* ---- a run ---- */

void metrics_compute(const struct plan *plan, uint32_t subgroup_size, uint64_t count,
                     uint64_t processors, struct metrics *out)
{
    struct pass_list list;

    vks_plan_passes(plan, count, &list);
    *out = (struct metrics){
        .work_optimal = is_work_optimal(plan, subgroup_size),
        .dispatches = list.count,
        .pipeline_barriers = list.count > 0 ? list.count - 1 : 0,
        .shared_bytes = vks_shape_shared_memory(&plan->shape, plan->algorithm->arrangement,
                                                plan->banks, plan->type->size),
    };
    for (uint32_t i = 0; i < list.count; i++) {
        const struct kernel_cost cost = cost_of(plan, &list.pass[i], subgroup_size);
        out->steps += cost.steps;
        out->work += cost.work;
        out->path_barriers += cost.path_barriers;
        out->barriers += cost.barriers;
        out->bytes_read += cost.loads * plan->type->size;
        out->bytes_written += cost.stores * plan->type->size;
    }
    /* Steps of c combinations take ceil(c / p) turns, which is at most 1 + (c - 1) / p. */
    out->time = out->steps + (out->work - out->steps) / processors;
    out->speedup = out->time && count ? (double)(count - 1) / (double)out->time : 0;
    out->cost = processors * out->time;
    out->cost_optimal = out->work_optimal && out->cost <= 2 * out->work;
}

/* ---- steps ---- */

void metrics_fit_tile(struct plan *plan, uint32_t most_threads)
{
    const struct algorithm *algorithm = plan->algorithm;
    struct shape *shape = &plan->shape;

    if (algorithm->id < VKSCAN_ALGORITHM_TEXTBOOK || algorithm->arrangement == &vks_textbook_step)
        return;
    for (shape->workgroup_size = 1;; shape->workgroup_size *= 2) {
        plan->tile_size = shape->workgroup_size * shape->items;
        if (plan->tile_size >= plan->capacity || shape->workgroup_size >= most_threads)
            return;
    }
}

uint32_t metrics_steps(const struct plan *plan, uint32_t subgroup_size,
                       struct step steps[STEPS_MAX])
{
    struct plan tile = *plan;
    struct pass_list list;
    uint32_t count = 0;

    if (plan->algorithm->arrangement != &vks_textbook_step)
        tile.capacity = plan->tile_size;
    vks_plan_passes(&tile, tile.capacity, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct kernel_cost cost = cost_of(&tile, &list.pass[i], subgroup_size);
        struct step some[STEPS_MAX];
        const uint32_t more = steps_of_pass(&tile, &list.pass[i], &cost, some);
        for (uint32_t k = 0; k < more && count < STEPS_MAX; k++)
            steps[count++] = some[k];
    }
    return count;
}

uint32_t metrics_conflicts(const struct plan *plan, uint32_t subgroup_size, uint32_t banks,
                           uint32_t conflicts[STEPS_MAX])
{
    struct step steps[STEPS_MAX];
    const uint32_t all = metrics_steps(plan, subgroup_size, steps);
    uint32_t count = 0;

    for (uint32_t i = 0; i < all; i++)
        if (steps[i].memory == STEP_PADDED && step_has_pairs(&steps[i]))
            conflicts[count++] = step_conflict(&steps[i], CONFLICT_LANES, banks);
    return count;
}
