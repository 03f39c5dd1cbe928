/* SPDX-License-Identifier: MIT */
/* volk's implementation, compiled once for all programs. */
#define VOLK_IMPLEMENTATION
#include <volk.h>
