/* SPDX-License-Identifier: MIT */
/* CUB's selections, partitions, unique of elements or by keys, and run-length encoding. */
#include "cub_functions.h"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/discard_iterator.h>

namespace cub_peer
{

namespace
{

template <class T> struct less_than {
    T seed;

    __host__ __device__ bool operator()(const T &x) const
    {
        return x < seed;
    }
};

template <class T, class Flag> CUB_RUN(select_flagged)
{
    return cub::DeviceSelect::Flagged(
        scratch, size, at<T>(source, 0), at<Flag>(source, job.second_offset), at<T>(destination, 0),
        at<uint32_t>(destination, job.number_offset), count_of(job), stream);
}

template <class T> CUB_RUN(select_less)
{
    return cub::DeviceSelect::If(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                 at<uint32_t>(destination, job.number_offset), count_of(job),
                                 less_than<T>{from_bits<T>(job.seed)}, stream);
}

template <class T, class Flag> CUB_RUN(partition_flagged)
{
    return cub::DevicePartition::Flagged(
        scratch, size, at<T>(source, 0), at<Flag>(source, job.second_offset), at<T>(destination, 0),
        at<uint32_t>(destination, job.number_offset), count_of(job), stream);
}

template <class T> CUB_RUN(partition_less)
{
    return cub::DevicePartition::If(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                    at<uint32_t>(destination, job.number_offset), count_of(job),
                                    less_than<T>{from_bits<T>(job.seed)}, stream);
}

template <class T> CUB_RUN(unique)
{
    return cub::DeviceSelect::Unique(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                     at<uint32_t>(destination, job.number_offset), count_of(job),
                                     stream);
}

/* Keeps no keys, as vkscan does. */
template <class T> CUB_RUN(unique_by_key)
{
    return cub::DeviceSelect::UniqueByKey(
        scratch, size, at<uint32_t>(source, job.second_offset), at<T>(source, 0),
        thrust::make_discard_iterator(), at<T>(destination, 0),
        at<uint32_t>(destination, job.number_offset), count_of(job), stream);
}

template <class T> CUB_RUN(encode_runs)
{
    return cub::DeviceRunLengthEncode::Encode(
        scratch, size, at<T>(source, 0), at<T>(destination, 0),
        at<uint32_t>(destination, job.third_offset), at<uint32_t>(destination, job.number_offset),
        count_of(job), stream);
}

/* ---- by name ---- */

/* A row of the list. Selections by flags or keys do not look at elements, and neighbours are
 * compared by bits, so for these the size decides. */
struct selection {
    const char *primitive, *criterion; /* NULL: any */
    const char *type;                  /* NULL: any of the size */
    size_t size;
    run_fn *run;
    bool lengths; /* stores those of runs */
};

const selection selections[] = {
    {"select", "flag-bytes", nullptr, 1, select_flagged<uint8_t, uint8_t>},
    {"select", "flag-bytes", nullptr, 2, select_flagged<uint16_t, uint8_t>},
    {"select", "flag-bytes", nullptr, 4, select_flagged<uint32_t, uint8_t>},
    {"select", "flag-bytes", nullptr, 8, select_flagged<uint64_t, uint8_t>},
    {"select", "flag-words", nullptr, 4, select_flagged<uint32_t, uint32_t>},
    {"select", "keys", nullptr, 4, unique_by_key<uint32_t>},
    {"select", "keys", nullptr, 8, unique_by_key<uint64_t>},
    {"partition", "flag-bytes", nullptr, 4, partition_flagged<uint32_t, uint8_t>},
    {"partition", "flag-bytes", nullptr, 8, partition_flagged<uint64_t, uint8_t>},
    {"select", "less", "u32", 4, select_less<uint32_t>},
    {"select", "less", "i32", 4, select_less<int32_t>},
    {"select", "less", "f32", 4, select_less<float>},
    {"select", "less", "u64", 8, select_less<uint64_t>},
    {"partition", "less", "u32", 4, partition_less<uint32_t>},
    {"partition", "less", "f32", 4, partition_less<float>},
    {"unique", nullptr, nullptr, 4, unique<uint32_t>},
    {"unique", nullptr, nullptr, 8, unique<uint64_t>},
    {"unique", nullptr, nullptr, 1, encode_runs<uint8_t>, true},
    {"unique", nullptr, nullptr, 2, encode_runs<uint16_t>, true},
    {"unique", nullptr, nullptr, 4, encode_runs<uint32_t>, true},
    {"unique", nullptr, nullptr, 8, encode_runs<uint64_t>, true},
};

run_fn *choose(const selection &s, const peer_job &job)
{
    const bool matches = is(s.primitive, job.primitive) && s.size == job.element_size &&
                         s.lengths == (job.third_offset != 0) &&
                         (!s.criterion || is(s.criterion, job.criterion)) &&
                         (!s.type || is(s.type, job.type));

    return matches ? s.run : nullptr;
}

} // namespace

run_fn *find_selection(const peer_job &job)
{
    return choose(selections, job);
}

} // namespace cub_peer
