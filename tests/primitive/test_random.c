/* SPDX-License-Identifier: MIT */
/*
 * Plans and runs in which everything is drawn: primitive, types, operator, algorithm, capabilities,
 * shape, capacity, stalls, places of buffers, counts, seeds and data. Case N of seed S is always
 * the same on a device, and a failure prints the line that repeats it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "access.h"
#include "interface.h"
#include "stalled.h"
#include "variants.h"

#define RUNS 8 /* of each plan */
#define MOST_ELEMENTS 200000
#define STALLED_POLLS 16 /* of plans that stall, so that loops stay short */

static const char usage[] =
    "Usage: test_random [--seed NUMBER] [--cases NUMBER | --case NUMBER]\n"
    "\n"
    "Without a seed takes one from the clock. Meson passes options on: meson test 'random "
    "lavapipe-8'\n--test-args '--seed 7 --cases 1000'\n";

static struct {
    uint64_t seed, first, count; /* of cases */
    uint64_t now;                /* the case that is being tried */
    char what[256];
    struct bound *bound; /* of this case, or NULL */
    bool done;           /* with all of them */
} tried;

/* ---- drawing ---- */

/* Steele, Lea and Flood's SplitMix64, 2014. */
static uint64_t draw_word(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* From 0 to one less than below. */
static uint32_t draw(uint64_t *state, uint64_t below)
{
    return (uint32_t)(draw_word(state) % below);
}

static bool draw_one_in(uint64_t *state, uint32_t chances)
{
    return draw(state, chances) == 0;
}

/* Around all edges that a tile has, small ones, primes, and any. */
static uint64_t draw_count(uint64_t *state, const struct harness *h, uint64_t workgroup,
                           uint64_t tile, uint64_t most)
{
    const uint64_t edges[] = {
        h->gpu.info.subgroup_size, workgroup, tile, 2 * tile, 3 * tile, tile * tile};
    static const uint64_t primes[] = {7, 97, 1009, 7919, 20011, 65537, 104729, 160001};
    uint64_t count;

    switch (draw(state, 4)) {
    case 0:
        count = draw(state, 4);
        break;
    case 1:
        count = edges[draw(state, COUNT_OF(edges))] + draw(state, 3) - 1;
        break;
    case 2:
        count = primes[draw(state, COUNT_OF(primes))];
        break;
    default:
        count = draw(state, most + 1);
    }
    return count <= most ? count : draw(state, most + 1);
}

static struct shape draw_shape(uint64_t *state, const struct harness *h,
                               const struct variant *variant, struct conversion types)
{
    struct shape shape;

    do {
        shape = (struct shape){h->gpu.info.subgroup_size << draw(state, 8),
                               variant_draw_items(variant, draw(state, UINT32_MAX)), 0};
    } while (!variant_fits(h, variant, shape, types));
    return shape;
}

static vkscan_plan_params draw_params(uint64_t *state, const struct harness *h,
                                      const struct variant *variant)
{
    struct conversion conversions[CONVERSIONS_MAX], types;
    const size_t count = variant_conversions(conversions);
    vkscan_plan_params params = {0};

    do {
        params.primitive = draw(state, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN + 1);
    } while (!variant_computes(variant, params.primitive));
    do {
        types = conversions[draw(state, count)];
        params.op = draw(state, 16);
    } while (!variant_has(h, variant, types, vks_element_op(params.op)));
    params.type = types.from;
    params.out_type = types.to;
    return params;
}

/* One that the device has; the textbook's kernels take no addresses. */
static vkscan_access draw_access(uint64_t *state, const struct harness *h,
                                 const struct variant *variant)
{
    const vkscan_access access = (vkscan_access)draw(state, ACCESS_COUNT);
    const bool has = !(vks_access(access)->needs & ~h->context->caps.capabilities);

    return has && (access != VKSCAN_ACCESS_ADDRESSES || !variant_is_textbook(variant))
               ? access
               : VKSCAN_ACCESS_DESCRIPTOR_SETS;
}

/* ---- trying ---- */

struct trial {
    uint32_t ignored_capabilities;
    uint32_t workgroups; /* at most */
    struct variant variant;
    vkscan_plan_params params;
    bool in_order; /* with the operator that does not commute */
    bool own_shape;
    struct shape shape;
    uint32_t stall;
    struct placement where;
};

static struct trial draw_trial(uint64_t *state, struct harness *h)
{
    static const uint32_t ignored[] = {0,
                                       0,
                                       VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT,
                                       VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
                                       VKSCAN_CAPABILITY_SUBGROUPS_BIT,
                                       UINT32_MAX};
    struct variant variants[VARIANTS_MAX];
    struct trial trial = {.ignored_capabilities = ignored[draw(state, COUNT_OF(ignored))]};

    h->context->caps.capabilities &= ~trial.ignored_capabilities;
    const size_t count = variant_list(h, variants);
    trial.variant = variants[draw(state, count)];
    trial.params = draw_params(state, h, &trial.variant);
    trial.params.access = draw_access(state, h, &trial.variant);
    trial.in_order = !trial.variant.algorithm->commutative && draw_one_in(state, 4);
    if (trial.in_order)
        trial.params.type = trial.params.out_type = VKSCAN_TYPE_U32;
    else if (variant_reverses(&trial.variant, trial.params.primitive) && draw_one_in(state, 4))
        trial.params.flags = VKSCAN_PLAN_REVERSE_BIT;
    trial.workgroups = draw_one_in(state, 2) ? 1 + draw(state, 9) : UINT32_MAX;
    trial.own_shape = !draw_one_in(state, 4);
    trial.shape = draw_shape(state, h, &trial.variant,
                             (struct conversion){trial.params.type, trial.params.out_type});
    trial.stall = draw_one_in(state, 2)
                      ? draw(state, STALL_RANDOM + 1) + STALL_LATE * draw(state, 2)
                      : STALL_NONE;
    trial.where = (struct placement){
        .source_offset = draw(state, 20),
        .destination_offset = draw(state, 20),
        .scratch_steps = draw(state, 3),
        .in_place = trial.params.primitive != VKSCAN_PRIMITIVE_REDUCE &&
                    trial.params.type == trial.params.out_type && draw_one_in(state, 3),
    };
    return trial;
}

static void check_refusal(struct harness *h, const struct trial *trial, const struct caps *caps,
                          const struct op *op)
{
    vkscan_plan_params params = trial->params;
    struct plan plan;

    params.flags |= VKSCAN_PLAN_REVERSE_BIT;
    harness_assert_error(h,
                         vks_plan_resolve_with(caps, &params, op,
                                               trial->own_shape ? &trial->shape : NULL,
                                               &h->context->errors, &plan),
                         RESULT_INVALID, "takes no VKSCAN_PLAN_REVERSE_BIT");
}

/*
 * Of tiny shapes fewer. A single-pass reduction combines the workgroups' results, one a thread at
 * a time, within the 65,535 turns of loops that a thread has on lavapipe; a chained prefix of
 * floats is rounded at each tile, and reference.c allows for a thousand roundings.
 */
static uint64_t most_elements(const struct trial *trial)
{
    const struct element_type *type = vks_element_type(trial->params.out_type);
    const uint64_t tile = variant_tile_size(&trial->variant, trial->shape);
    const bool reduces = trial->params.primitive == VKSCAN_PRIMITIVE_REDUCE;

    if (trial->variant.algorithm->largest)
        return 5000;
    if (!reduces && type->kind != KIND_FLOAT)
        return MOST_ELEMENTS;
    return vks_least(MOST_ELEMENTS, 512 * tile * (reduces ? trial->shape.workgroup_size : 1));
}

/* Looks up what the trial asks for; the pool has the plan on a context of the same capabilities. */
static struct plan resolve(struct harness *h, struct trial *trial, uint64_t *state)
{
    const struct op *op = trial->in_order ? &harness_dihedral : vks_element_op(trial->params.op);
    const uint64_t most = most_elements(trial);
    struct caps caps = h->context->caps;
    struct plan plan;

    caps.capabilities &= ~trial->variant.ignored_capabilities;
    if (trial->workgroups < caps.max_workgroup_count)
        caps.max_workgroup_count = trial->workgroups;
    trial->params.algorithm = trial->variant.algorithm->id;
    trial->params.capacity = draw_count(state, h, trial->shape.workgroup_size,
                                        variant_tile_size(&trial->variant, trial->shape), most);
    harness_resolve(h->context, &caps, &trial->params, op, trial->own_shape ? &trial->shape : NULL,
                    &plan);
    if (!variant_reverses(&trial->variant, trial->params.primitive))
        check_refusal(h, trial, &caps, op);
    if (trial->stall != STALL_NONE)
        stalled_use(&plan, trial->stall, STALLED_POLLS);
    return plan;
}

static void describe(const struct trial *trial, const struct plan *plan)
{
    snprintf(tried.what, sizeof(tried.what),
             "%s %s%s %s into %s %s by %s of up to %llu in %u x %u, workgroups %u, without 0x%x, "
             "stall %u, "
             "offsets %u %u%s",
             plan->algorithm->name, vkscan_primitive_name(plan->primitive),
             plan->flags & VKSCAN_PLAN_REVERSE_BIT ? " in reverse" : "", plan->type->name,
             plan->out->name, plan->op->name, vkscan_access_name(plan->access),
             (unsigned long long)plan->capacity, plan->shape.workgroup_size, plan->shape.items,
             trial->workgroups, trial->ignored_capabilities, trial->stall,
             trial->where.source_offset, trial->where.destination_offset,
             trial->where.in_place ? " in place" : "");
}

static void run(struct harness *h, const struct trial *trial, struct bound *bound, uint64_t *state)
{
    static const enum reference_data kinds[] = {REFERENCE_RANDOM,    REFERENCE_RANDOM,
                                                REFERENCE_RANDOM,    REFERENCE_IDENTITY,
                                                REFERENCE_ASCENDING, REFERENCE_ALTERNATING};
    const struct plan *plan = &harness_bound_plan(bound)->plan;

    for (uint32_t i = 0; i < RUNS; i++) {
        const uint64_t count = i == 0 ? plan->capacity
                                      : draw_count(state, h, plan->shape.workgroup_size,
                                                   plan->tile_size, plan->capacity);
        const bool seeded = draw_one_in(state, 2);
        const enum reference_data data = kinds[draw(state, COUNT_OF(kinds))];
        uint32_t seed[VALUE_WORDS];
        reference_fill(trial->params.out_type, trial->params.op, REFERENCE_RANDOM, draw_word(state),
                       seed, 1);
        if (trial->in_order)
            harness_check_order(h, bound, harness_compose_dihedral, count, 0);
        else
            harness_check(h, bound, data, count, seeded ? seed : NULL);
    }
}

static void try_case(struct harness *h, uint64_t number)
{
    uint64_t state = tried.seed;
    uint64_t words = draw_word(&state) ^ number * 0xd1342543de82ef95u;
    const uint32_t capabilities = h->context->caps.capabilities;

    tried.now = number;
    snprintf(tried.what, sizeof(tried.what), "no plan yet");
    struct trial trial = draw_trial(&words, h);
    const struct plan plan = resolve(h, &trial, &words);
    describe(&trial, &plan);
    tried.bound = harness_bind(h, harness_plan_resolved(h->context, &plan), trial.where);
    run(h, &trial, tried.bound, &words);
    harness_unbind(h, tried.bound);
    tried.bound = NULL;
    h->context->caps.capabilities = capabilities;
}

static void random_plans_give_right_results(void **state)
{
    for (uint64_t i = 0; i < tried.count; i++)
        try_case(*state, tried.first + i);
    tried.done = true;
}

static int tell_how_to_repeat(void **state)
{
    if (tried.done)
        return harness_assert_silent(state);
    if (tried.bound)
        harness_unbind(*state, tried.bound);
    print_error("repeat with: test_random --seed %llu --case %llu (%s)\n",
                (unsigned long long)tried.seed, (unsigned long long)tried.now, tried.what);
    return 1;
}

/* ---- options ---- */

static bool read_number(const char *text, uint64_t *number)
{
    char *end;

    *number = text ? strtoull(text, &end, 10) : 0;
    return text && *text >= '0' && *text <= '9' && !*end;
}

static uint64_t default_cases(void)
{
    const char *size = getenv("VKSCAN_TEST_SIZE");

    return !size || strcmp(size, "small") == 0 ? 6 : strcmp(size, "large") == 0 ? 16 : 3000;
}

static bool read_options(int count, char **arguments)
{
    tried.seed = (uint64_t)time(NULL);
    tried.count = default_cases();
    for (int i = 1; i < count; i += 2) {
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (strcmp(arguments[i], "--seed") == 0 && read_number(value, &tried.seed))
            continue;
        if (strcmp(arguments[i], "--cases") == 0 && read_number(value, &tried.count))
            continue;
        if (strcmp(arguments[i], "--case") != 0 || !read_number(value, &tried.first))
            return false;
        tried.count = 1;
    }
    return true;
}

int main(int count, char **arguments)
{
    if (!read_options(count, arguments)) {
        fputs(usage, stderr);
        return 2;
    }
    printf("# test_random --seed %llu --cases %llu\n", (unsigned long long)tried.seed,
           (unsigned long long)tried.count);
    harness_add("random_plans_give_right_results", random_plans_give_right_results,
                tell_how_to_repeat);
    return harness_main("random_plans", false);
}
