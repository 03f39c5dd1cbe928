/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include "meter.h"
#include "quit.h"

#define BUFFER_MIN 16
#define AFTER_NUMBER 16

/* Operands are in one buffer, in which the edges are behind the number. */
static vkscan_port buffer_of(vkscan_port port)
{
    return port == VKSCAN_PORT_EDGES ? VKSCAN_PORT_NUMBER : port;
}

static uint32_t offset_of(vkscan_port port)
{
    return port == VKSCAN_PORT_EDGES ? AFTER_NUMBER : 0;
}

static void VKAPI_CALL keep_message(void *user, const vkscan_message *message)
{
    struct engine *engine = user;

    if (message->severity == VKSCAN_SEVERITY_ERROR)
        refusal_translate(message->text, engine->gpu.tuning, engine->message);
}

vkscan_context_params engine_context_params(struct engine *engine)
{
    vkscan_context_params params = gpu_context_params(&engine->gpu);

    params.message = keep_message;
    params.message_user = engine;
    return params;
}

/* Fails with the GPU's message unless ok. */
static void need_gpu(const struct engine *engine, bool ok)
{
    if (!ok)
        fail("%s", engine->gpu.error);
}

static void need_library(const struct engine *engine, VkResult result)
{
    if (result != VK_SUCCESS)
        fail("%s", engine->message);
}

void engine_open(struct engine *engine, const struct gpu_options *on)
{
    need_gpu(engine, gpu_open(&engine->gpu, on));
    engine->gpu.waits = meter_is_on() ? meter_wait : NULL;
    const VkDeviceSize half = gpu_memory_size(&engine->gpu) / 2;
    const VkDeviceSize free = gpu_memory_free(&engine->gpu);
    engine->memory = half < free ? half : free;
}

void engine_close(struct engine *engine)
{
    engine_release(engine);
    vkscan_context_destroy(engine->context);
    gpu_close(&engine->gpu);
}

/* ---- pieces ---- */

bool engine_measure(struct engine *engine, uint64_t count, struct engine_need *out)
{
    const vkscan_context_params context = engine_context_params(engine);
    vkscan_plan_params params = engine->params;
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    params.capacity = count;
    if (vkscan_query_plan(&context, &params, &info) != VK_SUCCESS)
        return false;
    out->all = out->buffer = (double)info.scratch_size;
    for (uint32_t i = 0; i < PORTS; i++) {
        const struct port_size *size = &engine->sizes[i];
        const double bytes = (double)count * (double)size->each + (double)size->fixed;
        out->all += bytes;
        out->buffer = bytes > out->buffer ? bytes : out->buffer;
    }
    return true;
}

double engine_room(const struct engine *engine)
{
    return (double)(engine->memory / engine->sharing);
}

bool engine_has_room(struct engine *engine, uint64_t count)
{
    struct engine_need need;

    return engine_measure(engine, count, &need) &&
           need.buffer <= (double)engine->gpu.largest_buffer && need.all <= engine_room(engine);
}

/* Finds the largest fitting capacity by bisection: it is what users are told. */
uint64_t engine_fit(struct engine *engine, uint64_t count)
{
    const VkDeviceSize largest = engine->gpu.largest_buffer;
    uint64_t fitting = 1, above = count < largest ? count : largest;

    if (engine_has_room(engine, above))
        return above;
    while (above - fitting > 1) {
        const uint64_t middle = fitting + (above - fitting) / 2;
        *(engine_has_room(engine, middle) ? &fitting : &above) = middle;
    }
    return fitting;
}

/* ---- a plan ---- */

/* Creates a buffer. It is not empty, and consists of whole words, by which kernels access small
 * elements. */
static void create_buffer(struct engine *engine, VkDeviceSize size, struct gpu_buffer *buffer)
{
    const VkDeviceSize whole = (size + 3) & ~(VkDeviceSize)3;

    need_gpu(engine, gpu_buffer_create(&engine->gpu, whole > BUFFER_MIN ? whole : BUFFER_MIN,
                                       GPU_MEMORY_DEVICE, buffer));
}

static void create_buffers(struct engine *engine, uint64_t capacity)
{
    VkDeviceSize ends[PORTS] = {0};

    for (vkscan_port port = 0; port < PORTS; port++) {
        const struct port_size *size = &engine->sizes[port];
        const VkDeviceSize bytes = capacity * size->each + size->fixed;
        if (size->each || size->fixed) /* a port of 0 bytes counts one, to have a buffer */
            ends[buffer_of(port)] = offset_of(port) + bytes + 1;
    }
    for (uint32_t i = 0; i < PORTS; i++)
        if (ends[i])
            create_buffer(engine, ends[i] - 1, &engine->buffers[i]);
}

static vkscan_buffer range_of(const struct engine *engine, vkscan_port port)
{
    const struct gpu_buffer *buffer = &engine->buffers[buffer_of(port)];
    const uint32_t offset = offset_of(port);
    vkscan_port_info info = {.struct_size = sizeof(info)};

    vkscan_plan_get_port(engine->plan, port, &info);
    return buffer->size <= offset || !info.usage /* the plan has no such port */
               ? (vkscan_buffer){.buffer = VK_NULL_HANDLE}
               : gpu_range(buffer, offset,
                           port == VKSCAN_PORT_NUMBER ? AFTER_NUMBER : buffer->size - offset);
}

static void bind(struct engine *engine)
{
    struct port_buffers buffers;

    for (vkscan_port port = 0; port < PORTS; port++)
        ((vkscan_buffer *)&buffers)[port] = range_of(engine, port);
    need_library(engine, port_buffers_bind(engine->plan, &buffers, &engine->binding));
}

void engine_prepare(struct engine *engine, uint64_t capacity)
{
    const vkscan_context_params context = engine_context_params(engine);
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    engine->params.capacity = capacity;
    if (!engine->context)
        need_library(engine, vkscan_context_create(&context, &engine->context));
    need_library(engine, vkscan_plan_create(engine->context, &engine->params, &engine->plan));
    vkscan_plan_get_info(engine->plan, &info);
    create_buffer(engine, info.scratch_size, &engine->buffers[VKSCAN_PORT_SCRATCH]);
    need_gpu(engine, gpu_fill(&engine->gpu, &engine->buffers[VKSCAN_PORT_SCRATCH], 0,
                              info.scratch_zeroed, 0));
    create_buffers(engine, capacity);
    bind(engine);
}

void engine_release(struct engine *engine)
{
    vkscan_binding_destroy(engine->binding);
    vkscan_plan_destroy(engine->plan);
    engine->binding = NULL;
    engine->plan = NULL;
    for (uint32_t i = 0; i < PORTS; i++)
        gpu_buffer_destroy(&engine->gpu, &engine->buffers[i]);
}

void engine_upload(struct engine *engine, vkscan_port port, const void *data, uint64_t size)
{
    const struct gpu_buffer *buffer = &engine->buffers[buffer_of(port)];

    if (size)
        need_gpu(engine, gpu_upload(&engine->gpu, buffer, offset_of(port), data, size));
}

void engine_download(struct engine *engine, vkscan_port port, uint64_t offset, void *data,
                     uint64_t size)
{
    const struct gpu_buffer *buffer = &engine->buffers[buffer_of(port)];

    if (size)
        need_gpu(engine, gpu_download(&engine->gpu, buffer, offset_of(port) + offset, data, size));
}

void engine_run(struct engine *engine, uint64_t count, const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&engine->gpu);

    need_gpu(engine, commands != VK_NULL_HANDLE);
    gpu_barrier(commands);
    need_library(engine, binding_run(engine->binding, commands, count, seed));
    gpu_barrier(commands);
    need_gpu(engine, gpu_submit(&engine->gpu, commands));
}

/* ---- stages ---- */

static VkDeviceSize bytes_of(const struct engine *engine, vkscan_port port, uint64_t count)
{
    return count * engine->sizes[port].each + engine->sizes[port].fixed;
}

VkDeviceSize engine_number_at(const struct engine *engine, uint64_t count)
{
    return (bytes_of(engine, VKSCAN_PORT_DESTINATION, count) + 3) & ~(VkDeviceSize)3;
}

void engine_open_buffer(struct engine *engine, VkDeviceSize size, struct gpu_buffer *buffer)
{
    need_gpu(engine, gpu_buffer_create(&engine->gpu, size, GPU_MEMORY_READBACK, buffer));
}

void engine_open_stage(struct engine *engine, uint64_t capacity, struct engine_stage *stage)
{
    const VkDeviceSize sizes[] = {bytes_of(engine, VKSCAN_PORT_SOURCE, capacity),
                                  engine_number_at(engine, capacity) +
                                      bytes_of(engine, VKSCAN_PORT_NUMBER, capacity)};
    struct gpu_buffer *const buffers[] = {&stage->elements, &stage->results};

    for (int i = 0; i < 2; i++)
        engine_open_buffer(engine, sizes[i] ? sizes[i] : 1, buffers[i]);
}

void engine_close_stage(struct engine *engine, struct engine_stage *stage)
{
    gpu_buffer_destroy(&engine->gpu, &stage->elements);
    gpu_buffer_destroy(&engine->gpu, &stage->results);
}

static void copy(VkCommandBuffer commands, const struct gpu_buffer *from,
                 const struct gpu_buffer *to, const VkBufferCopy *range)
{
    if (range->size)
        vkCmdCopyBuffer(commands, from->buffer, to->buffer, 1, range);
}

static VkCommandBuffer begin(struct engine *engine)
{
    VkCommandBuffer commands = gpu_begin(&engine->gpu);

    need_gpu(engine, commands != VK_NULL_HANDLE);
    gpu_barrier(commands);
    return commands;
}

static void start(struct engine *engine, VkCommandBuffer commands)
{
    gpu_barrier(commands);
    gpu_host_barrier(commands);
    need_gpu(engine, gpu_start(&engine->gpu, commands));
    engine->running = commands;
}

void engine_start(struct engine *engine, const struct engine_stage *stage, uint64_t count,
                  const void *seed)
{
    const struct gpu_buffer *buffers = engine->buffers;
    VkCommandBuffer commands = begin(engine);

    copy(commands, &stage->elements, &buffers[VKSCAN_PORT_SOURCE],
         &(VkBufferCopy){.size = bytes_of(engine, VKSCAN_PORT_SOURCE, count)});
    gpu_barrier(commands);
    need_library(engine, binding_run(engine->binding, commands, count, seed));
    gpu_barrier(commands);
    copy(commands, &buffers[VKSCAN_PORT_DESTINATION], &stage->results,
         &(VkBufferCopy){.size = bytes_of(engine, VKSCAN_PORT_DESTINATION, count)});
    copy(commands, &buffers[VKSCAN_PORT_NUMBER], &stage->results,
         &(VkBufferCopy){.dstOffset = engine_number_at(engine, count),
                         .size = bytes_of(engine, VKSCAN_PORT_NUMBER, count)});
    start(engine, commands);
}

void engine_start_load(struct engine *engine, const struct gpu_buffer *from, vkscan_port port,
                       uint64_t offset, uint64_t size)
{
    VkCommandBuffer commands = begin(engine);

    copy(commands, from, &engine->buffers[buffer_of(port)],
         &(VkBufferCopy){.dstOffset = offset_of(port) + offset, .size = size});
    start(engine, commands);
}

void engine_start_store(struct engine *engine, vkscan_port port, uint64_t offset,
                        const struct gpu_buffer *to, uint64_t size)
{
    VkCommandBuffer commands = begin(engine);

    copy(commands, &engine->buffers[buffer_of(port)], to,
         &(VkBufferCopy){.srcOffset = offset_of(port) + offset, .size = size});
    start(engine, commands);
}

void engine_wait(struct engine *engine)
{
    need_gpu(engine, gpu_wait(&engine->gpu, engine->running));
}
