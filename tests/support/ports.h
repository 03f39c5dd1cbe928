/* SPDX-License-Identifier: MIT */
/* A plan's buffers, in which poison surrounds the ports, and runs over them with any access. */
#ifndef PORTS_H
#define PORTS_H

#include "harness.h"
#include "port_buffers.h"

#define POISON 0xdeadbeefu
#define POISON_BYTE(i) (uint8_t)(POISON >> 8 * ((i) % 4))

/* A port in a buffer of its own, in the middle of poison. All 0, it stands for no port. */
struct memory {
    struct gpu_buffer buffer;
    uint64_t first, size; /* bytes: the port, in the buffer, which is longer */
    uint8_t *before;      /* all of the buffer before a run */
    uint8_t *after;       /* all of the buffer as it has to be after the run */
};

/* Creates a buffer of poison with a port of `size` bytes in it, from byte `first` on. */
struct memory memory_open(struct harness *h, uint64_t first, uint64_t size);
void memory_close(struct harness *h, struct memory *m);

/* Fills the bytes before a run with poison: the port, and all around it. */
void memory_poison(struct memory *m);

/* Returns the bytes of the port before a run. */
uint8_t *memory_before(const struct memory *m);

/* Returns the bytes of the port as they have to be after the run. */
uint8_t *memory_after(const struct memory *m);

/* Sets word `at` of the port before a run. */
void memory_set_word(struct memory *m, uint64_t at, uint32_t word);

/* Returns the port's range of the buffer. */
vkscan_buffer memory_range(const struct memory *m);

/* Returns the range of `count` words of the port. */
vkscan_buffer memory_words(const struct memory *m, uint64_t first, uint64_t count);

/* Uploads the bytes before a run, and expects them after it. */
void memory_upload(struct harness *h, struct memory *m);

/* Downloads the buffer, and expects its bytes after later runs. */
void memory_download(struct harness *h, struct memory *m);

/* Returns the first byte of the buffer that is not as expected, or the buffer's size if all are.
 * *found is that byte's value. */
uint64_t memory_compare(struct harness *h, const struct memory *m, uint8_t *found);

/* A plan with its buffers. */
struct ports {
    vkscan_plan *plan;
    vkscan_binding *binding;     /* only for a plan of descriptor sets */
    struct port_buffers buffers; /* with the scratch */
    struct gpu_buffer scratch;
};

/* Adds scratch to the buffers and binds the plan to them. The scratch and the bytes behind it are
 * poison, except for persistent state, which is 0. */
struct ports ports_open(struct harness *h, vkscan_plan *plan, struct port_buffers buffers);

/* Creates the scratch alone, `scratch_steps` times its alignment behind its buffer's start. */
struct ports ports_open_unbound(struct harness *h, vkscan_plan *plan, uint32_t scratch_steps);

/* Binds the plan to p->buffers as they are now, less those of ports that it does not have. */
void ports_rebind(struct ports *p);

/* Asserts that the bytes behind the scratch are poison, and destroys scratch and binding. */
void ports_close(struct harness *h, struct ports *p);

void ports_run(struct harness *h, const struct ports *p, uint64_t count, const void *seed);

/* Records a run. ports_submit submits it any number of times, and ports_forget frees it. */
VkCommandBuffer ports_record(struct harness *h, const struct ports *p, uint64_t count,
                             const void *seed);
void ports_submit(struct harness *h, VkCommandBuffer commands);
void ports_forget(struct harness *h, VkCommandBuffer commands);

#endif
