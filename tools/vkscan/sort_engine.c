/* SPDX-License-Identifier: MIT */
#include "sort_engine.h"

#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "failure.h"
#include "reference_sort.h"

struct sorter {
    const struct sort_request *request;
    struct device device;
    vkscan_sort_params sort;
    vkscan_plan_params params;
    struct gpu_buffer keys, sorted, indices;
    uint32_t *positions; /* of a piece */
};

static int open_sorter(struct sorter *sorter, const struct sort_request *request)
{
    *sorter = (struct sorter){
        .request = request,
        .sort = {.flags = request->flags | VKSCAN_SORT_INDICES,
                 .first_bit = request->first_bit,
                 .end_bit = request->end_bit},
        .params = {.primitive = VKSCAN_PRIMITIVE_SORT,
                   .type = request->type,
                   .algorithm = request->algorithm,
                   .sort = &sorter->sort},
    };
    const int status = device_open(&sorter->device, &request->on);
    if (status)
        return status;
    const vkscan_context_params params = device_context_params(&sorter->device);
    const VkResult result = vkscan_query_plan(&params, &sorter->params, NULL);
    return result == VK_SUCCESS ? 0 : device_refuse(&sorter->device, result);
}

static void close_sorter(struct sorter *sorter)
{
    gpu_buffer_destroy(&sorter->device.gpu, &sorter->keys);
    gpu_buffer_destroy(&sorter->device.gpu, &sorter->sorted);
    gpu_buffer_destroy(&sorter->device.gpu, &sorter->indices);
    device_close(&sorter->device);
    free(sorter->positions);
}

int sort_engine_check(const struct sort_request *request)
{
    struct sorter sorter;
    const int status = open_sorter(&sorter, request);

    close_sorter(&sorter);
    return status;
}

/* ---- a piece ---- */

/* Whether the device takes so many keys at a time, with what else a run of them needs. */
static bool has_room(struct sorter *sorter, uint64_t capacity)
{
    const vkscan_context_params context = device_context_params(&sorter->device);
    const uint64_t each = 2 * (uint64_t)vkscan_type_size(sorter->request->type) + sizeof(uint32_t);
    vkscan_plan_params params = sorter->params;
    vkscan_plan_info info;

    params.capacity = capacity;
    return vkscan_query_plan(&context, &params, &info) == VK_SUCCESS &&
           info.scratch_size <= sorter->device.gpu.largest_buffer &&
           capacity <= sorter->device.gpu.largest_buffer / sizeof(uint64_t) &&
           info.scratch_size + each * capacity <= gpu_memory_size(&sorter->device.gpu) / 2;
}

static int create_buffers(struct sorter *sorter, uint64_t capacity)
{
    const uint32_t size = vkscan_type_size(sorter->request->type);

    sorter->positions = malloc(capacity * sizeof(uint32_t) + 1);
    if (!sorter->positions)
        return failed("not enough memory for the positions of %llu keys; try --piece",
                      (unsigned long long)capacity);
    return device_create_buffer(&sorter->device, capacity, size, &sorter->keys) &&
                   device_create_buffer(&sorter->device, capacity, size, &sorter->sorted) &&
                   device_create_buffer(&sorter->device, capacity, sizeof(uint32_t),
                                        &sorter->indices)
               ? 0
               : failed("%s", sorter->device.gpu.error);
}

static int prepare(struct sorter *sorter, uint64_t capacity)
{
    sorter->params.capacity = capacity;
    int status = device_prepare(&sorter->device, &sorter->params);
    if (!status)
        status = create_buffers(sorter, capacity);
    if (status)
        return status;
    const vkscan_binding_params buffers = {
        .source = gpu_range(&sorter->keys, 0, sorter->keys.size),
        .destination = gpu_range(&sorter->sorted, 0, sorter->sorted.size),
        .second_destination = gpu_range(&sorter->indices, 0, sorter->indices.size),
    };
    return device_bind(&sorter->device, buffers);
}

static int sort_piece(struct sorter *sorter, const void *keys, uint64_t count)
{
    struct gpu *gpu = &sorter->device.gpu;

    if (!gpu_upload(gpu, &sorter->keys, 0, keys, count * vkscan_type_size(sorter->request->type)))
        return failed("%s", gpu->error);
    const int status = device_run(&sorter->device, count, NULL);
    return status || gpu_download(gpu, &sorter->indices, 0, sorter->positions,
                                  count * sizeof(uint32_t))
               ? status
               : failed("%s", gpu->error);
}

static int sort_pieces(struct sorter *sorter, const char *keys, uint64_t count, uint64_t piece,
                       uint64_t *order)
{
    const uint32_t size = vkscan_type_size(sorter->request->type);
    int status = 0;

    for (uint64_t first = 0; !status && first < count; first += piece) {
        const uint64_t left = count - first, keys_here = left < piece ? left : piece;
        status = sort_piece(sorter, keys + first * size, keys_here);
        for (uint64_t i = 0; !status && i < keys_here; i++)
            order[first + i] = first + sorter->positions[i];
    }
    return status;
}

/* ---- all pieces ---- */

struct merge {
    const struct sort_request *request;
    const char *keys;
};

static uint64_t rank_of(const struct merge *merge, uint64_t index)
{
    const struct sort_request *request = merge->request;
    const vkscan_sort_params sort = {
        .flags = request->flags, .first_bit = request->first_bit, .end_bit = request->end_bit};

    return reference_sort_rank(request->type, &sort,
                               merge->keys + index * vkscan_type_size(request->type));
}

/* Merges two neighbours; of equal keys those of the left come first. */
static void merge_two(const struct merge *merge, const uint64_t *from, uint64_t middle,
                      uint64_t end, uint64_t *to)
{
    uint64_t left = 0, right = middle;

    for (uint64_t i = 0; i < end; i++) {
        const bool from_left = right == end || (left < middle && rank_of(merge, from[left]) <=
                                                                     rank_of(merge, from[right]));
        to[i] = from[from_left ? left++ : right++];
    }
}

static int merge_pieces(const struct merge *merge, uint64_t count, uint64_t piece, uint64_t *order)
{
    uint64_t *spare = count > piece ? malloc(count * sizeof(spare[0])) : NULL;

    if (count > piece && !spare)
        return failed("not enough memory to merge %llu keys", (unsigned long long)count);
    for (uint64_t length = piece; length < count; length *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * length) {
            const uint64_t left = count - first;
            merge_two(merge, order + first, left < length ? left : length,
                      left < 2 * length ? left : 2 * length, spare + first);
        }
        memcpy(order, spare, count * sizeof(order[0]));
    }
    free(spare);
    return 0;
}

int sort_engine_run(const struct sort_request *request, const void *keys, uint64_t count,
                    uint64_t *order)
{
    const struct merge merge = {request, keys};
    uint64_t piece = count < request->piece_limit ? count : request->piece_limit;
    struct sorter sorter;

    int status = open_sorter(&sorter, request);
    while (!status && piece > 1 && !has_room(&sorter, piece))
        piece -= piece / 2;
    if (!status)
        status = prepare(&sorter, piece);
    if (!status)
        status = sort_pieces(&sorter, keys, count, piece, order);
    close_sorter(&sorter);
    return status ? status : merge_pieces(&merge, count, piece, order);
}
