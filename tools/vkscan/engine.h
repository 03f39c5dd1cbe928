/* SPDX-License-Identifier: MIT */
/* A device and one plan at a time on it, with a buffer for each port, which every command runs its
 * pieces through. */
#ifndef ENGINE_H
#define ENGINE_H

#include "gpu.h"
#include "refusal.h"

enum port {
    PORT_SOURCE,
    PORT_SECOND_SOURCE,
    PORT_FLAGS,
    PORT_DESTINATION,
    PORT_INDICES,
    PORT_SECOND_DESTINATION,
    PORT_NUMBER,
    PORT_EDGES,
    PORTS,
};

/* Bytes of a port: of each element, and beside these. */
struct port_size {
    uint64_t each, fixed;
};

struct engine {
    struct gpu gpu;
    uint32_t sharing; /* processes that compute on it; engine_fit needs it */
    vkscan_context *context;
    char message[REFUSAL_SIZE]; /* the library's last */

    vkscan_plan_params params;
    struct port_size sizes[PORTS];
    vkscan_plan *plan;
    vkscan_binding *binding;
    struct gpu_buffer buffers[PORTS], scratch;
};

/* Of one that is all zero but for its sizes. */
void engine_open(struct engine *engine, const struct gpu_options *on);
void engine_close(struct engine *engine);

/* Without a context, for queries. */
vkscan_context_params engine_context_params(struct engine *engine);

/* How many elements of `count` can be processed at a time: all that a run of them takes fits in
 * half of the device's memory, or of this process's share of it, and each port in one buffer.
 */
uint64_t engine_fit(struct engine *engine, uint64_t count);

/* The plan of engine->params and its buffers, for up to `capacity` elements. */
void engine_prepare(struct engine *engine, uint64_t capacity);

/* Ends it, so that another plan may follow. */
void engine_release(struct engine *engine);

void engine_upload(struct engine *engine, enum port port, const void *data, uint64_t size);
void engine_download(struct engine *engine, enum port port, uint64_t offset, void *data,
                     uint64_t size);

/* One run, which is waited for. */
void engine_run(struct engine *engine, uint64_t count, const void *seed);

#endif
