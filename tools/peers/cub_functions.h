/* SPDX-License-Identifier: MIT */
/* The functions of CUB that do jobs, a file for each family of primitives, and the definitions that
 * these files share. */
#ifndef PEER_CUB_FUNCTIONS_H
#define PEER_CUB_FUNCTIONS_H

#include <cstdint>
#include <cstring>

#include <cub/version.cuh>
#include <cuda_runtime.h>

extern "C" {
#include "peer.h"
}

/* CUB of a checkout that has what the toolkits' lacks: segmented scans, reductions of rows of one
 * length, bounds, and top-k. */
#if CUB_VERSION >= 300600
#define NEW_CUB
#endif

namespace cub_peer
{

/* Runs a job. Without scratch it stores in `size` how much it needs, which CUB calls temporary
 * storage. */
typedef cudaError_t run_fn(void *scratch, size_t &size, const void *source, void *destination,
                           const peer_job &job);

/* The head of a run_fn. */
#define CUB_RUN(name)                                                                              \
    cudaError_t name(void *scratch, size_t &size, const void *source, void *destination,           \
                     const peer_job &job)

/* Return the function for a job; nullptr: CUB, or this program, has none. */
run_fn *find_fold(const peer_job &job);
run_fn *find_selection(const peer_job &job);
run_fn *find_sort(const peer_job &job);
run_fn *find_histogram(const peer_job &job);
run_fn *find_segments(const peer_job &job);
run_fn *find_sorted(const peer_job &job);
run_fn *find_top_k(const peer_job &job);

/* The stream of all work. The legacy default stream cannot be captured. */
const cudaStream_t stream = cudaStreamPerThread;

template <class T> T from_bits(uint64_t bits)
{
    T value;

    static_assert(sizeof(value) <= sizeof(bits), "elements have 64 bits at most");
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

inline int count_of(const peer_job &job)
{
    return static_cast<int>(job.count);
}

/* Returns the address at an offset of a buffer. */
template <class T> const T *at(const void *source, size_t offset)
{
    return reinterpret_cast<const T *>(static_cast<const char *>(source) + offset);
}

template <class T> T *at(void *destination, size_t offset)
{
    return reinterpret_cast<T *>(static_cast<char *>(destination) + offset);
}

inline bool is(const char *name, const char *other)
{
    return !std::strcmp(name, other);
}

/* Returns what choose() finds for the first row of the list for which it finds something. */
template <class Row, size_t size> run_fn *choose(const Row (&list)[size], const peer_job &job)
{
    for (const Row &row : list)
        if (run_fn *run = choose(row, job))
            return run;
    return nullptr;
}

} // namespace cub_peer

#endif
