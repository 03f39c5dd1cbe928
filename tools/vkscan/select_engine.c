/* SPDX-License-Identifier: MIT */
#include "select_engine.h"

#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "failure.h"

struct selector {
    const struct select_request *request;
    struct device device;
    vkscan_select_params select;
    vkscan_plan_params params;
    struct gpu_buffer elements, flags, results, number;
    char *later[2]; /* results of parts behind the first, of all pieces so far */
};

uint32_t select_engine_size(const struct select_request *request)
{
    return request->indices ? sizeof(uint32_t) : vkscan_type_size(request->type);
}

/* Bytes of a flag; 0: there are none. */
static uint32_t flag_size(const struct select_request *request)
{
    if (request->primitive == VKSCAN_PRIMITIVE_UNIQUE)
        return 0;
    return request->criterion == VKSCAN_CRITERION_FLAG_BYTES   ? 1
           : request->criterion == VKSCAN_CRITERION_FLAG_WORDS ? 4
                                                               : 0;
}

/* Of the results, one behind the other: the groups that are kept, and of a partition the rest. */
static uint32_t part_count(const struct select_request *request)
{
    return request->primitive == VKSCAN_PRIMITIVE_PARTITION ? request->ways : 1;
}

static int open_selector(struct selector *selector, const struct select_request *request)
{
    *selector = (struct selector){
        .request = request,
        .select = {.criterion = request->criterion,
                   .second_criterion = request->second_criterion,
                   .ways = request->ways,
                   .outputs = VKSCAN_SELECT_NUMBER |
                              (request->indices ? VKSCAN_SELECT_INDICES : VKSCAN_SELECT_VALUES)},
        .params = {.primitive = request->primitive,
                   .type = request->predicate ? VKSCAN_TYPE_DEFAULT : request->type,
                   .user_operator = request->predicate,
                   .algorithm = request->algorithm,
                   .select = &selector->select},
    };
    const int status = device_open(&selector->device, &request->on);
    if (status)
        return status;
    const vkscan_context_params params = device_context_params(&selector->device);
    const VkResult result = vkscan_query_plan(&params, &selector->params, NULL);
    return result == VK_SUCCESS ? 0 : device_refuse(&selector->device, result);
}

static void close_selector(struct selector *selector)
{
    gpu_buffer_destroy(&selector->device.gpu, &selector->elements);
    gpu_buffer_destroy(&selector->device.gpu, &selector->flags);
    gpu_buffer_destroy(&selector->device.gpu, &selector->results);
    gpu_buffer_destroy(&selector->device.gpu, &selector->number);
    device_close(&selector->device);
    free(selector->later[0]);
    free(selector->later[1]);
}

int select_engine_check(const struct select_request *request)
{
    struct selector selector;
    const int status = open_selector(&selector, request);

    close_selector(&selector);
    return status;
}

/* ---- a piece ---- */

/* Whether the device takes so many elements at a time, with what else a run of them needs. */
static bool has_room(struct selector *selector, uint64_t capacity)
{
    const struct select_request *request = selector->request;
    const vkscan_context_params context = device_context_params(&selector->device);
    const uint64_t each = (uint64_t)vkscan_type_size(request->type) + flag_size(request) +
                          select_engine_size(request);
    vkscan_plan_params params = selector->params;
    vkscan_plan_info info;

    params.capacity = capacity;
    return vkscan_query_plan(&context, &params, &info) == VK_SUCCESS &&
           info.scratch_size <= selector->device.gpu.largest_buffer &&
           capacity <= selector->device.gpu.largest_buffer / 16 &&
           info.scratch_size + each * capacity <= gpu_memory_size(&selector->device.gpu) / 2;
}

static bool create_buffers(struct selector *selector, uint64_t capacity)
{
    const struct select_request *request = selector->request;

    return device_create_buffer(&selector->device, capacity, vkscan_type_size(request->type),
                                &selector->elements) &&
           device_create_buffer(&selector->device, capacity, flag_size(request),
                                &selector->flags) &&
           device_create_buffer(&selector->device, capacity, select_engine_size(request),
                                &selector->results) &&
           device_create_buffer(&selector->device, 2, sizeof(uint32_t), &selector->number);
}

static int prepare(struct selector *selector, uint64_t capacity, uint64_t count)
{
    selector->params.capacity = capacity;
    const int status = device_prepare(&selector->device, &selector->params);
    if (status)
        return status;
    for (uint32_t part = 1; part < part_count(selector->request); part++) {
        char **later = &selector->later[part - 1];
        *later = malloc(count * select_engine_size(selector->request) + 1);
        if (!*later)
            return failed("not enough memory for %llu results", (unsigned long long)count);
    }
    if (!create_buffers(selector, capacity))
        return failed("%s", selector->device.gpu.error);
    const vkscan_buffer results = gpu_range(&selector->results, 0, selector->results.size);
    const vkscan_binding_params buffers = {
        .source = gpu_range(&selector->elements, 0, selector->elements.size),
        .flags = gpu_range(&selector->flags, 0, selector->flags.size),
        .destination = results,
        .indices = results,
        .number = gpu_range(&selector->number, 0, 2 * sizeof(uint32_t)),
    };
    return device_bind(&selector->device, buffers);
}

/* Results and their number are left in their buffers. */
static int run_piece(struct selector *selector, const void *elements, const void *flags,
                     uint64_t count)
{
    const struct select_request *request = selector->request;
    struct gpu *gpu = &selector->device.gpu;

    if (!gpu_upload(gpu, &selector->elements, 0, elements,
                    count * vkscan_type_size(request->type)) ||
        (flags && !gpu_upload(gpu, &selector->flags, 0, flags, count * flag_size(request))))
        return failed("%s", gpu->error);
    return device_run(&selector->device, count, request->seed);
}

/* ---- all pieces ---- */

#define PARTS_MAX 3

struct progress_of_all {
    const char *elements, *flags;
    char *results;
    uint64_t first, taken[PARTS_MAX]; /* of each part */
};

static void make_absolute(uint32_t *indices, uint64_t count, uint64_t first)
{
    for (uint64_t i = 0; i < count; i++)
        indices[i] += (uint32_t)first;
}

/* Whether a piece begins with an element that equals the last one of the piece before. */
static bool repeats(const struct select_request *request, const struct progress_of_all *all)
{
    const uint32_t size = vkscan_type_size(request->type);
    const char *at = all->elements + all->first * size;

    return request->primitive == VKSCAN_PRIMITIVE_UNIQUE && all->first > 0 &&
           memcmp(at, at - size, size) == 0;
}

/* The elements of each part of a piece that has so many. */
static int read_numbers(struct selector *selector, uint64_t count, uint64_t numbers[PARTS_MAX])
{
    const uint32_t groups = selector->request->ways - 1;
    uint32_t words[2];

    if (!gpu_download(&selector->device.gpu, &selector->number, 0, words, sizeof(words)))
        return failed("%s", selector->device.gpu.error);
    numbers[groups] = count;
    for (uint32_t group = 0; group < groups; group++) {
        numbers[group] = words[group];
        numbers[groups] -= words[group];
    }
    return 0;
}

/* Behind the results so far of each part: those of a piece. */
static int take_results(struct selector *selector, uint64_t numbers[PARTS_MAX],
                        struct progress_of_all *all)
{
    const struct select_request *request = selector->request;
    const uint32_t size = select_engine_size(request), skipped = repeats(request, all);
    uint64_t first = skipped;

    numbers[0] -= skipped;
    for (uint32_t part = 0; part < part_count(request); part++) {
        char *results = part > 0 ? selector->later[part - 1] : all->results;
        char *to = results + all->taken[part] * size;
        if (numbers[part] > 0 && !gpu_download(&selector->device.gpu, &selector->results,
                                               first * size, to, numbers[part] * size))
            return failed("%s", selector->device.gpu.error);
        if (request->indices)
            make_absolute((uint32_t *)(void *)to, numbers[part], all->first);
        first += numbers[part];
        all->taken[part] += numbers[part];
    }
    return 0;
}

/* One part behind the other. */
static void join_parts(const struct selector *selector, struct progress_of_all *all)
{
    const uint32_t size = select_engine_size(selector->request);
    char *to = all->results + all->taken[0] * size;

    for (uint32_t part = 1; part < part_count(selector->request); part++) {
        memcpy(to, selector->later[part - 1], all->taken[part] * size);
        to += all->taken[part] * size;
    }
}

static int run_pieces(struct selector *selector, uint64_t count, uint64_t piece,
                      struct progress_of_all *all)
{
    const struct select_request *request = selector->request;
    int status = 0;

    for (all->first = 0; !status && all->first < count; all->first += piece) {
        const uint64_t left = count - all->first, here = left < piece ? left : piece;
        uint64_t numbers[PARTS_MAX];
        status = run_piece(selector, all->elements + all->first * vkscan_type_size(request->type),
                           all->flags ? all->flags + all->first * flag_size(request) : NULL, here);
        if (!status)
            status = read_numbers(selector, here, numbers);
        if (!status)
            status = take_results(selector, numbers, all);
    }
    return status;
}

int select_engine_run(const struct select_request *request, const void *elements, const void *flags,
                      uint64_t count, void *results, uint64_t kept[2])
{
    struct progress_of_all all = {.elements = elements, .flags = flags, .results = results};
    uint64_t piece = count < request->piece_limit ? count : request->piece_limit;
    struct selector selector;

    int status = open_selector(&selector, request);
    while (!status && piece > 1 && !has_room(&selector, piece))
        piece -= piece / 2;
    if (!status && request->predicate && piece < count)
        status = failed("predicate %s takes all elements at a time, and a piece has %llu here (by "
                        "--piece or what the device holds)",
                        request->predicate->name, (unsigned long long)piece);
    if (!status)
        status = prepare(&selector, piece, count);
    if (!status)
        status = run_pieces(&selector, count, piece, &all);
    if (!status)
        join_parts(&selector, &all);
    kept[0] = all.taken[0];
    kept[1] = all.taken[1];
    close_selector(&selector);
    return status;
}
