/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "reference.h"

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

/* Whether the tuning is valid, the type has the operator, and the device the algorithm. */
static int check_plan(struct engine *engine)
{
    const vkscan_context_params params = context_params(engine);
    vkscan_plan_params plan = engine->params;
    char names[NAMES_SIZE];
    vkscan_device_info info;

    if (vkscan_query_device(&params, &info) != VK_SUCCESS)
        return misused("--tuning: %s", engine->message);
    plan.algorithm = VKSCAN_ALGORITHM_AUTO;
    if (vkscan_query_plan(&params, &plan, NULL) != VK_SUCCESS) {
        names_list_supported(NAMES_OP, &params, plan, names);
        return misused("%s; it has %s", engine->message, names);
    }
    if (vkscan_query_plan(&params, &engine->params, NULL) != VK_SUCCESS) {
        names_list_supported(NAMES_ALGORITHM, &params, plan, names);
        return failed("%s; %s can run %s", engine->message, engine->gpu.properties.deviceName,
                      names);
    }
    return 0;
}

/* Elements that fit in one buffer and in a quarter of device memory. */
static uint64_t find_piece_limit(const struct engine *engine)
{
    const VkDeviceSize quarter = gpu_memory_size(&engine->gpu) / 4;
    const VkDeviceSize largest = engine->gpu.largest_buffer;

    return (largest < quarter ? largest : quarter) / vkscan_type_size(engine->params.type);
}

int engine_open(struct engine *engine, const struct gpu_options *on, const vkscan_plan_params *plan,
                const union value *seed)
{
    memset(engine, 0, sizeof(*engine));
    engine->params = *plan;
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

static bool scans(const struct engine *engine)
{
    return engine->params.primitive != VKSCAN_PRIMITIVE_REDUCE;
}

static int bind(struct engine *engine)
{
    const struct gpu_buffer *destination = scans(engine) ? &engine->data : &engine->total;
    const vkscan_binding_params buffers = {
        .source = gpu_range(&engine->data, 0, engine->data.size),
        .destination = gpu_range(destination, 0, destination->size),
        .scratch = gpu_range(&engine->scratch, 0, engine->scratch.size),
    };

    return vkscan_binding_create(engine->plan, &buffers, &engine->binding) == VK_SUCCESS
               ? 0
               : failed("%s", engine->message);
}

int engine_prepare(struct engine *engine, uint64_t capacity)
{
    const VkDeviceSize bytes = capacity * vkscan_type_size(engine->params.type);
    struct gpu *gpu = &engine->gpu;
    vkscan_plan_info info;

    engine->params.capacity = capacity;
    if (vkscan_plan_create(engine->context, &engine->params, &engine->plan) != VK_SUCCESS)
        return failed("%s", engine->message);
    vkscan_plan_get_info(engine->plan, &info);
    if (!gpu_buffer_create(gpu, bytes > BUFFER_MIN ? bytes : BUFFER_MIN, GPU_MEMORY_DEVICE,
                           &engine->data) ||
        !gpu_buffer_create(gpu, BUFFER_MIN, GPU_MEMORY_DEVICE, &engine->total) ||
        !gpu_buffer_create(gpu, info.scratch_size, GPU_MEMORY_DEVICE, &engine->scratch) ||
        !gpu_fill(gpu, &engine->scratch, 0, info.scratch_zeroed, 0))
        return failed("%s", gpu->error);
    return bind(engine);
}

static int run(struct engine *engine, uint64_t count)
{
    VkCommandBuffer commands = gpu_begin(&engine->gpu);

    if (!commands)
        return failed("%s", engine->gpu.error);
    gpu_barrier(commands);
    if (vkscan_cmd_run(engine->binding, commands, count, engine->seeded ? &engine->seed : NULL) !=
        VK_SUCCESS)
        return failed("%s", engine->message);
    return gpu_submit(&engine->gpu, commands) ? 0 : failed("%s", engine->gpu.error);
}

/* The seed of the next piece: the last element of an inclusive scan; of an exclusive one, combined
 * with the last source element. So each element of a scan continues from the one before it, across
 * pieces too, and no algorithm needs a reduction beside it. */
static void carry(struct engine *engine, const void *last_source, const void *last)
{
    const vkscan_plan_params *plan = &engine->params;

    if (plan->primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN)
        memcpy(&engine->seed, last, vkscan_type_size(plan->type));
    else
        reference_combine(plan->type, plan->op, last, last_source, &engine->seed);
    engine->seeded = true;
}

int engine_run(struct engine *engine, void *data, uint64_t count)
{
    const uint32_t size = vkscan_type_size(engine->params.type);
    const VkDeviceSize bytes = count * size;
    const char *last = (const char *)data + (count > 0 ? bytes - size : 0);
    struct gpu *gpu = &engine->gpu;
    union value last_source;

    if (count > 0)
        memcpy(&last_source, last, size);
    if (!gpu_upload(gpu, &engine->data, 0, data, bytes))
        return failed("%s", gpu->error);
    const int status = run(engine, count);
    if (status)
        return status;
    if (scans(engine)) {
        if (!gpu_download(gpu, &engine->data, 0, data, bytes))
            return failed("%s", gpu->error);
        if (count > 0)
            carry(engine, &last_source, last);
        return 0;
    }
    engine->seeded = true;
    return gpu_download(gpu, &engine->total, 0, &engine->seed,
                        vkscan_type_size(engine->params.type))
               ? 0
               : failed("%s", gpu->error);
}

void engine_close(struct engine *engine)
{
    vkscan_binding_destroy(engine->binding);
    vkscan_plan_destroy(engine->plan);
    gpu_buffer_destroy(&engine->gpu, &engine->data);
    gpu_buffer_destroy(&engine->gpu, &engine->total);
    gpu_buffer_destroy(&engine->gpu, &engine->scratch);
    vkscan_context_destroy(engine->context);
    gpu_close(&engine->gpu);
}
