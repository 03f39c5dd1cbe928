/* SPDX-License-Identifier: MIT */
/*
 * What programs that compute share: arrays on the device, kernels over n items, plans, times by
 * timestamps beside a loop on the host, and comparison with it. What fails ends the program with a
 * sentence.
 */
#ifndef COMPUTE_H
#define COMPUTE_H

#include "arguments.h"
#include "run.h"

#define COMPUTE_KERNELS 16
#define COMPUTE_PLANS 24
#define COMPUTE_DISPATCHES 512 /* of a kernel between compute_begin() and compute_end() */

/* A shader that includes item.glsl, with storage buffers from binding 0 on and a push block. */
struct kernel {
    struct layout layout;
    VkPipeline pipeline;
    uint32_t buffer_count;
};

struct compute {
    const char *name;
    uint64_t repeat; /* timed recordings of compute_time(): --repeat */
    struct gpu_options options;
    struct gpu gpu;
    VkCommandPool pool;
    VkCommandBuffer commands; /* which is recorded between compute_begin() and compute_end() */
    struct buffer staging;
    struct kernel kernels[COMPUTE_KERNELS];
    struct run plans[COMPUTE_PLANS];
    uint32_t kernel_count, plan_count;
};

/* Reads the command line: the program's arguments, and --repeat, --validate and --addresses. */
void compute_arguments(struct compute *c, const char *name, const char *about,
                       const struct argument *arguments, size_t count, int argc, char **argv);

/* Opens the device. Ends the program with status 77 if there is none. */
void compute_open(struct compute *c);

/* Frees all that the functions below made. Returns the program's exit status: success if `right`
 * and validation had nothing to say. */
int compute_close(struct compute *c, bool right);

/* ---- arrays: they live as long as the device ---- */

struct buffer compute_array(struct compute *c, VkDeviceSize size);
struct buffer compute_upload(struct compute *c, const void *bytes, VkDeviceSize size);
void compute_write(struct compute *c, const struct buffer *to, const void *bytes,
                   VkDeviceSize size);
void compute_read(struct compute *c, const struct buffer *from, void *bytes, VkDeviceSize size);

/* ---- kernels and plans ---- */

/* Compiles a kernel with a push block of push_size bytes, 4 or more. Kernels and plans live as long
 * as the device. */
const struct kernel *compute_kernel(struct compute *c, const uint32_t *code, size_t size,
                                    uint32_t buffer_count, uint32_t push_size);

/* Makes a plan, its scratch and its binding to PORTS(PORT(SOURCE, &a), ...). */
const struct run *compute_plan(struct compute *c, const vkscan_plan_params *params,
                               const vkscan_port_buffer *ports, uint32_t port_count);
#define PORT(name, buffer)                                                                         \
    {                                                                                              \
        VKSCAN_PORT_##name, 0, run_buffer(buffer)                                                  \
    }
#define PORTS(...)                                                                                 \
    (const vkscan_port_buffer[]){__VA_ARGS__},                                                     \
        sizeof((const vkscan_port_buffer[]){__VA_ARGS__}) / sizeof(vkscan_port_buffer)

/* Makes a plan of words: a scan, or what else goes from one array to another. */
const struct run *compute_plan_words(struct compute *c, vkscan_primitive primitive, vkscan_op op,
                                     uint64_t count, const struct buffer *from,
                                     const struct buffer *to);

/* Likewise of segments, each of which a word begins that is not 0. */
const struct run *compute_plan_segments(struct compute *c, vkscan_primitive primitive, vkscan_op op,
                                        uint64_t count, const struct buffer *from,
                                        const struct buffer *heads, const struct buffer *to);

/* Makes a plan that lists where a word is not 0, and how often. */
const struct run *compute_plan_list(struct compute *c, uint64_t count, const struct buffer *words,
                                    const struct buffer *indices, const struct buffer *number);

/* ---- recording: each command waits for those before it ---- */

void compute_begin(struct compute *c);
void compute_end(struct compute *c); /* submits, and waits */

/* Records the kernel over `items` threads, with BUFFERS(&a, &b, ...) as bindings 0, 1, ... */
void compute_dispatch(struct compute *c, const struct kernel *kernel, uint64_t items,
                      const void *push, const struct buffer *const *buffers);
#define BUFFERS(...) ((const struct buffer *const[]){__VA_ARGS__})

/* Records a run over the first `count` elements. */
void compute_run(struct compute *c, const struct run *plan, uint64_t count, const void *seed);

/* Fills the buffer with a word. */
void compute_fill(struct compute *c, const struct buffer *buffer, uint32_t word);

/* ---- times, in milliseconds ---- */

/* Runs what `record` records --repeat times, after once to warm up: the device's median time; NAN
 * without timestamps. What it records has to give the same each time. */
double compute_time(struct compute *c, void (*record)(struct compute *c, void *user), void *user);

/* Prints the device's time and the host's, each with the speed at which it moves `bytes`, unless
 * these are 0. */
void compute_report(const struct compute *c, double device, const char *host_name, double host,
                    double bytes);

/* ---- verification: false, with a sentence about the first that differs ---- */

bool compute_equal(const char *what, const uint32_t *found, const uint32_t *expected, size_t count);

/* Lets element i be off by tolerance, times scale[i] unless scale is NULL. */
bool compute_near(const char *what, const float *found, const double *expected, const double *scale,
                  size_t count, double tolerance);

/* Returns pseudo-random bits of i. */
uint32_t noise(uint32_t i);

/* Sorts, ascending. */
void sort_words(uint32_t *words, size_t count);

#endif
