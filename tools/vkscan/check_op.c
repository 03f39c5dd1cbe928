/* SPDX-License-Identifier: MIT */
#include "check_op.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "gpu_check.h"
#include "operator_file.h"

#include "detail/check_operator.h"

#define TRIPLES 65536u /* a multiple of CHECK_GROUP; the first half has small values */
#define TOLERANCE 1e-4

struct check {
    struct operator_file file;
    uint32_t words, input_words; /* of an element, of those of all sources */
    double tolerance;            /* of floats, relative to the largest value of a triple */
    double largest_error;
    uint32_t *source, *results;
    struct gpu gpu;
    struct gpu_buffer source_buffer, result_buffer;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* ---- what to try ---- */

static uint32_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* From -4 to 4, first in quarters. Integers among floats take these bits too. */
static uint32_t draw_float(uint64_t *state, bool is_small)
{
    const float value = (float)(int32_t)draw(state) / (float)(1 << 29);

    return bits_of(is_small ? floorf(value * 4) / 4 : value);
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

static bool create_buffers(struct check *check)
{
    const VkDeviceSize source = sizeof(uint32_t) * 3 * TRIPLES * check->input_words;
    const VkDeviceSize results = sizeof(uint32_t) * TRIPLES * CHECK_RESULTS * check->words;

    return gpu_buffer_create(&check->gpu, source, GPU_MEMORY_DEVICE, &check->source_buffer) &&
           gpu_buffer_create(&check->gpu, results, GPU_MEMORY_DEVICE, &check->result_buffer) &&
           gpu_upload(&check->gpu, &check->source_buffer, 0, check->source, source);
}

static bool create_layouts(struct check *check)
{
    struct gpu *gpu = &check->gpu;
    VkDescriptorSetLayoutBinding bindings[2];
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 2,
        .pBindings = bindings,
    };
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &check->set_layout,
    };

    for (uint32_t i = 0; i < 2; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .descriptorCount = 1,
                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    GPU_CHECK(gpu, vkCreateDescriptorSetLayout(gpu->device, &set, NULL, &check->set_layout));
    GPU_CHECK(gpu, vkCreatePipelineLayout(gpu->device, &layout, NULL, &check->layout));
    return true;
}

static bool create_set(struct check *check)
{
    struct gpu *gpu = &check->gpu;
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2},
    };

    GPU_CHECK(gpu, vkCreateDescriptorPool(gpu->device, &pool, NULL, &check->pool));
    const VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = check->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &check->set_layout,
    };
    GPU_CHECK(gpu, vkAllocateDescriptorSets(gpu->device, &set, &check->set));
    const VkDescriptorBufferInfo buffers[] = {{check->source_buffer.buffer, 0, VK_WHOLE_SIZE},
                                              {check->result_buffer.buffer, 0, VK_WHOLE_SIZE}};
    vkUpdateDescriptorSets(gpu->device, 1,
                           &(VkWriteDescriptorSet){
                               .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                               .dstSet = check->set,
                               .descriptorCount = 2,
                               .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                               .pBufferInfo = buffers,
                           },
                           0, NULL);
    return true;
}

static bool create_pipeline(struct check *check)
{
    struct gpu *gpu = &check->gpu;
    const vkscan_operator_module *code = check->file.constant.modules;
    const VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = code->size, /* not packed */
        .pCode = (const void *)code->bytes,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = check->layout,
    };

    GPU_CHECK(gpu, vkCreateShaderModule(gpu->device, &module_info, NULL, &info.stage.module));
    const VkResult result =
        vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &check->pipeline);
    vkDestroyShaderModule(gpu->device, info.stage.module, NULL);
    GPU_CHECK(gpu, result);
    return true;
}

static bool run(struct check *check)
{
    struct gpu *gpu = &check->gpu;
    VkCommandBuffer commands = gpu_begin(gpu);

    if (!commands)
        return false;
    gpu_barrier(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, check->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, check->layout, 0, 1,
                            &check->set, 0, NULL);
    vkCmdDispatch(commands, TRIPLES / CHECK_GROUP, 1, 1);
    gpu_barrier(commands);
    return gpu_submit(gpu, commands) &&
           gpu_download(gpu, &check->result_buffer, 0, check->results, check->result_buffer.size);
}

static int compute(struct check *check, const struct gpu_options *on)
{
    const bool ok = gpu_open(&check->gpu, on) && create_buffers(check) && create_layouts(check) &&
                    create_set(check) && create_pipeline(check) && run(check);

    return ok ? 0 : failed("%s", check->gpu.error);
}

/* ---- what came of it ---- */

static const uint32_t *result_of(const struct check *check, uint32_t triple, uint32_t result)
{
    return check->results + ((size_t)triple * CHECK_RESULTS + result) * check->words;
}

/* The largest finite magnitude among the floats of a triple and of what is compared. */
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
    const char *what; /* where it does not hold */
    uint32_t one, other;
    const char *one_text, *other_text;
    uint32_t elements; /* of the triple, that it is about */
    uint32_t flags;    /* of operators, that it is for */
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
     "combine(b, a)", 2, VKSCAN_OPERATOR_COMMUTATIVE},
};

static void print_element(const struct check *check, uint32_t triple, uint32_t result,
                          const char *name)
{
    char text[OPERATOR_TEXT_SIZE];

    operator_file_format(&check->file, result_of(check, triple, result), text);
    printf("  %s = %s\n", name, text);
}

/* Whether a law holds; otherwise the counter-example is printed. */
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

static int judge(struct check *check, const char *path)
{
    const uint32_t flags = check->file.constant.flags;
    bool ok = true;

    for (size_t i = 0; i < sizeof(laws) / sizeof(laws[0]) && ok; i++)
        ok = (laws[i].flags & ~flags) != 0 || holds(check, &laws[i], path);
    if (!ok)
        return 1;
    printf("%s: no counter-example in %u triples: associative%s, and the identity changes nothing",
           path, TRIPLES, flags & VKSCAN_OPERATOR_COMMUTATIVE ? ", commutative" : "");
    if (check->largest_error > 0)
        printf("; floats differ by %.1e at most", check->largest_error);
    putchar('\n');
    return 0;
}

/* ---- the command ---- */

static int parse_tolerance(const char *text, double *tolerance)
{
    char *end;

    *tolerance = TOLERANCE;
    if (!text)
        return 0;
    *tolerance = strtod(text, &end);
    return end != text && !*end && *tolerance >= 0 && *tolerance < 1
               ? 0
               : misused("bad tolerance '%s'; 0 or more, below 1", text);
}

static int allocate(struct check *check)
{
    check->words = check->file.constant.element_size / sizeof(uint32_t);
    check->input_words =
        (check->file.constant.input_size + check->file.constant.second_size) / sizeof(uint32_t);
    check->source = calloc((size_t)3 * TRIPLES * check->input_words, sizeof(uint32_t));
    check->results = calloc((size_t)TRIPLES * CHECK_RESULTS * check->words, sizeof(uint32_t));
    return check->source && check->results ? 0
                                           : failed("not enough memory for %u triples", TRIPLES);
}

static void destroy(struct check *check)
{
    struct gpu *gpu = &check->gpu;

    if (gpu->device) {
        vkDestroyPipeline(gpu->device, check->pipeline, NULL);
        vkDestroyPipelineLayout(gpu->device, check->layout, NULL);
        vkDestroyDescriptorPool(gpu->device, check->pool, NULL);
        vkDestroyDescriptorSetLayout(gpu->device, check->set_layout, NULL);
        gpu_buffer_destroy(gpu, &check->source_buffer);
        gpu_buffer_destroy(gpu, &check->result_buffer);
    }
    gpu_close(gpu);
    free(check->source);
    free(check->results);
    operator_file_close(&check->file);
}

int check_op(const char *path, const struct gpu_options *on, const char *tolerance)
{
    struct check check = {0};

    int status = parse_tolerance(tolerance, &check.tolerance);
    if (!status)
        status = operator_file_load(path, OPERATOR_TO_CHECK, &check.file);
    if (!status)
        status = allocate(&check);
    if (!status) {
        fill_source(&check);
        status = compute(&check, on);
    }
    if (!status)
        status = judge(&check, path);
    destroy(&check);
    return status;
}
