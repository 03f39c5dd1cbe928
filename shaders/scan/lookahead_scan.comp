// SPDX-License-Identifier: MIT
// Scans everything in one dispatch, like lookback_scan; but each workgroup loads its next tile and
// publishes that tile's aggregate before it waits for the prefix of the tile in hand. The loads are
// in flight during the look-back, and a tile's aggregate is published well before it is polled. The
// first look-back polls once; a workgroup waits only after it has published the next aggregate. If
// the prefix stays missing, both tiles are dropped for the missing predecessor (single_pass.glsl),
// and loaded again.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 2
#define PREFIXES_BY_WINDOW
#include "scan/single_pass.glsl"

#include "scan_all.glsl" // one_loop/ or two_loops/, by class

void main()
{
    uint tile;
    const uint epoch = begin_run(tile);
    scan_all(tile, epoch);
    end_run(epoch);
}
