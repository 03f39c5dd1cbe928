/* SPDX-License-Identifier: MIT */
/* CUB's reductions and scans. */
#include "cub_functions.h"

#include <type_traits>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda_fp16.h>

namespace cub_peer
{

namespace
{

using plus = cuda::std::plus<>;

/* Sums call the functions that CUB has for them. */
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

/* Signed integers wrap like unsigned ones, so only operators that order are compiled for them. */
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

} // namespace cub_peer
