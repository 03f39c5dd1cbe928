// SPDX-License-Identifier: MIT
// The operands of a run, which may be in buffers: the count, the seed, and the total that scans
// write. A plan without operands in buffers has OPERANDS 0, and its kernels hold none of this code.
//
// Arrays beyond what a dispatch reaches go by pieces. A piece's seed is the total of the piece
// before, the carry, which lies in the header of the scratch (dispatch.h) as the words of T: a key
// stays a key, and nothing is rounded to the format in memory.
#ifndef OPERANDS_GLSL
#define OPERANDS_GLSL

#include "element/format.glsl"
#include "port/port.glsl"

layout(constant_id = SPEC_OPERANDS) const uint OPERANDS = 0;

const bool HAS_COUNT = (OPERANDS & OPERAND_COUNT) != 0;
const bool HAS_SEED = (OPERANDS & (OPERAND_SEED | OPERAND_CARRY_IN)) != 0;
const bool HAS_TOTAL = (OPERANDS & (OPERAND_TOTAL | OPERAND_CARRY_OUT)) != 0;

ALIASED PORT(BINDING_OPERANDS, 4) buffer Operands { uint words[]; } BOUND(Operands);
ALIASED PORT(BINDING_AUXILIARY, 4) buffer Header { uint words[]; } BOUND(Header);
#define header VIEW(Header, auxiliary)

// Word k of the operand at `place`, or the word that holds a narrow operand.
#ifdef BY_ADDRESS
#define OPERAND_WORD(place, k) Operands((place)&uvec2(~3u, ~0u)).words[k]
#else
#define OPERAND_WORD(place, k) bound_Operands.words[(place).x / 4 + (k)]
#endif

// The count and the seed, where they are in buffers. Kernels that have no registers to spare define
// OPERANDS_ARE_SHARED: one thread reads both, and only the count is kept in a register. Loads of
// the count from shared memory at each use double the code with NVIDIA's driver 580.
#ifdef OPERANDS_ARE_SHARED
shared uint count_in_buffer;
shared SEED seed_in_buffer;
uint kept_count = dispatch.count;
#else
uint count_in_buffer = dispatch.count;
SEED seed_in_buffer;
#endif

// Returns whether this dispatch has an operand of `mask`.
bool has_operand(uint mask)
{
    return (OPERANDS & dispatch.flags & mask) != 0;
}

uint divide_up(uint a, uint b)
{
    return a / b + uint(a % b != 0);
}

// Returns the input's elements by the count in its buffer, clamped to what the host allows: see
// struct push in dispatch.h.
uint load_count()
{
    uvec2 count = uvec2(OPERAND_WORD(dispatch.count_place, 0), 0);
    if ((dispatch.flags & OPERAND_COUNT_64) != 0)
        count.y = OPERAND_WORD(dispatch.count_place, 1);
    const uint borrow = uint(count.x < dispatch.start[0]);
    const bool begins = count.y > dispatch.start[1] || count.y == dispatch.start[1] && borrow == 0;
    const bool is_beyond = count.y - borrow != dispatch.start[1];
    const uint left = is_beyond ? dispatch.limit : min(count.x - dispatch.start[0], dispatch.limit);
    const uint elements = (begins ? left : 0) + dispatch.padding;
    return dispatch.divisor > 1 ? divide_up(elements, dispatch.divisor) : elements;
}

#define SEED_PLACE uvec2(dispatch.seed[0], dispatch.seed[1])
#define SEED_OPERAND(k) OPERAND_WORD(SEED_PLACE, k)
#define CARRIED(k) header.words[STATE_CARRY + (k)]

SEED load_seed()
{
#ifndef PREDICATE
    if (has_operand(OPERAND_CARRY_IN))
        return FROM_WORDS(EACH_WORD(CARRIED, 0, 1));
#endif
    if (!has_operand(OPERAND_SEED))
        return seed();
    SEED_W words = EACH_SEED_WORD(SEED_OPERAND);
    FOR_NARROW_RESULTS(words >>= 8 * (SEED_PLACE.x % 4);)
    return SEED_FROM_WORDS(words);
}

// Reads the operands that are in buffers. With OPERANDS_ARE_SHARED one thread calls this, before a
// barrier; else all threads do.
void read_operands()
{
    if (HAS_COUNT)
        count_in_buffer = load_count();
    if (HAS_SEED)
        seed_in_buffer = load_seed();
}

#ifdef OPERANDS_ARE_SHARED
// Keeps the count in a register. All threads call this, after the barrier that follows
// read_operands().
void keep_operands()
{
    if (HAS_COUNT)
        kept_count = subgroupBroadcastFirst(count_in_buffer); // uniform to the compiler too
}
#endif

// Returns the elements of the input, head padding included. Before a count in a buffer is read,
// this is its upper bound.
uint run_count()
{
    if (!HAS_COUNT)
        return dispatch.count;
#ifdef OPERANDS_ARE_SHARED
    return kept_count;
#else
    return count_in_buffer;
#endif
}

SEED run_seed()
{
    if (!HAS_SEED)
        return seed();
    return seed_in_buffer;
}

void store_total_in_buffer(T total)
{
    FOR_NARROW_RESULTS(
        if (PER_WORD(DESTINATION_FORMAT) > 1) {
            STORE_NARROW(OPERAND_WORD(dispatch.total_place, 0), 8 * int(dispatch.total_place.x % 4),
                         to_narrow(total, DESTINATION_FORMAT), DESTINATION_FORMAT)
            return;
        })
    const W words = to_words(total, DESTINATION_FORMAT);
    FOR_EACH_WORD(k)
        OPERAND_WORD(dispatch.total_place, k) = WORD(words, k);
}

// Stores the total in its buffer and as the carry, if the dispatch has them. One thread of the run
// calls this, after all reads of the seed: seed and total may be in one place.
void store_total(T total)
{
    if (has_operand(OPERAND_CARRY_OUT)) {
        FOR_EACH_WORD(k)
            header.words[STATE_CARRY + k] = WORD(TO_WORDS(total), k);
    }
    if (has_operand(OPERAND_TOTAL))
        store_total_in_buffer(total);
}

#endif
