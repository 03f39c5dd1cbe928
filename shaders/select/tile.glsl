// SPDX-License-Identifier: MIT
// The elements of a tile in registers: a slice of consecutive ones for each subgroup, in stripes of
// one element a lane. A thread's item k is its element of stripe k, the element first + k * lanes;
// bit k tells whether the item is kept.
//
// Lanes store the elements that they keep of a stripe side by side: nothing goes through shared
// memory. Narrow elements are joined to words first (narrow/stripe.glsl).
#ifndef SELECT_TILE_GLSL
#define SELECT_TILE_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#define FLAGS_ARE_SECOND
#define OPERANDS_ARE_SHARED
#include "select/kept.glsl"
#include "select/output.glsl"

layout(constant_id = SPEC_ITEMS) const uint VECTORS = 4; // per thread
layout(constant_id = SPEC_STORES) const uint STORES = STORES_VALUES;

PORT(BINDING_SECOND_OUTPUT, 4) writeonly buffer IndexWords { uint words[]; } BOUND(IndexWords);

const uint STRIPES = VECTORS * VECTOR; // at most 32
const uint TILE_SIZE = WORKGROUP_SIZE * STRIPES;
const uint ALL_ITEMS = ~0u >> 32 - STRIPES;
const bool HAS_FLAGS = CRITERION <= CRITERION_FLAGS_LAST;
const bool BY_KEYS = CRITERION == CRITERION_KEYS;

// An element as it lies in memory: a W, also where counts.glsl has redefined that.
#define ITEM UVEC(MEMORY_WORDS)

uint tile_count(uint count)
{
    return divide_up(count, TILE_SIZE);
}

// ---- loads ----

// Returns an element as it lies in memory; a narrow one as bits at the low end of a word.
ITEM load_item(uint index)
{
    return input_bits(index);
}

// Returns the bits of the items before the count.
uint items_there(uint first, uint lanes, uint count)
{
    const uint items = divide_up(count - min(first, count), lanes);
    return items < STRIPES ? (1u << items) - 1 : ALL_ITEMS;
}

void load_items(uint first, uint lanes, uint wanted, inout ITEM items[STRIPES])
{
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        if ((wanted >> k & 1) != 0)
            items[k] = load_item(first + k * lanes);
}

void load_all_items(uint first, uint lanes, inout ITEM items[STRIPES])
{
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        items[k] = load_item(first + k * lanes);
}

void load_flags(uint first, uint lanes, uint wanted, inout uint flags[STRIPES])
{
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        if ((wanted >> k & 1) != 0)
            flags[k] = load_flag(first + k * lanes);
}

void load_all_flags(uint first, uint lanes, inout uint flags[STRIPES])
{
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        flags[k] = load_flag(first + k * lanes);
}

// ---- items that are kept; those past the count may have any bits ----

uint items_with_flags(uint first, uint lanes, uint flags[STRIPES])
{
    uint kept = KEEPS_FIRST & uint(first == 0);
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        kept |= uint(flag_in(flags[k], first + k * lanes) != 0) << k;
    return kept;
}

T value_of(ITEM item)
{
    return VALUE_OF(item);
}

uint items_that_meet(uint first, uint lanes, ITEM items[STRIPES])
{
    const SEED other = run_seed();
    uint kept = 0;
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        kept |= uint(meets(value_of(items[k]), other, first + k * lanes)) << k;
    return kept;
}

// Returns the bits of the items that differ from the element before. For lane 0 that element is the
// last lane's of the stripe before, and the one in front of the slice is loaded. Control flow must
// be uniform for the workgroup, so that lanes converge behind the load (ballots.glsl).
uint items_unlike_neighbours(uint first, uint lanes, uint count, ITEM items[STRIPES])
{
    const uint lane = gl_SubgroupInvocationID;
    uint kept = uint(first == 0);
    ITEM before = ITEM(0);
    if (lane == 0 && first - 1 < count) // not of element 0, nor past the count
        before = load_item(first - 1);
    [[unroll]] for (uint k = 0; k < STRIPES; k++) {
        const ITEM from_lane = subgroupShuffle(items[k], (lane + lanes - 1) % lanes);
        if (lane > 0)
            before = from_lane;
        kept |= uint(compares(value_of(items[k]), value_of(before))) << k;
        before = from_lane;
    }
    return kept;
}

uint items_by_keys(uint first, uint lanes, uint count)
{
    uint kept = 0;
    if (count > 0)
        [[unroll]] for (uint k = 0; k < STRIPES; k++)
            kept |= uint(is_border(min(first + k * lanes, count - 1))) << k;
    return kept;
}

uint items_by_comparison(uint first, uint lanes, uint count, ITEM items[STRIPES])
{
    if (BY_KEYS)
        return items_by_keys(first, lanes, count);
    return CRITERION == CRITERION_UNIQUE ? items_unlike_neighbours(first, lanes, count, items)
                                         : items_that_meet(first, lanes, items);
}

// ---- stores ----

void store_index(uint place, uint index)
{
    AT(IndexWords, words, second_output, 4, OFFSET_OF(second_output, 4) + place) = index;
}

#endif
