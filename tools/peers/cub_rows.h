/* SPDX-License-Identifier: MIT */
/* Segments as CUB takes them: by offsets, which for rows are computed so that nobody reads them. */
#ifndef PEER_CUB_ROWS_H
#define PEER_CUB_ROWS_H

#include <utility>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "cub_functions.h"

namespace cub_peer
{

/* Returns where a row begins. The last one may be shorter than the others. */
struct row_offset {
    uint64_t length, count;

    __host__ __device__ int operator()(int row) const
    {
        const uint64_t offset = row * length;

        return static_cast<int>(offset < count ? offset : count);
    }
};

/* Returns the offsets and the number of rows. */
inline auto rows_of(const void *, const peer_job &job)
{
    return std::pair(thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                     row_offset{job.length, job.count}),
                     static_cast<int64_t>((job.count + job.length - 1) / job.length));
}

/* Returns the same of segments by offsets that are stored. */
inline auto stored_segments(const void *source, const peer_job &job)
{
    return std::pair(at<uint32_t>(source, job.heads_offset), static_cast<int64_t>(job.segments));
}

/* Tells whether CUB's functions for rows of one length take the job's: none is shorter. */
inline bool are_equal_rows(const peer_job &job)
{
    return job.length <= INT32_MAX && job.count % job.length == 0;
}

} // namespace cub_peer

#endif
