/* SPDX-License-Identifier: MIT */
/* What the library says of a device, of a plan and of itself: that it holds. */
#include "harness.h"
#include "catalogue.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_CONTROL VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL
#define INT64_ATOMICS VKSCAN_CAPABILITY_INT64_ATOMICS

static const char *primitive_name(int value)
{
    return vkscan_primitive_name((vkscan_primitive)value);
}

static const char *op_name(int value)
{
    return vkscan_op_name((vkscan_op)value);
}

static const char *type_name(int value)
{
    return vkscan_type_name((vkscan_type)value);
}

static const char *algorithm_name(int value)
{
    return vkscan_algorithm_name((vkscan_algorithm)value);
}

/* Up to and with the first value behind the known ones. */
#define FOR_EACH(value, first, name)                                                               \
    for (int value = first; value <= 0 || value == first || name(value - 1); value++)

static vkscan_device_info query(const vkscan_context_params *params)
{
    vkscan_device_info info;

    memset(&info, 0xa5, sizeof(info));
    assert_int_equal(vkscan_query_device(params, &info), VK_SUCCESS);
    return info;
}

static vkscan_context_params params_without_device(struct harness *h)
{
    vkscan_context_params params = harness_context_params(h);

    params.device = VK_NULL_HANDLE;
    params.enabled_features = NULL;
    return params;
}

/* ---- the device ---- */

static bool has_extension(struct harness *h, const char *name)
{
    VkExtensionProperties extensions[512];
    uint32_t count = COUNT_OF(extensions);

    assert_int_equal(
        vkEnumerateDeviceExtensionProperties(h->gpu.physical_device, NULL, &count, extensions),
        VK_SUCCESS);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(extensions[i].extensionName, name) == 0)
            return true;
    return false;
}

static void the_device_has_the_extensions_that_are_named(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params params = params_without_device(h);
    const vkscan_device_info info = query(&params);

    assert_true(info.extension_count <= COUNT_OF(info.extensions));
    for (uint32_t i = 0; i < info.extension_count; i++)
        assert_true(has_extension(h, info.extensions[i]));
}

/* The chain is in the structure itself, so this one is not moved. */
static void the_device_has_the_features_that_are_named(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params params = params_without_device(h);
    VkPhysicalDeviceSubgroupSizeControlFeatures size_control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPhysicalDeviceShaderAtomicInt64Features atomic_int64 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDevicePipelineCreationCacheControlFeatures cache_control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES};
    VkPhysicalDeviceFeatures2 supported = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    vkscan_device_info info;

    assert_int_equal(vkscan_query_device(&params, &info), VK_SUCCESS);
    assert_int_equal(info.features.sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    const VkPhysicalDeviceFeatures named = {
        .shaderInt64 = info.features.features.shaderInt64,
        .shaderFloat64 = info.features.features.shaderFloat64,
    };
    assert_memory_equal(&info.features.features, &named, sizeof(named));
    /* Of the structures that are not named, nothing is. */
    for (const VkBaseOutStructure *s = info.features.pNext; s; s = s->pNext)
        if (s == (const void *)&info.subgroup_size_control) {
            assert_int_equal(s->sType, size_control.sType);
            size_control.pNext = supported.pNext;
            supported.pNext = &size_control;
        } else if (s == (const void *)&info.shader_atomic_int64) {
            assert_int_equal(s->sType, atomic_int64.sType);
            atomic_int64.pNext = supported.pNext;
            supported.pNext = &atomic_int64;
        } else if (s == (const void *)&info.pipeline_cache_control) {
            assert_int_equal(s->sType, cache_control.sType);
            cache_control.pNext = supported.pNext;
            supported.pNext = &cache_control;
        } else {
            assert_ptr_equal(s, &info.buffer_device_address);
            assert_int_equal(s->sType, addresses.sType);
            addresses.pNext = supported.pNext;
            supported.pNext = &addresses;
        }
    vkGetPhysicalDeviceFeatures2(h->gpu.physical_device, &supported);
    assert_true(named.shaderInt64 <= supported.features.shaderInt64);
    assert_true(info.subgroup_size_control.subgroupSizeControl <= size_control.subgroupSizeControl);
    assert_true(info.subgroup_size_control.computeFullSubgroups <=
                size_control.computeFullSubgroups);
    assert_true(info.shader_atomic_int64.shaderBufferInt64Atomics <=
                atomic_int64.shaderBufferInt64Atomics);
    assert_false(info.shader_atomic_int64.shaderSharedInt64Atomics);
    assert_true(info.buffer_device_address.bufferDeviceAddress <= addresses.bufferDeviceAddress);
    assert_true(info.pipeline_cache_control.pipelineCreationCacheControl <=
                cache_control.pipelineCreationCacheControl);
    assert_false(info.buffer_device_address.bufferDeviceAddressCaptureReplay);
    assert_false(info.buffer_device_address.bufferDeviceAddressMultiDevice);
}

/* Of a structure that the extension has; without it the device has none. */
static bool has_feature(struct harness *h, const char *extension, void *structure,
                        const VkBool32 *feature)
{
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = structure};

    if (!has_extension(h, extension))
        return false;
    vkGetPhysicalDeviceFeatures2(h->gpu.physical_device, &features);
    return *feature;
}

/* Neither more nor less, so that no test skips what is there. */
static void capabilities_are_the_device_s(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params params = params_without_device(h);
    const uint32_t capabilities = query(&params).capabilities;
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDevicePipelineCreationCacheControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES};
    const struct {
        uint32_t capability;
        bool has;
    } rows[] = {
        {VKSCAN_CAPABILITY_PUSH_DESCRIPTORS,
         has_extension(h, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)},
        {VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS,
         has_feature(h, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, &addresses,
                     &addresses.bufferDeviceAddress)},
        {VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL,
         has_feature(h, VK_EXT_PIPELINE_CREATION_CACHE_CONTROL_EXTENSION_NAME, &control,
                     &control.pipelineCreationCacheControl)},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(capabilities & rows[i].capability, rows[i].has ? rows[i].capability : 0);
}

static void limits_are_the_device_s(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params params = params_without_device(h);
    const vkscan_device_info info = query(&params);
    const VkPhysicalDeviceLimits *limits = &h->gpu.properties.limits;
    VkPhysicalDeviceSubgroupProperties subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup};

    vkGetPhysicalDeviceProperties2(h->gpu.physical_device, &properties);
    assert_int_equal(info.subgroup_size, subgroup.subgroupSize);
    assert_int_equal(info.max_buffer_size, limits->maxStorageBufferRange);
    assert_true(info.max_workgroup_size <= limits->maxComputeWorkGroupInvocations);
    assert_true(info.max_workgroup_size <= limits->maxComputeWorkGroupSize[0]);
}

/* gpu.c has enabled all that the query without a device named. */
static void a_device_with_all_that_is_named_has_all_that_was_promised(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params promised = params_without_device(h);
    const vkscan_context_params created = harness_context_params(h);

    assert_int_equal(query(&created).capabilities, query(&promised).capabilities);
    assert_int_equal(h->context->caps.capabilities, query(&promised).capabilities);
}

static void only_enabled_features_count(void **state)
{
    struct harness *h = *state;
    VkPhysicalDeviceSubgroupSizeControlFeatures extension = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPhysicalDeviceVulkan13Features core = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDevice16BitStorageFeatures other = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
    VkPhysicalDeviceFeatures2 first = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                       .pNext = &other};
    const void *const chains[] = {NULL, &extension, &core, &first};
    const uint32_t possible = h->gpu.info.capabilities & SIZE_CONTROL;
    vkscan_context_params params = harness_context_params(h);

    other.pNext = &extension;
    for (size_t chain = 0; chain < COUNT_OF(chains); chain++)
        for (unsigned bits = 0; bits < 4; bits++) {
            extension.subgroupSizeControl = core.subgroupSizeControl = bits & 1;
            extension.computeFullSubgroups = core.computeFullSubgroups = bits >> 1;
            params.enabled_features = chains[chain];
            assert_int_equal(query(&params).capabilities & SIZE_CONTROL,
                             chains[chain] && bits == 3 ? possible : 0);
        }
}

/* Of two structures both are needed; the second is the extension's, or that of Vulkan 1.2. */
static void int64_atomics_are_two_features(void **state)
{
    struct harness *h = *state;
    VkPhysicalDeviceFeatures2 first = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceShaderAtomicInt64Features extension = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
    VkPhysicalDeviceVulkan12Features core = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    void *const seconds[] = {NULL, &extension, &core};
    const uint32_t possible = h->gpu.info.capabilities & INT64_ATOMICS;
    vkscan_context_params params = harness_context_params(h);

    params.enabled_features = &first;
    for (size_t second = 0; second < COUNT_OF(seconds); second++)
        for (unsigned bits = 0; bits < (possible ? 4 : 1); bits++) {
            first.pNext = seconds[second];
            first.features.shaderInt64 = bits & 1;
            extension.shaderBufferInt64Atomics = core.shaderBufferInt64Atomics = bits >> 1;
            assert_int_equal(query(&params).capabilities & INT64_ATOMICS,
                             seconds[second] && bits == 3 ? possible : 0);
        }
}

/* Each by its extension's structure or by that of a version of Vulkan. */
static void addresses_and_cache_control_count_where_enabled(void **state)
{
    struct harness *h = *state;
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDeviceVulkan12Features core_1_2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDevicePipelineCreationCacheControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES};
    VkPhysicalDeviceVulkan13Features core_1_3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    const struct {
        const void *chain;
        VkBool32 *feature;
        uint32_t capability;
    } rows[] = {
        {&addresses, &addresses.bufferDeviceAddress, VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS},
        {&core_1_2, &core_1_2.bufferDeviceAddress, VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS},
        {&control, &control.pipelineCreationCacheControl, VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL},
        {&core_1_3, &core_1_3.pipelineCreationCacheControl,
         VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL},
    };
    const uint32_t both =
        VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS | VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL;
    vkscan_context_params params = harness_context_params(h);

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!(h->gpu.info.capabilities & rows[i].capability))
            continue;
        params.enabled_features = rows[i].chain;
        assert_int_equal(query(&params).capabilities & both, 0);
        *rows[i].feature = VK_TRUE;
        assert_int_equal(query(&params).capabilities & both, rows[i].capability);
    }
}

/* Masks of what the device reports. */
static VkSubgroupFeatureFlags reported_operations = ~(VkSubgroupFeatureFlags)0;
static VkShaderStageFlags reported_stages = ~(VkShaderStageFlags)0;

static VKAPI_ATTR void VKAPI_CALL get_reported_properties(VkPhysicalDevice device,
                                                          VkPhysicalDeviceProperties2 *properties)
{
    vkGetPhysicalDeviceProperties2(device, properties);
    for (VkBaseOutStructure *s = properties->pNext; s; s = s->pNext)
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
            VkPhysicalDeviceSubgroupProperties *subgroup = (void *)s;
            subgroup->supportedOperations &= reported_operations;
            subgroup->supportedStages &= reported_stages;
        }
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_reported_function(VkInstance instance,
                                                                      const char *name)
{
    if (strcmp(name, "vkGetPhysicalDeviceProperties2") == 0)
        return (PFN_vkVoidFunction)get_reported_properties;
    return vkGetInstanceProcAddr(instance, name);
}

static bool has_subgroups_with(struct harness *h, VkSubgroupFeatureFlags operations,
                               VkShaderStageFlags stages)
{
    vkscan_context_params params = harness_context_params(h);

    params.get_instance_proc_addr = get_reported_function;
    reported_operations = operations;
    reported_stages = stages;
    return query(&params).capabilities & VKSCAN_CAPABILITY_SUBGROUPS;
}

static void subgroups_are_all_their_operations(void **state)
{
    static const VkSubgroupFeatureFlags needed[] = {
        VK_SUBGROUP_FEATURE_BASIC_BIT,
        VK_SUBGROUP_FEATURE_ARITHMETIC_BIT,
        VK_SUBGROUP_FEATURE_BALLOT_BIT,
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT,
        VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT,
    };
    struct harness *h = *state;
    const VkShaderStageFlags compute = VK_SHADER_STAGE_COMPUTE_BIT;
    VkSubgroupFeatureFlags all = 0;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS))
        skip();
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        all |= needed[i];
    assert_true(has_subgroups_with(h, all, compute));
    assert_false(has_subgroups_with(h, all, ~compute));
    assert_false(has_subgroups_with(h, 0, compute));
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        assert_false(has_subgroups_with(h, all & ~needed[i], compute));
}

static void ignored_capabilities_are_left_out(void **state)
{
    static const uint32_t masks[] = {0,
                                     VKSCAN_CAPABILITY_SUBGROUPS,
                                     SIZE_CONTROL,
                                     INT64_ATOMICS,
                                     VKSCAN_CAPABILITY_SUBGROUPS | SIZE_CONTROL,
                                     0x80000000,
                                     UINT32_MAX};
    struct harness *h = *state;
    const uint32_t all = h->gpu.info.capabilities;

    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        vkscan_context_params params = harness_context_params(h);
        params.ignored_capabilities = masks[i];
        assert_int_equal(query(&params).capabilities, all & ~masks[i]);
        params.device = VK_NULL_HANDLE;
        assert_int_equal(query(&params).capabilities, all & ~masks[i]);
        if (masks[i] == UINT32_MAX) { /* nothing is to be enabled for them either */
            assert_int_equal(query(&params).extension_count, 0);
            assert_null(query(&params).features.pNext);
        }
    }
}

/* ---- plans ---- */

static void assert_query_agrees(struct harness *h, const vkscan_context_params *on,
                                const vkscan_context *context, const vkscan_plan_params *params)
{
    char said[sizeof(h->message)];
    vkscan_plan_info told = {0}, info = {0};
    vkscan_plan *plan;

    h->message[0] = '\0';
    const VkResult asked = vkscan_query_plan(on, params, &told);
    memcpy(said, h->message, sizeof(said));
    h->message[0] = '\0';
    assert_int_equal(vkscan_plan_create(context, params, &plan), asked);
    assert_string_equal(h->message, said);
    assert_int_equal(asked == VK_SUCCESS, plan != NULL);
    assert_int_equal(asked == VK_SUCCESS, said[0] == '\0');
    vkscan_plan_get_info(plan, &info);
    assert_int_equal(told.algorithm, info.algorithm);
    assert_int_equal(told.scratch_size, info.scratch_size);
    assert_int_equal(told.scratch_zeroed, info.scratch_zeroed);
    assert_int_equal(told.scratch_alignment, info.scratch_alignment);
    vkscan_plan_destroy(plan);
}

static void asking_for_a_plan_agrees_with_creating_it(void **state)
{
    struct harness *h = *state;
    const vkscan_context_params on = harness_context_params(h);
    vkscan_plan_params params = {.capacity = 1000};

    FOR_EACH(type, VKSCAN_TYPE_U32, type_name)
    FOR_EACH(op, 0, op_name)
    {
        if ((type + op) % 3) /* each with each of some */
            continue;
        params.primitive = (vkscan_primitive)((type + op) % (VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN + 1));
        params.type = (vkscan_type)type;
        params.op = (vkscan_op)op;
        assert_query_agrees(h, &on, h->context, &params);
    }
    params = (vkscan_plan_params){.capacity = 1000};
    FOR_EACH(primitive, 0, primitive_name)
    FOR_EACH(algorithm, 0, algorithm_name)
    {
        params.primitive = (vkscan_primitive)primitive;
        params.algorithm = (vkscan_algorithm)algorithm;
        assert_query_agrees(h, &on, h->context, &params);
    }
}

static void asking_without_subgroups_agrees_with_creating(void **state)
{
    struct harness *h = *state;
    vkscan_context_params on = harness_context_params(h);
    vkscan_context *context = harness_context(h, VKSCAN_CAPABILITY_SUBGROUPS);
    vkscan_plan_params params = {.capacity = 1000};

    on.ignored_capabilities = VKSCAN_CAPABILITY_SUBGROUPS;
    FOR_EACH(primitive, 0, primitive_name)
    FOR_EACH(algorithm, 0, algorithm_name)
    {
        params.primitive = (vkscan_primitive)primitive;
        params.algorithm = (vkscan_algorithm)algorithm;
        assert_query_agrees(h, &on, context, &params);
    }
    vkscan_context_destroy(context);
}

/* From run to run, in scratch. */
static bool keeps_words(vkscan_algorithm algorithm)
{
    return algorithm == VKSCAN_ALGORITHM_CHAINED || algorithm == VKSCAN_ALGORITHM_LOOKBACK ||
           algorithm == VKSCAN_ALGORITHM_LOOKAHEAD || algorithm == VKSCAN_ALGORITHM_SINGLE;
}

/* AUTO, and what the device can run. */
static bool is_there(const struct harness *h, vkscan_algorithm algorithm,
                     vkscan_primitive primitive)
{
    const struct algorithm *row = vks_catalogue_find(algorithm, primitive);

    return algorithm == VKSCAN_ALGORITHM_AUTO ||
           (row && !(row->needs & ~h->context->caps.capabilities));
}

static void a_plan_s_info_is_sound(void **state)
{
    struct harness *h = *state;

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++)
        for (vkscan_algorithm algorithm = 0; vkscan_algorithm_name(algorithm); algorithm++) {
            if (!is_there(h, algorithm, primitive))
                continue;
            vkscan_plan *plan = harness_plan(
                h->context, (vkscan_plan_params){
                                .primitive = primitive, .algorithm = algorithm, .capacity = 1});
            vkscan_plan_info info;
            vkscan_plan_get_info(plan, &info);
            assert_int_not_equal(info.algorithm, VKSCAN_ALGORITHM_AUTO);
            if (algorithm != VKSCAN_ALGORITHM_AUTO)
                assert_int_equal(info.algorithm, algorithm);
            assert_in_range(info.workgroup_size, 1, h->gpu.info.max_workgroup_size);
            assert_true(info.tile_size >= info.workgroup_size);
            assert_true(info.scratch_size > 0);
            assert_true(info.scratch_zeroed <= info.scratch_size);
            assert_int_equal(info.scratch_zeroed > 0, keeps_words(info.algorithm));
            assert_true(info.scratch_alignment > 0);
            assert_int_equal(info.scratch_alignment & (info.scratch_alignment - 1), 0);
            assert_int_equal(info.scratch_usage & ~VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                             VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
            assert_int_equal(info.scratch_usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT ? 1 : 0,
                             info.scratch_zeroed > 0);
            assert_int_equal(info.scratch_zeroed % 4, 0);
            assert_int_equal(info.scratch_memory, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
        }
}

static void assert_scratch_grows(struct harness *h, vkscan_plan_params params)
{
    const struct report quiet = {0};
    uint64_t before = 1;
    uint64_t step = 1;
    struct plan plan;

    /* Up to where the algorithm or the device takes no more. */
    for (params.capacity = 0;
         vks_plan_resolve(&h->context->caps, &params, &quiet, &plan) == VK_SUCCESS;
         params.capacity += step) {
        assert_true(plan.scratch_size >= before);
        before = plan.scratch_size;
        step = params.capacity < 1 << 13 ? 1 : params.capacity / 1000;
    }
    assert_true(params.capacity > 1 << 18);
}

static void scratch_is_never_smaller_for_a_larger_capacity(void **state)
{
    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; primitive++)
        for (vkscan_algorithm algorithm = 0; vkscan_algorithm_name(algorithm); algorithm++)
            if (is_there(*state, algorithm, primitive))
                assert_scratch_grows(
                    *state, (vkscan_plan_params){.primitive = primitive, .algorithm = algorithm});
}

/* ---- devices that have less ---- */

/* Each primitive with one type. */
static void assert_computes(struct harness *h, vkscan_context *context, vkscan_algorithm expected)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_DEFAULT, VKSCAN_TYPE_F32, VKSCAN_TYPE_I8};

    for (vkscan_primitive primitive = 0; primitive <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
         primitive++) {
        vkscan_plan *plan =
            harness_plan(context, (vkscan_plan_params){.primitive = primitive,
                                                       .type = types[primitive % COUNT_OF(types)],
                                                       .capacity = 10007});
        vkscan_plan_info info;
        vkscan_plan_get_info(plan, &info);
        assert_int_equal(info.algorithm, expected);
        struct bound *bound = harness_bind(h, plan, (struct placement){0});
        harness_check(h, bound, REFERENCE_RANDOM, 10007, NULL);
        harness_unbind(h, bound);
    }
    harness_context_destroy(context);
}

static void without_subgroups_auto_is_blelloch(void **state)
{
    struct harness *h = *state;

    assert_computes(h, harness_context(h, VKSCAN_CAPABILITY_SUBGROUPS), VKSCAN_ALGORITHM_BLELLOCH);
}

/* A device of Vulkan 1.1 as it comes. */
static void without_enabled_features_all_is_well(void **state)
{
    struct harness *h = *state;
    vkscan_context_params params = harness_context_params(h);
    vkscan_context *context;

    params.enabled_features = NULL;
    assert_int_equal(vkscan_context_create(&params, &context), VK_SUCCESS);
    assert_computes(h, context,
                    h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS
                        ? VKSCAN_ALGORITHM_SUBGROUP
                        : VKSCAN_ALGORITHM_BLELLOCH);
}

/* ---- names ---- */

enum {
    TYPE_COUNT = 0
#define TYPE(...) +1
#include "types.def"
};

enum {
    OP_COUNT = 0
#define ARITHMETIC_OPERATOR(...) +1
#define ORDER_OPERATOR(...) +1
#define INTEGER_OPERATOR(...) +1
#include "ops.def"
};

static void names_count_up_without_gaps(void **state)
{
    static const struct {
        const char *(*name)(int value);
        int count;
    } rows[] = {
        {primitive_name, VKSCAN_PRIMITIVE_HISTOGRAM + 1},
        {op_name, OP_COUNT},
        {type_name, VKSCAN_TYPE_DEFAULT + 1 + TYPE_COUNT},
        {algorithm_name, VKSCAN_ALGORITHM_COUNTERS + 1},
    };
    static const int unknown[] = {-1, INT_MIN, INT_MAX, 32, 1 << 16};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (int value = 0; value < rows[i].count; value++) {
            assert_non_null(rows[i].name(value));
            assert_true(rows[i].name(value)[0] != '\0');
            for (int other = 0; other < value; other++)
                assert_string_not_equal(rows[i].name(value), rows[i].name(other));
        }
        assert_null(rows[i].name(rows[i].count));
        for (size_t j = 0; j < COUNT_OF(unknown); j++)
            assert_null(rows[i].name(unknown[j]));
    }
}

static void names_are_what_the_header_says(void **state)
{
    (void)state;
    assert_string_equal(vkscan_primitive_name(VKSCAN_PRIMITIVE_INCLUSIVE_SCAN), "inclusive-scan");
    assert_string_equal(vkscan_op_name(VKSCAN_OP_ADD), "add");
    assert_string_equal(vkscan_type_name(VKSCAN_TYPE_U32), "u32");
    assert_string_equal(vkscan_algorithm_name(VKSCAN_ALGORITHM_BLELLOCH), "blelloch");
}

/* The number in the name, times that of a vector's components. */
static uint32_t bits_of_name(const char *name)
{
    const char *times = strchr(name, 'x');

    return (uint32_t)(atoi(name + 1) * (times ? atoi(times + 1) : 1));
}

static void elements_have_the_bits_that_their_names_say(void **state)
{
    (void)state;
    assert_int_equal(vkscan_type_size(VKSCAN_TYPE_DEFAULT), vkscan_type_size(VKSCAN_TYPE_U32));
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        assert_int_equal(8 * vkscan_type_size(type), bits_of_name(vkscan_type_name(type)));
    assert_int_equal(vkscan_type_size((vkscan_type)(VKSCAN_TYPE_DEFAULT + 1 + TYPE_COUNT)), 0);
    assert_int_equal(vkscan_type_size((vkscan_type)-1), 0);
    assert_int_equal(vkscan_type_size((vkscan_type)INT_MAX), 0);
}

/* Of each algorithm that computes the primitive, one line; of others, none. */
static void summaries_are_one_line(void **state)
{
    static const vkscan_histogram_params bins = {.bins = 1, .last = 1};
    struct harness *h = *state;
    const vkscan_context_params params = harness_context_params(h);

    FOR_EACH(primitive, -1, primitive_name)
    FOR_EACH(algorithm, -1, algorithm_name)
    {
        const vkscan_plan_params plan = {
            .primitive = (vkscan_primitive)primitive,
            .algorithm = (vkscan_algorithm)algorithm,
            .histogram = primitive == VKSCAN_PRIMITIVE_HISTOGRAM ? &bins : NULL};
        const char *summary = vkscan_algorithm_summary(plan.algorithm, plan.primitive);
        const bool computes =
            algorithm != VKSCAN_ALGORITHM_AUTO &&
            vkscan_query_plan(&params, &plan, NULL) != VK_ERROR_VALIDATION_FAILED_EXT;
        assert_int_equal(summary != NULL, computes);
        if (summary)
            assert_null(strchr(summary, '\n'));
    }
}

int main(void)
{
    const struct CMUnitTest queries[] = {
        HARNESS_TEST(the_device_has_the_extensions_that_are_named),
        HARNESS_TEST(the_device_has_the_features_that_are_named),
        HARNESS_TEST(capabilities_are_the_device_s),
        HARNESS_TEST(limits_are_the_device_s),
        HARNESS_TEST(a_device_with_all_that_is_named_has_all_that_was_promised),
        HARNESS_TEST(only_enabled_features_count),
        HARNESS_TEST(int64_atomics_are_two_features),
        HARNESS_TEST(addresses_and_cache_control_count_where_enabled),
        HARNESS_TEST(subgroups_are_all_their_operations),
        HARNESS_TEST(ignored_capabilities_are_left_out),
        HARNESS_TEST(asking_for_a_plan_agrees_with_creating_it),
        HARNESS_TEST(asking_without_subgroups_agrees_with_creating),
        HARNESS_TEST(a_plan_s_info_is_sound),
        HARNESS_TEST(scratch_is_never_smaller_for_a_larger_capacity),
        HARNESS_TEST(without_subgroups_auto_is_blelloch),
        HARNESS_TEST(without_enabled_features_all_is_well),
        HARNESS_TEST(names_count_up_without_gaps),
        HARNESS_TEST(names_are_what_the_header_says),
        HARNESS_TEST(elements_have_the_bits_that_their_names_say),
        HARNESS_TEST(summaries_are_one_line),
    };
    return HARNESS_MAIN(queries);
}
