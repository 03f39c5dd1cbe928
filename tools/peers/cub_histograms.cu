/* SPDX-License-Identifier: MIT */
/* CUB's histograms of even bins. Those of floats differ for values beside edges. */
#include "cub_functions.h"

#include <cub/device/device_histogram.cuh>

namespace cub_peer
{

namespace
{

/* Levels are doubles where 32 bits cannot hold the range's end. */
template <class T, class Level> CUB_RUN(count)
{
    return cub::DeviceHistogram::HistogramEven(
        scratch, size, at<T>(source, 0), at<unsigned>(destination, 0),
        static_cast<int>(job.bins) + 1, static_cast<Level>(job.first), static_cast<Level>(job.last),
        count_of(job), stream);
}

/* ---- by name ---- */

struct histogram {
    const char *type;
    run_fn *even;
};

const histogram histograms[] = {
    {"u8", count<uint8_t, int>},      {"u16", count<uint16_t, int>},
    {"u32", count<uint32_t, double>}, {"i32", count<int32_t, double>},
};

run_fn *choose(const histogram &h, const peer_job &job)
{
    return is("histogram", job.primitive) && is(h.type, job.type) && job.bins ? h.even : nullptr;
}

} // namespace

run_fn *find_histogram(const peer_job &job)
{
    return choose(histograms, job);
}

} // namespace cub_peer
