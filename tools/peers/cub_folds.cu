/* SPDX-License-Identifier: MIT */
/* CUB's reductions and scans. */
#include "cub_functions.h"

#include <type_traits>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
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

namespace cub_peer
{

namespace
{

using plus = cuda::std::plus<>;

/* Sums go by the functions that CUB has for them. */
template <class T, class Op> CUB_RUN(reduce)
{
    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceReduce::Sum(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                      count_of(job), stream);
    else
        return cub::DeviceReduce::Reduce(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                         count_of(job), Op{}, from_bits<T>(job.identity), stream);
}

template <class T, class Op> CUB_RUN(inclusive_scan)
{
    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceScan::InclusiveSum(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                             count_of(job), stream);
    else
        return cub::DeviceScan::InclusiveScan(scratch, size, at<T>(source, 0),
                                              at<T>(destination, 0), Op{}, count_of(job), stream);
}

template <class T, class Op> CUB_RUN(exclusive_scan)
{
    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceScan::ExclusiveSum(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                             count_of(job), stream);
    else
        return cub::DeviceScan::ExclusiveScan(scratch, size, at<T>(source, 0),
                                              at<T>(destination, 0), Op{},
                                              from_bits<T>(job.identity), count_of(job), stream);
}

/* ---- sums in another type than the elements' ---- */

template <class T, class Sum> CUB_RUN(reduce_in)
{
    return cub::DeviceReduce::Reduce(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                     count_of(job), cuda::std::plus<Sum>{}, Sum{}, stream);
}

template <class T, class Sum> CUB_RUN(inclusive_scan_in)
{
    return cub::DeviceScan::InclusiveScanInit(scratch, size, at<T>(source, 0),
                                              at<T>(destination, 0), cuda::std::plus<Sum>{}, Sum{},
                                              count_of(job), stream);
}

template <class T, class Sum> CUB_RUN(exclusive_scan_in)
{
    return cub::DeviceScan::ExclusiveScan(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                          cuda::std::plus<Sum>{}, Sum{}, count_of(job), stream);
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

template <class T> CUB_RUN(inclusive_run_to_run)
{
    return cub::DeviceScan::InclusiveSum(at<T>(source, 0), at<T>(destination, 0), count_of(job),
                                         run_to_run(scratch, size));
}

template <class T> CUB_RUN(exclusive_run_to_run)
{
    return cub::DeviceScan::ExclusiveSum(at<T>(source, 0), at<T>(destination, 0), count_of(job),
                                         run_to_run(scratch, size));
}
#else
template <class T> constexpr run_fn *inclusive_run_to_run = nullptr;
template <class T> constexpr run_fn *exclusive_run_to_run = nullptr;
#endif

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

run_fn *choose(const function &f, const peer_job &job)
{
    for (int p = 0; p < 3; p++)
        if (is(f.type, job.type) && is(f.op, job.op) && is(primitives[p], job.primitive))
            return f.run[p];
    return nullptr;
}

} // namespace

run_fn *find_fold(const peer_job &job)
{
    return choose(functions, job);
}

run_fn *find_run_to_run(const peer_job &job)
{
    return choose(run_to_run_functions, job);
}

} // namespace cub_peer
