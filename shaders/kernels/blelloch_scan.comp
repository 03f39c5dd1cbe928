// SPDX-License-Identifier: MIT
// Scans each tile, by trees in shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "detail/tile_buffers.glsl"
#include "detail/tree_store.glsl"
#include "detail/scan_tiles.glsl"

void main()
{
    scan_tiles();
}
