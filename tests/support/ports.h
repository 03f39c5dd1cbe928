/* SPDX-License-Identifier: MIT */
/* The buffers of a plan, with all that is around its ports, and runs over them by whatever access.
 */
#ifndef PORTS_H
#define PORTS_H

#include "harness.h"
#include "port_buffers.h"

#define POISON 0xdeadbeefu
#define POISON_BYTE(i) (uint8_t)(POISON >> 8 * ((i) % 4))

/* A port in a buffer of its own, in the middle of poison. */
struct memory {
    struct gpu_buffer buffer;
    uint64_t first, size; /* bytes: of the port in the buffer, which is longer */
    uint8_t *before;      /* all of the buffer before a run */
    uint8_t *after;       /* and as it should be after it */
};

/* Poison, but for the port nothing that may be written. One without a buffer stands for none. */
struct memory memory_open(struct harness *h, uint64_t first, uint64_t size);
void memory_close(struct harness *h, struct memory *m);
void memory_poison(struct memory *m);

/* The port before a run, and as it should be after it. */
uint8_t *memory_before(const struct memory *m);
uint8_t *memory_after(const struct memory *m);
void memory_set_word(struct memory *m, uint64_t at, uint32_t word); /* before; in words */

vkscan_buffer memory_range(const struct memory *m);
vkscan_buffer memory_words(const struct memory *m, uint64_t first, uint64_t count); /* a part */

/* Uploads what is before a run, and takes that for what is expected after it. */
void memory_upload(struct harness *h, struct memory *m);

/* Takes what is there for what is expected. */
void memory_download(struct harness *h, struct memory *m);

/* The first byte of the buffer that is not as expected; its size if all are. */
uint64_t memory_compare(struct harness *h, const struct memory *m, uint8_t *found);

/* A plan with buffers and scratch. */
struct ports {
    vkscan_plan *plan;
    vkscan_binding *binding;     /* of a plan of descriptor sets */
    struct port_buffers buffers; /* scratch is there */
    struct gpu_buffer scratch;
};

/* Scratch is poison but for what has to be 0, and what lies behind it is poison to the end. */
struct ports ports_open(struct harness *h, vkscan_plan *plan, struct port_buffers buffers);
/* With scratch alone, which begins so many of its alignments behind its buffer's start. */
struct ports ports_open_unbound(struct harness *h, vkscan_plan *plan, uint32_t scratch_steps);
void ports_rebind(struct ports *p); /* to the buffers of now */
void ports_close(struct harness *h, struct ports *p);

void ports_run(struct harness *h, const struct ports *p, uint64_t count, const void *seed);

/* A recording that is submitted again and again, and freed. */
VkCommandBuffer ports_record(struct harness *h, const struct ports *p, uint64_t count,
                             const void *seed);
void ports_submit(struct harness *h, VkCommandBuffer commands);
void ports_forget(struct harness *h, VkCommandBuffer commands);

#endif
