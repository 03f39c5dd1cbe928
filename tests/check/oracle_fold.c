/* SPDX-License-Identifier: MIT */
#include "oracle_fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"
#include "reference_tree.h"

/* ---- the library's operators ---- */

static vkscan_type out_type_of(const vkscan_plan_params *plan)
{
    return plan->out_type ? plan->out_type : plan->type;
}

/* Tells whether the results are those of the one tree of all devices. */
static bool has_tree(const struct buffers *b)
{
    return b->drawn->plan.determinism == VKSCAN_DETERMINISM_EVERYWHERE &&
           b->plan->computation.rounds && !b->drawn->user;
}

/* Extremes are for minima and maxima, which are exact. */
static enum reference_data draw_data(const struct buffers *b, uint64_t *state)
{
    static const enum reference_data kinds[] = {REFERENCE_RANDOM,    REFERENCE_RANDOM,
                                                REFERENCE_IDENTITY,  REFERENCE_ALTERNATING,
                                                REFERENCE_ASCENDING, REFERENCE_EXTREMES};
    const vkscan_op op = b->drawn->plan.op;
    const bool is_exact = op == VKSCAN_OP_MIN || op == VKSCAN_OP_MAX;

    return kinds[draw(state, has_tree(b) ? 4 : is_exact ? 6 : 5)];
}

static void fill_built_in(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_plan_params *plan = &b->drawn->plan;

    if (run->count)
        reference_fill(plan->type, plan->op, draw_data(b, state), draw_word(state),
                       buffers_before(b, VKSCAN_PORT_SOURCE), run->count);
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

static bool expect_any_grouping(struct buffers *b, const struct oracle_run *run, char *text,
                                size_t size)
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

/* Where the shape is drawn, tiles have other leaves than the contract's. */
static void expect_tree(struct buffers *b, const struct oracle_run *run)
{
    const vkscan_plan_params *plan = &b->drawn->plan;
    const void *seed = run->has_seed ? run->seed : NULL;
    const uint8_t *source = buffers_before(b, VKSCAN_PORT_SOURCE);
    uint8_t *results = buffers_expected(b, VKSCAN_PORT_DESTINATION);
    void *total = buffers_expected(b, VKSCAN_PORT_TOTAL);

    if (b->drawn->shape.workgroup_size)
        reference_tree_of(plan, b->plan->shape.workgroup_size, b->plan->items, seed, source,
                          run->count, results, total);
    else
        reference_tree(plan, seed, source, run->count, results, total);
}

/* ---- user operators ---- */

static void fill_user(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const struct operator_row *row = b->drawn->user;
    const vkscan_operator *user = row->user;

    operator_fill(row->data, draw(state, UINT32_MAX), buffers_before(b, VKSCAN_PORT_SOURCE),
                  run->count * user->input_size / 4);
    if (user->second_size)
        operator_fill(row->data, draw(state, UINT32_MAX),
                      buffers_before(b, VKSCAN_PORT_SECOND_SOURCE),
                      run->count * user->second_size / 4);
}

static void fill_user_seeds(const struct operator_row *row, uint64_t count, uint64_t *state,
                            uint8_t *seeds)
{
    uint32_t words[2 * OPERATOR_WORDS_MAX], seed[OPERATOR_WORDS_MAX];

    for (uint64_t i = 0; i < count; i++) {
        operator_fill(row->data, draw(state, UINT32_MAX), words, 2 * OPERATOR_WORDS_MAX);
        operator_element(row, &(struct operator_input){words, words + OPERATOR_WORDS_MAX, 7}, seed);
        memcpy(seeds + i * row->user->element_size, seed, row->user->element_size);
    }
}

/* Loads the words that the operator has of element i. */
static void load_input(struct buffers *b, uint64_t i, uint32_t *element)
{
    const vkscan_operator *user = b->drawn->user->user;
    uint32_t words[2][OPERATOR_WORDS_MAX] = {{0}};

    memcpy(words[0], buffers_before(b, VKSCAN_PORT_SOURCE) + i * user->input_size,
           user->input_size);
    if (user->second_size)
        memcpy(words[1], buffers_before(b, VKSCAN_PORT_SECOND_SOURCE) + i * user->second_size,
               user->second_size);
    operator_element(b->drawn->user, &(struct operator_input){words[0], words[1], (uint32_t)i},
                     element);
}

/* Expects a result at a port's place `at`, or what was found if it is near enough. */
static void expect_result(struct buffers *b, vkscan_port port, uint64_t at, const uint32_t *element)
{
    const struct operator_row *row = b->drawn->user;
    const uint64_t size = row->user->element_size;
    uint32_t found[OPERATOR_WORDS_MAX], expected[OPERATOR_WORDS_MAX];

    if (!buffers_found(b, port))
        return;
    memcpy(found, buffers_found(b, port) + at * size, size);
    memcpy(expected, element, size);
    operator_accept(row, found, expected);
    memcpy(buffers_expected(b, port) + at * size, expected, size);
}

void oracle_expect_user(struct buffers *b, const struct oracle_part *part, uint32_t *total)
{
    const struct operator_row *row = b->drawn->user;
    const bool is_reverse = b->drawn->plan.flags & VKSCAN_PLAN_REVERSE_BIT;
    const uint64_t count = part->end > part->begin ? part->end - part->begin : 0;
    uint32_t before[OPERATOR_WORDS_MAX], element[OPERATOR_WORDS_MAX];

    memcpy(total, part->seed ? part->seed : row->identity, row->user->element_size);
    for (uint64_t turn = 0; turn < count; turn++) {
        const uint64_t i = is_reverse ? count - 1 - turn : turn;
        memcpy(before, total, sizeof(before));
        load_input(b, part->begin + i, element);
        row->combine(before, element, total);
        if (!part->reduces)
            expect_result(b, VKSCAN_PORT_DESTINATION, part->place + i,
                          part->exclusive ? before : total);
    }
    if (part->reduces)
        expect_result(b, VKSCAN_PORT_DESTINATION, part->place, total);
}

static void expect_user(struct buffers *b, const struct oracle_run *run)
{
    const vkscan_primitive primitive = b->drawn->plan.primitive;
    const struct oracle_part all = {.end = run->count,
                                    .seed = run->has_seed ? run->seed : NULL,
                                    .reduces = primitive == VKSCAN_PRIMITIVE_REDUCE,
                                    .exclusive = primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN};
    uint32_t total[OPERATOR_WORDS_MAX];

    oracle_expect_user(b, &all, total);
    if (!all.reduces)
        expect_result(b, VKSCAN_PORT_TOTAL, 0, total);
}

/* ---- both ---- */

void oracle_fill_seeds(struct buffers *b, uint64_t count, uint64_t *state, uint8_t *seeds)
{
    const vkscan_plan_params *plan = &b->drawn->plan;

    if (b->drawn->user)
        fill_user_seeds(b->drawn->user, count, state, seeds);
    else
        reference_fill(out_type_of(plan), plan->op, REFERENCE_RANDOM, draw_word(state), seeds,
                       count);
}

bool oracle_fill_fold(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    run->has_seed = b->drawn->plan.flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT || draw(state, 2);
    if (b->drawn->user)
        fill_user(b, run, state);
    else
        fill_built_in(b, run, state);
    oracle_fill_seeds(b, 1, state, run->seed);
    return true;
}

bool oracle_expect_fold(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    if (!b->drawn->user && !has_tree(b))
        return expect_any_grouping(b, run, text, size);
    if (b->drawn->user)
        expect_user(b, run);
    else
        expect_tree(b, run);
    return true;
}
