/* SPDX-License-Identifier: MIT */
/* CUB's radix sorts. */
#include "cub_functions.h"

#include <cub/device/device_radix_sort.cuh>

namespace cub_peer
{

namespace
{

template <class T> CUB_RUN(sort_keys)
{
    return cub::DeviceRadixSort::SortKeys(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                          count_of(job), 0, 8 * static_cast<int>(sizeof(T)),
                                          stream);
}

template <class T, class Value> CUB_RUN(sort_pairs)
{
    return cub::DeviceRadixSort::SortPairs(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                           at<Value>(source, job.second_offset),
                                           at<Value>(destination, job.second_offset), count_of(job),
                                           0, 8 * static_cast<int>(sizeof(T)), stream);
}

/* ---- by name ---- */

struct sort {
    const char *type;
    run_fn *keys, *pairs; /* pairs have values of 4 bytes */
};

const sort sorts[] = {
    {"u32", sort_keys<uint32_t>, sort_pairs<uint32_t, uint32_t>},
    {"f32", sort_keys<float>, sort_pairs<float, uint32_t>},
    {"u64", sort_keys<uint64_t>, sort_pairs<uint64_t, uint32_t>},
};

run_fn *choose(const sort &s, const peer_job &job)
{
    if (!is("sort", job.primitive) || !is(s.type, job.type))
        return nullptr;
    return job.value_size == 0 ? s.keys : job.value_size == sizeof(uint32_t) ? s.pairs : nullptr;
}

} // namespace

run_fn *find_sort(const peer_job &job)
{
    return choose(sorts, job);
}

} // namespace cub_peer
