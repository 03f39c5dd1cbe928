/* SPDX-License-Identifier: MIT */
/* What the library says of a device, of a plan and of itself: that it holds. */
#include <vkscan/textbook.h>

#include "algorithms.h"
#include "harness.h"

#include <limits.h>
#include <string.h>

#define SIZE_CONTROL VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT
#define INT64_ATOMICS VKSCAN_CAPABILITY_INT64_ATOMICS_BIT
#define ADDRESSES VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT
#define CACHE_CONTROL VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT

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

/* The same for algorithms, of which there are two ranges. */
#define FOR_EACH_ALGORITHM(value, first)                                                           \
    for (int value = first, end = 0; !end; end = value >= 0 && !algorithm_name(value),             \
             value = (int)next_algorithm((vkscan_algorithm)value))

static vkscan_device_info query(const vkscan_context_params *params)
{
    vkscan_device_info info = {.struct_size = sizeof(info)};

    memset(&info, 0xa5, sizeof(info));
    info.struct_size = sizeof(info);
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

/* Each once, in any order. */
TEST(every_set_of_extensions_has_a_list)
{
    static const char *const names[] = {
        VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME,
        VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME,
        VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME,
        VK_EXT_PIPELINE_CREATION_CACHE_CONTROL_EXTENSION_NAME,
        VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME,
    };
    vkscan_device_info info;

    (void)h;
    for (uint32_t set = 0; set < 1u << COUNT_OF(names); set++) {
        uint32_t found = 0, count = 0;
        vks_capabilities_list(set, &info);
        for (uint32_t i = 0; i < COUNT_OF(names); i++) {
            count += set >> i & 1;
            for (uint32_t k = 0; k < info.extension_count; k++)
                found |= (uint32_t)(strcmp(info.extensions[k], names[i]) == 0) << i;
        }
        assert_int_equal(found, set);
        assert_int_equal(info.extension_count, count);
    }
}

/* Of a structure in the chain, whose features are all VkBool32 behind sType and pNext. */
struct named {
    void *
        structure; /* in the info: the chain is in the structure itself, so that one is not moved */
    VkStructureType type;
    size_t size, allowed; /* bytes; the features that may be named, from the first one on */
};

/* No others: a device that lacks one of those is not created, and so no harness. */
static void check_features(const struct named *named)
{
    const size_t count = (named->size - sizeof(VkBaseOutStructure)) / sizeof(VkBool32);
    const VkBool32 *features = (const VkBool32 *)((VkBaseOutStructure *)named->structure + 1);

    assert_int_equal(((VkBaseOutStructure *)named->structure)->sType, named->type);
    for (size_t i = named->allowed; i < count; i++)
        assert_false(features[i]);
}

/* Of the structures that are not named, nothing is. */
TEST(features_are_named_that_are_used_and_no_others)
{
    const vkscan_context_params params = params_without_device(h);
    vkscan_device_features info = {.struct_size = sizeof(info)};

    assert_int_equal(vkscan_query_features(&params, &info), VK_SUCCESS);
    assert_int_equal(info.features.sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    const VkPhysicalDeviceFeatures named = {
        .shaderInt64 = info.features.features.shaderInt64,
        .shaderFloat64 = info.features.features.shaderFloat64,
    };
    assert_memory_equal(&info.features.features, &named, sizeof(named));
#define NAMED(member, TYPE, allowed)                                                               \
    {                                                                                              \
        &info.member, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##TYPE##_FEATURES, sizeof(info.member),    \
            allowed                                                                                \
    }
    const struct named rows[] = {
        NAMED(subgroup_size_control, SUBGROUP_SIZE_CONTROL, 2),
        NAMED(shader_atomic_int64, SHADER_ATOMIC_INT64, 1),     /* of buffers alone */
        NAMED(buffer_device_address, BUFFER_DEVICE_ADDRESS, 1), /* neither replay nor devices */
        NAMED(pipeline_cache_control, PIPELINE_CREATION_CACHE_CONTROL, 1),
    };
#undef NAMED
    for (const VkBaseOutStructure *s = info.features.pNext; s; s = s->pNext) {
        size_t i = 0;
        while (i < COUNT_OF(rows) && s != rows[i].structure)
            i++;
        assert_true(i < COUNT_OF(rows));
        check_features(&rows[i]);
    }
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
TEST(capabilities_are_the_device_s)
{
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
        {VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
         has_extension(h, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)},
        {VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT,
         has_feature(h, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, &addresses,
                     &addresses.bufferDeviceAddress)},
        {VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT,
         has_feature(h, VK_EXT_PIPELINE_CREATION_CACHE_CONTROL_EXTENSION_NAME, &control,
                     &control.pipelineCreationCacheControl)},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(capabilities & rows[i].capability, rows[i].has ? rows[i].capability : 0);
}

TEST(limits_are_the_device_s)
{
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
TEST(a_device_with_all_that_is_named_has_all_that_was_promised)
{
    const vkscan_context_params promised = params_without_device(h);
    const vkscan_context_params created = harness_context_params(h);

    assert_int_equal(query(&created).capabilities, query(&promised).capabilities);
    assert_int_equal(h->context->caps.capabilities, query(&promised).capabilities);
}

/* Each by the structure of an extension or of a version of Vulkan; of those that are two features
 * both are needed. */
TEST(only_enabled_features_count)
{
    VkPhysicalDeviceSubgroupSizeControlFeatures size_control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPhysicalDeviceShaderAtomicInt64Features atomics = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDevicePipelineCreationCacheControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES};
    VkPhysicalDeviceVulkan12Features core_1_2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan13Features core_1_3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDevice16BitStorageFeatures other = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
    VkPhysicalDeviceFeatures2 first = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkBool32 none; /* takes the place of a second feature */
    const struct {
        void *structure;
        VkBool32 *features[2];
        uint32_t capability;
    } rows[] = {
        {NULL, {&none, &none}, SIZE_CONTROL},
        {&size_control,
         {&size_control.subgroupSizeControl, &size_control.computeFullSubgroups},
         SIZE_CONTROL},
        {&core_1_3, {&core_1_3.subgroupSizeControl, &core_1_3.computeFullSubgroups}, SIZE_CONTROL},
        {NULL, {&first.features.shaderInt64, &none}, INT64_ATOMICS},
        {&atomics, {&first.features.shaderInt64, &atomics.shaderBufferInt64Atomics}, INT64_ATOMICS},
        {&core_1_2,
         {&first.features.shaderInt64, &core_1_2.shaderBufferInt64Atomics},
         INT64_ATOMICS},
        {&addresses, {&addresses.bufferDeviceAddress, &none}, ADDRESSES},
        {&core_1_2, {&core_1_2.bufferDeviceAddress, &none}, ADDRESSES},
        {&control, {&control.pipelineCreationCacheControl, &none}, CACHE_CONTROL},
        {&core_1_3, {&core_1_3.pipelineCreationCacheControl, &none}, CACHE_CONTROL},
    };
    const uint32_t all = SIZE_CONTROL | INT64_ATOMICS | ADDRESSES | CACHE_CONTROL;
    vkscan_context_params params = harness_context_params(h);

    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        const bool behind_others = i % 2;
        const uint32_t capability = rows[i / 2].capability & h->gpu.info.capabilities;
        VkBool32 *const *features = rows[i / 2].features;
        other.pNext = rows[i / 2].structure;
        first.pNext = behind_others ? (void *)&other : rows[i / 2].structure;
        params.enabled_features = behind_others || features[0] == &first.features.shaderInt64
                                      ? &first
                                      : rows[i / 2].structure;
        if (!capability)
            continue;
        for (unsigned bits = 0; bits < 4; bits++) {
            *features[0] = bits & 1;
            *features[1] = bits >> 1;
            if (features[1] != &none || bits < 2)
                assert_int_equal(query(&params).capabilities & all,
                                 rows[i / 2].structure && bits == (features[1] == &none ? 1 : 3)
                                     ? capability
                                     : 0);
        }
        *features[0] = *features[1] = VK_FALSE;
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
    return query(&params).capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT;
}

TEST(subgroups_are_all_their_operations)
{
    static const VkSubgroupFeatureFlags needed[] = {
        VK_SUBGROUP_FEATURE_BASIC_BIT,
        VK_SUBGROUP_FEATURE_ARITHMETIC_BIT,
        VK_SUBGROUP_FEATURE_BALLOT_BIT,
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT,
        VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT,
    };
    const VkShaderStageFlags compute = VK_SHADER_STAGE_COMPUTE_BIT;
    VkSubgroupFeatureFlags all = 0;

    if (!(h->gpu.info.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        skip();
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        all |= needed[i];
    assert_true(has_subgroups_with(h, all, compute));
    assert_false(has_subgroups_with(h, all, ~compute));
    assert_false(has_subgroups_with(h, 0, compute));
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        assert_false(has_subgroups_with(h, all & ~needed[i], compute));
}

/* The bits of capabilities whose features a chain of the caller's has, and no others of its bits.
 */
static uint32_t enabled_in(struct harness *h, uint32_t ignored, VkPhysicalDeviceFeatures2 *chain)
{
    vkscan_context_params params = harness_context_params(h);

    params.ignored_capabilities = ignored;
    assert_int_equal(vkscan_enable_features(&params, chain), VK_SUCCESS);
    params.ignored_capabilities = 0;
    params.enabled_features = chain;
    return query(&params).capabilities & (SIZE_CONTROL | INT64_ATOMICS | ADDRESSES | CACHE_CONTROL |
                                          VKSCAN_CAPABILITY_FLOAT64_BIT);
}

TEST(features_are_enabled_in_a_chain_of_the_caller_s)
{
    const uint32_t all = h->gpu.info.capabilities & (SIZE_CONTROL | INT64_ATOMICS | ADDRESSES |
                                                     CACHE_CONTROL | VKSCAN_CAPABILITY_FLOAT64_BIT);
    VkPhysicalDeviceVulkan13Features of_1_3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
        .robustImageAccess = VK_TRUE};
    VkPhysicalDeviceVulkan12Features of_1_2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = &of_1_3,
        .timelineSemaphore = VK_TRUE};
    const VkPhysicalDeviceFeatures2 none = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                            .features = {.shaderInt16 = VK_TRUE}};
    VkPhysicalDeviceFeatures2 features = none;

    /* By itself it has no place for most of them, and shaderInt64 alone is of no use. */
    assert_int_equal(enabled_in(h, 0, &features), all & VKSCAN_CAPABILITY_FLOAT64_BIT);
    assert_false(features.features.shaderInt64);
    features = none;
    features.pNext = &of_1_2;
    assert_int_equal(enabled_in(h, UINT32_MAX, &features), 0);
    assert_int_equal(enabled_in(h, ADDRESSES, &features), all & ~(uint32_t)ADDRESSES);
    assert_int_equal(enabled_in(h, 0, &features), all);
    const VkPhysicalDeviceFeatures core = {.shaderInt16 = VK_TRUE,
                                           .shaderInt64 = (all & INT64_ATOMICS) != 0,
                                           .shaderFloat64 =
                                               (all & VKSCAN_CAPABILITY_FLOAT64_BIT) != 0};
    assert_memory_equal(&features.features, &core, sizeof(core));
    const VkPhysicalDeviceVulkan12Features vulkan12 = {
        .sType = of_1_2.sType,
        .pNext = &of_1_3,
        .timelineSemaphore = VK_TRUE,
        .shaderBufferInt64Atomics = (all & INT64_ATOMICS) != 0,
        .bufferDeviceAddress = (all & ADDRESSES) != 0};
    assert_memory_equal(&of_1_2.samplerMirrorClampToEdge, &vulkan12.samplerMirrorClampToEdge,
                        sizeof(vulkan12) -
                            offsetof(VkPhysicalDeviceVulkan12Features, samplerMirrorClampToEdge));
    assert_true(of_1_3.robustImageAccess);
    assert_int_equal(of_1_3.subgroupSizeControl, (all & SIZE_CONTROL) != 0);
    assert_false(of_1_3.synchronization2);
    const vkscan_context_params params = harness_context_params(h);
    harness_assert_error(h, vkscan_enable_features(&params, NULL), VK_ERROR_VALIDATION_FAILED_EXT,
                         "chain is NULL");
}

TEST(ignored_capabilities_are_left_out)
{
    static const uint32_t masks[] = {0,
                                     VKSCAN_CAPABILITY_SUBGROUPS_BIT,
                                     SIZE_CONTROL,
                                     INT64_ATOMICS,
                                     VKSCAN_CAPABILITY_SUBGROUPS_BIT | SIZE_CONTROL,
                                     0x80000000,
                                     UINT32_MAX};
    const uint32_t all = h->gpu.info.capabilities;

    for (size_t i = 0; i < COUNT_OF(masks); i++) {
        vkscan_context_params params = harness_context_params(h);
        params.ignored_capabilities = masks[i];
        assert_int_equal(query(&params).capabilities, all & ~masks[i]);
        params.device = VK_NULL_HANDLE;
        assert_int_equal(query(&params).capabilities, all & ~masks[i]);
        if (masks[i] == UINT32_MAX) { /* nothing is to be enabled for them either */
            assert_int_equal(query(&params).extension_count, 0);
            vkscan_device_features features = {.struct_size = sizeof(features)};
            assert_int_equal(vkscan_query_features(&params, &features), VK_SUCCESS);
            assert_null(features.features.pNext);
        }
    }
}

/* ---- plans ---- */

/* The device's numbers alone give the same answer. */
static void assert_facts_agree(struct harness *h, const vkscan_context_params *on,
                               const vkscan_plan_params *params, VkResult expected,
                               const vkscan_plan_info *told)
{
    vkscan_device_facts facts = {.struct_size = sizeof(facts)};
    vkscan_plan_info info = {.struct_size = sizeof(info)};
    vkscan_context_params stored = *on;
    char said[sizeof(h->message)];

    memcpy(said, h->message, sizeof(said));
    stored.ignored_capabilities = 0;
    assert_int_equal(vkscan_query_facts(&stored, &facts), VK_SUCCESS);
    stored.ignored_capabilities = on->ignored_capabilities;
    stored.instance = VK_NULL_HANDLE;
    stored.physical_device = VK_NULL_HANDLE;
    stored.device = VK_NULL_HANDLE;
    stored.get_instance_proc_addr = NULL;
    stored.enabled_features = NULL;
    stored.enabled_extension_count = 0;
    stored.facts = &facts;
    assert_int_equal(sized_query_plan(&stored, params, &info), expected);
    assert_string_equal(h->message, said);
    assert_memory_equal(&info, told, sizeof(info));
}

static void assert_query_agrees(struct harness *h, const vkscan_context_params *on,
                                vkscan_context *context, const vkscan_plan_params *params)
{
    char said[sizeof(h->message)];
    vkscan_plan_info told = {.struct_size = sizeof(told)}, info = told;
    vkscan_plan *plan;

    h->message[0] = '\0';
    const VkResult asked = sized_query_plan(on, params, &told);
    memcpy(said, h->message, sizeof(said));
    assert_facts_agree(h, on, params, asked, &told);
    h->message[0] = '\0';
    assert_int_equal(sized_plan_create(context, params, &plan), asked);
    assert_string_equal(h->message, said);
    assert_int_equal(asked == VK_SUCCESS, plan != NULL);
    assert_int_equal(asked == VK_SUCCESS, said[0] == '\0');
    if (plan)
        assert_int_equal(vkscan_plan_get_info(plan, &info), VK_SUCCESS);
    assert_int_equal(told.algorithm, info.algorithm);
    assert_int_equal(told.scratch_size, info.scratch_size);
    assert_int_equal(told.scratch_zeroed, info.scratch_zeroed);
    assert_int_equal(told.scratch_alignment, info.scratch_alignment);
    vkscan_plan_destroy(plan);
}

static void check_algorithms(struct harness *h, uint32_t ignored)
{
    vkscan_context_params on = harness_context_params(h);
    vkscan_context *context = ignored ? harness_context(h, ignored) : h->context;

    on.ignored_capabilities = ignored;
    FOR_EACH(primitive, 0, primitive_name)
    FOR_EACH_ALGORITHM(algorithm, 0)
    {
        const vkscan_plan_params params = {.primitive = (vkscan_primitive)primitive,
                                           .type = VKSCAN_TYPE_U32,
                                           .algorithm = (vkscan_algorithm)algorithm,
                                           .capacity = 1000};
        assert_query_agrees(h, &on, context, &params);
    }
    if (ignored)
        vkscan_context_destroy(context);
}

TEST(asking_for_a_plan_agrees_with_creating_it)
{
    const vkscan_context_params on = harness_context_params(h);

    FOR_EACH(type, VKSCAN_TYPE_U32, type_name)
    FOR_EACH(op, 0, op_name)
    {
        const vkscan_plan_params params = {
            .primitive = (vkscan_primitive)((type + op) % (VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN + 1)),
            .type = (vkscan_type)type,
            .op = (vkscan_op)op,
            .capacity = 1000};
        if ((type + op) % harness_turns(h, 9, 3) == 0) /* each with each of some */
            assert_query_agrees(h, &on, h->context, &params);
    }
    check_algorithms(h, 0);
    check_algorithms(h, VKSCAN_CAPABILITY_SUBGROUPS_BIT);
}

TEST(facts_that_no_device_has_are_refused)
{
    const vkscan_plan_params sum = {.type = VKSCAN_TYPE_U32, .capacity = 10};
    vkscan_context_params params = harness_context_params(h);
    vkscan_device_facts good = {.struct_size = sizeof(good)}, bad;
    vkscan_context *context;
    static const struct {
        size_t member;
        uint32_t value;
        const char *part;
    } rows[] = {
        {offsetof(vkscan_device_facts, struct_size), 0, "vkscan_device_facts.struct_size is 0"},
        {offsetof(vkscan_device_facts, subgroup_size), 48, "facts->subgroup_size is 48, which no"},
        {offsetof(vkscan_device_facts, range_alignment), 0, "facts->range_alignment is 0, which"},
        {offsetof(vkscan_device_facts, max_range), 4096, "facts->max_range is 4096, which no"},
        {offsetof(vkscan_device_facts, gpu), 2, "facts->gpu is 2, which no device has"},
    };

    harness_assert_error(h, vkscan_query_facts(&params, NULL), VK_ERROR_VALIDATION_FAILED_EXT,
                         "facts is NULL");
    assert_int_equal(vkscan_query_facts(&params, &good), VK_SUCCESS);
    params.facts = &bad;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        bad = good;
        memcpy((char *)&bad + rows[i].member, &rows[i].value, sizeof(rows[i].value));
        harness_assert_error(h, sized_query_plan(&params, &sum, NULL),
                             VK_ERROR_VALIDATION_FAILED_EXT, rows[i].part);
    }
    harness_assert_error(h, vkscan_context_create(&params, &context),
                         VK_ERROR_VALIDATION_FAILED_EXT, "facts are for vkscan_query_plan and");
}

/* ---- names ---- */

enum {
    TYPE_COUNT = 0
#define TYPE(...) +1
#include "types.def"
};

enum {
    PRIMITIVE_COUNT = 0
#define PRIMITIVE(enumerator, name) +1
#include "primitives.def"
};

enum {
    OP_COUNT = 0
#define ARITHMETIC_OPERATOR(...) +1
#define ORDER_OPERATOR(...) +1
#define INTEGER_OPERATOR(...) +1
#include "ops.def"
};

/* What known values are called is in tests/plan/plans.txt, by types and algorithms. */
TEST(values_that_are_unknown_have_no_name)
{
    static const struct {
        const char *(*name)(int value);
        int count;
    } rows[] = {{primitive_name, PRIMITIVE_COUNT},
                {op_name, OP_COUNT},
                {type_name, VKSCAN_TYPE_NONE + 1 + TYPE_COUNT},
                {algorithm_name, VKSCAN_ALGORITHM_COLUMNS + 1}};
    static const int unknown[] = {-1, INT_MIN, INT_MAX, 32, 1 << 16};

    (void)h;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_non_null(rows[i].name(rows[i].count - 1));
        assert_null(rows[i].name(rows[i].count));
        for (size_t j = 0; j < COUNT_OF(unknown); j++)
            assert_null(rows[i].name(unknown[j]));
    }
    assert_non_null(algorithm_name(VKSCAN_ALGORITHM_TEXTBOOK));
    assert_null(algorithm_name(VKSCAN_ALGORITHM_TEXTBOOK - 1));
    assert_int_equal(vkscan_type_size(VKSCAN_TYPE_NONE), 0);
    assert_int_equal(vkscan_type_size((vkscan_type)(VKSCAN_TYPE_NONE + 1 + TYPE_COUNT)), 0);
    assert_int_equal(vkscan_type_size((vkscan_type)-1), 0);
    assert_int_equal(vkscan_type_size((vkscan_type)INT_MAX), 0);
}

/* Of each algorithm that computes the primitive, one line; of others, none. */
TEST(summaries_are_one_line)
{
    static const vkscan_histogram_params bins = {.bins = 1, .last = 1};
    static const vkscan_segments_params rows = {.heads = VKSCAN_HEADS_ROWS, .length = 1};
    static const vkscan_segments_params bits = {.heads = VKSCAN_HEADS_BITS};
    static const vkscan_segments_params columns = {
        .heads = VKSCAN_HEADS_ROWS, .length = 1, .stride = 2};
    static const vkscan_sorted_params sorted = {.length = 1};
    static const vkscan_top_k_params top = {.k = 1};
    static const vkscan_sort_params parts = {.segments = 1, .offset_size = 4};
    static const void *const details[] = {
        [VKSCAN_PRIMITIVE_HISTOGRAM] = &bins,
        [VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN] = &rows,
        [VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN] = &rows,
        [VKSCAN_PRIMITIVE_SEGMENTED_REDUCE] = &rows,
        [VKSCAN_PRIMITIVE_LOWER_BOUND] = &sorted,
        [VKSCAN_PRIMITIVE_UPPER_BOUND] = &sorted,
        [VKSCAN_PRIMITIVE_MERGE] = &sorted,
        [VKSCAN_PRIMITIVE_DIFFERENCE] = NULL,
        [VKSCAN_PRIMITIVE_TOP_K] = &top,
    };
    const vkscan_context_params params = harness_context_params(h);

    FOR_EACH(primitive, -1, primitive_name)
    FOR_EACH_ALGORITHM(algorithm, -1)
    {
        const bool by_flags = primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE &&
                              algorithm == VKSCAN_ALGORITHM_LOOKBACK;
        const bool by_parts =
            primitive == VKSCAN_PRIMITIVE_SORT && algorithm == VKSCAN_ALGORITHM_SUBGROUP;
        const vkscan_plan_params plan = {.primitive = (vkscan_primitive)primitive,
                                         .type = VKSCAN_TYPE_U32,
                                         .algorithm = (vkscan_algorithm)algorithm,
                                         .details = by_flags   ? &bits
                                                    : by_parts ? &parts
                                                    : algorithm == VKSCAN_ALGORITHM_COLUMNS
                                                        ? &columns
                                                        : details[primitive]};
        const char *summary = vkscan_algorithm_summary(plan.algorithm, plan.primitive);
        const bool computes =
            algorithm != VKSCAN_ALGORITHM_AUTO &&
            sized_query_plan(&params, &plan, NULL) != VK_ERROR_VALIDATION_FAILED_EXT;
        assert_int_equal(summary != NULL, computes);
        if (summary)
            assert_null(strchr(summary, '\n'));
    }
}

HARNESS_MAIN(queries)
