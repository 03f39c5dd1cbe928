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
