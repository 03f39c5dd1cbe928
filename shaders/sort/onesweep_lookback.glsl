// SPDX-License-Identifier: MIT
// The look-back of a onesweep: finds where the tile's keys of each of the digit's values begin,
// from the states of the tiles before. Each thread looks back for its own values, tile by tile.
#ifndef ONESWEEP_LOOKBACK_GLSL
#define ONESWEEP_LOOKBACK_GLSL

#include "sort/onesweep.glsl"
#include "sort/ranks.glsl"

layout(constant_id = SPEC_SPIN_LIMIT) const uint SPIN_LIMIT = 64;

const uint TILES_AT_ONCE = 4; // tile states that a thread has in flight

uint pass_parity; // the highest bit of this pass's tile states

shared uint missing_end; // 1 + the last tile whose counts are missing; 0: none
shared uint missing_counts[SORT_DIGITS / 2]; // two numbers of 16 bits in a word

// Loads, for this thread's values of the digit, where the keys of all tiles begin in the output.
void begin_look_back(out uint bins[THREAD_DIGITS])
{
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        bins[i] = 0;
        if (has_digits())
            bins[i] = state_load(ONESWEEP_BINS(DIGIT_INDEX(dispatch.parameter)) +
                                 thread_first_digit() + i);
    }
    if (gl_LocalInvocationID.x == 0)
        missing_end = 0;
}

void publish(uint tile, uint digit, uint value)
{
    state_store(tile_state_at(tile, digit), pass_parity | value);
}

bool is_valid(uint word)
{
    return (word & 1u << 31) == pass_parity;
}

void publish_counts(uint tile, uint counts[THREAD_DIGITS])
{
    if (has_digits())
        [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++)
            publish(tile, thread_first_digit() + i,
                    (tile > 0 ? ONESWEEP_AGGREGATES : 0) + counts[i]);
}

#include "hooks/publish_counts.glsl"

// Adds the counts of tiles before `end`, back to the nearest prefix. Then `end` is 0, or a state
// before `end` was invalid for `polls` polls.
void walk_back(uint digit, uint polls, inout uint end, inout uint before)
{
    while (end > 0 && polls > 0) {
        uint words[TILES_AT_ONCE];
        [[unroll]] for (uint k = 0; k < TILES_AT_ONCE; k++)
            words[k] = state_load(tile_state_at(end > k + 1 ? end - k - 1 : 0, digit));
        bool is_open = true;
        polls--;
        [[unroll]] for (uint k = 0; k < TILES_AT_ONCE; k++) {
            is_open = is_open && end > 0 && is_valid(words[k]);
            if (is_open) {
                const uint value = words[k] & ~(1u << 31);
                const bool is_prefix = value < ONESWEEP_AGGREGATES;
                before += is_prefix ? value : value - ONESWEEP_AGGREGATES;
                end = is_prefix ? 0 : end - 1;
            }
        }
        if (is_open)
            polls++;
    }
}

// Counts the keys of a tile whose owner has not: the decoupled fallback. The tile is full, as there
// is one behind it.
void count_missing(uint tile)
{
    for (uint i = gl_LocalInvocationID.x; i < SORT_DIGITS / 2; i += WORKGROUP_SIZE)
        missing_counts[i] = 0;
    barrier();
    if (gl_LocalInvocationID.x == 0)
        missing_end = 0;
    [[dont_unroll]] for (uint i = gl_LocalInvocationID.x; i < TILE_SIZE; i += WORKGROUP_SIZE) {
        const uint digit = digit_of(load_key(tile * TILE_SIZE + i));
        atomicAdd(missing_counts[digit / 2], 1u << digit % 2 * 16);
    }
    barrier();
}

// Adds the counts of a missing tile, if it is before `end`, and publishes them if the owner has not
// by now.
void add_missing(uint tile, uint digit, inout uint end, inout uint before)
{
    if (end != tile + 1)
        return;
    const uint place = at(tile_state_at(tile, digit));
    const uint word = atomicLoad(state.words[place], RELAXED);
    const uint counted = bitfieldExtract(missing_counts[digit / 2], int(digit % 2 * 16), 16);
    before += counted;
    end = tile;
    if (!is_valid(word))
        atomicCompSwap(state.words[place], word,
                       pass_parity | ONESWEEP_AGGREGATES + counted);
}

// Looks back: sets the distances of all digits and publishes the tile's prefixes, from where the
// keys of all tiles begin, how many the tile has, and where these begin in the sorted tile. Ends
// with a barrier.
void look_back(uint tile, uint bins[THREAD_DIGITS], uint counts[THREAD_DIGITS],
               uint starts[THREAD_DIGITS])
{
    uint end[THREAD_DIGITS];
    uint before[THREAD_DIGITS];
    uint missing = 0;
    uint polls = SPIN_LIMIT;

    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        end[i] = has_digits() ? tile : 0;
        before[i] = 0;
    }
    do {
        [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
            const uint digit = thread_first_digit() + i;
            if (missing > 0)
                add_missing(missing - 1, digit, end[i], before[i]);
            walk_back(digit, polls, end[i], before[i]);
            if (end[i] > 0) {
                atomicMax(missing_end, end[i]);
            } else if (has_digits()) {
                publish(tile, digit, before[i] + counts[i]);
                distance_of_digit[digit] = bins[i] + before[i] - starts[i];
            }
        }
        barrier();
        missing = missing_end;
        polls = 1 + polls / 2;
        if (missing > 0)
            count_missing(missing - 1);
    } while (missing > 0);
}

#endif
