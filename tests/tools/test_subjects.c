/* SPDX-License-Identifier: MIT */
/*
 * The subjects of all primitives, by which speed is measured: the result of the loop on one core
 * passes the check, and no wrong one does.
 */
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "../support/cases.h"
#include "names.h"
#include "parallel.h"
#include "reference.h"
#include "subject.h"
#include "type.h"

const char program_name[] = "test_subjects";

#define HISTOGRAM_COUNT 3001
#define MANY 70001 /* elements, for which several threads pay off */

static const uint64_t counts[] = {1, 2, 63, 64, 65, 1000};

static bool is_scalar(vkscan_type type)
{
    return type < VKSCAN_TYPE_U32X2;
}

/* ---- runs ---- */

/* Options are names and values, up to NULL. */
struct trial {
    vkscan_primitive primitive;
    vkscan_type type;
    const char *options[9];
};

struct made {
    struct subject_params params;
    vkscan_plan_params plan;
    struct subject_run run;
    uint32_t seed[4];
};

/* Reads an option of the primitive, or one of segments that it has too. */
static int parse(struct subject_params *params, vkscan_primitive primitive, const char *name,
                 const char *value)
{
    const struct option *option = subject_of(primitive)->options;

    while (option->name && strcmp(option->name, name) != 0)
        option++;
    if (!option->name)
        return parse(params, VKSCAN_PRIMITIVE_SEGMENTED_REDUCE, name, value);
    return option_read(option, value, params);
}

static void make(struct made *m, const struct trial *trial, uint64_t count,
                 enum reference_sort_data data)
{
    *m = (struct made){.plan = {.struct_size = sizeof(vkscan_plan_params),
                                .primitive = trial->primitive,
                                .type = trial->type,
                                .capacity = count}};
    for (size_t i = 0; trial->options[i]; i += 2)
        assert_int_equal(
            parse(&m->params, trial->primitive, trial->options[i], trial->options[i + 1]), 0);
    subject_of(trial->primitive)->settle(&m->params, &m->plan);
    const struct subject_layout layout = subject_lay_out(&m->plan, count, count);
    m->run = subject_run_of(&m->plan, count, calloc(1, layout.read.size + 16),
                            calloc(1, layout.written.size + 16), m->seed);
    assert_true(subject_of(trial->primitive)->fill(&m->run, data));
}

static void forget(struct made *m)
{
    free(m->run.read);
    free(m->run.written);
}

static bool passes(const struct made *m, uint64_t *at)
{
    return subject_of(m->plan.primitive)->check(&m->run, at);
}

static void compute(const struct made *m)
{
    uint64_t at;

    assert_true(subject_of(m->plan.primitive)->compute(&m->run));
    assert_true(passes(m, &at));
}

/* With another bit of a byte of what is written; also that it was this that made the difference. */
static void assert_found(const struct made *m, uint64_t byte, uint8_t bits, uint64_t expected)
{
    uint64_t at = 0;

    ((uint8_t *)m->run.written)[byte] ^= bits;
    assert_false(passes(m, &at));
    assert_int_equal(at, expected);
    ((uint8_t *)m->run.written)[byte] ^= bits;
    assert_true(passes(m, &at));
}

/* ---- folds ---- */

/* They are held against the reference by their check. */
TEST(folds_are_the_reference_s)
{
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_op op = 0; vkscan_op_name(op); op++)
            for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
                const struct trial trial = {p, type, {"op", vkscan_op_name(op)}};
                const bool is_float = type_of(type)->scalar.kind == FLOAT;
                struct made m;
                if (is_float && op > VKSCAN_OP_MAX)
                    continue;
                make(&m, &trial, 1000, SORT_DATA_RANDOM);
                compute(&m);
                if (!is_float)
                    assert_found(&m, 0, 1, 0);
                forget(&m);
            }
}

TEST(folds_compute_in_another_type)
{
    static const struct trial trials[] = {
        {VKSCAN_PRIMITIVE_REDUCE, VKSCAN_TYPE_U8, {"out-type", "u32"}},
        {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_TYPE_I16, {"out-type", "i64", "op", "min"}},
        {VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_TYPE_F32, {"out-type", "f64"}},
    };

    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        struct made m;
        make(&m, &trials[i], 1000, SORT_DATA_RANDOM);
        compute(&m);
        forget(&m);
    }
}

/* Parts of it are made on several threads. */
TEST(folds_have_the_reference_s_data)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U32,   VKSCAN_TYPE_I8,  VKSCAN_TYPE_F16,
                                        VKSCAN_TYPE_U32X3, VKSCAN_TYPE_U64, VKSCAN_TYPE_F64};

    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const size_t size = (size_t)MANY * vkscan_type_size(types[i]);
        void *expected = malloc(size);
        struct made m;
        make(&m, &(struct trial){VKSCAN_PRIMITIVE_REDUCE, types[i], {NULL}}, MANY,
             SORT_DATA_RANDOM);
        reference_fill(types[i], VKSCAN_OP_ADD, REFERENCE_RANDOM, 1, expected, MANY);
        assert_memory_equal(m.run.read, expected, size);
        free(expected);
        forget(&m);
    }
}

/* ---- selections ---- */

static void check_selection(const struct trial *trial, uint64_t count)
{
    const uint32_t size = vkscan_type_size(trial->type);
    struct made m;
    uint32_t number;

    make(&m, trial, count, SORT_DATA_RANDOM);
    for (uint64_t i = 1; i < count; i += 2) /* of which some are alike */
        memcpy((char *)m.run.read + i * size, (char *)m.run.read + (i - 1) * size, size);
    memcpy(m.seed, (char *)m.run.read + count / 2 * size, size);
    compute(&m);
    memcpy(&number, subject_second_written(&m.run), sizeof(number));
    const uint64_t stored = trial->primitive == VKSCAN_PRIMITIVE_PARTITION ? count : number;
    if (stored) {
        assert_found(&m, 0, 1, 0);
        assert_found(&m, stored * size - 1, 0x80, stored - 1);
    }
    forget(&m);
}

TEST(wrong_selections_are_found)
{
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_criterion c = 0; vkscan_criterion_name(c); c++) {
            const bool ordered = c >= VKSCAN_CRITERION_LESS && c <= VKSCAN_CRITERION_GREATER_EQUAL;
            if (c == VKSCAN_CRITERION_PREDICATE || (ordered && !is_scalar(type)))
                continue;
            for (size_t n = 0; n < COUNT_OF(counts); n++)
                for (vkscan_primitive p = VKSCAN_PRIMITIVE_SELECT; p <= VKSCAN_PRIMITIVE_UNIQUE;
                     p++)
                    check_selection(
                        &(struct trial){p, type, {"criterion", vkscan_criterion_name(c)}},
                        counts[n]);
        }
}

/* A wrong length leads to a place where no run begins. */
TEST(wrong_lengths_are_found)
{
    static const struct trial trial = {
        VKSCAN_PRIMITIVE_UNIQUE, VKSCAN_TYPE_U8, {"run-lengths", ""}};
    struct made m;

    make(&m, &trial, 10007, SORT_DATA_SORTED);
    compute(&m);
    const uint64_t lengths = m.run.layout.written.ports[2].place;
    assert_found(&m, lengths + 5 * sizeof(uint32_t), 1, 6);
    assert_found(&m, lengths + 255 * sizeof(uint32_t), 1, 10007);
    forget(&m);
}

/* One more or less than are kept. */
TEST(wrong_numbers_are_found)
{
    static const struct trial trial = {VKSCAN_PRIMITIVE_PARTITION, VKSCAN_TYPE_U32, {NULL}};
    struct made m;
    uint32_t number;
    uint64_t at;

    make(&m, &trial, 10007, SORT_DATA_RANDOM);
    compute(&m);
    char *place = (char *)m.run.written + m.run.layout.written.ports[1].place;
    memcpy(&number, place, sizeof(number));
    for (int more = -1; more <= 1; more += 2) {
        memcpy(place, &(uint32_t){number + (uint32_t)more}, sizeof(number));
        assert_false(passes(&m, &at));
        assert_int_equal(at, 10007);
    }
    forget(&m);
}

/* ---- sorts ---- */

/* The check is another way than the sort: neighbours are in order, and all records are there. */
static void check_sort(const struct trial *trial, uint64_t count, enum reference_sort_data data)
{
    struct made m;

    make(&m, trial, count, data);
    assert_true(reference_sort_fill(trial->type, data, count, m.run.read, count));
    compute(&m);
    forget(&m);
}

TEST(sorts_pass_the_check)
{
    static const char *const values[][2] = {
        {NULL}, {"values", "4"}, {"values", "8"}, {"values", "16"}, {"argsort", ""}};

    for (vkscan_type type = VKSCAN_TYPE_U32; is_scalar(type); type++)
        for (size_t n = 0; n < COUNT_OF(counts); n++)
            for (size_t v = 0; v < COUNT_OF(values); v++)
                check_sort(
                    &(struct trial){VKSCAN_PRIMITIVE_SORT, type, {values[v][0], values[v][1]}},
                    counts[n], SORT_DATA_RANDOM);
    check_sort(&(struct trial){VKSCAN_PRIMITIVE_SORT, VKSCAN_TYPE_I32, {"values", "4"}}, 10007,
               SORT_DATA_ZIPF);
    for (size_t v = 0; v < COUNT_OF(values); v++)
        check_sort(&(struct trial){VKSCAN_PRIMITIVE_SORT,
                                   VKSCAN_TYPE_U16,
                                   {"length", "70", values[v][0], values[v][1]}},
                   1009, SORT_DATA_RANDOM);
    for (int lengths = 0; names_get(NAMES_LENGTHS, lengths); lengths++)
        check_sort(&(struct trial){VKSCAN_PRIMITIVE_SORT,
                                   VKSCAN_TYPE_U8,
                                   {"heads", "offsets", "length", "70", "segments",
                                    names_get(NAMES_LENGTHS, lengths), "argsort", ""}},
                   MANY, SORT_DATA_RANDOM);
}

/* What is done to a right result: two elements change places, one takes another's, or a bit of it
 * flips; at: where that is found, COUNT if by no element. */
#define COUNT 1009
static const struct {
    enum reference_sort_data data;
    const char *values;
    enum { EXCHANGE, COPY, FLIP } fault;
    uint32_t port, size;
    uint64_t i, j, at;
} faults[] = {
    {SORT_DATA_RANDOM, "4", EXCHANGE, 0, 4, 700, 701, 701},
    {SORT_DATA_RANDOM, "4", EXCHANGE, 1, 4, 700, 7, COUNT}, /* the values of other keys */
    {SORT_DATA_RANDOM, "0", COPY, 0, 4, 0, 1, COUNT},       /* a key twice, and another lost */
    {SORT_DATA_EQUAL, "16", EXCHANGE, 1, 16, 700, 701, 701},
    {SORT_DATA_EQUAL, "16", FLIP, 1, 16, 700, 0, COUNT},
};

TEST(wrong_sorts_are_found)
{
    for (size_t f = 0; f < COUNT_OF(faults); f++) {
        const struct trial trial = {
            VKSCAN_PRIMITIVE_SORT, VKSCAN_TYPE_U32, {"values", faults[f].values}};
        const uint32_t size = faults[f].size;
        struct made m;
        uint64_t at = 0;
        char before[16];
        make(&m, &trial, COUNT, faults[f].data);
        compute(&m);
        char *all = (char *)m.run.written + m.run.layout.written.ports[faults[f].port].place;
        char *i = all + faults[f].i * size, *j = all + faults[f].j * size;
        memcpy(before, i, size);
        if (faults[f].fault == FLIP)
            i[size - 1] ^= 1;
        else
            memcpy(i, j, size);
        if (faults[f].fault == EXCHANGE)
            memcpy(j, before, size);
        assert_false(passes(&m, &at));
        assert_int_equal(at, faults[f].at);
        forget(&m);
    }
}

/* Values of equal keys, exchanged, pass in any order alone; one that is twice there is found. */
TEST(equal_keys_in_any_order_pass)
{
    const struct trial trial = {VKSCAN_PRIMITIVE_SORT, VKSCAN_TYPE_F32, {"argsort", ""}};
    struct made m;
    uint64_t at = 0;

    make(&m, &trial, COUNT, SORT_DATA_EQUAL);
    compute(&m);
    uint32_t *values = (uint32_t *)(void *)subject_second_written(&m.run);
    values[7] = 700;
    values[700] = 7;
    assert_false(passes(&m, &at));
    assert_int_equal(at, 8);
    m.run.any_order = true;
    assert_true(passes(&m, &at));
    values[8] = 9;
    assert_false(passes(&m, &at));
    forget(&m);
}

/* Exchanged between rows or segments, sorted ones stay sorted, and have the same keys in all. */
TEST(keys_in_another_row_are_found)
{
    static const struct trial trials[] = {
        {VKSCAN_PRIMITIVE_SORT, VKSCAN_TYPE_U32, {"length", "8"}},
        {VKSCAN_PRIMITIVE_SORT, VKSCAN_TYPE_U32, {"heads", "offsets", "length", "8"}},
    };

    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        struct made m;
        uint64_t at = 0;
        char row[8 * sizeof(uint32_t)];
        make(&m, &trials[i], 16, SORT_DATA_RANDOM);
        compute(&m);
        char *second = (char *)m.run.written + sizeof(row);
        memcpy(row, m.run.written, sizeof(row));
        memcpy(m.run.written, second, sizeof(row));
        memcpy(second, row, sizeof(row));
        assert_false(passes(&m, &at));
        assert_int_equal(at, 16);
        forget(&m);
    }
}

/* ---- histograms ---- */

static void check_histogram(const struct trial *trial, enum reference_sort_data data)
{
    struct made m;

    make(&m, trial, HISTOGRAM_COUNT, data);
    const vkscan_histogram_params *h = m.plan.details;
    const uint32_t counters = (h->counted ? h->counted : h->channels ? h->channels : 1) * h->bins;

    assert_int_equal(m.run.layout.written.size, counters * sizeof(uint32_t));
    compute(&m);
    for (uint32_t i = 0; i < counters; i += 1 + counters / 8)
        assert_found(&m, i * 4 + i % 4, (uint8_t)(1u << i % 7), i);
    forget(&m);
}

/* What a loop counts, devices are held against in test_histogram, and those against numpy's in
 * vkscan_histogram.md. */
TEST(wrong_counters_are_found)
{
#define OF(type) VKSCAN_PRIMITIVE_HISTOGRAM, VKSCAN_TYPE_##type
    static const struct trial trials[] = {
        {OF(U8), {NULL}},
        {OF(U8), {"bins", "7", "range", "-3..200", "channels", "4", "counted", "3"}},
        {OF(U8), {"bins", "20", "edges", "", "weights", "u32", "closed", ""}},
        {OF(U16), {"bins", "1000", "channels", "3"}},
        {OF(U8), {"bins", "5", "range", "10..190", "closed", ""}},
        {OF(U32), {"bins", "256"}},
        {OF(U32), {"bins", "77", "range", "1..4294967295", "weights", "f32"}},
        {OF(U32), {"bins", "9", "edges", ""}},
        {OF(I32), {"bins", "100"}},
        {OF(I32), {"bins", "31", "edges", "", "channels", "2"}},
        {OF(F32), {"bins", "100", "weights", "u32"}},
        {OF(F32), {"bins", "3", "range", "-.25..0.5", "weights", "f32", "closed", ""}},
        {OF(F32), {"bins", "67", "edges", "", "closed", ""}},
        {OF(F64), {"bins", "300", "channels", "2", "counted", "1"}},
        {OF(F64), {"bins", "5", "edges", "", "weights", "f32"}},
    };
#undef OF

    for (size_t i = 0; i < COUNT_OF(trials); i++)
        for (int data = 0; data < SORT_DATA_COUNT; data++)
            check_histogram(&trials[i], (enum reference_sort_data)data);
}

/* ---- segments ---- */

/* Rows, and heads of each kind, are held against the reference by their check. A wrong result is
 * found at the ends of the array, and in the middle, where segments of 7 begin and end. */
TEST(wrong_segments_are_found)
{
#define OF(primitive, type) VKSCAN_PRIMITIVE_SEGMENTED_##primitive, VKSCAN_TYPE_##type
    static const struct trial trials[] = {
        {OF(INCLUSIVE_SCAN, U32), {"length", "7"}},
        {OF(EXCLUSIVE_SCAN, U8), {"heads", "bytes", "length", "7"}},
        {OF(INCLUSIVE_SCAN, U64), {"heads", "bits", "length", "50", "segments", "power"}},
        {OF(INCLUSIVE_SCAN, I32X3), {"heads", "words", "length", "1"}},
        {OF(EXCLUSIVE_SCAN, U32), {"heads", "keys", "length", "4000", "segments", "power"}},
        {OF(INCLUSIVE_SCAN, U16), {"heads", "keys", "length", "4294967295"}},
        {OF(INCLUSIVE_SCAN, U32), {"heads", "offsets", "length", "7"}},
        {OF(EXCLUSIVE_SCAN, I16), {"heads", "offsets", "length", "90", "segments", "power"}},
        {OF(REDUCE, U32), {"heads", "offsets", "length", "7", "segments", "half-empty"}},
        {OF(REDUCE, U32), {"length", "7"}},
        {OF(REDUCE, I8), {"length", "1"}},
    };
#undef OF

    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        const uint32_t size = vkscan_type_size(trials[i].type);
        struct made m;
        make(&m, &trials[i], MANY, SORT_DATA_RANDOM);
        compute(&m);
        const uint64_t results = m.run.layout.written.size / size;
        const uint64_t places[] = {0, 6, 7, results / 2, results - 1};
        for (size_t k = 0; k < COUNT_OF(places); k++)
            assert_found(&m, places[k] * size + k % size, 1, places[k]);
        forget(&m);
    }
}

/* The results of segments that the device finds, their number, and their keys. */
TEST(wrong_reductions_by_key_are_found)
{
    static const struct trial trial = {
        VKSCAN_PRIMITIVE_SEGMENTED_REDUCE, VKSCAN_TYPE_U32, {"heads", "keys", "length", "7"}};
    const uint64_t last = (MANY + 6) / 7 - 1;
    struct made m;

    make(&m, &trial, MANY, SORT_DATA_RANDOM);
    compute(&m);
    const struct subject_port *ports = m.run.layout.written.ports;
    assert_found(&m, last * sizeof(uint32_t), 1, last);
    assert_found(&m, ports[1].place, 1, MANY);
    assert_found(&m, ports[2].place, 1, 0);
    assert_found(&m, ports[2].place + last * sizeof(uint32_t), 1, last);
    forget(&m);
}

/* ---- sorted arrays ---- */

/* Bounds and merged keys are held against the reference, in the middle and at the ends, with sorted
 * arrays of few keys and of more than there are values. */
TEST(wrong_bounds_and_merged_keys_are_found)
{
    static const struct trial trials[] = {
        {VKSCAN_PRIMITIVE_LOWER_BOUND, VKSCAN_TYPE_U32, {"sorted", "7"}},
        {VKSCAN_PRIMITIVE_UPPER_BOUND, VKSCAN_TYPE_F64, {"sorted", "100000"}},
        {VKSCAN_PRIMITIVE_UPPER_BOUND, VKSCAN_TYPE_I8, {"sorted", "1"}},
        {VKSCAN_PRIMITIVE_MERGE, VKSCAN_TYPE_U32, {"sorted", "7"}},
    };

    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        struct made m;
        make(&m, &trials[i], MANY, SORT_DATA_RANDOM);
        compute(&m);
        const uint64_t places[] = {0, MANY / 2, MANY - 1};
        for (size_t k = 0; k < COUNT_OF(places); k++)
            assert_found(&m, places[k] * sizeof(uint32_t), 1, places[k]);
        forget(&m);
    }
}

/* ---- differences ---- */

/* In the middle and at the ends, of integers and of floats. */
TEST(wrong_differences_are_found)
{
    static const struct trial trials[] = {
        {VKSCAN_PRIMITIVE_DIFFERENCE, VKSCAN_TYPE_U32, {NULL}},
        {VKSCAN_PRIMITIVE_DIFFERENCE, VKSCAN_TYPE_F32, {NULL}},
    };

    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        struct made m;
        make(&m, &trials[i], MANY, SORT_DATA_RANDOM);
        compute(&m);
        const uint64_t places[] = {0, MANY / 2, MANY - 1};
        for (size_t k = 0; k < COUNT_OF(places); k++)
            assert_found(&m, places[k] * sizeof(uint32_t), 1, places[k]);
        forget(&m);
    }
}

/* ---- top-k ---- */

/* Elements and indices, at both ends and in the middle. */
TEST(wrong_elements_and_indices_of_the_best_are_found)
{
    static const struct trial trials[] = {
        {VKSCAN_PRIMITIVE_TOP_K, VKSCAN_TYPE_U32, {"k", "1000"}},
        {VKSCAN_PRIMITIVE_TOP_K, VKSCAN_TYPE_F64, {"k", "1000"}},
    };

    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        struct made m;
        make(&m, &trials[i], MANY, SORT_DATA_RANDOM);
        compute(&m);
        const uint32_t size = vkscan_type_size(trials[i].type);
        const uint64_t indices = m.run.layout.written.ports[1].place;
        const uint64_t places[] = {0, 500, 999};
        for (size_t k = 0; k < COUNT_OF(places); k++) {
            assert_found(&m, places[k] * size, 1, places[k]);
            assert_found(&m, indices + places[k] * sizeof(uint32_t), 1, places[k]);
        }
        forget(&m);
    }
}

/* Results of a row of 100 equal elements, which are changed: their indices in another order and by
 * others pass; one that is twice there, out of the row, or of no such element is found. */
TEST(the_best_in_any_order_pass)
{
    static const struct trial trial = {
        VKSCAN_PRIMITIVE_TOP_K, VKSCAN_TYPE_U32, {"length", "100", "k", "3"}};
    static const struct {
        uint32_t indices[3];
        bool right;
    } rows[] = {{{0, 1, 2}, true},
                {{70, 9, 99}, true},
                {{70, 9, 70}, false},
                {{0, 1, 100}, false},
                {{0, 1, 42}, false}};
    struct made m;
    uint64_t at;

    make(&m, &trial, 250, SORT_DATA_EQUAL);
    ((uint32_t *)m.run.read)[142] -= 1;
    compute(&m);
    m.run.any_order = true;
    uint32_t *indices = (uint32_t *)(void *)subject_second_written(&m.run) + 3;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        memcpy(indices, rows[i].indices, sizeof(rows[i].indices));
        assert_int_equal(passes(&m, &at), rows[i].right);
    }
    memcpy(indices, rows[1].indices, sizeof(rows[1].indices));
    m.run.any_order = false;
    assert_false(passes(&m, &at));
    forget(&m);
}

/* One that is not among the best, with its index. */
TEST(another_than_the_best_is_found)
{
    static const struct trial trial = {VKSCAN_PRIMITIVE_TOP_K, VKSCAN_TYPE_F32, {"k", "3"}};
    struct made m;
    uint64_t at;

    make(&m, &trial, 1000, SORT_DATA_REVERSED);
    compute(&m);
    m.run.any_order = true;
    ((uint32_t *)m.run.written)[1] = ((uint32_t *)m.run.read)[3];
    ((uint32_t *)(void *)subject_second_written(&m.run))[1] = 3;
    assert_false(passes(&m, &at));
    forget(&m);
}

/* ---- parts ---- */

#define FAULT 0xc0 /* of the highest byte: of a float sign and exponent */

static void list_part(void *user, const struct parallel_part *part)
{
    ((uint64_t *)user)[part->index] = part->first;
}

/* A source that is another than the result's, in one element. */
static void assert_source_found(const struct made *m, uint64_t byte)
{
    uint64_t at;

    ((uint8_t *)m->run.read)[byte] ^= FAULT;
    assert_false(passes(m, &at));
    ((uint8_t *)m->run.read)[byte] ^= FAULT;
}

/* Of a sort it is this or the next one that is out of order. */
static void assert_result_found(const struct made *m, uint64_t element, uint32_t size)
{
    uint8_t *byte = (uint8_t *)m->run.written + (element + 1) * size - 1;
    uint64_t at = 0;

    *byte ^= FAULT;
    assert_false(passes(m, &at));
    *byte ^= FAULT;
    assert_in_range(at, element, element + (m->plan.primitive == VKSCAN_PRIMITIVE_SORT));
}

/* Elements of a result. */
static uint64_t stored(const struct made *m, uint32_t size)
{
    const bool some = m->plan.primitive == VKSCAN_PRIMITIVE_SELECT ||
                      m->plan.primitive == VKSCAN_PRIMITIVE_UNIQUE;
    uint32_t number;

    memcpy(&number, subject_second_written(&m->run), some ? sizeof(number) : 0);
    return some ? number : m->run.layout.written.ports[0].size / size;
}

static void check_ends(const struct trial *trial, bool by_source)
{
    uint64_t firsts[PARALLEL_PARTS];
    const uint32_t parts = parallel_for(MANY, list_part, firsts);
    const uint32_t size = vkscan_type_size(trial->type);
    const struct subject *subject = subject_of(trial->primitive);
    struct made m;
    uint64_t at;

    make(&m, trial, MANY, SORT_DATA_RANDOM);
    const uint32_t out = subject == &subject_histogram ? 4
                         : m.plan.out_type             ? vkscan_type_size(m.plan.out_type)
                                                       : size;
    assert_true(subject->compute(&m.run));
    if (subject->folds) /* in reverse too */
        reference_run(&m.plan, NULL, m.run.read, MANY, m.run.written);
    assert_true(passes(&m, &at));
    for (uint32_t p = 1; p < parts; p += 5)
        for (uint64_t i = firsts[p] - 1; i <= firsts[p]; i++) {
            if (by_source)
                assert_source_found(&m, (i + 1) * size - 1);
            if (i < stored(&m, out))
                assert_result_found(&m, i, out);
        }
    assert_true(parts > PARALLEL_PARTS / 2 && passes(&m, &at));
    forget(&m);
}

/* by_source: another element of the source always has another result. */
TEST(errors_are_found_at_the_ends_of_parts)
{
#define OF(primitive, type) VKSCAN_PRIMITIVE_##primitive, VKSCAN_TYPE_##type
    static const struct {
        struct trial trial;
        bool by_source;
    } rows[] = {
        {{OF(REDUCE, U32), {NULL}}, true},
        {{OF(REDUCE, U8), {"out-type", "u32"}}, true},
        {{OF(INCLUSIVE_SCAN, U32), {NULL}}, true},
        {{OF(REDUCE, F32), {NULL}}, true},
        {{OF(INCLUSIVE_SCAN, F32), {NULL}}, true},
        {{OF(EXCLUSIVE_SCAN, F32), {"op", "mul", "out-type", "f64"}}, false},
        {{OF(INCLUSIVE_SCAN, F32), {"op", "max"}}, false},
        {{OF(EXCLUSIVE_SCAN, F64), {"reverse", ""}}, true},
        {{OF(INCLUSIVE_SCAN, I64), {"op", "xor", "reverse", ""}}, true},
        {{OF(EXCLUSIVE_SCAN, U32X3), {NULL}}, true},
        {{OF(EXCLUSIVE_SCAN, I16), {"out-type", "i32", "reverse", ""}}, true},
        {{OF(SELECT, U32), {"criterion", "less"}}, false},
        {{OF(PARTITION, U16), {"criterion", "flag-bits"}}, true},
        {{OF(UNIQUE, U32), {NULL}}, true},
        {{OF(SORT, U32), {"values", "4"}}, true},
        {{OF(SORT, F64), {"values", "0"}}, true},
        {{OF(HISTOGRAM, U32), {"bins", "4096"}}, true},
        {{OF(HISTOGRAM, F32), {"bins", "64", "weights", "u32"}}, true},
    };
#undef OF

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        check_ends(&rows[i].trial, rows[i].by_source);
}

TEST(ranges_default_to_what_data_has)
{
    static const struct {
        vkscan_type type;
        double first, last;
    } rows[] = {{VKSCAN_TYPE_U8, 0, 256},           {VKSCAN_TYPE_U16, 0, 65536},
                {VKSCAN_TYPE_U32, 0, 4294967296.0}, {VKSCAN_TYPE_I32, -2147483648.0, 2147483648.0},
                {VKSCAN_TYPE_F32, -1, 1},           {VKSCAN_TYPE_F64, -1, 1}};

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct made m;
        make(&m, &(struct trial){VKSCAN_PRIMITIVE_HISTOGRAM, rows[i].type, {NULL}}, 1,
             SORT_DATA_RANDOM);
        assert_ptr_equal(m.plan.details, &m.params.histogram);
        assert_int_equal(m.params.histogram.bins, 256);
        assert_true(m.params.histogram.first == rows[i].first);
        assert_true(m.params.histogram.last == rows[i].last);
        forget(&m);
    }
}

TEST(bad_options_are_refused)
{
    static const struct {
        vkscan_primitive primitive;
        const char *name, *values[10]; /* up to NULL */
    } rows[] = {
        {VKSCAN_PRIMITIVE_REDUCE, "op", {"plus", ""}},
        {VKSCAN_PRIMITIVE_SELECT, "criterion", {"lt"}},
        {VKSCAN_PRIMITIVE_SORT, "values", {"5", "", "32"}},
        {VKSCAN_PRIMITIVE_HISTOGRAM, "bins", {"0", "1048577", "-1", "8x", ""}},
        {VKSCAN_PRIMITIVE_HISTOGRAM, "channels", {"5"}},
        {VKSCAN_PRIMITIVE_HISTOGRAM, "counted", {"0"}},
        {VKSCAN_PRIMITIVE_HISTOGRAM,
         "range",
         {"1", "1..1", "2..1", "1..x", "..1", "nan..1", "1.."}},
        {VKSCAN_PRIMITIVE_HISTOGRAM, "weights", {"u16", ""}},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t k = 0; rows[i].values[k]; k++) {
            struct subject_params params = {.op = 0};
            assert_int_equal(parse(&params, rows[i].primitive, rows[i].name, rows[i].values[k]), 2);
        }
}

RUN_TESTS(subjects)
