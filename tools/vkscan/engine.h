/* SPDX-License-Identifier: MIT */
/* A device, and one plan at a time on it with a buffer for each port. Every command runs its pieces
 * through an engine. */
#ifndef ENGINE_H
#define ENGINE_H

#include "gpu.h"
#include "port_buffers.h"
#include "refusal.h"

#define PORTS PORT_BUFFERS_COUNT

/* The bytes of a port: for each element, and besides. */
struct port_size {
    uint64_t each, fixed;
};

/* Memory of the host that the device copies from and to: a piece's elements and its results. */
struct engine_stage {
    struct gpu_buffer elements, results;
};

/* Bytes of the device's memory: of all buffers, and of the largest one. */
struct engine_need {
    double all, buffer;
};

struct engine {
    struct gpu gpu;
    VkDeviceSize memory; /* half of the device's, or what is free of it */
    uint32_t sharing;    /* processes that compute on the device; engine_fit() needs it */
    vkscan_context *context;
    char message[REFUSAL_SIZE]; /* the library's last message */

    vkscan_plan_params params;
    struct port_size sizes[PORTS]; /* by vkscan_port */
    vkscan_plan *plan;
    vkscan_binding *binding;
    struct gpu_buffer buffers[PORTS];
    VkCommandBuffer running; /* from engine_start() to engine_wait() */
};

/* Opens a device for an engine that is all zero except for its sizes. */
void engine_open(struct engine *engine, const struct gpu_options *on);
void engine_close(struct engine *engine);

/* Returns context parameters for queries, which need no context. */
vkscan_context_params engine_context_params(struct engine *engine);

/* Measures what a run of so many elements takes. Returns false, with a message, if the plan takes
 * fewer. */
bool engine_measure(struct engine *engine, uint64_t count, struct engine_need *out);

/* Returns the bytes that a run may take: half of the device's memory, or what is free of it if that
 * is less, or of this process's share. */
double engine_room(const struct engine *engine);

/* Tells whether so many elements can be processed at a time: everything that a run of them takes
 * fits in the room, and each port in one buffer. engine_fit() returns how many of `count` can; 1 if
 * none. */
bool engine_has_room(struct engine *engine, uint64_t count);
uint64_t engine_fit(struct engine *engine, uint64_t count);

/* Creates the plan of engine->params and its buffers, for up to `capacity` elements. */
void engine_prepare(struct engine *engine, uint64_t capacity);

/* Destroys the plan and its buffers, so that another plan may follow. */
void engine_release(struct engine *engine);

void engine_upload(struct engine *engine, vkscan_port port, const void *data, uint64_t size);
void engine_download(struct engine *engine, vkscan_port port, uint64_t offset, void *data,
                     uint64_t size);

/* Runs the plan once, and waits for it. */
void engine_run(struct engine *engine, uint64_t count, const void *seed);

/* Creates both buffers of a stage, for `capacity` elements. */
void engine_open_stage(struct engine *engine, uint64_t capacity, struct engine_stage *stage);
void engine_close_stage(struct engine *engine, struct engine_stage *stage);

/* Creates one of the same memory, of `size` bytes. */
void engine_open_buffer(struct engine *engine, VkDeviceSize size, struct gpu_buffer *buffer);

/* Copies from such a buffer to a port, from a byte on, or back. engine_wait() waits for that. */
void engine_start_load(struct engine *engine, const struct gpu_buffer *from, vkscan_port port,
                       uint64_t offset, uint64_t size);
void engine_start_store(struct engine *engine, vkscan_port port, uint64_t offset,
                        const struct gpu_buffer *to, uint64_t size);

/* Copies elements from a stage, runs the plan, and copies the results to the stage: those of
 * DESTINATION, and at engine_number_at() what NUMBER has. engine_wait() waits for that. */
void engine_start(struct engine *engine, const struct engine_stage *stage, uint64_t count,
                  const void *seed);
void engine_wait(struct engine *engine);
VkDeviceSize engine_number_at(const struct engine *engine, uint64_t count);

#endif
