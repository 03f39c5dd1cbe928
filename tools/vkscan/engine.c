/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stddef.h>
#include <stdio.h>

#include "failure.h"

#define BUFFER_MIN 16
#define AFTER_NUMBER 16

/* Operands are in one buffer. */
static const struct {
    size_t member; /* of vkscan_binding_params */
    enum port buffer;
    uint32_t offset;
} places[PORTS] = {
    [PORT_SOURCE] = {offsetof(vkscan_binding_params, source), PORT_SOURCE, 0},
    [PORT_SECOND_SOURCE] = {offsetof(vkscan_binding_params, second_source), PORT_SECOND_SOURCE, 0},
    [PORT_FLAGS] = {offsetof(vkscan_binding_params, flags), PORT_FLAGS, 0},
    [PORT_DESTINATION] = {offsetof(vkscan_binding_params, destination), PORT_DESTINATION, 0},
    [PORT_INDICES] = {offsetof(vkscan_binding_params, indices), PORT_INDICES, 0},
    [PORT_SECOND_DESTINATION] = {offsetof(vkscan_binding_params, second_destination),
                                 PORT_SECOND_DESTINATION, 0},
    [PORT_NUMBER] = {offsetof(vkscan_binding_params, number), PORT_NUMBER, 0},
    [PORT_EDGES] = {offsetof(vkscan_binding_params, edges), PORT_NUMBER, AFTER_NUMBER},
};

static void keep_message(void *user, VkResult result, const char *message)
{
    struct engine *engine = user;

    (void)result;
    snprintf(engine->message, sizeof(engine->message), "%s", message);
}

vkscan_context_params engine_context_params(struct engine *engine)
{
    vkscan_context_params params = gpu_context_params(&engine->gpu);

    params.message = keep_message;
    params.message_user = engine;
    return params;
}

int engine_refuse(const struct engine *engine, VkResult result)
{
    return result == VK_ERROR_VALIDATION_FAILED_EXT ? misused("%s", engine->message)
                                                    : failed("%s", engine->message);
}

/* What the GPU's functions left. */
static int status_of(const struct engine *engine, bool ok)
{
    return ok ? 0 : failed("%s", engine->gpu.error);
}

int engine_open(struct engine *engine, const struct gpu_options *on)
{
    return status_of(engine, gpu_open(&engine->gpu, on));
}

void engine_close(struct engine *engine)
{
    engine_release(engine);
    vkscan_context_destroy(engine->context);
    gpu_close(&engine->gpu);
}

/* ---- pieces ---- */

static bool has_room(struct engine *engine, uint64_t capacity)
{
    const vkscan_context_params context = engine_context_params(engine);
    const VkDeviceSize largest = engine->gpu.largest_buffer;
    vkscan_plan_params params = engine->params;
    vkscan_plan_info info;

    params.capacity = capacity;
    if (vkscan_query_plan(&context, &params, &info) != VK_SUCCESS || info.scratch_size > largest)
        return false;
    VkDeviceSize all = info.scratch_size;
    for (int i = 0; i < PORTS; i++) {
        const struct port_size *size = &engine->sizes[i];
        if (size->each && capacity > (largest - size->fixed) / size->each)
            return false;
        all += capacity * size->each + size->fixed;
    }
    return all <= gpu_memory_size(&engine->gpu) / 2;
}

uint64_t engine_fit(struct engine *engine, uint64_t count)
{
    uint64_t fitting = count < engine->gpu.largest_buffer ? count : engine->gpu.largest_buffer;

    while (fitting > 1 && !has_room(engine, fitting))
        fitting -= fitting / 2;
    return fitting;
}

/* ---- a plan ---- */

/* Never empty, and whole words, as kernels access small elements by them. */
static bool create_buffer(struct engine *engine, VkDeviceSize size, struct gpu_buffer *buffer)
{
    const VkDeviceSize whole = (size + 3) & ~(VkDeviceSize)3;

    return gpu_buffer_create(&engine->gpu, whole > BUFFER_MIN ? whole : BUFFER_MIN,
                             GPU_MEMORY_DEVICE, buffer);
}

static bool create_buffers(struct engine *engine, uint64_t capacity)
{
    VkDeviceSize ends[PORTS] = {0};
    bool needed[PORTS] = {false};

    for (int port = 0; port < PORTS; port++) {
        const struct port_size *size = &engine->sizes[port];
        const enum port buffer = places[port].buffer;
        const VkDeviceSize end = places[port].offset + capacity * size->each + size->fixed;
        if (!size->each && !size->fixed)
            continue;
        needed[buffer] = true;
        ends[buffer] = end > ends[buffer] ? end : ends[buffer];
    }
    for (int i = 0; i < PORTS; i++)
        if (needed[i] && !create_buffer(engine, ends[i], &engine->buffers[i]))
            return false;
    return true;
}

static vkscan_buffer range_of(const struct engine *engine, enum port port)
{
    const struct gpu_buffer *buffer = &engine->buffers[places[port].buffer];
    const uint32_t offset = places[port].offset;

    return buffer->size <= offset
               ? (vkscan_buffer){.buffer = VK_NULL_HANDLE}
               : gpu_range(buffer, offset,
                           port == PORT_NUMBER ? AFTER_NUMBER : buffer->size - offset);
}

static VkResult bind(struct engine *engine)
{
    vkscan_binding_params buffers = {.scratch =
                                         gpu_range(&engine->scratch, 0, engine->scratch.size)};

    for (int port = 0; port < PORTS; port++)
        *(vkscan_buffer *)(void *)((char *)&buffers + places[port].member) =
            range_of(engine, (enum port)port);
    if (!buffers.destination.buffer)
        buffers.destination = buffers.source;
    return vkscan_binding_create(engine->plan, &buffers, &engine->binding);
}

int engine_prepare(struct engine *engine, uint64_t capacity)
{
    const vkscan_context_params context = engine_context_params(engine);
    vkscan_plan_info info;

    engine->params.capacity = capacity;
    if ((!engine->context && vkscan_context_create(&context, &engine->context) != VK_SUCCESS) ||
        vkscan_plan_create(engine->context, &engine->params, &engine->plan) != VK_SUCCESS)
        return failed("%s", engine->message);
    vkscan_plan_get_info(engine->plan, &info);
    if (!create_buffer(engine, info.scratch_size, &engine->scratch) ||
        !gpu_fill(&engine->gpu, &engine->scratch, 0, info.scratch_zeroed, 0) ||
        !create_buffers(engine, capacity))
        return failed("%s", engine->gpu.error);
    return bind(engine) == VK_SUCCESS ? 0 : failed("%s", engine->message);
}

void engine_release(struct engine *engine)
{
    vkscan_binding_destroy(engine->binding);
    vkscan_plan_destroy(engine->plan);
    engine->binding = NULL;
    engine->plan = NULL;
    for (int i = 0; i < PORTS; i++)
        gpu_buffer_destroy(&engine->gpu, &engine->buffers[i]);
    gpu_buffer_destroy(&engine->gpu, &engine->scratch);
}

int engine_upload(struct engine *engine, enum port port, const void *data, uint64_t size)
{
    return status_of(engine,
                     size == 0 || gpu_upload(&engine->gpu, &engine->buffers[places[port].buffer],
                                             places[port].offset, data, size));
}

int engine_download(struct engine *engine, enum port port, uint64_t offset, void *data,
                    uint64_t size)
{
    return status_of(engine,
                     size == 0 || gpu_download(&engine->gpu, &engine->buffers[places[port].buffer],
                                               places[port].offset + offset, data, size));
}

int engine_run(struct engine *engine, uint64_t count, const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&engine->gpu);

    if (!commands)
        return failed("%s", engine->gpu.error);
    gpu_barrier(commands);
    if (vkscan_cmd_run(engine->binding, commands, count, seed) != VK_SUCCESS)
        return failed("%s", engine->message);
    gpu_barrier(commands);
    return status_of(engine, gpu_submit(&engine->gpu, commands));
}
