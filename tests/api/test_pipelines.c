/* SPDX-License-Identifier: MIT */
/* Pipelines are shared, looked up and named; runs are labelled; versions are compared. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"
#include "platform.h"
#include "port_buffers.h"
#include "refusals.h"

/* ---- what the library calls ---- */

static struct {
    atomic_uint compiled;
    unsigned destroyed;
    VkPipelineCreateFlags flags; /* of the last pipeline */
    VkPipelineCache cache;       /* that it was looked up in */
    bool feedback;               /* it was to be told of */
    unsigned layouts;
    uint64_t addresses;                           /* all that kernels were given, or-ed */
    uint32_t room_for_sets, room_for_descriptors; /* in the last pool */
    uint32_t sets;
    char names[3][64];    /* of the last pipeline, pool and set */
    char label[64];       /* of the last run */
    char inner_label[64]; /* of the last pass */
    int open_labels;
} seen;

/* Notes what a function is called with, and calls it. */
#define SEE(result, name, note, parameters, arguments)                                             \
    static VKAPI_ATTR result VKAPI_CALL see_##name parameters                                      \
    {                                                                                              \
        note;                                                                                      \
        return vk##name arguments;                                                                 \
    }

/* Tells of the creation, in the driver's place: 7 ns, and from a cache. */
static VKAPI_ATTR VkResult VKAPI_CALL
see_CreateComputePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                           const VkComputePipelineCreateInfo *infos,
                           const VkAllocationCallbacks *allocator, VkPipeline *pipelines)
{
    const VkPipelineCreationFeedbackCreateInfo *feedback = infos->pNext;
    VkComputePipelineCreateInfo info = *infos;

    assert_int_equal(count, 1);
    info.pNext = NULL;
    seen.compiled++;
    seen.flags = info.flags;
    seen.cache = cache;
    seen.feedback = feedback != NULL;
    if (feedback)
        *feedback->pPipelineCreationFeedback = (VkPipelineCreationFeedback){
            VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT |
                VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT,
            7};
    return vkCreateComputePipelines(device, cache, 1, &info, allocator, pipelines);
}

SEE(VkResult, CreateDescriptorPool,
    (seen.room_for_sets = info->maxSets,
     seen.room_for_descriptors = info->pPoolSizes[0].descriptorCount),
    (VkDevice device, const VkDescriptorPoolCreateInfo *info,
     const VkAllocationCallbacks *allocator, VkDescriptorPool *pool),
    (device, info, allocator, pool))
SEE(VkResult, AllocateDescriptorSets, seen.sets += info->descriptorSetCount,
    (VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *sets),
    (device, info, sets))
SEE(VkResult, CreatePipelineLayout, seen.layouts++,
    (VkDevice device, const VkPipelineLayoutCreateInfo *info,
     const VkAllocationCallbacks *allocator, VkPipelineLayout *layout),
    (device, info, allocator, layout))

static VKAPI_ATTR void VKAPI_CALL see_CmdPushConstants(VkCommandBuffer commands,
                                                       VkPipelineLayout layout,
                                                       VkShaderStageFlags stages, uint32_t offset,
                                                       uint32_t size, const void *values)
{
    const struct push *push = values;

    seen.addresses |= push->input_address | push->output_address | push->auxiliary_address;
    vkCmdPushConstants(commands, layout, stages, offset, size, values);
}

static VKAPI_ATTR VkResult VKAPI_CALL
see_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *info)
{
    static const VkObjectType types[] = {VK_OBJECT_TYPE_PIPELINE, VK_OBJECT_TYPE_DESCRIPTOR_POOL,
                                         VK_OBJECT_TYPE_DESCRIPTOR_SET};

    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (info->objectType == types[i])
            snprintf(seen.names[i], sizeof(seen.names[i]), "%s", info->pObjectName);
    return vkSetDebugUtilsObjectNameEXT ? vkSetDebugUtilsObjectNameEXT(device, info) : VK_SUCCESS;
}

static atomic_int failures_to_come;   /* of pipelines that are counted */
static void (*while_compiling)(void); /* NULL: nothing happens meanwhile */

/* Nothing is compiled: each pipeline is a number of its own. */
static VKAPI_ATTR VkResult VKAPI_CALL count_pipelines(VkDevice device, VkPipelineCache cache,
                                                      uint32_t count,
                                                      const VkComputePipelineCreateInfo *infos,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkPipeline *pipelines)
{
    (void)device, (void)cache, (void)count, (void)infos, (void)allocator;
    if (while_compiling)
        while_compiling();
    *pipelines = (VkPipeline)(uintptr_t)1; /* undefined after a failure */
    if (failures_to_come > 0 && failures_to_come-- > 0)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    *pipelines = (VkPipeline)(uintptr_t)++seen.compiled;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL forget_pipeline(VkDevice device, VkPipeline pipeline,
                                                  const VkAllocationCallbacks *allocator)
{
    (void)device, (void)allocator;
    seen.destroyed += pipeline != VK_NULL_HANDLE;
}

static VKAPI_ATTR VkResult VKAPI_CALL make_no_module(VkDevice device,
                                                     const VkShaderModuleCreateInfo *info,
                                                     const VkAllocationCallbacks *allocator,
                                                     VkShaderModule *module)
{
    (void)device, (void)info, (void)allocator;
    *module = (VkShaderModule)(uintptr_t)1;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL forget_module(VkDevice device, VkShaderModule module,
                                                const VkAllocationCallbacks *allocator)
{
    (void)device, (void)module, (void)allocator;
}

static VKAPI_ATTR void VKAPI_CALL see_CmdBeginDebugUtilsLabelEXT(VkCommandBuffer commands,
                                                                 const VkDebugUtilsLabelEXT *label)
{
    (void)commands;
    snprintf(seen.open_labels ? seen.inner_label : seen.label, sizeof(seen.label), "%s",
             label->pLabelName);
    seen.open_labels++;
}

static VKAPI_ATTR void VKAPI_CALL see_CmdEndDebugUtilsLabelEXT(VkCommandBuffer commands)
{
    (void)commands;
    seen.open_labels--;
}

static bool compiling = true; /* or counting alone */
static bool labels;           /* whether the device has them */
static const char *absent;    /* a function that is missing; NULL: none */
static uint32_t version;      /* the device's, as it tells it; 0: its own */

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device,
                                                                    const char *name)
{
    const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } rows[] = {
#define SEEN(name) {"vk" #name, (PFN_vkVoidFunction)see_##name}
        {"vkCreateComputePipelines", compiling ? (PFN_vkVoidFunction)see_CreateComputePipelines
                                               : (PFN_vkVoidFunction)count_pipelines},
        {"vkDestroyPipeline", compiling ? NULL : (PFN_vkVoidFunction)forget_pipeline},
        {"vkCreateShaderModule", compiling ? NULL : (PFN_vkVoidFunction)make_no_module},
        {"vkDestroyShaderModule", compiling ? NULL : (PFN_vkVoidFunction)forget_module},
        SEEN(CreateDescriptorPool),
        SEEN(AllocateDescriptorSets),
        SEEN(CmdPushConstants),
        SEEN(CreatePipelineLayout),
        SEEN(SetDebugUtilsObjectNameEXT),
        SEEN(CmdBeginDebugUtilsLabelEXT),
        SEEN(CmdEndDebugUtilsLabelEXT),
#undef SEEN
    };

    if (absent && strcmp(name, absent) == 0)
        return NULL;
    if (version >= VK_MAKE_API_VERSION(0, 1, 4, 0) && strstr(name, "PushDescriptorSetKHR"))
        return (PFN_vkVoidFunction)see_CmdEndDebugUtilsLabelEXT; /* not enabled, so not called */
    if (strcmp(name, "vkCmdPushDescriptorSet") == 0)
        return version ? vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR") : NULL;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(name, rows[i].name) == 0 && rows[i].function)
            return !labels && strstr(name, "DebugUtils") ? NULL : rows[i].function;
    return vkGetDeviceProcAddr(device, name);
}

static VKAPI_ATTR void VKAPI_CALL see_features(VkPhysicalDevice device,
                                               VkPhysicalDeviceFeatures2 *features)
{
    struct features_1_4 *of_1_4 = features->pNext;

    vkGetPhysicalDeviceFeatures2(device, features);
    if (of_1_4 && of_1_4->type == TYPE_FEATURES_1_4)
        of_1_4->push_descriptor = version >= VK_MAKE_API_VERSION(0, 1, 4, 0);
}

static VKAPI_ATTR void VKAPI_CALL see_properties(VkPhysicalDevice device,
                                                 VkPhysicalDeviceProperties2 *properties)
{
    vkGetPhysicalDeviceProperties2(device, properties);
    properties->properties.apiVersion = version ? version : properties->properties.apiVersion;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance,
                                                                      const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_function;
    if (strcmp(name, "vkGetPhysicalDeviceFeatures2") == 0)
        return (PFN_vkVoidFunction)see_features;
    if (strcmp(name, "vkGetPhysicalDeviceProperties2") == 0)
        return (PFN_vkVoidFunction)see_properties;
    if (strcmp(name, "vkCreateDebugUtilsMessengerEXT") == 0)
        return labels ? (PFN_vkVoidFunction)see_CmdEndDebugUtilsLabelEXT : NULL; /* not called */
    return vkGetInstanceProcAddr(instance, name);
}

static vkscan_context *open_context(struct harness *h, uint32_t ignored, VkPipelineCache cache)
{
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    params.get_instance_proc_addr = get_instance_function;
    params.ignored_capabilities = ignored;
    params.pipeline_cache = cache;
    memset(&seen, 0, sizeof(seen));
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    return context;
}

/* Opens a context in which nothing is compiled, but counted. */
static vkscan_context *open_counting_context(struct harness *h)
{
    compiling = false;
    vkscan_context *context = open_context(h, 0, VK_NULL_HANDLE);
    compiling = true;
    return context;
}

static VkResult try_plan(vkscan_context *context, const vkscan_plan_params *params)
{
    vkscan_plan *plan = UNTOUCHED;
    const VkResult result = sized_plan_create(context, params, &plan);

    assert_true(result == VK_SUCCESS ? plan != NULL && plan != UNTOUCHED : plan == NULL);
    vkscan_plan_destroy(plan);
    return result;
}

static const vkscan_plan_params blelloch = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                            .type = VKSCAN_TYPE_U32,
                                            .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                            .capacity = 1000};

/* ---- sharing ---- */

/* All that a pipeline is made of. */
struct made {
    VkPipeline pipeline;
    struct planned_stage stage;
    const char *class;
    uint32_t subgroup_size;
    vkscan_access access;
};

static struct made all_made[2048];
static size_t made_count;

static bool is_made_of_the_same(const struct made *a, const struct made *b)
{
    const struct constants *of_a = &a->stage.constants, *of_b = &b->stage.constants;

    if (strcmp(a->stage.module, b->stage.module) || strcmp(a->class, b->class) ||
        a->subgroup_size != b->subgroup_size || a->access != b->access ||
        of_a->count != of_b->count)
        return false;
    for (uint32_t i = 0; i < of_a->count; i++)
        if (of_a->id[i] != of_b->id[i] || of_a->value[i] != of_b->value[i])
            return false;
    return true;
}

/* The same pipeline as those of the same, and as no others. */
static void check_made(const struct made *made)
{
    bool is_new = true;

    for (size_t i = 0; i < made_count; i++) {
        const bool same = is_made_of_the_same(made, &all_made[i]);
        assert_int_equal(made->pipeline == all_made[i].pipeline, same);
        is_new = is_new && !same;
    }
    if (!is_new)
        return;
    assert_true(made_count < COUNT_OF(all_made));
    all_made[made_count++] = *made;
}

static void check_pipelines_of(vkscan_context *context, const vkscan_plan_params *params)
{
    const struct report quiet = {0};
    struct plan planned;
    vkscan_plan *plan;

    if (vks_plan_resolve(&context->caps, params, &quiet, &planned) != VK_SUCCESS)
        return;
    assert_int_equal(sized_plan_create(context, params, &plan), VK_SUCCESS);
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES && planned.stages[i].module; i++)
        check_made(&(struct made){plan->pipelines.handles[i], planned.stages[i],
                                  planned.computation.class, planned.subgroup_size,
                                  params->access});
    vkscan_plan_destroy(plan);
}

/* Another capacity compiles nothing, another access all. */
TEST(pipelines_are_shared_where_all_is_the_same)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U32, VKSCAN_TYPE_I32, VKSCAN_TYPE_F32,
                                        VKSCAN_TYPE_U8, VKSCAN_TYPE_I64};

    vkscan_context *context = open_counting_context(h);
    made_count = 0;
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
        for (size_t t = 0; t < COUNT_OF(types); t++)
            for (vkscan_op op = 0; vkscan_op_name(op); op++)
                for (vkscan_algorithm a = 0; vkscan_algorithm_name(a); a = next_algorithm(a))
                    for (vkscan_access access = 0; vks_access(access); access++)
                        for (uint64_t capacity = 1000; capacity <= 2000; capacity += 1000)
                            check_pipelines_of(context, &(vkscan_plan_params){.primitive = p,
                                                                              .op = op,
                                                                              .type = types[t],
                                                                              .algorithm = a,
                                                                              .capacity = capacity,
                                                                              .access = access});
    assert_true(made_count > 0);
    assert_int_equal(seen.compiled, made_count);
    vkscan_context_destroy(context);
    assert_int_equal(seen.destroyed, made_count);
}

/* ---- threads ---- */

#define THREADS 4

/* A plan of several pipelines. */
static const vkscan_plan_params radix = {.primitive = VKSCAN_PRIMITIVE_SORT,
                                         .type = VKSCAN_TYPE_U32,
                                         .algorithm = VKSCAN_ALGORITHM_RADIX,
                                         .capacity = 100000};

static vkscan_plan *create_deferred(vkscan_context *context, vkscan_plan_params params)
{
    vkscan_plan *plan;

    params.flags |= VKSCAN_PLAN_DEFER_PIPELINES_BIT;
    assert_int_equal(sized_plan_create(context, &params, &plan), VK_SUCCESS);
    return plan;
}

/* Compiling takes time, in which others ask for the same. */
static void take_time(void)
{
    const double start = platform_now_ms();

    while (platform_now_ms() - start < 10)
        ;
}

struct work {
    vkscan_context *context;
    vkscan_plan *plans[THREADS];
    uint32_t count; /* pipelines of a plan */
    bool looks_up;
    atomic_int failed;
};

static void create_until_it_succeeds(void *user, unsigned thread)
{
    struct work *work = user;
    vkscan_plan_params params = radix;

    params.flags = work->looks_up ? VKSCAN_PLAN_COMPILE_NOTHING_BIT : 0;
    while (sized_plan_create(work->context, &params, &work->plans[thread]) != VK_SUCCESS)
        work->failed++;
    vkscan_plan_destroy(work->plans[thread]);
}

/* The first thread waits until it could record a run, the others compile all plans. */
static void compile_or_wait(void *user, unsigned thread)
{
    struct work *work = user;

    for (uint32_t i = 0; i < THREADS * work->count; i++) {
        const uint32_t index = (i + thread) % work->count;
        vkscan_plan *plan = work->plans[i / work->count];
        vkscan_pipeline_info info = {.struct_size = sizeof(info)};
        if (thread > 0)
            work->failed += vkscan_plan_compile(plan, index) != VK_SUCCESS;
        while (!info.compiled)
            work->failed += vkscan_plan_get_pipeline(plan, index, &info) != VK_SUCCESS;
        work->failed += !plan->pipelines.handles[plan->pipelines.stages[index]];
    }
}

/* A thread that waited for one that failed tries by itself. At last all look the pipelines up. */
TEST(threads_compile_equal_pipelines_once)
{
    struct work work = {.context = open_counting_context(h)};

    while_compiling = take_time;
    for (int failures = 0; failures < 4 + work.context->pipelines.cache_control; failures++) {
        const bool defers = failures == 3;
        work.looks_up = failures == 4;
        for (int i = 0; i < THREADS; i++)
            work.plans[i] = defers ? create_deferred(work.context, radix) : NULL;
        work.count = defers ? sized_plan_info(work.plans[0]).pipeline_count : work.count;
        work.failed = 0;
        failures_to_come = failures % 4 % 3;
        platform_run_threads(THREADS, defers ? compile_or_wait : create_until_it_succeeds, &work);
        assert_int_equal(work.failed, failures % 4 % 3);
        for (int i = 0; i < THREADS && defers; i++)
            vkscan_plan_destroy(work.plans[i]);
        work.count = failures == 0 ? seen.compiled : work.count;
        vkscan_context_trim(work.context);
        assert_int_equal(seen.compiled, work.count);
        assert_int_equal(seen.destroyed, work.count);
        seen.compiled = seen.destroyed = 0;
    }
    assert_int_equal(work.count, 4);
    while_compiling = NULL;
    vkscan_context_destroy(work.context);
}

static vkscan_context *looked_up_in;
static VkResult looked_up;

static void look_up(void)
{
    vkscan_plan_params params = radix;

    params.flags = VKSCAN_PLAN_COMPILE_NOTHING_BIT;
    looked_up = try_plan(looked_up_in, &params);
}

TEST(looking_up_does_not_wait)
{
    looked_up_in = open_counting_context(h);
    while_compiling = look_up;
    vkscan_plan *plan = create_deferred(looked_up_in, radix);
    assert_int_equal(vkscan_plan_compile(plan, 0), VK_SUCCESS);
    while_compiling = NULL;
    assert_int_equal(looked_up, VK_PIPELINE_COMPILE_REQUIRED);
    failures_to_come = 1;
    assert_int_equal(vkscan_plan_compile(plan, 1), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    vkscan_plan_destroy(plan);
    vkscan_context_destroy(looked_up_in);
    assert_int_equal(seen.compiled, 1);
    assert_int_equal(seen.destroyed, 1); /* of one that failed there is nothing to destroy */
}

/* Compiles one pipeline after the other, with a run before each and after the last. */
static void check_deferred(struct harness *h, vkscan_context *context, bool told)
{
    char missing[] = "pipeline 0 of 4 is not compiled: call vkscan_plan_compile first";
    const struct port_buffers none = {.source = {0}};
    vkscan_plan_params params = blelloch;
    vkscan_pipeline_info info = {.struct_size = sizeof(info)};

    params.flags = VKSCAN_PLAN_DEFER_PIPELINES_BIT;
    params.access = VKSCAN_ACCESS_ADDRESSES;
    vkscan_plan *plan = harness_plan(context, params);
    const uint32_t count = sized_plan_info(plan).pipeline_count;
    for (uint32_t i = 0; i < count; i++) {
        harness_assert_error(h, port_buffers_run(plan, UNTOUCHED, &none, 1, NULL),
                             VK_ERROR_VALIDATION_FAILED_EXT, missing);
        missing[strlen("pipeline ")]++;
        assert_int_equal(vkscan_plan_get_pipeline(plan, i, &info), VK_SUCCESS);
        assert_true(!info.compiled && info.nanoseconds == 0);
        assert_int_equal(vkscan_plan_compile(plan, i), VK_SUCCESS);
        assert_int_equal(vkscan_plan_get_pipeline(plan, i, &info), VK_SUCCESS);
        assert_true(info.compiled && info.from_cache == told);
        assert_int_equal(info.nanoseconds, told ? 7 : 0);
        assert_non_null(strstr(info.kernel, "blelloch_"));
        assert_string_equal(info.element_class, "uint32");
    }
    harness_check_once(h, plan, (struct placement){.source_offset = 0}, params.capacity);
    harness_assert_error(h, vkscan_plan_compile(plan, count), VK_ERROR_VALIDATION_FAILED_EXT,
                         "index 4 is out of range: the plan has 4 pipelines");
}

/* Drivers are asked where they may be: by the extension's name, or with a structure of Vulkan 1.3.
 */
TEST(a_deferred_plan_runs_once_it_is_compiled)
{
    static const char *const names[] = {VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME};
    VkPhysicalDeviceVulkan13Features of_1_3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};

    if (harness_addresses(h) != VKSCAN_ACCESS_ADDRESSES)
        skip();
    for (int i = 0; i < 4; i++) {
        const bool told = i == 1 || i == 2;
        vkscan_context_params params = harness_context_params(h);
        vkscan_context *context;
        params.get_instance_proc_addr = get_instance_function;
        version = i == 3 ? VK_API_VERSION_1_2 : 0; /* its structure says nothing there */
        params.enabled_extensions = names;
        params.enabled_extension_count = i == 1;
        of_1_3.pNext = (void *)(uintptr_t)params.enabled_features;
        params.enabled_features = i >= 2 ? &of_1_3 : params.enabled_features;
        assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
        check_deferred(h, context, told);
        assert_int_equal(seen.feedback, told);
        harness_context_destroy(context);
    }
    version = 0;
}

/* ---- layouts and capabilities ---- */

/* Of the accesses that the context may use, each its own, by descriptors one more for plans with
 * second ports where the device has bindings for them; of others none. */
static unsigned expected_layouts(const struct harness *h, uint32_t ignored)
{
    const bool has_second = h->context->caps.max_storage_buffers >= BINDING_COUNT;
    unsigned expected = 0;

    for (vkscan_access access = 0; vks_access(access); access++)
        if (!(vks_access(access)->needs & ~(h->gpu.info.capabilities & ~ignored)))
            expected += has_second && access != VKSCAN_ACCESS_ADDRESSES ? 2 : 1;
    return expected;
}

TEST(layouts_are_of_what_the_context_may_use)
{
    static const uint32_t masks[] = {0, VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
                                     VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT, UINT32_MAX};

    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        vkscan_context *context = open_context(h, masks[i], VK_NULL_HANDLE);
        assert_int_equal(seen.layouts, expected_layouts(h, masks[i]));
        vkscan_context_destroy(context);
    }
    assert_in_range(seen.layouts, 1, 2);
}

static uint32_t capabilities_of(const vkscan_context_params *params)
{
    vkscan_device_info info = {.struct_size = sizeof(info)};

    assert_int_equal(vkscan_query_device(params, &info), VK_SUCCESS);
    return info.capabilities;
}

/* The extension has no feature to enable: the device's function tells. */
TEST(push_descriptors_are_those_that_were_enabled)
{
    vkscan_context_params params = harness_context_params(h);
    const uint32_t push = VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT;
    const uint32_t supported = h->gpu.info.capabilities & push;

    assert_int_equal(capabilities_of(&params) & push, supported);
    params.enabled_extension_count = 0;
    assert_int_equal(capabilities_of(&params) & push, 0);
    params.device = VK_NULL_HANDLE; /* all that is named would be enabled */
    assert_int_equal(capabilities_of(&params) & push, supported);
}

static void run_once(struct harness *h, vkscan_context *context, vkscan_access access)
{
    char label[] = "shadow sums";
    vkscan_plan_params params = blelloch;

    params.access = access;
    params.label = label;
    harness_check_once(h, harness_plan(context, params), (struct placement){0}, 1000);
}

/* Vulkan 1.4 has a feature for them and a function of its own; no extension is needed. */
TEST(push_descriptors_count_by_the_feature_of_1_4)
{
    struct features_1_4 features = {.type = TYPE_FEATURES_1_4};
    vkscan_context_params params = harness_context_params(h);
    const uint32_t push = VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT;
    const uint32_t supported = h->gpu.info.capabilities & push;
    vkscan_context *context;

    params.get_instance_proc_addr = get_instance_function;
    params.enabled_extension_count = 0;
    params.enabled_features = &features;
    version = VK_API_VERSION_1_3;
    assert_int_equal(capabilities_of(&params) & push, 0);
    features.push_descriptor = VK_TRUE;
    harness_assert_error(h, vkscan_context_create(&params, &context), INVALID,
                         "enabled_features sets pushDescriptor, which the device does not support");
    version = VK_MAKE_API_VERSION(0, 1, 4, 0);
    assert_int_equal(capabilities_of(&params) & push, supported);
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    if (supported)
        run_once(h, context, VKSCAN_ACCESS_PUSH_DESCRIPTORS);
    harness_context_destroy(context);
    for (int by_feature = 0; by_feature < 2; by_feature++) {
        version = by_feature ? VK_MAKE_API_VERSION(0, 1, 4, 0) : VK_API_VERSION_1_3;
        features.push_descriptor = VK_FALSE;
        assert_int_equal(vkscan_enable_features(&params, &features), VK_SUCCESS);
        assert_int_equal(features.push_descriptor, by_feature && supported);
    }
    version = 0;
}

TEST(the_memory_model_needs_its_device_scope)
{
    vkscan_context_params params = harness_context_params(h);
    VkPhysicalDeviceVulkanMemoryModelFeatures model = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
        .pNext = (void *)(uintptr_t)params.enabled_features,
        .vulkanMemoryModel = VK_TRUE,
    };
    VkPhysicalDeviceVulkan12Features core = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .vulkanMemoryModel = VK_TRUE,
    };
    const void *const enabled[] = {&model, &core};
    const uint32_t has = h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT;
    VkPhysicalDeviceVulkan12Features device = {.sType = core.sType};

    vkGetPhysicalDeviceFeatures2(
        h->gpu.physical_device,
        &(VkPhysicalDeviceFeatures2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                     .pNext = &device});
    if (!device.vulkanMemoryModelDeviceScope)
        skip();
    for (int i = 0; i < 4; i++) {
        const bool scope = i / 2;
        model.vulkanMemoryModelDeviceScope = core.vulkanMemoryModelDeviceScope = scope;
        params.enabled_features = enabled[i % 2];
        assert_int_equal(capabilities_of(&params) & VKSCAN_CAPABILITY_SUBGROUPS_BIT,
                         scope ? has : 0);
    }
}

/* ---- buffers ---- */

/* Drivers may give more than a pool has room for, but need not. */
TEST(pools_have_room_for_their_sets)
{
    vkscan_plan_params params = blelloch;
    vkscan_context *context = open_context(h, 0, VK_NULL_HANDLE);

    params.capacity = 100000;
    struct bound *bound =
        harness_bind(h, harness_plan(context, params), (struct placement){.source_offset = 0});
    assert_true(seen.sets > 1);
    assert_int_equal(seen.room_for_sets, seen.sets);
    assert_int_equal(seen.room_for_descriptors, seen.sets * BINDINGS_WITHOUT_SECOND);
    harness_unbind(h, bound);
    harness_context_destroy(context);
}

/* Kernels load and store vectors from there on, whatever alignment descriptors need. */
TEST(addresses_are_those_of_vectors)
{
    vkscan_plan_params params = blelloch;
    vkscan_context *context = open_context(h, 0, VK_NULL_HANDLE);

    params.access = VKSCAN_ACCESS_ADDRESSES;
    if (context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT) {
        context->caps.range_alignment = 4;
        harness_check_once(h, harness_plan(context, params), (struct placement){3, 6, 1, false},
                           1000);
        assert_true(seen.addresses != 0);
        assert_int_equal(seen.addresses % VECTOR_BYTES, 0);
    }
    harness_context_destroy(context);
}

/* ---- looking up ---- */

TEST(nothing_is_compiled_when_told_so)
{
    const uint32_t ignored[] = {0, VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT};
    const uint32_t can = h->gpu.info.capabilities & VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT;

    for (size_t i = 0; i < COUNT_OF(ignored); i++) {
        vkscan_context *context = open_context(h, ignored[i], VK_NULL_HANDLE);
        vkscan_plan_params params = blelloch;
        const unsigned messages = h->messages;
        params.op = VKSCAN_OP_XOR;
        params.flags = VKSCAN_PLAN_COMPILE_NOTHING_BIT;
        const VkResult result = try_plan(context, &params);
        /* A driver with a cache of its own may have it. */
        assert_true(result == VK_PIPELINE_COMPILE_REQUIRED || (i == 0 && result == VK_SUCCESS));
        /* The driver is asked if it can look up alone, and told to do no more than that. */
        assert_int_equal(seen.compiled > 0, i == 0 && can);
        assert_int_equal(seen.flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT ? 1
                                                                                               : 0,
                         seen.compiled > 0);
        params.flags = 0;
        assert_int_equal(try_plan(context, &params), VK_SUCCESS);
        assert_int_equal(seen.flags, 0);
        params.flags = VKSCAN_PLAN_COMPILE_NOTHING_BIT;
        params.capacity *= 2;
        assert_int_equal(try_plan(context, &params), VK_SUCCESS);
        assert_int_equal(h->messages, messages);
        vkscan_context_destroy(context);
    }
}

/* A cache whose data a disk has spoilt behind the header. */
TEST(a_damaged_pipeline_cache_does_no_harm)
{
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache cache;
    size_t size = 0;

    assert_int_equal(vkCreatePipelineCache(h->gpu.device, &info, NULL, &cache), VK_SUCCESS);
    vkscan_context *context = open_context(h, 0, cache);
    assert_int_equal(try_plan(context, &blelloch), VK_SUCCESS);
    assert_true(seen.cache == cache);
    vkscan_context_destroy(context);
    assert_int_equal(vkGetPipelineCacheData(h->gpu.device, cache, &size, NULL), VK_SUCCESS);
    char *data = calloc(1, size + 64);
    assert_non_null(data);
    assert_int_equal(vkGetPipelineCacheData(h->gpu.device, cache, &size, data), VK_SUCCESS);
    vkDestroyPipelineCache(h->gpu.device, cache, NULL);
    memset(data + sizeof(VkPipelineCacheHeaderVersionOne), 0xa5,
           size + 64 - sizeof(VkPipelineCacheHeaderVersionOne));
    info.initialDataSize = size + 64;
    info.pInitialData = data;
    assert_int_equal(vkCreatePipelineCache(h->gpu.device, &info, NULL, &cache), VK_SUCCESS);
    context = open_context(h, 0, cache);
    assert_int_equal(try_plan(context, &blelloch), VK_SUCCESS);
    vkscan_context_destroy(context);
    vkDestroyPipelineCache(h->gpu.device, cache, NULL);
    free(data);
}

/* ---- debuggers ---- */

/* Without a function of an extension all else runs as it did, and nothing begins that cannot end.
 * Without the extension there are neither names nor labels. */
TEST(debuggers_see_names_and_labels_as_far_as_there_are_functions)
{
#define NAME(name) "vk" #name,
    static const char *const names[] = {"none", VK_PUSH_FUNCTIONS(NAME) VK_DEBUG_FUNCTIONS(NAME)};
#undef NAME
    vkscan_context_params params = harness_context_params(h);

    params.get_instance_proc_addr = get_instance_function;
    for (size_t i = 0; i <= COUNT_OF(names); i++) {
        absent = names[i % COUNT_OF(names)];
        labels = i < COUNT_OF(names);
        const uint32_t lost = strstr(absent, "Push") ? VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT : 0;
        vkscan_context *context = open_context(h, 0, VK_NULL_HANDLE);
        const uint32_t capabilities = context->caps.capabilities;
        assert_int_equal(capabilities, h->context->caps.capabilities & ~lost);
        assert_int_equal(capabilities_of(&params), capabilities);
        for (vkscan_access access = 0; vks_access(access); access++)
            if (!(vks_access(access)->needs & ~capabilities))
                run_once(h, context, access);
        const bool has_labels = labels && !strstr(absent, "Label");
        const bool has_names = labels && !strstr(absent, "Name");
        assert_string_equal(seen.label, has_labels ? "shadow sums" : "");
        assert_int_equal(strstr(seen.inner_label, "blelloch_scan") != NULL, has_labels);
        assert_int_equal(seen.open_labels, 0);
        assert_int_equal(strstr(seen.names[0], "vkscan blelloch_scan") != NULL, has_names);
        assert_string_equal(seen.names[1], has_names ? "shadow sums" : "");
        assert_string_equal(seen.names[2], has_names ? "shadow sums" : "");
        harness_context_destroy(context);
    }
    absent = NULL;
    labels = false;
}

/* ---- versions ---- */

TEST(the_header_s_version_is_compared)
{
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    const struct {
        uint32_t version;
        const char *part; /* NULL: it is taken */
    } rows[] = {
        {VKSCAN_VERSION, NULL},
        {VK_MAKE_API_VERSION(0, VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, 99), NULL},
        {VK_MAKE_API_VERSION(0, VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR + 1, 0),
         "compiled with vkscan.h "},
        {VK_MAKE_API_VERSION(0, VKSCAN_VERSION_MAJOR + 1, 2, 3),
         "compiled with vkscan.h 1.2.3, and the"},
    };

    assert_int_equal(vkscan_version(), VKSCAN_VERSION);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        params.header_version = rows[i].version;
        const VkResult result = vkscan_context_create(&params, &context);
        if (rows[i].part)
            harness_assert_error(h, result, VK_ERROR_INITIALIZATION_FAILED, rows[i].part);
        assert_int_equal(context == NULL, rows[i].part != NULL);
        vkscan_context_destroy(context);
    }
    /* Of the parameters of another version nothing else can be told. */
    memset((char *)&params + offsetof(vkscan_context_params, instance), 0xa5,
           sizeof(params) - offsetof(vkscan_context_params, instance));
    assert_int_equal(vkscan_context_create(&params, &context), VK_ERROR_INITIALIZATION_FAILED);
    assert_int_equal(vkscan_query_device(&params, NULL), VK_ERROR_INITIALIZATION_FAILED);
    harness_assert_error(h, sized_query_plan(&params, NULL, NULL), VK_ERROR_INITIALIZATION_FAILED,
                         "compiled with vkscan.h 1.2.3");
}

HARNESS_MAIN(pipelines)
