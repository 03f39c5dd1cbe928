/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_fold.h"
#include "oracle_histogram.h"
#include "oracle_segments.h"
#include "oracle_sorted.h"
#include "reference.h"
#include "reference_difference.h"
#include "reference_select.h"
#include "reference_sort.h"
#include "reference_top_k.h"

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

uint32_t oracle_draw_rarity(uint64_t *state)
{
    static const uint32_t rarities[] = {1, 2, 3, 4, 6, 50, 2000, UINT32_MAX};

    return rarities[draw(state, 8)];
}

void oracle_fill_flags(uint32_t bits, uint64_t count, uint64_t *state, uint8_t *flags)
{
    const uint32_t rarity = oracle_draw_rarity(state);

    for (uint64_t i = 0; i < count; i++) {
        const bool set = !draw(state, rarity);
        const uint32_t flag = !set ? 0 : draw(state, 2) ? 1 : (uint32_t)draw_word(state) | 2;
        if (bits == 1)
            flags[i / 8] = (uint8_t)((flags[i / 8] & ~(1u << i % 8)) | (unsigned)set << i % 8);
        else
            memcpy(flags + i * (bits / 8), &flag, bits / 8);
    }
}

/* ---- selections ---- */

static const vkscan_select_params *select_of(const struct buffers *b)
{
    return &b->drawn->select;
}

static void fill_flags(struct buffers *b, uint64_t count, uint64_t *state)
{
    const vkscan_criterion criterion = select_of(b)->criterion;
    const uint32_t bits = criterion == VKSCAN_CRITERION_FLAG_BITS    ? 1
                          : criterion == VKSCAN_CRITERION_FLAG_BYTES ? 8
                                                                     : 32;

    if (criterion == VKSCAN_CRITERION_KEYS)
        oracle_fill_keys(select_of(b)->key_size, count, state,
                         buffers_before(b, VKSCAN_PORT_FLAGS));
    else if (buffers_before(b, VKSCAN_PORT_FLAGS))
        oracle_fill_flags(bits, count, state, buffers_before(b, VKSCAN_PORT_FLAGS));
}

/* Fills in operands of a predicate: of its seed as many words as a seed has at most. */
static void fill_predicate(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const struct predicate_row *row = b->drawn->predicate;
    const uint64_t words = run->count * (vkscan_type_size(row->type) / 4);

    operator_fill(row->data, draw(state, UINT32_MAX), run->seed, ORACLE_SEED / 4);
    operator_fill(row->data, draw(state, UINT32_MAX), buffers_before(b, VKSCAN_PORT_SOURCE), words);
    run->has_seed = b->info.seed_size > 0;
}

/* NaNs of both signs, zeros of both signs, infinities, denormals and others, in all components; of
 * other types than floats any bits. */
static void fill_specials(vkscan_type type, uint8_t *elements, uint64_t count, uint64_t *state)
{
    static const uint16_t halves[] = {0x7e00, 0xfe01, 0,      0x8000, 0x7c00, 0xfc00,
                                      1,      0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff};
    static const uint32_t singles[] = {0x7fc00000, 0xff800001, 0,          0x80000000,
                                       0x7f800000, 0xff800000, 1,          0x80000001,
                                       0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff};
    static const uint64_t doubles[] = {0x7ff8000000000000,
                                       0xfff0000000000001,
                                       0,
                                       0x8000000000000000,
                                       0x7ff0000000000000,
                                       0xfff0000000000000,
                                       1,
                                       0x8000000000000001,
                                       0x3ff0000000000000,
                                       0xbff0000000000000,
                                       0x7fefffffffffffff,
                                       0xffefffffffffffff};
    const uint64_t size = type == VKSCAN_TYPE_F64 ? 8 : type == VKSCAN_TYPE_F16 ? 2 : 4;
    const uint64_t bytes = count * vkscan_type_size(type);

    for (uint64_t at = 0; at + size <= bytes; at += size) {
        const uint32_t i = draw(state, 12);
        memcpy(elements + at,
               size == 8   ? (const void *)&doubles[i]
               : size == 2 ? (const void *)&halves[i]
                           : (const void *)&singles[i],
               size);
    }
}

/* Elements of which half equal the one before, and seeds among them. */
static bool fill_select(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const vkscan_type type = b->drawn->plan.type;
    const uint64_t size = vkscan_type_size(type);
    uint8_t *source = buffers_before(b, VKSCAN_PORT_SOURCE);

    if (b->drawn->predicate) {
        fill_predicate(b, run, state);
        return true;
    }
    reference_fill(type, VKSCAN_OP_ADD, REFERENCE_RANDOM, draw_word(state), run->seed, 2);
    if (source && run->count) {
        if (draw(state, 2))
            reference_fill(type, VKSCAN_OP_ADD, REFERENCE_RANDOM, draw_word(state), source,
                           run->count);
        else
            fill_specials(type, source, run->count, state);
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
    const uint64_t size = draw_element_size(b->drawn);
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

/* Writes the lengths of the runs that begin, or end, at the indices. */
static void expect_lengths(struct buffers *b, const uint32_t *indices, uint64_t count,
                           uint64_t elements)
{
    const bool is_last = select_of(b)->flags & VKSCAN_SELECT_LAST_BIT;
    uint8_t *lengths = buffers_expected(b, VKSCAN_PORT_LENGTHS);

    for (uint64_t i = 0; lengths && i < count; i++) {
        const uint64_t begin = !is_last ? indices[i] : i > 0 ? indices[i - 1] + 1 : 0;
        const uint64_t end = is_last ? indices[i] + 1 : i + 1 < count ? indices[i + 1] : elements;
        const uint32_t length = (uint32_t)(end - begin);
        memcpy(lengths + 4 * i, &length, sizeof(length));
    }
}

void oracle_expect_number(struct buffers *b, uint32_t group, uint64_t kept, uint32_t divisor)
{
    const uint32_t number = (uint32_t)kept;
    uint32_t arguments[] = {number, 1, 1};

    if (divisor > 0)
        arguments[0] = number / divisor + (number % divisor > 0);
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
        .type = b->drawn->predicate ? b->drawn->predicate->type : b->drawn->plan.type,
        .criterion = select_of(b)->criterion,
        .second_criterion = select_of(b)->second_criterion,
        .source = buffers_before(b, VKSCAN_PORT_SOURCE),
        .flags = buffers_before(b, VKSCAN_PORT_FLAGS),
        .seed = run->seed,
        .key_size = select_of(b)->key_size,
        .keeps_last = select_of(b)->flags & VKSCAN_SELECT_LAST_BIT,
        .count = run->count,
        .three_ways = select_of(b)->ways == 3,
        .keep = b->drawn->predicate ? b->drawn->predicate->keep : NULL,
    };
    const bool partitions = selection.primitive == VKSCAN_PRIMITIVE_PARTITION;
    uint32_t *indices = malloc((run->count + 1) * sizeof(indices[0]));
    uint64_t at = 0;

    if (!indices)
        return complain(text, size, "out of memory");
    for (unsigned group = 1; group <= 1u + selection.three_ways; group++) {
        const uint64_t kept = reference_select_group(&selection, run->count, group, indices);
        expect_group(b, indices, kept, at);
        expect_lengths(b, indices, kept, run->count);
        oracle_expect_number(b, group - 1, kept, select_of(b)->divisor);
        at += kept;
    }
    if (partitions)
        expect_group(b, indices, reference_select_group(&selection, run->count, 0, indices), at);
    free(indices);
    return true;
}

/* ---- sorts ---- */

/* Clears some bytes of all keys, so that digits are uniform: passes that move nothing, or copy. */
static void clear_bytes(struct buffers *b, uint64_t count, uint64_t *state)
{
    const uint64_t size = vkscan_type_size(b->drawn->plan.type);
    const uint32_t kept = draw(state, 1u << size);
    uint8_t *keys = buffers_before(b, VKSCAN_PORT_SOURCE);

    for (uint64_t i = 0; i < count * size; i++)
        keys[i] = kept >> i % size & 1 ? keys[i] : 0;
}

static bool fill_sort(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    const enum reference_sort_data data = (enum reference_sort_data)draw(state, SORT_DATA_COUNT);

    if (b->drawn->sort.segments > 0)
        oracle_fill_offsets(b, run->count, state);
    if (run->count == 0)
        return true;
    if (!reference_sort_fill(b->drawn->plan.type, data, draw_word(state),
                             buffers_before(b, VKSCAN_PORT_SOURCE), run->count))
        return false;
    if (data == SORT_DATA_RANDOM && draw(state, 2))
        clear_bytes(b, run->count, state);
    return true;
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
        .offsets = buffers_before(b, VKSCAN_PORT_HEADS),
        .number = oracle_segments_number(b),
    };

    if (sort->flags & VKSCAN_SORT_OVERWRITE_SOURCE_BIT) {
        accept_source(b, VKSCAN_PORT_SOURCE, run->count * key_size);
        accept_source(b, VKSCAN_PORT_SECOND_SOURCE, run->count * source.value_size);
    }
    for (uint32_t i = 0; makes && i < run->count; i++) {
        const uint32_t index = sort->length > 0 ? (uint32_t)(i % sort->length) : i;
        memcpy(values + 4 * i, &index, sizeof(index));
    }
    return reference_sort_records(sort, &source, run->count,
                                  buffers_expected(b, VKSCAN_PORT_DESTINATION), values) ||
           complain(text, size, "out of memory");
}

/* ---- differences ---- */

static bool fill_difference(struct buffers *b, struct oracle_run *run, uint64_t *state)
{
    static const enum reference_data kinds[] = {REFERENCE_RANDOM, REFERENCE_RANDOM,
                                                REFERENCE_EXTREMES, REFERENCE_ASCENDING};
    const vkscan_plan_params *plan = &b->drawn->plan;
    const enum reference_data data = kinds[draw(state, 4)];

    run->has_seed = plan->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT || draw(state, 2);
    if (run->count > 0)
        reference_fill(plan->type, VKSCAN_OP_ADD, data, draw_word(state),
                       buffers_before(b, VKSCAN_PORT_SOURCE), run->count);
    reference_fill(plan->type, VKSCAN_OP_ADD, REFERENCE_RANDOM, draw_word(state), run->seed, 1);
    return true;
}

/* Takes what was found for expected, as far as the reference allows it. */
static bool expect_difference(struct buffers *b, const struct oracle_run *run, char *text,
                              size_t size)
{
    const vkscan_plan_params *plan = &b->drawn->plan;
    const struct difference difference = {.type = plan->type,
                                          .reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT,
                                          .beside = run->has_seed ? run->seed : NULL,
                                          .source = buffers_before(b, VKSCAN_PORT_SOURCE),
                                          .count = run->count};
    const uint8_t *found = buffers_found(b, VKSCAN_PORT_DESTINATION);
    uint64_t at;

    if (run->count > 0 && !reference_difference_check(&difference, found, &at)) {
        snprintf(text, size, "element %" PRIu64 " of the destination is wrong", at);
        return false;
    }
    if (run->count > 0)
        memcpy(buffers_expected(b, VKSCAN_PORT_DESTINATION), found,
               run->count * vkscan_type_size(plan->type));
    return true;
}

/* ---- top-k ---- */

static bool expect_top_k(struct buffers *b, const struct oracle_run *run, char *text, size_t size)
{
    const struct reference_top_k top_k = {.type = b->drawn->plan.type,
                                          .params = &b->drawn->top_k,
                                          .source = buffers_before(b, VKSCAN_PORT_SOURCE),
                                          .count = run->count};

    return reference_top_k_run(&top_k, 0, reference_top_k_rows(&top_k),
                               buffers_expected(b, VKSCAN_PORT_DESTINATION),
                               buffers_expected(b, VKSCAN_PORT_INDICES)) ||
           complain(text, size, "out of memory");
}

/* ---- all ---- */

static const struct {
    bool (*fill)(struct buffers *b, struct oracle_run *run, uint64_t *state);
    bool (*expect)(struct buffers *b, const struct oracle_run *run, char *text, size_t size);
} oracles[] = {
    [VKSCAN_PRIMITIVE_REDUCE] = {oracle_fill_fold, oracle_expect_fold},
    [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = {oracle_fill_fold, oracle_expect_fold},
    [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = {oracle_fill_fold, oracle_expect_fold},
    [VKSCAN_PRIMITIVE_SELECT] = {fill_select, expect_select},
    [VKSCAN_PRIMITIVE_PARTITION] = {fill_select, expect_select},
    [VKSCAN_PRIMITIVE_UNIQUE] = {fill_select, expect_select},
    [VKSCAN_PRIMITIVE_SORT] = {fill_sort, expect_sort},
    [VKSCAN_PRIMITIVE_HISTOGRAM] = {oracle_fill_histogram, oracle_expect_histogram},
    [VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN] = {oracle_fill_segments, oracle_expect_segments},
    [VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN] = {oracle_fill_segments, oracle_expect_segments},
    [VKSCAN_PRIMITIVE_SEGMENTED_REDUCE] = {oracle_fill_segments, oracle_expect_segments},
    [VKSCAN_PRIMITIVE_LOWER_BOUND] = {oracle_fill_sorted, oracle_expect_sorted},
    [VKSCAN_PRIMITIVE_UPPER_BOUND] = {oracle_fill_sorted, oracle_expect_sorted},
    [VKSCAN_PRIMITIVE_MERGE] = {oracle_fill_merge, oracle_expect_merge},
    [VKSCAN_PRIMITIVE_DIFFERENCE] = {fill_difference, expect_difference},
    [VKSCAN_PRIMITIVE_TOP_K] = {fill_sort, expect_top_k},
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
