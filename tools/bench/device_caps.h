/* SPDX-License-Identifier: MIT */
/* What the library makes of an open device, for programs that look into it. */
#ifndef BENCH_DEVICE_CAPS_H
#define BENCH_DEVICE_CAPS_H

#include "caps.h"
#include "gpu.h"

/* *caps refers to gpu->tuning, which must be valid. Returns 0 or an exit status, reported. */
int device_caps(const struct gpu *gpu, struct caps *caps);

#endif
