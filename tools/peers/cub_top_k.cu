/* SPDX-License-Identifier: MIT */
/* CUB's top-k of arrays and of rows, in any order and with indices; of the best one alone arg-max.
 */

/* Compiles top-k of long rows for devices before compute capability 9.0 too, where it fails. */
#define CUB_DISABLE_TOPK_UNSUPPORTED_ARCH_ASSERT

#include "cub_rows.h"

#include <algorithm>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#ifdef NEW_CUB
#include <cub/device/device_batched_topk.cuh>
#include <cub/device/device_topk.cuh>
#include <cuda/iterator>
#else
#include <thrust/iterator/tabulate_output_iterator.h>
#endif

namespace cub_peer
{

namespace
{

#ifdef NEW_CUB
using cuda::tabulate_output_iterator;
#else
using thrust::tabulate_output_iterator;
#endif

/* ---- the best one ---- */

template <class T> CUB_RUN(arg_max)
{
    return cub::DeviceReduce::ArgMax(scratch, size, at<T>(source, 0), at<T>(destination, 0),
                                     at<uint32_t>(destination, job.number_offset),
                                     static_cast<int64_t>(job.count), stream);
}

/* Stores the pair of an index and an element that arg-max finds in a row. */
template <class T> struct store_found {
    T *elements;
    uint32_t *indices;

    template <class Pair>
    __host__ __device__ void operator()(ptrdiff_t row, const Pair &found) const
    {
        const auto &[index, element] = found;

        elements[row] = element;
        indices[row] = static_cast<uint32_t>(index);
    }
};

template <class T> CUB_RUN(arg_max_of_rows)
{
    const auto results = tabulate_output_iterator(
        store_found<T>{at<T>(destination, 0), at<uint32_t>(destination, job.number_offset)});
    const auto [offsets, number] = rows_of(source, job);

#ifdef NEW_CUB
    if (are_equal_rows(job))
        return cub::DeviceSegmentedReduce::ArgMax(scratch, size, at<T>(source, 0), results, number,
                                                  static_cast<int>(job.length), stream);
#endif
    return cub::DeviceSegmentedReduce::ArgMax(scratch, size, at<T>(source, 0), results, number,
                                              offsets, offsets + 1, stream);
}

/* ---- top-k ---- */

#ifdef NEW_CUB

/* Returns what CUB's top-k asks of its caller: to accept any order, and any of equal elements. */
auto in_any_order()
{
    using namespace cuda::execution;

    return cuda::std::execution::env{
        cuda::stream_ref{stream},
        require(determinism::not_guaranteed, tie_break::unspecified, output_ordering::unsorted)};
}

template <class T> CUB_RUN(top_k)
{
    return cub::DeviceTopK::MaxPairs(
        scratch, size, at<T>(source, 0), at<T>(destination, 0),
        cuda::make_counting_iterator(uint32_t{0}), at<uint32_t>(destination, job.number_offset),
        count_of(job), static_cast<int>(std::min<uint64_t>(job.best, job.count)), in_any_order());
}

/* Returns where each row begins. */
template <class T> auto starts(T *first, uint64_t length)
{
    return cuda::make_strided_iterator(cuda::make_counting_iterator(first),
                                       static_cast<int64_t>(length));
}

/* The lengths of rows that kernels are compiled for: one, or all up to one. */
template <int most> struct exactly {
    static bool takes(const peer_job &job)
    {
        return job.length == most;
    }

    static auto length_of(const peer_job &)
    {
        return cuda::args::constant<most>{};
    }
};

template <int most> struct at_most {
    static bool takes(const peer_job &job)
    {
        return job.length <= most;
    }

    static auto length_of(const peer_job &job)
    {
        return cuda::args::immediate{static_cast<int>(job.length), cuda::args::bounds<1, most>()};
    }
};

template <class T, class Length> CUB_RUN(top_k_of_rows)
{
    return cub::DeviceBatchedTopK::MaxPairs(
        scratch, size, starts(at<T>(source, 0), job.length),
        starts(at<T>(destination, 0), job.best),
        cuda::make_constant_iterator(cuda::make_counting_iterator(uint32_t{0})),
        starts(at<uint32_t>(destination, job.number_offset), job.best), Length::length_of(job),
        cuda::args::immediate{static_cast<int>(job.best)},
        cuda::args::immediate{static_cast<int64_t>(job.count / job.length)}, in_any_order());
}

struct row_kernel {
    bool (*takes)(const peer_job &job);
    run_fn *run;
};

template <class T, class Length> constexpr row_kernel make()
{
    return {Length::takes, top_k_of_rows<T, Length>};
}

/* Has the sizes of CUB's tiles; then a cluster of workgroups takes a row, of 2^21 at most. */
template <class T>
const row_kernel row_kernels[] = {
    make<T, exactly<256>>(),  make<T, exactly<1024>>(), make<T, exactly<2048>>(),
    make<T, exactly<4096>>(), make<T, at_most<256>>(),  make<T, at_most<1024>>(),
    make<T, at_most<2048>>(), make<T, at_most<4096>>(), make<T, at_most<(1 << 21)>>(),
};

run_fn *choose(const row_kernel &kernel, const peer_job &job)
{
    return kernel.takes(job) ? kernel.run : nullptr;
}

template <class T> run_fn *find_many(const peer_job &job)
{
    if (job.length == 0)
        return top_k<T>;
    return are_equal_rows(job) ? cub_peer::choose(row_kernels<T>, job) : nullptr;
}

#else

template <class T> run_fn *find_many(const peer_job &)
{
    return nullptr;
}

#endif

/* ---- by name ---- */

template <class T> run_fn *find(const peer_job &job)
{
    if (job.best > 1)
        return find_many<T>(job);
    return job.length ? arg_max_of_rows<T> : arg_max<T>;
}

const struct type {
    const char *name;
    run_fn *(*find)(const peer_job &job);
} types[] = {
    {"u32", find<uint32_t>},
    {"f32", find<float>},
    {"u64", find<uint64_t>},
};

run_fn *choose(const type &t, const peer_job &job)
{
    return is(t.name, job.type) ? t.find(job) : nullptr;
}

} // namespace

run_fn *find_top_k(const peer_job &job)
{
    return job.best ? choose(types, job) : nullptr;
}

} // namespace cub_peer
