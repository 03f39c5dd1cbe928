// SPDX-License-Identifier: MIT
// Counts what a kernel does from here on: included by element.glsl, right behind what it wraps, so
// that seeds and identities, which are no loads from memory, are not counted.
#ifndef COUNTED_GLSL
#define COUNTED_GLSL

#include "counted.h"
#include "port/device_barrier.glsl"

layout(set = COUNTER_SET, binding = 0) buffer Counter { uint counts[]; } counter;

T count_combine(T left, T right)
{
    atomicAdd(counter.counts[COUNT_COMBINATIONS], 1);
    return combine(left, right);
}

// Of accesses by AT, in port.glsl.
uint count_input(uint index, uint size)
{
    atomicAdd(counter.counts[COUNT_BYTES_READ], size);
    return index;
}

uint count_output(uint index, uint size)
{
    atomicAdd(counter.counts[COUNT_BYTES_WRITTEN], size);
    return index;
}

uint count_auxiliary(uint index, uint size)
{
    return count_input(index, size);
}

uint count_second_input(uint index, uint size)
{
    return count_input(index, size);
}

uint count_second_output(uint index, uint size)
{
    return count_output(index, size);
}

void add_barrier()
{
    if (gl_LocalInvocationID.x == 0)
        atomicAdd(counter.counts[COUNT_BARRIERS], 1);
}

void count_barrier()
{
    add_barrier();
    barrier();
}

void count_device_barrier()
{
    add_barrier();
    device_barrier();
}

#define combine count_combine
#define barrier count_barrier
#undef device_barrier
#define device_barrier count_device_barrier

#endif
