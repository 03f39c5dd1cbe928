// SPDX-License-Identifier: MIT
// Scans each tile, by trees in shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/store.glsl"
#include "tile/tree_store.glsl"
#include "scan/scan_tiles.glsl"

void main()
{
    scan_tiles();
}
