/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "failure.h"
#include "platform.h"
#include "session.h"
#include "vulkan_device.h"

int bench_find_caps(struct session *s)
{
    const vkscan_context_params params = gpu_context_params(&s->gpu);
    const struct report silent = {0};
    struct wanted wanted;
    struct vk vk;

    const char *missing = vks_vk_load_instance(&vk, params.instance, params.get_instance_proc_addr);
    if (missing)
        return failed("the instance has no %s", missing);
    const VkResult result = vks_probe(&vk, &params, &silent, &wanted, &s->caps);
    return result == VK_SUCCESS ? 0 : failed("probing the device gave VkResult %d", (int)result);
}

static bool find_multiprocessors(const struct gpu *gpu, struct processors *out)
{
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV,
    };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &sm,
    };
    const uint32_t lanes = gpu->info.subgroup_size;

    if (!gpu_has_extension(gpu->physical_device, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        return false;
    vkGetPhysicalDeviceProperties2(gpu->physical_device, &properties);
    out->count = (uint64_t)sm.shaderSMCount * sm.shaderWarpsPerSM * lanes;
    snprintf(out->origin, sizeof(out->origin),
             "%" PRIu32 " multiprocessors x %" PRIu32 " subgroups x %" PRIu32 " lanes",
             sm.shaderSMCount, sm.shaderWarpsPerSM, lanes);
    return out->count > 0;
}

static bool find_cores(const struct gpu *gpu, struct processors *out)
{
    const uint32_t lanes = gpu->info.subgroup_size;
    const unsigned cores =
        gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? platform_processors() : 0;

    if (cores == 0)
        return false;
    out->count = (uint64_t)cores * lanes;
    snprintf(out->origin, sizeof(out->origin), "%u cores x %" PRIu32 " lanes", cores, lanes);
    return true;
}

struct processors bench_find_processors(const struct gpu *gpu)
{
    struct processors out;

    if (find_multiprocessors(gpu, &out) || find_cores(gpu, &out))
        return out;
    return (struct processors){gpu->info.max_workgroup_size, "the threads of a largest workgroup"};
}

/* ---- sizes ---- */

/* Default sizes for GPUs, and for software drivers, which finish them within a minute. */
static const uint64_t gpu_sizes[] = {1u << 16, 1u << 20, 1u << 24, 1u << 28};
static const uint64_t cpu_sizes[] = {1u << 12, 1u << 16, 1u << 20, 1u << 22};
#define DEFAULT_SIZES 4

/* The least size of --tune, which ends with the last of the sizes above. */
#define LEAST_TUNED 1024

/* The size for --overhead, at which algorithms of several passes take them all. */
#define OVERHEAD_SIZE (1u << 20)

void bench_choose_sizes(struct bench_options *options, const struct gpu *gpu)
{
    const bool cpu = gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const uint64_t *sizes = cpu ? cpu_sizes : gpu_sizes;

    if (options->sizes.count > 0)
        return;
    if (options->overhead) {
        options->sizes.list[options->sizes.count++] = OVERHEAD_SIZE;
        return;
    }
    for (uint32_t i = 0; i < DEFAULT_SIZES && !options->tune; i++)
        options->sizes.list[options->sizes.count++] = sizes[i];
    for (uint64_t n = LEAST_TUNED; n <= sizes[DEFAULT_SIZES - 1] && options->tune; n *= 2)
        options->sizes.list[options->sizes.count++] = n;
}

/* Tells whether the device has room for the elements, and once more for them in the scratch. */
static bool fits(const struct gpu *gpu, struct bench_options *options, uint64_t count)
{
    vkscan_plan_params plan;

    for (uint32_t p = 0; p < options->primitive_count; p++) {
        bench_options_plan(options, options->primitives[p], &plan);
        const struct subject_layout layout = subject_lay_out(&plan, count, count);
        const VkDeviceSize destination = bench_destination_size(&layout);
        if (destination > gpu->largest_buffer ||
            layout.read.size + destination +
                    (plan.primitive == VKSCAN_PRIMITIVE_SORT ? layout.written.size : 0) >
                gpu_memory_size(gpu) / 5 * 4)
            return false;
    }
    return true;
}

/* Returns the largest number of elements that fits. */
static uint64_t largest_count(const struct gpu *gpu, struct bench_options *options)
{
    uint64_t least = 0, most = gpu_memory_size(gpu);

    while (least < most) {
        const uint64_t middle = most - (most - least) / 2;
        if (fits(gpu, options, middle))
            least = middle;
        else
            most = middle - 1;
    }
    return least;
}

int bench_fit_sizes(struct bench_options *options, const struct gpu *gpu, uint64_t *largest)
{
    const uint64_t limit = largest_count(gpu, options);
    const uint32_t given = options->sizes.count;

    for (uint32_t i = 0; i < given && options->capacity; i++)
        if (options->sizes.list[i] > options->capacity)
            return misused("a size of %" PRIu64 " is above the capacity of %" PRIu64,
                           options->sizes.list[i], options->capacity);
    if (options->capacity > limit)
        return failed("too large a capacity: this device can be measured with %" PRIu64
                      " elements at most",
                      limit);

    *largest = 0;
    options->sizes.count = 0;
    for (uint32_t i = 0; i < given; i++) {
        const uint64_t size = options->sizes.list[i];
        if (size > limit)
            continue;
        options->sizes.list[options->sizes.count++] = size;
        *largest = size > *largest ? size : *largest;
    }
    if (options->sizes.count == 0)
        return failed("too many elements: this device can be measured with %" PRIu64 " at most",
                      limit);
    if (options->sizes.count < given)
        fprintf(stderr,
                "%s: %" PRIu32 " of %" PRIu32 " sizes left out: this device can be measured with "
                "%" PRIu64 " elements at most\n",
                program_name, given - options->sizes.count, given, limit);
    return 0;
}
