/* SPDX-License-Identifier: MIT */
/* Mapped buffers on the engine's device, and a run that is waited for. What fails ends the
 * program. */
#ifndef DEVICE_H
#define DEVICE_H

#include "gpu.h"

/* Exits with 77, a skip of meson's, where there is no device. */
void device_open(void);
void device_close(void); /* with all buffers */

struct buffer device_buffer(VkDeviceSize size);

/* A plan, and scratch for its runs. */
struct computation {
    vkscan_plan *plan;
    struct buffer scratch;
    const struct buffer *number; /* of a selection: a u32, how many elements are kept; else NULL */
};

struct computation device_plan(const vkscan_plan_params *params);
void device_destroy(struct computation *computation);

/* Runs over the first `count` elements, and waits. seed may be NULL. */
void device_run(const struct computation *computation, const struct buffer *source,
                const struct buffer *destination, uint64_t count, const void *seed);

#endif
