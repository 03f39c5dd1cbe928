/* SPDX-License-Identifier: MIT */
/* CUB's radix sorts, and its two sorts of segments, which rows are too. */
#include "cub_rows.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

namespace cub_peer
{

namespace
{

template <class T> const int bits = 8 * static_cast<int>(sizeof(T));

template <class T> CUB_RUN(sort_keys)
{
    return cub::DeviceRadixSort::SortKeys(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                          count_of(job), 0, bits<T>, stream);
}

template <class T, class Value> CUB_RUN(sort_pairs)
{
    return cub::DeviceRadixSort::SortPairs(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                           at<Value>(source, job.second_offset),
                                           at<Value>(destination, job.second_offset), count_of(job),
                                           0, bits<T>, stream);
}

/* ---- rows, and segments by offsets ---- */

template <class T, auto find_segments> CUB_RUN(sort_segments_of_keys)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedSort::SortKeys(scratch, size, at<T>(source, 0),
                                              at<T>(destination, 0), count_of(job), number, offsets,
                                              offsets + 1, stream);
}

template <class T, class Value, auto find_segments> CUB_RUN(sort_segments_of_pairs)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedSort::StableSortPairs(
        scratch, size, at<T>(source, 0), at<T>(destination, 0),
        at<Value>(source, job.second_offset), at<Value>(destination, job.second_offset),
        count_of(job), number, offsets, offsets + 1, stream);
}

template <class T, auto find_segments> CUB_RUN(radix_sort_segments_of_keys)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedRadixSort::SortKeys(
        scratch, size, at<T>(source, 0), at<T>(destination, 0), count_of(job),
        static_cast<int>(number), offsets, offsets + 1, 0, bits<T>, stream);
}

template <class T, class Value, auto find_segments> CUB_RUN(radix_sort_segments_of_pairs)
{
    const auto [offsets, number] = find_segments(source, job);

    return cub::DeviceSegmentedRadixSort::SortPairs(
        scratch, size, at<T>(source, 0), at<T>(destination, 0),
        at<Value>(source, job.second_offset), at<Value>(destination, job.second_offset),
        count_of(job), static_cast<int>(number), offsets, offsets + 1, 0, bits<T>, stream);
}

/* ---- by name ---- */

/* A row of the list. Values have 4 bytes. */
struct sort {
    const char *type;
    size_t value_size;
    run_fn *whole, *rows, *rows_by_radix, *segments, *segments_by_radix;
};

template <class T> constexpr sort make_keys(const char *type)
{
    return {type,
            0,
            sort_keys<T>,
            sort_segments_of_keys<T, rows_of>,
            radix_sort_segments_of_keys<T, rows_of>,
            sort_segments_of_keys<T, stored_segments>,
            radix_sort_segments_of_keys<T, stored_segments>};
}

template <class T> constexpr sort make_pairs(const char *type)
{
    return {type,
            sizeof(uint32_t),
            sort_pairs<T, uint32_t>,
            sort_segments_of_pairs<T, uint32_t, rows_of>,
            radix_sort_segments_of_pairs<T, uint32_t, rows_of>,
            sort_segments_of_pairs<T, uint32_t, stored_segments>,
            radix_sort_segments_of_pairs<T, uint32_t, stored_segments>};
}

const sort sorts[] = {
    make_keys<uint32_t>("u32"),  make_keys<float>("f32"),  make_keys<uint64_t>("u64"),
    make_pairs<uint32_t>("u32"), make_pairs<float>("f32"), make_pairs<uint64_t>("u64"),
};

run_fn *choose(const sort &s, const peer_job &job)
{
    if (!is("sort", job.primitive) || !is(s.type, job.type) || s.value_size != job.value_size)
        return nullptr;
    if (job.segments > 0)
        return job.radix ? s.segments_by_radix : s.segments;
    return job.length == 0 ? s.whole : job.radix ? s.rows_by_radix : s.rows;
}

} // namespace

run_fn *find_sort(const peer_job &job)
{
    return choose(sorts, job);
}

} // namespace cub_peer
