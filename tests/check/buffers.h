/* SPDX-License-Identifier: MIT */
/*
 * The buffers of a plan, all in one VkBuffer, each in the middle of guards, and the host's image of
 * what a run can touch of them: the guards, and what is used of each port.
 */
#ifndef CHECK_BUFFERS_H
#define CHECK_BUFFERS_H

#include "draw.h"
#include "gpu.h"
#include "plan.h"
#include "port_buffers.h"

#define BUFFERS_GUARD 64 /* bytes before and behind each port */

struct window {
    vkscan_buffer range; /* of the port; size 0: the plan has none, or it is another one's */
    uint64_t used;       /* bytes of the port that this run may touch; of scratch 0 */
    uint64_t staged;     /* where its guards and used bytes are in the images */
};

/* What is uploaded before a run, what is found after it, and what has to be found. */
struct images {
    struct gpu_buffer before, found; /* mapped */
    uint8_t *expected;
    uint64_t size; /* that this run has of each */
};

struct buffers {
    struct gpu *gpu;
    const struct drawn *drawn;
    struct gpu_buffer memory; /* kept from plan to plan, as the images are */
    struct images images;
    struct window windows[PORT_BUFFERS_COUNT];
    struct port_buffers ports;
    const struct plan *plan;
    vkscan_plan_info info;
};

/* Lays out the ports of a plan at drawn places, and fills the scratch. False: gpu->error. */
bool buffers_open(struct buffers *b, const struct drawn *drawn, const vkscan_plan *plan,
                  uint64_t *state);

/* Stores how many runs the persistent state has completed, where there is one. */
bool buffers_set_epoch(struct buffers *b, uint32_t epoch);

/* Makes the windows of a run over `count` elements, filled with random bytes. False: gpu->error. */
bool buffers_begin_run(struct buffers *b, uint64_t count, uint64_t *state);

/* A port's used bytes in the images; NULL: the plan has none. In place the destination is the
 * source. */
uint8_t *buffers_before(const struct buffers *b, vkscan_port port);
uint8_t *buffers_expected(const struct buffers *b, vkscan_port port);
uint8_t *buffers_found(const struct buffers *b, vkscan_port port);

/* Expects after a run what is before it. */
void buffers_expect_before(struct buffers *b);

/* Record the upload of what is before a run, and the download of what is after it. */
void buffers_record_upload(struct buffers *b, VkCommandBuffer commands);
void buffers_record_download(struct buffers *b, VkCommandBuffer commands);

/* Compares all that was found with what is expected. On a mismatch false, and a sentence. */
bool buffers_compare(const struct buffers *b, char *text, size_t size);

void buffers_close(struct buffers *b);

#endif
