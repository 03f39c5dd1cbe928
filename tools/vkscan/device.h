/* SPDX-License-Identifier: MIT */
/*
 * A device with one plan, its scratch and its binding, which every command runs pieces through.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "gpu.h"

struct device {
    struct gpu gpu;
    vkscan_context *context;
    vkscan_plan *plan;
    vkscan_binding *binding;
    struct gpu_buffer scratch;
    char message[512]; /* the library's last */
};

/* Without a context, for queries. */
vkscan_context_params device_context_params(struct device *device);

/* Reports the message: bad arguments as misuse. */
int device_refuse(const struct device *device, VkResult result);

int device_open(struct device *device, const struct gpu_options *on);

/* Never empty, and whole words, as kernels access small elements by them. */
bool device_create_buffer(struct device *device, uint64_t count, uint32_t element,
                          struct gpu_buffer *buffer);

/* The plan and its scratch; opens the context if there is none. */
int device_prepare(struct device *device, const vkscan_plan_params *params);

/* The scratch is added to the buffers. */
int device_bind(struct device *device, vkscan_binding_params buffers);

/* One run, which is waited for. */
int device_run(struct device *device, uint64_t count, const void *seed);

/* Also after device_open has failed. */
void device_close(struct device *device);

#endif
