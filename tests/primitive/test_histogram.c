/* SPDX-License-Identifier: MIT */
/* Histograms against the subject's loop, another writing than the kernels'. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ports.h"
#include "refusals.h"
#include "port_buffers.h"
#include "subject.h"

const char program_name[] = "test_histogram"; /* for subjects */

#define GUARD 16 /* bytes of poison in front of what is written */

enum data {
    DATA_RANDOM,
    DATA_CONSTANT,
    DATA_EDGES, /* where bins begin, and the next values below and above; NaNs and infinities */
};

struct trial {
    vkscan_type type;
    vkscan_histogram_params histogram;
    uint32_t capacity; /* elements */
    uint64_t count;
    uint32_t count_size; /* bytes of the count in a buffer; 0: from the host */
    enum data data;
    vkscan_access access;
};

static uint64_t state = 1;

static uint32_t random_word(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

/* ---- data ---- */

static bool is_float(vkscan_type type)
{
    return type == VKSCAN_TYPE_F32 || type == VKSCAN_TYPE_F64;
}

static void write_value(vkscan_type type, double value, uint8_t *place)
{
    const float single = (float)value;
    const uint32_t size = vkscan_type_size(type);
    const int64_t integer = is_float(type) ? 0 : (int64_t)value;

    memcpy(place,
           size == 8                 ? (const void *)&value
           : type == VKSCAN_TYPE_F32 ? (const void *)&single
                                     : (const void *)&integer,
           size);
}

/* Each second bin is empty. Of floats the first is of all below the next, and the last of all
 * above; one edge is -0, which is 0. */
static double edge_at(const struct trial *t, uint32_t i)
{
    const bool floats = is_float(t->type);
    const double lowest = floats || t->type == VKSCAN_TYPE_I32 ? -12 : 0, edge = i / 2 * 3 + lowest;

    if (floats && (i == 0 || i == t->histogram.bins))
        return i == 0 ? -INFINITY : INFINITY;
    return floats && edge == 0 ? -0.0 : edge;
}

static double bin_begin(const struct trial *t, uint32_t bin)
{
    const vkscan_histogram_params *h = &t->histogram;

    if (h->binning == VKSCAN_BINNING_EDGES)
        return edge_at(t, bin);
    return h->binning == VKSCAN_BINNING_VALUES
               ? bin
               : h->first + (h->last / h->bins - h->first / h->bins) * bin;
}

/* No denormals, which devices may take as 0. */
static double beside(vkscan_type type, double value, double to)
{
    if (is_float(type) && value == 0)
        return copysign(type == VKSCAN_TYPE_F64 ? DBL_MIN : (double)FLT_MIN, to);
    if (type == VKSCAN_TYPE_F64)
        return nextafter(value, to);
    if (type == VKSCAN_TYPE_F32)
        return (double)nextafterf((float)value, (float)to);
    return to < 0 ? ceil(value) - 1 : ceil(value) + 1;
}

/* One of three at bin i / 3, wherever it is a value of the type. */
static double value_at_edge(const struct trial *t, uint64_t i)
{
    static const double specials[] = {NAN, INFINITY, -INFINITY, -0.0};
    const double begin = bin_begin(t, (uint32_t)(i / 3 % (t->histogram.bins + 1)));
    const double value = i % 3 == 0   ? begin
                         : i % 3 == 1 ? beside(t->type, begin, -INFINITY)
                                      : beside(t->type, begin, INFINITY);

    if (is_float(t->type))
        return i % 16 == 7 ? specials[i / 16 % COUNT_OF(specials)] : value;
    return ceil(value);
}

static double random_float(uint32_t word)
{
    static const double odd[] = {0.0, -0.0, 1.0, 100.0, -1.0, 255.0, NAN, INFINITY, -INFINITY};

    return word % 8 == 0 ? odd[word / 8 % COUNT_OF(odd)] : (word >> 4) / 1048576.0 - 28;
}

static void fill(const struct trial *t, uint8_t *data, uint64_t values)
{
    const uint32_t size = vkscan_type_size(t->type);

    for (uint64_t i = 0; i < values; i++) {
        const uint32_t word = random_word();
        if (t->data == DATA_CONSTANT)
            write_value(t->type, 7, data + i * size);
        else if (t->data == DATA_EDGES)
            write_value(t->type, value_at_edge(t, i), data + i * size);
        else if (is_float(t->type))
            write_value(t->type, random_float(word), data + i * size);
        else
            memcpy(data + i * size, &(uint32_t){word * 2654435761u}, size);
    }
}

static void fill_weights(const struct trial *t, struct memory *weights)
{
    for (uint32_t i = 0; i < t->capacity; i++) {
        const float weight = (float)(random_word() % 8); /* of which sums are exact */
        uint32_t word = random_word() % 100;
        if (t->histogram.weights == VKSCAN_WEIGHTS_F32)
            memcpy(&word, &weight, sizeof(weight));
        memory_set_word(weights, i, word);
    }
}

/* ---- a run ---- */

/* Places in the operands' words; what else is there is poison. */
enum { AT_COUNT = 4, AT_NUMBER = 8, AT_EDGES = 12 };

struct fixture {
    const struct trial *trial;
    struct ports ports;
    struct memory source, counters, weights, operands;
    uint32_t counter_count;
};

static uint32_t word_after(const struct memory *m, uint64_t at)
{
    uint32_t word;

    memcpy(&word, memory_after(m) + 4 * at, sizeof(word));
    return word;
}

/* Counters of the first `count` elements, for free(); without their weights: how many each has. */
static uint32_t *count_elements(const struct fixture *f, uint64_t count, bool weighted)
{
    const struct trial *t = f->trial;
    vkscan_histogram_params h = t->histogram;
    const vkscan_plan_params plan = {
        .primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .type = t->type, .capacity = count, .details = &h};
    const uint8_t *const ports[] = {memory_before(&f->source), memory_before(&f->weights),
                                    f->operands.before + AT_EDGES * 4 + vkscan_type_size(t->type)};
    uint32_t *counters = calloc(f->counter_count + 1, sizeof(counters[0]));

    h.weights = weighted ? h.weights : VKSCAN_WEIGHTS_NONE;
    const struct subject_layout layout = subject_lay_out(&plan, count);
    uint8_t *read = malloc(layout.read.size + 1);
    for (size_t i = 0; i < COUNT_OF(ports); i++)
        memcpy(read + layout.read.ports[i].place, ports[i], layout.read.ports[i].size);
    const struct subject_run run = subject_run_of(&plan, read, counters, NULL);
    assert_true(subject_histogram.compute(&run));
    free(read);
    return counters;
}

/* Sums of f32 are exact. */
static uint32_t add(const struct trial *t, uint32_t counter, uint32_t counted)
{
    float sum, single;

    if (t->histogram.weights != VKSCAN_WEIGHTS_F32)
        return counter + counted;
    memcpy(&sum, &counter, sizeof(sum));
    memcpy(&single, &counted, sizeof(single));
    sum += single;
    memcpy(&counter, &sum, sizeof(sum));
    return counter;
}

static void expect(struct fixture *f, uint64_t count)
{
    const struct trial *t = f->trial;
    const vkscan_histogram_params *h = &t->histogram;
    const bool adds = h->flags & VKSCAN_HISTOGRAM_ACCUMULATE_BIT;
    const uint64_t elements = count < t->capacity ? count : t->capacity;
    uint32_t *sums = count_elements(f, elements, true),
             *numbers = count_elements(f, elements, false);
    uint32_t *counters = (uint32_t *)(void *)memory_after(&f->counters);
    uint32_t outside = (uint32_t)elements * h->counted;

    for (uint32_t i = 0; i < f->counter_count; i++) {
        counters[i] = add(t, adds ? counters[i] : 0, sums[i]);
        outside -= numbers[i];
    }
    outside += adds ? word_after(&f->operands, AT_NUMBER) : 0;
    if (h->flags & VKSCAN_HISTOGRAM_OUTSIDE_BIT)
        memcpy(memory_after(&f->operands) + 4 * AT_NUMBER, &outside, sizeof(outside));
    free(sums);
    free(numbers);
}

/* The edges lie at a multiple of their size and of nothing more. */
static void make_operands(struct harness *h, struct fixture *f)
{
    const struct trial *t = f->trial;
    const bool has_edges = t->histogram.binning == VKSCAN_BINNING_EDGES;
    const uint32_t edges = has_edges ? t->histogram.bins + 1 : 0, size = vkscan_type_size(t->type);

    f->operands = memory_open(h, 0, AT_EDGES * 4 + (edges + 1ull) * size);
    memory_set_word(&f->operands, AT_NUMBER, 5);
    for (uint32_t i = 0; i < edges; i++)
        write_value(t->type, edge_at(t, i), f->operands.before + AT_EDGES * 4 + (i + 1ull) * size);
}

static vkscan_plan *make_plan(struct harness *h, const struct fixture *f)
{
    const struct trial *t = f->trial;
    vkscan_histogram_params histogram = t->histogram;

    if (histogram.binning == VKSCAN_BINNING_EDGES)
        histogram.edges = f->operands.before + AT_EDGES * 4 + vkscan_type_size(t->type);
    return harness_plan(
        h->context,
        (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                             .type = t->type,
                             .capacity = t->capacity,
                             .access = t->access,
                             .flags = t->count_size ? VKSCAN_PLAN_COUNT_IN_BUFFER_BIT : 0,
                             .determinism = VKSCAN_DETERMINISM_FASTEST,
                             .details = &histogram});
}

/* What the destination and the number hold before the first run is added to. */
static struct fixture open_fixture(struct harness *h, const struct trial *t)
{
    const vkscan_histogram_params *p = &t->histogram;
    const uint32_t size = vkscan_type_size(t->type), element = p->channels * size;
    struct fixture f = {.trial = t, .counter_count = p->counted * p->bins};

    f.source = memory_open(h, element, (uint64_t)t->capacity * element);
    fill(t, f.source.before, (t->capacity + 2ull) * p->channels); /* one in front, one behind */
    f.weights = memory_open(h, 0, t->capacity * 4ull);
    fill_weights(t, &f.weights);
    f.counters = memory_open(h, GUARD, f.counter_count * 4ull);
    for (uint32_t i = 0; i < f.counter_count; i++)
        memory_set_word(&f.counters, i, p->weights == VKSCAN_WEIGHTS_F32 ? 0x40000000u : 3);
    make_operands(h, &f);
    memory_upload(h, &f.source);
    memory_upload(h, &f.weights);
    memory_upload(h, &f.counters);
    memory_upload(h, &f.operands);
    f.ports = ports_open(
        h, make_plan(h, &f),
        (struct port_buffers){
            .source = memory_range(&f.source),
            .destination = memory_range(&f.counters),
            .second_source = memory_range(&f.weights),
            .count = gpu_range(&f.operands.buffer, AT_COUNT * 4, t->count_size),
            .number = memory_words(&f.operands, AT_NUMBER, 1),
            .edges = gpu_range(&f.operands.buffer, AT_EDGES * 4 + size, (p->bins + 1ull) * size)});
    return f;
}

static void close_fixture(struct harness *h, struct fixture *f)
{
    ports_close(h, &f->ports);
    memory_close(h, &f->source);
    memory_close(h, &f->counters);
    memory_close(h, &f->weights);
    memory_close(h, &f->operands);
}

static void compare(struct harness *h, const struct fixture *f, const char *what,
                    const struct memory *m, uint64_t count)
{
    const struct trial *t = f->trial;
    const vkscan_histogram_params *p = &t->histogram;
    uint8_t found;
    const uint64_t at = memory_compare(h, m, &found);

    if (at < m->buffer.size)
        fail_msg("%s, binning %d, %u bins, %u of %u channels, weights %d, access %d, data %d, "
                 "count %llu of %u: byte %lld of the %s is 0x%x, not 0x%x",
                 vkscan_type_name(t->type), (int)p->binning, p->bins, p->counted, p->channels,
                 (int)p->weights, (int)t->access, (int)t->data, (unsigned long long)count,
                 t->capacity, (long long)(at - m->first), what, found, m->after[at]);
}

/* Over what the runs before left. */
static void run(struct harness *h, struct fixture *f, uint64_t count)
{
    const struct trial *t = f->trial;

    if (t->count_size) {
        memcpy(f->operands.after + AT_COUNT * 4, &count, t->count_size);
        assert_true(gpu_upload(&h->gpu, &f->operands.buffer, AT_COUNT * 4, &count, t->count_size));
    }
    ports_run(h, &f->ports, t->count_size ? t->capacity : count, NULL);
    expect(f, count);
    compare(h, f, "counters", &f->counters, count);
    compare(h, f, "operands", &f->operands, count);
}

/* And again over fewer, with the same buffers. */
static void try(struct harness *h, const struct trial *t)
{
    struct fixture f = open_fixture(h, t);

    run(h, &f, t->count);
    run(h, &f, t->count / 3);
    close_fixture(h, &f);
}

#define EVEN(n, from, ...)                                                                         \
    {                                                                                              \
        .bins = n, .first = from, .last = __VA_ARGS__                                              \
    }
#define OUTSIDE VKSCAN_HISTOGRAM_OUTSIDE_BIT
#define CLOSED VKSCAN_HISTOGRAM_CLOSED_BIT
#define ADDS VKSCAN_HISTOGRAM_ACCUMULATE_BIT

#define CAPACITY 10000

/* Elements of which a workgroup takes so many at a time, vectors of 16 bytes. */
static uint32_t tile_of(struct harness *h, const struct trial *t)
{
    struct fixture f = open_fixture(h, t);

    const vkscan_plan_info info = sized_plan_info(f.ports.plan);
    close_fixture(h, &f);
    return info.tile_size * 16 / (t->histogram.channels * vkscan_type_size(t->type));
}

/* The offset of an element adds fewer than two vectors in front of a tile. */
static void try_counts(struct harness *h, struct trial *t, size_t turn)
{
    const uint32_t tile = tile_of(h, t);
    const uint64_t counts[] = {0,        1,        2,        15,   tile - 1, tile,
                               tile + 1, 3 * tile, CAPACITY, 9973, 20000};

    for (size_t k = 0; k < COUNT_OF(counts); k++) {
        t->data = (enum data)((k + turn) % 3);
        t->count = counts[k];
        t->count_size = counts[k] > CAPACITY ? 4 + 4 * (turn % 2) : (k + turn) % 3 * 4;
        try(h, t);
    }
    /* 2^32 and less than the capacity: as 32 bits it would be that. */
    t->count = UINT64_C(0x100000003);
    t->count_size = 8;
    try(h, t);
}

TEST(histograms_are_those_of_a_loop)
{
    static const struct {
        vkscan_type type;
        vkscan_histogram_params histogram;
    } rows[] = {
        {VKSCAN_TYPE_U8, {.binning = VKSCAN_BINNING_VALUES, .bins = 256}},
        {VKSCAN_TYPE_U8, EVEN(7, -3, 200, .channels = 4, .counted = 3, .flags = OUTSIDE | CLOSED)},
        {VKSCAN_TYPE_U8, {.binning = VKSCAN_BINNING_EDGES, .bins = 20, .flags = OUTSIDE | ADDS}},
        {VKSCAN_TYPE_U16, EVEN(1000, 3, 65000, .channels = 3, .flags = ADDS)},
        {VKSCAN_TYPE_U16, {.binning = VKSCAN_BINNING_VALUES, .bins = 65536, .flags = OUTSIDE}},
        {VKSCAN_TYPE_U32, EVEN(256, 0, 4294967296.0)},
        {VKSCAN_TYPE_U32, EVEN(1048576, 1, 4294967295.0, .flags = OUTSIDE | CLOSED)},
        {VKSCAN_TYPE_U32, EVEN(1, 5, 3000000000.0, .weights = VKSCAN_WEIGHTS_U32)},
        {VKSCAN_TYPE_I32, EVEN(77777, -2147483648.0, 2147483647, .flags = OUTSIDE)},
        {VKSCAN_TYPE_I32, {.binning = VKSCAN_BINNING_EDGES, .bins = 31, .flags = OUTSIDE | CLOSED}},
        {VKSCAN_TYPE_U32, {.binning = VKSCAN_BINNING_EDGES, .bins = 8, .flags = ADDS}},
        {VKSCAN_TYPE_U16, {.binning = VKSCAN_BINNING_EDGES, .bins = 40, .flags = OUTSIDE | CLOSED}},
        {VKSCAN_TYPE_F32, EVEN(100, -1, 100, .channels = 2, .flags = OUTSIDE)},
        {VKSCAN_TYPE_F32, {.binning = VKSCAN_BINNING_EDGES, .bins = 67, .flags = OUTSIDE | CLOSED}},
        {VKSCAN_TYPE_F32, EVEN(77, 0, 100, .weights = VKSCAN_WEIGHTS_F32, .flags = ADDS | CLOSED)},
        {VKSCAN_TYPE_F32, EVEN(3, -(double)FLT_MAX, (double)FLT_MAX, .flags = OUTSIDE | CLOSED)},
        {VKSCAN_TYPE_F32, EVEN(1000, 16777216, 16777220, .flags = OUTSIDE)}, /* of 5 numbers */
        {VKSCAN_TYPE_F64, EVEN(300, -1, 100, .flags = OUTSIDE)},
        {VKSCAN_TYPE_F64, EVEN(7, -DBL_MAX, DBL_MAX, .flags = OUTSIDE | CLOSED)},
        {VKSCAN_TYPE_F64, {.binning = VKSCAN_BINNING_EDGES, .bins = 9, .flags = OUTSIDE | CLOSED}},
    };
    static const uint32_t needs[] = {
        [VKSCAN_ACCESS_PUSH_DESCRIPTORS] = VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
        [VKSCAN_ACCESS_ADDRESSES] = VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT};
    const uint32_t has = h->context->caps.capabilities;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct trial t = {.type = rows[i].type,
                          .histogram = rows[i].histogram,
                          .capacity = CAPACITY,
                          .access = (vkscan_access)(i % 3)};
        if (!t.histogram.channels)
            t.histogram.channels = 1;
        if (!t.histogram.counted)
            t.histogram.counted = t.histogram.channels;
        if (needs[t.access] & ~has)
            t.access = VKSCAN_ACCESS_DESCRIPTOR_SETS;
        if (t.type != VKSCAN_TYPE_F64 || has & VKSCAN_CAPABILITY_FLOAT64_BIT)
            try_counts(h, &t, i);
    }
}

TEST(labels_have_no_operator)
{
    static const vkscan_histogram_params bins = EVEN(1, 0, 1);
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .type = VKSCAN_TYPE_U8, .details = &bins};

    assert_string_equal(harness_plan(h->context, params)->label, "vkscan histogram u8");
    assert_string_equal(
        harness_plan(h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_SORT,
                                                      .type = VKSCAN_TYPE_U32})
            ->label,
        "vkscan sort u32");
}

TEST(bad_buffers_are_refused)
{
    static const struct trial t = {.type = VKSCAN_TYPE_U32,
                                   .histogram = {.binning = VKSCAN_BINNING_EDGES,
                                                 .bins = 8,
                                                 .channels = 2,
                                                 .counted = 2,
                                                 .weights = VKSCAN_WEIGHTS_U32,
                                                 .flags = OUTSIDE},
                                   .capacity = 100,
                                   .count_size = 4};
    static const struct bad_buffers rows[] = {
        {{SET(source.size, 796)}, "source.size of 796 bytes is too small: the plan needs 800"},
        {{SET(destination.size, 60)},
         "destination.size of 60 bytes is too small: the plan needs 64"},
        {{SET(second_source.size, 396)}, "weights.size of 396 bytes is too small: the plan needs 400"},
        {{SET(edges.size, 32)}, "edges.size of 32 bytes is too small: the plan needs 36"},
        {{SET(number.size, 0)}, "number.size of 0 bytes is too small"},
        {{SET(edges.buffer, 0)}, "edges.buffer is NULL"},
        {{ADD(edges.offset, 2)}, "is not a multiple of 4"},
        {{LIKE(number, count)}, "overlap"},
        {{LIKE(destination, source)}, "source and destination overlap"},
        {{LIKE(edges, second_source), SET(edges.size, 36)}, "are in two VkBuffers"},
    };
    struct fixture f = open_fixture(h, &t);
    const uint32_t seed = 0;

    REFUSE_BUFFERS(h, f.ports.plan, &f.ports.buffers, rows);
    refuse_run(h, f.ports.binding, 100, &seed, "seed is not NULL, and a histogram has none");
    refuse_run(h, f.ports.binding, 101, NULL, "count 101 is beyond");
    close_fixture(h, &f);
}

/* Tiles by the grid's stride; and without room in shared memory copies in scratch, which are
 * summed. */
TEST(few_workgroups_take_several_tiles)
{
    uint32_t *most = &h->context->caps.max_workgroup_count;
    const uint32_t before = *most;
    const struct trial trials[] = {
        {.type = VKSCAN_TYPE_U32,
         .histogram = {.bins = 100, .last = 4294967296.0, .channels = 1, .counted = 1},
         .capacity = 50000,
         .count = 49999},
        {.type = VKSCAN_TYPE_U8,
         .histogram = {.bins = 5000, .last = 5000, .channels = 3, .counted = 2, .flags = OUTSIDE},
         .capacity = 700000,
         .count = 699999},
    };

    *most = 3;
    for (size_t i = 0; i < COUNT_OF(trials); i++)
        try(h, &trials[i]);
    *most = before;
}

HARNESS_MAIN(tests)
