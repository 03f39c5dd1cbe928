/* SPDX-License-Identifier: MIT */
/* Times the compilation of each pipeline. */
#ifndef MEASURE_COMPILATION_H
#define MEASURE_COMPILATION_H

#include <volk.h>

#include "timing.h"

struct compilation {
    const char *kernel, *class;
    uint64_t bytes;          /* SPIR-V */
    struct timing_host time; /* time to create the module and the pipeline */
};

#define COMPILATIONS_MAX 8 /* more than an algorithm has stages */

struct compilations {
    struct compilation list[COMPILATIONS_MAX];
    uint32_t count;
};

/* Returns a loader for a context. The context then adds each pipeline that it compiles to the list.
 * Only one context at a time may have such a loader, and it creates one plan. */
PFN_vkGetInstanceProcAddr compilations_watch(struct compilations *list);

#endif
