/* SPDX-License-Identifier: MIT */
/* CUB's merges of two sorted arrays of keys, and bounds of values in a sorted array. */
#include "cub_functions.h"

#include <cub/device/device_merge.cuh>
#include <cuda/std/functional>

#ifdef NEW_CUB
#include <cub/device/device_find.cuh>
#endif

namespace cub_peer
{

namespace
{

template <class T> CUB_RUN(merge)
{
    return cub::DeviceMerge::MergeKeys(
        scratch, size, at<T>(source, 0), static_cast<int64_t>(job.count),
        at<T>(source, job.second_offset), static_cast<int64_t>(job.length), at<T>(destination, 0),
        cuda::std::less<>{}, stream);
}

#ifdef NEW_CUB

/* Bounds of values that are in order have functions of their own. */
template <class T> CUB_RUN(lower_bound)
{
    const auto keys = at<T>(source, job.second_offset), values = at<T>(source, 0);
    const auto bounds = at<uint32_t>(destination, 0);
    const auto length = static_cast<uint32_t>(job.length);

    if (job.sorted_values)
        return cub::DeviceFind::LowerBoundSortedValues(scratch, size, keys, length, values,
                                                       count_of(job), bounds, cuda::std::less<>{},
                                                       stream);
    return cub::DeviceFind::LowerBound(scratch, size, keys, length, values, count_of(job), bounds,
                                       cuda::std::less<>{}, stream);
}

template <class T> CUB_RUN(upper_bound)
{
    const auto keys = at<T>(source, job.second_offset), values = at<T>(source, 0);
    const auto bounds = at<uint32_t>(destination, 0);
    const auto length = static_cast<uint32_t>(job.length);

    if (job.sorted_values)
        return cub::DeviceFind::UpperBoundSortedValues(scratch, size, keys, length, values,
                                                       count_of(job), bounds, cuda::std::less<>{},
                                                       stream);
    return cub::DeviceFind::UpperBound(scratch, size, keys, length, values, count_of(job), bounds,
                                       cuda::std::less<>{}, stream);
}

#endif

/* ---- by name ---- */

struct sorted_row {
    const char *primitive, *type;
    run_fn *run;
};

const sorted_row rows[] = {
    {"merge", "u32", merge<uint32_t>},
    {"merge", "f32", merge<float>},
    {"merge", "u64", merge<uint64_t>},
#ifdef NEW_CUB
    {"lower-bound", "u32", lower_bound<uint32_t>},
    {"lower-bound", "f32", lower_bound<float>},
    {"lower-bound", "u64", lower_bound<uint64_t>},
    {"upper-bound", "u32", upper_bound<uint32_t>},
    {"upper-bound", "f32", upper_bound<float>},
    {"upper-bound", "u64", upper_bound<uint64_t>},
#endif
};

run_fn *choose(const sorted_row &row, const peer_job &job)
{
    return is(row.primitive, job.primitive) && is(row.type, job.type) ? row.run : nullptr;
}

} // namespace

run_fn *find_sorted(const peer_job &job)
{
    return choose(rows, job);
}

} // namespace cub_peer
