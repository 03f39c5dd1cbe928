/* SPDX-License-Identifier: MIT */
/* Buffers that a sort refuses, rows and segments; of other plans it is in tests/plan/plans.txt.
 * Values in place, of keys that one workgroup sorts in reverse; rows and segments around the size
 * of a tile. tests/check draws sorts. */
#include "port_buffers.h"
#include "ports.h"
#include "reference_sort.h"
#include "refusals.h"

#define CAPACITY 2003

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers bad[] = {
        {{LIKE(destination, source)},
         "overlap: to run in place, a plan has VKSCAN_SORT_IN_PLACE_BIT"},
        {{LIKE(second_destination, second_source)},
         "values and values_out overlap: to run in place, a plan has VKSCAN_SORT_IN_PLACE_BIT"},
        {{LIKE(second_destination, destination)}, "destination and values_out overlap"},
        {{ADD(second_source.size, -4)}, "values.size of 8008 bytes is too small"},
        {{SET(scratch.size, 4)}, "scratch.size of 4 bytes is too small"},
        {{SET(second_destination.buffer, 0)}, "values_out.buffer is NULL"},
    };
    const vkscan_sort_params sort = {.value_size = 4};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = CAPACITY,
                                       .details = &sort};
    const uint32_t seed = 0;
    struct memory memory[4];

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory[i] = memory_open(h, 0, CAPACITY * sizeof(uint32_t));
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&memory[0]),
                                        .destination = memory_range(&memory[1]),
                                        .second_source = memory_range(&memory[2]),
                                        .second_destination = memory_range(&memory[3]),
                                    });
    REFUSE_BUFFERS(h, ports.plan, &ports.buffers, bad);
    refuse_run(h, ports.binding, 1, &seed, "seed is not NULL, and a sort has none");
    refuse_run(h, ports.binding, CAPACITY + 1, NULL, "beyond the plan's capacity");
    ports_close(h, &ports);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_close(h, &memory[i]);
}

#define VALUE_WORDS 4

/* Each value goes where another one is, which another thread loads. */
TEST(values_in_place_are_loaded_before_they_are_overwritten)
{
    const vkscan_sort_params sort = {.value_size = VALUE_WORDS * sizeof(uint32_t),
                                     .flags = VKSCAN_SORT_IN_PLACE_BIT};
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_ONESWEEP,
                                       .capacity = CAPACITY,
                                       .details = &sort};
    uint8_t found;

    if (h->context->caps.max_storage_buffers < 6 ||
        !(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    struct memory keys = memory_open(h, 0, CAPACITY * sizeof(uint32_t)),
                  values = memory_open(h, 0, CAPACITY * VALUE_WORDS * sizeof(uint32_t));
    for (uint32_t i = 0; i < CAPACITY * VALUE_WORDS; i++)
        memory_set_word(&values, i, i);
    for (uint32_t i = 0; i < CAPACITY; i++)
        memory_set_word(&keys, i, CAPACITY - i);
    memory_upload(h, &keys);
    memory_upload(h, &values);
    for (uint32_t i = 0; i < CAPACITY; i++) {
        const size_t size = VALUE_WORDS * sizeof(uint32_t);
        const uint32_t key = i + 1;
        memcpy(memory_after(&keys) + i * sizeof(key), &key, sizeof(key));
        memcpy(memory_after(&values) + i * size, memory_before(&values) + (CAPACITY - key) * size,
               size);
    }
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&keys),
                                        .destination = memory_range(&keys),
                                        .second_source = memory_range(&values),
                                        .second_destination = memory_range(&values),
                                    });
    ports_run(h, &ports, CAPACITY, NULL);
    assert_int_equal(memory_compare(h, &keys, &found), keys.buffer.size);
    assert_int_equal(memory_compare(h, &values, &found), values.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &keys);
    memory_close(h, &values);
}

#define ROWS_OF(keys)                                                                              \
    .primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32, .capacity = 1 << 20,              \
    .details = &(const vkscan_sort_params)                                                         \
    {                                                                                              \
        .length = keys                                                                             \
    }

TEST(rows_beyond_a_workgroup_are_refused_by_onesweep)
{
    const struct bad_plan plans[] = {
        {{ROWS_OF(1 << 15), .algorithm = VKSCAN_ALGORITHM_ONESWEEP},
         "details.length 32768 is beyond the ",
         TOO_LARGE},
        {{ROWS_OF((1 << 20) - 1), .algorithm = VKSCAN_ALGORITHM_ONESWEEP},
         "algorithm radix, and so auto, sorts longer ones",
         TOO_LARGE},
    };

    refuse_plan(h, (vkscan_plan_params){ROWS_OF(7), .algorithm = VKSCAN_ALGORITHM_ONESWEEP},
                VKSCAN_CAPABILITY_SUBGROUPS_BIT, UNSUPPORTED,
                "algorithm onesweep needs VKSCAN_CAPABILITY_SUBGROUPS_BIT");
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        REFUSE_PLANS(h, plans);
}

/* Each row has counts of a tile, and all of them are in the scratch. */
TEST(rows_with_too_many_counts_are_refused)
{
    refuse_plan(h,
                (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_SORT,
                                     .type = VKSCAN_TYPE_U8,
                                     .algorithm = VKSCAN_ALGORITHM_RADIX,
                                     .capacity = 1 << 26,
                                     .details = &(const vkscan_sort_params){.length = 1}},
                0, TOO_LARGE, "bytes of scratch with algorithm radix");
}

/* A sort of rows, and a run over as many of its keys. */
struct rows {
    vkscan_context *context;
    vkscan_algorithm algorithm;
    vkscan_type type;
    vkscan_sort_params sort;
    uint64_t capacity, count;
};

static vkscan_plan *plan_of_rows(const struct rows *rows)
{
    return harness_plan(rows->context,
                        (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_SORT,
                                             .type = rows->type,
                                             .algorithm = rows->algorithm,
                                             .capacity = rows->capacity,
                                             .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT,
                                             .details = &rows->sort});
}

/* Sorts rows with the count in a buffer. The last row may be shorter. */
static void check_rows(struct harness *h, const struct rows *rows)
{
    const bool makes_indices = rows->sort.flags & VKSCAN_SORT_INDICES_BIT;
    const uint64_t key_size = vkscan_type_size(rows->type), value_size = rows->sort.value_size;
    struct memory keys = memory_open(h, 0, rows->capacity * key_size),
                  sorted = memory_open(h, 16, rows->capacity * key_size),
                  values = memory_open(h, 0, rows->capacity * value_size),
                  moved = memory_open(h, 16, rows->capacity * value_size),
                  count = memory_open(h, 0, sizeof(uint32_t));
    struct memory *const memory[] = {&keys, &sorted, &values, &moved, &count};
    uint8_t found;

    assert_true(reference_sort_fill(rows->type, SORT_DATA_ZIPF, rows->capacity,
                                    memory_before(&keys), rows->capacity));
    for (uint64_t i = 0; i < rows->capacity; i++)
        for (uint64_t k = 0; k < value_size / sizeof(uint32_t); k++)
            memory_set_word(&values, i * value_size / sizeof(uint32_t) + k,
                            k ? ~(uint32_t)i : (uint32_t)(i % rows->sort.length));
    memory_set_word(&count, 0, (uint32_t)rows->count);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_upload(h, memory[i]);
    const struct sort_records source = {.type = rows->type,
                                        .value_size = rows->sort.value_size,
                                        .keys = memory_before(&keys),
                                        .values = memory_before(&values)};
    assert_true(reference_sort_records(&rows->sort, &source, rows->count, memory_after(&sorted),
                                       memory_after(&moved)));
    struct ports ports =
        ports_open(h, plan_of_rows(rows),
                   (struct port_buffers){
                       .source = memory_range(&keys),
                       .destination = memory_range(&sorted),
                       .second_source = makes_indices ? (vkscan_buffer){0} : memory_range(&values),
                       .second_destination = memory_range(&moved),
                       .count = memory_range(&count),
                   });
    ports_run(h, &ports, rows->capacity, NULL);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        assert_int_equal(memory_compare(h, memory[i], &found), memory[i]->buffer.size);
    ports_close(h, &ports);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_close(h, memory[i]);
}

#define DESCENDING_INDICES                                                                         \
    {                                                                                              \
        .flags = VKSCAN_SORT_INDICES_BIT | VKSCAN_SORT_DESCENDING_BIT, .value_size = 4             \
    }

TEST(indices_are_those_in_a_row)
{
    static const uint64_t lengths[] = {1, 2, 16, 33, 1000, 1400, CAPACITY, 1ull << 40};
    struct rows rows = {.context = h->context,
                        .type = VKSCAN_TYPE_U32,
                        .sort = DESCENDING_INDICES,
                        .capacity = CAPACITY,
                        .count = CAPACITY};

    if (h->context->caps.max_storage_buffers < 6)
        skip();
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        rows.sort.length = lengths[i];
        check_rows(h, &rows);
    }
}

/* Sorts with counts that end in the first, the second and the last of three rows and a key. */
static void check_counts(struct harness *h, struct rows rows, uint64_t length)
{
    const uint64_t counts[] = {length - 1, 2 * length, 3 * length + 1};

    rows.sort.length = length;
    rows.capacity = 3 * length + 1;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        rows.count = counts[i];
        check_rows(h, &rows);
    }
}

/* Rows of less than a tile, of one, and of several of which the last is full or not; with subgroups
 * and without. */
TEST(rows_of_any_length_are_sorted)
{
    vkscan_context *bare = harness_context(h, VKSCAN_CAPABILITY_SUBGROUPS_BIT);
    const struct rows kinds[] = {
        {h->context, .type = VKSCAN_TYPE_U32, .sort = DESCENDING_INDICES},
        {bare, .type = VKSCAN_TYPE_U8, .sort = DESCENDING_INDICES},
    };

    for (size_t i = 0; i < COUNT_OF(kinds) && h->context->caps.max_storage_buffers >= 6; i++) {
        struct rows rows = kinds[i];
        rows.algorithm = VKSCAN_ALGORITHM_RADIX;
        rows.capacity = CAPACITY;
        rows.sort.length = 1;
        const uint64_t tile = plan_of_rows(&rows)->plan.tile_size;
        const uint64_t lengths[] = {tile - 1, tile, tile + 1, 2 * tile};
        for (size_t k = 0; k < COUNT_OF(lengths); k++)
            check_counts(h, rows, lengths[k]);
        rows.count = 0;
        check_rows(h, &rows);
    }
    harness_context_destroy(bare);
}

TEST(auto_sorts_rows_beyond_a_workgroup_by_radix)
{
    const bool has_subgroups = h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT;
    struct rows rows = {.context = h->context, .type = VKSCAN_TYPE_U32, .capacity = 1 << 20};

    rows.sort.length = 1000;
    assert_int_equal(plan_of_rows(&rows)->plan.algorithm->id,
                     has_subgroups ? VKSCAN_ALGORITHM_ONESWEEP : VKSCAN_ALGORITHM_RADIX);
    rows.sort.length = 1 << 15;
    assert_int_equal(plan_of_rows(&rows)->plan.algorithm->id, VKSCAN_ALGORITHM_RADIX);
}

/* ---- segments ---- */

#define SEGMENTS(...)                                                                              \
    .primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32, .capacity = 1 << 20,              \
    .details = &(const vkscan_sort_params)                                                         \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

TEST(bad_segments_are_refused)
{
    const struct bad_plan plans[] = {
        {{SEGMENTS(.segments = 7)}, "details.offset_size is 0: an offset has 4 or 8 bytes", 0},
        {{SEGMENTS(.segments = 7, .offset_size = 5)}, "details.offset_size is 5: an offset has", 0},
        {{SEGMENTS(.offset_size = 4)}, "without details.segments there are no offsets", 0},
        {{SEGMENTS(.flags = VKSCAN_SEGMENTS_STARTS_BIT)},
         "details.flags are 0x200: VKSCAN_SEGMENTS_STARTS_BIT and "
         "VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT need details.segments",
         0},
        {{SEGMENTS(.segments = 7, .offset_size = 4, .flags = VKSCAN_SEGMENTS_SEEDS_BIT)},
         "unknown details.flags 0x800",
         0},
        {{SEGMENTS(.segments = 7, .offset_size = 4, .length = 9)},
         "details.length is 9 and details.segments 7: an array has rows or segments",
         0},
        {{SEGMENTS(.segments = 1ull << 31, .offset_size = 4)},
         "details.segments is 2147483648: there are at most 2147483631",
         TOO_LARGE},
        {{SEGMENTS(.segments = 7, .offset_size = 4), .algorithm = VKSCAN_ALGORITHM_RADIX},
         "algorithm radix does not compute sort with segments",
         0},
        {{SEGMENTS(.value_size = 4), .algorithm = VKSCAN_ALGORITHM_SUBGROUP},
         "algorithm subgroup does not compute sort with no segments",
         0},
    };

    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        REFUSE_PLANS(h, plans);
    refuse_plan(h, (vkscan_plan_params){SEGMENTS(.segments = 7, .offset_size = 4)},
                VKSCAN_CAPABILITY_SUBGROUPS_BIT, UNSUPPORTED, "VKSCAN_CAPABILITY_SUBGROUPS_BIT");
}

/* Where segments begin, in tiles and keys more: an empty one, short ones, of which two begin at
 * places of the same low digit, and one as long as a tile, longer ones that end with a tile or in
 * one, and at last a place that is less than the one before. */
static const struct {
    uint32_t tiles, keys;
} starts[] = {{0, 5}, {0, 5},  {0, 6}, {0, 127}, {0, 261}, {1, 0}, {2, 0}, {3, 1},
              {3, 9}, {5, 13}, {7, 0}, {9, 7},   {9, 7},   {9, 9}, {6, 3}};

/* Sorts `count` keys of ten tiles. */
static void check_segments(struct harness *h, vkscan_type type, vkscan_sort_params sort,
                           uint64_t count_in_tiles, uint32_t number)
{
    const bool makes_indices = sort.flags & VKSCAN_SORT_INDICES_BIT;
    const uint32_t key_size = vkscan_type_size(type), words = sort.offset_size / 4;
    vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                 .type = type,
                                 .capacity = 1 << 20,
                                 .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT,
                                 .details = &sort};
    sort.segments = COUNT_OF(starts) - 1;
    sort.flags |= VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT;
    const uint32_t tile = harness_plan(h->context, params)->plan.tile_size;
    const uint64_t capacity = params.capacity = 10 * (uint64_t)tile;
    const uint64_t count = count_in_tiles * tile + (count_in_tiles < 10 ? 3 : 0);
    const uint32_t first_number = words * COUNT_OF(starts);
    struct memory keys = memory_open(h, 0, capacity * key_size),
                  sorted = memory_open(h, 16, capacity * key_size),
                  values = memory_open(h, 0, capacity * sort.value_size),
                  moved = memory_open(h, 16, capacity * sort.value_size),
                  heads = memory_open(h, 0, 4 * (first_number + 2));
    struct memory *const memory[] = {&keys, &sorted, &values, &moved, &heads};
    uint8_t found;

    assert_true(
        reference_sort_fill(type, SORT_DATA_ZIPF, capacity, memory_before(&keys), capacity));
    for (uint32_t i = 0; i < capacity * sort.value_size / 4; i++)
        memory_set_word(&values, i, i);
    for (uint32_t i = 0; i < COUNT_OF(starts); i++) {
        memory_set_word(&heads, words * i, starts[i].tiles * tile + starts[i].keys);
        if (words > 1)
            memory_set_word(&heads, words * i + 1, 0);
    }
    memory_set_word(&heads, first_number, number);
    memory_set_word(&heads, first_number + 1, (uint32_t)count);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_upload(h, memory[i]);
    const struct sort_records source = {.type = type,
                                        .value_size = sort.value_size,
                                        .keys = memory_before(&keys),
                                        .values = memory_before(&values),
                                        .offsets = memory_before(&heads),
                                        .number = number};
    assert_true(
        reference_sort_records(&sort, &source, count, memory_after(&sorted), memory_after(&moved)));
    struct ports ports =
        ports_open(h, harness_plan(h->context, params),
                   (struct port_buffers){
                       .source = memory_range(&keys),
                       .destination = memory_range(&sorted),
                       .second_source = makes_indices ? (vkscan_buffer){0} : memory_range(&values),
                       .second_destination = memory_range(&moved),
                       .heads = memory_words(&heads, 0, first_number),
                       .number = memory_words(&heads, first_number, 1),
                       .count = memory_words(&heads, first_number + 1, 1),
                   });
    ports_run(h, &ports, capacity, NULL);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        assert_int_equal(memory_compare(h, memory[i], &found), memory[i]->buffer.size);
    ports_close(h, &ports);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        memory_close(h, memory[i]);
}

TEST(segments_of_any_length_are_sorted)
{
    const vkscan_sort_params indices = {.flags =
                                            VKSCAN_SORT_INDICES_BIT | VKSCAN_SORT_DESCENDING_BIT,
                                        .value_size = 4,
                                        .offset_size = 4},
                             pairs = {.value_size = 16, .end_bit = 16, .offset_size = 8};

    if (h->context->caps.max_storage_buffers < 6 ||
        !(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    check_segments(h, VKSCAN_TYPE_U32, indices, 10, COUNT_OF(starts) - 1);
    check_segments(h, VKSCAN_TYPE_U8, indices, 8, COUNT_OF(starts) - 1);
    check_segments(h, VKSCAN_TYPE_U64, pairs, 10, 9);
    check_segments(h, VKSCAN_TYPE_U16, pairs, 0, 0);
}

HARNESS_MAIN(tests)
