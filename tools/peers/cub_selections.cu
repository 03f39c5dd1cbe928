/* SPDX-License-Identifier: MIT */
/* CUB's selections, partitions and unique. */
#include "cub_functions.h"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

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

/* ---- by name ---- */

/* A row of the list. Selections by flags do not look at elements, and neighbours are compared by
 * bits, so for these the size decides. */
struct selection {
    const char *primitive, *criterion; /* NULL: any */
    const char *type;                  /* NULL: any of the size */
    size_t size;
    run_fn *run;
};

const selection selections[] = {
    {"select", "flag-bytes", nullptr, 1, select_flagged<uint8_t, uint8_t>},
    {"select", "flag-bytes", nullptr, 2, select_flagged<uint16_t, uint8_t>},
    {"select", "flag-bytes", nullptr, 4, select_flagged<uint32_t, uint8_t>},
    {"select", "flag-bytes", nullptr, 8, select_flagged<uint64_t, uint8_t>},
    {"select", "flag-words", nullptr, 4, select_flagged<uint32_t, uint32_t>},
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
};

run_fn *choose(const selection &s, const peer_job &job)
{
    const bool matches = is(s.primitive, job.primitive) && s.size == job.element_size &&
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
