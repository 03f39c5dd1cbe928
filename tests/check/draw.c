/* SPDX-License-Identifier: MIT */
#include "draw.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algorithms.h"
#include "primitive.h"
#include "random.h"
#include "stalled.h"

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

/* Mesa's lavapipe ends a thread's loops after 65,535 iterations, which tiles that stall take for
 * more elements. */
#define MOST_OF_STALLS 70000
#define MOST_OF_SEGMENTS 4096

/* Rows that may be sorted by radix: a few, as software drivers take long for a tile. */
#define MOST_RADIX_ROWS 256

#define CAPACITIES 14
#define CAPACITIES_OF_SOFTWARE 10

/* ---- what primitives have of their own ---- */

/* Draws the library's operator, and the types. */
static void draw_built_in(uint64_t *state, struct drawn *d)
{
    d->plan.op = (vkscan_op)(d->factors[FACTOR_OP] = draw(state, number_of(op_name)));
    if (draw(state, 2))
        d->plan.out_type =
            (vkscan_type)(d->factors[FACTOR_OUT_TYPE] = draw(state, number_of(type_name)));
}

/* Draws the operator and the types: in one of three plans a user operator, half of them the first.
 */
static void draw_op(uint64_t *state, struct drawn *d)
{
    uint32_t rows = 0;

    draw_built_in(state, d);
    if (draw(state, 3))
        return;
    while (operator_rows[rows].user)
        rows++;
    const uint32_t row = draw(state, 2) ? 0 : draw(state, rows);
    d->user = &operator_rows[row];
    d->plan.user_operator = d->user->user;
    d->plan.op = 0;
    d->plan.type = d->plan.out_type = VKSCAN_TYPE_NONE;
    d->factors[FACTOR_OUT_TYPE] = 0;
    d->factors[FACTOR_OP] = 20 + row;
}

uint32_t draw_element_size(const struct drawn *d)
{
    return d->user ? d->user->user->input_size
                   : vkscan_type_size(d->predicate ? d->predicate->type : d->plan.type);
}

static enum draw_place draw_place_of(uint64_t *state, const struct drawn *d)
{
    const uint32_t out = d->user            ? d->user->user->element_size
                         : d->plan.out_type ? vkscan_type_size(d->plan.out_type)
                                            : vkscan_type_size(d->plan.type);
    const bool second = d->user && d->user->user->second_size == out;

    if (second && draw(state, 2))
        return PLACE_IN_SECOND_SOURCE;
    return draw_element_size(d) == out && !draw(state, 3) ? PLACE_IN_SOURCE : PLACE_APART;
}

static void draw_fold(uint64_t *state, struct drawn *d)
{
    const bool scans = is_scan(d->plan.primitive);

    draw_op(state, d);
    d->plan.determinism = (vkscan_determinism)(d->factors[FACTOR_DETERMINISM] = draw(state, 3));
    if (scans && !draw(state, 3))
        d->plan.flags |= VKSCAN_PLAN_REVERSE_BIT;
    if (!draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    if (scans && !draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT;
    d->place = scans ? draw_place_of(state, d) : PLACE_APART;
    d->chains = d->plan.flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT &&
                (!scans || d->plan.flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT) && draw(state, 2);
    d->last_epochs = scans && (d->factors[FACTOR_EPOCH] = !draw(state, 3));
}

/* Draws a predicate in the place of a criterion. */
static void draw_predicate(uint64_t *state, struct drawn *d)
{
    uint32_t rows = 0;

    while (predicate_rows[rows].user)
        rows++;
    const uint32_t row = draw(state, rows);
    d->predicate = &predicate_rows[row];
    d->plan.user_operator = d->predicate->user;
    d->plan.type = VKSCAN_TYPE_NONE;
    d->select.criterion = VKSCAN_CRITERION_PREDICATE;
    d->factors[FACTOR_OP] = 40 + row;
}

static uint32_t draw_key_size(uint64_t *state, struct drawn *d)
{
    static const uint32_t sizes[] = {1, 2, 4, 8, 12, 16};
    const unsigned row = draw(state, 6);

    d->factors[FACTOR_VALUES] = 52 + row;
    return sizes[row];
}

/* Draws a criterion without a predicate, and whether the last element of each run is kept. */
static void draw_criterion(uint64_t *state, struct drawn *d)
{
    const bool is_unique = d->plan.primitive == VKSCAN_PRIMITIVE_UNIQUE;
    vkscan_select_params *s = &d->select;

    if (!is_unique)
        s->criterion = (vkscan_criterion)draw(state, VKSCAN_CRITERION_PREDICATE + 1);
    if (s->criterion == VKSCAN_CRITERION_PREDICATE) {
        s->criterion = VKSCAN_CRITERION_KEYS;
        s->key_size = draw_key_size(state, d);
    }
    if ((is_unique || s->key_size) && draw(state, 2))
        s->flags = VKSCAN_SELECT_LAST_BIT;
    d->factors[FACTOR_ORDER] = 10 + (s->flags > 0);
}

static bool has_comparison(const struct drawn *d)
{
    return d->select.criterion >= VKSCAN_CRITERION_LESS &&
           d->select.criterion < VKSCAN_CRITERION_PREDICATE;
}

static bool has_runs(const struct drawn *d)
{
    return d->plan.primitive == VKSCAN_PRIMITIVE_UNIQUE ||
           (d->plan.primitive == VKSCAN_PRIMITIVE_SELECT && d->select.key_size);
}

static void draw_select(uint64_t *state, struct drawn *d)
{
    vkscan_select_params *s = &d->select;
    const bool three = d->plan.primitive == VKSCAN_PRIMITIVE_PARTITION && !draw(state, 3);

    s->struct_size = sizeof(*s);
    s->primitive = d->plan.primitive;
    d->plan.details = s;
    if (d->plan.primitive != VKSCAN_PRIMITIVE_UNIQUE && !draw(state, 5))
        draw_predicate(state, d);
    else
        draw_criterion(state, d);
    s->outputs = draw(state, 16) * VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT;
    if (s->outputs & VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT)
        s->divisor = draw(state, 2) ? 1 + draw(state, 100) : 0;
    if (has_runs(d) && draw(state, 2))
        s->outputs |= VKSCAN_SELECT_OUTPUT_LENGTHS_BIT;
    if ((!s->outputs || s->outputs & VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT) && !draw(state, 4))
        d->place = PLACE_IN_SOURCE;
    s->flags |= d->place ? VKSCAN_SELECT_IN_PLACE_BIT : 0;
    if (three) {
        s->ways = 3;
        if (has_comparison(d))
            s->second_criterion = (vkscan_criterion)(VKSCAN_CRITERION_LESS + draw(state, 6));
    }
    if ((has_comparison(d) || d->predicate) && !draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    d->factors[FACTOR_CRITERION] = 1 + (unsigned)s->criterion;
    d->factors[FACTOR_OUTPUTS] = s->outputs / VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT % 16 +
                                 (s->outputs & VKSCAN_SELECT_OUTPUT_LENGTHS_BIT ? 30 : 0);
    d->factors[FACTOR_WAYS] = s->ways + (unsigned)s->second_criterion;
}

/* Draws the length of rows: around the sizes of subgroups and tiles, of all or half of the
 * capacity, or beyond it; sets *row to which of the twelve. */
static uint64_t draw_length(uint64_t *state, const struct drawn *d, unsigned *row)
{
    const uint64_t lengths[] = {
        1, 2, 3, 7, 31, 64, 1000, 1024, 4097, d->plan.capacity, d->plan.capacity / 2, 1ull << 33};

    *row = draw(state, 12);
    return lengths[*row] + (lengths[*row] == 0);
}

/* Draws the number of segments by offsets: few, about as many as elements, or more. */
static void draw_offsets(uint64_t *state, struct drawn *d)
{
    const uint64_t numbers[] = {1, 2, 31, 1025, d->plan.capacity, 2 * d->plan.capacity};
    const unsigned row = draw(state, 6);

    d->factors[FACTOR_VALUES] = 58 + row;
    d->segments.segments = numbers[row] + (numbers[row] == 0);
    d->segments.flags |= draw(state, 4) * VKSCAN_SEGMENTS_STARTS_BIT;
    d->segments.offset_size = draw(state, 3) ? 4 : 8;
    d->factors[FACTOR_ORDER] =
        d->segments.flags / VKSCAN_SEGMENTS_STARTS_BIT + d->segments.offset_size;
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

/* Draws what is sorted: the array, its rows or its segments, which one algorithm alone sorts. */
static void draw_parts(uint64_t *state, struct drawn *d)
{
    const bool by_subgroup = d->plan.algorithm == VKSCAN_ALGORITHM_SUBGROUP;
    const bool is_auto = d->plan.algorithm == VKSCAN_ALGORITHM_AUTO;
    const unsigned kind = by_subgroup ? 2 : draw(state, is_auto ? 3 : 2);
    vkscan_sort_params *s = &d->sort;
    unsigned row;

    if (kind == 1) {
        s->length = draw_length(state, d, &row);
        d->factors[FACTOR_CRITERION] = 40 + row;
    }
    if (kind == 2) {
        draw_offsets(state, d);
        d->segments.heads = VKSCAN_HEADS_OFFSETS;
        s->segments = d->segments.segments;
        s->offset_size = d->segments.offset_size;
        s->flags |= d->segments.flags;
        d->factors[FACTOR_CRITERION] = d->factors[FACTOR_VALUES];
        d->factors[FACTOR_WAYS] = d->factors[FACTOR_ORDER];
    }
}

static void draw_sort(uint64_t *state, struct drawn *d)
{
    static const uint32_t sizes[] = {0, 4, 8, 16, 0};
    static const uint32_t places[] = {0, 0, VKSCAN_SORT_IN_PLACE_BIT,
                                      VKSCAN_SORT_OVERWRITE_SOURCE_BIT};
    const unsigned values = draw(state, 5), order = draw(state, 2), place = draw(state, 4);
    vkscan_sort_params *s = &d->sort;

    s->struct_size = sizeof(*s);
    s->primitive = d->plan.primitive;
    d->plan.details = s;
    s->value_size = sizes[values];
    s->flags = places[place] | (order ? VKSCAN_SORT_DESCENDING_BIT : 0) |
               (values == 4 ? VKSCAN_SORT_INDICES_BIT : 0);
    d->place = s->flags & VKSCAN_SORT_IN_PLACE_BIT ? PLACE_IN_SOURCE : PLACE_APART;
    draw_digits(state, d);
    draw_parts(state, d);
    d->factors[FACTOR_VALUES] = 1 + values;
    d->factors[FACTOR_ORDER] = 1 + order;
    d->factors[FACTOR_OUTPUTS] = place;
}

/* Draws a range: of floats one that samples lie in, partly, one of all numbers, or one with fewer
 * numbers than bins. */
static void draw_range(uint64_t *state, struct drawn *d)
{
    static const double singles[][2] = {
        {-1, 1}, {-0.75, 0.5}, {-(double)FLT_MAX, (double)FLT_MAX}, {16777216, 16777220}};
    const uint32_t size = vkscan_type_size(d->plan.type), row = draw(state, 4);
    const bool is_float = d->plan.type == VKSCAN_TYPE_F32 || d->plan.type == VKSCAN_TYPE_F64;
    const bool is_signed = d->plan.type == VKSCAN_TYPE_I32, all = row % 2;
    const double values = (double)(1ull << 8 * (size < 8 ? size : 4)), half = values / 2;

    if (is_float) {
        d->histogram.first = singles[row][0];
        d->histogram.last = singles[row][1];
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
    h->primitive = d->plan.primitive;
    d->plan.details = h;
    h->binning = (vkscan_binning)draw(state, 3);
    h->bins = bins[size];
    h->channels = draw(state, 5);
    h->counted = h->channels && draw(state, 2) ? 1 + draw(state, h->channels) : 0;
    h->weights = (vkscan_weights)draw(state, 3);
    h->flags = draw(state, 8) * VKSCAN_HISTOGRAM_ACCUMULATE_BIT;
    if (h->weights == VKSCAN_WEIGHTS_F32)
        d->plan.determinism = VKSCAN_DETERMINISM_FASTEST;
    if (h->binning == VKSCAN_BINNING_EVEN)
        draw_range(state, d);
    d->factors[FACTOR_CRITERION] = 20 + (unsigned)h->binning;
    d->factors[FACTOR_OUTPUTS] = 20 + (unsigned)h->weights;
    d->factors[FACTOR_WAYS] = 20 + h->channels;
    d->factors[FACTOR_VALUES] = 20 + size;
    d->factors[FACTOR_ORDER] = 20 + h->flags / VKSCAN_HISTOGRAM_ACCUMULATE_BIT;
}

/* Draws the columns of a matrix: few or many, or rows in their place; and what lies between them.
 * Rows of a reduction may overlap. The reference does not know those of users' operators. */
static void draw_strides(uint64_t *state, struct drawn *d)
{
    vkscan_segments_params *s = &d->segments;
    const uint64_t strides[] = {0, 0, 1, 2, 5, 64, 1000, d->plan.capacity};
    const unsigned row = draw(state, 8), pitch = draw(state, 6), columns = draw(state, 4);

    d->factors[FACTOR_ORDER] = 30 + row;
    d->factors[FACTOR_OUTPUTS] = 30 + 4 * pitch + columns;
    if (d->user || strides[row] > d->plan.capacity)
        return;
    s->stride = strides[row];
    if (columns == 1 && s->stride > 1)
        s->columns = 1 + draw(state, (unsigned)s->stride);
    const uint64_t whole = s->length * (s->stride > 0 ? s->stride : 1);
    const uint64_t pitches[] = {0, 0, 0, whole, whole + 1 + draw(state, 40), whole / 3 + 1};
    if (pitch < 5 || s->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE)
        s->pitch = pitches[pitch];
}

/* Draws what a reduction by flags or keys writes besides its results. */
static void draw_segment_outputs(uint64_t *state, struct drawn *d)
{
    static const uint32_t outputs[] = {0, VKSCAN_SELECT_OUTPUT_NUMBER_BIT,
                                       VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT,
                                       VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT};
    const unsigned most = d->segments.heads == VKSCAN_HEADS_KEYS ? 4 : 3;

    for (unsigned i = 0; i < 2; i++)
        d->segments.outputs |= outputs[d->factors[FACTOR_OUTPUTS] = draw(state, most)];
    if (d->segments.outputs & VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT)
        d->segments.divisor = draw(state, 300);
}

static void draw_segments(uint64_t *state, struct drawn *d)
{
    vkscan_segments_params *s = &d->segments;
    const bool scans = d->plan.primitive != VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
    unsigned row;

    s->struct_size = sizeof(*s);
    s->primitive = d->plan.primitive;
    d->plan.details = s;
    draw_op(state, d);
    s->heads = (vkscan_heads)(1 + draw(state, VKSCAN_HEADS_OFFSETS));
    s->flags = draw(state, 2) ? VKSCAN_SEGMENTS_SEEDS_BIT : 0;
    if (s->heads == VKSCAN_HEADS_ROWS) {
        s->length = draw_length(state, d, &row);
        d->factors[FACTOR_VALUES] = 40 + row;
        draw_strides(state, d);
    }
    if (s->heads == VKSCAN_HEADS_KEYS)
        s->key_size = draw_key_size(state, d);
    if (s->heads == VKSCAN_HEADS_OFFSETS)
        draw_offsets(state, d);
    else if (s->heads != VKSCAN_HEADS_ROWS && !scans)
        draw_segment_outputs(state, d);
    d->plan.determinism = (vkscan_determinism)(d->factors[FACTOR_DETERMINISM] = draw(state, 3));
    if (scans && !draw(state, 3))
        d->plan.flags |= VKSCAN_PLAN_REVERSE_BIT;
    if (s->flags & VKSCAN_SEGMENTS_SEEDS_BIT || !draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    d->place = scans ? draw_place_of(state, d) : PLACE_APART;
    d->last_epochs = scans && (d->factors[FACTOR_EPOCH] = !draw(state, 3));
    d->factors[FACTOR_CRITERION] = 30 + (unsigned)s->heads;
    d->factors[FACTOR_WAYS] = 30 + (s->flags & VKSCAN_SEGMENTS_SEEDS_BIT);
}

/* Draws the length of the sorted array: small, around powers of two, or as long as the values. */
static void draw_sorted(uint64_t *state, struct drawn *d)
{
    const uint64_t lengths[] = {0, 1, 2, 3, 31, 255, 256, 1025, 65536, d->plan.capacity};
    static const uint32_t sizes[] = {0, 4, 8, 16};
    const unsigned row = draw(state, 10);

    d->sorted = (vkscan_sorted_params){
        .struct_size = sizeof(d->sorted), .primitive = d->plan.primitive, .length = lengths[row]};
    if (d->plan.primitive == VKSCAN_PRIMITIVE_MERGE)
        d->sorted.value_size = sizes[d->factors[FACTOR_OUTPUTS] = draw(state, 4)];
    d->plan.details = &d->sorted;
    d->factors[FACTOR_VALUES] = 6 + row;
}

/* Draws rows, or none, and how many of each are wanted; by radix-select few, as many tiles have
 * twice as many elements. */
static void draw_top_k(uint64_t *state, struct drawn *d)
{
    static const uint64_t lengths[] = {0, 0, 1, 7, 16, 64, 255, 1000, 5000, 70000};
    static const uint32_t ks[] = {1, 2, 7, 32, 100, 128, 256, 3000, 20000};
    const bool selects = d->plan.algorithm == VKSCAN_ALGORITHM_RADIX_SELECT;
    const unsigned row = draw(state, 10), k = draw(state, selects ? 7 : 9),
                   outputs = 1 + draw(state, 3);
    const uint64_t length = lengths[row];

    d->top_k = (vkscan_top_k_params){
        .struct_size = sizeof(d->top_k),
        .primitive = d->plan.primitive,
        .k = length > 0 && length < ks[k] ? (uint32_t)length : ks[k],
        .flags = draw(state, 4) * VKSCAN_TOP_K_SMALLEST_BIT,
        .length = length,
        .outputs = (outputs & 1 ? VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT : 0) |
                   (outputs & 2 ? VKSCAN_SELECT_OUTPUT_INDICES_BIT : 0),
    };
    if (length > 0 && selects)
        d->top_k.pitch = draw(state, 2) * (length + draw(state, 40));
    d->plan.details = &d->top_k;
    d->factors[FACTOR_VALUES] = 6 + row;
    d->factors[FACTOR_WAYS] = 30 + (d->top_k.pitch > length);
    d->factors[FACTOR_OUTPUTS] = outputs;
    d->factors[FACTOR_DIGITS] = k;
    d->factors[FACTOR_ORDER] = d->top_k.flags / VKSCAN_TOP_K_SMALLEST_BIT;
}

static void draw_difference(uint64_t *state, struct drawn *d)
{
    if (draw(state, 2))
        d->plan.flags |= VKSCAN_PLAN_REVERSE_BIT;
    if (!draw(state, 4))
        d->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    d->plan.determinism = (vkscan_determinism)(d->factors[FACTOR_DETERMINISM] = draw(state, 3));
}

/* ---- tuning, limits and what goes wrong ---- */

static bool is_power_of_two(uint32_t n)
{
    return n && !(n & (n - 1));
}

/* Draws another shape than the library's, small ones of reductions and scans the most often: a
 * single subgroup, and more subgroups than a subgroup has lanes. */
static void draw_shape(uint64_t *state, const struct draw_device *device, struct drawn *d)
{
    static const uint32_t items[] = {1, 2, 3, 4, 8, 16, 1, 2};
    const uint32_t lanes = device->lanes < 4 ? 4 : device->lanes;
    const uint32_t sizes[] = {0, 256, 1024, 64, 128, 64, lanes, 2 * lanes * lanes};
    /* The marks of a selection within a reduction are words of 32 elements. */
    const bool has_marks = d->plan.primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE &&
                           d->plan.algorithm == VKSCAN_ALGORITHM_BLELLOCH;
    const bool folds = vks_combines(d->plan.primitive) && !has_marks;
    const unsigned row = draw(state, 8), workgroup = draw(state, folds ? 8 : 6);
    const struct algorithm *named = vks_catalogue_find(d->plan.algorithm, d->plan.primitive);
    const struct arrangement *a = named ? named->arrangement : NULL;
    const bool is_tree = a && a->shared[0].padded && !a->vectors; /* of powers of two */
    struct shape shape = {sizes[workgroup] < 1024 ? sizes[workgroup] : 1024, items[row], 0};

    if (!a || !shape.workgroup_size)
        return;
    if (shape.items < a->least_items)
        shape.items = a->least_items;
    if (shape.items > a->most_items || (is_tree && !is_power_of_two(shape.items)))
        return;
    if (a->persistent && draw(state, 2))
        shape.workgroups = 2;
    d->shape = shape;
    d->factors[FACTOR_WORKGROUP] = 1 + workgroup;
    d->factors[FACTOR_ITEMS] = shape.items;
}

/* Draws how soon tiles are taken for missing, how many workgroups share the tiles, which tiles come
 * late, and whether there are pieces, which are of whole tiles. Those of the one tree of all
 * devices have a size of their own, which each device reaches. */
static void draw_limits(uint64_t *state, const struct draw_device *device, struct drawn *d)
{
    static const uint32_t limits[] = {0, 0, 1, 3}, workgroups[] = {0, 0, 0, 7, 3, 1};
    static const uint32_t stalls[] = {STALL_NONE,
                                      STALL_NONE,
                                      STALL_NONE,
                                      STALL_NONE,
                                      STALL_EVERY,
                                      STALL_THIRD,
                                      STALL_FIRST,
                                      STALL_RANDOM,
                                      STALL_EVERY | STALL_LATE,
                                      STALL_RANDOM | STALL_LATE,
                                      STALL_THIRD | STALL_LATE,
                                      DRAW_NO_POLLS};

    const struct algorithm *named = vks_catalogue_find(d->plan.algorithm, d->plan.primitive);

    d->spin_limit = d->factors[FACTOR_SPIN_LIMIT] = limits[draw(state, 4)];
    d->multiprocessors = d->factors[FACTOR_WORKGROUPS] = draw(state, 3);
    d->most_workgroups = workgroups[draw(state, 6)];
    /* lavapipe ends the loops of few workgroups that search among edges for too many values, or
     * take all tiles of too many segments or rows, or have too many subgroups, those of two lanes.
     */
    const bool has_segments = d->plan.details == &d->segments,
               has_long_loops = has_segments || device->lanes == 2 ||
                                d->plan.primitive == VKSCAN_PRIMITIVE_HISTOGRAM ||
                                d->plan.primitive == VKSCAN_PRIMITIVE_TOP_K;
    if (has_long_loops && d->plan.capacity > 1 << 14)
        d->most_workgroups = d->multiprocessors = 0;
    /* By radix each row has a tile at least. */
    const uint64_t least = d->plan.capacity / MOST_RADIX_ROWS;
    if (d->plan.details == &d->sort && d->sort.length > 0 &&
        d->plan.algorithm != VKSCAN_ALGORITHM_ONESWEEP && d->sort.length < least)
        d->sort.length = least;
    if (d->plan.details == &d->top_k && d->top_k.length > 0 &&
        d->plan.algorithm == VKSCAN_ALGORITHM_RADIX && d->top_k.length < least)
        d->top_k.length = least;
    if (d->plan.capacity < (has_segments ? MOST_OF_SEGMENTS : MOST_OF_STALLS))
        d->stall = stalls[draw(state, sizeof(stalls) / sizeof(stalls[0]))];
    if (d->stall == DRAW_NO_POLLS && d->plan.primitive != VKSCAN_PRIMITIVE_SORT)
        d->stall = STALL_NONE;
    d->in_pieces = named && named->production && d->shape.workgroup_size > 0 &&
                   d->shape.workgroup_size <= 64 &&
                   d->plan.primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN &&
                   d->plan.determinism != VKSCAN_DETERMINISM_EVERYWHERE && draw(state, 2);
    d->factors[FACTOR_LIMITS] = 2 * d->most_workgroups + d->in_pieces;
    d->factors[FACTOR_STALL] = d->stall;
}

void draw_plan(uint64_t *state, const struct draw_device *device, struct drawn *out)
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
        [VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN] = draw_segments,
        [VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN] = draw_segments,
        [VKSCAN_PRIMITIVE_SEGMENTED_REDUCE] = draw_segments,
        [VKSCAN_PRIMITIVE_LOWER_BOUND] = draw_sorted,
        [VKSCAN_PRIMITIVE_UPPER_BOUND] = draw_sorted,
        [VKSCAN_PRIMITIVE_MERGE] = draw_sorted,
        [VKSCAN_PRIMITIVE_DIFFERENCE] = draw_difference,
        [VKSCAN_PRIMITIVE_TOP_K] = draw_top_k,
    };
    vkscan_plan_params *plan = &out->plan;

    *out = (struct drawn){.plan.struct_size = sizeof(*plan)};
    plan->primitive = (vkscan_primitive)draw(state, sizeof(own) / sizeof(own[0]));
    plan->type = (vkscan_type)(1 + draw(state, number_of(type_name) - 1));
    plan->algorithm = draw_algorithm(state, plan->primitive);
    plan->access = (vkscan_access)draw(state, VKSCAN_ACCESS_ADDRESSES + 1);
    if (!draw(state, 4))
        plan->flags |= VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
    out->factors[FACTOR_CAPACITY] =
        draw(state, device->is_software ? CAPACITIES_OF_SOFTWARE : CAPACITIES);
    plan->capacity = draw_capacity(state, out->factors[FACTOR_CAPACITY]);
    out->factors[FACTOR_IGNORED] = draw(state, 2) ? 0 : draw(state, IGNORED_SETS);
    own[plan->primitive](state, out);
    draw_shape(state, device, out);
    draw_limits(state, device, out);
    out->factors[FACTOR_PRIMITIVE] = (unsigned)plan->primitive;
    out->factors[FACTOR_TYPE] = (unsigned)plan->type;
    out->factors[FACTOR_ALGORITHM] = (unsigned)plan->algorithm;
    out->factors[FACTOR_ACCESS] = (unsigned)plan->access;
    out->factors[FACTOR_PLAN_FLAGS] = plan->flags;
    out->factors[FACTOR_IN_PLACE] = 2 * out->place + out->chains;
}

/* ---- words ---- */

void draw_describe(const struct drawn *d, char *text, size_t size)
{
    static const char *const places[] = {"", ", in place", ", in the second source's place"};
    const vkscan_plan_params *p = &d->plan;
    int used = snprintf(
        text, size, "%s %s by %s, access %s, capacity %" PRIu64 ", flags 0x%x, without 0x%x%s%s",
        vkscan_primitive_name(p->primitive),
        p->user_operator ? p->user_operator->name : vkscan_type_name(p->type),
        vkscan_algorithm_name(p->algorithm), vkscan_access_name(p->access), p->capacity, p->flags,
        ignored_sets[d->factors[FACTOR_IGNORED]], places[d->place],
        d->chains ? ", total at the seed's place" : "");
    const struct {
        const char *name;
        uint32_t value;
    } numbers[] = {{"workgroups of", d->shape.workgroup_size},
                   {"items", d->shape.items},
                   {"spin limit", d->spin_limit},
                   {"multiprocessors", d->multiprocessors},
                   {"most workgroups", d->most_workgroups},
                   {"stall", d->stall},
                   {"pieces of", d->in_pieces ? DRAW_PIECE : 0},
                   {"last epochs", d->last_epochs}};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        if (numbers[i].value)
            used += snprintf(text + used, size - (size_t)used, ", %s %u", numbers[i].name,
                             numbers[i].value);
    text += used;
    size -= (size_t)used;
    if (p->details == &d->select)
        snprintf(text, size,
                 ", criterion %s, %u, outputs 0x%x, ways %u, divisor %u, flags 0x%x, keys of %u "
                 "bytes",
                 vkscan_criterion_name(d->select.criterion), (unsigned)d->select.second_criterion,
                 d->select.outputs, d->select.ways, d->select.divisor, d->select.flags,
                 d->select.key_size);
    else if (p->details == &d->sort)
        snprintf(text, size,
                 ", values %u, flags 0x%x, bits %u to %u, length %" PRIu64 ", %" PRIu64
                 " segments by %u bytes",
                 d->sort.value_size, d->sort.flags, d->sort.first_bit, d->sort.end_bit,
                 d->sort.length, d->sort.segments, d->sort.offset_size);
    else if (p->details == &d->histogram)
        snprintf(text, size,
                 ", binning %d, %u bins of [%g, %g), channels %u of %u, weights %d, "
                 "flags 0x%x",
                 (int)d->histogram.binning, d->histogram.bins, d->histogram.first,
                 d->histogram.last, d->histogram.counted, d->histogram.channels,
                 (int)d->histogram.weights, d->histogram.flags);
    else if (p->details == &d->sorted)
        snprintf(text, size, ", length %" PRIu64 ", values %u", d->sorted.length,
                 d->sorted.value_size);
    else if (p->details == &d->top_k)
        snprintf(text, size,
                 ", %u of length %" PRIu64 ", pitch %" PRIu64 ", flags 0x%x, outputs 0x%x",
                 d->top_k.k, d->top_k.length, d->top_k.pitch, d->top_k.flags, d->top_k.outputs);
    else
        used = snprintf(text, size, ", %s into %s, determinism %s", vkscan_op_name(p->op),
                        vkscan_type_name(p->out_type ? p->out_type : p->type),
                        vkscan_determinism_name(p->determinism));
    if (p->details == &d->segments)
        snprintf(text + used, size - (size_t)used,
                 ", heads %d, length %" PRIu64 ", keys of %" PRIu32 " bytes, %" PRIu64
                 " segments by %" PRIu32 " bytes, stride %" PRIu64 ", pitch %" PRIu64
                 ", columns %" PRIu64 ", flags 0x%" PRIx32 ", outputs 0x%" PRIx32,
                 (int)d->segments.heads, d->segments.length, d->segments.key_size,
                 d->segments.segments, d->segments.offset_size, d->segments.stride,
                 d->segments.pitch, d->segments.columns, d->segments.flags, d->segments.outputs);
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
