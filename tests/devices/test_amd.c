/* SPDX-License-Identifier: MIT */
/*
 * Compiles every production pipeline for an AMD family with Mesa's RADV, which makes a device
 * without hardware where RADV_FORCE_FAMILY names one. Fails where a pipeline is refused, spills
 * registers or uses scratch memory, or where the compiler complains. Nothing is run.
 *
 * test_amd [--table] FAMILY [NAME]...: NAME is what other versions of Mesa call the family. For the
 * table it compiles sums of u32 alone.
 */
#define _POSIX_C_SOURCE 200809L /* fork, setenv */

#include "statistics.h"
#include "../support/sized_params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vkscan/operators/in_front_f32x4.h>
#include <vkscan/vkscan.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define SKIPPED 77
#define MOST_STAGES 8

#define REDUCES (1u << VKSCAN_PRIMITIVE_REDUCE)
#define SCANS (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)

/* What AUTO may take, and AUTO itself for the shapes that it takes at other capacities. */
static const struct subject {
    vkscan_algorithm algorithm;
    unsigned primitives;
    uint32_t ignored;           /* capabilities */
    uint32_t least, most, step; /* capacities as powers of two */
    vkscan_access access;
} subjects[] = {
    {VKSCAN_ALGORITHM_BLELLOCH, REDUCES | SCANS, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_SUBGROUP, REDUCES | SCANS, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_LOOKBACK, SCANS, 0, 14, 26, 12, 0}, /* tiles by index, and by tickets */
    {VKSCAN_ALGORITHM_LOOKBACK, SCANS, VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, 14, 26, 12, 0},
    {VKSCAN_ALGORITHM_LOOKAHEAD, SCANS, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_SINGLE, REDUCES, 0, 26, 26, 1, 0},
    {VKSCAN_ALGORITHM_AUTO, REDUCES | SCANS, 0, 10, 28, 6, 0},
    {VKSCAN_ALGORITHM_AUTO, REDUCES | SCANS, 0, 28, 28, 1, VKSCAN_ACCESS_ADDRESSES},
    {VKSCAN_ALGORITHM_LOOKAHEAD, SCANS, 0, 26, 26, 1, VKSCAN_ACCESS_ADDRESSES},
};

/* Scanned by the hardware; only reduced by it; and one that floats do not have. */
static const vkscan_op ops[] = {VKSCAN_OP_ADD, VKSCAN_OP_MUL, VKSCAN_OP_MIN, VKSCAN_OP_XOR};

struct amd {
    const char *family;
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    vkscan_device_info info;
    vkscan_device_features features;
    bool table;
    unsigned pipelines, failures;
};

static void print_message(void *user, VkResult result, const char *message)
{
    (void)user;
    fprintf(stderr, "VkResult %d: %s\n", (int)result, message);
}

static vkscan_context_params context_params(const struct amd *amd, uint32_t ignored)
{
    return (vkscan_context_params){
        .struct_size = sizeof(vkscan_context_params),
        .instance = amd->instance,
        .physical_device = amd->physical_device,
        .device = amd->device,
        .get_instance_proc_addr = statistics_get_instance_proc_addr,
        .enabled_features = amd->device ? &amd->features.features : NULL,
        .ignored_capabilities = ignored,
    };
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
    const char *extensions[COUNT_OF(amd->info.extensions) + 1];
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
    memcpy(extensions, amd->info.extensions, sizeof(amd->info.extensions));
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
        if (amd->table)
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

/* ---- scans and reductions ---- */

/* AUTO is told with what it takes. */
static void name_plan(char *name, size_t size, const struct amd *amd, const struct subject *subject,
                      const vkscan_plan_params *params)
{
    const vkscan_context_params query = context_params(amd, subject->ignored);
    vkscan_plan_info info = {.struct_size = sizeof(vkscan_plan_info),
                             .algorithm = params->algorithm};

    sized_query_plan(&query, params, &info);
    snprintf(name, size, "%s%s%s%s %s %s %s, capacity %llu",
             subject->algorithm == VKSCAN_ALGORITHM_AUTO ? "auto: " : "",
             vkscan_algorithm_name(info.algorithm),
             subject->ignored ? " without 64-bit atomics" : "",
             subject->access == VKSCAN_ACCESS_ADDRESSES ? " by addresses" : "",
             vkscan_primitive_name(params->primitive), vkscan_op_name(params->op),
             vkscan_type_name(params->type), (unsigned long long)params->capacity);
}

/* Operators other than add are left out of types that do not have them. */
static void compile_ops(struct amd *amd, vkscan_context *context, const struct subject *subject,
                        vkscan_plan_params params)
{
    const vkscan_context_params query = context_params(amd, subject->ignored);
    /* Whether a scan is exclusive is one branch at its end: once is enough. */
    const bool all = params.primitive != VKSCAN_PRIMITIVE_INCLUSIVE_SCAN &&
                     subject->algorithm != VKSCAN_ALGORITHM_AUTO && !amd->table;

    for (size_t i = 0; i < (all ? COUNT_OF(ops) : 1); i++) {
        char name[160];
        params.op = ops[i];
        name_plan(name, sizeof(name), amd, subject, &params);
        if (params.op == VKSCAN_OP_ADD ||
            sized_query_plan(&query, &params, NULL) != VK_ERROR_VALIDATION_FAILED_EXT)
            compile(amd, context, &params, name);
    }
}

/* Scalars of 32 bits alone: the others would take minutes, and lookback of vectors of three and
 * four words spills on GFX1100. */
static void compile_subject(struct amd *amd, const struct subject *subject)
{
    vkscan_context *context =
        open_context(amd, subject->ignored, vkscan_algorithm_name(subject->algorithm));

    for (vkscan_primitive p = 0; context && p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
        for (vkscan_type t = VKSCAN_TYPE_DEFAULT + 1; t <= VKSCAN_TYPE_F32; t++)
            for (uint32_t k = subject->least; k <= subject->most; k += subject->step)
                if (subject->primitives & 1u << p && (t == VKSCAN_TYPE_U32 || !amd->table))
                    compile_ops(amd, context, subject,
                                (vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params),
                                                     .primitive = p,
                                                     .type = t,
                                                     .algorithm = subject->algorithm,
                                                     .access = subject->access,
                                                     .capacity = UINT64_C(1) << k});
    vkscan_context_destroy(context);
}

/* ---- sorts ---- */

/* Of keys of one word and of two, alone and with values; in a table the first ones. */
static const struct {
    vkscan_type type;
    uint32_t value_size;
} sorts[] = {
    {VKSCAN_TYPE_U32, 0}, {VKSCAN_TYPE_U32, 4}, {VKSCAN_TYPE_F32, 16},
    {VKSCAN_TYPE_U8, 0},  {VKSCAN_TYPE_U64, 0}, {VKSCAN_TYPE_F64, 8},
};

static void compile_sorts(struct amd *amd, uint32_t ignored, const char *what)
{
    vkscan_context *context = open_context(amd, ignored, "sort");

    for (size_t i = 0; context && i < (amd->table ? 2 : COUNT_OF(sorts)); i++) {
        const vkscan_sort_params sort = {.struct_size = sizeof(vkscan_sort_params),
                                         .value_size = sorts[i].value_size};
        const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                           .primitive = VKSCAN_PRIMITIVE_SORT,
                                           .type = sorts[i].type,
                                           .capacity = UINT64_C(1) << 24,
                                           .sort = &sort};
        char name[160];
        snprintf(name, sizeof(name), "sort%s %s, values of %u bytes", what,
                 vkscan_type_name(params.type), sort.value_size);
        compile(amd, context, &params, name);
    }
    vkscan_context_destroy(context);
}

/* ---- selections ---- */

/* Elements of each class. */
#define ROW(primitive, type, criterion, algorithm)                                                 \
    VKSCAN_PRIMITIVE_##primitive, VKSCAN_TYPE_##type, VKSCAN_CRITERION_##criterion,                \
        VKSCAN_ALGORITHM_##algorithm
static const struct {
    vkscan_primitive primitive;
    vkscan_type type;
    vkscan_criterion criterion;
    vkscan_algorithm algorithm;
    vkscan_criterion second; /* of three ways */
    bool in_place;
} selections[] = {
    {ROW(SELECT, U32, FLAG_BYTES, AUTO), 0, false},
    {ROW(SELECT, F32, GREATER, AUTO), 0, false},
    {ROW(SELECT, U8, FLAG_BITS, AUTO), 0, false},
    {ROW(PARTITION, F16, LESS_EQUAL, AUTO), 0, false},
    {ROW(SELECT, F16, LESS_EQUAL, AUTO), 0, false},
    {ROW(PARTITION, F64, LESS, AUTO), 0, false},
    {ROW(SELECT, F64, LESS, AUTO), 0, false},
    {ROW(SELECT, F32X3, EQUAL, AUTO), 0, false},
    {ROW(UNIQUE, U32, FLAG_BYTES, AUTO), 0, false},
    {ROW(UNIQUE, U32X4, FLAG_BYTES, AUTO), 0, false},
    {ROW(SELECT, U32, FLAG_BYTES, LOOKAHEAD), 0, false},
    {ROW(SELECT, F32, GREATER, LOOKAHEAD), 0, false},
    {ROW(SELECT, DEFAULT, PREDICATE, AUTO), 0, false},
    {ROW(PARTITION, F32, LESS, AUTO), VKSCAN_CRITERION_GREATER, false},
    {ROW(PARTITION, F64, LESS, AUTO), VKSCAN_CRITERION_GREATER, true},
    {ROW(SELECT, U8, LESS, AUTO), 0, true},
};
#undef ROW

static void compile_selections(struct amd *amd, uint32_t ignored, const char *what)
{
    vkscan_context *context = open_context(amd, ignored, "select");

    for (size_t i = 0; context && i < COUNT_OF(selections); i++) {
        const vkscan_criterion second = selections[i].second;
        const bool in_place = selections[i].in_place;
        const vkscan_select_params select = {.struct_size = sizeof(vkscan_select_params),
                                             .criterion = selections[i].criterion,
                                             .outputs = 7,
                                             .second_criterion = second,
                                             .ways = second ? 3 : 2,
                                             .flags = in_place ? VKSCAN_SELECT_IN_PLACE_BIT : 0};
        if (selections[i].algorithm && ignored)
            continue;
        const bool predicate = select.criterion == VKSCAN_CRITERION_PREDICATE;
        const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                           .primitive = selections[i].primitive,
                                           .type = selections[i].type,
                                           .user_operator =
                                               predicate ? &vkscan_in_front_f32x4 : NULL,
                                           .algorithm = selections[i].algorithm,
                                           .capacity = UINT64_C(1) << 24,
                                           .select = &select};
        char name[160];
        snprintf(name, sizeof(name), "%s%s %s by %s%s%s, %s%s",
                 vkscan_primitive_name(params.primitive), what, vkscan_type_name(params.type),
                 vkscan_criterion_name(select.criterion), second ? " and " : "",
                 second ? vkscan_criterion_name(second) : "",
                 vkscan_algorithm_name(params.algorithm), in_place ? ", in place" : "");
        compile(amd, context, &params, name);
    }
    vkscan_context_destroy(context);
}

/* ---- histograms ---- */

/* Counters in shared memory and in the output; of even bins, by edges, and with weights. */
static const struct {
    vkscan_type type;
    vkscan_histogram_params histogram;
} histograms[] = {
    {VKSCAN_TYPE_U8, {.binning = VKSCAN_BINNING_VALUES, .bins = 256}},
    {VKSCAN_TYPE_U8, {.bins = 64, .last = 256, .channels = 4, .counted = 3}},
    {VKSCAN_TYPE_U32, {.bins = 256, .last = 4294967296.0, .flags = VKSCAN_HISTOGRAM_OUTSIDE_BIT}},
    {VKSCAN_TYPE_I32, {.bins = 1 << 16, .last = 1 << 20}},
    {VKSCAN_TYPE_F32, {.bins = 1 << 10, .last = 1, .weights = VKSCAN_WEIGHTS_F32}},
    {VKSCAN_TYPE_F32, {.binning = VKSCAN_BINNING_EDGES, .bins = 1 << 12}},
    {VKSCAN_TYPE_F64, {.bins = 256, .last = 1, .weights = VKSCAN_WEIGHTS_U32}},
    {VKSCAN_TYPE_F64, {.binning = VKSCAN_BINNING_EDGES, .bins = 100}},
};

static void compile_histograms(struct amd *amd)
{
    vkscan_context *context = open_context(amd, 0, "histogram");

    for (size_t i = 0; context && i < COUNT_OF(histograms); i++)
        for (vkscan_access access = 0; access <= VKSCAN_ACCESS_ADDRESSES; access += 2) {
            const vkscan_histogram_params *h = &histograms[i].histogram;
            const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                               .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                               .type = histograms[i].type,
                                               .access = access,
                                               .capacity = UINT64_C(1) << 24,
                                               .determinism = VKSCAN_DETERMINISM_FASTEST,
                                               .histogram = h};
            char name[160];
            snprintf(name, sizeof(name), "histogram%s %s, %u bins, binning %d, weights %d",
                     access ? " by addresses" : "", vkscan_type_name(params.type), h->bins,
                     (int)h->binning, (int)h->weights);
            compile(amd, context, &params, name);
        }
    vkscan_context_destroy(context);
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
    for (size_t i = 0; i < COUNT_OF(subjects); i++)
        compile_subject(amd, &subjects[i]);
    compile_sorts(amd, 0, "");
    compile_sorts(amd, VKSCAN_CAPABILITY_SUBGROUPS_BIT, " without subgroups");
    compile_selections(amd, 0, "");
    compile_selections(amd, VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, " without 64-bit atomics");
    compile_selections(amd, VKSCAN_CAPABILITY_SUBGROUPS_BIT, " without subgroups");
    compile_histograms(amd);
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
    struct amd amd = {0};
    int first = 1, status;

    if (argc > 1 && strcmp(argv[1], "--table") == 0) {
        amd.table = true;
        first = 2;
    }
    if (first == argc) {
        fputs("Usage: test_amd [--table] FAMILY [NAME]...\n", stderr);
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
