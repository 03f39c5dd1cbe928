// SPDX-License-Identifier: MIT
// Sorts a tile by digit without subgroup operations: splits the tile four times, by two bits.
// Satish, Harris and Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009.
#ifndef SORT_BY_SPLITS_GLSL
#define SORT_BY_SPLITS_GLSL

#define SORTED_BY dispatch.parameter
#include "sort/scatter.glsl"

const uint SPLIT_BITS = 2;

// For each place of the tile a key's digit and, in the 16 bits below, its number in the tile.
shared uint tile_order[TILE_SIZE];
// For each thread the keys with each value of the two bits: four numbers of 16 bits.
shared uvec2 thread_counts[WORKGROUP_SIZE];

uint get_count(uvec2 counts, uint bits)
{
    return bitfieldExtract(bits < 2 ? counts.x : counts.y, int(bits % 2 * 16), 16);
}

uvec2 one_count(uint bits)
{
    const uint one = 1u << bits % 2 * 16;
    return bits < 2 ? uvec2(one, 0) : uvec2(0, one);
}

// Returns the sum of the counts of all threads up to this one, and in `all` of all threads. Hillis
// and Steele: at each distance every thread reads before any writes.
uvec2 scan_counts(uvec2 counts, out uvec2 all)
{
    const uint thread = gl_LocalInvocationID.x;
    barrier(); // the counts of the split before have been read
    thread_counts[thread] = counts;
    barrier();
    for (uint distance = 1; distance < WORKGROUP_SIZE; distance *= 2) {
        uvec2 before = uvec2(0);
        if (thread >= distance)
            before = thread_counts[thread - distance];
        counts += before;
        barrier();
        thread_counts[thread] = counts;
        barrier();
    }
    all = thread_counts[WORKGROUP_SIZE - 1];
    return counts;
}

// Returns where the keys with each value of the bits begin.
uvec2 starts_of(uvec2 all)
{
    const uint first = all.x & 0xffffu;
    const uint second = first + (all.x >> 16);
    return uvec2(first << 16, second | second + (all.y & 0xffffu) << 16);
}

// Sorts the tile by two bits, stably.
void split(uint first_bit)
{
    uint orders[ITEMS]; // consecutive ones
    uvec2 counts = uvec2(0);
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        orders[k] = tile_order[gl_LocalInvocationID.x * ITEMS + k];
        counts += one_count(bitfieldExtract(orders[k], int(first_bit), int(SPLIT_BITS)));
    }
    uvec2 all;
    uvec2 places = scan_counts(counts, all) - counts;
    places += starts_of(all);
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint bits = bitfieldExtract(orders[k], int(first_bit), int(SPLIT_BITS));
        tile_order[get_count(places, bits)] = orders[k];
        places += one_count(bits);
    }
    barrier();
}

void sort_tile(uint tile)
{
    const uint keys = tile_keys(tile);
    const uint thread = gl_LocalInvocationID.x;

    barrier(); // the tile before has been stored
    // Places past the end have the highest digit, and so stay behind all keys.
    for (uint i = thread; i < TILE_SIZE; i += WORKGROUP_SIZE) {
        uint digit = SORT_DIGITS - 1;
        if (i < keys)
            digit = digit_of(load_key(FIRST_KEY(tile) + i));
        tile_order[i] = digit << 16 | i;
    }
    barrier();
    for (uint bit = 0; bit < SORT_DIGIT_BITS; bit += SPLIT_BITS)
        split(16 + bit);
    for (uint i = thread; i < keys; i += WORKGROUP_SIZE) {
        const uint digit = tile_order[i] >> 16;
        if (i == 0 || tile_order[i - 1] >> 16 != digit)
            distance_of_digit[digit] = load_offset(digit, tile) - i;
    }
    barrier();
    for (uint i = thread; i < keys; i += WORKGROUP_SIZE) {
        const uint from = tile_order[i] & 0xffffu;
        store_sorted(tile, i, load_key(FIRST_KEY(tile) + from), from);
    }
}

#endif
