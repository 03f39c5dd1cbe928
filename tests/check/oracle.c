/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "reference_histogram.h"
#include "reference_select.h"
#include "reference_sort.h"
#include "sample.h"

static bool complain(char *text, size_t size, const char *what)
{
    snprintf(text, size, "%s", what);
    return false;
}

static void copy_elements(uint8_t *to, uint64_t at, const uint8_t *from, uint64_t index,
                          uint64_t size)
{
    memcpy(to + at * size, from + index * size, size);
}

/* ---- reductions and scans ---- */

static vkscan_type out_type_of(const vkscan_plan_params *plan)
{
    return plan->out_type ? plan->out_type : plan->type;
}

static bool fill_fold(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    static const enum reference_data kinds[] = {REFERENCE_RANDOM,   REFERENCE_RANDOM,
                                                REFERENCE_IDENTITY, REFERENCE_ASCENDING,
                                                REFERENCE_RANDOM,   REFERENCE_ALTERNATING};
    const vkscan_plan_params *plan = &b->drawn->plan;

    if (run->count)
        reference_fill(plan->type, plan->op, kinds[draw(state, 6)], draw_word(state),
                       buffers_before(b, VKSCAN_PORT_SOURCE), run->count);
    run->has_seed = plan->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT || draw(state, 2);
    reference_fill(out_type_of(plan), plan->op, REFERENCE_RANDOM, draw_word(state), run->seed, 1);
    return true;
}

/* Takes what was found for expected where the reference allows it. */
static bool accept(struct buffers *b, const struct oracle_run *run, vkscan_port port,
                   const vkscan_plan_params *plan, uint64_t elements, char *text, size_t size)
{
    const uint64_t bytes = elements * vkscan_type_size(out_type_of(plan));
    uint64_t at;

    if (!reference_check(plan, run->has_seed ? run->seed : NULL,
                         buffers_before(b, VKSCAN_PORT_SOURCE), run->count, buffers_found(b, port),
                         &at)) {
        snprintf(text, size, "element %" PRIu64 " of %s is wrong", at, vkscan_port_name(port));
        return false;
    }
    memcpy(buffers_expected(b, port), buffers_found(b, port), bytes);
    return true;
}

static bool expect_fold(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    const vkscan_plan_params *plan = &b->drawn->plan;
    const bool reduces = plan->primitive == VKSCAN_PRIMITIVE_REDUCE;
    vkscan_plan_params total = *plan;

    total.primitive = VKSCAN_PRIMITIVE_REDUCE;
    total.flags = 0;
    return ((!reduces && run->count == 0) ||
            accept(b, run, VKSCAN_PORT_DESTINATION, plan, reduces ? 1 : run->count, text, size)) &&
           (!(plan->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT) ||
            accept(b, run, VKSCAN_PORT_TOTAL, &total, 1, text, size));
}

/* ---- selections ---- */

static const vkscan_select_params *select_of(const struct buffers *b)
{
    return &b->drawn->select;
}

/* Flags of bytes or words: none set, all, or some; 1, or anything else that is not 0. */
static void fill_flags(struct buffers *b, uint64_t count, uint64_t *state)
{
    const uint64_t size = select_of(b)->criterion == VKSCAN_CRITERION_FLAG_BYTES ? 1 : 4;
    const uint32_t rarity = 1 + draw(state, 6);
    uint8_t *flags = buffers_before(b, VKSCAN_PORT_FLAGS);

    if (!flags || select_of(b)->criterion == VKSCAN_CRITERION_FLAG_BITS)
        return;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t flag = draw(state, rarity) ? 0 : draw(state, 2) ? 1 : (uint32_t)draw_word(state);
        memcpy(flags + i * size, &flag, size);
    }
}

/* Elements of which half equal the one before, and seeds among them. */
static bool fill_select(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type);
    uint8_t *source = buffers_before(b, VKSCAN_PORT_SOURCE);

    reference_fill(type, VKSCAN_OP_ADD, REFERENCE_RANDOM, draw_word(state), run->seed, 2);
    if (source && run->count) {
        reference_fill(type, VKSCAN_OP_ADD, draw(state, 2) ? REFERENCE_RANDOM : REFERENCE_EXTREMES,
                       draw_word(state), source, run->count);
        for (uint64_t i = 1; i < run->count; i++)
            if (draw(state, 2))
                copy_elements(source, i, source, i - 1, size);
        copy_elements(run->seed, 0, source, draw(state, run->count), size);
        copy_elements(run->seed, 1, source, draw(state, run->count), size);
    }
    fill_flags(b, run->count, state);
    run->has_seed = b->info.seed_size > 0;
    return true;
}

/* Writes the elements and indices of a group from place `at` on. */
static void expect_group(struct buffers *b, const uint32_t *indices, uint64_t count, uint64_t at)
{
    const uint64_t size = vkscan_type_size(b->drawn->plan.type);
    uint8_t *elements = buffers_expected(b, VKSCAN_PORT_DESTINATION);
    uint8_t *places = buffers_expected(b, VKSCAN_PORT_INDICES);
    const uint32_t outputs = select_of(b)->outputs;
    const bool stores = !outputs || outputs & VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT;

    for (uint64_t i = 0; i < count; i++) {
        if (stores)
            copy_elements(elements, at + i, buffers_before(b, VKSCAN_PORT_SOURCE), indices[i],
                          size);
        if (places)
            memcpy(places + 4 * (at + i), &indices[i], 4);
    }
}

static void expect_number(struct buffers *b, uint32_t group, uint64_t kept)
{
    const uint32_t divisor = select_of(b)->divisor ? select_of(b)->divisor : 1;
    const uint32_t number = (uint32_t)kept;
    const uint32_t arguments[] = {number / divisor + (number % divisor > 0), 1, 1};

    if (buffers_expected(b, VKSCAN_PORT_NUMBER))
        memcpy(buffers_expected(b, VKSCAN_PORT_NUMBER) + 4 * group, &number, 4);
    if (buffers_expected(b, VKSCAN_PORT_ARGUMENTS))
        memcpy(buffers_expected(b, VKSCAN_PORT_ARGUMENTS) + sizeof(arguments) * group, arguments,
               sizeof(arguments));
}

static bool expect_select(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    const struct reference_selection selection = {
        .primitive = b->drawn->plan.primitive,
        .type = b->drawn->plan.type,
        .criterion = select_of(b)->criterion,
        .second_criterion = select_of(b)->second_criterion,
        .source = buffers_before(b, VKSCAN_PORT_SOURCE),
        .flags = buffers_before(b, VKSCAN_PORT_FLAGS),
        .seed = run->seed,
        .three_ways = select_of(b)->ways == 3,
    };
    const bool partitions = selection.primitive == VKSCAN_PRIMITIVE_PARTITION;
    uint32_t *indices = malloc((run->count + 1) * sizeof(indices[0]));
    uint64_t at = 0;

    if (!indices)
        return complain(text, size, "out of memory");
    for (unsigned group = 1; group <= 1u + selection.three_ways; group++) {
        const uint64_t kept = reference_select_group(&selection, run->count, group, indices);
        expect_group(b, indices, kept, at);
        expect_number(b, group - 1, kept);
        at += kept;
    }
    if (partitions)
        expect_group(b, indices, reference_select_group(&selection, run->count, 0, indices), at);
    free(indices);
    return true;
}

/* ---- sorts ---- */

static bool fill_sort(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    return run->count == 0 ||
           reference_sort_fill(b->drawn->plan.type,
                               (enum reference_sort_data)draw(state, SORT_DATA_COUNT),
                               draw_word(state), buffers_before(b, VKSCAN_PORT_SOURCE), run->count);
}

/* What is left in a source that is overwritten is anything. */
static void accept_source(struct buffers *b, vkscan_port port, uint64_t bytes)
{
    if (buffers_expected(b, port))
        memcpy(buffers_expected(b, port), buffers_found(b, port), bytes);
}

static bool expect_sort(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    const vkscan_sort_params *sort = &b->drawn->sort;
    const bool makes = sort->flags & VKSCAN_SORT_INDICES_BIT;
    const uint64_t key_size = vkscan_type_size(b->drawn->plan.type);
    uint8_t *values = buffers_expected(b, VKSCAN_PORT_SECOND_DESTINATION);
    const struct sort_records source = {
        .type = b->drawn->plan.type,
        .value_size = makes ? 4 : sort->value_size,
        .keys = buffers_before(b, VKSCAN_PORT_SOURCE),
        .values = makes ? values : buffers_before(b, VKSCAN_PORT_SECOND_SOURCE),
    };

    if (sort->flags & VKSCAN_SORT_OVERWRITE_SOURCE_BIT) {
        accept_source(b, VKSCAN_PORT_SOURCE, run->count * key_size);
        accept_source(b, VKSCAN_PORT_SECOND_SOURCE, run->count * source.value_size);
    }
    for (uint32_t i = 0; makes && i < run->count; i++)
        memcpy(values + 4 * i, &i, sizeof(i));
    return reference_sort_records(sort, &source, run->count,
                                  buffers_expected(b, VKSCAN_PORT_DESTINATION), values) ||
           complain(text, size, "out of memory");
}

/* ---- histograms ---- */

static const vkscan_histogram_params *histogram_of(const struct buffers *b)
{
    return &b->drawn->histogram;
}

/* Counters that weights of f32 are added to begin at 0, so that their sums stay exact. */
static bool fill_histogram(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_histogram_params *h = histogram_of(b);
    const vkscan_type type = b->drawn->plan.type;
    const enum reference_sort_data data = (enum reference_sort_data)draw(state, 2);

    if (h->weights)
        sample_weights(h->weights, buffers_before(b, VKSCAN_PORT_SECOND_SOURCE), run->count);
    if (h->weights == VKSCAN_WEIGHTS_F32)
        memset(buffers_before(b, VKSCAN_PORT_DESTINATION), 0,
               b->windows[VKSCAN_PORT_DESTINATION].used);
    return (h->binning != VKSCAN_BINNING_EDGES ||
            sample_keys(type, SORT_DATA_SORTED, buffers_before(b, VKSCAN_PORT_EDGES),
                        h->bins + 1)) &&
           sample_keys(type, data, buffers_before(b, VKSCAN_PORT_SOURCE),
                       run->count * reference_histogram_channels(h));
}

/* Returns how many values counters without weights have. */
static uint32_t sum_of(const uint8_t *counters, uint64_t number)
{
    uint32_t sum = 0, counter;

    for (uint64_t i = 0; i < number; i++) {
        memcpy(&counter, counters + 4 * i, sizeof(counter));
        sum += counter;
    }
    return sum;
}

static bool expect_histogram(struct buffers *b, const struct oracle_run *run, char *text,
                             size_t size)
{
    const vkscan_histogram_params *h = histogram_of(b);
    const struct reference_histogram histogram = {
        .type = b->drawn->plan.type,
        .params = h,
        .source = buffers_before(b, VKSCAN_PORT_SOURCE),
        .weights = buffers_before(b, VKSCAN_PORT_SECOND_SOURCE),
        .edges = buffers_before(b, VKSCAN_PORT_EDGES),
    };
    const uint64_t counters = reference_histogram_counters(h);
    const bool adds = h->flags & VKSCAN_HISTOGRAM_ACCUMULATE_BIT;
    uint8_t *expected = buffers_expected(b, VKSCAN_PORT_DESTINATION);
    uint8_t *number = buffers_expected(b, VKSCAN_PORT_NUMBER);
    uint32_t outside = (uint32_t)(run->count * reference_histogram_counted(h)), before;

    (void)text, (void)size;
    if (!adds)
        memset(expected, 0, 4 * counters);
    outside += sum_of(expected, counters);
    reference_histogram_count(&histogram, 0, run->count, expected);
    outside -= sum_of(expected, counters);
    if (!number)
        return true;
    memcpy(&before, number, 4);
    outside += adds ? before : 0;
    /* By weights the counters do not tell how many are outside. */
    memcpy(number, h->weights ? buffers_found(b, VKSCAN_PORT_NUMBER) : (uint8_t *)&outside, 4);
    return true;
}

/* ---- all ---- */

static const struct {
    bool (*fill)(struct buffers *b, struct oracle_run *run, uint64_t *state);
    bool (*expect)(struct buffers *b, const struct oracle_run *run, char *text, size_t size);
} oracles[] = {
    [VKSCAN_PRIMITIVE_REDUCE] = {fill_fold, expect_fold},
    [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = {fill_fold, expect_fold},
    [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = {fill_fold, expect_fold},
    [VKSCAN_PRIMITIVE_SELECT] = {fill_select, expect_select},
    [VKSCAN_PRIMITIVE_PARTITION] = {fill_select, expect_select},
    [VKSCAN_PRIMITIVE_UNIQUE] = {fill_select, expect_select},
    [VKSCAN_PRIMITIVE_SORT] = {fill_sort, expect_sort},
    [VKSCAN_PRIMITIVE_HISTOGRAM] = {fill_histogram, expect_histogram},
};

bool oracle_fill(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    run->has_seed = false;
    return oracles[b->drawn->plan.primitive].fill(b, run, state);
}

bool oracle_expect(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    return oracles[b->drawn->plan.primitive].expect(b, run, text, size);
}
