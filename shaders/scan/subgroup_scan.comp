// SPDX-License-Identifier: MIT
// Scans each tile, by subgroup operations.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/store.glsl"
#include "tile/subgroup_store.glsl"
#include "scan/scan_tiles.glsl"

void main()
{
    scan_tiles();
}
