/* SPDX-License-Identifier: MIT */
/* What the library makes of a host without memory and of a Vulkan that fails or is incomplete. */
#include "refusals.h"
#include "port_buffers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- a heap ---- */

/* Allocation callbacks that count, and fail when told to. Drivers allocate through them too. */
static struct {
    atomic_int live;  /* allocations that have not been freed */
    atomic_int calls; /* since the last arming */
    int fail_first;   /* of these calls, counted from 0; negative: none */
    bool fail_after;  /* and all after it */
} heap = {.fail_first = -1};

/* In front of each allocation. */
struct header {
    void *start;
    size_t size;
};

static bool fails(void)
{
    const int call = heap.calls++;

    return heap.fail_first >= 0 &&
           (call == heap.fail_first || (heap.fail_after && call > heap.fail_first));
}

static struct header *header_of(void *memory)
{
    return (struct header *)memory - 1;
}

static VKAPI_ATTR void *VKAPI_CALL heap_allocate(void *user, size_t size, size_t alignment,
                                                 VkSystemAllocationScope scope)
{
    (void)user, (void)scope;
    assert_true(alignment > 0 && (alignment & (alignment - 1)) == 0);
    if (size == 0 || fails())
        return NULL;
    const size_t step = alignment > sizeof(struct header) ? alignment : sizeof(struct header);
    char *start = malloc(size + 2 * step);
    assert_non_null(start);
    char *memory = start + step + (step - (uintptr_t)start % step) % step;
    memset(memory, 0xa5, size); /* nobody may count on zeros */
    *header_of(memory) = (struct header){start, size};
    heap.live++;
    return memory;
}

static VKAPI_ATTR void VKAPI_CALL heap_free(void *user, void *memory)
{
    (void)user;
    if (!memory)
        return;
    heap.live--;
    free(header_of(memory)->start);
}

static VKAPI_ATTR void *VKAPI_CALL heap_reallocate(void *user, void *original, size_t size,
                                                   size_t alignment, VkSystemAllocationScope scope)
{
    const size_t before = original ? header_of(original)->size : 0;
    void *memory = size > 0 ? heap_allocate(user, size, alignment, scope) : NULL;

    if (memory && before > 0)
        memcpy(memory, original, before < size ? before : size);
    if (memory || size == 0)
        heap_free(user, original);
    return memory;
}

static const VkAllocationCallbacks callbacks = {
    .pfnAllocation = heap_allocate,
    .pfnReallocation = heap_reallocate,
    .pfnFree = heap_free,
};

static void arm(int fail_first, bool fail_after)
{
    heap.fail_first = fail_first;
    heap.fail_after = fail_after;
    heap.calls = 0;
}

/* ---- one of each ---- */

enum kind { CONTEXT, PLAN, BINDING, KIND_COUNT };

/* A context, a plan and a binding, as far as they exist. */
struct objects {
    vkscan_context_params params;
    struct gpu_buffer source, destination, scratch;
    vkscan_context *context;
    vkscan_plan *plan;
    vkscan_binding *binding;
};

static const vkscan_plan_params plan_params = {.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                               .type = VKSCAN_TYPE_U32,
                                               .capacity = 1000,
                                               .label = "sums"};

static struct objects open_objects(struct harness *h)
{
    static const vkscan_tuning_policy policy = TUNING(VKSCAN_ALGORITHM_BLELLOCH, 128, 2, 0, 0, 0);
    struct objects o = {.params = harness_context_params(h)};

    o.params.allocator = &callbacks;
    o.params.policies = &policy; /* copied: one more allocation */
    o.params.policy_count = 1;
    assert_true(gpu_buffer_create(&h->gpu, 4000, GPU_MEMORY_DEVICE, &o.source));
    assert_true(gpu_buffer_create(&h->gpu, 4000, GPU_MEMORY_DEVICE, &o.destination));
    assert_true(gpu_buffer_create(&h->gpu, 4000, GPU_MEMORY_DEVICE, &o.scratch));
    return o;
}

static struct port_buffers buffers_of(const struct objects *o)
{
    return (struct port_buffers){
        .source = gpu_range(&o->source, 0, o->source.size),
        .destination = gpu_range(&o->destination, 0, o->destination.size),
        .scratch = gpu_range(&o->scratch, 0, o->scratch.size),
    };
}

static VkResult create(struct objects *o, enum kind kind)
{
    const struct port_buffers buffers = buffers_of(o);

    switch (kind) {
    case CONTEXT:
        o->context = UNTOUCHED;
        return vkscan_context_create(&o->params, &o->context);
    case PLAN:
        o->plan = UNTOUCHED;
        return sized_plan_create(o->context, &plan_params, &o->plan);
    default:
        o->binding = UNTOUCHED;
        return port_buffers_bind(o->plan, &buffers, &o->binding);
    }
}

static const void *object(const struct objects *o, enum kind kind)
{
    return kind == CONTEXT ? (const void *)o->context
           : kind == PLAN  ? (const void *)o->plan
                           : (const void *)o->binding;
}

/* Of that kind and those that are made of it. */
static void destroy_from(struct objects *o, enum kind kind)
{
    vkscan_binding_destroy(o->binding);
    o->binding = NULL;
    if (kind <= PLAN) {
        vkscan_plan_destroy(o->plan);
        o->plan = NULL;
    }
    if (kind == CONTEXT) {
        vkscan_context_destroy(o->context);
        o->context = NULL;
    }
}

/* Nothing is left. */
static void close_objects(struct harness *h, struct objects *o)
{
    destroy_from(o, CONTEXT);
    assert_int_equal(heap.live, 0);
    gpu_buffer_destroy(&h->gpu, &o->source);
    gpu_buffer_destroy(&h->gpu, &o->destination);
    gpu_buffer_destroy(&h->gpu, &o->scratch);
}

/* ---- host memory ---- */

/* Lets each allocation fail in turn, until there are no more of them. */
static void fail_each_allocation(struct harness *h, struct objects *o, enum kind kind,
                                 bool fail_after)
{
    int failures = 0;

    for (int n = 0; n == 0 || heap.calls > heap.fail_first; n++) {
        assert_true(n < 1000);
        arm(-1, false);
        for (enum kind below = CONTEXT; below < kind; below++) /* without pipelines to share */
            assert_int_equal(create(o, below), VK_SUCCESS);
        const int live = heap.live;
        arm(n, fail_after);
        const VkResult result = create(o, kind);
        if (result == VK_SUCCESS) { /* the driver does without */
            assert_int_equal(o->context->caps.capabilities, h->context->caps.capabilities);
            destroy_from(o, kind);
        } else {
            assert_int_equal(result, VK_ERROR_OUT_OF_HOST_MEMORY);
            assert_null(object(o, kind));
            failures++;
        }
        assert_true(kind == PLAN || heap.live == live); /* contexts keep compiled pipelines */
        destroy_from(o, CONTEXT);
        assert_int_equal(heap.live, 0);
    }
    arm(-1, false);
    assert_true(failures > 0);
}

TEST(each_host_allocation_may_fail)
{
    struct objects o = open_objects(h);

    for (enum kind kind = CONTEXT; kind < KIND_COUNT; kind++) {
        fail_each_allocation(h, &o, kind, false);
        fail_each_allocation(h, &o, kind, true);
    }
    close_objects(h, &o);
}

/* Which is the library's; and the allocator's structure is copied. */
TEST(the_first_allocation_of_each_object_is_told)
{
    struct objects o = open_objects(h);
    VkAllocationCallbacks copied = callbacks;

    o.params.allocator = &copied;
    for (enum kind kind = CONTEXT; kind < KIND_COUNT; kind++) {
        arm(0, false);
        harness_assert_error(h, create(&o, kind), VK_ERROR_OUT_OF_HOST_MEMORY,
                             kind == CONTEXT ? "host allocation"
                                             : "plan \"sums\": host allocation");
        arm(-1, false);
        assert_int_equal(create(&o, kind), VK_SUCCESS);
        memset(&copied, 0, sizeof(copied));
    }
    close_objects(h, &o);
}

/* What they allocate they free; without it they fail rather than leave something out. */
TEST(queries_need_host_memory_only_for_a_while)
{
    vkscan_context_params params = harness_context_params(h);
    vkscan_device_info info = {.struct_size = sizeof(info)};

    params.allocator = &callbacks;
    arm(0, true);
    harness_assert_error(h, vkscan_query_device(&params, &info), VK_ERROR_OUT_OF_HOST_MEMORY,
                         "probing the device failed");
    harness_assert_error(h, sized_query_plan(&params, &plan_params, NULL),
                         VK_ERROR_OUT_OF_HOST_MEMORY, "probing the device failed");
    arm(-1, false);
    assert_int_equal(vkscan_query_device(&params, &info), VK_SUCCESS);
    assert_int_equal(sized_query_plan(&params, &plan_params, NULL), VK_SUCCESS);
    assert_int_equal(heap.live, 0);
}

/* Neither with a binding nor without. */
TEST(recording_allocates_nothing)
{
    struct objects o = open_objects(h);

    assert_int_equal(create(&o, CONTEXT), VK_SUCCESS);
    for (vkscan_access access = 0; vks_access(access); access++) {
        vkscan_plan_params params = plan_params;
        params.access = access;
        if (vks_access(access)->needs & ~o.context->caps.capabilities)
            continue;
        assert_int_equal(sized_plan_create(o.context, &params, &o.plan), VK_SUCCESS);
        if (access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
            assert_int_equal(create(&o, BINDING), VK_SUCCESS);
        const struct port_buffers buffers = buffers_of(&o);
        VkCommandBuffer commands = gpu_begin(&h->gpu);
        arm(0, true);
        assert_int_equal(o.binding ? binding_run(o.binding, commands, 1000, NULL)
                                   : port_buffers_run(o.plan, commands, &buffers, 1000, NULL),
                         VK_SUCCESS);
        assert_int_equal(heap.calls, 0);
        arm(-1, false);
        assert_true(gpu_submit(&h->gpu, commands));
        destroy_from(&o, PLAN);
    }
    close_objects(h, &o);
}

/* ---- Vulkan functions ---- */

/* Takes the place of one function of Vulkan; a NULL function makes it missing. */
static struct {
    const char *name;
    PFN_vkVoidFunction function;
    int calls_before; /* of the substitute, that succeed */
} substitute;

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device,
                                                                    const char *name)
{
    return strcmp(name, substitute.name) == 0 ? substitute.function
                                              : vkGetDeviceProcAddr(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance,
                                                                      const char *name)
{
    if (strcmp(name, substitute.name) == 0)
        return substitute.function;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_function;
    return vkGetInstanceProcAddr(instance, name);
}

#define NAME(name) "vk" #name,

static const char *const instance_functions[] = {VK_INSTANCE_FUNCTIONS(NAME)};
static const char *const device_functions[] = {VK_DEVICE_FUNCTIONS(NAME)};

/* Queries need those of the instance alone. */
TEST(missing_functions_are_named)
{
    struct objects o = {.params = harness_context_params(h)};
    const size_t all = COUNT_OF(instance_functions) + COUNT_OF(device_functions);
    vkscan_device_info info = {.struct_size = sizeof(info)};

    o.params.get_instance_proc_addr = get_instance_function;
    substitute.function = NULL;
    for (size_t i = 0; i < all; i++) {
        const bool of_instance = i < COUNT_OF(instance_functions);
        substitute.name = of_instance ? instance_functions[i]
                                      : device_functions[i - COUNT_OF(instance_functions)];
        harness_assert_error(h, create(&o, CONTEXT), VK_ERROR_INITIALIZATION_FAILED,
                             substitute.name);
        assert_null(o.context);
        if (!of_instance)
            continue;
        harness_assert_error(h, vkscan_query_device(&o.params, &info),
                             VK_ERROR_INITIALIZATION_FAILED, substitute.name);
        harness_assert_error(h, sized_query_plan(&o.params, &plan_params, NULL),
                             VK_ERROR_INITIALIZATION_FAILED, substitute.name);
    }
}

#define FAILURE VK_ERROR_OUT_OF_DEVICE_MEMORY

/* Vulkan leaves what a failing function was to write undefined. Of pipelines and sets it is
 * defined: those that failed are VK_NULL_HANDLE. */
#define FAILING(name, garbage, bytes, parameters, arguments)                                       \
    static VKAPI_ATTR VkResult VKAPI_CALL fail_##name parameters                                   \
    {                                                                                              \
        if (substitute.calls_before-- > 0)                                                         \
            return vk##name arguments;                                                             \
        memset(out, garbage, (bytes) * sizeof(*out));                                              \
        return FAILURE;                                                                            \
    }
#define FAILING_CREATE(name)                                                                       \
    FAILING(Create##name, 0xa5, 1,                                                                 \
            (VkDevice device, const Vk##name##CreateInfo *info,                                    \
             const VkAllocationCallbacks *allocator, Vk##name *out),                               \
            (device, info, allocator, out))

FAILING_CREATE(DescriptorSetLayout)
FAILING_CREATE(PipelineLayout)
FAILING_CREATE(ShaderModule)
FAILING_CREATE(DescriptorPool)
FAILING(EnumerateDeviceExtensionProperties, 0xa5, 1,
        (VkPhysicalDevice device, const char *layer, uint32_t *out,
         VkExtensionProperties *properties),
        (device, layer, out, properties))
FAILING(CreateComputePipelines, 0, count,
        (VkDevice device, VkPipelineCache cache, uint32_t count,
         const VkComputePipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,
         VkPipeline *out),
        (device, cache, count, infos, allocator, out))
FAILING(AllocateDescriptorSets, 0, info->descriptorSetCount,
        (VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *out),
        (device, info, out))

/* What was created before the failure is destroyed: else the validation layer says so at the end.
 */
TEST(failures_of_vulkan_are_passed_on)
{
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
        int calls_before;
        enum kind kind;
        const char *part;
    } rows[] = {
#define ROW(name) "vk" #name, (PFN_vkVoidFunction)fail_##name
        {ROW(EnumerateDeviceExtensionProperties), 0, CONTEXT, "probing"},
        {ROW(EnumerateDeviceExtensionProperties), 1, CONTEXT, "probing"},
        {ROW(CreateDescriptorSetLayout), 0, CONTEXT, "vkCreateDescriptorSetLayout"},
        {ROW(CreatePipelineLayout), 0, CONTEXT, "vkCreatePipelineLayout"},
        {ROW(CreateShaderModule), 0, PLAN, "kernel"},
        {ROW(CreateShaderModule), 1, PLAN, "kernel"},
        {ROW(CreateComputePipelines), 0, PLAN, "kernel"},
        {ROW(CreateComputePipelines), 1, PLAN, "kernel"},
        {ROW(CreateDescriptorPool), 0, BINDING, "descriptor"},
        {ROW(AllocateDescriptorSets), 0, BINDING, "descriptor"},
#undef ROW
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct objects o = open_objects(h);
        o.params.get_instance_proc_addr = get_instance_function;
        substitute.name = rows[i].name;
        substitute.function = rows[i].function;
        substitute.calls_before = rows[i].calls_before;
        for (enum kind kind = CONTEXT; kind < rows[i].kind; kind++)
            assert_int_equal(create(&o, kind), VK_SUCCESS);
        const int live = heap.live;
        harness_assert_error(h, create(&o, rows[i].kind), FAILURE, rows[i].part);
        assert_null(object(&o, rows[i].kind));
        assert_true(rows[i].kind == PLAN || heap.live == live);
        close_objects(h, &o);
    }
}

HARNESS_MAIN(failures)
