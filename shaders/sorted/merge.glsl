// SPDX-License-Identifier: MIT
// Merges two sorted arrays by their merge path, in steps of a dispatch each. Diagonal d crosses the
// path where the first d merged keys are the first s keys of the input and the first d - s of the
// second input: s is the diagonal's split.
//
//     MERGE_SPLITS    finds the splits of all tiles' ends
//     MERGE_KEYS      merges tiles in shared memory; where there are values stores for each key its
//                     number among those of both arrays, which is its value's
//     MERGE_VALUES    moves the values, which the inputs are now
#ifndef SORTED_MERGE_GLSL
#define SORTED_MERGE_GLSL

#include "sorted/values.glsl"

const uint TILE_SIZE = WORKGROUP_SIZE * ITEMS;
const uint SHARED_KEYS = STEP == MERGE_KEYS ? TILE_SIZE : 1; // other steps share nothing

PORT(BINDING_AUXILIARY, 4) buffer Splits { uint words[]; } BOUND(Splits);
PORT(BINDING_OUTPUT, 4) buffer MergedWords { uint words[]; } BOUND(MergedWords);
PORT(BINDING_OUTPUT, 8) writeonly buffer MergedPairs { uvec2 pairs[]; } BOUND(MergedPairs);

shared uint low_words[SHARED_KEYS];
shared uint high_words[KEY_BITS == 64 ? SHARED_KEYS : 1];

uint merged_count()
{
    return run_count() + dispatch.parameter;
}

uint tile_count()
{
    return divide_up(merged_count(), TILE_SIZE);
}

// Finds the split of a diagonal between arrays of `firsts` and `seconds` keys. Of equal keys those
// of the first array are merged first.
#define FIND_SPLIT(split, diagonal, firsts, seconds, FIRST_KEY, SECOND_KEY)                        \
    uint split = (diagonal) - min(diagonal, seconds);                                              \
    for (uint most = min(diagonal, firsts); split < most;) {                                       \
        const uint tried = split + (most - split) / 2;                                             \
        if (is_below(ordered_form(SECOND_KEY((diagonal) - 1 - tried)),                             \
                     ordered_form(FIRST_KEY(tried))))                                              \
            most = tried;                                                                          \
        else                                                                                       \
            split = tried + 1;                                                                     \
    }

#define SPLIT_AT(tile) AT(Splits, words, auxiliary, 4, dispatch.auxiliary_offset + (tile))

void find_splits()
{
    const uint ends = tile_count() + 1, stride = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < ends; i += stride) {
        const uint diagonal = min(i * TILE_SIZE, merged_count());
        FIND_SPLIT(split, diagonal, run_count(), dispatch.parameter, load_first, load_second)
        SPLIT_AT(i) = split;
    }
}

// ---- a tile ----

// Keys [first, first + firsts) of the input and [second, second + seconds) of the second input, in
// shared memory behind each other.
struct tile_keys {
    uint first, firsts, second, seconds;
};

// Clamps the end's split, which in arrays that do not ascend may be anywhere.
tile_keys keys_of_tile(uint tile)
{
    const uint begin = tile * TILE_SIZE, size = min(TILE_SIZE, merged_count() - begin);
    const uint first = SPLIT_AT(tile);
    const uint firsts = clamp(SPLIT_AT(tile + 1), first, first + size) - first;
    return tile_keys(first, firsts, begin - first, size - firsts);
}

void put_key(uint place, uvec2 key)
{
    low_words[place] = key.x;
    if (KEY_BITS == 64)
        high_words[place] = key.y;
}

uvec2 get_key(uint place)
{
    return uvec2(low_words[place], KEY_BITS == 64 ? high_words[place] : 0);
}

void load_keys(tile_keys t)
{
    uvec2 keys[ITEMS];
    const uint size = t.firsts + t.seconds;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = min(k * WORKGROUP_SIZE + gl_LocalInvocationID.x, size - 1);
        if (i < t.firsts)
            keys[k] = load_first(t.first + i);
        else
            keys[k] = load_second(t.second + i - t.firsts);
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        put_key(k * WORKGROUP_SIZE + gl_LocalInvocationID.x, keys[k]);
}

// Merges the keys of a thread, from its diagonal of the tile on; places are those in shared memory.
void merge_items(tile_keys t, out uvec2 keys[ITEMS], out uint places[ITEMS])
{
    const uint diagonal = min(gl_LocalInvocationID.x * ITEMS, t.firsts + t.seconds);
#define SECOND_KEY(i) get_key(t.firsts + (i))
    FIND_SPLIT(split, diagonal, t.firsts, t.seconds, get_key, SECOND_KEY)
#undef SECOND_KEY
    uint first = split, second = t.firsts + diagonal - split;
    uvec2 first_key = get_key(min(first, TILE_SIZE - 1));
    uvec2 second_key = get_key(min(second, TILE_SIZE - 1));
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const bool is_first =
            first < t.firsts && (second >= t.firsts + t.seconds ||
                                 !is_below(ordered_form(second_key), ordered_form(first_key)));
        keys[k] = is_first ? first_key : second_key;
        places[k] = is_first ? first : second;
        const uvec2 next = get_key(min(places[k] + 1, TILE_SIZE - 1));
        if (is_first) {
            first++;
            first_key = next;
        } else {
            second++;
            second_key = next;
        }
    }
}

// Stores a key; a narrow one by atomics, as other threads store keys in its word.
void store_key(uint index, uvec2 key)
{
    const uint i = dispatch.output_offset + index;
    if (KEY_BITS == 64) {
        AT(MergedPairs, pairs, output, 8, i) = key;
        return;
    }
    if (KEY_BITS == 32) {
        AT(MergedWords, words, output, 4, i) = key.x;
        return;
    }
    const uint word = i / KEYS_PER_WORD, mask = ~0u >> 32 - KEY_BITS % 32;
    const int first = int(i % KEYS_PER_WORD * KEY_BITS);
    atomicAnd(AT(MergedWords, words, output, 4, word), ~(mask << first));
    atomicOr(AT(MergedWords, words, output, 4, word), key.x << first);
}

// Returns the number, among the keys of both arrays, of the key at a place in shared memory.
uint number_of(tile_keys t, uint place)
{
    return place < t.firsts ? t.first + place : run_count() + t.second + place - t.firsts;
}

void merge_tile(uint tile)
{
    const tile_keys t = keys_of_tile(tile);
    const uint begin = tile * TILE_SIZE, size = t.firsts + t.seconds;
    uvec2 keys[ITEMS];
    uint places[ITEMS];
    load_keys(t);
    barrier();
    merge_items(t, keys, places);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        put_key(gl_LocalInvocationID.x * ITEMS + k, keys[k]);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
        if (i < size)
            store_key(begin + i, get_key(i));
    }
    barrier();
    if (MERGED_WORDS == 0)
        return;
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        low_words[gl_LocalInvocationID.x * ITEMS + k] = places[k];
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
        if (i < size)
            NUMBER_OF_VALUE(begin + i) = number_of(t, low_words[i]);
    }
    barrier();
}

void merge_tiles()
{
    for (uint tile = gl_WorkGroupID.x; tile < tile_count(); tile += gl_NumWorkGroups.x)
        merge_tile(tile);
}

void move_values()
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < merged_count(); i += threads)
        move_value(i, run_count());
}

#endif
