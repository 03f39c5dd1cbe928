/* SPDX-License-Identifier: MIT */
/* Plans of segments that are refused, and buffers; scans by offsets; a reduction by key, and one of
 * a long segment. tests/check draws segments. */
#include <math.h>
#include <string.h>

#include <vkscan/operators/arg_min_f32.h>
#include <vkscan/operators/dot_f32.h>

#include "port_buffers.h"
#include "ports.h"
#include "refusals.h"

#define SEGMENTS(...)                                                                              \
    &(const vkscan_segments_params)                                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define INCLUSIVE                                                                                  \
    .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN, .type = VKSCAN_TYPE_U32, .capacity = 100

/* A plan with details, and the sentence. */
#define HEADS(part, ...)                                                                           \
    {                                                                                              \
        {INCLUSIVE, .details = SEGMENTS(__VA_ARGS__)}, part, 0                                     \
    }

/* A plan by offsets, and the sentence and the result. */
#define OFFSETS(part, code, ...)                                                                   \
    {                                                                                              \
        {.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,                                           \
         .type = VKSCAN_TYPE_U32,                                                                  \
         .capacity = 100,                                                                          \
         .details = SEGMENTS(.heads = VKSCAN_HEADS_OFFSETS, __VA_ARGS__)},                         \
            part, code                                                                             \
    }

TEST(bad_plans_are_refused)
{
    const vkscan_segments_params *rows = SEGMENTS(.heads = VKSCAN_HEADS_ROWS, .length = 7);
    const struct bad_plan plans[] = {
        {{INCLUSIVE}, "details is NULL", 0},
        HEADS("details.heads is 0: name one", .length = 7),
        HEADS("details.heads is 7: name one", .heads = VKSCAN_HEADS_OFFSETS + 1),
        HEADS("details.segments is 7: it is for VKSCAN_HEADS_OFFSETS alone",
              .heads = VKSCAN_HEADS_BITS, .segments = 7),
        HEADS("details.offset_size is 4: it is for VKSCAN_HEADS_OFFSETS alone",
              .heads = VKSCAN_HEADS_BITS, .offset_size = 4),
        HEADS("details.flags are 0x200: all but VKSCAN_SEGMENTS_SEEDS_BIT are for VKSCAN_HEADS_OFF",
              .heads = VKSCAN_HEADS_BITS, .flags = VKSCAN_SEGMENTS_STARTS_BIT),
        HEADS("details.flags are 0x8: they are a mask", .heads = VKSCAN_HEADS_BITS, .flags = 8),
        HEADS("details.flags are 0x800: with VKSCAN_SEGMENTS_SEEDS_BIT a plan has "
              "VKSCAN_PLAN_SEED_IN",
              .heads = VKSCAN_HEADS_BITS, .flags = VKSCAN_SEGMENTS_SEEDS_BIT),
        HEADS("details.stride is 2, pitch 0, columns 0: they are for VKSCAN_HEADS_ROWS alone",
              .heads = VKSCAN_HEADS_BITS, .stride = 2),
        HEADS("details.stride is 0, pitch 9, columns 0: they are", .heads = VKSCAN_HEADS_BITS,
              .pitch = 9),
        HEADS("details.stride is 1000001: a line has more elements than the capacity",
              .heads = VKSCAN_HEADS_ROWS, .length = 2, .stride = 1000001),
        HEADS("details.columns is 3, and details.stride 2", .heads = VKSCAN_HEADS_ROWS, .length = 2,
              .stride = 2, .columns = 3),
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .type = VKSCAN_TYPE_U8,
          .capacity = 70000,
          .details =
              SEGMENTS(.heads = VKSCAN_HEADS_ROWS, .length = 1, .stride = 70000, .pitch = 1)},
         "details.pitch is 1: more than 2147483631 rows or columns begin in the capacity 70000",
         VKSCAN_ERROR_TOO_LARGE},
        HEADS("details.pitch is 6: rows overlap", .heads = VKSCAN_HEADS_ROWS, .length = 7,
              .pitch = 6),
        HEADS("details.pitch is 61: rows overlap", .heads = VKSCAN_HEADS_ROWS, .length = 7,
              .stride = 10, .columns = 2, .pitch = 61),
        HEADS("details.pitch is 61: rows overlap", .heads = VKSCAN_HEADS_ROWS, .length = UINT64_MAX,
              .stride = 10, .pitch = 61),
        OFFSETS("details.segments is 0: VKSCAN_HEADS_OFFSETS needs the number", 0,
                .offset_size = 4),
        OFFSETS("details.offset_size is 5: an offset has 4 or 8 bytes", 0, .segments = 7,
                .offset_size = 5),
        OFFSETS("details.flags are 0x8: they are a mask", 0, .segments = 7, .offset_size = 4,
                .flags = 8),
        OFFSETS("details.segments is 4294967296: there are at most 2147483631",
                VKSCAN_ERROR_TOO_LARGE, .segments = 1ull << 32, .offset_size = 4),
        HEADS("details.outputs are 0x4000: segmented-reduce has", .heads = VKSCAN_HEADS_BITS,
              .outputs = VKSCAN_SELECT_OUTPUT_NUMBER_BIT),
        HEADS("details.length is 0", .heads = VKSCAN_HEADS_ROWS),
        HEADS("details.segments is 0: VKSCAN_HEADS_OFFSETS needs the number",
              .heads = VKSCAN_HEADS_OFFSETS, .offset_size = 4),
        {{INCLUSIVE, .details = SEGMENTS(.heads = VKSCAN_HEADS_OFFSETS, .segments = 1ull << 31,
                                         .offset_size = 4)},
         "details.segments is 2147483648: there are at most 2147483631",
         VKSCAN_ERROR_TOO_LARGE},
        HEADS("details.length is 7", .heads = VKSCAN_HEADS_BITS, .length = 7),
        HEADS("details.key_size is 4", .heads = VKSCAN_HEADS_ROWS, .length = 7, .key_size = 4),
        HEADS("details.key_size is 0", .heads = VKSCAN_HEADS_KEYS),
        HEADS("details.key_size is 5", .heads = VKSCAN_HEADS_KEYS, .key_size = 5),
        HEADS("details.key_size is 20", .heads = VKSCAN_HEADS_KEYS, .key_size = 20),
        {{INCLUSIVE, .details = rows, .flags = VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT},
         "takes no VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT",
         0},
        {{INCLUSIVE, .details = rows, .algorithm = VKSCAN_ALGORITHM_LOOKAHEAD},
         "algorithm lookahead does not compute segmented-inclusive-scan",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN,
          .type = VKSCAN_TYPE_F32,
          .determinism = VKSCAN_DETERMINISM_EVERYWHERE,
          .details = rows},
         "VKSCAN_DETERMINISM_EVERYWHERE",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
          .user_operator = &vkscan_dot_f32,
          .details = rows},
         "user operator vkscan_dot_f32 has two sources, and segmented-inclusive-scan takes one",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .user_operator = harness_dihedral.user,
          .determinism = VKSCAN_DETERMINISM_EVERYWHERE,
          .details = rows},
         "segmented-reduce by dihedral of element of 1 words rounds: it has no VKSCAN_DETERMINISM",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .type = VKSCAN_TYPE_U32,
          .algorithm = VKSCAN_ALGORITHM_SUBGROUP,
          .details = SEGMENTS(.heads = VKSCAN_HEADS_BITS)},
         "algorithm subgroup does not compute segmented-reduce with flags, keys, columns",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .type = VKSCAN_TYPE_U32,
          .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
          .details = rows},
         "algorithm lookback does not compute segmented-reduce with rows or offsets",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .type = VKSCAN_TYPE_U32,
          .details =
              SEGMENTS(.heads = VKSCAN_HEADS_BITS, .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT)},
         "details.outputs are 0x1000: segmented-reduce has NUMBER and ARGUMENTS by flags or keys",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .type = VKSCAN_TYPE_U32,
          .details = SEGMENTS(.heads = VKSCAN_HEADS_BITS, .divisor = 2)},
         "details.divisor is 2, and details.outputs 0x0 has no arguments",
         0},
        {{.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
          .type = VKSCAN_TYPE_U32,
          .flags = VKSCAN_PLAN_REVERSE_BIT,
          .details = rows},
         "a reduction takes no VKSCAN_PLAN_REVERSE_BIT",
         0},
    };

    REFUSE_PLANS(h, plans);
}

TEST(bad_buffers_are_refused)
{
    static const struct bad_buffers rows[] = {
        {{SET(source.size, 396)}, "source.size of 396 bytes is too small: the plan needs 400"},
        {{SET(heads.size, 12)}, "heads.size of 12 bytes is too small: the plan needs 16"},
        {{SET(heads.buffer, 0)}, "heads.buffer is NULL"},
        {{ADD(heads.offset, 2)}, "is not a multiple of 4"},
        {{LIKE(heads, destination), SET(heads.size, 16)}, "overlap"},
    };
    const vkscan_plan_params params = {INCLUSIVE, .details = SEGMENTS(.heads = VKSCAN_HEADS_BITS)};
    struct memory source = memory_open(h, 0, 400), destination = memory_open(h, 0, 400),
                  heads = memory_open(h, 0, 16);
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){.source = memory_range(&source),
                                                          .destination = memory_range(&destination),
                                                          .heads = memory_range(&heads)});

    REFUSE_BUFFERS(h, ports.plan, &ports.buffers, rows);
    refuse_run(h, ports.binding, 101, NULL, "count 101 is beyond");
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &destination);
    memory_close(h, &heads);
}

/* The keys of runs and the reductions of their values, and the number of runs as arguments too. Key
 * k has 2 k + 1 elements. Flags of the same segments leave the first one out. */
TEST(keys_and_flags_are_reduced)
{
    enum { COUNT = 5003, ARGUMENTS = 4, DIVISOR = 10 };
    const vkscan_plan_params plans[] = {
        {.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
         .type = VKSCAN_TYPE_U32,
         .capacity = COUNT,
         .details = SEGMENTS(.heads = VKSCAN_HEADS_KEYS, .key_size = 4, .divisor = DIVISOR,
                             .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT |
                                        VKSCAN_SELECT_OUTPUT_NUMBER_BIT |
                                        VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT)},
        {.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
         .type = VKSCAN_TYPE_U32,
         .capacity = COUNT,
         .details = SEGMENTS(.heads = VKSCAN_HEADS_WORDS)},
    };
    struct memory heads[2] = {memory_open(h, 0, 4 * COUNT), memory_open(h, 0, 4 * COUNT)},
                  values = memory_open(h, 0, 4 * COUNT), keys = memory_open(h, 0, 4 * COUNT),
                  number = memory_open(h, 0, 4 * (ARGUMENTS + 3));
    uint32_t sums[COUNT] = {0}, key = 0;

    for (uint32_t i = 0; i < COUNT; i++) {
        const bool begins = i == (key + 1) * (key + 1);
        key += begins;
        memory_set_word(&heads[0], i, key);
        memory_set_word(&heads[1], i, begins ? 256 : 0);
        memory_set_word(&values, i, i * 2654435761u);
        sums[key] += i * 2654435761u;
    }
    const uint32_t numbers[ARGUMENTS + 3] = {
        key + 1, POISON, POISON, POISON, (key + DIVISOR) / DIVISOR, 1, 1};
    memory_upload(h, &heads[0]);
    memory_upload(h, &heads[1]);
    memory_upload(h, &values);
    memory_upload(h, &keys);
    memory_upload(h, &number);
    for (uint32_t i = 0; i < 2; i++) {
        const vkscan_buffer none = {0};
        struct memory reduced = memory_open(h, 0, 4 * COUNT);
        struct ports ports =
            ports_open(h, harness_plan(h->context, plans[i]),
                       (struct port_buffers){
                           .source = memory_range(&values),
                           .destination = memory_range(&reduced),
                           .heads = memory_range(&heads[i]),
                           .second_destination = i == 0 ? memory_range(&keys) : none,
                           .number = i == 0 ? memory_words(&number, 0, 1) : none,
                           .arguments = i == 0 ? memory_words(&number, ARGUMENTS, 3) : none});
        uint8_t found;

        memory_upload(h, &reduced);
        ports_run(h, &ports, COUNT, NULL);
        memcpy(memory_after(&reduced), sums, (key + 1) * sizeof(sums[0]));
        assert_int_equal(memory_compare(h, &reduced, &found), reduced.buffer.size);
        ports_close(h, &ports);
        memory_close(h, &reduced);
    }
    for (uint32_t k = 0; k <= key; k++)
        memcpy(memory_after(&keys) + k * sizeof(k), &k, sizeof(k));
    memcpy(memory_after(&number), numbers, sizeof(numbers));
    uint8_t found;
    assert_int_equal(memory_compare(h, &keys, &found), keys.buffer.size);
    assert_int_equal(memory_compare(h, &number, &found), number.buffer.size);
    memory_close(h, &heads[0]);
    memory_close(h, &heads[1]);
    memory_close(h, &values);
    memory_close(h, &keys);
    memory_close(h, &number);
}

/* A reduction by key: the starts of runs and their number go from one plan to the other on the
 * device. Key k has 2 k + 1 elements. */
TEST(runs_are_reduced_by_their_starts)
{
    enum { COUNT = 5003, STARTS = 4 };
    const vkscan_plan_params unique = {
        .primitive = VKSCAN_PRIMITIVE_UNIQUE,
        .type = VKSCAN_TYPE_U32,
        .capacity = COUNT,
        .details = &(const vkscan_select_params){.outputs = VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                                                            VKSCAN_SELECT_OUTPUT_NUMBER_BIT}};
    const vkscan_plan_params reduce = {
        .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .type = VKSCAN_TYPE_U32,
        .capacity = COUNT,
        .details =
            SEGMENTS(.heads = VKSCAN_HEADS_OFFSETS, .segments = COUNT, .offset_size = 4,
                     .flags = VKSCAN_SEGMENTS_STARTS_BIT | VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT)};
    struct memory keys = memory_open(h, 0, 4 * COUNT), values = memory_open(h, 0, 4 * COUNT),
                  runs = memory_open(h, 0, 4 * (STARTS + COUNT)),
                  sums = memory_open(h, 0, 4 * COUNT);
    const vkscan_buffer number = memory_words(&runs, 0, 1),
                        starts = memory_words(&runs, STARTS, COUNT);
    struct ports finds = ports_open(
        h, harness_plan(h->context, unique),
        (struct port_buffers){.source = memory_range(&keys), .indices = starts, .number = number});
    struct ports adds = ports_open(h, harness_plan(h->context, reduce),
                                   (struct port_buffers){.source = memory_range(&values),
                                                         .destination = memory_range(&sums),
                                                         .heads = starts,
                                                         .number = number});
    uint32_t expected[COUNT] = {0}, key = 0;
    uint8_t found;

    for (uint32_t i = 0; i < COUNT; i++) {
        key += i == (key + 1) * (key + 1);
        memory_set_word(&keys, i, key);
        memory_set_word(&values, i, i * 2654435761u);
        expected[key] += i * 2654435761u;
    }
    memory_upload(h, &keys);
    memory_upload(h, &values);
    memory_upload(h, &runs);
    memory_upload(h, &sums);
    ports_run(h, &finds, COUNT, NULL);
    ports_run(h, &adds, COUNT, NULL);
    memcpy(memory_after(&sums), expected, (key + 1) * sizeof(expected[0]));
    assert_int_equal(memory_compare(h, &sums, &found), sums.buffer.size);
    ports_close(h, &finds);
    ports_close(h, &adds);
    memory_close(h, &keys);
    memory_close(h, &values);
    memory_close(h, &runs);
    memory_close(h, &sums);
}

/* Scans by offsets of `size` bytes, whose number is in a buffer, over counts of which the first and
 * the last have more tiles than those between: their bits are in the same scratch, behind the
 * states of all tiles. */
static void scan_by_offsets(struct harness *h, uint32_t size, const uint64_t *offsets,
                            uint32_t number)
{
    enum { COUNT = 20003 };
    const struct {
        uint32_t count, number;
    } runs[] = {{COUNT, number - 1}, {130, 4}, {5000, 0}, {1, 1}, {COUNT, 100}};
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
        .type = VKSCAN_TYPE_U32,
        .capacity = COUNT,
        .details = SEGMENTS(.heads = VKSCAN_HEADS_OFFSETS, .segments = number - 1,
                            .offset_size = size, .flags = VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT)};
    const uint32_t words = number * (size / 4);
    struct memory source = memory_open(h, 0, 4 * COUNT), sums = memory_open(h, 0, 4 * COUNT),
                  heads = memory_open(h, 0, 4 * (words + 1));
    struct ports ports =
        ports_open(h, harness_plan(h->context, params),
                   (struct port_buffers){.source = memory_range(&source),
                                         .destination = memory_range(&sums),
                                         .heads = memory_words(&heads, 0, words),
                                         .number = memory_words(&heads, words, 1)});
    uint8_t found;

    for (uint32_t i = 0; i < COUNT; i++)
        memory_set_word(&source, i, i * 2654435761u);
    for (uint32_t i = 0; i < number; i++)
        memcpy(memory_before(&heads) + i * size, &offsets[i], size);
    memory_upload(h, &source);
    for (size_t r = 0; r < COUNT_OF(runs); r++) {
        uint32_t sum = 0, next = 0;
        memory_set_word(&heads, words, runs[r].number);
        memory_upload(h, &heads);
        memory_upload(h, &sums);
        for (uint32_t i = 0; i < runs[r].count; i++) {
            for (; next < number && next <= runs[r].number && offsets[next] == i; next++)
                sum = 0;
            sum += i * 2654435761u;
            memcpy(memory_after(&sums) + i * sizeof(sum), &sum, sizeof(sum));
        }
        ports_run(h, &ports, runs[r].count, NULL);
        assert_int_equal(memory_compare(h, &sums, &found), sums.buffer.size);
        assert_int_equal(memory_compare(h, &heads, &found), heads.buffer.size);
    }
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &sums);
    memory_close(h, &heads);
}

/* A plan whose segments have seeds. Whatever its heads are, segment k lies between offsets k and
 * k + 1; of others than offsets the first one is 0, they rise, and the last one is the count. */
struct seeded {
    vkscan_primitive primitive;
    vkscan_heads heads;
    uint32_t flags; /* of the plan */
    uint32_t number;
    uint32_t offsets[10];
};

enum { SEEDED_COUNT = 20003, ROW_LENGTH = 4999, SEEDS_AT = SEEDED_COUNT + 1 };

static uint32_t seed_of(uint32_t segment)
{
    return (segment + 1) * 1000003;
}

/* Returns the segment that has an element; their number if none has. */
static uint32_t segment_of(const struct seeded *row, uint32_t at)
{
    for (uint32_t k = 0; k < row->number; k++)
        if (at >= row->offsets[k] && at < row->offsets[k + 1])
            return k;
    return row->number;
}

static void scan_seeded(const struct seeded *row, const uint32_t *source, uint32_t *sums)
{
    uint32_t segment = UINT32_MAX, sum = 0;

    for (uint32_t turn = 0; turn < SEEDED_COUNT; turn++) {
        const bool is_reverse = row->flags & VKSCAN_PLAN_REVERSE_BIT;
        const uint32_t i = is_reverse ? SEEDED_COUNT - 1 - turn : turn;
        const uint32_t own = segment_of(row, i);
        if (own != segment)
            sum = own < row->number ? seed_of(own) : 0;
        segment = own;
        sum += source[i];
        sums[i] = sum;
    }
}

static void reduce_seeded(const struct seeded *row, const uint32_t *source, uint32_t *sums)
{
    for (uint32_t k = 0; k < row->number; k++) {
        sums[k] = seed_of(k);
        for (uint32_t i = row->offsets[k]; i < row->offsets[k + 1]; i++)
            sums[k] += source[i];
    }
}

/* Writes the heads, and far behind them the seeds. */
static void write_heads(const struct seeded *row, struct memory *heads)
{
    for (uint32_t i = 0; row->heads == VKSCAN_HEADS_WORDS && i < SEEDED_COUNT; i++)
        memory_set_word(heads, i, 0);
    for (uint32_t k = 0; k <= row->number; k++) {
        if (row->heads == VKSCAN_HEADS_OFFSETS)
            memory_set_word(heads, k, row->offsets[k]);
        else if (row->heads == VKSCAN_HEADS_WORDS && k < row->number)
            memory_set_word(heads, row->offsets[k], 256);
        if (k < row->number)
            memory_set_word(heads, SEEDS_AT + k, seed_of(k));
    }
}

static void run_seeded(struct harness *h, const struct seeded *row)
{
    const bool by_offsets = row->heads == VKSCAN_HEADS_OFFSETS,
               by_rows = row->heads == VKSCAN_HEADS_ROWS;
    const bool reduces = row->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
    const vkscan_plan_params params = {.primitive = row->primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = SEEDED_COUNT,
                                       .flags = row->flags | VKSCAN_PLAN_SEED_IN_BUFFER_BIT,
                                       .details = SEGMENTS(.heads = row->heads,
                                                           .flags = VKSCAN_SEGMENTS_SEEDS_BIT,
                                                           .length = by_rows ? ROW_LENGTH : 0,
                                                           .segments = by_offsets ? row->number : 0,
                                                           .offset_size = by_offsets ? 4 : 0)};
    struct memory source = memory_open(h, 0, 4 * SEEDED_COUNT),
                  sums = memory_open(h, 0, 4 * SEEDED_COUNT),
                  heads = memory_open(h, 0, 4 * (SEEDS_AT + SEEDED_COUNT));
    static uint32_t values[SEEDED_COUNT], expected[SEEDED_COUNT];
    struct ports ports = ports_open(
        h, harness_plan(h->context, params),
        (struct port_buffers){
            .source = memory_range(&source),
            .destination = memory_range(&sums),
            .heads = by_rows ? (vkscan_buffer){0}
                             : memory_words(&heads, 0, by_offsets ? row->number + 1 : SEEDED_COUNT),
            .seed = memory_words(&heads, SEEDS_AT, SEEDED_COUNT)});
    uint8_t found;

    for (uint32_t i = 0; i < SEEDED_COUNT; i++)
        values[i] = i * 2654435761u;
    memcpy(memory_before(&source), values, sizeof(values));
    write_heads(row, &heads);
    memory_upload(h, &source);
    memory_upload(h, &heads);
    memory_upload(h, &sums);
    (reduces ? reduce_seeded : scan_seeded)(row, values, expected);
    memcpy(memory_after(&sums), expected, reduces ? 4 * row->number : sizeof(expected));
    ports_run(h, &ports, SEEDED_COUNT, NULL);
    assert_int_equal(memory_compare(h, &sums, &found), sums.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &sums);
    memory_close(h, &heads);
}

#define SCAN VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN
#define REDUCE VKSCAN_PRIMITIVE_SEGMENTED_REDUCE
#define REVERSE VKSCAN_PLAN_REVERSE_BIT
#define WITHIN                                                                                     \
    VKSCAN_HEADS_OFFSETS, .number = 9, .offsets = {5, 5, 40, 41, 63, 64, 4500, 4500, 4500, 12000}
#define AT_ENDS                                                                                    \
    VKSCAN_HEADS_OFFSETS, .number = 5,                                                             \
                          .offsets = {0, 0, 7, SEEDED_COUNT, SEEDED_COUNT, SEEDED_COUNT}
#define FLAGS VKSCAN_HEADS_WORDS, .number = 4, .offsets = {0, 1, 100, 9000, SEEDED_COUNT}
#define EVEN VKSCAN_HEADS_ROWS, .number = 5, .offsets = {0, 4999, 9998, 14997, 19996, SEEDED_COUNT}

/* By offsets some are of no elements, at the ends and between; and elements in front of all
 * segments and behind begin with the identity. */
TEST(each_segment_has_a_seed)
{
    static const struct seeded rows[] = {
        {SCAN, WITHIN},  {SCAN, WITHIN, .flags = REVERSE},  {REDUCE, WITHIN},
        {SCAN, AT_ENDS}, {SCAN, AT_ENDS, .flags = REVERSE}, {REDUCE, AT_ENDS},
        {SCAN, FLAGS},   {SCAN, FLAGS, .flags = REVERSE},   {REDUCE, FLAGS},
        {SCAN, EVEN},    {SCAN, EVEN, .flags = REVERSE},    {REDUCE, EVEN},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        run_seeded(h, &rows[i]);
}

/* An exclusive scan stores what segments begin with; elements in front of them, the identity. */
TEST(elements_without_a_segment_begin_with_their_own_identity)
{
    static const struct extreme {
        vkscan_op op;
        uint8_t scanned[4];
    } rows[] = {{VKSCAN_OP_MIN, {127, 1, 50, 2}}, {VKSCAN_OP_MAX, {128, 1, 50, 50}}};

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct memory scanned = memory_open(h, 0, 4), heads = memory_open(h, 0, 3 * 4);
        struct ports ports =
            ports_open(h,
                       harness_plan(h->context,
                                    (vkscan_plan_params){
                                        .primitive = VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN,
                                        .type = VKSCAN_TYPE_I8,
                                        .op = rows[i].op,
                                        .capacity = 4,
                                        .flags = VKSCAN_PLAN_SEED_IN_BUFFER_BIT,
                                        .details = SEGMENTS(.heads = VKSCAN_HEADS_OFFSETS,
                                                            .segments = 1, .offset_size = 4,
                                                            .flags = VKSCAN_SEGMENTS_SEEDS_BIT)}),
                       (struct port_buffers){.source = memory_range(&scanned),
                                             .destination = memory_range(&scanned),
                                             .heads = memory_words(&heads, 0, 2),
                                             .seed = memory_words(&heads, 2, 1)});
        uint8_t found;

        memcpy(memory_before(&scanned), (uint8_t[]){1, 3, 2, 4}, 4);
        memory_set_word(&heads, 0, 2);
        memory_set_word(&heads, 1, 4);
        memory_set_word(&heads, 2, 50);
        memory_upload(h, &scanned);
        memory_upload(h, &heads);
        memcpy(memory_after(&scanned), rows[i].scanned, 4);
        ports_run(h, &ports, 4, NULL);
        assert_int_equal(memory_compare(h, &scanned, &found), scanned.buffer.size);
        ports_close(h, &ports);
        memory_close(h, &scanned);
        memory_close(h, &heads);
    }
}

static uint32_t add(uint32_t left, uint32_t right)
{
    return left + right;
}

/* Reduces rows of so many elements that they cross more ends of tiles than one thread joins, and
 * more than a workgroup has threads. */
static void reduce_long_rows(struct harness *h, const vkscan_operator *user, uint32_t identity,
                             uint32_t (*combine)(uint32_t left, uint32_t right))
{
    enum { COUNT = 1 << 22, LENGTH = 3900000, ROWS = 2 };
    const vkscan_plan_params params = {.primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
                                       .type = user ? VKSCAN_TYPE_NONE : VKSCAN_TYPE_U32,
                                       .user_operator = user,
                                       .capacity = COUNT,
                                       .details =
                                           SEGMENTS(.heads = VKSCAN_HEADS_ROWS, .length = LENGTH)};
    struct memory values = memory_open(h, 0, 4 * COUNT), results = memory_open(h, 0, 4 * ROWS);
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){.source = memory_range(&values),
                                                          .destination = memory_range(&results)});
    uint32_t expected[ROWS] = {identity, identity};
    uint8_t found;

    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t value = i % 4093 * 2654435761u >> 3;
        memory_set_word(&values, i, value);
        expected[i / LENGTH] = combine(expected[i / LENGTH], value);
    }
    memory_upload(h, &values);
    memory_upload(h, &results);
    ports_run(h, &ports, COUNT, NULL);
    memcpy(memory_after(&results), expected, sizeof(expected));
    assert_int_equal(memory_compare(h, &results, &found), results.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &values);
    memory_close(h, &results);
}

TEST(long_segments_are_reduced_once)
{
    reduce_long_rows(h, NULL, 0, add);
}

TEST(long_segments_are_reduced_in_order)
{
    reduce_long_rows(h, harness_dihedral.user, 1, harness_compose_dihedral);
}

/* As segments.h tells: of the run's elements, of equal ones the first, and NaNs below all others.
 */
TEST(the_arg_min_of_a_segment_is_a_pair)
{
    enum { COUNT = 10, NUMBER = 4 };
    static const float values[COUNT] = {3, -1, 2, -1, NAN, -INFINITY, NAN, 8, 7, 9};
    static const uint32_t offsets[NUMBER + 1] = {0, 4, 7, 7, COUNT};
    static const struct {
        float value;
        uint32_t index;
    } expected[NUMBER] = {{-1, 1}, {NAN, 4}, {INFINITY, UINT32_MAX}, {7, 8}};
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .user_operator = &vkscan_arg_min_f32,
        .capacity = COUNT,
        .details = SEGMENTS(.heads = VKSCAN_HEADS_OFFSETS, .offset_size = 4, .segments = NUMBER)};
    struct memory source = memory_open(h, 0, sizeof(values)),
                  heads = memory_open(h, 0, sizeof(offsets)),
                  pairs = memory_open(h, 0, sizeof(expected));
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){.source = memory_range(&source),
                                                          .destination = memory_range(&pairs),
                                                          .heads = memory_range(&heads)});
    uint8_t found;

    memcpy(memory_before(&source), values, sizeof(values));
    memcpy(memory_before(&heads), offsets, sizeof(offsets));
    memory_upload(h, &source);
    memory_upload(h, &heads);
    memory_upload(h, &pairs);
    memcpy(memory_after(&pairs), expected, sizeof(expected));
    ports_run(h, &ports, COUNT, NULL);
    assert_int_equal(memory_compare(h, &pairs, &found), pairs.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &heads);
    memory_close(h, &pairs);
}

/* Columns of matrices of 4,000 lines, which go by levels, and of three; of each the last one lacks
 * some elements. And rows and columns with something in between, or that overlap. */
struct columns {
    vkscan_primitive primitive;
    uint32_t flags; /* of the plan */
    uint32_t lines, stride;
    uint32_t pitch, columns; /* 0: all of a matrix */
};

enum { COLUMNS_COUNT = 50003 };

/* Scans or reduces each column, by an operator that need not commute. */
static uint32_t expect_columns(const struct columns *row, uint32_t identity,
                               uint32_t (*combine)(uint32_t left, uint32_t right),
                               const uint32_t *source, uint32_t *results)
{
    const uint32_t pitch = row->pitch ? row->pitch : row->lines * row->stride;
    const uint32_t columns = row->columns ? row->columns : row->stride;
    uint32_t number = 0;

    for (uint32_t first = 0; first < COLUMNS_COUNT; first += pitch)
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t total = identity;
            for (uint32_t turn = 0; turn < row->lines; turn++) {
                const bool is_reverse = row->flags & VKSCAN_PLAN_REVERSE_BIT;
                const uint32_t line = is_reverse ? row->lines - 1 - turn : turn;
                const uint32_t i = first + line * row->stride + j;
                if (i >= COLUMNS_COUNT)
                    continue;
                total = combine(total, source[i]);
                if (row->primitive != VKSCAN_PRIMITIVE_SEGMENTED_REDUCE)
                    results[i] = total;
            }
            if (row->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE)
                results[number++] = total;
        }
    return number;
}

static void run_columns(struct harness *h, const struct columns *row, const vkscan_operator *user,
                        uint32_t identity, uint32_t (*combine)(uint32_t left, uint32_t right))
{
    const vkscan_plan_params params = {
        .primitive = row->primitive,
        .type = user ? VKSCAN_TYPE_NONE : VKSCAN_TYPE_U32,
        .user_operator = user,
        .capacity = COLUMNS_COUNT,
        .flags = row->flags,
        .details = SEGMENTS(.heads = VKSCAN_HEADS_ROWS, .length = row->lines, .stride = row->stride,
                            .pitch = row->pitch, .columns = row->columns)};
    static uint32_t values[COLUMNS_COUNT], results[COLUMNS_COUNT + 64];
    struct memory source = memory_open(h, 0, sizeof(values)),
                  found = memory_open(h, 0, sizeof(results));
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){.source = memory_range(&source),
                                                          .destination = memory_range(&found)});
    uint8_t at;

    for (uint32_t i = 0; i < COLUMNS_COUNT; i++)
        values[i] = i % 4093 * 2654435761u >> 3;
    memcpy(memory_before(&source), values, sizeof(values));
    memory_upload(h, &source);
    memory_upload(h, &found);
    memcpy(results, memory_before(&found), sizeof(results)); /* what is between stays */
    const uint32_t number = expect_columns(row, identity, combine, values, results);
    memcpy(memory_after(&found), results, 4 * (number > 0 ? number : COLUMNS_COUNT));
    ports_run(h, &ports, COLUMNS_COUNT, NULL);
    assert_int_equal(memory_compare(h, &found, &at), found.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &found);
}

TEST(columns_are_segments)
{
    static const struct columns rows[] = {
        {SCAN, 0, 4000, 5, 0, 0},       {REDUCE, 0, 4000, 5, 0, 0},  {SCAN, REVERSE, 4000, 5, 0, 0},
        {SCAN, 0, 3, 64, 0, 0},         {REDUCE, 0, 3, 64, 0, 0},    {SCAN, REVERSE, 3, 64, 0, 0},
        {SCAN, 0, 300, 1, 340, 1},      {REDUCE, 0, 300, 1, 340, 1}, {SCAN, REVERSE, 50, 8, 403, 3},
        {REDUCE, 0, 3000, 8, 24100, 5}, {SCAN, 0, 3000, 5, 0, 2},    {REDUCE, 0, 64, 1, 17, 1},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        run_columns(h, &rows[i], NULL, 0, add);
        run_columns(h, &rows[i], harness_dihedral.user, 1, harness_compose_dihedral);
    }
}

/* Elements are mapped with their index in the run at the first level alone; others combine pairs.
 */
TEST(the_arg_min_of_a_column_is_a_pair)
{
    enum { LINES = 5000, WIDTH = 7, SIZE = LINES * WIDTH };
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        .user_operator = &vkscan_arg_min_f32,
        .capacity = SIZE,
        .details = SEGMENTS(.heads = VKSCAN_HEADS_ROWS, .length = LINES, .stride = WIDTH)};
    struct {
        float value;
        uint32_t index;
    } expected[WIDTH];
    struct memory source = memory_open(h, 0, SIZE * sizeof(float)),
                  pairs = memory_open(h, 0, sizeof(expected));
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){.source = memory_range(&source),
                                                          .destination = memory_range(&pairs)});
    float *values = (float *)(void *)memory_before(&source);
    uint8_t found;

    for (uint32_t i = 0; i < SIZE; i++)
        values[i] = (float)(i * 2654435761u >> 20);
    for (uint32_t j = 0; j < WIDTH; j++) {
        expected[j].index = j;
        for (uint32_t i = j; i < SIZE; i += WIDTH)
            if (values[i] < values[expected[j].index])
                expected[j].index = i;
        expected[j].value = values[expected[j].index];
    }
    memory_upload(h, &source);
    memory_upload(h, &pairs);
    memcpy(memory_after(&pairs), expected, sizeof(expected));
    ports_run(h, &ports, SIZE, NULL);
    assert_int_equal(memory_compare(h, &pairs, &found), pairs.buffer.size);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &pairs);
}

TEST(scans_begin_at_offsets)
{
    static const uint64_t offsets[] = {5, 5, 40, 41, 63, 64, 129, 4500, 4500, 12000};

    scan_by_offsets(h, 4, offsets, COUNT_OF(offsets));
}

/* Those that are too large for one word have small low words. */
TEST(scans_begin_at_offsets_of_8_bytes)
{
    static const uint64_t offsets[] = {5,         5, 40, 41, 63, 64, 4500, UINT64_C(1) << 32 | 5000,
                                       UINT64_MAX};

    scan_by_offsets(h, 8, offsets, COUNT_OF(offsets));
}

HARNESS_MAIN(tests)
