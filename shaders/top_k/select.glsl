// SPDX-License-Identifier: MIT
// The best elements of a chunk, by its digits from the highest on, as in a radix sort: counters
// tell in which value of the digit the last of these is. Elements of lower values are among the
// best, those of higher ones are not, and the next digit decides on the others. Behind the digits
// of the rank are those of the index, so that of equal elements the first ones are taken. Alabi et
// al., "Fast K-Selection Algorithms for Graphics Processing Units", 2012.
#ifndef TOP_K_SELECT_GLSL
#define TOP_K_SELECT_GLSL

const uint RANK_ROUNDS = KEY_BITS / TOP_K_DIGIT_BITS;

shared uint counters[TOP_K_COUNTER_PHASES * CHUNKS * TOP_K_DIGITS];
shared uint pending[TOP_K_PENDING_PHASES]; // 1: some chunk has a further round

// Returns this thread's number among those of its chunk.
uint chunk_thread()
{
    return gl_LocalInvocationID.x % CHUNK_THREADS;
}

// Returns the number of this thread's chunk in the workgroup.
uint workgroup_chunk()
{
    return gl_LocalInvocationID.x / CHUNK_THREADS;
}

// Returns the bits that tell apart the indices of a chunk: on the first level those of consecutive
// ones, counted from the first.
uint index_bits()
{
    return IS_FIRST ? uint(findMSB(CHUNK_SIZE - 1) + 1) : 32;
}

uint round_count()
{
    return RANK_ROUNDS + divide_up(index_bits(), TOP_K_DIGIT_BITS);
}

// Returns the digit of a round. `first` is the index that others are counted from.
uint digit_of(element item, uint first, uint round)
{
    const uint bit = (round < RANK_ROUNDS ? RANK_ROUNDS : round_count()) - 1 - round;
    const uint low = bit * TOP_K_DIGIT_BITS;
    const uint rank = KEY_BITS == 64 && low >= 32 ? item.rank.y : item.rank.x;
    return bitfieldExtract(round < RANK_ROUNDS ? rank : item.index - first, int(low % 32),
                           TOP_K_DIGIT_BITS);
}

uint counter_place(uint phase, uint chunk)
{
    return (phase % TOP_K_COUNTER_PHASES * CHUNKS + chunk) * TOP_K_DIGITS;
}

void clear_counters(uint phase)
{
    for (uint i = gl_LocalInvocationID.x; i < CHUNKS * TOP_K_DIGITS; i += WORKGROUP_SIZE)
        counters[counter_place(phase, 0) + i] = 0;
}

// Finds the digit's value that has the last of the `wanted` elements: returns it, and in `below`
// the elements with lower values, in `equal` those with this one.
uint find_value(uint round, uint wanted, out uint below, out uint equal)
{
    const uint place = counter_place(round, workgroup_chunk());
    uint value = 0, sum = 0;
    below = 0;
    equal = 0;
    [[unroll]] for (uint i = 0; i < TOP_K_DIGITS; i++) {
        const uint number = counters[place + i];
        if (sum < wanted) {
            value = i;
            below = sum;
            equal = number;
        }
        sum += number;
    }
    return value;
}

// Returns the elements that are among the best `wanted`, a bit each. `first` is the place of the
// chunk's first element, and `undecided` has the elements that there are. Rounds have one barrier each:
// counters are cleared a round ahead, and whether a chunk was not done is read a round later.
// Begins where shared memory is not in use.
uint select_best(element items[ITEMS], uint first, uint wanted, uint undecided)
{
    uint best = 0;
    clear_counters(0);
    if (gl_LocalInvocationID.x < TOP_K_PENDING_PHASES)
        pending[gl_LocalInvocationID.x] = 0;
    barrier();
    for (uint round = 0; round < round_count(); round++) {
        clear_counters(round + 1);
        if (gl_LocalInvocationID.x == 0)
            pending[(round + 1) % TOP_K_PENDING_PHASES] = 0;
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if ((undecided >> k & 1) != 0)
                atomicAdd(counters[counter_place(round, workgroup_chunk()) +
                                   digit_of(items[k], IS_FIRST ? first : 0, round)],
                          1);
        barrier();
        if (round > 0 && pending[(round - 1) % TOP_K_PENDING_PHASES] == 0)
            break;
        uint below, equal;
        const uint value = find_value(round, wanted, below, equal);
        const bool is_done = below + equal <= wanted;
        uint others = 0;
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint digit = digit_of(items[k], IS_FIRST ? first : 0, round);
            const uint is_undecided = undecided >> k & 1;
            best |= (digit < value || digit == value && is_done ? is_undecided : 0) << k;
            others |= (digit == value && !is_done ? is_undecided : 0) << k;
        }
        undecided = others;
        wanted -= below;
        if (!is_done)
            pending[round % TOP_K_PENDING_PHASES] = 1;
    }
    return best;
}

#endif
