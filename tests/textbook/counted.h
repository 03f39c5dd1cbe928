/* SPDX-License-Identifier: MIT */
/*
 * Kernels that count what they do: the library's own, compiled with counted.glsl, in the place of a
 * further element type that is like u32. Also read by those shaders.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "interface.h"

#define COUNTER_SET 1 /* behind the library's own */

#define COUNT_COMBINATIONS 0
#define COUNT_BARRIERS 1 /* by workgroups */
#define COUNT_BYTES_READ 2
#define COUNT_BYTES_WRITTEN 3
#define COUNTS 4

#ifndef VULKAN

#include "harness.h"

struct counter {
    struct gpu_buffer buffer; /* COUNTS words */
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;         /* the context's, and the counter's set */
    VkPipelineLayout library_layout; /* the context's, put back in the end */
};

/* From here to counter_close the harness's context makes no other plans than those that count. */
void counter_open(struct harness *h, struct counter *counter);
void counter_close(struct harness *h, struct counter *counter);

/* As harness_run, with what that run alone counted. */
const uint32_t *counter_run(struct harness *h, struct counter *counter, struct bound *bound,
                            const uint32_t *source, uint64_t count, const uint32_t *seed,
                            uint32_t counts[COUNTS]);

/* Sums, that these kernels compute by combine() alone. Taken as commutative, or as if they were
 * not: over identities and a seed that makes no difference. */
extern const struct op counter_op, counter_op_in_order;
#define COUNTER_IDENTITY 0

#endif
#endif
