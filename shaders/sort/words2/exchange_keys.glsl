// SPDX-License-Identifier: MIT
// The exchange of keys of 64 bits, one word after the other.
#ifndef EXCHANGE_KEYS_GLSL
#define EXCHANGE_KEYS_GLSL

// Exchanges the low words of the keys, into the order of stored_place().
void exchange_first_words(uint places[ITEMS], K items[ITEMS], uint keys, out uint low[ITEMS])
{
    uint words[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = items[k].x;
    put_words(places, words, keys);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        low[k] = tile_words[stored_place(k)];
    barrier();
}

void put_last_words(uint places[ITEMS], K items[ITEMS], uint keys)
{
    uint words[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = items[k].y;
    put_words(places, words, keys);
}

// Puts the tile's keys into the order of stored_place(): the low words in each thread, the high
// words in shared memory, for SORTED_KEY(k).
#define SORT_KEYS(places, items, keys)                                                             \
    uint low[ITEMS];                                                                               \
    exchange_first_words(places, items, keys, low);                                                \
    put_last_words(places, items, keys);
#define SORTED_KEY(k) K(low[k], tile_words[stored_place(k)])

#endif
