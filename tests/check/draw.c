/* SPDX-License-Identifier: MIT */
#include "draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algorithms.h"
#include "random.h"

/* More than there are. */
#define PRIMITIVES_MAX 32
#define ALGORITHMS_MAX 64

const uint32_t ignored_sets[IGNORED_SETS] = {
    0,
    VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT,
    VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
    VKSCAN_CAPABILITY_SUBGROUPS_BIT,
    VKSCAN_CAPABILITY_FLOAT64_BIT,
    UINT32_MAX,
};

uint64_t draw_word(uint64_t *state)
{
    return random_of(*state += RANDOM_STEP);
}

uint32_t draw(uint64_t *state, uint64_t below)
{
    return (uint32_t)(draw_word(state) % below);
}

uint64_t draw_state(uint64_t seed, uint64_t number)
{
    return random_of(random_of(seed + RANDOM_STEP) ^ number * 0xd1342543de82ef95u);
}

static bool is_scan(vkscan_primitive primitive)
{
    return primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN ||
           primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
}

static uint32_t number_of(const char *(*name)(uint32_t value))
{
    uint32_t count = 0;

    while (name(count))
        count++;
    return count;
}

static const char *type_name(uint32_t type)
{
    return vkscan_type_name((vkscan_type)type);
}

static const char *op_name(uint32_t op)
{
    return vkscan_op_name((vkscan_op)op);
}

/* Draws one that computes the primitive, or AUTO. */
static vkscan_algorithm draw_algorithm(uint64_t *state, vkscan_primitive primitive)
{
    static vkscan_algorithm lists[PRIMITIVES_MAX][ALGORITHMS_MAX]; /* made by the first draw */
    static uint32_t counts[PRIMITIVES_MAX];
    uint32_t *count = &counts[primitive];

    if (*count == 0) {
        for (vkscan_algorithm a = 0; vkscan_algorithm_name(a); a = next_algorithm(a))
            if (a == VKSCAN_ALGORITHM_AUTO || vkscan_algorithm_summary(a, primitive))
                lists[primitive][(*count)++] = a;
    }
    return lists[primitive][draw(state, *count)];
}

/* Capacities around the edges of vectors, subgroups, tiles and the ranges of policies. */
static uint64_t draw_capacity(uint64_t *state, unsigned factor)
{
    static const struct {
        uint32_t from, span;
    } classes[] = {
        {0, 2},        {2, 100},        {255, 3},       {1000, 1200}, {4095, 3},
        {4096, 8000},  {16383, 3},      {20000, 40000}, {65535, 3},   {1u << 17, 1u << 17},
        {1u << 19, 3}, {1u << 20, 100}, {1u << 21, 99}, {1u << 24, 1}};

    return classes[factor].from + draw(state, classes[factor].span);
}

#define CAPACITIES 14
#define CAPACITIES_OF_SOFTWARE 9

/* ---- what primitives have of their own ---- */

static void draw_fold(uint64_t *state, struct drawn *d)
{
    const bool scans = is_scan(d->plan.primitive);

    d->plan.op = (vkscan_op)(d->factors[FACTOR_OP] = draw(state, number_of(op_name)));
    d->plan.determinism = (vkscan_determinism)(d->factors[FACTOR_DETERMINISM] = draw(state, 3));
    if (draw(state, 2))
        d->plan.out_type =
            (vkscan_type)(d->factors[FACTOR_OUT_TYPE] = draw(state, number_of(type_name)));
    if (scans && !draw(state, 3))
        d->plan.flags |= VKSCAN_PLAN_REVERSE_BIT;
    if (!draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    if (scans && !draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT;
    d->in_place = scans && !draw(state, 3) &&
                  (d->plan.out_type == VKSCAN_TYPE_NONE ||
                   vkscan_type_size(d->plan.out_type) == vkscan_type_size(d->plan.type));
}

static void draw_select(uint64_t *state, struct drawn *d)
{
    vkscan_select_params *s = &d->select;
    const bool three = d->plan.primitive == VKSCAN_PRIMITIVE_PARTITION && !draw(state, 3);

    s->struct_size = sizeof(*s);
    d->plan.details = s;
    if (d->plan.primitive != VKSCAN_PRIMITIVE_UNIQUE)
        s->criterion = (vkscan_criterion)draw(state, VKSCAN_CRITERION_PREDICATE);
    s->outputs = draw(state, 16);
    if (s->outputs & VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT)
        s->divisor = draw(state, 2) ? 1 + draw(state, 100) : 0;
    d->in_place =
        (!s->outputs || s->outputs & VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT) && !draw(state, 4);
    s->flags = d->in_place ? VKSCAN_SELECT_IN_PLACE_BIT : 0;
    if (three) {
        s->ways = 3;
        if (s->criterion >= VKSCAN_CRITERION_LESS)
            s->second_criterion = (vkscan_criterion)(VKSCAN_CRITERION_LESS + draw(state, 6));
    }
    if (s->criterion >= VKSCAN_CRITERION_LESS && !draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    d->factors[FACTOR_CRITERION] = 1 + (unsigned)s->criterion;
    d->factors[FACTOR_OUTPUTS] = s->outputs;
    d->factors[FACTOR_WAYS] = s->ways + (unsigned)s->second_criterion;
}

/* Draws one digit, several, or all bits; sets the factor to how many digits. */
static void draw_digits(uint64_t *state, struct drawn *d)
{
    const uint32_t bits = 8 * vkscan_type_size(d->plan.type);

    if (draw(state, 2) && bits <= 64) {
        d->sort.first_bit = draw(state, bits);
        d->sort.end_bit = d->sort.first_bit + 1 + draw(state, bits - d->sort.first_bit);
        if (draw(state, 2) && d->sort.end_bit > d->sort.first_bit + 8)
            d->sort.end_bit = d->sort.first_bit + 1 + draw(state, 8);
    }
    const uint32_t used = d->sort.end_bit ? d->sort.end_bit - d->sort.first_bit : bits;
    d->factors[FACTOR_DIGITS] = (used + 7) / 8;
}

static void draw_sort(uint64_t *state, struct drawn *d)
{
    static const uint32_t sizes[] = {0, 4, 8, 16, 0};
    static const uint32_t places[] = {0, 0, VKSCAN_SORT_IN_PLACE_BIT,
                                      VKSCAN_SORT_OVERWRITE_SOURCE_BIT};
    const unsigned values = draw(state, 5), order = draw(state, 2), place = draw(state, 4);
    vkscan_sort_params *s = &d->sort;

    s->struct_size = sizeof(*s);
    d->plan.details = s;
    s->value_size = sizes[values];
    s->flags = places[place] | (order ? VKSCAN_SORT_DESCENDING_BIT : 0) |
               (values == 4 ? VKSCAN_SORT_INDICES_BIT : 0);
    d->in_place = s->flags & VKSCAN_SORT_IN_PLACE_BIT;
    draw_digits(state, d);
    d->factors[FACTOR_VALUES] = 1 + values;
    d->factors[FACTOR_ORDER] = 1 + order;
    d->factors[FACTOR_OUTPUTS] = place;
}

/* Ranges that values lie in, some of them; of f32 and f64 the samples are in [-1, 1]. */
static void draw_range(uint64_t *state, struct drawn *d)
{
    const uint32_t size = vkscan_type_size(d->plan.type);
    const bool is_float = d->plan.type == VKSCAN_TYPE_F32 || d->plan.type == VKSCAN_TYPE_F64;
    const bool is_signed = d->plan.type == VKSCAN_TYPE_I32;
    const double values = (double)(1ull << 8 * (size < 8 ? size : 4)), half = values / 2;
    const bool all = draw(state, 2);

    if (is_float) {
        d->histogram.first = all ? -1 : -0.75;
        d->histogram.last = all ? 1 : 0.5;
    } else {
        d->histogram.first = is_signed ? -half : all ? 0 : 3;
        d->histogram.last = is_signed ? half : all ? values : half + 5;
    }
}

static void draw_histogram(uint64_t *state, struct drawn *d)
{
    static const uint32_t bins[] = {1, 7, 16, 255, 256, 1000, 5000, 70000};
    const unsigned size = draw(state, 8);
    vkscan_histogram_params *h = &d->histogram;

    h->struct_size = sizeof(*h);
    d->plan.details = h;
    h->binning = (vkscan_binning)draw(state, 3);
    h->bins = bins[size];
    h->channels = draw(state, 5);
    h->counted = h->channels && draw(state, 2) ? 1 + draw(state, h->channels) : 0;
    h->weights = (vkscan_weights)draw(state, 3);
    h->flags = draw(state, 8);
    if (h->weights == VKSCAN_WEIGHTS_F32)
        d->plan.determinism = VKSCAN_DETERMINISM_FASTEST;
    if (h->binning == VKSCAN_BINNING_EVEN)
        draw_range(state, d);
    d->factors[FACTOR_CRITERION] = 20 + (unsigned)h->binning;
    d->factors[FACTOR_OUTPUTS] = 20 + (unsigned)h->weights;
    d->factors[FACTOR_WAYS] = 20 + h->channels;
    d->factors[FACTOR_VALUES] = 20 + size;
    d->factors[FACTOR_ORDER] = 20 + h->flags;
}

/* ---- tuning ---- */

/* Draws tiles of another shape than the library's for half of the algorithms that are named. */
static void draw_policy(uint64_t *state, struct drawn *d)
{
    static const uint32_t items[] = {1, 2, 3, 4, 8, 16, 1, 2};
    const unsigned workgroup = draw(state, 4), row = draw(state, 8), chance = draw(state, 2);

    if (d->plan.algorithm == VKSCAN_ALGORITHM_AUTO || chance)
        return;
    d->policy = (vkscan_tuning_policy){
        .struct_size = sizeof(d->policy),
        .algorithm = d->plan.algorithm,
        .workgroup_size = 128u << workgroup,
        .items = items[row],
    };
    d->factors[FACTOR_WORKGROUP] = 1 + workgroup;
    d->factors[FACTOR_ITEMS] = items[row];
}

/* Draws how soon tiles are taken for missing, and how many workgroups share the tiles. */
static void draw_patience(uint64_t *state, struct drawn *d)
{
    static const uint32_t limits[] = {0, 0, 1, 3};

    d->spin_limit = d->factors[FACTOR_SPIN_LIMIT] = limits[draw(state, 4)];
    d->multiprocessors = d->factors[FACTOR_WORKGROUPS] = draw(state, 3);
}

void draw_plan(uint64_t *state, bool software, struct drawn *out)
{
    static void (*const own[])(uint64_t * state, struct drawn * d) = {
        [VKSCAN_PRIMITIVE_REDUCE] = draw_fold,
        [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = draw_fold,
        [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = draw_fold,
        [VKSCAN_PRIMITIVE_SELECT] = draw_select,
        [VKSCAN_PRIMITIVE_PARTITION] = draw_select,
        [VKSCAN_PRIMITIVE_UNIQUE] = draw_select,
        [VKSCAN_PRIMITIVE_SORT] = draw_sort,
        [VKSCAN_PRIMITIVE_HISTOGRAM] = draw_histogram,
    };
    vkscan_plan_params *plan = &out->plan;

    *out = (struct drawn){.plan.struct_size = sizeof(*plan)};
    plan->primitive = (vkscan_primitive)draw(state, sizeof(own) / sizeof(own[0]));
    plan->type = (vkscan_type)(1 + draw(state, number_of(type_name) - 1));
    plan->algorithm = draw_algorithm(state, plan->primitive);
    plan->access = (vkscan_access)draw(state, VKSCAN_ACCESS_ADDRESSES + 1);
    if (!draw(state, 4))
        plan->flags |= VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
    out->factors[FACTOR_CAPACITY] = draw(state, software ? CAPACITIES_OF_SOFTWARE : CAPACITIES);
    plan->capacity = draw_capacity(state, out->factors[FACTOR_CAPACITY]);
    out->factors[FACTOR_IGNORED] = draw(state, 2) ? 0 : draw(state, IGNORED_SETS);
    own[plan->primitive](state, out);
    draw_policy(state, out);
    draw_patience(state, out);
    out->factors[FACTOR_PRIMITIVE] = (unsigned)plan->primitive;
    out->factors[FACTOR_TYPE] = (unsigned)plan->type;
    out->factors[FACTOR_ALGORITHM] = (unsigned)plan->algorithm;
    out->factors[FACTOR_ACCESS] = (unsigned)plan->access;
    out->factors[FACTOR_PLAN_FLAGS] = plan->flags;
    out->factors[FACTOR_IN_PLACE] = out->in_place;
}

/* ---- words ---- */

void draw_describe(const struct drawn *d, char *text, size_t size)
{
    const vkscan_plan_params *p = &d->plan;
    int used = snprintf(
        text, size, "%s %s by %s, access %s, capacity %" PRIu64 ", flags 0x%x, without 0x%x%s",
        vkscan_primitive_name(p->primitive), vkscan_type_name(p->type),
        vkscan_algorithm_name(p->algorithm), vkscan_access_name(p->access), p->capacity, p->flags,
        ignored_sets[d->factors[FACTOR_IGNORED]], d->in_place ? ", in place" : "");

    if (d->policy.workgroup_size)
        used += snprintf(text + used, size - (size_t)used, ", policy %u x %u",
                         d->policy.workgroup_size, d->policy.items);
    if (d->spin_limit)
        used += snprintf(text + used, size - (size_t)used, ", spin limit %u", d->spin_limit);
    if (d->multiprocessors)
        used +=
            snprintf(text + used, size - (size_t)used, ", multiprocessors %u", d->multiprocessors);
    text += used;
    size -= (size_t)used;
    if (p->details == &d->select)
        snprintf(text, size, ", criterion %s, %u, outputs 0x%x, ways %u, divisor %u",
                 vkscan_criterion_name(d->select.criterion), (unsigned)d->select.second_criterion,
                 d->select.outputs, d->select.ways, d->select.divisor);
    else if (p->details == &d->sort)
        snprintf(text, size, ", values %u, flags 0x%x, bits %u to %u", d->sort.value_size,
                 d->sort.flags, d->sort.first_bit, d->sort.end_bit);
    else if (p->details)
        snprintf(text, size,
                 ", binning %d, %u bins of [%g, %g), channels %u of %u, weights %d, "
                 "flags 0x%x",
                 (int)d->histogram.binning, d->histogram.bins, d->histogram.first,
                 d->histogram.last, d->histogram.counted, d->histogram.channels,
                 (int)d->histogram.weights, d->histogram.flags);
    else
        snprintf(text, size, ", %s into %s, determinism %s", vkscan_op_name(p->op),
                 vkscan_type_name(p->out_type ? p->out_type : p->type),
                 vkscan_determinism_name(p->determinism));
}

/* Visits the pairs of a plan's factors; returns how many are new, and with `mark` marks them. */
static unsigned count_pairs(struct pairs *pairs, const unsigned char factors[FACTORS], bool mark)
{
    unsigned count = 0;

    for (unsigned i = 0; i < FACTORS; i++)
        for (unsigned j = i + 1; j < FACTORS; j++) {
            unsigned char *seen =
                &pairs
                     ->seen[i * FACTOR_VALUES_MAX + factors[i]][j * FACTOR_VALUES_MAX + factors[j]];
            count += !*seen;
            *seen |= mark;
        }
    return count;
}

unsigned pairs_new(struct pairs *pairs, const unsigned char factors[FACTORS])
{
    return count_pairs(pairs, factors, false);
}

unsigned pairs_mark(struct pairs *pairs, const unsigned char factors[FACTORS])
{
    return count_pairs(pairs, factors, true);
}

void pairs_factors(const struct drawn *drawn, unsigned char factors[FACTORS])
{
    for (unsigned i = 0; i < FACTORS; i++)
        factors[i] = (unsigned char)(drawn->factors[i] % FACTOR_VALUES_MAX);
}
