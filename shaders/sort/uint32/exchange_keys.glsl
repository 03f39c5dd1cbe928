// SPDX-License-Identifier: MIT
// The exchange of keys of one word.
#ifndef EXCHANGE_KEYS_GLSL
#define EXCHANGE_KEYS_GLSL

// Puts the tile's keys into the order of stored_place(), in shared memory, for SORTED_KEY(k).
#define SORT_KEYS(places, items, keys) put_words(places, items, keys);
#define SORTED_KEY(k) tile_words[stored_place(k)]

#endif
