/* SPDX-License-Identifier: MIT */
/* Histograms against a plain loop, and the sentence of each bad argument. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define POISON 0xdeadbeefu

struct trial {
    vkscan_type type;
    vkscan_histogram_params histogram;
    uint32_t capacity, count; /* elements; a count in a buffer if `in_buffer` */
    bool in_buffer, constant;
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

static void write_value(vkscan_type type, double value, uint8_t *place)
{
    const float single = (float)value;
    const uint32_t size = vkscan_type_size(type);
    const int64_t integer = type == VKSCAN_TYPE_F32 || size == 8 ? 0 : (int64_t)value;

    memcpy(place,
           size == 8                 ? (const void *)&value
           : type == VKSCAN_TYPE_F32 ? (const void *)&single
                                     : (const void *)&integer,
           size);
}

static void fill(const struct trial *t, uint8_t *data, uint64_t values)
{
    static const double odd[] = {0.0, -0.0, 1.0, 100.0, -1.0, 255.0};
    const uint32_t size = vkscan_type_size(t->type);
    const bool is_float = t->type == VKSCAN_TYPE_F32 || t->type == VKSCAN_TYPE_F64;

    for (uint64_t i = 0; i < values; i++) {
        const uint32_t word = random_word();
        const double special = word % 3 == 0 ? NAN : word % 3 == 1 ? INFINITY : -INFINITY;
        if (t->constant)
            write_value(t->type, 7, data + i * size);
        else if (is_float)
            write_value(t->type,
                        word % 16 == 0   ? special
                        : word % 16 == 1 ? odd[word / 16 % COUNT_OF(odd)]
                                         : (word >> 4) / 1048576.0 - 28,
                        data + i * size);
        else
            memcpy(data + i * size, &(uint32_t){word * 2654435761u}, size);
    }
}

/* ---- a run ---- */

static struct gpu_buffer make(struct harness *h, const void *data, uint64_t size)
{
    struct gpu_buffer buffer;

    ok(h, gpu_buffer_create(&h->gpu, (size + 15) / 16 * 16 + 16, GPU_MEMORY_DEVICE, &buffer));
    if (data && size > 0)
        ok(h, gpu_upload(&h->gpu, &buffer, 0, data, (size + 3) / 4 * 4));
    return buffer;
}

static void expect(const struct trial *t, const uint8_t *source, const uint32_t *weights,
                   const double *edges, uint32_t *counts, uint32_t *outside)
{
    const vkscan_histogram_params *h = &t->histogram;
    const uint64_t count = t->count < t->capacity ? t->count : t->capacity;

    for (uint64_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < h->counted; c++) {
            const double x = read_value(t->type, source, i * h->channels + c);
            const uint32_t bin = bin_of(t, x, edges);
            float sum;
            if (bin >= h->bins) {
                ++*outside;
                continue;
            }
            uint32_t *counter = &counts[c * h->bins + bin];
            if (h->weights != VKSCAN_WEIGHTS_F32) {
                *counter += h->weights ? weights[i] : 1;
                continue;
            }
            memcpy(&sum, counter, 4);
            float weight;
            memcpy(&weight, &weights[i], 4);
            sum += weight;
            memcpy(counter, &sum, 4);
        }
}

static void try(struct harness *h, const struct trial *t)
{
    const vkscan_histogram_params *p = &t->histogram;
    const uint32_t size = vkscan_type_size(t->type), counters = p->counted * p->bins;
    const uint64_t values = (uint64_t)t->capacity * p->channels, bytes = values * size;
    uint8_t *source = calloc(1, bytes + size + 16), *device_edges = calloc(p->bins + 2, 8);
    uint32_t *weights = calloc(t->capacity + 1, 4), *found = calloc(counters + 2, 4);
    uint32_t *counts = calloc(counters + 2, 4), outside = 0;
    double *edges = calloc(p->bins + 1, sizeof(double));
    const bool adds = p->flags & VKSCAN_HISTOGRAM_ACCUMULATE;
    vkscan_histogram_params histogram = *p;
    vkscan_plan_info info;

    fill(t, source + p->channels * size, values);
    for (uint32_t i = 0; i < t->capacity; i++) {
        const float weight = (float)(random_word() % 8);
        weights[i] = random_word() % 100;
        if (p->weights == VKSCAN_WEIGHTS_F32) /* of which sums are exact */
            memcpy(&weights[i], &weight, 4);
    }
    for (uint32_t i = 0; i <= p->bins; i++) {
        edges[i] = i / 2 * 3; /* each second bin is empty */
        write_value(t->type, edges[i], device_edges + (size_t)i * size);
    }
    histogram.edges = p->binning == VKSCAN_BINNING_EDGES ? device_edges : NULL;
    vkscan_plan *plan = harness_plan(
        h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                         .type = t->type,
                                         .capacity = t->capacity,
                                         .access = t->access,
                                         .flags = t->in_buffer ? VKSCAN_PLAN_COUNT_IN_BUFFER : 0,
                                         .determinism = VKSCAN_DETERMINISM_FASTEST,
                                         .histogram = &histogram});
    vkscan_plan_get_info(plan, &info);
    /* The operands: the count, the number outside, the edges. */
    uint8_t *operands = calloc(1, 16 + (size_t)(p->bins + 1) * size + 16);
    memcpy(operands, &t->count, 4);
    memcpy(operands + 4, &(uint32_t){5}, 4);
    memcpy(operands + 16, device_edges, (size_t)(p->bins + 1) * size);
    for (uint32_t i = 0; i < counters; i++)
        found[i] = p->weights == VKSCAN_WEIGHTS_F32 ? 0x40000000u : 3;
    found[counters] = POISON;
    if (adds) {
        memcpy(counts, found, counters * 4ull);
        outside = 5;
    }
    struct gpu_buffer in = make(h, source, bytes + p->channels * size),
                      out = make(h, found, counters * 4ull + 4),
                      with = make(h, weights, t->capacity * 4ull),
                      scratch = make(h, NULL, info.scratch_size),
                      operand = make(h, operands, 16 + (uint64_t)(p->bins + 1) * size);
    const vkscan_binding_params buffers = {
        .source = gpu_range(&in, p->channels * size, bytes),
        .destination = gpu_range(&out, 0, counters * 4ull),
        .scratch = gpu_range(&scratch, 0, info.scratch_size),
        .second_source = gpu_range(&with, 0, t->capacity * 4ull),
        .count = gpu_range(&operand, 0, 4),
        .number = gpu_range(&operand, 4, 4),
        .edges = gpu_range(&operand, 16, (uint64_t)(p->bins + 1) * size)};
    vkscan_binding *binding = NULL;
    const uint32_t most = t->in_buffer ? t->capacity : t->count;
    if (t->access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(vkscan_binding_create(plan, &buffers, &binding), VK_SUCCESS);
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_non_null(commands);
    if (binding)
        assert_int_equal(vkscan_cmd_run(binding, commands, most, NULL), VK_SUCCESS);
    else
        assert_int_equal(vkscan_cmd_run_buffers(plan, commands, &buffers, most, NULL), VK_SUCCESS);
    gpu_barrier(commands);
    ok(h, gpu_submit(&h->gpu, commands));
    ok(h, gpu_download(&h->gpu, &out, 0, found, counters * 4ull + 4));
    ok(h, gpu_download(&h->gpu, &operand, 0, operands, 16));
    expect(t, source + p->channels * size, weights, edges, counts, &outside);
    for (uint32_t i = 0; i < counters; i++)
        if (found[i] != counts[i])
            fail_msg("%s, binning %d, %u bins, %u of %u channels, weights %d, access %d, count %u "
                     "of %u: counter %u is "
                     "%u, not %u",
                     vkscan_type_name(t->type), (int)p->binning, p->bins, p->counted, p->channels,
                     (int)p->weights, (int)t->access, t->count, t->capacity, i, found[i],
                     counts[i]);
    assert_int_equal(found[counters], POISON);
    uint32_t number;
    memcpy(&number, operands + 4, 4);
    assert_int_equal(number, p->flags & VKSCAN_HISTOGRAM_OUTSIDE ? outside : 5);
    vkscan_binding_destroy(binding);
    struct gpu_buffer *const all[] = {&in, &out, &with, &scratch, &operand};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        gpu_buffer_destroy(&h->gpu, all[i]);
    void *const memory[] = {source, device_edges, weights, found, counts, edges, operands};
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        free(memory[i]);
}

#define EVEN(n, from, ...)                                                                         \
    {                                                                                              \
        .bins = n, .first = from, .last = __VA_ARGS__                                              \
    }
#define OUTSIDE VKSCAN_HISTOGRAM_OUTSIDE
#define ADDS VKSCAN_HISTOGRAM_ACCUMULATE

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
        {VKSCAN_TYPE_F32, EVEN(100, -1, 100, .channels = 2, .flags = OUTSIDE)},
        {VKSCAN_TYPE_F32, {.binning = VKSCAN_BINNING_EDGES, .bins = 67, .flags = OUTSIDE}},
        {VKSCAN_TYPE_F32, EVEN(5, 0, 100, .weights = VKSCAN_WEIGHTS_F32, .flags = ADDS)},
        {VKSCAN_TYPE_F64, EVEN(300, -1, 100, .flags = OUTSIDE)},
        {VKSCAN_TYPE_F64, {.binning = VKSCAN_BINNING_EDGES, .bins = 9, .flags = OUTSIDE}},
    };
    static const uint32_t counts[] = {0, 1, 15, 127, 2049, 9973, 20000};
    struct harness *h = *data;
    vkscan_device_info info;
    const vkscan_context_params params = harness_context_params(h);

    assert_int_equal(vkscan_query_device(&params, &info), VK_SUCCESS);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t k = 0; k < COUNT_OF(counts); k++) {
            struct trial t = {.type = rows[i].type,
                              .histogram = rows[i].histogram,
                              .capacity = 10000,
                              .count = counts[k],
                              .constant = k == 5,
                              .in_buffer = (i + 1) % 2 || counts[k] > 10000};
            if (!t.histogram.channels)
                t.histogram.channels = 1;
            if (!t.histogram.counted)
                t.histogram.counted = t.histogram.channels;
            if (i % 3 == 2 && info.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS)
                t.access = VKSCAN_ACCESS_ADDRESSES;
            if (t.type == VKSCAN_TYPE_F64 && !(info.capabilities & VKSCAN_CAPABILITY_FLOAT64))
                continue;
            try(h, &t);
        }
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
        {VKSCAN_TYPE_F32, EVEN(4, 0, INFINITY), "have to be finite"},
        {VKSCAN_TYPE_F32, EVEN(4, -3e38, 3e38), "is no normal number of f32"},
        {VKSCAN_TYPE_U32, EVEN(4, -1, 3), "have to be integers from 0"},
        {VKSCAN_TYPE_I32, EVEN(4, 0, 3.5), "have to be integers from -2147483648"},
        {VKSCAN_TYPE_I16, EVEN(4, 0, 3), "and not of i16"},
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
    const vkscan_histogram_params even = EVEN(4, 0, 3);
    harness_assert_error(
        h, vkscan_plan_create(h->context, &(vkscan_plan_params){.histogram = &even}, &plan),
        VK_ERROR_VALIDATION_FAILED_EXT, "histogram is not NULL, and the primitive is reduce");
    harness_assert_error(
        h,
        vkscan_plan_create(h->context,
                           &(vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                                 .histogram = &even,
                                                 .flags = VKSCAN_PLAN_REVERSE},
                           &plan),
        VK_ERROR_VALIDATION_FAILED_EXT, "are not for a histogram");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(histograms_are_those_of_a_loop),
        HARNESS_TEST(bad_arguments_have_sentences),
    };

    return HARNESS_MAIN(tests);
}
