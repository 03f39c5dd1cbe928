/* SPDX-License-Identifier: MIT */
/* ggml's Vulkan backend: its operators of f32, as nodes of a graph. It orders and chooses by
 * indices alone, by which the host gathers the elements for the check. */
#include "peer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#undef VK_NO_PROTOTYPES /* ggml links the loader */
#include <vulkan/vulkan.h>

#include <ggml-alloc.h>
#include <ggml-backend.h>
#include <ggml-vulkan.h>
#include <ggml.h>

#include <vkscan/vkscan.h>

#include "platform.h"

#define DEVICES_MAX 64
#define POISON 0xa5

static struct {
    ggml_backend_t backend;
    struct ggml_context *tensors;
    ggml_backend_buffer_t buffer; /* what the tensors are in */
    struct ggml_tensor *source, *result;
    const float *elements; /* the source */
} own;

static bool fail(struct peer *peer, const char *what)
{
    snprintf(peer->error, sizeof(peer->error), "%s", what);
    return false;
}

/* ---- the device ---- */

/* Makes the device with that UUID the only one that ggml sees, which else takes GPUs alone. */
static bool choose_device(struct peer *peer, const uint8_t *uuid, VkInstance instance)
{
    VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id};
    VkPhysicalDevice devices[DEVICES_MAX];
    uint32_t count = DEVICES_MAX;
    char place[16];

    if (vkEnumeratePhysicalDevices(instance, &count, devices) < 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        vkGetPhysicalDeviceProperties2(devices[i], &properties);
        if (!uuid || memcmp(id.deviceUUID, uuid, PEER_UUID_SIZE) == 0) {
            snprintf(peer->device, sizeof(peer->device), "%s", properties.properties.deviceName);
            snprintf(peer->driver, sizeof(peer->driver), "Vulkan %u.%u.%u",
                     VK_API_VERSION_MAJOR(properties.properties.apiVersion),
                     VK_API_VERSION_MINOR(properties.properties.apiVersion),
                     VK_API_VERSION_PATCH(properties.properties.apiVersion));
            snprintf(place, sizeof(place), "%" PRIu32, i);
            return platform_set_environment("GGML_VK_VISIBLE_DEVICES", place);
        }
    }
    return false;
}

static void ignore(enum ggml_log_level level, const char *text, void *user)
{
    (void)level, (void)text, (void)user;
}

bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE])
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_2};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    VkInstance instance;

    snprintf(peer->version, sizeof(peer->version), "%s", ggml_version());
    snprintf(peer->runtime, sizeof(peer->runtime), "Vulkan 1.2");
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return fail(peer, "there is no Vulkan 1.2");
    const bool found = choose_device(peer, uuid, instance);
    vkDestroyInstance(instance, NULL);
    if (!found)
        return fail(peer, "there is no Vulkan device with that UUID");
    ggml_log_set(ignore, NULL);
    own.backend = ggml_backend_vk_init(0);
    return own.backend || fail(peer, "ggml's Vulkan backend does not take this device");
}

void peer_close(struct peer *peer)
{
    (void)peer;
    ggml_backend_buffer_free(own.buffer);
    ggml_free(own.tensors);
    if (own.backend)
        ggml_backend_free(own.backend);
    memset(&own, 0, sizeof(own));
}

/* ---- the job ---- */

static bool is_argsort(const struct peer_job *job)
{
    const vkscan_plan_params *plan = job->plan;
    const vkscan_sort_params *sort = plan->details;

    return strcmp(job->primitive, "sort") == 0 && sort->flags & VKSCAN_SORT_INDICES_BIT;
}

static uint64_t row_length(const struct peer_job *job)
{
    return job->length ? job->length : job->count;
}

/* Tells whether ggml may have the job, whatever the operator's own limits. */
static bool is_known(const struct peer_job *job)
{
    return strcmp(job->type, "f32") == 0 && (!job->heads || strcmp(job->heads, "rows") == 0) &&
           !job->segments && job->count % row_length(job) == 0 && job->best <= row_length(job) &&
           (job->best || is_argsort(job) || strcmp(job->op, "add") == 0);
}

/* Returns NULL if ggml has no operator for the primitive. */
static struct ggml_tensor *make_result(const struct peer_job *job)
{
    if (job->best)
        return ggml_top_k(own.tensors, own.source, (int)job->best);
    if (is_argsort(job))
        return ggml_argsort(own.tensors, own.source, GGML_SORT_ORDER_ASC);
    if (strstr(job->primitive, "reduce"))
        return (job->length ? ggml_sum_rows : ggml_sum)(own.tensors, own.source);
    return strstr(job->primitive, "inclusive-scan") ? ggml_cumsum(own.tensors, own.source) : NULL;
}

static bool make_tensors(const struct peer_job *job)
{
    const uint64_t length = row_length(job);

    own.tensors = ggml_init(
        (struct ggml_init_params){.mem_size = 2 * ggml_tensor_overhead(), .no_alloc = true});
    own.source = ggml_new_tensor_2d(own.tensors, GGML_TYPE_F32, (int64_t)length,
                                    (int64_t)(job->count / length));
    own.result = make_result(job);
    return own.result && ggml_backend_supports_op(own.backend, own.result);
}

bool peer_prepare(struct peer *peer, const struct peer_job *job, const void *source)
{
    peer->job = *job;
    peer->any_order = true;
    if (!is_known(job) || !make_tensors(job)) {
        snprintf(peer->error, sizeof(peer->error),
                 "there is no such %s of %" PRIu64 " %s here; there are sums, inclusive sums, "
                 "argsorts and top-k of f32, of all or of whole rows",
                 job->primitive, job->count, job->type);
        return false;
    }
    own.buffer = ggml_backend_alloc_ctx_tensors(own.tensors, own.backend);
    if (!own.buffer)
        return fail(peer, "out of device memory");
    own.elements = source;
    ggml_backend_tensor_set(own.source, source, 0, ggml_nbytes(own.source));
    return true;
}

/* ---- runs ---- */

/* Computes a graph of so many runs, one after the other. Stores the milliseconds of a run. */
static bool compute(struct peer *peer, uint32_t runs, double *ms)
{
    const size_t nodes = runs + 1;
    struct ggml_context *context = ggml_init((struct ggml_init_params){
        .mem_size = ggml_graph_overhead_custom(nodes, false), .no_alloc = true});
    struct ggml_cgraph *graph = ggml_new_graph_custom(context, nodes, false);

    ggml_build_forward_expand(graph, own.result);
    for (uint32_t i = 1; i < runs; i++)
        ggml_graph_add_node(graph, own.result);
    const double start = platform_now_ms();
    const bool ok = ggml_backend_graph_compute(own.backend, graph) == GGML_STATUS_SUCCESS;
    *ms = (platform_now_ms() - start) / runs;
    ggml_free(context);
    return ok || fail(peer, "ggml could not compute its graph");
}

/* The time of each batch is the mean of all runs', since a graph has no timestamps. */
bool peer_time(void *subject, uint32_t batch, uint32_t repeats, double *times)
{
    double ms;

    if (!compute(subject, batch * repeats, &ms))
        return false;
    for (uint32_t i = 0; i < repeats; i++)
        times[i] = ms;
    return true;
}

/* Stores the elements of rows at the indices in them. Returns false if one is outside its row. */
static bool gather(const struct peer_job *job, const uint32_t *indices, float *to)
{
    const uint64_t length = row_length(job), results = (uint64_t)own.result->ne[0];

    for (uint64_t i = 0; i < results * (job->count / length); i++) {
        if (indices[i] >= length)
            return false;
        to[i] = own.elements[i / results * length + indices[i]];
    }
    return true;
}

bool peer_run_once(struct peer *peer, void *result)
{
    const struct peer_job *job = &peer->job;
    const bool indices = is_argsort(job) || job->best;
    char *to = (char *)result + (indices ? job->number_offset : 0);
    double ms;

    ggml_backend_tensor_memset(own.result, POISON, 0, ggml_nbytes(own.result));
    if (!compute(peer, 1, &ms))
        return false;
    ggml_backend_tensor_get(own.result, to, 0, ggml_nbytes(own.result));
    return !indices || gather(job, (uint32_t *)(void *)to, result) ||
           fail(peer, "ggml's indices are outside their rows");
}
