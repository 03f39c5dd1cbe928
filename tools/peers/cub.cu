/* SPDX-License-Identifier: MIT */
/* CUB, NVIDIA's library of parallel primitives for CUDA, as a peer. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <cub/version.cuh>

#include "cub_functions.h"

namespace
{

using cub_peer::run_fn;
using cub_peer::stream;

run_fn *find(const peer_job &job)
{
    run_fn *(*const families[])(const peer_job &) = {
        cub_peer::find_fold,      cub_peer::find_selection, cub_peer::find_sort,
        cub_peer::find_histogram, cub_peer::find_segments,  cub_peer::find_sorted,
        cub_peer::find_top_k};

    for (const auto find_in : families)
        if (run_fn *run = find_in(job))
            return run;
    return nullptr;
}

/* ---- CUDA ---- */

bool fail(peer *peer, const char *what, cudaError_t error)
{
    std::snprintf(peer->error, sizeof(peer->error), "%s: %s", what, cudaGetErrorString(error));
    return false;
}

#define CHECK(peer, what, call)                                                                    \
    do {                                                                                           \
        const cudaError_t check_error = (call);                                                    \
        if (check_error != cudaSuccess)                                                            \
            return fail(peer, what, check_error);                                                  \
    } while (0)

bool choose_device(peer *peer, const uint8_t *uuid, cudaDeviceProp *properties)
{
    int count = 0;

    CHECK(peer, "no CUDA device can be used", cudaGetDeviceCount(&count));
    for (int i = 0; i < count; i++) {
        CHECK(peer, "cannot ask a CUDA device", cudaGetDeviceProperties(properties, i));
        if (uuid && std::memcmp(properties->uuid.bytes, uuid, PEER_UUID_SIZE) != 0)
            continue;
        CHECK(peer, "cannot use the CUDA device", cudaSetDevice(i));
        return true;
    }
    std::snprintf(peer->error, sizeof(peer->error),
                  "none of %d CUDA devices has the UUID of the Vulkan device", count);
    return false;
}

void format_cuda(int version, char *text, size_t size)
{
    std::snprintf(text, size, "CUDA %d.%d", version / 1000, version % 1000 / 10);
}

bool describe(peer *peer, const cudaDeviceProp &properties)
{
    int runtime = 0, driver = 0;

    CHECK(peer, "cannot tell CUDA's version", cudaRuntimeGetVersion(&runtime));
    CHECK(peer, "cannot tell the driver's version", cudaDriverGetVersion(&driver));
    format_cuda(runtime, peer->runtime, sizeof(peer->runtime));
    format_cuda(driver, peer->driver, sizeof(peer->driver));
    std::snprintf(peer->version, sizeof(peer->version), "%d.%d.%d", CUB_MAJOR_VERSION,
                  CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
    std::snprintf(peer->device, sizeof(peer->device), "%s", properties.name);
    return true;
}

bool run(peer *peer)
{
    run_fn *const function = reinterpret_cast<run_fn *>(peer->run);

    CHECK(peer, "CUB fails",
          function(peer->scratch, peer->scratch_size, peer->source, peer->destination, peer->job));
    return true;
}

bool run_batch(peer *peer, uint32_t batch)
{
    for (uint32_t i = 0; i < batch; i++)
        if (!run(peer))
            return false;
    return true;
}

/* ---- timing ---- */

std::vector<cudaEvent_t> events; /* between two of which the time is told */

bool need_events(peer *peer, size_t count)
{
    while (events.size() < count) {
        cudaEvent_t event;
        CHECK(peer, "cannot create events", cudaEventCreate(&event));
        events.push_back(event);
    }
    return true;
}

/* A recorded batch of runs, which the host launches at once. */
class graph
{
  public:
    graph() = default;

    ~graph()
    {
        if (executable)
            cudaGraphExecDestroy(executable);
        if (captured)
            cudaGraphDestroy(captured);
    }

    graph(const graph &) = delete;
    graph &operator=(const graph &) = delete;

    bool capture(peer *peer, uint32_t batch)
    {
        CHECK(peer, "cannot capture a graph",
              cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        const bool ran = run_batch(peer, batch);
        const cudaError_t ended = cudaStreamEndCapture(stream, &captured);
        if (!ran)
            return false;
        CHECK(peer, "cannot capture a graph", ended);
        CHECK(peer, "cannot instantiate a graph", cudaGraphInstantiate(&executable, captured));
        CHECK(peer, "cannot upload a graph", cudaGraphUpload(executable, stream));
        return true;
    }

    cudaGraph_t captured = nullptr;
    cudaGraphExec_t executable = nullptr;
};

/* Stores one time for each element of times. Each batch is a launch of the graph; without a graph,
 * calls of CUB. */
bool time_batches(peer *peer, cudaGraphExec_t graph, uint32_t batch, std::vector<double> &times)
{
    if (!need_events(peer, times.size() + 1))
        return false;
    CHECK(peer, "cannot record an event", cudaEventRecord(events[0], stream));
    for (size_t i = 0; i < times.size(); i++) {
        if (graph)
            CHECK(peer, "cannot launch a graph", cudaGraphLaunch(graph, stream));
        else if (!run_batch(peer, batch))
            return false;
        CHECK(peer, "cannot record an event", cudaEventRecord(events[i + 1], stream));
    }
    CHECK(peer, "the device fails", cudaStreamSynchronize(stream));
    for (size_t i = 0; i < times.size(); i++) {
        float ms = 0;
        CHECK(peer, "cannot read an event", cudaEventElapsedTime(&ms, events[i], events[i + 1]));
        times[i] = static_cast<double>(ms) / batch;
    }
    return true;
}

} // namespace

/* ---- the peer ---- */

extern "C" bool peer_open(peer *peer, const uint8_t *uuid)
{
    cudaDeviceProp properties;

    return choose_device(peer, uuid, &properties) && describe(peer, properties);
}

extern "C" void peer_close(peer *peer)
{
    cudaFree(peer->source);
    cudaFree(peer->destination);
    cudaFree(peer->scratch);
}

extern "C" bool peer_prepare(peer *peer, const peer_job *job, const void *source)
{
    peer->job = *job;
    peer->reverses_rest = true;
    peer->any_order = job->best > 0;
    peer->run = reinterpret_cast<void (*)()>(find(*job));
    if (!peer->run || job->count > INT32_MAX) {
        std::snprintf(peer->error, sizeof(peer->error),
                      "there is no %s of %llu %s with %s here (CUB %s)", job->primitive,
                      static_cast<unsigned long long>(job->count), job->type,
                      job->criterion ? job->criterion : job->op, peer->version);
        return false;
    }
    CHECK(peer, "cannot allocate the source", cudaMalloc(&peer->source, job->source_size));
    CHECK(peer, "cannot allocate the destination",
          cudaMalloc(&peer->destination, job->destination_size));
    CHECK(peer, "cannot upload the source",
          cudaMemcpy(peer->source, source, job->source_size, cudaMemcpyHostToDevice));
    if (!run(peer)) /* stores scratch_size */
        return false;
    CHECK(peer, "cannot allocate the scratch", cudaMalloc(&peer->scratch, peer->scratch_size));
    return true;
}

/* Times the job as CUB's users call it, or from a recording, a CUDA graph. Calls come first even
 * then, as they load the kernels. */
extern "C" bool peer_time(void *subject, uint32_t batch, uint32_t repeats, double *times)
{
    peer *const peer = static_cast<struct peer *>(subject);
    std::vector<double> found(repeats);
    graph graph;

    if (!time_batches(peer, nullptr, batch, found) ||
        (peer->recorded &&
         (!graph.capture(peer, batch) || !time_batches(peer, graph.executable, batch, found))))
        return false;
    std::copy(found.begin(), found.end(), times);
    return true;
}

extern "C" bool peer_run_once(peer *peer, void *result)
{
    CHECK(peer, "cannot fill the destination",
          cudaMemset(peer->destination, 0xa5, peer->job.destination_size));
    if (!run(peer))
        return false;
    CHECK(
        peer, "cannot download the result",
        cudaMemcpy(result, peer->destination, peer->job.destination_size, cudaMemcpyDeviceToHost));
    return true;
}
