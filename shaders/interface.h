/* SPDX-License-Identifier: MIT */
/* What the C runtime and kernels of several primitives must agree on. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "dispatch.h"
#include "pass/state.h"
#include "textbook/steps.h"
#include "vkscan/sweep.h"

#endif
