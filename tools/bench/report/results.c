/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

void bench_results_open(struct bench_results *results, const struct gpu *gpu, const char *tuning,
                        const struct bench_peer *peer)
{
    const uint32_t version = gpu->properties.apiVersion;

    *results = (struct bench_results){
        .device = gpu->properties.deviceName,
        .device_type = gpu_type_name(gpu),
        .subgroup_size = gpu->info.subgroup_size,
        .tuning = tuning,
        .peer = peer,
    };
    gpu_driver_name(gpu, results->driver);
    snprintf(results->api, sizeof(results->api), "%" PRIu32 ".%" PRIu32 ".%" PRIu32,
             VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
             VK_API_VERSION_PATCH(version));
}

void bench_results_close(struct bench_results *results)
{
    free(results->rows);
}

int bench_results_add(struct bench_results *results, const struct bench_row *rows, uint32_t count)
{
    const size_t size = (size_t)(results->count + count) * sizeof(rows[0]);
    struct bench_row *all = realloc(results->rows, size);

    if (!all)
        return failed("out of memory");
    memcpy(all + results->count, rows, count * sizeof(rows[0]));
    results->rows = all;
    results->count += count;
    return 0;
}

double bench_gelem_per_s(const struct bench_row *row)
{
    return (double)row->count / row->time.median / 1e6;
}

double bench_gb_per_s(const struct bench_row *row)
{
    return (double)row->bytes / row->time.median / 1e6;
}

bool bench_row_has(const char *member)
{
    return strcmp(member, "none") != 0;
}

bool bench_row_is_auto(const struct bench_row *row)
{
    return strcmp(row->algorithm, row->resolved) != 0;
}
