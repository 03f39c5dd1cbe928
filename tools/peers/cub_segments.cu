/* SPDX-License-Identifier: MIT */
/* CUB's reductions of rows, as segments by offsets, and scans by keys. */
#include "cub_functions.h"

#include <type_traits>

#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace cub_peer
{

namespace
{

using plus = cuda::std::plus<>;

/* ---- rows ---- */

/* Returns where a row begins. The last one may be shorter than the others. */
struct row_offset {
    uint64_t length, count;

    __host__ __device__ int operator()(int row) const
    {
        const uint64_t offset = row * length;

        return static_cast<int>(offset < count ? offset : count);
    }
};

/* Computes offsets from the rows' length, so that nobody reads them. */
template <class T, class Op> CUB_RUN(reduce)
{
    const auto offsets = thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                         row_offset{job.length, job.count});
    const auto rows = static_cast<int64_t>((job.count + job.length - 1) / job.length);

    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceSegmentedReduce::Sum(scratch, size, at<T>(source, 0),
                                               at<T>(destination, 0), rows, offsets, offsets + 1,
                                               stream);
    else
        return cub::DeviceSegmentedReduce::Reduce(scratch, size, at<T>(source, 0),
                                                  at<T>(destination, 0), rows, offsets, offsets + 1,
                                                  Op{}, from_bits<T>(job.identity), stream);
}

/* ---- keys ---- */

template <class T, class Op> CUB_RUN(inclusive_scan)
{
    const auto keys = at<uint32_t>(source, job.second_offset);

    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceScan::InclusiveSumByKey(scratch, size, keys, at<T>(source, 0),
                                                  at<T>(destination, 0), count_of(job),
                                                  cuda::std::equal_to<>{}, stream);
    else
        return cub::DeviceScan::InclusiveScanByKey(scratch, size, keys, at<T>(source, 0),
                                                   at<T>(destination, 0), Op{}, count_of(job),
                                                   cuda::std::equal_to<>{}, stream);
}

template <class T, class Op> CUB_RUN(exclusive_scan)
{
    const auto keys = at<uint32_t>(source, job.second_offset);

    if constexpr (std::is_same_v<Op, plus>)
        return cub::DeviceScan::ExclusiveSumByKey(scratch, size, keys, at<T>(source, 0),
                                                  at<T>(destination, 0), count_of(job),
                                                  cuda::std::equal_to<>{}, stream);
    else
        return cub::DeviceScan::ExclusiveScanByKey(
            scratch, size, keys, at<T>(source, 0), at<T>(destination, 0), Op{},
            from_bits<T>(job.identity), count_of(job), cuda::std::equal_to<>{}, stream);
}

/* ---- by name ---- */

const struct primitive {
    const char *name, *heads;
} primitives[] = {
    {"segmented-reduce", "rows"},
    {"segmented-inclusive-scan", "keys"},
    {"segmented-exclusive-scan", "keys"},
};

struct function {
    const char *type, *op;
    run_fn *run[3]; /* in the order of the primitives */
};

template <class T, class Op> constexpr function make(const char *type, const char *op)
{
    return {type, op, {reduce<T, Op>, inclusive_scan<T, Op>, exclusive_scan<T, Op>}};
}

/* Signed integers wrap like unsigned ones. */
const function functions[] = {
    make<uint32_t, plus>("u32", "add"),
    make<uint32_t, cuda::minimum<>>("u32", "min"),
    make<uint32_t, cuda::maximum<>>("u32", "max"),
    make<uint32_t, plus>("i32", "add"),
    make<float, plus>("f32", "add"),
    make<float, cuda::minimum<>>("f32", "min"),
    make<float, cuda::maximum<>>("f32", "max"),
    make<uint64_t, plus>("u64", "add"),
    make<double, plus>("f64", "add"),
};

run_fn *choose(const function &f, const peer_job &job)
{
    for (int p = 0; p < 3; p++)
        if (is(f.type, job.type) && is(f.op, job.op) && is(primitives[p].name, job.primitive) &&
            is(primitives[p].heads, job.heads))
            return f.run[p];
    return nullptr;
}

} // namespace

run_fn *find_segments(const peer_job &job)
{
    return choose(functions, job);
}

} // namespace cub_peer
