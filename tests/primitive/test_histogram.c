/* SPDX-License-Identifier: MIT */
/* Histograms against a plain loop, and the sentence of each bad argument. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define POISON 0xdeadbeefu
#define GUARD 4 /* words of poison in front of what is written, and behind it */

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

static void ok(struct harness *h, bool success)
{
    if (!success)
        fail_msg("%s", h->gpu.error);
}

/* ---- the reference ---- */

static double read_value(vkscan_type type, const uint8_t *data, uint64_t index)
{
    const uint32_t size = vkscan_type_size(type);
    uint32_t bits = 0;
    float single;
    double wide;

    memcpy(&wide, data + index * size, size == 8 ? 8 : 0);
    if (size == 8)
        return wide;
    memcpy(&bits, data + index * size, size);
    memcpy(&single, &bits, sizeof(single));
    return type == VKSCAN_TYPE_F32   ? (double)single
           : type == VKSCAN_TYPE_I32 ? (double)(int32_t)bits
                                     : (double)bits;
}

static uint32_t even_bin(const struct trial *t, double x)
{
    const vkscan_histogram_params *h = &t->histogram;
    const uint64_t range = (uint64_t)(h->last - h->first);

    if (t->type == VKSCAN_TYPE_F64) {
        const double scale = h->bins / (h->last - h->first), place = (x - h->first) * scale;
        return place < h->bins ? (uint32_t)place : h->bins - 1;
    }
    if (t->type == VKSCAN_TYPE_F32) {
        const float first = (float)h->first, last = (float)h->last;
        const float scale = (float)h->bins / (last - first), offset = (float)x - first;
        const float place = offset * scale;
        return place < (float)h->bins ? (uint32_t)place : h->bins - 1;
    }
    return (uint32_t)((uint64_t)(x - h->first) * h->bins / range);
}

static uint32_t bin_of(const struct trial *t, double x, const double *edges)
{
    const vkscan_histogram_params *h = &t->histogram;
    uint32_t bin = h->bins;

    if (h->binning == VKSCAN_BINNING_VALUES)
        return x < h->bins ? (uint32_t)x : h->bins;
    if (h->binning == VKSCAN_BINNING_EVEN)
        return x >= h->first && x < h->last ? even_bin(t, x) : h->bins;
    for (uint32_t i = 0; i < h->bins; i++)
        if (x >= edges[i] && x < edges[i + 1])
            bin = i;
    return bin;
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
    return h->binning == VKSCAN_BINNING_VALUES ? bin
                                               : h->first + (h->last - h->first) / h->bins * bin;
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

static void fill_weights(const struct trial *t, uint32_t *weights)
{
    for (uint32_t i = 0; i < t->capacity; i++) {
        const float weight = (float)(random_word() % 8); /* of which sums are exact */
        weights[i] = random_word() % 100;
        if (t->histogram.weights == VKSCAN_WEIGHTS_F32)
            memcpy(&weights[i], &weight, sizeof(weight));
    }
}

/* ---- a run ---- */

enum { SOURCE, COUNTERS, WEIGHTS, SCRATCH, OPERANDS, BUFFERS };

/* Places in the operands' words; what else is there is poison. */
enum { AT_COUNT = 4, AT_NUMBER = 8, AT_EDGES = 12 };

struct fixture {
    const struct trial *trial;
    vkscan_plan *plan;
    vkscan_binding *binding; /* NULL: access without one */
    struct gpu_buffer buffers[BUFFERS];
    vkscan_binding_params places;
    uint8_t *source; /* with an element in front and one behind */
    uint32_t *weights, *operands;
    double *edges;
    uint32_t *expected, outside; /* counters */
    uint32_t counters, operand_words;
};

static struct gpu_buffer make(struct harness *h, const void *data, uint64_t size)
{
    struct gpu_buffer buffer;

    ok(h, gpu_buffer_create(&h->gpu, (size + 15) / 16 * 16 + 16, GPU_MEMORY_DEVICE, &buffer));
    if (data && size > 0)
        ok(h, gpu_upload(&h->gpu, &buffer, 0, data, (size + 3) / 4 * 4));
    return buffer;
}

static void add_weight(const struct trial *t, uint32_t weight, uint32_t *counter)
{
    float sum, single;

    if (t->histogram.weights != VKSCAN_WEIGHTS_F32) {
        *counter += t->histogram.weights ? weight : 1;
        return;
    }
    memcpy(&sum, counter, sizeof(sum));
    memcpy(&single, &weight, sizeof(single));
    sum += single;
    memcpy(counter, &sum, sizeof(sum));
}

static void expect(struct fixture *f, uint64_t count)
{
    const struct trial *t = f->trial;
    const vkscan_histogram_params *h = &t->histogram;
    const uint8_t *source = f->source + h->channels * vkscan_type_size(t->type);

    if (!(h->flags & VKSCAN_HISTOGRAM_ACCUMULATE)) {
        memset(f->expected, 0, f->counters * sizeof(uint32_t));
        f->outside = 0;
    }
    for (uint64_t i = 0; i < count && i < t->capacity; i++)
        for (uint32_t c = 0; c < h->counted; c++) {
            const double x = read_value(t->type, source, i * h->channels + c);
            const uint32_t bin = bin_of(t, x, f->edges);
            if (bin < h->bins)
                add_weight(t, f->weights[i], &f->expected[c * h->bins + bin]);
            else
                f->outside++;
        }
}

static void poison(uint32_t *words, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        words[i] = POISON;
}

/* What the destination and the number hold before the first run. */
static void make_outputs(struct harness *h, struct fixture *f)
{
    const bool floats = f->trial->histogram.weights == VKSCAN_WEIGHTS_F32;
    uint32_t *words = malloc((f->counters + 2 * GUARD) * sizeof(uint32_t));

    f->expected = malloc(f->counters * sizeof(uint32_t));
    poison(words, f->counters + 2 * GUARD);
    for (uint32_t i = 0; i < f->counters; i++)
        words[GUARD + i] = f->expected[i] = floats ? 0x40000000u : 3;
    f->buffers[COUNTERS] = make(h, words, (f->counters + 2 * GUARD) * sizeof(uint32_t));
    f->outside = 5;
    free(words);
}

/* At a multiple of their size and of nothing more. */
static uint8_t *edges_of(const struct fixture *f)
{
    return (uint8_t *)(f->operands + AT_EDGES) + vkscan_type_size(f->trial->type);
}

static void make_operands(struct harness *h, struct fixture *f)
{
    const struct trial *t = f->trial;
    const bool has_edges = t->histogram.binning == VKSCAN_BINNING_EDGES;
    const uint32_t edges = has_edges ? t->histogram.bins + 1 : 0, size = vkscan_type_size(t->type);

    f->operand_words = AT_EDGES + ((edges + 1) * size + 3) / 4 + GUARD;
    f->operands = malloc(f->operand_words * sizeof(uint32_t));
    f->edges = malloc((edges + 1) * sizeof(double));
    poison(f->operands, f->operand_words);
    f->operands[AT_NUMBER] = f->outside;
    for (uint32_t i = 0; i < edges; i++) {
        f->edges[i] = edge_at(t, i);
        write_value(t->type, f->edges[i], edges_of(f) + i * size);
    }
    f->buffers[OPERANDS] = make(h, f->operands, f->operand_words * sizeof(uint32_t));
}

static void make_inputs(struct harness *h, struct fixture *f)
{
    const struct trial *t = f->trial;
    const uint32_t size = t->histogram.channels * vkscan_type_size(t->type);
    const uint64_t elements = t->capacity + 2ull;

    f->source = calloc(elements * size + sizeof(uint32_t), 1);
    fill(t, f->source, elements * t->histogram.channels);
    f->weights = calloc(t->capacity + 1ull, sizeof(uint32_t));
    fill_weights(t, f->weights);
    f->buffers[SOURCE] = make(h, f->source, elements * size);
    f->buffers[WEIGHTS] = make(h, f->weights, t->capacity * sizeof(uint32_t));
}

static vkscan_plan *make_plan(struct harness *h, const struct fixture *f)
{
    const struct trial *t = f->trial;
    vkscan_histogram_params histogram = t->histogram;

    if (histogram.binning == VKSCAN_BINNING_EDGES)
        histogram.edges = edges_of(f);
    return harness_plan(
        h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                         .type = t->type,
                                         .capacity = t->capacity,
                                         .access = t->access,
                                         .flags = t->count_size ? VKSCAN_PLAN_COUNT_IN_BUFFER : 0,
                                         .determinism = VKSCAN_DETERMINISM_FASTEST,
                                         .histogram = &histogram});
}

static struct fixture open_fixture(struct harness *h, const struct trial *t)
{
    const vkscan_histogram_params *p = &t->histogram;
    const uint32_t size = vkscan_type_size(t->type);
    struct fixture f = {.trial = t, .counters = p->counted * p->bins};
    vkscan_plan_info info;

    make_outputs(h, &f);
    make_operands(h, &f);
    make_inputs(h, &f);
    f.plan = make_plan(h, &f);
    vkscan_plan_get_info(f.plan, &info);
    f.buffers[SCRATCH] = make(h, NULL, info.scratch_size);
    f.places = (vkscan_binding_params){
        .source = gpu_range(&f.buffers[SOURCE], p->channels * size,
                            (uint64_t)t->capacity * p->channels * size),
        .destination = gpu_range(&f.buffers[COUNTERS], GUARD * 4, f.counters * 4ull),
        .scratch = gpu_range(&f.buffers[SCRATCH], 0, info.scratch_size),
        .second_source = gpu_range(&f.buffers[WEIGHTS], 0, t->capacity * 4ull),
        .count = gpu_range(&f.buffers[OPERANDS], AT_COUNT * 4, t->count_size),
        .number = gpu_range(&f.buffers[OPERANDS], AT_NUMBER * 4, 4),
        .edges = gpu_range(&f.buffers[OPERANDS], AT_EDGES * 4 + size, (p->bins + 1ull) * size)};
    if (t->access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(vkscan_binding_create(f.plan, &f.places, &f.binding), VK_SUCCESS);
    return f;
}

static void close_fixture(struct harness *h, struct fixture *f)
{
    void *const memory[] = {f->source, f->weights, f->operands, f->edges, f->expected};

    vkscan_binding_destroy(f->binding);
    for (size_t i = 0; i < BUFFERS; i++)
        gpu_buffer_destroy(&h->gpu, &f->buffers[i]);
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        free(memory[i]);
}

static void check_counters(struct harness *h, const struct fixture *f, uint64_t count)
{
    const struct trial *t = f->trial;
    const vkscan_histogram_params *p = &t->histogram;
    const uint64_t size = (f->counters + 2 * GUARD) * sizeof(uint32_t);
    uint32_t *found = malloc(size);

    ok(h, gpu_download(&h->gpu, &f->buffers[COUNTERS], 0, found, size));
    for (uint32_t i = 0; i < GUARD; i++) {
        assert_int_equal(found[i], POISON);
        assert_int_equal(found[GUARD + f->counters + i], POISON);
    }
    for (uint32_t i = 0; i < f->counters; i++)
        if (found[GUARD + i] != f->expected[i])
            fail_msg("%s, binning %d, %u bins, %u of %u channels, weights %d, access %d, data %d, "
                     "count %llu of %u: counter %u is %u, not %u",
                     vkscan_type_name(t->type), (int)p->binning, p->bins, p->counted, p->channels,
                     (int)p->weights, (int)t->access, (int)t->data, (unsigned long long)count,
                     t->capacity, i, found[GUARD + i], f->expected[i]);
    free(found);
}

/* Nothing but the number of values outside has changed. */
static void check_operands(struct harness *h, struct fixture *f)
{
    const uint64_t size = f->operand_words * sizeof(uint32_t);
    uint32_t *found = malloc(size);

    ok(h, gpu_download(&h->gpu, &f->buffers[OPERANDS], 0, found, size));
    if (f->trial->histogram.flags & VKSCAN_HISTOGRAM_OUTSIDE)
        f->operands[AT_NUMBER] = f->outside;
    assert_memory_equal(found, f->operands, size);
    free(found);
}

static void run(struct harness *h, struct fixture *f, uint64_t count)
{
    const struct trial *t = f->trial;
    const uint64_t most = t->count_size ? t->capacity : count;

    if (t->count_size) {
        memcpy(&f->operands[AT_COUNT], &count, t->count_size);
        ok(h, gpu_upload(&h->gpu, &f->buffers[OPERANDS], AT_COUNT * 4, &count, t->count_size));
    }
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_non_null(commands);
    assert_int_equal(f->binding ? vkscan_cmd_run(f->binding, commands, most, NULL)
                                : vkscan_cmd_run_buffers(f->plan, commands, &f->places, most, NULL),
                     VK_SUCCESS);
    gpu_barrier(commands);
    ok(h, gpu_submit(&h->gpu, commands));
    expect(f, count);
    check_counters(h, f, count);
    check_operands(h, f);
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
#define OUTSIDE VKSCAN_HISTOGRAM_OUTSIDE
#define ADDS VKSCAN_HISTOGRAM_ACCUMULATE

#define CAPACITY 10000

/* Elements of which a workgroup takes so many at a time, vectors of 16 bytes. */
static uint32_t tile_of(struct harness *h, const struct trial *t)
{
    struct fixture f = open_fixture(h, t);
    vkscan_plan_info info;

    vkscan_plan_get_info(f.plan, &info);
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

static void histograms_are_those_of_a_loop(void **data)
{
    static const struct {
        vkscan_type type;
        vkscan_histogram_params histogram;
    } rows[] = {
        {VKSCAN_TYPE_U8, {.binning = VKSCAN_BINNING_VALUES, .bins = 256}},
        {VKSCAN_TYPE_U8, EVEN(7, -3, 200, .channels = 4, .counted = 3, .flags = OUTSIDE)},
        {VKSCAN_TYPE_U8, {.binning = VKSCAN_BINNING_EDGES, .bins = 20, .flags = OUTSIDE | ADDS}},
        {VKSCAN_TYPE_U16, EVEN(1000, 3, 65000, .channels = 3, .flags = ADDS)},
        {VKSCAN_TYPE_U16, {.binning = VKSCAN_BINNING_VALUES, .bins = 65536, .flags = OUTSIDE}},
        {VKSCAN_TYPE_U32, EVEN(256, 0, 4294967296.0)},
        {VKSCAN_TYPE_U32, EVEN(1048576, 1, 4294967295.0, .flags = OUTSIDE)},
        {VKSCAN_TYPE_U32, EVEN(1, 5, 3000000000.0, .weights = VKSCAN_WEIGHTS_U32)},
        {VKSCAN_TYPE_I32, EVEN(77777, -2147483648.0, 2147483647, .flags = OUTSIDE)},
        {VKSCAN_TYPE_I32, {.binning = VKSCAN_BINNING_EDGES, .bins = 31, .flags = OUTSIDE}},
        {VKSCAN_TYPE_U32, {.binning = VKSCAN_BINNING_EDGES, .bins = 8, .flags = ADDS}},
        {VKSCAN_TYPE_U16, {.binning = VKSCAN_BINNING_EDGES, .bins = 40, .flags = OUTSIDE}},
        {VKSCAN_TYPE_F32, EVEN(100, -1, 100, .channels = 2, .flags = OUTSIDE)},
        {VKSCAN_TYPE_F32, {.binning = VKSCAN_BINNING_EDGES, .bins = 67, .flags = OUTSIDE}},
        {VKSCAN_TYPE_F32, EVEN(5, 0, 100, .weights = VKSCAN_WEIGHTS_F32, .flags = ADDS)},
        {VKSCAN_TYPE_F64, EVEN(300, -1, 100, .flags = OUTSIDE)},
        {VKSCAN_TYPE_F64, {.binning = VKSCAN_BINNING_EDGES, .bins = 9, .flags = OUTSIDE}},
    };
    static const uint32_t needs[] = {
        [VKSCAN_ACCESS_PUSH_DESCRIPTORS] = VKSCAN_CAPABILITY_PUSH_DESCRIPTORS,
        [VKSCAN_ACCESS_ADDRESSES] = VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS};
    struct harness *h = *data;
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
        if (t.type != VKSCAN_TYPE_F64 || has & VKSCAN_CAPABILITY_FLOAT64)
            try_counts(h, &t, i);
    }
}

static void labels_have_no_operator(void **data)
{
    static const vkscan_histogram_params bins = EVEN(1, 0, 1);
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .type = VKSCAN_TYPE_U8, .histogram = &bins};
    struct harness *h = *data;

    assert_string_equal(harness_plan(h->context, params)->label, "vkscan histogram u8");
    assert_string_equal(
        harness_plan(h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_SORT})->label,
        "vkscan sort u32");
}

static void bad_arguments_have_sentences(void **data)
{
    static const float descending[] = {1, 2, 1}, with_nan[] = {1, NAN, 3};
    static const struct {
        vkscan_type type;
        vkscan_histogram_params histogram;
        const char *part;
    } rows[] = {
        {VKSCAN_TYPE_U32, {0}, "histogram.bins 0 is out of range"},
        {VKSCAN_TYPE_U32, EVEN(1048577, 0, 1), "histogram.bins 1048577 is out of range"},
        {VKSCAN_TYPE_F32, EVEN(4, 1, 1), "the range is empty"},
        {VKSCAN_TYPE_F32, EVEN(4, 2, 1), "empty, reversed"},
        {VKSCAN_TYPE_F32, EVEN(4, NAN, 1), "have to be finite"},
        {VKSCAN_TYPE_F32, EVEN(4, 0, NAN), "have to be finite"},
        {VKSCAN_TYPE_F32, EVEN(4, -INFINITY, 1), "have to be finite"},
        {VKSCAN_TYPE_F32, EVEN(4, 0, INFINITY), "have to be finite"},
        {VKSCAN_TYPE_F32, EVEN(4, 0, 1e39), "have to be finite numbers of f32"},
        {VKSCAN_TYPE_F32, EVEN(4, 1, 1.00000001), "the range is empty"},
        {VKSCAN_TYPE_U32, EVEN(4, 3, 3), "the range is empty"},
        {VKSCAN_TYPE_I32, EVEN(4, 3, -3), "empty, reversed"},
        {VKSCAN_TYPE_I32, EVEN(4, 3, NAN), "have to be finite"},
        {VKSCAN_TYPE_F32, EVEN(4, -3e38, 3e38), "is no normal number of f32"},
        {VKSCAN_TYPE_F32, EVEN(1, 0, 3e38), "is no normal number of f32"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 4294967297.0), "to 4294967296"},
        {VKSCAN_TYPE_I32, EVEN(4, -2147483649.0, 0), "have to be integers from -2147483648"},
        {VKSCAN_TYPE_I32, EVEN(4, 0, 2147483649.0), "to 2147483648"},
        {VKSCAN_TYPE_U32, EVEN(4, -1, 3), "have to be integers from 0"},
        {VKSCAN_TYPE_I32, EVEN(4, 0, 3.5), "have to be integers from -2147483648"},
        {VKSCAN_TYPE_I16, EVEN(4, 0, 3), "and not of i16"},
        {VKSCAN_TYPE_F16, EVEN(4, 0, 3), "and not of f16"},
        {VKSCAN_TYPE_U64, EVEN(4, 0, 3), "and not of u64"},
        {VKSCAN_TYPE_F32X2, EVEN(4, 0, 3), "and not of f32x2"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .channels = 5), "histogram.channels 5 is out of range"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .channels = 2, .counted = 3),
         "histogram.counted 3 is beyond"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .flags = 4), "unknown histogram.flags 0x4"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .weights = VKSCAN_WEIGHTS_F32),
         "DETERMINISM_FASTEST alone"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .weights = (vkscan_weights)3),
         "unknown histogram.weights 3"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .edges = descending), "bins do not go by edges"},
        {VKSCAN_TYPE_U32, EVEN(4, 0, 3, .binning = (vkscan_binning)3),
         "unknown histogram.binning 3"},
        {VKSCAN_TYPE_U32, {.binning = VKSCAN_BINNING_VALUES, .bins = 4}, "is of u8 and u16"},
        {VKSCAN_TYPE_U8, {.binning = VKSCAN_BINNING_VALUES, .bins = 257}, "u8 has 256 values"},
        {VKSCAN_TYPE_U8, EVEN(4, 0, 3, .binning = VKSCAN_BINNING_VALUES), "bins are not even"},
        {VKSCAN_TYPE_F32,
         {.binning = VKSCAN_BINNING_EDGES, .bins = 2, .edges = descending},
         "edges[2] 1 is below edges[1] 2"},
        {VKSCAN_TYPE_F32,
         {.binning = VKSCAN_BINNING_EDGES, .bins = 2, .edges = with_nan},
         "histogram.edges[1] is a NaN"},
    };
    struct harness *h = *data;
    vkscan_plan *plan;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        harness_assert_error(
            h,
            vkscan_plan_create(h->context,
                               &(vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                                     .type = rows[i].type,
                                                     .capacity = 1,
                                                     .histogram = &rows[i].histogram},
                               &plan),
            VK_ERROR_VALIDATION_FAILED_EXT, rows[i].part);
}

static void parameters_of_other_primitives_are_refused(void **data)
{
    static const vkscan_histogram_params even = EVEN(4, 0, 3);
    static const vkscan_sort_params sort = {0};
    static const struct {
        vkscan_plan_params plan;
        const char *part;
    } rows[] = {
        {{.primitive = VKSCAN_PRIMITIVE_REDUCE, .histogram = &even},
         "histogram is not NULL, and the primitive is reduce"},
        {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM}, "histogram.bins 0 is out of range"},
        {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .histogram = &even, .sort = &sort},
         "sort is not NULL, and the primitive is histogram"},
        {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .histogram = &even, .op = VKSCAN_OP_MIN},
         "a histogram has no operator"},
        {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
          .histogram = &even,
          .algorithm = VKSCAN_ALGORITHM_SUBGROUP},
         "algorithm subgroup does not compute histogram"},
        {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
          .histogram = &even,
          .flags = VKSCAN_PLAN_REVERSE},
         "flags 0x2 are not for a histogram"},
        {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
          .histogram = &even,
          .flags = VKSCAN_PLAN_SEED_IN_BUFFER | VKSCAN_PLAN_TOTAL_IN_BUFFER},
         "flags 0x18 are not for a histogram"},
    };
    struct harness *h = *data;
    vkscan_plan *plan;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        harness_assert_error(h, vkscan_plan_create(h->context, &rows[i].plan, &plan),
                             VK_ERROR_VALIDATION_FAILED_EXT, rows[i].part);
}

static void too_many_values_are_refused(void **data)
{
    const vkscan_histogram_params even = EVEN(4, 0, 3, .channels = 4);
    struct harness *h = *data;
    vkscan_plan *plan;

    harness_assert_error(h,
                         vkscan_plan_create(h->context,
                                            &(vkscan_plan_params){
                                                .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                                .type = VKSCAN_TYPE_U8,
                                                .capacity = (1u << 29) - 127,
                                                .histogram = &even,
                                            },
                                            &plan),
                         VK_ERROR_FEATURE_NOT_PRESENT, "of 4 channels of a histogram");
}

static void assert_refused(struct harness *h, const struct fixture *f,
                           const vkscan_binding_params *places, const char *part)
{
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(f->plan, places, &binding),
                         VK_ERROR_VALIDATION_FAILED_EXT, part);
}

static void bad_buffers_are_refused(void **data)
{
    const struct trial t = {.type = VKSCAN_TYPE_U32,
                            .histogram = {.binning = VKSCAN_BINNING_EDGES,
                                          .bins = 8,
                                          .channels = 2,
                                          .counted = 2,
                                          .weights = VKSCAN_WEIGHTS_U32,
                                          .flags = OUTSIDE},
                            .capacity = 100,
                            .count_size = 4};
    struct harness *h = *data;
    struct fixture f = open_fixture(h, &t);
    const uint32_t seed = 0;
    const vkscan_buffer none = {0};

    vkscan_binding_params bad = f.places;
    bad.source.size = 796;
    assert_refused(h, &f, &bad, "source.size of 796 bytes is too small: the plan needs 800");
    bad = f.places;
    bad.destination.size = 60;
    assert_refused(h, &f, &bad, "destination.size of 60 bytes is too small: the plan needs 64");
    bad = f.places;
    bad.second_source.size = 396;
    assert_refused(h, &f, &bad, "second_source.size of 396 bytes is too small: the plan needs 400");
    bad = f.places;
    bad.edges.size = 32;
    assert_refused(h, &f, &bad, "edges.size of 32 bytes is too small: the plan needs 36");
    bad = f.places;
    bad.number.size = 0;
    assert_refused(h, &f, &bad, "number.size of 0 bytes is too small");
    bad = f.places;
    bad.edges = none;
    assert_refused(h, &f, &bad, "edges.buffer is NULL");
    bad = f.places;
    bad.edges.offset += 2;
    assert_refused(h, &f, &bad, "is not a multiple of 4");
    bad = f.places;
    bad.number = bad.count;
    assert_refused(h, &f, &bad, "overlap");
    bad = f.places;
    bad.destination = bad.source;
    assert_refused(h, &f, &bad, "source and destination overlap");
    bad = f.places;
    bad.edges = gpu_range(&f.buffers[WEIGHTS], 0, 36);
    assert_refused(h, &f, &bad, "are in two VkBuffers");
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    harness_assert_error(h, vkscan_cmd_run(f.binding, commands, 100, &seed),
                         VK_ERROR_VALIDATION_FAILED_EXT,
                         "seed is not NULL, and a histogram has none");
    harness_assert_error(h, vkscan_cmd_run(f.binding, commands, 101, NULL),
                         VK_ERROR_VALIDATION_FAILED_EXT, "count 101 is beyond");
    ok(h, gpu_submit(&h->gpu, commands));
    close_fixture(h, &f);
}

/* Tiles by the grid's stride; and without room in shared memory copies in scratch, which are
 * summed. */
static void few_workgroups_take_several_tiles(void **data)
{
    struct harness *h = *data;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(histograms_are_those_of_a_loop),
        HARNESS_TEST(few_workgroups_take_several_tiles),
        HARNESS_TEST(labels_have_no_operator),
        HARNESS_TEST(bad_arguments_have_sentences),
        HARNESS_TEST(parameters_of_other_primitives_are_refused),
        HARNESS_TEST(too_many_values_are_refused),
        HARNESS_TEST(bad_buffers_are_refused),
    };

    return HARNESS_MAIN(tests);
}
