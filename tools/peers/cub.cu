/* SPDX-License-Identifier: MIT */
/* CUB, NVIDIA's library of parallel primitives for CUDA, as a peer. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

#include <cub/device/device_partition.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda_fp16.h>
#if CUB_VERSION >= 300500
#define RUN_TO_RUN_SCANS
#include <cuda/execution>
#include <cuda/memory_resource>
#include <cuda/stream>
#endif

extern "C" {
#include "peer.h"
}

namespace
{

/* ---- what CUB is asked for ---- */

/* With no scratch it tells in `size` how much it needs, which CUB calls temporary storage. */
typedef cudaError_t run_fn(void *scratch, size_t &size, const void *source, void *destination,
                           const peer_job &job);

/* All work is on this one. The legacy default stream cannot be captured. */
const cudaStream_t stream = cudaStreamPerThread;

using plus = cuda::std::plus<>;

template <class T> T from_bits(uint64_t bits)
{
    T value;

    static_assert(sizeof(value) <= sizeof(bits), "elements have 64 bits at most");
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

/* Sums go by the functions that CUB has for them. */
int count_of(const peer_job &job)
{
    return static_cast<int>(job.count);
}

template <class T, class Op>
cudaError_t reduce(void *scratch, size_t &size, const void *source, void *destination,
                   const peer_job &job)
{
    const T *from = static_cast<const T *>(source);
    T *to = static_cast<T *>(destination);

    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceReduce::Sum(scratch, size, from, to, count_of(job), stream);
    else
        return cub::DeviceReduce::Reduce(scratch, size, from, to, count_of(job), Op{},
                                         from_bits<T>(job.identity), stream);
}

template <class T, class Op>
cudaError_t inclusive_scan(void *scratch, size_t &size, const void *source, void *destination,
                           const peer_job &job)
{
    const T *from = static_cast<const T *>(source);
    T *to = static_cast<T *>(destination);

    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceScan::InclusiveSum(scratch, size, from, to, count_of(job), stream);
    else
        return cub::DeviceScan::InclusiveScan(scratch, size, from, to, Op{}, count_of(job), stream);
}

template <class T, class Op>
cudaError_t exclusive_scan(void *scratch, size_t &size, const void *source, void *destination,
                           const peer_job &job)
{
    const T *from = static_cast<const T *>(source);
    T *to = static_cast<T *>(destination);

    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceScan::ExclusiveSum(scratch, size, from, to, count_of(job), stream);
    else
        return cub::DeviceScan::ExclusiveScan(scratch, size, from, to, Op{},
                                              from_bits<T>(job.identity), count_of(job), stream);
}

/* ---- sums in another type than the elements' ---- */

template <class T, class Sum>
cudaError_t reduce_in(void *scratch, size_t &size, const void *source, void *destination,
                      const peer_job &job)
{
    return cub::DeviceReduce::Reduce(scratch, size, static_cast<const T *>(source),
                                     static_cast<T *>(destination), count_of(job),
                                     cuda::std::plus<Sum>{}, Sum{}, stream);
}

template <class T, class Sum>
cudaError_t inclusive_scan_in(void *scratch, size_t &size, const void *source, void *destination,
                              const peer_job &job)
{
    return cub::DeviceScan::InclusiveScanInit(scratch, size, static_cast<const T *>(source),
                                              static_cast<T *>(destination), cuda::std::plus<Sum>{},
                                              Sum{}, count_of(job), stream);
}

template <class T, class Sum>
cudaError_t exclusive_scan_in(void *scratch, size_t &size, const void *source, void *destination,
                              const peer_job &job)
{
    return cub::DeviceScan::ExclusiveScan(scratch, size, static_cast<const T *>(source),
                                          static_cast<T *>(destination), cuda::std::plus<Sum>{},
                                          Sum{}, count_of(job), stream);
}

/* ---- scans whose sums are the same bits in every run ---- */

#ifdef RUN_TO_RUN_SCANS
/* CUB allocates the scratch of these by itself: out of this. Without one it computes nothing. */
struct scratch_resource {
    void *scratch;
    size_t *size;

    void *allocate_sync(size_t bytes, size_t)
    {
        *size = bytes;
        return scratch;
    }

    void *allocate(cuda::stream_ref, size_t bytes, size_t alignment)
    {
        return allocate_sync(bytes, alignment);
    }

    void deallocate_sync(void *, size_t, size_t)
    {
    }
    void deallocate(cuda::stream_ref, void *, size_t, size_t)
    {
    }

    bool operator==(const scratch_resource &other) const
    {
        return scratch == other.scratch;
    }
    bool operator!=(const scratch_resource &other) const
    {
        return scratch != other.scratch;
    }
};

using on_stream = cuda::std::execution::prop<cuda::get_stream_t, cuda::stream_ref>;
using out_of = cuda::std::execution::prop<cuda::mr::get_memory_resource_t, scratch_resource>;
using guarantee = decltype(cuda::execution::require(cuda::execution::determinism::run_to_run));

cuda::std::execution::env<on_stream, out_of, guarantee> run_to_run(void *scratch, size_t &size)
{
    return {on_stream{{}, stream}, out_of{{}, {scratch, &size}},
            cuda::execution::require(cuda::execution::determinism::run_to_run)};
}

template <class T>
cudaError_t inclusive_run_to_run(void *scratch, size_t &size, const void *source, void *destination,
                                 const peer_job &job)
{
    return cub::DeviceScan::InclusiveSum(static_cast<const T *>(source),
                                         static_cast<T *>(destination), count_of(job),
                                         run_to_run(scratch, size));
}

template <class T>
cudaError_t exclusive_run_to_run(void *scratch, size_t &size, const void *source, void *destination,
                                 const peer_job &job)
{
    return cub::DeviceScan::ExclusiveSum(static_cast<const T *>(source),
                                         static_cast<T *>(destination), count_of(job),
                                         run_to_run(scratch, size));
}
#else
template <class T> constexpr run_fn *inclusive_run_to_run = nullptr;
template <class T> constexpr run_fn *exclusive_run_to_run = nullptr;
#endif

/* ---- selections ---- */

/* What is at an offset of a buffer. */
template <class T> const T *at(const void *source, size_t offset)
{
    return reinterpret_cast<const T *>(static_cast<const char *>(source) + offset);
}

template <class T> T *at(void *destination, size_t offset)
{
    return reinterpret_cast<T *>(static_cast<char *>(destination) + offset);
}

template <class T> struct less_than {
    T seed;

    __host__ __device__ bool operator()(const T &x) const
    {
        return x < seed;
    }
};

template <class T, class Flag>
cudaError_t select_flagged(void *scratch, size_t &size, const void *source, void *destination,
                           const peer_job &job)
{
    return cub::DeviceSelect::Flagged(
        scratch, size, at<T>(source, 0), at<Flag>(source, job.second_offset), at<T>(destination, 0),
        at<uint32_t>(destination, job.number_offset), count_of(job), stream);
}

template <class T>
cudaError_t select_less(void *scratch, size_t &size, const void *source, void *destination,
                        const peer_job &job)
{
    return cub::DeviceSelect::If(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                 at<uint32_t>(destination, job.number_offset), count_of(job),
                                 less_than<T>{from_bits<T>(job.seed)}, stream);
}

template <class T, class Flag>
cudaError_t partition_flagged(void *scratch, size_t &size, const void *source, void *destination,
                              const peer_job &job)
{
    return cub::DevicePartition::Flagged(
        scratch, size, at<T>(source, 0), at<Flag>(source, job.second_offset), at<T>(destination, 0),
        at<uint32_t>(destination, job.number_offset), count_of(job), stream);
}

template <class T>
cudaError_t partition_less(void *scratch, size_t &size, const void *source, void *destination,
                           const peer_job &job)
{
    return cub::DevicePartition::If(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                    at<uint32_t>(destination, job.number_offset), count_of(job),
                                    less_than<T>{from_bits<T>(job.seed)}, stream);
}

template <class T>
cudaError_t unique(void *scratch, size_t &size, const void *source, void *destination,
                   const peer_job &job)
{
    return cub::DeviceSelect::Unique(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                     at<uint32_t>(destination, job.number_offset), count_of(job),
                                     stream);
}

/* ---- sorts ---- */

template <class T>
cudaError_t sort_keys(void *scratch, size_t &size, const void *source, void *destination,
                      const peer_job &job)
{
    return cub::DeviceRadixSort::SortKeys(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                          count_of(job), 0, 8 * static_cast<int>(sizeof(T)),
                                          stream);
}

template <class T, class Value>
cudaError_t sort_pairs(void *scratch, size_t &size, const void *source, void *destination,
                       const peer_job &job)
{
    return cub::DeviceRadixSort::SortPairs(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                           at<Value>(source, job.second_offset),
                                           at<Value>(destination, job.second_offset), count_of(job),
                                           0, 8 * static_cast<int>(sizeof(T)), stream);
}

/* ---- by name ---- */

const char *const primitives[] = {"reduce", "inclusive-scan", "exclusive-scan"};

struct function {
    const char *type, *op;
    run_fn *run[3]; /* in the order of the primitives */
};

template <class T, class Op> constexpr function make(const char *type, const char *op)
{
    return {type, op, {reduce<T, Op>, inclusive_scan<T, Op>, exclusive_scan<T, Op>}};
}

template <class T, class Sum> constexpr function make_sum_in(const char *type)
{
    return {type, "add", {reduce_in<T, Sum>, inclusive_scan_in<T, Sum>, exclusive_scan_in<T, Sum>}};
}

/* CUB's reductions are the same in every run anyway. */
template <class T> constexpr function make_run_to_run(const char *type)
{
    return {type, "add", {reduce<T, plus>, inclusive_run_to_run<T>, exclusive_run_to_run<T>}};
}

/* Signed integers wrap like unsigned ones, so only their order is compiled once more. */
const function functions[] = {
    make<uint32_t, plus>("u32", "add"),
    make<uint32_t, cuda::std::multiplies<>>("u32", "mul"),
    make<uint32_t, cuda::minimum<>>("u32", "min"),
    make<uint32_t, cuda::maximum<>>("u32", "max"),
    make<uint32_t, cuda::std::bit_and<>>("u32", "and"),
    make<uint32_t, cuda::std::bit_or<>>("u32", "or"),
    make<uint32_t, cuda::std::bit_xor<>>("u32", "xor"),
    make<uint32_t, plus>("i32", "add"),
    make<uint32_t, cuda::std::multiplies<>>("i32", "mul"),
    make<int32_t, cuda::minimum<>>("i32", "min"),
    make<int32_t, cuda::maximum<>>("i32", "max"),
    make<uint32_t, cuda::std::bit_and<>>("i32", "and"),
    make<uint32_t, cuda::std::bit_or<>>("i32", "or"),
    make<uint32_t, cuda::std::bit_xor<>>("i32", "xor"),
    make<float, plus>("f32", "add"),
    make<float, cuda::std::multiplies<>>("f32", "mul"),
    make<float, cuda::minimum<>>("f32", "min"),
    make<float, cuda::maximum<>>("f32", "max"),
    make<uint8_t, plus>("u8", "add"),
    make<uint8_t, plus>("i8", "add"),
    make<uint16_t, plus>("u16", "add"),
    make<uint16_t, plus>("i16", "add"),
    make_sum_in<__half, float>("f16"),
    make<uint64_t, plus>("u64", "add"),
    make<uint64_t, plus>("i64", "add"),
    make<double, plus>("f64", "add"),
};

const function run_to_run_functions[] = {
    make_run_to_run<float>("f32"),
    make_run_to_run<double>("f64"),
};

/* Flags do not look at elements, and neighbours are compared by bits: so sizes are enough. */
struct selection {
    const char *primitive, *criterion; /* NULL: any */
    const char *type;                  /* NULL: any of the size */
    size_t size;
    run_fn *run;
};

template <class T, class Flag> constexpr selection make_select_flagged(const char *criterion)
{
    return {"select", criterion, nullptr, sizeof(T), select_flagged<T, Flag>};
}

template <class T, class Flag> constexpr selection make_partition_flagged(const char *criterion)
{
    return {"partition", criterion, nullptr, sizeof(T), partition_flagged<T, Flag>};
}

template <class T> constexpr selection make_select_less(const char *type)
{
    return {"select", "less", type, sizeof(T), select_less<T>};
}

template <class T> constexpr selection make_partition_less(const char *type)
{
    return {"partition", "less", type, sizeof(T), partition_less<T>};
}

template <class T> constexpr selection make_unique()
{
    return {"unique", nullptr, nullptr, sizeof(T), unique<T>};
}

const selection selections[] = {
    make_select_flagged<uint8_t, uint8_t>("flag-bytes"),
    make_select_flagged<uint16_t, uint8_t>("flag-bytes"),
    make_select_flagged<uint32_t, uint8_t>("flag-bytes"),
    make_select_flagged<uint64_t, uint8_t>("flag-bytes"),
    make_select_flagged<uint32_t, uint32_t>("flag-words"),
    make_partition_flagged<uint32_t, uint8_t>("flag-bytes"),
    make_partition_flagged<uint64_t, uint8_t>("flag-bytes"),
    make_select_less<uint32_t>("u32"),
    make_select_less<int32_t>("i32"),
    make_select_less<float>("f32"),
    make_select_less<uint64_t>("u64"),
    make_partition_less<uint32_t>("u32"),
    make_partition_less<float>("f32"),
    make_unique<uint32_t>(),
    make_unique<uint64_t>(),
};

struct sort {
    const char *type;
    run_fn *keys, *pairs; /* pairs have values of 4 bytes */
};

template <class T> constexpr sort make_sort(const char *type)
{
    return {type, sort_keys<T>, sort_pairs<T, uint32_t>};
}

const sort sorts[] = {
    make_sort<uint32_t>("u32"),
    make_sort<float>("f32"),
    make_sort<uint64_t>("u64"),
};

bool is(const char *name, const char *other)
{
    return !std::strcmp(name, other);
}

run_fn *choose(const function &f, const peer_job &job)
{
    for (int p = 0; p < 3; p++)
        if (is(f.type, job.type) && is(f.op, job.op) && is(primitives[p], job.primitive))
            return f.run[p];
    return nullptr;
}

run_fn *choose(const selection &s, const peer_job &job)
{
    const bool matches = is(s.primitive, job.primitive) && s.size == job.element_size &&
                         (!s.criterion || is(s.criterion, job.criterion)) &&
                         (!s.type || is(s.type, job.type));

    return matches ? s.run : nullptr;
}

run_fn *choose(const sort &s, const peer_job &job)
{
    if (!is("sort", job.primitive) || !is(s.type, job.type))
        return nullptr;
    return job.value_size == 0 ? s.keys : job.value_size == sizeof(uint32_t) ? s.pairs : nullptr;
}

template <class Row, size_t size> run_fn *choose(const Row (&list)[size], const peer_job &job)
{
    for (const Row &row : list)
        if (run_fn *run = choose(row, job))
            return run;
    return nullptr;
}

run_fn *find(const peer_job &job)
{
    if (job.run_to_run)
        return choose(run_to_run_functions, job);
    if (run_fn *run = choose(functions, job))
        return run;
    if (run_fn *run = choose(selections, job))
        return run;
    return choose(sorts, job);
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

/* Events, the times between which are taken. */
class events
{
  public:
    explicit events(size_t count) : all(count)
    {
        for (cudaEvent_t &event : all)
            if (error == cudaSuccess)
                error = cudaEventCreate(&event);
    }

    ~events()
    {
        for (cudaEvent_t event : all)
            if (event)
                cudaEventDestroy(event);
    }

    events(const events &) = delete;
    events &operator=(const events &) = delete;

    cudaError_t error = cudaSuccess;
    std::vector<cudaEvent_t> all;
};

/* A batch of runs, which takes the host one launch. */
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

/* One time for each element. Each batch is a launch of the graph; without one, CUB's calls. */
bool time_batches(peer *peer, cudaGraphExec_t graph, uint32_t batch, std::vector<double> &times)
{
    const events marks(times.size() + 1);

    CHECK(peer, "cannot create events", marks.error);
    CHECK(peer, "cannot record an event", cudaEventRecord(marks.all[0], stream));
    for (size_t i = 0; i < times.size(); i++) {
        if (graph)
            CHECK(peer, "cannot launch a graph", cudaGraphLaunch(graph, stream));
        else if (!run_batch(peer, batch))
            return false;
        CHECK(peer, "cannot record an event", cudaEventRecord(marks.all[i + 1], stream));
    }
    CHECK(peer, "the device fails", cudaStreamSynchronize(stream));
    for (size_t i = 0; i < times.size(); i++) {
        float ms = 0;
        CHECK(peer, "cannot read an event",
              cudaEventElapsedTime(&ms, marks.all[i], marks.all[i + 1]));
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
    peer->run = reinterpret_cast<void (*)()>(find(*job));
    if (!peer->run || job->count > INT32_MAX) {
        std::snprintf(peer->error, sizeof(peer->error),
                      "there is no %s of %llu %s with %s%s here (CUB %s)", job->primitive,
                      static_cast<unsigned long long>(job->count), job->type,
                      job->criterion ? job->criterion : job->op,
                      job->run_to_run ? ", run to run," : "", peer->version);
        return false;
    }
    CHECK(peer, "cannot allocate the source", cudaMalloc(&peer->source, job->source_size));
    CHECK(peer, "cannot allocate the destination",
          cudaMalloc(&peer->destination, job->destination_size));
    CHECK(peer, "cannot upload the source",
          cudaMemcpy(peer->source, source, job->source_size, cudaMemcpyHostToDevice));
    if (!run(peer)) /* tells scratch_size */
        return false;
    CHECK(peer, "cannot allocate the scratch", cudaMalloc(&peer->scratch, peer->scratch_size));
    return true;
}

/* As CUB's users call it, or from a recording, a CUDA graph. Calls load the kernels, so they come
 * first even so. */
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
