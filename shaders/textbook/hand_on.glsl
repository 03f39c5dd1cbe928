// SPDX-License-Identifier: MIT
// The way back of a Brent-Kung scan. Brent and Kung, "A Regular Layout for Parallel Adders", 1982.
#ifndef HAND_ON_GLSL
#define HAND_ON_GLSL

#include "textbook/steps.h"
#include "textbook/shared_tile.glsl"

// Combines, after an up-sweep, each finished subtree into the middle of the next one, which gives
// an inclusive scan.
void hand_on()
{
    for (uint stride = TILE_SIZE / 4; stride > 0; stride /= 2) {
        barrier();
        [[unroll]] for (uint k = 0; k < VKS_PAIRS; k++) {
            const uint t = vks_place(k);
            if (t < TILE_SIZE / (2 * stride) - 1) {
                const uint to = vks_pad(HAND_ON_TO(t, stride));
                vks_tile[to] = combine(vks_tile[vks_pad(HAND_ON_FROM(t, stride))], vks_tile[to]);
            }
        }
    }
    barrier();
}

#endif
