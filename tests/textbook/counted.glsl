// SPDX-License-Identifier: MIT
// Counts what a kernel does from here on: included by operator.glsl, right behind what it wraps, so
// that seeds and identities, which are no loads from memory, are not counted.
#ifndef COUNTED_GLSL
#define COUNTED_GLSL

#include "counted.h"

layout(set = COUNTER_SET, binding = 0) buffer Counter { uint counts[]; } counter;

T count_combine(T left, T right)
{
    atomicAdd(counter.counts[COUNT_COMBINATIONS], 1);
    return combine(left, right);
}

T count_from_memory(T stored)
{
    atomicAdd(counter.counts[COUNT_BYTES_READ], VECTOR_BYTES / VECTOR);
    return from_memory(stored);
}

V count_from_memory(V stored)
{
    atomicAdd(counter.counts[COUNT_BYTES_READ], VECTOR_BYTES);
    return from_memory(stored);
}

T count_to_memory(T value)
{
    atomicAdd(counter.counts[COUNT_BYTES_WRITTEN], VECTOR_BYTES / VECTOR);
    return to_memory(value);
}

V count_to_memory(V value)
{
    atomicAdd(counter.counts[COUNT_BYTES_WRITTEN], VECTOR_BYTES);
    return to_memory(value);
}

void count_barrier()
{
    if (gl_LocalInvocationID.x == 0)
        atomicAdd(counter.counts[COUNT_BARRIERS], 1);
    barrier();
}

#define combine count_combine
#define from_memory count_from_memory
#define to_memory count_to_memory
#define barrier count_barrier

#endif
