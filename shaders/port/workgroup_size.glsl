// SPDX-License-Identifier: MIT
// The only shape of a workgroup: a line of WORKGROUP_SIZE threads.
#ifndef WORKGROUP_SIZE_GLSL
#define WORKGROUP_SIZE_GLSL

#include "dispatch.h"

layout(local_size_x_id = SPEC_WORKGROUP_SIZE, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = SPEC_WORKGROUP_SIZE) const uint WORKGROUP_SIZE = 256;

#endif
