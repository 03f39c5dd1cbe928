/* SPDX-License-Identifier: MIT */
#include "compute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timer.h"

#define STAGING_SIZE ((VkDeviceSize)16 << 20)
#define MAX_ARGUMENTS 16
#define WORKGROUP_SIZE 128  /* which all devices take; item.glsl has it too */
#define MAX_GROUPS_X 32768u /* each device has more */

/* Every stage and access of the commands below. */
#define STAGES (VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT)
#define ACCESS (VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT)

void compute_arguments(struct compute *c, const char *name, const char *about,
                       const struct argument *arguments, size_t count, int argc, char **argv)
{
    const struct argument own[] = {
        {"--repeat", ARGUMENT_NUMBER, &c->repeat, "timed runs (5)", 1, 10000, NULL},
        {"--validate", ARGUMENT_FLAG, &c->options.validate, .help = "under Vulkan's validation"},
        {"--addresses", ARGUMENT_FLAG, &c->options.addresses, .help = "buffers by address"}};
    struct argument all[MAX_ARGUMENTS];
    const size_t own_count = sizeof(own) / sizeof(*own);

    *c = (struct compute){.name = name, .repeat = 5};
    memcpy(all, arguments, count * sizeof(*all));
    memcpy(all + count, own, sizeof(own));
    arguments_read(name, about, all, count + own_count, argc, argv);
}

void compute_open(struct compute *c)
{
    gpu_create(&c->gpu, &c->options);
    c->pool = gpu_create_pool(&c->gpu, &c->gpu.main);
    c->commands = gpu_create_commands(&c->gpu, c->pool);
    c->staging = gpu_create_buffer(&c->gpu, STAGING_SIZE, GPU_MEMORY_HOST);
}

int compute_close(struct compute *c, bool right)
{
    for (uint32_t i = 0; i < c->plan_count; i++)
        run_destroy(&c->plans[i]);
    for (uint32_t i = 0; i < c->kernel_count; i++) {
        vkDestroyPipeline(c->gpu.device, c->kernels[i].pipeline, NULL);
        gpu_destroy_layout(&c->gpu, &c->kernels[i].layout);
    }
    vkDestroyCommandPool(c->gpu.device, c->pool, NULL);
    gpu_destroy(&c->gpu);
    return right && c->gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- arrays ---- */

struct buffer compute_array(struct compute *c, VkDeviceSize size)
{
    const uint32_t most = c->gpu.properties.limits.maxStorageBufferRange;

    if (size > most)
        fail("an array of %llu bytes is beyond the device's maxStorageBufferRange, %u: take less",
             (unsigned long long)size, most);
    return gpu_create_buffer(&c->gpu, size ? (size + 3) / 4 * 4 : 4, GPU_MEMORY_DEVICE);
}

struct buffer compute_upload(struct compute *c, const void *bytes, VkDeviceSize size)
{
    const struct buffer array = compute_array(c, size);

    compute_write(c, &array, bytes, size);
    return array;
}

static VkDeviceSize least(VkDeviceSize a, VkDeviceSize b)
{
    return a < b ? a : b;
}

void compute_write(struct compute *c, const struct buffer *to, const void *bytes, VkDeviceSize size)
{
    for (VkDeviceSize at = 0; at < size; at += STAGING_SIZE) {
        const VkBufferCopy part = {.dstOffset = at, .size = least(size - at, STAGING_SIZE)};
        memcpy(c->staging.mapped, (const char *)bytes + at, part.size);
        compute_begin(c);
        vkCmdCopyBuffer(c->commands, c->staging.handle, to->handle, 1, &part);
        compute_end(c);
    }
}

void compute_read(struct compute *c, const struct buffer *from, void *bytes, VkDeviceSize size)
{
    for (VkDeviceSize at = 0; at < size; at += STAGING_SIZE) {
        const VkBufferCopy part = {.srcOffset = at, .size = least(size - at, STAGING_SIZE)};
        compute_begin(c);
        vkCmdCopyBuffer(c->commands, from->handle, c->staging.handle, 1, &part);
        gpu_barrier(c->commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                    VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
        compute_end(c);
        memcpy((char *)bytes + at, c->staging.mapped, part.size);
    }
}

/* ---- kernels and plans ---- */

const struct kernel *compute_kernel(struct compute *c, const uint32_t *code, size_t size,
                                    uint32_t buffer_count, uint32_t push_size)
{
    if (c->kernel_count == COMPUTE_KERNELS)
        fail("more than %d kernels", COMPUTE_KERNELS);
    struct kernel *kernel = &c->kernels[c->kernel_count++];
    kernel->buffer_count = buffer_count;
    gpu_create_layout(&c->gpu, &kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, buffer_count,
                      push_size, COMPUTE_DISPATCHES);
    kernel->pipeline = gpu_create_kernel(&c->gpu, &kernel->layout, code, size);
    return kernel;
}

const struct run *compute_plan(struct compute *c, const vkscan_plan_params *params,
                               const vkscan_port_buffer *ports, uint32_t port_count)
{
    if (c->plan_count == COMPUTE_PLANS)
        fail("more than %d plans", COMPUTE_PLANS);
    struct run *plan = &c->plans[c->plan_count++];
    CHECK(vkResetCommandPool(c->gpu.device, c->pool, 0));
    run_create(plan, &c->gpu, params, ports, port_count, c->commands);
    return plan;
}

const struct run *compute_plan_words(struct compute *c, vkscan_primitive primitive, vkscan_op op,
                                     uint64_t count, const struct buffer *from,
                                     const struct buffer *to)
{
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .op = op,
                                       .capacity = count};

    return compute_plan(c, &params, PORTS(PORT(SOURCE, from), PORT(DESTINATION, to)));
}

const struct run *compute_plan_segments(struct compute *c, vkscan_primitive primitive, vkscan_op op,
                                        uint64_t count, const struct buffer *from,
                                        const struct buffer *heads, const struct buffer *to)
{
    const vkscan_segments_params segments = {
        .struct_size = sizeof(segments), .primitive = primitive, .heads = VKSCAN_HEADS_WORDS};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .op = op,
                                       .capacity = count,
                                       .details = &segments};

    return compute_plan(c, &params,
                        PORTS(PORT(SOURCE, from), PORT(HEADS, heads), PORT(DESTINATION, to)));
}

const struct run *compute_plan_list(struct compute *c, uint64_t count, const struct buffer *words,
                                    const struct buffer *indices, const struct buffer *number)
{
    const vkscan_select_params select = {.struct_size = sizeof(select),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_FLAG_WORDS,
                                         .outputs = VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                                                    VKSCAN_SELECT_OUTPUT_NUMBER_BIT};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = select.primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = count,
                                       .details = &select};

    return compute_plan(c, &params,
                        PORTS(PORT(FLAGS, words), PORT(INDICES, indices), PORT(NUMBER, number)));
}

/* ---- recording ---- */

/* All earlier submissions are complete, so their sets are free. */
void compute_begin(struct compute *c)
{
    CHECK(vkResetCommandPool(c->gpu.device, c->pool, 0));
    for (uint32_t i = 0; i < c->kernel_count; i++)
        CHECK(vkResetDescriptorPool(c->gpu.device, c->kernels[i].layout.pool, 0));
    gpu_begin(c->commands);
    gpu_barrier(c->commands, STAGES, ACCESS, STAGES, ACCESS);
}

void compute_end(struct compute *c)
{
    gpu_run(&c->gpu.main, c->commands);
}

void compute_dispatch(struct compute *c, const struct kernel *kernel, uint64_t items,
                      const void *push, const struct buffer *const *buffers)
{
    const uint64_t groups = (items + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE;
    const uint32_t x = (uint32_t)least(groups, MAX_GROUPS_X);

    if (groups == 0)
        return;
    gpu_bind(c->commands, VK_PIPELINE_BIND_POINT_COMPUTE, &kernel->layout, kernel->pipeline,
             gpu_create_set(&c->gpu, &kernel->layout, buffers, kernel->buffer_count), push);
    vkCmdDispatch(c->commands, x, (uint32_t)((groups + x - 1) / x), 1);
    gpu_barrier(c->commands, STAGES, ACCESS, STAGES, ACCESS);
}

void compute_run(struct compute *c, const struct run *plan, uint64_t count, const void *seed)
{
    struct run part = *plan;

    part.capacity = count;
    run_record(&part, c->commands, seed);
    gpu_barrier(c->commands, STAGES, ACCESS, STAGES, ACCESS);
}

void compute_fill(struct compute *c, const struct buffer *buffer, uint32_t word)
{
    vkCmdFillBuffer(c->commands, buffer->handle, 0, VK_WHOLE_SIZE, word);
    gpu_barrier(c->commands, STAGES, ACCESS, STAGES, ACCESS);
}

/* ---- times ---- */

double compute_time(struct compute *c, void (*record)(struct compute *c, void *user), void *user)
{
    const uint32_t frames = (uint32_t)c->repeat;
    struct timer timer;

    compute_begin(c);
    record(c, user);
    compute_end(c);
    timer_create(&timer, &c->gpu, NULL, 1, frames);
    for (uint32_t i = 0; i < frames; i++) {
        compute_begin(c);
        timer_begin(&timer, c->commands);
        record(c, user);
        timer_mark(&timer, c->commands);
        compute_end(c);
        timer_end(&timer);
    }
    const double median = timer_median(&timer, 0);
    timer_destroy(&timer);
    return median;
}

static void report_one(const char *name, double time, double bytes)
{
    printf("%-36.36s %10.4f ms", name, time);
    if (bytes > 0)
        printf(" %9.3f GB/s", 1e-6 * bytes / time);
}

void compute_report(const struct compute *c, double device, const char *host_name, double host,
                    double bytes)
{
    report_one(c->gpu.properties.deviceName, device, bytes);
    putchar('\n');
    report_one(host_name, host, bytes);
    printf(", %.2f times as long\n", host / device);
}

/* ---- verification ---- */

bool compute_equal(const char *what, const uint32_t *found, const uint32_t *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (found[i] != expected[i]) {
            fprintf(stderr, "%s %zu is %u, not %u\n", what, i, found[i], expected[i]);
            return false;
        }
    return true;
}

/* What a sum may lack, whose terms are below the least normal float: devices may take them for 0.
 */
#define FLUSHED 0x1p-110

bool compute_near(const char *what, const float *found, const double *expected, const double *scale,
                  size_t count, double tolerance)
{
    for (size_t i = 0; i < count; i++) {
        const double most = (scale ? tolerance * scale[i] : tolerance) + FLUSHED;
        if (!(fabs((double)found[i] - expected[i]) <= most)) {
            fprintf(stderr, "%s %zu is %.9g, not %.9g within %.1e\n", what, i, (double)found[i],
                    expected[i], most);
            return false;
        }
    }
    return true;
}

uint32_t noise(uint32_t i)
{
    const uint32_t a = (i ^ i >> 16) * 0x7feb352du, b = (a ^ a >> 15) * 0x846ca68bu;

    return b ^ b >> 16;
}

static int compare_words(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void sort_words(uint32_t *words, size_t count)
{
    qsort(words, count, sizeof(*words), compare_words);
}
