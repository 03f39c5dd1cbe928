/* SPDX-License-Identifier: MIT */
#include "buffers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "interface.h"

#define POISON 0xdeadbeefu

static uint64_t align_up(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

/* Returns the window that a port's bytes are in. */
static vkscan_port window_of(const struct buffers *b, vkscan_port port)
{
    const struct drawn *d = b->drawn;
    const vkscan_port chained =
        d->plan.primitive == VKSCAN_PRIMITIVE_REDUCE ? VKSCAN_PORT_DESTINATION : VKSCAN_PORT_TOTAL;

    if (d->chains && port == chained)
        return VKSCAN_PORT_SEED;
    if (d->place && port == VKSCAN_PORT_DESTINATION)
        return d->place == PLACE_IN_SOURCE ? VKSCAN_PORT_SOURCE : VKSCAN_PORT_SECOND_SOURCE;
    if (d->place && port == VKSCAN_PORT_SECOND_DESTINATION &&
        b->windows[VKSCAN_PORT_SECOND_SOURCE].range.size)
        return VKSCAN_PORT_SECOND_SOURCE;
    return port;
}

static void set_port(struct buffers *b, vkscan_port port, vkscan_buffer range)
{
    ((vkscan_buffer *)(void *)&b->ports)[port] = range;
}

/* Places a port behind `end`, at a multiple of its alignment; returns its end with the guard. */
static uint64_t place(struct buffers *b, vkscan_port port, uint64_t size, uint64_t alignment,
                      uint64_t end, uint64_t *state)
{
    const uint64_t steps = draw(state, 2) ? draw(state, 20) : 0;

    b->windows[port].range = (vkscan_buffer){
        .offset =
            align_up(end + BUFFERS_GUARD, alignment < 16 ? 16 : alignment) + steps * alignment,
        .size = size,
    };
    return b->windows[port].range.offset + align_up(size, 4) + BUFFERS_GUARD;
}

/* Whether a port is an array with one entry for each element. */
static bool is_array(const struct buffers *b, vkscan_port port)
{
    const vkscan_primitive primitive = b->drawn->plan.primitive;

    switch (port) {
    case VKSCAN_PORT_DESTINATION:
        return primitive != VKSCAN_PRIMITIVE_MERGE && primitive != VKSCAN_PRIMITIVE_REDUCE &&
               primitive != VKSCAN_PRIMITIVE_HISTOGRAM &&
               primitive != VKSCAN_PRIMITIVE_SEGMENTED_REDUCE &&
               primitive != VKSCAN_PRIMITIVE_TOP_K;
    case VKSCAN_PORT_SECOND_SOURCE:
    case VKSCAN_PORT_SECOND_DESTINATION:
        return b->drawn->plan.details != &b->drawn->sorted;
    case VKSCAN_PORT_SOURCE:
    case VKSCAN_PORT_FIRST_VALUES:
    case VKSCAN_PORT_FLAGS:
    case VKSCAN_PORT_LENGTHS:
        return true;
    case VKSCAN_PORT_INDICES:
        return primitive != VKSCAN_PRIMITIVE_TOP_K;
    case VKSCAN_PORT_HEADS:
        return b->drawn->segments.heads != VKSCAN_HEADS_OFFSETS;
    default:
        return false;
    }
}

static bool fill_scratch(struct buffers *b)
{
    const vkscan_buffer *scratch = &b->windows[VKSCAN_PORT_SCRATCH].range;

    return gpu_fill(b->gpu, &b->memory, scratch->offset, align_up(scratch->size, 4), POISON) &&
           gpu_fill(b->gpu, &b->memory, scratch->offset, b->info.scratch_zeroed, 0);
}

bool buffers_set_epoch(struct buffers *b, uint32_t epoch)
{
    const VkDeviceSize at = b->windows[VKSCAN_PORT_SCRATCH].range.offset;
    struct pass_list list;
    bool done = true;

    vks_plan_most_passes(b->plan, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct span *state = &list.pass[i].auxiliary;
        if (state->port == PORT_SCRATCH && state->offset < b->info.scratch_zeroed)
            done &= gpu_fill(b->gpu, &b->memory, at + state->offset + STATE_EPOCH * sizeof(epoch),
                             sizeof(epoch), epoch);
    }
    return done;
}

/* Makes a buffer as large, unless it is. */
static bool reserve(struct buffers *b, struct gpu_buffer *buffer, uint64_t size,
                    enum gpu_memory memory)
{
    if (size <= buffer->size)
        return true;
    gpu_buffer_destroy(b->gpu, buffer);
    return gpu_buffer_create(b->gpu, size, memory, buffer);
}

bool buffers_open(struct buffers *b, const struct drawn *drawn, const vkscan_plan *plan,
                  uint64_t *state)
{
    bool has[PORT_BUFFERS_COUNT];
    uint64_t end = 0;

    b->drawn = drawn;
    b->plan = &plan->plan;
    b->info = (vkscan_plan_info){.struct_size = sizeof(b->info)};
    vkscan_plan_get_info(plan, &b->info);
    memset(b->windows, 0, sizeof(b->windows));
    memset(&b->ports, 0, sizeof(b->ports));
    for (uint32_t p = 0; p < PORT_BUFFERS_COUNT; p++) {
        const vkscan_port port = (vkscan_port)p;
        vkscan_port_info info = {.struct_size = sizeof(info)};
        vkscan_plan_get_port(plan, port, &info);
        has[p] = info.size > 0 || port == VKSCAN_PORT_SCRATCH;
        if (port == VKSCAN_PORT_SCRATCH)
            end = place(b, port, b->info.scratch_size, b->info.scratch_alignment, end, state);
        else if (info.size > 0 && window_of(b, port) == port)
            end = place(b, port, port == VKSCAN_PORT_COUNT ? 4 + 4 * draw(state, 2) : info.size,
                        info.alignment, end, state);
    }
    if (!reserve(b, &b->memory, end, GPU_MEMORY_DEVICE))
        return false;
    for (uint32_t p = 0; p < PORT_BUFFERS_COUNT; p++) {
        vkscan_buffer *range = &b->windows[p].range;
        if (range->size > 0)
            *range = gpu_range(&b->memory, range->offset, range->size);
    }
    for (uint32_t p = 0; p < PORT_BUFFERS_COUNT; p++)
        if (has[p])
            set_port(b, (vkscan_port)p, b->windows[window_of(b, (vkscan_port)p)].range);
    return fill_scratch(b);
}

/* ---- runs ---- */

static uint64_t bytes_of(const struct window *w)
{
    return BUFFERS_GUARD + align_up(w->used, 4) + BUFFERS_GUARD;
}

/* Returns the bytes of a port that a run over `count` elements may touch: of what is behind them in
 * an array, some. */
static uint64_t find_used(const struct buffers *b, vkscan_port port, uint64_t count)
{
    const uint64_t capacity = b->drawn->plan.capacity, size = b->windows[port].range.size;

    if (port == VKSCAN_PORT_SCRATCH)
        return 0;
    if (!is_array(b, port) || count >= capacity)
        return size;
    const uint64_t used = count * (size / capacity + 1) + BUFFERS_GUARD;
    return used < size ? used : size;
}

static bool reserve_images(struct buffers *b)
{
    uint8_t *expected = realloc(b->images.expected, b->images.size);

    if (expected)
        b->images.expected = expected;
    return expected && reserve(b, &b->images.before, b->images.size, GPU_MEMORY_UPLOAD) &&
           reserve(b, &b->images.found, b->images.size, GPU_MEMORY_READBACK);
}

bool buffers_begin_run(struct buffers *b, uint64_t count, uint64_t *state)
{
    b->images.size = 0;
    for (uint32_t p = 0; p < PORT_BUFFERS_COUNT; p++) {
        struct window *w = &b->windows[p];
        if (w->range.size == 0)
            continue;
        w->used = find_used(b, (vkscan_port)p, count);
        w->staged = b->images.size;
        b->images.size += bytes_of(w);
    }
    if (!reserve_images(b))
        return false;
    for (uint64_t i = 0; i < b->images.size; i += 4) {
        const uint32_t word = (uint32_t)draw_word(state);
        memcpy((uint8_t *)b->images.before.mapped + i, &word, sizeof(word));
    }
    return true;
}

static uint8_t *find_port(const struct buffers *b, void *image, vkscan_port port)
{
    const struct window *w = &b->windows[window_of(b, port)];

    return w->range.size ? (uint8_t *)image + w->staged + BUFFERS_GUARD : NULL;
}

uint8_t *buffers_before(const struct buffers *b, vkscan_port port)
{
    return find_port(b, b->images.before.mapped, port);
}

uint8_t *buffers_expected(const struct buffers *b, vkscan_port port)
{
    return find_port(b, b->images.expected, port);
}

uint8_t *buffers_found(const struct buffers *b, vkscan_port port)
{
    return find_port(b, b->images.found.mapped, port);
}

/* Copies the windows between the ports and an image, where the scratch is its two guards. */
static void copy_windows(const struct buffers *b, VkCommandBuffer commands, VkBuffer image,
                         bool to_image)
{
    for (uint32_t p = 0; p < PORT_BUFFERS_COUNT; p++) {
        const struct window *w = &b->windows[p];
        const VkDeviceSize inside = p == VKSCAN_PORT_SCRATCH ? align_up(w->range.size, 4) : 0;
        const VkDeviceSize sizes[] = {bytes_of(w) - BUFFERS_GUARD, BUFFERS_GUARD};
        VkDeviceSize at = w->range.offset - BUFFERS_GUARD, staged = w->staged;
        for (uint32_t i = 0; i < 2 && w->range.size > 0; i++) {
            const VkBufferCopy copy = {to_image ? at : staged, to_image ? staged : at, sizes[i]};
            vkCmdCopyBuffer(commands, to_image ? b->memory.buffer : image,
                            to_image ? image : b->memory.buffer, 1, &copy);
            at += sizes[0] + inside;
            staged += sizes[0];
        }
    }
}

void buffers_expect_before(struct buffers *b)
{
    memcpy(b->images.expected, b->images.before.mapped, b->images.size);
}

void buffers_record_upload(struct buffers *b, VkCommandBuffer commands)
{
    copy_windows(b, commands, b->images.before.buffer, false);
    gpu_barrier(commands);
}

void buffers_record_download(struct buffers *b, VkCommandBuffer commands)
{
    const VkMemoryBarrier to_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };

    gpu_barrier(commands);
    copy_windows(b, commands, b->images.found.buffer, true);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &to_host, 0, NULL, 0, NULL);
}

bool buffers_compare(const struct buffers *b, char *text, size_t size)
{
    const uint8_t *found = b->images.found.mapped, *expected = b->images.expected;
    uint64_t at = 0;

    if (memcmp(found, expected, b->images.size) == 0)
        return true;
    while (found[at] == expected[at])
        at++;
    for (uint32_t p = 0; p < PORT_BUFFERS_COUNT; p++) {
        const struct window *w = &b->windows[p];
        if (w->range.size > 0 && at >= w->staged && at < w->staged + bytes_of(w))
            snprintf(text, size, "byte %" PRId64 " of %s is 0x%02x, not 0x%02x",
                     (int64_t)(at - w->staged) - BUFFERS_GUARD, vkscan_port_name((vkscan_port)p),
                     found[at], expected[at]);
    }
    return false;
}

void buffers_close(struct buffers *b)
{
    gpu_buffer_destroy(b->gpu, &b->memory);
    gpu_buffer_destroy(b->gpu, &b->images.before);
    gpu_buffer_destroy(b->gpu, &b->images.found);
    free(b->images.expected);
}
