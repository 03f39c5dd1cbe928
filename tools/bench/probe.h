/* SPDX-License-Identifier: MIT */
/* What the library makes of an open device, for programs that look into it. */
#ifndef PROBE_H
#define PROBE_H

#include "gpu.h"
#include "tuning.h"

struct probe {
    struct caps caps;
    struct tuning tuning; /* the row in use, which caps points to */
};

/* gpu->tuning must be a row that can be read. Returns 0 or an exit status, reported. */
int probe_device(struct probe *probe, const struct gpu *gpu);

#endif
