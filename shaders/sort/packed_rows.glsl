// SPDX-License-Identifier: MIT
// Ranks the keys of a tile that is all there is: see slices.glsl. A row counts in 16 bits, the
// digit's values d and d + ROW_WORDS in one word, and all threads scan all rows at once.
#ifndef SORT_PACKED_ROWS_GLSL
#define SORT_PACKED_ROWS_GLSL

#define ROW_THREADS 32 // or a subgroup if that has more
#define SLICE_LANES vks_lanes

#include "sort/slices.glsl"

const uint ROW_WORDS = SORT_DIGITS / 2;
// The words from a row to the next: threads that scan one word of several rows read other banks.
const uint ROW_STRIDE = ROW_WORDS + 1024 / WORKGROUP_SIZE;

// A thread scans a word of several rows, at most THREAD_ROWS; or where threads are fewer than
// words, several words of all rows.
const uint THREAD_ROWS = ROW_WORDS / ROW_THREADS;
const uint THREAD_WORDS = WORKGROUP_SIZE < ROW_WORDS ? ROW_WORDS / WORKGROUP_SIZE : 1;
const uint WORD_THREADS = WORKGROUP_SIZE < ROW_WORDS ? 1 : WORKGROUP_SIZE / ROW_WORDS;

const uint TOTALS = ROWS * ROW_STRIDE; // the place of the subgroups' totals
const uint RANK_WORDS = TOTALS + WORKGROUP_SIZE;

// The rows and the subgroups' totals; once keys are ranked, the words that are exchanged.
shared uint tile_words[TILE_SIZE > RANK_WORDS ? TILE_SIZE : RANK_WORDS];

uint word_of(uint row, uint digit)
{
    return row * ROW_STRIDE + digit % ROW_WORDS;
}

uint shift_of(uint digit)
{
    return digit / ROW_WORDS * 16;
}

// Clears a row, in the subgroup that is the first to count in it.
void clear_row(uint row)
{
    for (uint i = slice_lane(); i < ROW_WORDS; i += slice_lanes())
        tile_words[row * ROW_STRIDE + i] = 0;
}

#ifndef ITEM_DIGIT // the digit by which a key is ranked
#define ITEM_DIGIT(items, k) digit_of(items[k])
#endif

// Ranks this lane's keys: stores in `places` the keys before each in the row that have its digit,
// and the digit above 16 bits; the row counts all keys. The first lane of a digit counts for all.
// The others take what it found in the row when all keys are counted, so that its atomics need not
// wait for each other; or in subgroups of more than 32 lanes, where shuffles would take more scalar
// registers than AMD has, they look themselves. Subgroups whose turn it is not meet the barriers, as
// Mesa 25 takes a subgroup's for the workgroup's.
void rank_slice(bool has_turn, uint row, uint keys, K items[ITEMS], inout uint places[ITEMS])
{
    uint words[ITEMS]; // of the row, before the key was counted
    uint peer[ITEMS];  // the digit, and in 8 bits each the lane that counts and the lanes before
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        peer[k] = ITEM_DIGIT(items, k) << 16;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const bool is_key = has_turn && (HAS_LAST_KEY || slice_place(k) < keys);
        const uint digit = peer[k] >> 16;
        const uint at = word_of(row, digit);
        const uvec4 peers = peers_of(digit, is_key);
        const uint before = lanes_before(peers);
        words[k] = 0;
        if (!ONE_WORD) {
            if (has_turn)
                words[k] = tile_words[at];
            subgroupBarrier();
        }
        if (is_key && before == 0) {
            const uint word = atomicAdd(tile_words[at], lanes_of(peers) << shift_of(digit));
            if (ONE_WORD)
                words[k] = word;
        }
        subgroupBarrier();
        peer[k] |= (is_key ? first_lane(peers) : gl_SubgroupInvocationID) << 8 | before;
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint digit = peer[k] >> 16;
        if (ONE_WORD)
            words[k] = subgroupShuffle(words[k], bitfieldExtract(peer[k], 8, 8));
        if (has_turn)
            places[k] = bitfieldExtract(words[k], int(shift_of(digit)), 16) +
                            (peer[k] & 0xffu) | digit << 16;
    }
}

// Ranks all slices. In each row the subgroups take turns, in order: one turn if rows are their own.
// Ends with a barrier.
void rank_in_turns(uint keys, K items[ITEMS], out uint places[ITEMS])
{
    const uint turns = ROW_IS_OWN ? 1 : turns_per_row();
    const uint slice = thread_number() / slice_lanes();
    for (uint turn = 0; turn < turns; turn++) {
        const bool has_turn = ROW_IS_OWN || turn == slice % turns;
        if (has_turn && turn == 0)
            clear_row(own_row());
        subgroupBarrier();
        rank_slice(has_turn, own_row(), keys, items, places);
        barrier();
    }
}

// Returns the sum of the values of all threads before, and in `all` of all threads, two numbers of
// 16 bits each. Has a barrier.
uint sum_before(uint value, out uint all)
{
    const uint inclusive = subgroupInclusiveAdd(value);
    if (gl_SubgroupInvocationID == vks_lanes - 1)
        tile_words[TOTALS + gl_SubgroupID] = inclusive;
    barrier();
    uint before = 0;
    all = 0;
    for (uint first = 0; first < vks_subgroup_count(); first += vks_lanes) {
        const uint subgroup = first + gl_SubgroupInvocationID;
        const uint total = subgroup < vks_subgroup_count() ? tile_words[TOTALS + subgroup] : 0;
        const uint totals = subgroupInclusiveAdd(total);
        const uint up_to_own = subgroupShuffle(totals - total, gl_SubgroupID % vks_lanes);
        if (gl_SubgroupID / vks_lanes == first / vks_lanes)
            before = all + up_to_own;
        all += subgroupShuffle(totals, vks_lanes - 1);
    }
    return before + inclusive - value;
}

// Replaces the rows' counts by where each row's keys of a digit begin in the sorted tile. The words
// are in the order of the digit, then of the rows. Ends with a barrier.
void place_rows()
{
    const uint rows = row_count() / WORD_THREADS;
    const uint first = thread_number() % WORD_THREADS * rows * ROW_STRIDE +
                       thread_number() / WORD_THREADS * THREAD_WORDS;
    uint counts[THREAD_WORDS * THREAD_ROWS];
    uint sum = 0;
    [[unroll]] for (uint i = 0; i < THREAD_WORDS * THREAD_ROWS; i++) {
        const uint row = i % THREAD_ROWS;
        counts[i] = row < rows ? tile_words[first + row * ROW_STRIDE + i / THREAD_ROWS] : 0;
        sum += counts[i];
    }
    uint all;
    uint place = sum_before(sum, all);
    place += all << 16; // the upper values of the digit begin behind all keys with lower ones
    [[unroll]] for (uint i = 0; i < THREAD_WORDS * THREAD_ROWS; i++) {
        const uint row = i % THREAD_ROWS;
        if (row < rows)
            tile_words[first + row * ROW_STRIDE + i / THREAD_ROWS] = place;
        place += counts[i];
    }
    barrier();
}

// Returns the keys' places in the tile sorted by a digit. Begins behind a barrier and ends with
// one.
void rank_tile(uint keys, K items[ITEMS], out uint places[ITEMS])
{
    rank_in_turns(keys, items, places);
    place_rows();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint digit = places[k] >> 16;
        const uint word = tile_words[word_of(own_row(), digit)];
        places[k] = (places[k] & 0xffffu) + bitfieldExtract(word, int(shift_of(digit)), 16);
    }
    barrier();
}

#endif
