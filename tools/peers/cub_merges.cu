/* SPDX-License-Identifier: MIT */
/* CUB's merges of two sorted arrays of keys. */
#include "cub_functions.h"

#include <cub/device/device_merge.cuh>
#include <cuda/std/functional>

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

/* ---- by name ---- */

struct merge_row {
    const char *type;
    run_fn *run;
};

const merge_row merges[] = {
    {"u32", merge<uint32_t>},
    {"f32", merge<float>},
    {"u64", merge<uint64_t>},
};

run_fn *choose(const merge_row &row, const peer_job &job)
{
    return is("merge", job.primitive) && is(row.type, job.type) ? row.run : nullptr;
}

} // namespace

run_fn *find_merge(const peer_job &job)
{
    return choose(merges, job);
}

} // namespace cub_peer
