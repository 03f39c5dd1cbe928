/* SPDX-License-Identifier: MIT */
/* What callers of other versions rely on: sizes of structures, ports, and queries of these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT

/* As a later version has it: with one more member behind. */
struct later_params {
    vkscan_plan_params now;
    uint64_t later;
};

struct later_run {
    vkscan_run_params now;
    uint64_t later;
};

struct later_policy {
    vkscan_tuning_policy now;
    uint64_t later;
};

struct later_info {
    vkscan_plan_info now;
    uint64_t later;
};

static void assert_refused(struct harness *h, const vkscan_plan_params *params, const char *part)
{
    const vkscan_context_params context = harness_context_params(h);
    vkscan_plan *plan;

    harness_assert_error(h, vkscan_plan_create(h->context, params, &plan), INVALID, part);
    assert_null(plan);
    harness_assert_error(h, vkscan_query_plan(&context, params, NULL), INVALID, part);
}

/* Of each family the first primitive, which follows the family's row. */
TEST(parameters_of_families_begin_with_their_size_and_primitive)
{
    static const struct {
        const char *size_part; /* NULL: a primitive */
        uint32_t size;
        vkscan_primitive primitive;
    } rows[] = {
#define FAMILY(name, files)                                                                        \
    {"vkscan_" #name "_params.struct_size is ", sizeof(vkscan_##name##_params), 0},
#define PLAIN_FAMILY(name, files)
#define PRIMITIVE(enumerator, name) {NULL, 0, VKSCAN_PRIMITIVE_##enumerator},
#include "primitives.def"
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!rows[i].size_part)
            continue;
        uint32_t begin[2] = {0};
        const vkscan_plan_params params = {
            .struct_size = sizeof(params), .primitive = rows[i + 1].primitive, .details = begin};
        char primitive_part[128];
        snprintf(primitive_part, sizeof(primitive_part),
                 "details.primitive is reduce: the plan's is %s",
                 vkscan_primitive_name(params.primitive));
        assert_refused(h, &params, rows[i].size_part);
        begin[0] = rows[i].size;
        assert_refused(h, &params, primitive_part);
        begin[0] -= 4;
        begin[1] = (uint32_t)params.primitive;
        assert_refused(h, &params, rows[i].size_part);
        begin[1] = 77;
        assert_refused(h, &params, "details.primitive is unknown");
    }
}

TEST(parameters_of_a_later_sort_are_taken)
{
    struct {
        vkscan_sort_params now;
        uint64_t later[2];
    } sort = {.now = {.struct_size = sizeof(sort), .primitive = VKSCAN_PRIMITIVE_SORT}};
    vkscan_plan_params params = {.struct_size = sizeof(params),
                                 .primitive = VKSCAN_PRIMITIVE_SORT,
                                 .type = VKSCAN_TYPE_U32,
                                 .details = &sort};

    harness_plan(h->context, params);
    params.primitive = VKSCAN_PRIMITIVE_SELECT;
    assert_refused(h, &params, "details.primitive is sort: the plan's is select");
    params.primitive = VKSCAN_PRIMITIVE_REDUCE;
    assert_refused(h, &params, "details is not NULL: reduce has no parameters of its own");
    params.flags = VKSCAN_SORT_DESCENDING_BIT;
    params.details = NULL;
    assert_refused(h, &params, "unknown flags 0x100000");
    sort.now.flags = VKSCAN_PLAN_COMPILE_NOTHING_BIT;
    params = (vkscan_plan_params){.struct_size = sizeof(params),
                                  .primitive = VKSCAN_PRIMITIVE_SORT,
                                  .type = VKSCAN_TYPE_U32,
                                  .details = &sort};
    assert_refused(h, &params, "unknown details.flags 0x1");
}

TEST(a_structure_without_its_size_is_refused)
{
    vkscan_context_params context = harness_context_params(h);

    assert_refused(h, &(vkscan_plan_params){0}, "vkscan_plan_params.struct_size is 0");
    assert_refused(h, &(vkscan_plan_params){.struct_size = 8},
                   "vkscan_plan_params.struct_size is 8");
    assert_refused(h,
                   &(vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params), .reserved = 2},
                   "vkscan_plan_params.reserved is 2: it has to be 0");
    assert_refused(h, &(vkscan_plan_params){.struct_size = 4097},
                   "vkscan_plan_params.struct_size is 4097");
    context.struct_size = 0;
    vkscan_device_info device = {.struct_size = sizeof(device)};
    harness_assert_error(h, vkscan_query_device(&context, &device), INVALID,
                         "vkscan_context_params.struct_size is 0");
    context.struct_size = sizeof(context);
    context.reserved = 1;
    harness_assert_error(h, vkscan_query_device(&context, &device), INVALID, "reserved is 1");
}

TEST(what_is_filled_in_needs_its_size_too)
{
    const vkscan_context_params context = harness_context_params(h);
    const vkscan_plan_params params = {.struct_size = sizeof(params), .type = VKSCAN_TYPE_U32};
    vkscan_device_info device = {0};
    vkscan_device_features features = {0};
    vkscan_plan_info info = {0};
    vkscan_port_info port = {0};
    vkscan_plan *plan = harness_plan(h->context, params);

    harness_assert_error(h, vkscan_query_device(&context, &device), INVALID,
                         "vkscan_device_info.struct_size is 0");
    harness_assert_error(h, vkscan_query_features(&context, &features), INVALID,
                         "vkscan_device_features.struct_size is 0");
    harness_assert_error(h, vkscan_query_plan(&context, &params, &info), INVALID,
                         "vkscan_plan_info.struct_size is 0");
    harness_assert_error(h, vkscan_plan_get_info(plan, &info), INVALID,
                         "vkscan_plan_info.struct_size is 0");
    harness_assert_error(h, vkscan_plan_get_port(plan, VKSCAN_PORT_SOURCE, &port), INVALID,
                         "vkscan_port_info.struct_size is 0");
}

/* Its members that are 0 are as if they were not there; of results they become 0. */
TEST(longer_structures_are_taken_as_far_as_they_are_known)
{
    struct later_params params = {
        .now = {.struct_size = sizeof(params), .type = VKSCAN_TYPE_U32, .capacity = 10}};
    struct later_info info = {.now = {.struct_size = sizeof(info)}, .later = 7};
    vkscan_plan *plan;

    assert_int_equal(vkscan_plan_create(h->context, &params.now, &plan), VK_SUCCESS);
    assert_int_equal(vkscan_plan_get_info(plan, &info.now), VK_SUCCESS);
    assert_int_equal(info.now.struct_size, sizeof(info));
    assert_true(info.now.scratch_size > 0);
    assert_int_equal(info.later, 0);
    vkscan_plan_destroy(plan);
    params.later = 1;
    harness_assert_error(h, vkscan_plan_create(h->context, &params.now, &plan), INVALID,
                         "what it does not know has to be 0");
}

/* Each as long as the first, whatever that is. */
TEST(policies_are_of_any_length)
{
    struct later_policy policies[] = {
        {.now = TUNING(VKSCAN_ALGORITHM_BLELLOCH, 128, 1, 0, 0, 0)},
        {.now = TUNING(VKSCAN_ALGORITHM_BLELLOCH, 128, 3, 0, 1000, VKSCAN_TUNING_NO_END)},
    };
    const vkscan_plan_params params = {
        .struct_size = sizeof(params), .type = VKSCAN_TYPE_U32, .capacity = 1000};
    vkscan_context_params on = harness_context_params(h);
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    on.ignored_capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT;
    on.policies = &policies[0].now;
    on.policy_count = 2;
    harness_assert_error(h, vkscan_query_plan(&on, &params, &info), INVALID, "policies[1]");
    policies[0].now.struct_size = policies[1].now.struct_size = sizeof(policies[0]);
    assert_int_equal(vkscan_query_plan(&on, &params, &info), VK_SUCCESS);
    assert_int_equal(info.tile_size, 128 * 3 * 4);
    policies[1].later = 1;
    harness_assert_error(h, vkscan_query_plan(&on, &params, &info), INVALID,
                         "what it does not know has to be 0");
    policies[1].now.struct_size = sizeof(policies[1].now);
    harness_assert_error(h, vkscan_query_plan(&on, &params, &info), INVALID,
                         "policies[1].struct_size is 48, and that of policies[0] 56");
    policies[0].now.struct_size = 0;
    harness_assert_error(h, vkscan_query_plan(&on, &params, &info), INVALID,
                         "vkscan_tuning_policy.struct_size is 0");
}

TEST(a_run_has_its_size)
{
    const vkscan_plan_params params = {.struct_size = sizeof(params), .type = VKSCAN_TYPE_U32};
    vkscan_plan_info info = {.struct_size = sizeof(info)};
    struct later_run run = {.now = {.struct_size = 0}};
    struct gpu_buffer buffer;
    vkscan_binding *binding;

    vkscan_plan *plan = harness_plan(h->context, params);
    assert_int_equal(vkscan_plan_get_info(plan, &info), VK_SUCCESS);
    assert_true(gpu_buffer_create(&h->gpu, info.scratch_size + 512, GPU_MEMORY_DEVICE, &buffer));
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_DESTINATION, 0, {.buffer = buffer.buffer, .size = 256}},
        {VKSCAN_PORT_SCRATCH,
         0,
         {.buffer = buffer.buffer, .offset = 512, .size = info.scratch_size}},
    };
    assert_int_equal(vkscan_binding_create(plan, buffers, 2, &binding), VK_SUCCESS);
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    harness_assert_error(h, vkscan_cmd_run(binding, commands, &run.now), INVALID,
                         "vkscan_run_params.struct_size is 0");
    run.now.struct_size = sizeof(run);
    run.now.reserved = 3;
    harness_assert_error(h, vkscan_cmd_run(binding, commands, &run.now), INVALID,
                         "vkscan_run_params.reserved is 3");
    run.now.reserved = 0;
    run.later = 1;
    harness_assert_error(h, vkscan_cmd_run(binding, commands, &run.now), INVALID,
                         "what it does not know has to be 0");
    run.later = 0;
    assert_int_equal(vkscan_cmd_run(binding, commands, &run.now), VK_SUCCESS);
    assert_true(gpu_submit(&h->gpu, commands));
    vkscan_binding_destroy(binding);
    gpu_buffer_destroy(&h->gpu, &buffer);
}

TEST(ports_tell_what_they_need)
{
    const vkscan_select_params select = {
        .struct_size = sizeof(select),
        .primitive = VKSCAN_PRIMITIVE_SELECT,
        .criterion = VKSCAN_CRITERION_FLAG_BITS,
        .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT | VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                   VKSCAN_SELECT_OUTPUT_NUMBER_BIT | VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_SELECT,
                                       .type = VKSCAN_TYPE_U8,
                                       .capacity = 1001,
                                       .details = &select};
    const struct {
        vkscan_port port;
        VkDeviceSize size, alignment;
        bool written;
    } rows[] = {
        {VKSCAN_PORT_SOURCE, 1004, 1, false}, {VKSCAN_PORT_DESTINATION, 1004, 1, true},
        {VKSCAN_PORT_FLAGS, 128, 4, false},   {VKSCAN_PORT_INDICES, 4004, 4, true},
        {VKSCAN_PORT_NUMBER, 4, 4, true},     {VKSCAN_PORT_ARGUMENTS, 12, 4, true},
        {VKSCAN_PORT_COUNT, 0, 1, false},
    };
    vkscan_plan *plan = harness_plan(h->context, params);
    vkscan_plan_info of_plan = {.struct_size = sizeof(of_plan)};
    vkscan_port_info info = {.struct_size = sizeof(info)};

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(vkscan_plan_get_port(plan, rows[i].port, &info), VK_SUCCESS);
        assert_int_equal(info.size, rows[i].size);
        assert_int_equal(info.alignment, rows[i].alignment);
        assert_int_equal(info.stages, info.size ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT : 0);
        assert_int_equal(info.access, (info.size ? VK_ACCESS_SHADER_READ_BIT : 0) |
                                          (rows[i].written ? VK_ACCESS_SHADER_WRITE_BIT : 0));
        assert_int_equal(
            info.usage,
            (info.size ? VK_BUFFER_USAGE_STORAGE_BUFFER_BIT : 0) |
                (rows[i].port == VKSCAN_PORT_ARGUMENTS ? VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT : 0));
    }
    assert_int_equal(vkscan_plan_get_info(plan, &of_plan), VK_SUCCESS);
    assert_int_equal(vkscan_plan_get_port(plan, VKSCAN_PORT_SCRATCH, &info), VK_SUCCESS);
    assert_int_equal(info.size, of_plan.scratch_size);
    assert_int_equal(info.alignment, of_plan.scratch_alignment);
    assert_int_equal(info.usage, of_plan.scratch_usage);
    assert_int_equal(of_plan.seed_size, 0);
    assert_true(of_plan.passes > 0);
    harness_assert_error(h, vkscan_plan_get_port(plan, (vkscan_port)17, &info), INVALID,
                         "unknown port 17");
    harness_assert_error(h, vkscan_plan_get_port(plan, VKSCAN_PORT_SOURCE, NULL), INVALID,
                         "info is NULL");
    for (uint32_t i = 0; i < 17; i++)
        assert_non_null(vkscan_port_name((vkscan_port)i));
    assert_null(vkscan_port_name((vkscan_port)17));
    assert_null(vkscan_port_name((vkscan_port)-1));
}

TEST(a_list_has_each_port_once)
{
    const vkscan_plan_params params = {
        .struct_size = sizeof(params), .type = VKSCAN_TYPE_U32, .capacity = 10};
    const vkscan_port_buffer twice[] = {{VKSCAN_PORT_SCRATCH, 0, {0}},
                                        {VKSCAN_PORT_SCRATCH, 0, {0}}};
    const vkscan_port_buffer reserved[] = {{VKSCAN_PORT_SCRATCH, 4, {0}}};
    const vkscan_port_buffer unknown[] = {{(vkscan_port)17, 0, {0}}};
    vkscan_plan *plan = harness_plan(h->context, params);
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(plan, twice, 2, &binding), INVALID,
                         "buffers[1] is a second one for scratch");
    harness_assert_error(h, vkscan_binding_create(plan, reserved, 1, &binding), INVALID,
                         "buffers[0].reserved is 4: it has to be 0");
    harness_assert_error(h, vkscan_binding_create(plan, unknown, 1, &binding), INVALID,
                         "buffers[0] is for an unknown port 17");
    harness_assert_error(h, vkscan_binding_create(plan, twice, 0, &binding), INVALID,
                         "source.buffer is NULL");
    assert_null(binding);
}

/* One more is refused, whatever refuses it. */
TEST(the_largest_capacity_is_the_last_that_is_taken)
{
    static const vkscan_plan_params rows[] = {
        {.primitive = VKSCAN_PRIMITIVE_REDUCE, .type = VKSCAN_TYPE_U8},
        {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, .type = VKSCAN_TYPE_F32X4},
        {.primitive = VKSCAN_PRIMITIVE_SELECT, .type = VKSCAN_TYPE_U64},
        {.primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32},
        {.primitive = VKSCAN_PRIMITIVE_SORT,
         .type = VKSCAN_TYPE_U32,
         .algorithm = VKSCAN_ALGORITHM_RADIX},
    };
    const vkscan_context_params context = harness_context_params(h);

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        vkscan_plan_params params = rows[i];
        uint64_t capacity = 1;
        params.struct_size = sizeof(params);
        params.capacity = UINT64_MAX;
        assert_int_equal(vkscan_query_capacity(&context, &params, &capacity), VK_SUCCESS);
        params.capacity = capacity;
        assert_true(capacity > 1000000);
        assert_int_equal(vkscan_query_plan(&context, &params, NULL), VK_SUCCESS);
        params.capacity++;
        assert_true(vkscan_query_plan(&context, &params, NULL) != VK_SUCCESS);
    }
    const vkscan_plan_params unknown = {
        .struct_size = sizeof(unknown), .type = VKSCAN_TYPE_U32, .op = (vkscan_op)77};
    uint64_t capacity = 5;
    harness_assert_error(h, vkscan_query_capacity(&context, &unknown, &capacity), INVALID,
                         "unknown operator 77");
    harness_assert_error(h, vkscan_query_capacity(&context, &rows[0], NULL), INVALID,
                         "struct_size");
    assert_int_equal(capacity, 5);
}

TEST(a_command_zeroes_what_is_to_be_zeroed)
{
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
                                       .capacity = 100000};
    struct gpu_buffer buffer;

    if (!(h->context->caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    vkscan_plan *plan = harness_plan(h->context, params);
    const vkscan_plan_info info = sized_plan_info(plan);
    vkscan_port_info port = {.struct_size = sizeof(port)};
    assert_int_equal(vkscan_plan_get_port(plan, VKSCAN_PORT_SCRATCH, &port), VK_SUCCESS);
    assert_int_equal(port.stages,
                     VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT);
    assert_int_equal(port.access, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                                      VK_ACCESS_TRANSFER_WRITE_BIT);
    assert_int_equal(info.scratch_usage,
                     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    assert_int_equal(info.scratch_memory, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    const size_t size = info.scratch_size + 32;
    unsigned char *bytes = malloc(size);
    memset(bytes, 0xa5, size);
    assert_true(gpu_buffer_create(&h->gpu, size, GPU_MEMORY_DEVICE, &buffer));
    assert_true(gpu_upload(&h->gpu, &buffer, 0, bytes, size));
    vkscan_buffer scratch = {.buffer = buffer.buffer, .offset = 16, .size = info.scratch_zeroed};
    const VkCommandBuffer commands = gpu_begin(&h->gpu);
    assert_int_equal(vkscan_cmd_zero_scratch(plan, commands, &scratch), VK_SUCCESS);
    gpu_barrier(commands);
    assert_true(gpu_submit(&h->gpu, commands));
    assert_true(gpu_download(&h->gpu, &buffer, 0, bytes, size));
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], i >= 16 && i < 16 + info.scratch_zeroed ? 0 : 0xa5);

    scratch.size--;
    const VkCommandBuffer none = (VkCommandBuffer)(uintptr_t)16; /* nothing is recorded */
    harness_assert_error(h, vkscan_cmd_zero_scratch(plan, none, &scratch), INVALID, "is too small");
    scratch.size++;
    scratch.offset = 2;
    harness_assert_error(h, vkscan_cmd_zero_scratch(plan, none, &scratch), INVALID,
                         "is not a multiple of 4");
    scratch.offset = UINT64_C(1) << 40;
    harness_assert_error(h, vkscan_cmd_zero_scratch(plan, none, &scratch), INVALID,
                         "reach beyond the buffer");
    scratch.offset = 0;
    scratch.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    harness_assert_error(h, vkscan_cmd_zero_scratch(plan, none, &scratch), INVALID,
                         "lacks VK_BUFFER_USAGE_TRANSFER_DST_BIT");
    scratch.buffer = VK_NULL_HANDLE;
    harness_assert_error(h, vkscan_cmd_zero_scratch(plan, none, &scratch), INVALID,
                         "scratch.buffer is NULL");
    harness_assert_error(h, vkscan_cmd_zero_scratch(plan, none, NULL), INVALID, "scratch is NULL");
    gpu_buffer_destroy(&h->gpu, &buffer);
    free(bytes);
}

/* Each compiled once, and not yet destroyed. */
static int pipelines;
static PFN_vkCreateComputePipelines create_pipelines;
static PFN_vkDestroyPipeline destroy_pipeline;

static VKAPI_ATTR VkResult VKAPI_CALL count_created(VkDevice device, VkPipelineCache cache,
                                                    uint32_t count,
                                                    const VkComputePipelineCreateInfo *infos,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkPipeline *out)
{
    pipelines += (int)count;
    return create_pipelines(device, cache, count, infos, allocator, out);
}

static VKAPI_ATTR void VKAPI_CALL count_destroyed(VkDevice device, VkPipeline pipeline,
                                                  const VkAllocationCallbacks *allocator)
{
    pipelines -= pipeline != VK_NULL_HANDLE;
    destroy_pipeline(device, pipeline, allocator);
}

TEST(a_trim_leaves_what_plans_have)
{
    const vkscan_plan_params reduce = {.struct_size = sizeof(reduce),
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = 100},
                             scan = {.struct_size = sizeof(scan),
                                     .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                     .type = VKSCAN_TYPE_U32,
                                     .capacity = 100};
    vkscan_context *context = harness_context(h, 0);
    vkscan_plan *kept, *again, *gone;

    create_pipelines = context->vk.CreateComputePipelines;
    destroy_pipeline = context->vk.DestroyPipeline;
    context->vk.CreateComputePipelines = count_created;
    context->vk.DestroyPipeline = count_destroyed;
    pipelines = 0;
    assert_int_equal(vkscan_plan_create(context, &reduce, &kept), VK_SUCCESS);
    const int of_kept = pipelines;
    assert_int_equal(vkscan_plan_create(context, &reduce, &again), VK_SUCCESS);
    assert_int_equal(vkscan_plan_create(context, &scan, &gone), VK_SUCCESS);
    assert_int_not_equal(pipelines, of_kept);
    vkscan_plan_destroy(again);
    vkscan_plan_destroy(gone);
    vkscan_context_trim(context);
    assert_int_equal(pipelines, of_kept);
    assert_int_equal(vkscan_plan_create(context, &reduce, &again), VK_SUCCESS);
    assert_int_equal(pipelines, of_kept);
    vkscan_plan_destroy(again);
    vkscan_plan_destroy(kept);
    vkscan_context_trim(context);
    assert_int_equal(pipelines, 0);
    vkscan_context_trim(NULL);
    vkscan_context_destroy(context);
}

HARNESS_MAIN(structures)
