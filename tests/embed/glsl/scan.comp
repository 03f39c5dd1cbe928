// SPDX-License-Identifier: MIT
// Scans and reduces an array by one workgroup, as users of shaders/vkscan/ would, which is all that
// is on the include path. Affine maps, composed, do not commute, and GLSL does not shuffle a
// structure. With SWEEP trees in place of subgroup operations.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#define WORKGROUP_SIZE 128
#define ITEMS 4
#define TILE_SIZE (WORKGROUP_SIZE * ITEMS)

layout(local_size_x = WORKGROUP_SIZE) in;

struct affine { // x -> a x + b
    uint a, b;
};
#define T affine
T combine(T left, T right) // left first
{
    return affine(right.a * left.a, right.a * left.b + right.b);
}
T identity()
{
    return affine(1, 0);
}
#define VKS_SHUFFLE(value, lane)                                                                   \
    affine(subgroupShuffle((value).a, lane), subgroupShuffle((value).b, lane))
#define VKS_SHUFFLE_UP(value, by)                                                                  \
    affine(subgroupShuffleUp((value).a, by), subgroupShuffleUp((value).b, by))

layout(std430, binding = 0) readonly buffer Source {
    T source[];
};
layout(std430, binding = 1) writeonly buffer Destination {
    T destination[];
};
layout(std430, binding = 2) writeonly buffer Totals {
    T totals[2];
};
layout(push_constant) uniform Push {
    uint count, exclusive;
};

#ifdef SWEEP

#define BANKS 32
#include "vkscan/sweep.glsl"

T scan_tile(uint first, T prefix)
{
    for (uint i = gl_LocalInvocationID.x; i < TILE_SIZE; i += WORKGROUP_SIZE) {
        vks_tile[vks_pad(i)] = identity();
        if (first + i < count)
            vks_tile[vks_pad(i)] = source[first + i];
    }
    const T total = vks_up_sweep();
    vks_down_sweep(prefix);
    for (uint i = gl_LocalInvocationID.x; i < TILE_SIZE && first + i < count; i += WORKGROUP_SIZE) {
        const T before = vks_tile[vks_pad(i)];
        destination[first + i] = before;
        if (exclusive == 0)
            destination[first + i] = combine(before, source[first + i]);
    }
    barrier(); // the tile has been read
    return total;
}

T reduce_tile(uint first)
{
    for (uint i = gl_LocalInvocationID.x; i < TILE_SIZE; i += WORKGROUP_SIZE) {
        vks_tile[vks_pad(i)] = identity();
        if (first + i < count)
            vks_tile[vks_pad(i)] = source[first + i];
    }
    const T total = vks_up_sweep();
    barrier();
    return total;
}

bool has_reduced()
{
    return gl_LocalInvocationID.x == 0;
}

#else

const uint SUBGROUP_SIZE = 0;
T vks_load(uint i)
{
    return source[i];
}
void vks_store(uint i, T x)
{
    destination[i] = x;
}
#include "vkscan/tile.glsl"

T scan_tile(uint first, T prefix)
{
    T items[ITEMS];
    vks_tile_load(first, count, items);
    const T total = vks_tile_scan(prefix, exclusive != 0, items);
    vks_tile_store(first, count, items);
    return total;
}

T reduce_tile(uint first)
{
    T items[ITEMS];
    vks_tile_load(first, count, items);
    return vks_tile_reduce(items);
}

bool has_reduced()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

#endif

void main()
{
    T prefix = identity(), total = identity();
    for (uint first = 0; first < count; first += TILE_SIZE) {
        prefix = combine(prefix, scan_tile(first, prefix));
        total = combine(total, reduce_tile(first));
    }
    if (gl_LocalInvocationID.x == WORKGROUP_SIZE - 1) // every thread has the total of a scan
        totals[0] = prefix;
    if (has_reduced())
        totals[1] = total;
}
