/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <string.h>

#include "failure.h"
#include "names.h"
#include "reference.h"

/* Of a user operator without the types, which are those of files. */
static vkscan_plan_params plan_params(const struct engine *engine)
{
    vkscan_plan_params params = engine->params;

    if (params.user_operator)
        params.type = params.out_type = VKSCAN_TYPE_DEFAULT;
    return params;
}

/* Whether the tuning is valid, the device has the types, these the operator, and the device the
 * algorithm. */
static int check_plan(struct engine *engine)
{
    const vkscan_context_params params = device_context_params(&engine->device);
    vkscan_plan_params plan = plan_params(engine);
    char names[NAMES_SIZE];
    vkscan_device_info info;

    if (vkscan_query_device(&params, &info) != VK_SUCCESS)
        return misused("--tuning: %s", engine->device.message);
    if (plan.user_operator) {
        const VkResult result = vkscan_query_plan(&params, &plan, NULL);
        return result == VK_SUCCESS ? 0 : device_refuse(&engine->device, result);
    }
    plan.algorithm = VKSCAN_ALGORITHM_AUTO;
    plan.op = VKSCAN_OP_ADD;
    const VkResult types = vkscan_query_plan(&params, &plan, NULL);
    if (types != VK_SUCCESS)
        return device_refuse(&engine->device, types);
    plan.op = engine->params.op;
    if (vkscan_query_plan(&params, &plan, NULL) != VK_SUCCESS) {
        names_list_supported(NAMES_OP, &params, plan, names);
        return misused("%s; it has %s", engine->device.message, names);
    }
    const VkResult result = vkscan_query_plan(&params, &engine->params, NULL);
    if (result != VK_SUCCESS && engine->params.determinism)
        return device_refuse(&engine->device, result);
    if (result != VK_SUCCESS) {
        names_list_supported(NAMES_ALGORITHM, &params, plan, names);
        return failed("%s; %s can run %s", engine->device.message,
                      engine->device.gpu.properties.deviceName, names);
    }
    return 0;
}

static uint32_t source_size(const struct engine *engine)
{
    return vkscan_type_size(engine->params.type);
}

static uint32_t result_size(const struct engine *engine)
{
    return vkscan_type_size(engine->params.out_type);
}

/* 0: there is none. */
static uint32_t second_size(const struct engine *engine)
{
    return engine->params.user_operator ? engine->params.user_operator->second_size : 0;
}

static bool scans(const struct engine *engine)
{
    return engine->params.primitive != VKSCAN_PRIMITIVE_REDUCE;
}

static bool in_place(const struct engine *engine)
{
    return scans(engine) &&
           (engine->params.user_operator ? source_size(engine) == result_size(engine)
                                         : engine->params.type == engine->params.out_type);
}

/* Elements of which all that a run takes fits in a quarter of device memory, and each array in one
 * buffer. */
static uint64_t find_piece_limit(const struct engine *engine)
{
    const VkDeviceSize quarter = gpu_memory_size(&engine->device.gpu) / 4;
    const VkDeviceSize largest = engine->device.gpu.largest_buffer;
    const uint32_t results = scans(engine) && !in_place(engine) ? result_size(engine) : 0;
    const uint32_t sizes[] = {source_size(engine), second_size(engine), results};
    uint32_t widest = 0, all = 0;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        widest = sizes[i] > widest ? sizes[i] : widest;
        all += sizes[i];
    }
    return largest / widest < quarter / all ? largest / widest : quarter / all;
}

int engine_open(struct engine *engine, const struct gpu_options *on, const vkscan_plan_params *plan,
                const union value *seed)
{
    memset(engine, 0, sizeof(*engine));
    engine->params = *plan;
    if (!plan->out_type)
        engine->params.out_type = plan->type;
    if (seed) {
        engine->seeded = true;
        engine->seed = *seed;
    }
    int status = device_open(&engine->device, on);
    if (!status)
        status = check_plan(engine);
    if (!status)
        engine->piece_limit = find_piece_limit(engine);
    return status;
}

static int bind(struct engine *engine)
{
    const struct gpu_buffer *destination = in_place(engine) ? &engine->data : &engine->result;
    const vkscan_binding_params buffers = {
        .source = gpu_range(&engine->data, 0, engine->data.size),
        .destination = gpu_range(destination, 0, destination->size),
        .second_source = gpu_range(&engine->second, 0, engine->second.size),
    };

    return device_bind(&engine->device, buffers);
}

int engine_prepare(struct engine *engine, uint64_t capacity)
{
    const uint64_t results = scans(engine) && !in_place(engine) ? capacity : 1;
    struct device *device = &engine->device;

    engine->params.capacity = capacity;
    const vkscan_plan_params params = plan_params(engine);
    const int status = device_prepare(device, &params);
    if (status)
        return status;
    if (!device_create_buffer(device, capacity, source_size(engine), &engine->data) ||
        !device_create_buffer(device, results, result_size(engine), &engine->result) ||
        !device_create_buffer(device, capacity, second_size(engine), &engine->second))
        return failed("%s", device->gpu.error);
    return bind(engine);
}

int engine_take_second(struct engine *engine, const void *data, uint64_t count)
{
    return gpu_upload(&engine->device.gpu, &engine->second, 0, data, count * second_size(engine))
               ? 0
               : failed("%s", engine->device.gpu.error);
}

/* The seed of the next piece: the last element of an inclusive scan; of an exclusive one, combined
 * with the last source element. So each element of a scan continues from the one before it, across
 * pieces too, and no algorithm needs a reduction beside it. */
static void carry(struct engine *engine, const void *last_source, const void *last)
{
    vkscan_plan_params both = engine->params;

    both.primitive = VKSCAN_PRIMITIVE_REDUCE;
    both.flags = 0;
    reference_run(&both, last, last_source,
                  engine->params.primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, &engine->seed);
    engine->seeded = true;
}

static int download(struct engine *engine, const struct gpu_buffer *from, void *to, uint64_t count)
{
    return gpu_download(&engine->device.gpu, from, 0, to, count * result_size(engine))
               ? 0
               : failed("%s", engine->device.gpu.error);
}

int engine_run(struct engine *engine, const void *data, uint64_t count, void *results)
{
    const bool reverse = engine->params.flags & VKSCAN_PLAN_REVERSE;
    const uint64_t last = count > 0 && !reverse ? count - 1 : 0;
    union value last_source;

    if (engine->ran && engine->params.user_operator && count > 0)
        return failed("operator %s takes all elements at a time, and more than %llu are too many",
                      engine->params.user_operator->name,
                      (unsigned long long)engine->params.capacity);
    if (engine->ran && count > 0 && engine->params.determinism == VKSCAN_DETERMINISM_EVERYWHERE)
        return failed("--determinism everywhere takes all elements at a time, and more than %llu "
                      "are too many",
                      (unsigned long long)engine->params.capacity);
    if (count > 0)
        memcpy(&last_source, (const char *)data + last * source_size(engine), source_size(engine));
    if (!gpu_upload(&engine->device.gpu, &engine->data, 0, data, count * source_size(engine)))
        return failed("%s", engine->device.gpu.error);
    int status = device_run(&engine->device, count, engine->seeded ? &engine->seed : NULL);
    if (!status && scans(engine))
        status =
            download(engine, in_place(engine) ? &engine->data : &engine->result, results, count);
    else if (!status)
        status = download(engine, &engine->result, &engine->seed, 1);
    engine->seeded |= !scans(engine);
    engine->ran = true;
    if (!status && scans(engine) && count > 0 && !engine->params.user_operator)
        carry(engine, &last_source, (const char *)results + last * result_size(engine));
    return status;
}

void engine_close(struct engine *engine)
{
    gpu_buffer_destroy(&engine->device.gpu, &engine->data);
    gpu_buffer_destroy(&engine->device.gpu, &engine->result);
    gpu_buffer_destroy(&engine->device.gpu, &engine->second);
    device_close(&engine->device);
}
