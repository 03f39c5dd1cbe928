/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "names.h"

#define BUFFER_MIN 16

static void keep_message(void *user, VkResult result, const char *message)
{
    struct engine *engine = user;

    (void)result;
    snprintf(engine->message, sizeof(engine->message), "%s", message);
}

static vkscan_context_params context_params(struct engine *engine)
{
    vkscan_context_params params = gpu_context_params(&engine->gpu);

    params.message = keep_message;
    params.message_user = engine;
    return params;
}

/* Whether the row of tuning is one, the type has the operator, and the device the algorithm. */
static int check_plan(struct engine *engine)
{
    const vkscan_context_params params = context_params(engine);
    vkscan_plan_params plan = engine->plan;
    char names[NAMES_SIZE];
    vkscan_device_info info;

    if (vkscan_query_device(&params, &info) != VK_SUCCESS)
        return misused("%s", engine->message);
    plan.algorithm = VKSCAN_ALGORITHM_AUTO;
    if (vkscan_query_plan(&params, &plan, NULL) != VK_SUCCESS) {
        names_list_supported(NAMES_OP, &params, plan, names);
        return misused("%s; it has %s", engine->message, names);
    }
    if (vkscan_query_plan(&params, &engine->plan, NULL) != VK_SUCCESS) {
        names_list_supported(NAMES_ALGORITHM, &params, plan, names);
        return failed("%s; %s can run %s", engine->message, engine->gpu.properties.deviceName,
                      names);
    }
    return 0;
}

/* What fits in one buffer, and leaves most of the memory to others. */
static uint64_t find_piece_limit(const struct engine *engine)
{
    const VkDeviceSize share = gpu_memory_size(&engine->gpu) / 4;
    const VkDeviceSize largest = engine->gpu.largest_buffer;

    return (largest < share ? largest : share) / vkscan_type_size(engine->plan.type);
}

int engine_open(struct engine *engine, const struct gpu_options *on, const vkscan_plan_params *plan,
                const union value *seed)
{
    memset(engine, 0, sizeof(*engine));
    engine->plan = *plan;
    if (seed) {
        engine->seeded = true;
        engine->seed = *seed;
    }
    if (!gpu_open(&engine->gpu, on))
        return failed("%s", engine->gpu.error);
    const int status = check_plan(engine);
    if (status)
        return status;
    const vkscan_context_params params = context_params(engine);
    if (vkscan_context_create(&params, &engine->context) != VK_SUCCESS)
        return failed("%s", engine->message);
    engine->piece_limit = find_piece_limit(engine);
    return 0;
}

static int pass_create(struct engine *engine, struct pass *pass, const vkscan_plan_params *params,
                       const struct gpu_buffer *destination)
{
    vkscan_plan_info info;

    if (vkscan_plan_create(engine->context, params, &pass->plan) != VK_SUCCESS)
        return failed("%s", engine->message);
    vkscan_plan_get_info(pass->plan, &info);
    if (!gpu_buffer_create(&engine->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &pass->scratch) ||
        !gpu_fill(&engine->gpu, &pass->scratch, 0, info.scratch_zeroed, 0))
        return failed("%s", engine->gpu.error);
    const vkscan_binding_params buffers = {
        .source = gpu_range(&engine->data, 0, engine->data.size),
        .destination = gpu_range(destination, 0, destination->size),
        .scratch = gpu_range(&pass->scratch, 0, pass->scratch.size),
    };
    if (vkscan_binding_create(pass->plan, &buffers, &pass->binding) != VK_SUCCESS)
        return failed("%s", engine->message);
    return 0;
}

int engine_prepare(struct engine *engine, uint64_t capacity, bool several)
{
    const VkDeviceSize bytes = capacity * vkscan_type_size(engine->plan.type);
    vkscan_plan_params scan = engine->plan, carry = engine->plan;
    int status = 0;

    scan.capacity = carry.capacity = capacity;
    carry.primitive = VKSCAN_PRIMITIVE_REDUCE;
    if (!gpu_buffer_create(&engine->gpu, bytes > BUFFER_MIN ? bytes : BUFFER_MIN, GPU_MEMORY_DEVICE,
                           &engine->data) ||
        !gpu_buffer_create(&engine->gpu, BUFFER_MIN, GPU_MEMORY_DEVICE, &engine->total))
        return failed("%s", engine->gpu.error);
    if (scan.primitive != VKSCAN_PRIMITIVE_REDUCE)
        status = pass_create(engine, &engine->scan, &scan, &engine->data);
    if (!status && (several || scan.primitive == VKSCAN_PRIMITIVE_REDUCE))
        status = pass_create(engine, &engine->carry, &carry, &engine->total);
    return status;
}

static bool record_pass(struct engine *engine, const struct pass *pass, VkCommandBuffer commands,
                        uint64_t count)
{
    if (!pass->plan)
        return true;
    gpu_barrier(commands);
    return vkscan_cmd_run(pass->binding, commands, count, engine->seeded ? &engine->seed : NULL) ==
           VK_SUCCESS;
}

int engine_run(struct engine *engine, void *data, uint64_t count)
{
    const uint32_t element = vkscan_type_size(engine->plan.type);
    struct gpu *gpu = &engine->gpu;

    if (!gpu_upload(gpu, &engine->data, 0, data, count * element))
        return failed("%s", gpu->error);
    VkCommandBuffer commands = gpu_begin(gpu);
    if (!commands)
        return failed("%s", gpu->error);
    /* The scan overwrites what the reduction reads. */
    if (!record_pass(engine, &engine->carry, commands, count) ||
        !record_pass(engine, &engine->scan, commands, count))
        return failed("%s", engine->message);
    if (!gpu_submit(gpu, commands))
        return failed("%s", gpu->error);
    if (engine->scan.plan && !gpu_download(gpu, &engine->data, 0, data, count * element))
        return failed("%s", gpu->error);
    if (engine->carry.plan && !gpu_download(gpu, &engine->total, 0, &engine->seed, element))
        return failed("%s", gpu->error);
    engine->seeded = engine->seeded || engine->carry.plan;
    return 0;
}

static void pass_destroy(struct engine *engine, struct pass *pass)
{
    vkscan_binding_destroy(pass->binding);
    vkscan_plan_destroy(pass->plan);
    gpu_buffer_destroy(&engine->gpu, &pass->scratch);
}

void engine_close(struct engine *engine)
{
    pass_destroy(engine, &engine->carry);
    pass_destroy(engine, &engine->scan);
    gpu_buffer_destroy(&engine->gpu, &engine->data);
    gpu_buffer_destroy(&engine->gpu, &engine->total);
    vkscan_context_destroy(engine->context);
    gpu_close(&engine->gpu);
}
