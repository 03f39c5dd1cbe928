/* SPDX-License-Identifier: MIT */
/* What compiling pipelines costs, one by one. */
#ifndef MEASURE_COMPILATION_H
#define MEASURE_COMPILATION_H

#include <volk.h>

#include "timing.h"

struct compilation {
    const char *kernel, *class;
    uint64_t bytes;          /* of SPIR-V */
    struct timing_host time; /* of the module and the pipeline */
};

#define COMPILATIONS_MAX 8 /* more than an algorithm has stages */

struct compilations {
    struct compilation list[COMPILATIONS_MAX];
    uint32_t count;
};

/*
 * A loader for a context, which then adds each pipeline that it compiles to the list. For one
 * context at a time, which creates one plan.
 */
PFN_vkGetInstanceProcAddr compilations_watch(struct compilations *list);

#endif
