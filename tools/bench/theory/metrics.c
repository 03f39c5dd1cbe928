/* SPDX-License-Identifier: MIT */
#include "metrics.h"

#include "algorithm.h"
#include "detail/interface.h"
#include "textbook.h"

/* ---- a run ---- */

struct sums {
    uint64_t processors;
    uint64_t steps, time, work;
};

static void add_to_sums(void *user, const struct step *step)
{
    struct sums *sums = user;
    const uint64_t p = sums->processors;

    sums->steps += step->times;
    sums->time += step->times * (step->combinations / p + (step->combinations % p != 0));
    sums->work += step->times * step->combinations;
}

/* A workgroup smaller than a subgroup does not use all lanes. */
static uint32_t count_lanes(const struct plan *plan, uint32_t subgroup_size)
{
    const uint32_t threads = plan->shape.workgroup_size;

    return subgroup_size < threads ? subgroup_size : threads;
}

static struct dispatch make_dispatch(const struct plan *plan, uint32_t subgroup_size, step_fn *step,
                                     void *user)
{
    return (struct dispatch){
        .plan = plan,
        .lanes = count_lanes(plan, subgroup_size),
        .step = step,
        .user = user,
    };
}

/* Adds each pass to one and the same dispatch. */
static void add_passes(struct dispatch *d, const struct pass_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct stage *stage = &d->plan->algorithm->stages[list->pass[i].stage];
        d->pass = &list->pass[i];
        d->exclusive = vks_plan_exclusive(d->plan, stage);
        kernel_cost_find(stage->kernel)(d);
    }
}

void metrics_steps(const struct plan *plan, uint32_t subgroup_size, uint64_t count, step_fn *step,
                   void *user)
{
    struct dispatch d = make_dispatch(plan, subgroup_size, step, user);
    struct pass_list list;

    vks_plan_passes(plan, count, &list);
    add_passes(&d, &list);
}

/* ---- optimality ---- */

#define SMALL (1u << 10) /* elements */
#define LARGE (1u << 20)

/* Elements of an item. */
static uint32_t unit_of(const struct plan *plan)
{
    return vks_shape_tile_size(&(struct shape){1, 1, 0}, plan->algorithm->arrangement,
                               plan->type->size);
}

/* The shape whose tile is all of the elements, a power of two; steps have no tiles. Tiles grow by
 * items per thread where there can be several numbers of them, else by threads. */
static struct shape whole_shape(const struct plan *plan, uint32_t elements)
{
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const uint32_t unit = unit_of(plan);
    struct shape shape = plan->shape;

    if (arrangement == &vks_textbook_step)
        return shape;
    if (arrangement->least_items == arrangement->most_items) {
        shape.workgroup_size = elements / (unit * shape.items);
        return shape;
    }
    if (shape.workgroup_size > SMALL / unit)
        shape.workgroup_size = SMALL / unit;
    shape.items = elements / (unit * shape.workgroup_size);
    return shape;
}

static double work_per_element(const struct plan *plan, uint32_t subgroup_size, uint32_t elements)
{
    struct plan whole = *plan;
    struct sums sums = {.processors = 1};

    whole.capacity = elements;
    whole.shape = whole_shape(plan, elements);
    /* With more items per thread than there can be. */
    whole.tile_size = whole.shape.workgroup_size * whole.shape.items * unit_of(plan);
    metrics_steps(&whole, subgroup_size, elements, add_to_sums, &sums);
    return (double)sums.work / elements;
}

/*
 * A sequential reduction or scan needs n - 1 combinations; an algorithm is work-optimal if it needs
 * at most a constant times as many, so if work per element does not grow with n. Measured with a
 * single tile over all elements, since tiles of fixed size would bound the growth. From 2^10 to
 * 2^20 a logarithm doubles; what is constant grows by far less than half.
 */
static bool is_work_optimal(const struct plan *plan, uint32_t subgroup_size)
{
    return work_per_element(plan, subgroup_size, LARGE) <=
           1.5 * work_per_element(plan, subgroup_size, SMALL);
}

void metrics_compute(const struct plan *plan, uint32_t subgroup_size, uint64_t count,
                     uint64_t processors, struct metrics *out)
{
    struct sums sums = {.processors = processors};
    struct dispatch d = make_dispatch(plan, subgroup_size, add_to_sums, &sums);
    struct pass_list list;

    vks_plan_passes(plan, count, &list);
    add_passes(&d, &list);
    *out = (struct metrics){
        .steps = sums.steps,
        .time = sums.time,
        .work = sums.work,
        .cost = processors * sums.time,
        .work_optimal = is_work_optimal(plan, subgroup_size),
        .dispatches = list.count,
        .pipeline_barriers = list.count > 0 ? list.count - 1 : 0,
        .barriers = d.barriers,
        .path_barriers = d.path_barriers,
        .bytes_read = d.loads * plan->type->size,
        .bytes_written = d.stores * plan->type->size,
        .shared_memory = vks_shape_shared_memory(&plan->shape, plan->algorithm->arrangement,
                                                 plan->banks, plan->type->size),
    };
    out->cost_optimal = out->work_optimal && out->cost <= 2 * out->work;
}

/* ---- banks ---- */

/* Of one access: thread t accesses index(t), for t < active. */
static uint32_t worst_group(const struct strided *strided, shared_index *index, uint32_t item,
                            uint32_t banks)
{
    uint32_t worst = 0;

    for (uint32_t first = 0; first < strided->active; first += METRICS_LANES) {
        uint32_t hits[SHAPE_BANKS] = {0};
        for (uint32_t t = first; t < strided->active && t < first + METRICS_LANES; t++) {
            const uint32_t bank = VKS_PAD(index(t, strided->stride, item), banks) % SHAPE_BANKS;
            if (++hits[bank] > worst)
                worst = hits[bank];
        }
    }
    return worst;
}

uint32_t metrics_conflict(const struct strided *strided, uint32_t banks)
{
    uint32_t worst = 0;

    for (uint32_t item = strided->item; item < strided->item_end; item++)
        for (size_t i = 0; i < 2 && strided->index[i]; i++) {
            const uint32_t conflict = worst_group(strided, strided->index[i], item, banks);
            worst = conflict > worst ? conflict : worst;
        }
    return worst;
}
