/* SPDX-License-Identifier: MIT */
/* Plans of top-k that are refused, buffers, and rows at the ends of what there is; tests/check
 * draws top-k. */
#include "port_buffers.h"
#include "ports.h"
#include "reference_top_k.h"
#include "refusals.h"

#define TOP(...)                                                                                   \
    .details = &(const vkscan_top_k_params)                                                        \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define TOP_K .primitive = VKSCAN_PRIMITIVE_TOP_K, .type = VKSCAN_TYPE_U32
#define BOTH (VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT | VKSCAN_SELECT_OUTPUT_INDICES_BIT)

TEST(bad_plans_are_refused)
{
    const struct bad_plan plans[] = {
        {{TOP_K}, "details is NULL: top-k needs vkscan_top_k_params", 0},
        {{TOP_K, TOP(.k = 0, .length = 9)}, "details.k is 0: tell how many", 0},
        {{TOP_K, TOP(.k = 10, .length = 9)}, "details.k 10 is beyond details.length 9", 0},
        {{TOP_K, TOP(.k = 1, .length = 9, .pitch = 8)},
         "details.pitch is 8, and details.length 9",
         0},
        {{TOP_K, TOP(.k = 1, .reserved = 5)}, "reserved is 5: it has to be 0", 0},
        {{TOP_K, TOP(.k = 1, .pitch = 8)},
         "details.pitch is 8, and details.length 0: a pitch is",
         0},
        {{TOP_K, TOP(.k = 1, .flags = VKSCAN_PLAN_COMPILE_NOTHING_BIT)},
         "unknown details.flags 0x1",
         0},
        {{TOP_K, TOP(.k = 1, .outputs = VKSCAN_SELECT_OUTPUT_NUMBER_BIT)},
         "details.outputs are 0x4000: top-k has ELEMENTS and INDICES",
         0},
        {{TOP_K, TOP(.k = 1), .op = VKSCAN_OP_MIN}, "a top-k has no operator", 0},
        {{TOP_K, TOP(.k = 1), .flags = VKSCAN_PLAN_REVERSE_BIT}, "flags 0x2 are not for", 0},
        {{TOP_K, TOP(.k = 1), .algorithm = VKSCAN_ALGORITHM_ONESWEEP},
         "algorithm onesweep does not compute top-k",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_TOP_K, .type = VKSCAN_TYPE_F32X2, TOP(.k = 1)},
         "elements of type f32x2, vectors, have no order",
         0},
        {{TOP_K, TOP(.k = 50000), .capacity = 100000, .algorithm = VKSCAN_ALGORITHM_RADIX_SELECT},
         "elements; algorithm radix, and so auto, finds more",
         VKSCAN_ERROR_TOO_LARGE},
    };

    REFUSE_PLANS(h, plans);
}

/* A plan with both outputs, and its buffers. */
struct run {
    struct memory source, elements, indices, number;
    struct ports ports;
};

static struct run run_open(struct harness *h, vkscan_algorithm algorithm, vkscan_top_k_params top_k,
                           uint64_t capacity)
{
    const uint64_t rows = top_k.length ? (capacity + top_k.length - 1) / top_k.length : 1;
    const vkscan_plan_params params = {TOP_K, .capacity = capacity, .algorithm = algorithm,
                                       .details = &top_k};
    struct run run = {.source = memory_open(h, 0, capacity * sizeof(uint32_t)),
                      .elements = memory_open(h, 0, rows * top_k.k * sizeof(uint32_t)),
                      .indices = memory_open(h, 0, rows * top_k.k * sizeof(uint32_t)),
                      .number = memory_open(h, 0, sizeof(uint32_t))};

    run.ports = ports_open(h, harness_plan(h->context, params),
                           (struct port_buffers){.source = memory_range(&run.source),
                                                 .destination = memory_range(&run.elements),
                                                 .indices = memory_range(&run.indices),
                                                 .number = memory_range(&run.number)});
    return run;
}

static void run_close(struct harness *h, struct run *run)
{
    ports_close(h, &run->ports);
    memory_close(h, &run->source);
    memory_close(h, &run->elements);
    memory_close(h, &run->indices);
    memory_close(h, &run->number);
}

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.size, 396)}, "source.size of 396 bytes is too small: the plan needs 400"},
        {{SET(destination.size, 116)}, "destination.size of 116 bytes is too small"},
        {{SET(indices.size, 116)}, "indices.size of 116 bytes is too small"},
        {{SET(indices.buffer, 0)}, "indices.buffer is NULL"},
        {{LIKE(indices, destination)}, "overlap"},
    };

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    struct run run = run_open(h, VKSCAN_ALGORITHM_AUTO,
                              (vkscan_top_k_params){.k = 3, .length = 10, .outputs = BOTH}, 100);
    REFUSE_BUFFERS(h, run.ports.plan, &run.ports.buffers, rows);
    refuse_run(h, run.ports.binding, 101, NULL, "count 101 is beyond");
    refuse_run(h, run.ports.binding, 100, &(uint32_t){1}, "seed");
    run_close(h, &run);
}

/* Runs over the count, and holds all bytes against the reference. The number wanted is only read by
 * plans that have it in a buffer. */
static void check_count(struct harness *h, struct run *run, const vkscan_top_k_params *top_k,
                        uint64_t count, uint32_t wanted)
{
    struct memory *const memory[] = {&run->source, &run->elements, &run->indices, &run->number};
    uint8_t found;

    memory_set_word(&run->number, 0, wanted);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_upload(h, memory[i]);
    const struct reference_top_k expected = {.type = VKSCAN_TYPE_U32,
                                             .params = top_k,
                                             .source = memory_before(&run->source),
                                             .count = count,
                                             .wanted = &wanted};
    assert_true(reference_top_k_run(&expected, 0, reference_top_k_rows(&expected),
                                    memory_after(&run->elements), memory_after(&run->indices)));
    ports_run(h, &run->ports, count, NULL);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        assert_int_equal(memory_compare(h, memory[i], &found), memory[i]->buffer.size);
}

/* Makes elements of so many values. */
static void fill_source(struct run *run, uint64_t count, uint32_t values)
{
    uint64_t state = count;

    for (uint64_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        memory_set_word(&run->source, i, (uint32_t)(state >> 33) % values);
    }
}

/* Rows, and how many elements of each are wanted. */
struct rows {
    uint32_t k, length;
    uint64_t capacity, count;
    uint32_t values; /* that there are */
    uint64_t pitch;  /* from row to row; 0: rows lie one behind another */
};

static void check_rows(struct harness *h, vkscan_algorithm algorithm, const struct rows *rows,
                       uint32_t flags)
{
    const vkscan_top_k_params top_k = {.k = rows->k,
                                       .length = rows->length,
                                       .flags = flags,
                                       .outputs = BOTH,
                                       .pitch = rows->pitch};
    struct run run = run_open(h, algorithm, top_k, rows->capacity);

    fill_source(&run, rows->capacity, rows->values);
    check_count(h, &run, &top_k, rows->count, UINT32_MAX);
    run_close(h, &run);
}

TEST(rows_have_their_best)
{
    static const struct rows rows[] = {
        {1, 0, 100000, 100000, 1u << 31, 0},
        {64, 0, 300000, 300000, 1u << 31, 0},
        {64, 0, 300000, 300000, 1, 0},
        {200, 0, 70000, 40, 100, 0}, /* fewer than k */
        {100, 0, 100, 100, 1u << 31, 0},
        {5, 0, 100, 0, 10, 0},
        {1, 1, 70000, 70000, 100, 0},
        {3, 7, 490003, 490003, 5, 0}, /* more rows than 65535 */
        {64, 64, 640, 640, 1u << 31, 0},
        {200, 5000, 25100, 25100, 300, 0},
        {1, 100, 4000, 3950, 1u << 31, 0},
        {9, 700, 7700, 7690, 1, 0}, /* many candidates */
        {16, 2000, 18000, 18000, 3, 0},
        {3, 60000, 180007, 120003, 2, 0},
        {200, 20000, 60001, 60001, 300, 0}, /* by delegates */
        {3, 7, 4003, 4003, 5, 11},
        {9, 700, 7700, 7690, 1, 701},
        {200, 20000, 74001, 74001, 1u << 31, 24000},
    };

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    for (size_t i = 0; i < COUNT_OF(rows) * 4; i++)
        check_rows(h, VKSCAN_ALGORITHM_AUTO, &rows[i / 4], i % 4 * VKSCAN_TOP_K_SMALLEST_BIT);
}

TEST(so_have_rows_that_are_sorted)
{
    static const struct rows rows[] = {{60000, 0, 100000, 100000, 1u << 31, 0},
                                       {100000, 0, 100000, 70001, 300, 0},
                                       {5000, 0, 4000, 3999, 1, 0},
                                       {3000, 5000, 25100, 25100, 300, 0},
                                       {5000, 5000, 25100, 12345, 1u << 31, 0},
                                       {4097, 8192, 8192, 8192, 3, 0}};
    static const struct rows few[] = {{1, 1, 100, 100, 9, 0},
                                      {3, 7, 300, 300, 5, 0},
                                      {64, 0, 100000, 40, 9, 0},
                                      {9, 0, 99, 0, 9, 0}};

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        check_rows(h, VKSCAN_ALGORITHM_AUTO, &rows[i], 0);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        check_rows(h, VKSCAN_ALGORITHM_AUTO, &rows[i],
                   VKSCAN_TOP_K_SMALLEST_BIT | VKSCAN_TOP_K_BY_INDEX_BIT);
    for (size_t i = 0; i < COUNT_OF(few); i++)
        check_rows(h, VKSCAN_ALGORITHM_RADIX, &few[i], 0);
}

TEST(the_number_may_be_in_a_buffer)
{
    enum { CAPACITY = 50001 };
    static const uint32_t wanted[] = {0, 1, 7, 63, 64, 1u << 31}, lengths[] = {0, 1000, 20000};
    static const vkscan_algorithm algorithms[] = {VKSCAN_ALGORITHM_RADIX_SELECT,
                                                  VKSCAN_ALGORITHM_RADIX};

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    for (size_t i = 0; i < COUNT_OF(lengths) * 2; i++) {
        const vkscan_top_k_params top_k = {
            .k = 64,
            .length = lengths[i / 2],
            .flags = VKSCAN_TOP_K_NUMBER_IN_BUFFER_BIT |
                     (lengths[i / 2] == 1000 ? VKSCAN_TOP_K_BY_INDEX_BIT : 0),
            .outputs = BOTH};
        struct run run = run_open(h, algorithms[i % 2], top_k, CAPACITY);
        fill_source(&run, CAPACITY, 1u << 31);
        for (size_t k = 0; k < COUNT_OF(wanted); k++)
            check_count(h, &run, &top_k, CAPACITY, wanted[k]);
        run_close(h, &run);
    }
}

HARNESS_MAIN(tests)
