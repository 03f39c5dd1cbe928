/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"
#include "operator_file.h"
#include "quit.h"

#include "element/check_operator.h"

#define TRIPLES 65536u /* a multiple of CHECK_GROUP; the first half has small values */
#define TOLERANCE 1e-4

struct check {
    struct operator_file file;
    uint32_t words, input_words; /* words of an element, and of the elements of all sources */
    double tolerance;            /* relative error of floats, by the largest value of a triple */
    double largest_error;
    uint32_t *source, *results;
};

/* ---- what to try ---- */

static uint32_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

union word {
    uint32_t bits;
    float value;
};

static float float_of(uint32_t bits)
{
    return (union word){.bits = bits}.value;
}

/* Draws a float from -4 to 4, in quarters if it is small. Elements of floats and integers have
 * these bits for integers too. */
static uint32_t draw_float(uint64_t *state, bool is_small)
{
    const float value = (float)(int32_t)draw(state) / (float)(1 << 29);

    return (union word){.value = is_small ? floorf(value * 4) / 4 : value}.bits;
}

static void fill_source(struct check *check)
{
    const uint32_t count = 3 * TRIPLES * check->input_words;
    uint64_t state = 1;

    for (uint32_t i = 0; i < count; i++) {
        const bool is_small = i < count / 2;
        if (check->file.floats)
            check->source[i] = draw_float(&state, is_small);
        else
            check->source[i] = draw(&state) >> (is_small ? 29 : 0);
    }
}

/* ---- the device ---- */

static bool compute(const struct check *check, struct gpu *gpu, const struct gpu_options *on)
{
    const VkDeviceSize source_size = sizeof(uint32_t) * 3 * TRIPLES * check->input_words;
    const VkDeviceSize result_size = sizeof(uint32_t) * TRIPLES * CHECK_RESULTS * check->words;
    const vkscan_operator_module *code = check->file.constant.modules; /* no packed elements */
    struct gpu_buffer source, results;
    struct gpu_kernels kernels;
    VkCommandBuffer commands;
    VkPipeline pipeline;

    if (!gpu_open(gpu, on) || !gpu_buffer_create(gpu, source_size, GPU_MEMORY_DEVICE, &source) ||
        !gpu_buffer_create(gpu, result_size, GPU_MEMORY_DEVICE, &results) ||
        !gpu_upload(gpu, &source, 0, check->source, source_size))
        return false;
    const VkDescriptorBufferInfo buffers[] = {{source.buffer, 0, VK_WHOLE_SIZE},
                                              {results.buffer, 0, VK_WHOLE_SIZE}};
    if (!gpu_kernels_create(gpu, buffers, 2, 0, &kernels) ||
        !gpu_kernels_compile(gpu, &kernels, code->bytes, code->size, NULL, &pipeline) ||
        !(commands = gpu_begin(gpu)))
        return false;
    gpu_barrier(commands);
    gpu_kernels_bind(&kernels, pipeline, commands);
    vkCmdDispatch(commands, TRIPLES / CHECK_GROUP, 1, 1);
    gpu_barrier(commands);
    return gpu_submit(gpu, commands) && gpu_download(gpu, &results, 0, check->results, result_size);
}

/* ---- what came of it ---- */

static const uint32_t *result_of(const struct check *check, uint32_t triple, uint32_t result)
{
    return check->results + ((size_t)triple * CHECK_RESULTS + result) * check->words;
}

/* Returns the largest finite magnitude among the floats of a triple and of the compared results. */
static double scale_of(const struct check *check, uint32_t triple, uint32_t one, uint32_t other)
{
    const uint32_t results[] = {CHECK_A, CHECK_B, CHECK_C, one, other};
    double scale = 0;

    for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
        for (uint32_t k = 0; k < check->words; k++) {
            const double value = fabs(float_of(result_of(check, triple, results[i])[k]));
            if (check->file.kinds[k] == 'f' && isfinite(value) && value > scale)
                scale = value;
        }
    return scale;
}

static bool is_near(struct check *check, float one, float other, double scale)
{
    const double error = fabs((double)one - other);

    if ((isnan(one) && isnan(other)) || one == other)
        return true;
    if (!isfinite(error) || error > check->tolerance * scale)
        return false;
    if (error / scale > check->largest_error)
        check->largest_error = error / scale;
    return true;
}

static bool are_equal(struct check *check, uint32_t triple, uint32_t one, uint32_t other)
{
    const uint32_t *left = result_of(check, triple, one), *right = result_of(check, triple, other);
    const double scale = scale_of(check, triple, one, other);

    for (uint32_t k = 0; k < check->words; k++)
        if (left[k] != right[k] && (check->file.kinds[k] != 'f' ||
                                    !is_near(check, float_of(left[k]), float_of(right[k]), scale)))
            return false;
    return true;
}

struct law {
    const char *what; /* what is wrong where the law does not hold */
    uint32_t one, other;
    const char *one_text, *other_text;
    uint32_t elements; /* elements of the triple that the law is about */
    uint32_t flags;    /* flags of operators that the law is for */
};

static const struct law laws[] = {
    {"what is packed is not unpacked", CHECK_A, CHECK_REPACKED, "a", "a, packed and unpacked", 1,
     0},
    {"the identity changes an element", CHECK_AFTER_IDENTITY, CHECK_A, "combine(identity(), a)",
     "a", 1, 0},
    {"the identity changes an element", CHECK_BEFORE_IDENTITY, CHECK_A, "combine(a, identity())",
     "a", 1, 0},
    {"combine is not associative", CHECK_RIGHT_FIRST, CHECK_LEFT_FIRST, "combine(a, combine(b, c))",
     "combine(combine(a, b), c)", 3, 0},
    {"combine is not commutative", CHECK_IN_ORDER, CHECK_EXCHANGED, "combine(a, b)",
     "combine(b, a)", 2, VKSCAN_OPERATOR_COMMUTATIVE_BIT},
};

static void print_element(const struct check *check, uint32_t triple, uint32_t result,
                          const char *name)
{
    char text[OPERATOR_TEXT_SIZE];

    operator_file_format(&check->file, result_of(check, triple, result), text);
    printf("  %s = %s\n", name, text);
}

/* Tells whether a law holds. If it does not, prints the counter-example. */
static bool holds(struct check *check, const struct law *law, const char *path)
{
    static const char *const names[] = {"a", "b", "c"};

    for (uint32_t triple = 0; triple < TRIPLES; triple++) {
        if (are_equal(check, triple, law->one, law->other))
            continue;
        printf("%s: %s\n", path, law->what);
        for (uint32_t i = 0; i < law->elements; i++)
            print_element(check, triple, CHECK_A + i, names[i]);
        if (law->one != CHECK_A)
            print_element(check, triple, law->one, law->one_text);
        if (law->other != CHECK_A)
            print_element(check, triple, law->other, law->other_text);
        return false;
    }
    return true;
}

static void judge(struct check *check, const char *path)
{
    const uint32_t flags = check->file.constant.flags;

    for (size_t i = 0; i < sizeof(laws) / sizeof(laws[0]); i++)
        if (!(laws[i].flags & ~flags) && !holds(check, &laws[i], path))
            quit(1);
    printf("%s: no counter-example in %u triples: associative%s, and the identity changes nothing",
           path, TRIPLES, flags & VKSCAN_OPERATOR_COMMUTATIVE_BIT ? ", commutative" : "");
    if (check->largest_error > 0)
        printf("; floats differ by %.1e at most", check->largest_error);
    putchar('\n');
}

/* ---- the command ---- */

static double parse_tolerance(const char *text)
{
    char *rest;
    const double tolerance = strtod(text, &rest);

    if (rest == text || *rest || !(tolerance >= 0 && tolerance < 1))
        misuse("bad tolerance '%s'; 0 or more, below 1", text);
    return tolerance;
}

void check_op(const char *path, const struct gpu_options *on, const char *tolerance)
{
    struct check check = {.tolerance = tolerance ? parse_tolerance(tolerance) : TOLERANCE};
    const vkscan_operator *of = &check.file.constant;
    struct gpu gpu;

    operator_file_load(path, OPERATOR_TO_CHECK, &check.file);
    check.words = of->element_size / sizeof(uint32_t);
    check.input_words = (of->input_size + of->second_size) / sizeof(uint32_t);
    check.source = allocate(3 * TRIPLES * check.input_words * sizeof(uint32_t), "triples");
    check.results = allocate(TRIPLES * CHECK_RESULTS * check.words * sizeof(uint32_t), "results");
    fill_source(&check);
    if (!compute(&check, &gpu, on))
        fail("%s", gpu.error);
    judge(&check, path);
}
