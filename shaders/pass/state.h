/* SPDX-License-Identifier: MIT */
/* What host and single-pass kernels agree on, beside the header of their scratch. */
#ifndef PASS_STATE_H
#define PASS_STATE_H

#include "dispatch.h"

/*
 * The tile states of a look-back, with elements of `words` words. A state is 4 words for each of
 * these at most (pass/state_64), and at least one sector of 32 bytes, to avoid false sharing;
 * states for elements of three words share sectors.
 */
#define TILE_STATE_STRIDE(words) ((words) > 1 ? 4 * (words) : 8)
#define TILE_STATE(tile, words) (STATE_WORDS + TILE_STATE_STRIDE(words) * (tile))
#define TILE_STATE_WORDS(tiles, words) TILE_STATE(tiles, words)

/* Of a look-back over a tree, tile states too: of tiles, of leaves of so many of them, and the same
 * of tiles of `tile` of these. */
#define TREE_STATES(tiles, leaf, tile)                                                             \
    ((tiles) + (tiles) / (leaf) + (tiles) / (tile) + (tiles) / (tile) / (leaf))

/* Of a single-pass reduction: the result of each workgroup. */
#define PARTIAL_RESULT(workgroup, words) (STATE_WORDS + (words) * (workgroup))
#define PARTIAL_WORDS(workgroups, words) PARTIAL_RESULT(workgroups, words)

/* Tiles that one workgroup takes at most: its loops must be short, see pass/tickets.glsl. */
#define WORKGROUP_TILES_MAX 128

/*
 * Tiles go by workgroup index only up to this many windows of them: a workgroup that starts first
 * may have to compute all earlier tiles by fallback, and looks back again after each.
 */
#define INDEX_WINDOWS 16

/*
 * SPEC_SPIN_LIMIT is at most this. Mesa's lavapipe ends all loops of a thread after 65,535
 * iterations: twice as many polls for each of WORKGROUP_TILES_MAX tiles are half of these.
 */
#define SPIN_LIMIT_MAX 128

#endif
