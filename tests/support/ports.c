/* SPDX-License-Identifier: MIT */
#include "ports.h"
#include "port_buffers.h"

#include <stdlib.h>
#include <string.h>

#define GUARD 64 /* bytes behind each port, at least, and behind the scratch, at most */

static void ok(struct harness *h, bool success)
{
    if (!success)
        fail_msg("%s", h->gpu.error);
}

/* ---- memory ---- */

struct memory memory_open(struct harness *h, uint64_t first, uint64_t size)
{
    struct memory m = {.first = first, .size = size};
    const uint64_t all = (first + size + GUARD + 3) / 4 * 4;

    ok(h, gpu_buffer_create(&h->gpu, all, GPU_MEMORY_DEVICE, &m.buffer));
    m.before = malloc(all);
    m.after = malloc(all);
    assert_non_null(m.before);
    assert_non_null(m.after);
    memory_poison(&m);
    return m;
}

void memory_close(struct harness *h, struct memory *m)
{
    gpu_buffer_destroy(&h->gpu, &m->buffer);
    free(m->before);
    free(m->after);
}

void memory_poison(struct memory *m)
{
    uint32_t *words = (uint32_t *)(void *)m->before;

    for (uint64_t i = 0; i < m->buffer.size / sizeof(words[0]); i++)
        words[i] = POISON;
}

uint8_t *memory_before(const struct memory *m)
{
    return m->before + m->first;
}

uint8_t *memory_after(const struct memory *m)
{
    return m->after + m->first;
}

void memory_set_word(struct memory *m, uint64_t at, uint32_t word)
{
    memcpy(memory_before(m) + 4 * at, &word, sizeof(word));
}

vkscan_buffer memory_range(const struct memory *m)
{
    return gpu_range(&m->buffer, m->first, m->size);
}

vkscan_buffer memory_words(const struct memory *m, uint64_t first, uint64_t count)
{
    return gpu_range(&m->buffer, m->first + 4 * first, 4 * count);
}

void memory_upload(struct harness *h, struct memory *m)
{
    if (m->buffer.size == 0)
        return;
    ok(h, gpu_upload(&h->gpu, &m->buffer, 0, m->before, m->buffer.size));
    memcpy(m->after, m->before, m->buffer.size);
}

void memory_download(struct harness *h, struct memory *m)
{
    ok(h, gpu_download(&h->gpu, &m->buffer, 0, m->after, m->buffer.size));
}

uint64_t memory_compare(struct harness *h, const struct memory *m, uint8_t *found)
{
    const uint64_t size = m->buffer.size;
    uint64_t i = 0;

    if (size == 0)
        return 0;
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    ok(h, gpu_download(&h->gpu, &m->buffer, 0, bytes, size));
    while (i < size && bytes[i] == m->after[i])
        i++;
    *found = i < size ? bytes[i] : 0;
    free(bytes);
    return i;
}

/* ---- ports ---- */

struct ports ports_open(struct harness *h, vkscan_plan *plan, struct port_buffers buffers)
{
    struct ports p = ports_open_unbound(h, plan, 0);

    buffers.scratch = p.buffers.scratch;
    p.buffers = buffers;
    ports_rebind(&p);
    return p;
}

struct ports ports_open_unbound(struct harness *h, vkscan_plan *plan, uint32_t scratch_steps)
{
    const vkscan_plan_info info = sized_plan_info(plan);
    const VkDeviceSize first = scratch_steps * info.scratch_alignment;
    struct ports p = {.plan = plan};

    const VkDeviceSize size = (first + info.scratch_size + GUARD) / 4 * 4;
    ok(h, gpu_buffer_create(&h->gpu, size, GPU_MEMORY_DEVICE, &p.scratch));
    ok(h, gpu_fill(&h->gpu, &p.scratch, 0, size, POISON));
    if (info.scratch_zeroed > 0)
        ok(h, gpu_fill(&h->gpu, &p.scratch, first, info.scratch_zeroed, 0));
    /* The range has the guard, because a driver may drop what is stored outside of a range. */
    p.buffers.scratch = gpu_range(&p.scratch, first, size - first);
    return p;
}

void ports_rebind(struct ports *p)
{
    for (uint32_t i = 0; i < PORT_BUFFERS_COUNT; i++) {
        vkscan_port_info info = {.struct_size = sizeof(info)};
        vkscan_plan_get_port(p->plan, (vkscan_port)i, &info);
        if (!info.usage) /* the plan has no such port */
            ((vkscan_buffer *)&p->buffers)[i] = (vkscan_buffer){.size = 0};
    }
    vkscan_binding_destroy(p->binding);
    if (p->plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        assert_int_equal(port_buffers_bind(p->plan, &p->buffers, &p->binding), VK_SUCCESS);
}

static void assert_guarded(struct harness *h, const struct ports *p)
{
    const VkDeviceSize end = p->buffers.scratch.offset + sized_plan_info(p->plan).scratch_size;
    const VkDeviceSize size = p->scratch.size - end;
    uint8_t guard[GUARD];

    ok(h, gpu_download(&h->gpu, &p->scratch, end, guard, size));
    for (uint64_t i = 0; i < size; i++)
        if (guard[i] != POISON_BYTE(end + i))
            fail_msg("%s wrote byte %u behind its scratch", p->plan->plan.algorithm->name,
                     (unsigned)i);
}

void ports_close(struct harness *h, struct ports *p)
{
    assert_guarded(h, p);
    vkscan_binding_destroy(p->binding);
    gpu_buffer_destroy(&h->gpu, &p->scratch);
}

static void record(VkCommandBuffer commands, const struct ports *p, uint64_t count,
                   const void *seed)
{
    assert_int_equal(p->binding ? binding_run(p->binding, commands, count, seed)
                                : port_buffers_run(p->plan, commands, &p->buffers, count, seed),
                     VK_SUCCESS);
    gpu_barrier(commands);
}

void ports_run(struct harness *h, const struct ports *p, uint64_t count, const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    assert_non_null(commands);
    if (h->before_run)
        h->before_run(commands, h->before_run_user);
    record(commands, p, count, seed);
    ok(h, gpu_submit(&h->gpu, commands));
}

VkCommandBuffer ports_record(struct harness *h, const struct ports *p, uint64_t count,
                             const void *seed)
{
    const VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = h->gpu.command_pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;

    assert_int_equal(vkAllocateCommandBuffers(h->gpu.device, &allocate, &commands), VK_SUCCESS);
    assert_int_equal(vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
    record(commands, p, count, seed);
    assert_int_equal(vkEndCommandBuffer(commands), VK_SUCCESS);
    return commands;
}

void ports_submit(struct harness *h, VkCommandBuffer commands)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };

    assert_int_equal(vkQueueSubmit(h->gpu.queue, 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    assert_int_equal(vkQueueWaitIdle(h->gpu.queue), VK_SUCCESS);
}

void ports_forget(struct harness *h, VkCommandBuffer commands)
{
    vkFreeCommandBuffers(h->gpu.device, h->gpu.command_pool, 1, &commands);
}
