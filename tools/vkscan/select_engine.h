/* SPDX-License-Identifier: MIT */
/*
 * Selects, partitions or keeps what is unique on a device, of arrays in memory: by pieces that fit
 * in the device's.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef SELECT_ENGINE_H
#define SELECT_ENGINE_H

#include "gpu.h"

struct select_request {
    vkscan_primitive primitive;
    vkscan_type type;
    vkscan_algorithm algorithm;
    vkscan_criterion criterion, second_criterion; /* the second one's of three ways */
    uint32_t ways;                                /* 2, of a partition 2 or 3 */
    const vkscan_operator *predicate; /* with VKSCAN_CRITERION_PREDICATE, of as large elements */
    bool indices;                     /* results are u32 positions, else elements */
    const void *seed;                 /* to compare with */
    uint64_t piece_limit;             /* elements at a time, at most */
    struct gpu_options on;
};

/* Bytes of a result. */
uint32_t select_engine_size(const struct select_request *request);

/* Whether such elements can be selected so; compiles nothing. */
int select_engine_check(const struct select_request *request);

/* Flags as the criterion has them. There is room for `count` results, of which kept[0] are kept, or
 * with three ways of two groups kept[0] and kept[1]; of a partition the others follow. */
int select_engine_run(const struct select_request *request, const void *elements, const void *flags,
                      uint64_t count, void *results, uint64_t kept[2]);

#endif
