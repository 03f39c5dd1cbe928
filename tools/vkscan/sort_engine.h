/* SPDX-License-Identifier: MIT */
/*
 * Sorts on a device, of arrays in memory: by pieces that fit in the device's, which are then
 * merged.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef SORT_ENGINE_H
#define SORT_ENGINE_H

#include "gpu.h"

struct sort_request {
    vkscan_type type;
    vkscan_algorithm algorithm;
    uint32_t flags;              /* VKSCAN_SORT_DESCENDING or 0 */
    uint32_t first_bit, end_bit; /* as in vkscan_sort_params */
    uint64_t piece_limit;        /* keys that are sorted at a time, at most */
    struct gpu_options on;
};

/* Whether such keys can be sorted so; compiles nothing. */
int sort_engine_check(const struct sort_request *request);

/* order[i] is the index of the key that is the i-th one. */
int sort_engine_run(const struct sort_request *request, const void *keys, uint64_t count,
                    uint64_t *order);

#endif
