/* SPDX-License-Identifier: MIT */
/* How many processors, in the sense of theory, a device is taken to have. */
#ifndef THEORY_PROCESSORS_H
#define THEORY_PROCESSORS_H

#include "gpu.h"

struct processors {
    uint64_t count;
    char origin[96]; /* what they are, in words */
};

/*
 * The lanes of all subgroups that can be resident at once, where VK_NV_shader_sm_builtins tells
 * them; of a CPU that plays a GPU one subgroup a core; else the invocations of a largest workgroup,
 * the most that any device promises to run at the same time.
 */
void processors_find(const struct gpu *gpu, struct processors *out);

#endif
