/* SPDX-License-Identifier: MIT */
/* What host and textbook kernels agree on. */
#ifndef TEXTBOOK_STEPS_H
#define TEXTBOOK_STEPS_H

#include "dispatch.h"

/* The two elements that thread t combines in a step: of scans by strides, into the second one; of
 * reductions over neighbours and over halves, into the first one. */
#define STRIDE_FROM(t, stride) ((t) - (stride))
#define NEIGHBOUR_LEFT(t, stride) (2 * (t) * (stride))
#define NEIGHBOUR_RIGHT(t, stride) (NEIGHBOUR_LEFT(t, stride) + (stride))
#define HALVES_RIGHT(t, half) ((t) + (half))

/* Those on the way back of a Brent-Kung scan. */
#define HAND_ON_FROM(t, stride) ((2 * (t) + 2) * (stride)-1)
#define HAND_ON_TO(t, stride) ((2 * (t) + 3) * (stride)-1)

/* Of a chained scan: a flag and a prefix of `words` words for each tile. */
#define CHAIN_STRIDE(words) (1 + (words))
#define CHAIN_FLAG(tile, words) (STATE_WORDS + CHAIN_STRIDE(words) * (tile))
#define CHAIN_PREFIX(tile, words) (CHAIN_FLAG(tile, words) + 1)
#define CHAIN_WORDS(tiles, words) CHAIN_FLAG(tiles, words)

#endif
