// SPDX-License-Identifier: MIT
// Sorts a tile by digit with subgroup operations: see sort/ranks.glsl. The scanned counts tell
// where the tile's keys of each value begin in the output; or in a onesweep, the look-back does.
//
// In a onesweep the workgroup takes tiles by tickets, ranks a tile's keys, publishes how many have
// each of the digit's values, and looks back over the tiles before. A uniform digit moves nothing:
// two such passes in a row are left out, and one alone copies, as its output is the input of the
// next. Nothing waits without bound: after the spin limit a workgroup counts the missing tile's
// keys itself. The keys are still there, as the input of a pass is not its output.
#ifndef SORT_BY_BALLOTS_GLSL
#define SORT_BY_BALLOTS_GLSL

// The digit that keys are sorted by: dispatch.parameter, or with ONE_TILE each digit in turn.
uint sorted_by;
#define SORTED_BY sorted_by

#include "sort/offsets.glsl"
#include "sort/onesweep.glsl"

#include "sort/ranks.glsl"
#include "sort/onesweep_lookback.glsl"

// Stores each thread's words at the places of its keys in the sorted tile, in shared memory.
void put_words(uint places[ITEMS], uint words[ITEMS], uint keys)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (HAS_LAST_KEY || slice_place(k) < keys)
            tile_words[places[k]] = words[k];
}

// Exchanges words so that they are in the order of the sorted tile, by slice_place().
void exchange_words(uint places[ITEMS], uint keys, inout uint words[ITEMS])
{
    put_words(places, words, keys);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = tile_words[slice_place(k)];
    barrier();
}

// Returns the place in the sorted tile that this thread stores k-th.
uint stored_place(uint k)
{
    return k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
}

#ifdef CLASS_words2

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

void exchange_keys(uint places[ITEMS], uint keys, inout K items[ITEMS])
{
    uint low[ITEMS];
    uint high[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        low[k] = items[k].x;
        high[k] = items[k].y;
    }
    exchange_words(places, keys, low);
    exchange_words(places, keys, high);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        items[k] = K(low[k], high[k]);
}

#define SORTED_KEY(k) K(low[k], tile_words[stored_place(k)])

#else

#define put_last_words put_words
#define exchange_keys exchange_words
#define SORTED_KEY(k) tile_words[stored_place(k)]

#endif

// Returns the output index of stored key k, whose digit is given.
uint place_in_output(uint k, uint digit)
{
    return stored_place(k) + (ONE_TILE ? 0 : distance_of_digit[digit]);
}

#ifdef VALUES

// Loads values of one word; of larger values, or to make indices, where the keys came from.
void load_values(uint tile, uint keys, out uint words[ITEMS])
{
    const uint first = OFFSET_OF(second_input, VALUE_BYTES) + tile * TILE_SIZE;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = slice_place(k);
        words[k] = tile * TILE_SIZE + place;
        if (PAYLOAD_WORDS == 1 && !DIGIT_MAKES_INDICES(dispatch.parameter) && place < keys)
            words[k] = AT(ValueWords, words, second_input, 4, first + place);
    }
}

void store_values(uint places[ITEMS], uint words[ITEMS], uint to[ITEMS], uint keys)
{
    barrier(); // the keys have been read
    put_words(places, words, keys);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < keys) {
            const uint word = tile_words[stored_place(k)];
            if (PAYLOAD_WORDS == 1)
                AT(MovedWords, words, second_output, 4,
                   OFFSET_OF(second_output, VALUE_BYTES) + to[k]) = word;
            else
                move_value(word, to[k]);
        }
}

#endif

// Returns one of the digits of the bits that dispatch.parameter has with ONE_TILE.
uint digit_number(uint index)
{
    const uint bits = DIGIT_BITS(dispatch.parameter);
    const uint begin = DIGIT_BEGIN(bits, DIGITS, index);
    const uint end = DIGIT_BEGIN(bits, DIGITS, index + 1);
    return DIGIT_FIRST(dispatch.parameter) + begin | end - begin << 8;
}

// Loads where the tile's keys of this thread's values of the digit begin in the output.
void load_offsets(uint tile, out uint bins[THREAD_DIGITS])
{
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        bins[i] = 0;
        if (has_digits())
            bins[i] = load_offset(thread_first_digit() + i, tile);
    }
}

// Stores the distances; ends with a barrier.
void set_distances(uint bins[THREAD_DIGITS], uint starts[THREAD_DIGITS])
{
    if (has_digits())
        [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++)
            distance_of_digit[thread_first_digit() + i] = bins[i] - starts[i];
    barrier();
}

// Ranks the tile's keys: returns their places in the sorted tile; and of this thread's values of
// the digit, how many keys there are and where they begin in the sorted tile. Needs clear rows,
// behind a barrier, and ends with a barrier.
void rank_tile(uint tile, uint keys, K items[ITEMS], out uint places[ITEMS],
               out uint counts[THREAD_DIGITS], out uint starts[THREAD_DIGITS])
{
    rank_in_turns(keys, items, places);
    const uint total = sum_rows(counts);
    if (LOOKS_BACK)
        publish_counts(tile, counts);
    uint place = sum_before(total);
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        starts[i] = place;
        if (has_digits())
            place = place_rows(thread_first_digit() + i, place);
    }
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        places[k] = (places[k] & 0xffffu) + tile_words[own_row() * SORT_DIGITS + (places[k] >> 16)];
    barrier();
}

// Sorts a tile by the digit to where the look-back or the tile's offsets say; or with ONE_TILE the
// only tile, by all digits in turn.
void sort_tile(uint tile)
{
    const uint keys = tile_keys(tile);
    K items[ITEMS];
    uint places[ITEMS];
    uint bins[THREAD_DIGITS];
    uint counts[THREAD_DIGITS];
    uint starts[THREAD_DIGITS];
#ifdef VALUES
    uint words[ITEMS];
    uint to[ITEMS]; // where the keys are stored
#endif

    load_keys(tile, slice_place(0), slice_lanes(), items);
    if (LOOKS_BACK)
        begin_look_back(bins);
    else if (!ONE_TILE)
        load_offsets(tile, bins);
#ifdef VALUES
    if (ONE_TILE)
        load_values(tile, keys, words);
#endif
    if (ONE_TILE) {
        // Apart: in a loop of one iteration AMD's compiler takes more registers for all.
        // Not digit + 1 < DIGITS: with one digit NVIDIA's compiler 580 crashes (docs/devices.md).
        for (uint digit = 0; digit < DIGITS - 1; digit++) {
            sorted_by = digit_number(digit);
            rank_tile(tile, keys, items, places, counts, starts);
            exchange_keys(places, keys, items);
#ifdef VALUES
            exchange_words(places, keys, words);
#endif
            clear_rows();
            barrier();
        }
        sorted_by = digit_number(DIGITS - 1);
    }
    rank_tile(tile, keys, items, places, counts, starts);
#ifdef CLASS_words2
    uint low[ITEMS];
    exchange_first_words(places, items, keys, low);
#endif
    put_last_words(places, items, keys);
#ifdef VALUES
    if (!ONE_TILE)
        load_values(tile, keys, words);
#endif
    if (LOOKS_BACK)
        look_back(tile, bins, counts, starts);
    else if (!ONE_TILE)
        set_distances(bins, starts);
    else
        barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < keys) {
            const K key = SORTED_KEY(k);
            const uint place = place_in_output(k, digit_of(key));
            store_key(place, key);
#ifdef VALUES
            to[k] = place;
#endif
        }
#ifdef VALUES
    store_values(places, words, to, keys);
#endif
}

void copy_tile(uint tile)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < tile_keys(tile)) {
            const uint i = tile * TILE_SIZE + stored_place(k);
            store_key(i, load_key(i));
#ifdef VALUES
            move_value(i, i);
#endif
        }
}

// Returns one bit for each digit, set if all keys have the same value.
uint load_uniform_digits()
{
    uint mask = 0;
    [[unroll]] for (uint d = 0; d < DIGITS; d++)
        mask |= state_load(ONESWEEP_UNIFORM(d)) << d;
    return mask;
}

// Returns the uniform digits whose passes are left out, two in a row each. The first pass is never
// left out: it takes the keys out of the source, and makes indices.
uint left_out(uint uniform_digits)
{
    uint mask = 0;
    [[unroll]] for (uint d = 1; d + 1 < DIGITS; d++)
        if ((mask >> d & 1) == 0 && (uniform_digits >> d & 3) == 3)
            mask |= 3u << d;
    return mask;
}

// Takes a ticket, in one thread, if tiles look back.
uint ask_for_ticket()
{
    uint ticket = 0;
    if (LOOKS_BACK && gl_LocalInvocationID.x == 0)
        ticket = atomicAdd(state.words[at(ONESWEEP_TICKET(DIGIT_INDEX(dispatch.parameter)))], 1);
    return ticket;
}

// Sorts tiles, in a onesweep that of `ticket` first. One ticket is enough if there are as many
// workgroups as tiles. No workgroup asks for its next ticket before it has stored: others would
// wait for a tile that nobody has begun.
void sort_tiles(uint ticket)
{
    for (uint first = 0; first < run_tiles(); first += gl_NumWorkGroups.x) {
        if (first > 0) {
            barrier(); // the tile before has been stored
            ticket = ask_for_ticket();
        }
        if (gl_LocalInvocationID.x == 0)
            shared_ticket = LOOKS_BACK ? ticket : first + gl_WorkGroupID.x;
        clear_rows();
        barrier();
        const uint tile = subgroupBroadcastFirst(shared_ticket);
        if (tile >= run_tiles())
            return;
        sort_tile(tile);
    }
}

void sort_or_copy_tiles()
{
    sorted_by = dispatch.parameter;
    const uint ticket = ask_for_ticket(); // in flight with these loads
    const uint uniform_digits = LOOKS_BACK ? load_uniform_digits() : 0;
    const uint index = DIGIT_INDEX(dispatch.parameter);
    if ((uniform_digits >> index & 1) == 0) {
        const uint before = bitCount(bitfieldExtract(~uniform_digits, 0, int(index))); // that rank
        pass_parity = (before + 1) << 31;
        sort_tiles(ticket);
    } else if ((left_out(uniform_digits) >> index & 1) == 0) {
        for (uint tile = gl_WorkGroupID.x; tile < run_tiles(); tile += gl_NumWorkGroups.x)
            copy_tile(tile);
    }
}

#endif
