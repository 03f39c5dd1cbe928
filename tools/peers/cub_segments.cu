/* SPDX-License-Identifier: MIT */
/* CUB's reductions and scans of rows and of segments by offsets or by keys. */
#include "cub_rows.h"

#include <type_traits>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

#ifdef NEW_CUB
#include <cub/device/device_segmented_scan.cuh>
#endif

namespace cub_peer
{

namespace
{

using plus = cuda::std::plus<>;

/* ---- rows, and segments by offsets ---- */

/* CUB's functions for sums of segments do the same as these with plus. */
template <class T, class Op, auto find_segments> CUB_RUN(reduce)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedReduce::Reduce(scratch, size, at<T>(source, 0),
                                              at<T>(destination, 0), number, offsets, offsets + 1,
                                              Op{}, from_bits<T>(job.identity), stream);
}

#ifdef NEW_CUB

/* Reduces rows that are all of the same length by CUB's function for them, others by offsets. */
template <class T, class Op> CUB_RUN(reduce_rows)
{
    if (!are_equal_rows(job))
        return reduce<T, Op, rows_of>(scratch, size, source, destination, job);
    return cub::DeviceSegmentedReduce::Reduce(
        scratch, size, at<T>(source, 0), at<T>(destination, 0),
        static_cast<int64_t>(job.count / job.length), static_cast<int>(job.length), Op{},
        from_bits<T>(job.identity), stream);
}

template <class T, class Op, auto find_segments> CUB_RUN(inclusive_scan)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedScan::InclusiveSegmentedScan(scratch, size, at<T>(source, 0),
                                                            at<T>(destination, 0), offsets,
                                                            offsets + 1, number, Op{}, stream);
}

template <class T, class Op, auto find_segments> CUB_RUN(exclusive_scan)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedScan::ExclusiveSegmentedScan(
        scratch, size, at<T>(source, 0), at<T>(destination, 0), offsets, offsets + 1, number, Op{},
        from_bits<T>(job.identity), stream);
}

#endif

/* ---- keys ---- */

template <class T, class Op> CUB_RUN(reduce_by_key)
{
    return cub::DeviceReduce::ReduceByKey(
        scratch, size, at<uint32_t>(source, job.second_offset),
        at<uint32_t>(destination, job.third_offset), at<T>(source, 0), at<T>(destination, 0),
        at<uint32_t>(destination, job.number_offset), Op{}, count_of(job), stream);
}

template <class T, class Op> CUB_RUN(inclusive_scan_by_key)
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

template <class T, class Op> CUB_RUN(exclusive_scan_by_key)
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

/* A primitive by heads, with its function for each type and operator. */
struct primitive {
    const char *name, *heads;
    run_fn *run;
};

template <class T, class Op>
const primitive primitives[] = {
    {"segmented-reduce", "offsets", reduce<T, Op, stored_segments>},
    {"segmented-reduce", "keys", reduce_by_key<T, Op>},
    {"segmented-inclusive-scan", "keys", inclusive_scan_by_key<T, Op>},
    {"segmented-exclusive-scan", "keys", exclusive_scan_by_key<T, Op>},
#ifdef NEW_CUB
    {"segmented-reduce", "rows", reduce_rows<T, Op>},
    {"segmented-inclusive-scan", "rows", inclusive_scan<T, Op, rows_of>},
    {"segmented-inclusive-scan", "offsets", inclusive_scan<T, Op, stored_segments>},
    {"segmented-exclusive-scan", "rows", exclusive_scan<T, Op, rows_of>},
    {"segmented-exclusive-scan", "offsets", exclusive_scan<T, Op, stored_segments>},
#else
    {"segmented-reduce", "rows", reduce<T, Op, rows_of>},
#endif
};

run_fn *choose(const primitive &p, const peer_job &job)
{
    return is(p.name, job.primitive) && is(p.heads, job.heads) ? p.run : nullptr;
}

template <class T, class Op> run_fn *find_primitive(const peer_job &job)
{
    return cub_peer::choose(primitives<T, Op>, job);
}

/* Signed integers wrap like unsigned ones. */
const struct function {
    const char *type, *op;
    run_fn *(*find)(const peer_job &job);
} functions[] = {
    {"u32", "add", find_primitive<uint32_t, plus>},
    {"u32", "min", find_primitive<uint32_t, cuda::minimum<>>},
    {"u32", "max", find_primitive<uint32_t, cuda::maximum<>>},
    {"i32", "add", find_primitive<uint32_t, plus>},
    {"f32", "add", find_primitive<float, plus>},
    {"f32", "min", find_primitive<float, cuda::minimum<>>},
    {"f32", "max", find_primitive<float, cuda::maximum<>>},
    {"u64", "add", find_primitive<uint64_t, plus>},
    {"f64", "add", find_primitive<double, plus>},
};

run_fn *choose(const function &f, const peer_job &job)
{
    return is(f.type, job.type) && is(f.op, job.op) ? f.find(job) : nullptr;
}

} // namespace

run_fn *find_segments(const peer_job &job)
{
    return job.heads ? choose(functions, job) : nullptr;
}

} // namespace cub_peer
