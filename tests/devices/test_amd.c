/* SPDX-License-Identifier: MIT */
/*
 * Compiles every production pipeline for an AMD family with Mesa's RADV, which makes a device
 * without hardware where RADV_FORCE_FAMILY names one. Fails where a pipeline is refused, spills
 * registers or uses scratch memory, or where the compiler complains. Nothing is run.
 *
 * test_amd [--table | --policies [--tuning POLICIES]] FAMILY [NAME]...: NAME is what other versions
 * of Mesa call the family. For the table it compiles sums of u32 alone; for the policies a plan of
 * each that is inferred, or of POLICIES in its place.
 */
#define _POSIX_C_SOURCE 200809L /* fork, setenv */

#include "statistics.h"
#include "../support/sized_params.h"
#include "tuning_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vkscan/operators/in_front_f32x4.h>
#include <vkscan/vkscan.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define SKIPPED 77
#define MOST_STAGES 12

#define REDUCES (1u << VKSCAN_PRIMITIVE_REDUCE)
#define SCANS (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
#define NO_INT64_ATOMICS VKSCAN_CAPABILITY_INT64_ATOMICS_BIT
#define NO_SUBGROUPS VKSCAN_CAPABILITY_SUBGROUPS_BIT

/* Folds: what AUTO may take, and AUTO itself for the shapes that it takes at other capacities. */
static const struct fold {
    vkscan_algorithm algorithm;
    unsigned primitives;
    uint32_t ignored;           /* capabilities */
    uint32_t least, most, step; /* capacities as powers of two */
    vkscan_access access;
} folds[] = {
    {VKSCAN_ALGORITHM_BLELLOCH, REDUCES | SCANS, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_SUBGROUP, REDUCES | SCANS, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_LOOKBACK, SCANS, 0, 14, 26, 12, 0}, /* tiles by index, and by tickets */
    {VKSCAN_ALGORITHM_LOOKBACK, SCANS, NO_INT64_ATOMICS, 14, 26, 12, 0},
    {VKSCAN_ALGORITHM_LOOKAHEAD, SCANS, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_SINGLE, REDUCES, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_AUTO, REDUCES | SCANS, 0, 10, 28, 6, 0},
    {VKSCAN_ALGORITHM_AUTO, REDUCES | SCANS, 0, 28, 28, 1, VKSCAN_ACCESS_ADDRESSES},
    {VKSCAN_ALGORITHM_LOOKAHEAD, SCANS, 0, 26, 26, 1, VKSCAN_ACCESS_ADDRESSES},
};

/* Scanned by the hardware; only reduced by it; and one that floats do not have. */
static const vkscan_op ops[] = {VKSCAN_OP_ADD, VKSCAN_OP_MUL, VKSCAN_OP_MIN, VKSCAN_OP_XOR};

#define OTHER(...) PLAN_OF(24, __VA_ARGS__)
#define PLAN_OF(capacity_bits, primitive_, type_, ...)                                             \
    {                                                                                              \
        .primitive = VKSCAN_PRIMITIVE_##primitive_, .type = VKSCAN_TYPE_##type_,                   \
        .capacity = UINT64_C(1) << (capacity_bits), __VA_ARGS__                                    \
    }
#define OF(member, ...)                                                                            \
    .details = &(vkscan_##member##_params)                                                         \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define IS(name) .outputs = 0x7000, .criterion = VKSCAN_CRITERION_##name
#define ROWS_OF(elements) OF(segments, .heads = VKSCAN_HEADS_ROWS, .length = elements)
#define OFFSETS OF(segments, .heads = VKSCAN_HEADS_OFFSETS, .segments = 1000, .offset_size = 4)
#define THREE_WAYS .second_criterion = VKSCAN_CRITERION_GREATER, .ways = 3
#define IN_PLACE .flags = VKSCAN_SELECT_IN_PLACE_BIT
#define LOOKAHEAD .algorithm = VKSCAN_ALGORITHM_LOOKAHEAD
#define ONESWEEP .algorithm = VKSCAN_ALGORITHM_ONESWEEP
#define RADIX .algorithm = VKSCAN_ALGORITHM_RADIX
#define SUBGROUP .algorithm = VKSCAN_ALGORITHM_SUBGROUP
#define ONE_TREE                                                                                   \
    .algorithm = VKSCAN_ALGORITHM_LOOKBACK, .determinism = VKSCAN_DETERMINISM_EVERYWHERE

/*
 * Besides: keys of one word and of two, alone and with values, sorted by one workgroup, rows and
 * segments; elements of each class; scans by the tree of all devices; counters in shared memory and
 * in the output. In a table only what comes first.
 */
static const vkscan_plan_params others[] = {
    OTHER(SORT, U32, OF(sort, .value_size = 0)),
    OTHER(SORT, U32, OF(sort, .value_size = 4)),
#define IN_TABLE 2
    OTHER(SORT, F32, OF(sort, .value_size = 16)),
    OTHER(SORT, U8, OF(sort, .value_size = 0)),
    OTHER(SORT, U64, OF(sort, .value_size = 0)),
    OTHER(SORT, F64, OF(sort, .value_size = 8)),
    PLAN_OF(12, SORT, U32, OF(sort, .value_size = 0)),
    PLAN_OF(12, SORT, F32, OF(sort, .value_size = 4)),
    PLAN_OF(12, SORT, U64, OF(sort, .value_size = 0)),
    PLAN_OF(12, SORT, F64, OF(sort, .value_size = 16, .flags = VKSCAN_SORT_IN_PLACE_BIT)),
    OTHER(SORT, U32, OF(sort, .length = 64), ONESWEEP),
    OTHER(SORT, F32, OF(sort, .length = 4096, .flags = VKSCAN_SORT_INDICES_BIT), ONESWEEP),
    OTHER(SORT, U64, OF(sort, .length = 100, .value_size = 8), ONESWEEP),
    OTHER(SORT, F32, OF(sort, .length = 1 << 20, .flags = VKSCAN_SORT_INDICES_BIT), RADIX),
    OTHER(SORT, U64, OF(sort, .length = 100, .value_size = 8), RADIX),
    OTHER(SORT, U32, OF(sort, .segments = 1000, .offset_size = 4), SUBGROUP),
    OTHER(SORT, F64, OF(sort, .segments = 1000, .offset_size = 8, .value_size = 16), SUBGROUP),
    OTHER(SELECT, U32, OF(select, IS(FLAG_BYTES))),
    OTHER(SELECT, F32, OF(select, IS(GREATER))),
    OTHER(SELECT, U8, OF(select, IS(FLAG_BITS))),
    OTHER(PARTITION, F16, OF(select, IS(LESS_EQUAL))),
    OTHER(SELECT, F16, OF(select, IS(LESS_EQUAL))),
    OTHER(PARTITION, F64, OF(select, IS(LESS))),
    OTHER(SELECT, F64, OF(select, IS(LESS))),
    OTHER(SELECT, F32X3, OF(select, IS(EQUAL))),
    OTHER(UNIQUE, U32, OF(select, IS(FLAG_BYTES))),
    OTHER(UNIQUE, U32X4, OF(select, IS(FLAG_BYTES))),
    OTHER(SELECT, U32, OF(select, IS(FLAG_BYTES)), LOOKAHEAD),
    OTHER(SELECT, F32, OF(select, IS(GREATER)), LOOKAHEAD),
    OTHER(SELECT, NONE, OF(select, IS(PREDICATE)), .user_operator = &vkscan_in_front_f32x4),
    OTHER(PARTITION, F32, OF(select, IS(LESS), THREE_WAYS)),
    OTHER(PARTITION, F64, OF(select, IS(LESS), THREE_WAYS, IN_PLACE)),
    OTHER(SELECT, U8, OF(select, IS(LESS), IN_PLACE)),
    OTHER(INCLUSIVE_SCAN, F32, ONE_TREE),
    OTHER(INCLUSIVE_SCAN, F64, ONE_TREE),
    OTHER(HISTOGRAM, U8, OF(histogram, .binning = VKSCAN_BINNING_VALUES, .bins = 256)),
    OTHER(HISTOGRAM, U8, OF(histogram, .bins = 64, .last = 256, .channels = 4, .counted = 3)),
    OTHER(HISTOGRAM, U32,
          OF(histogram, .bins = 256, .last = 4294967296.0, .flags = VKSCAN_HISTOGRAM_OUTSIDE_BIT)),
    OTHER(HISTOGRAM, I32, OF(histogram, .bins = 1 << 16, .last = 1 << 20)),
    OTHER(HISTOGRAM, F32, OF(histogram, .bins = 1 << 10, .last = 1, .weights = VKSCAN_WEIGHTS_F32)),
    OTHER(HISTOGRAM, F32, OF(histogram, .binning = VKSCAN_BINNING_EDGES, .bins = 1 << 12)),
    OTHER(HISTOGRAM, F64, OF(histogram, .bins = 256, .last = 1, .weights = VKSCAN_WEIGHTS_U32)),
    OTHER(HISTOGRAM, F64, OF(histogram, .binning = VKSCAN_BINNING_EDGES, .bins = 100)),
    OTHER(SEGMENTED_INCLUSIVE_SCAN, U32, ROWS_OF(100)),
    OTHER(SEGMENTED_INCLUSIVE_SCAN, F32, OF(segments, .heads = VKSCAN_HEADS_BYTES)),
    OTHER(SEGMENTED_INCLUSIVE_SCAN, F16, OF(segments, .heads = VKSCAN_HEADS_BITS)),
    OTHER(SEGMENTED_EXCLUSIVE_SCAN, F64, OF(segments, .heads = VKSCAN_HEADS_WORDS)),
    OTHER(SEGMENTED_EXCLUSIVE_SCAN, U8, OF(segments, .heads = VKSCAN_HEADS_KEYS, .key_size = 2)),
    OTHER(SEGMENTED_INCLUSIVE_SCAN, U32X4,
          OF(segments, .heads = VKSCAN_HEADS_KEYS, .key_size = 16)),
    OTHER(SEGMENTED_INCLUSIVE_SCAN, U32, OFFSETS),
    OTHER(SEGMENTED_REDUCE, U32, ROWS_OF(100)),
    OTHER(SEGMENTED_REDUCE, F32, ROWS_OF(1 << 20)),
    OTHER(SEGMENTED_REDUCE, U64, ROWS_OF(7)),
    OTHER(SEGMENTED_REDUCE, F32X3, ROWS_OF(7)),
    OTHER(SEGMENTED_REDUCE, U32, OFFSETS),
    OTHER(SEGMENTED_REDUCE, F64, OFFSETS),
    OTHER(LOWER_BOUND, U32, OF(sorted, .length = 1 << 20)),
    OTHER(UPPER_BOUND, F16, OF(sorted, .length = 1 << 20)),
    OTHER(UPPER_BOUND, F64, OF(sorted, .length = 1 << 20)),
    OTHER(MERGE, U32, OF(sorted, .length = 1 << 20)),
    OTHER(MERGE, F32, OF(sorted, .length = 1 << 20, .value_size = 16)),
    OTHER(MERGE, F64, OF(sorted, .length = 1 << 20, .value_size = 4)),
    OTHER(DIFFERENCE, U32, .details = NULL),
    OTHER(DIFFERENCE, F16, .details = NULL),
    OTHER(DIFFERENCE, F64, .details = NULL),
    OTHER(DIFFERENCE, U32X3, .details = NULL),
    OTHER(TOP_K, U32, OF(top_k, .k = 64)),
    OTHER(TOP_K, F16, OF(top_k, .k = 8, .length = 64)),
    OTHER(TOP_K, F64, OF(top_k, .k = 64, .length = 1 << 13)),
    OTHER(TOP_K, F64, OF(top_k, .k = 1 << 13, .length = 1 << 14)),
    OTHER(TOP_K, U32,
          OF(top_k, .k = 1 << 13, .length = 1 << 14, .flags = VKSCAN_TOP_K_BY_INDEX_BIT)),
};

/* Plans by which --policies tells of the policies that are inferred: each has some. */
#define FLAGGED OF(segments, .heads = VKSCAN_HEADS_BYTES)
#define KEYED(size) OF(segments, .heads = VKSCAN_HEADS_KEYS, .key_size = size)
static const struct inferred {
    const char *name;
    vkscan_plan_params params;
} inferred[] = {
    {"scan u32 from 2^16", PLAN_OF(18, INCLUSIVE_SCAN, U32, .op = 0)},
    {"scan u32 from 2^20", OTHER(INCLUSIVE_SCAN, U32, .op = 0)},
    {"scan f32 from 2^20", OTHER(INCLUSIVE_SCAN, F32, .op = 0)},
    {"scan u8 from 2^16", PLAN_OF(18, INCLUSIVE_SCAN, U8, .op = 0)},
    {"scan u8 from 2^21", OTHER(INCLUSIVE_SCAN, U8, .op = 0)},
    {"scan u16 from 2^16", PLAN_OF(18, INCLUSIVE_SCAN, U16, .op = 0)},
    {"scan u16 from 2^20", OTHER(INCLUSIVE_SCAN, U16, .op = 0)},
    {"scan u8, min", OTHER(INCLUSIVE_SCAN, U8, .op = VKSCAN_OP_MIN)},
    {"scan u16, min", OTHER(INCLUSIVE_SCAN, U16, .op = VKSCAN_OP_MIN)},
    {"scan f16", OTHER(INCLUSIVE_SCAN, F16, .op = 0)},
    {"scan u64 from 2^16", PLAN_OF(18, INCLUSIVE_SCAN, U64, .op = 0)},
    {"scan u64 from 2^20", OTHER(INCLUSIVE_SCAN, U64, .op = 0)},
    {"scan f64 from 2^20", OTHER(INCLUSIVE_SCAN, F64, .op = 0)},
    {"scan u32x3 from 2^20", OTHER(INCLUSIVE_SCAN, U32X3, .op = 0)},
    {"scan u32x4 from 2^20", OTHER(INCLUSIVE_SCAN, U32X4, .op = 0)},
    {"scan f32, everywhere", OTHER(INCLUSIVE_SCAN, F32, ONE_TREE)},
    {"scan u32, by name", OTHER(INCLUSIVE_SCAN, U32, LOOKAHEAD)},
    {"scan f32, by name", OTHER(INCLUSIVE_SCAN, F32, LOOKAHEAD)},
    {"scan u32 below 2^16", PLAN_OF(15, INCLUSIVE_SCAN, U32, .op = 0)},
    {"reduce u32", OTHER(REDUCE, U32, .op = 0)},
    {"reduce u8", OTHER(REDUCE, U8, .op = 0)},
    {"reduce f16", OTHER(REDUCE, F16, .op = 0)},
    {"reduce f64", OTHER(REDUCE, F64, .op = 0)},
    {"reduce u32x4", OTHER(REDUCE, U32X4, .op = 0)},
    {"select u8", OTHER(SELECT, U8, OF(select, IS(FLAG_BYTES)))},
    {"select u32", OTHER(SELECT, U32, OF(select, IS(FLAG_BYTES)))},
    {"select u64", OTHER(SELECT, U64, OF(select, IS(FLAG_BYTES)))},
    {"select u32x4", OTHER(SELECT, U32X4, OF(select, IS(FLAG_BYTES)))},
    {"partition u32", OTHER(PARTITION, U32, OF(select, IS(FLAG_BYTES)))},
    {"unique u32", OTHER(UNIQUE, U32, OF(select, IS(FLAG_BYTES)))},
    {"select u32, by name", OTHER(SELECT, U32, OF(select, IS(FLAG_BYTES)), LOOKAHEAD)},
    {"select u32 below 2^16", PLAN_OF(15, SELECT, U32, OF(select, IS(FLAG_BYTES)))},
    {"sort u32", OTHER(SORT, U32, OF(sort, .value_size = 0))},
    {"sort u32, values of 4 bytes", OTHER(SORT, U32, OF(sort, .value_size = 4))},
    {"sort u32, values of 16 bytes", OTHER(SORT, U32, OF(sort, .value_size = 16))},
    {"sort u64", OTHER(SORT, U64, OF(sort, .value_size = 0))},
    {"sort u64, values of 8 bytes", OTHER(SORT, U64, OF(sort, .value_size = 8))},
    {"sort u32, 2^12", PLAN_OF(12, SORT, U32, OF(sort, .value_size = 4))},
    {"sort u32, rows of 1024", OTHER(SORT, U32, OF(sort, .length = 1024, .value_size = 4))},
    {"sort u32, 2^14", PLAN_OF(14, SORT, U32, OF(sort, .value_size = 4))},
    {"sort u64, 2^14", PLAN_OF(14, SORT, U64, OF(sort, .value_size = 8))},
    {"sort u32, segments", OTHER(SORT, U32, OF(sort, .segments = 1000, .offset_size = 4))},
    {"histogram u8, 256 bins", OTHER(HISTOGRAM, U8, .determinism = VKSCAN_DETERMINISM_FASTEST,
                                     OF(histogram, .binning = VKSCAN_BINNING_VALUES, .bins = 256))},
    {"histogram f32, 1024 bins", OTHER(HISTOGRAM, F32, .determinism = VKSCAN_DETERMINISM_FASTEST,
                                       OF(histogram, .bins = 1 << 10, .last = 1))},
    {"segmented scan u32 below 2^18", PLAN_OF(17, SEGMENTED_INCLUSIVE_SCAN, U32, FLAGGED)},
    {"segmented scan u32 from 2^18", OTHER(SEGMENTED_INCLUSIVE_SCAN, U32, FLAGGED)},
    {"segmented scan u8", OTHER(SEGMENTED_INCLUSIVE_SCAN, U8, FLAGGED)},
    {"segmented scan u16", OTHER(SEGMENTED_INCLUSIVE_SCAN, U16, FLAGGED)},
    {"segmented scan f64", OTHER(SEGMENTED_INCLUSIVE_SCAN, F64, FLAGGED)},
    {"segmented scan u32x4 by keys", OTHER(SEGMENTED_INCLUSIVE_SCAN, U32X4, KEYED(16))},
    {"reduce u32 by rows", OTHER(SEGMENTED_REDUCE, U32, ROWS_OF(100))},
    {"reduce u32 by offsets", OTHER(SEGMENTED_REDUCE, U32, OFFSETS)},
    {"reduce f64 by offsets", OTHER(SEGMENTED_REDUCE, F64, OFFSETS)},
    {"reduce u32 by keys", OTHER(SEGMENTED_REDUCE, U32, KEYED(4))},
    {"scan u32 of columns",
     OTHER(SEGMENTED_INCLUSIVE_SCAN, U32,
           OF(segments, .heads = VKSCAN_HEADS_ROWS, .length = 1 << 12, .stride = 1 << 12))},
    {"lower-bound u32", OTHER(LOWER_BOUND, U32, OF(sorted, .length = 1 << 20))},
    {"merge u32", OTHER(MERGE, U32, OF(sorted, .length = 1 << 20))},
    {"merge f64, values of 4 bytes",
     OTHER(MERGE, F64, OF(sorted, .length = 1 << 20, .value_size = 4))},
    {"difference u32", OTHER(DIFFERENCE, U32, .details = NULL)},
    {"top-k u32", OTHER(TOP_K, U32, OF(top_k, .k = 64))},
};

struct amd {
    const char *family;
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    vkscan_device_info info;
    vkscan_device_features features;
    bool table, policies;
    struct user_tuning tuning;
    unsigned pipelines, failures;
};

static void VKAPI_CALL print_message(void *user, const vkscan_message *message)
{
    (void)user;
    fprintf(stderr, "VkResult %d: %s\n", (int)message->result, message->text);
}

static vkscan_context_params context_params(const struct amd *amd, uint32_t ignored)
{
    vkscan_context_params params = {
        .struct_size = sizeof(vkscan_context_params),
        .instance = amd->instance,
        .physical_device = amd->physical_device,
        .device = amd->device,
        .get_instance_proc_addr = statistics_get_instance_proc_addr,
        .enabled_features = amd->device ? &amd->features.features : NULL,
        .ignored_capabilities = ignored,
    };

    tuning_give(&amd->tuning, &params);
    return params;
}

static void fail(struct amd *amd, const char *name, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", amd->family, name, what);
    amd->failures++;
}

/* One for plans of `name`; NULL if that fails. */
static vkscan_context *open_context(struct amd *amd, uint32_t ignored, const char *name)
{
    vkscan_context_params params = context_params(amd, ignored);
    vkscan_context *context;

    params.message = print_message;
    if (vkscan_context_create(&params, &context) != VK_SUCCESS)
        fail(amd, name, "vkscan_context_create failed");
    return context;
}

/* ---- the device ---- */

static bool has_extension(VkPhysicalDevice device, const char *name)
{
    uint32_t count = 0;
    bool found = false;

    vkEnumerateDeviceExtensionProperties(device, NULL, &count, NULL);
    VkExtensionProperties *extensions = malloc(count * sizeof(*extensions));
    if (extensions &&
        vkEnumerateDeviceExtensionProperties(device, NULL, &count, extensions) == VK_SUCCESS)
        for (uint32_t i = 0; i < count; i++)
            found |= strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

static bool find_family(struct amd *amd, const char *name)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    VkPhysicalDeviceProperties properties;
    uint32_t count = 1;

    setenv("RADV_FORCE_FAMILY", name, 1);
    if (vkCreateInstance(&info, NULL, &amd->instance) != VK_SUCCESS)
        return false;
    volkLoadInstance(amd->instance);
    if (vkEnumeratePhysicalDevices(amd->instance, &count, &amd->physical_device) >= 0 &&
        count > 0) {
        vkGetPhysicalDeviceProperties(amd->physical_device, &properties);
        if (strstr(properties.deviceName, name))
            return true;
    }
    vkDestroyInstance(amd->instance, NULL);
    return false;
}

/* The driver ends the process at a name that it does not know, so a child tries it. */
static bool knows_family(const char *name)
{
    int status = -1;

    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        struct amd amd = {0};
        close(STDERR_FILENO);
        _exit(find_family(&amd, name) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_SUCCESS;
}

static bool create_device(struct amd *amd)
{
    const vkscan_context_params params = context_params(amd, 0);
    const char *extensions[16];
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pNext = &amd->features.features,
        .pipelineExecutableInfo = VK_TRUE,
    };

    amd->info.struct_size = sizeof(amd->info);
    amd->features.struct_size = sizeof(amd->features);
    if (vkscan_query_device(&params, &amd->info) != VK_SUCCESS ||
        vkscan_query_features(&params, &amd->features) != VK_SUCCESS)
        return false;
    memcpy(extensions, amd->info.extensions, amd->info.extension_count * sizeof(extensions[0]));
    extensions[amd->info.extension_count] = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &executables,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos =
            &(VkDeviceQueueCreateInfo){
                .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                .queueCount = 1,
                .pQueuePriorities = &(float){1},
            },
        .enabledExtensionCount = amd->info.extension_count + 1,
        .ppEnabledExtensionNames = extensions,
    };
    if (vkCreateDevice(amd->physical_device, &info, NULL, &amd->device) != VK_SUCCESS)
        return false;
    volkLoadDevice(amd->device);
    return true;
}

/* ---- pipelines ---- */

static void print_row(const struct amd *amd, const char *name, const vkscan_plan_info *plan,
                      uint32_t stage, const struct statistics *s)
{
    printf("| %s | %s %u | %u | %u | %u | %llu | %llu | %llu | %llu | %llu | %llu |\n", amd->family,
           name, stage, plan->workgroup_size, plan->tile_size, s->subgroup_size,
           (unsigned long long)s->vgprs, (unsigned long long)s->sgprs,
           (unsigned long long)s->shared_memory,
           (unsigned long long)(s->spilled_vgprs + s->spilled_sgprs),
           (unsigned long long)s->subgroups_on_simd, (unsigned long long)s->code);
}

static void check_pipelines(struct amd *amd, const char *name, const vkscan_plan_info *plan)
{
    struct statistics stages[MOST_STAGES];
    const uint32_t count = statistics_take(stages, MOST_STAGES);

    for (uint32_t i = 0; i < count; i++) {
        const struct statistics *s = &stages[i];
        if (!s->complete)
            fail(amd, name, "the driver does not tell all statistics");
        if (s->spilled_vgprs || s->spilled_sgprs || s->scratch)
            fail(amd, name, "spills registers");
        if (s->subgroups_on_simd == 0)
            fail(amd, name, "no subgroup fits");
        if (amd->table || amd->policies)
            print_row(amd, name, plan, i, s);
    }
    amd->pipelines += count;
}

static void compile(struct amd *amd, vkscan_context *context, const vkscan_plan_params *params,
                    const char *name)
{
    vkscan_plan_info info = {.struct_size = sizeof(info)};
    vkscan_plan *plan;

    if (sized_plan_create(context, params, &plan) != VK_SUCCESS) {
        fail(amd, name, "vkscan_plan_create failed");
        return;
    }
    vkscan_plan_get_info(plan, &info);
    check_pipelines(amd, name, &info);
    vkscan_plan_destroy(plan);
}

/* ---- plans ---- */

static bool is_histogram(const vkscan_plan_params *params)
{
    return params->primitive == VKSCAN_PRIMITIVE_HISTOGRAM;
}

static bool is_of_segments(const vkscan_plan_params *params)
{
    return params->primitive >= VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN &&
           params->primitive <= VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
}

/* Bounds, merges, differences and top-k. */
static bool has_one_algorithm(const vkscan_plan_params *params)
{
    return params->primitive >= VKSCAN_PRIMITIVE_LOWER_BOUND &&
           params->primitive <= VKSCAN_PRIMITIVE_TOP_K;
}

/* AUTO is told with what it takes. */
static void name_plan(char *name, size_t size, const struct amd *amd, uint32_t ignored,
                      const vkscan_plan_params *params)
{
    const vkscan_context_params query = context_params(amd, ignored);
    const bool sorts = params->primitive == VKSCAN_PRIMITIVE_SORT, counts = is_histogram(params);
    const bool segmented = is_of_segments(params);
    const vkscan_select_params *select =
        sorts || counts || segmented || has_one_algorithm(params) ? NULL : params->details;
    const vkscan_segments_params *segments = segmented ? params->details : NULL;
    const vkscan_histogram_params *h = counts ? params->details : NULL;
    const vkscan_sort_params *sort = sorts ? params->details : NULL;
    vkscan_plan_info info = {.struct_size = sizeof(vkscan_plan_info),
                             .algorithm = params->algorithm};
    char what[80] = "";

    sized_query_plan(&query, params, &info);
    if (select)
        snprintf(what, sizeof(what), " by %s%s%s", vkscan_criterion_name(select->criterion),
                 select->ways ? ", three ways" : "", select->flags ? ", in place" : "");
    else if (sort)
        snprintf(what, sizeof(what), ", values of %u bytes", sort->value_size);
    else if (segments)
        snprintf(what, sizeof(what), ", heads %d, %s", (int)segments->heads,
                 vkscan_op_name(params->op));
    else if (h)
        snprintf(what, sizeof(what), ", %u bins, binning %d, weights %d", h->bins, (int)h->binning,
                 (int)h->weights);
    else
        snprintf(what, sizeof(what), " %s", vkscan_op_name(params->op));
    snprintf(name, size, "%s%s%s%s%s %s%s %s, capacity %llu",
             params->algorithm == VKSCAN_ALGORITHM_AUTO ? "auto: " : "",
             vkscan_algorithm_name(info.algorithm),
             ignored & NO_INT64_ATOMICS ? " without 64-bit atomics" : "",
             ignored & NO_SUBGROUPS ? " without subgroups" : "",
             params->access == VKSCAN_ACCESS_ADDRESSES ? " by addresses" : "",
             vkscan_primitive_name(params->primitive), what, vkscan_type_name(params->type),
             (unsigned long long)params->capacity);
}

static void compile_named(struct amd *amd, vkscan_context *context, uint32_t ignored,
                          const vkscan_plan_params *params)
{
    char name[200];

    name_plan(name, sizeof(name), amd, ignored, params);
    compile(amd, context, params, name);
}

/* Operators other than add are left out of types that do not have them. */
static void compile_ops(struct amd *amd, vkscan_context *context, const struct fold *fold,
                        vkscan_plan_params params)
{
    const vkscan_context_params query = context_params(amd, fold->ignored);
    /* Whether a scan is exclusive is one branch at its end: once is enough. */
    const bool all = params.primitive != VKSCAN_PRIMITIVE_INCLUSIVE_SCAN &&
                     fold->algorithm != VKSCAN_ALGORITHM_AUTO && !amd->table;

    for (size_t i = 0; i < (all ? COUNT_OF(ops) : 1); i++) {
        params.op = ops[i];
        if (params.op == VKSCAN_OP_ADD ||
            sized_query_plan(&query, &params, NULL) != VK_ERROR_VALIDATION_FAILED_EXT)
            compile_named(amd, context, fold->ignored, &params);
    }
}

/* Scalars of 32 bits alone: the others would take minutes, and lookahead of vectors of three and
 * four words spills on GFX1100 with Mesa 22.3.6. */
static void compile_fold(struct amd *amd, const struct fold *fold)
{
    vkscan_context *context =
        open_context(amd, fold->ignored, vkscan_algorithm_name(fold->algorithm));

    for (vkscan_primitive p = 0; context && p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
        for (vkscan_type t = VKSCAN_TYPE_NONE + 1; t <= VKSCAN_TYPE_F32; t++)
            for (uint32_t k = fold->least; k <= fold->most; k += fold->step)
                if (fold->primitives & 1u << p && (t == VKSCAN_TYPE_U32 || !amd->table))
                    compile_ops(amd, context, fold,
                                (vkscan_plan_params){.primitive = p,
                                                     .type = t,
                                                     .algorithm = fold->algorithm,
                                                     .access = fold->access,
                                                     .capacity = UINT64_C(1) << k});
    vkscan_context_destroy(context);
}

/* Whether AUTO has other kernels without the capabilities. */
static bool depends_on(const vkscan_plan_params *params, uint32_t ignored)
{
    const bool has_none = params->primitive == VKSCAN_PRIMITIVE_SORT || is_of_segments(params);

    return !is_histogram(params) && !has_one_algorithm(params) && !params->algorithm &&
           !(has_none && ignored == NO_INT64_ATOMICS);
}

/* Histograms by addresses too. */
static void compile_others(struct amd *amd, uint32_t ignored)
{
    vkscan_context *context = open_context(amd, ignored, "others");

    for (size_t i = 0; context && i < (amd->table ? IN_TABLE : COUNT_OF(others)); i++) {
        vkscan_plan_params params = others[i];
        if (is_histogram(&params))
            params.determinism = VKSCAN_DETERMINISM_FASTEST;
        if (ignored && !depends_on(&params, ignored))
            continue;
        compile_named(amd, context, ignored, &params);
        params.access = VKSCAN_ACCESS_ADDRESSES;
        if (is_histogram(&params)) /* has fewer plans than the others */
            compile_named(amd, context, ignored, &params);
    }
    vkscan_context_destroy(context);
}

/* Each in a context of its own, as pipelines that a context has already are not told again. */
static void compile_inferred(struct amd *amd)
{
    for (size_t i = 0; i < COUNT_OF(inferred); i++) {
        vkscan_context *context = open_context(amd, 0, inferred[i].name);
        vkscan_plan_info info = {.struct_size = sizeof(info)};
        const vkscan_context_params query = context_params(amd, 0);
        char name[200];
        if (context && sized_query_plan(&query, &inferred[i].params, &info) == VK_SUCCESS) {
            snprintf(name, sizeof(name), "%s | %s", inferred[i].name,
                     vkscan_algorithm_name(info.algorithm));
            compile(amd, context, &inferred[i].params, name);
        }
        vkscan_context_destroy(context);
    }
}

static void compile_production(struct amd *amd)
{
    for (size_t i = 0; i < COUNT_OF(folds); i++)
        compile_fold(amd, &folds[i]);
    compile_others(amd, 0);
    compile_others(amd, NO_INT64_ATOMICS);
    compile_others(amd, NO_SUBGROUPS);
}

/* ---- the program ---- */

static int skip(const char *why)
{
    fprintf(stderr, "test_amd: %s\n", why);
    return getenv("VKSCAN_REQUIRE_DEVICE") ? EXIT_FAILURE : SKIPPED;
}

static int compile_all(struct amd *amd)
{
    if (!has_extension(amd->physical_device, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME))
        return skip("the driver has no VK_KHR_pipeline_executable_properties");
    if (!create_device(amd))
        return skip("the driver gives no device");
    if (amd->table)
        puts("| family | plan and pipeline | threads | tile | lanes | VGPRs | SGPRs | LDS | spills "
             "| waves | code |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    if (amd->policies)
        compile_inferred(amd);
    else
        compile_production(amd);
    vkDestroyDevice(amd->device, NULL);
    fprintf(stderr, "%s: %u pipelines, %u failures\n", amd->family, amd->pipelines, amd->failures);
    return amd->failures || amd->pipelines == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The compiler complains on standard error, of instructions that it does not know, and goes on.
 * Copies what was written to `log` there; returns the number of complaints. */
static unsigned restore_errors(FILE *log, int errors)
{
    unsigned complaints = 0;
    char line[1024];

    fflush(stderr);
    dup2(errors, STDERR_FILENO);
    close(errors);
    rewind(log);
    while (fgets(line, sizeof(line), log)) {
        complaints += strstr(line, "ACO ERROR") || strstr(line, "Unimplemented");
        fputs(line, stderr);
    }
    fclose(log);
    return complaints;
}

static int compile_and_listen(struct amd *amd)
{
    const int errors = dup(STDERR_FILENO);
    FILE *log = tmpfile();

    if (errors < 0 || !log || dup2(fileno(log), STDERR_FILENO) < 0) {
        perror("test_amd");
        return EXIT_FAILURE;
    }
    const int status = compile_all(amd);
    const unsigned complaints = restore_errors(log, errors);
    if (complaints > 0)
        fprintf(stderr, "%s: %u complaints of the compiler\n", amd->family, complaints);
    return complaints > 0 ? EXIT_FAILURE : status;
}

int main(int argc, char **argv)
{
    static struct amd amd;
    int first = 1, status;

    amd.table = argc > 1 && strcmp(argv[1], "--table") == 0;
    amd.policies = argc > 1 && strcmp(argv[1], "--policies") == 0;
    first += amd.table || amd.policies;
    if (amd.policies && argc > 3 && strcmp(argv[2], "--tuning") == 0) {
        char error[TUNING_ERROR_SIZE];
        if (!tuning_parse(argv[3], &amd.tuning, error)) {
            fprintf(stderr, "test_amd: %s\n", error);
            return 2;
        }
        first = 4;
    }
    if (first == argc) {
        fputs("Usage: test_amd [--table | --policies [--tuning POLICIES]] FAMILY [NAME]...\n",
              stderr);
        return 2;
    }
    if (volkInitialize() != VK_SUCCESS)
        return skip("no Vulkan loader");
    amd.family = argv[first];
    for (int i = first; i < argc; i++)
        if (knows_family(argv[i]) && find_family(&amd, argv[i])) {
            status = compile_and_listen(&amd);
            vkDestroyInstance(amd.instance, NULL);
            return status;
        }
    return skip("no device of the family: needs Mesa's RADV");
}
