// SPDX-License-Identifier: MIT
// Sorts the best of each chunk in shared memory.
#ifndef TOP_K_MERGE_GLSL
#define TOP_K_MERGE_GLSL

shared uint best_count[CHUNKS];

// Makes room for the best. Begins where they are not in use, and ends without a barrier.
void clear_best()
{
    for (uint i = gl_LocalInvocationID.x; i < CHUNKS * K; i += WORKGROUP_SIZE)
        put_best(i, LAST);
    for (uint i = gl_LocalInvocationID.x; i < CHUNKS; i += WORKGROUP_SIZE)
        best_count[i] = 0;
}

// Puts those of a thread's elements that are among the best with the others of its chunk, in no
// order. Ends with a barrier.
void keep_best(element items[ITEMS], uint best)
{
    const uint chunk = workgroup_chunk();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if ((best >> k & 1) != 0)
            put_best(chunk * K + atomicAdd(best_count[chunk], 1), items[k]);
    barrier();
}

// Puts two elements in order.
void order_best(uint low, uint high)
{
    const element a = get_best(low), b = get_best(high);
    if (is_in_front(b, a)) {
        put_best(low, b);
        put_best(high, a);
    }
}

// Merges the sorted lists of size / 2 elements to lists of `size`, in steps of one comparison for
// each pair. In the first step the second list of each pair is taken from its end, so that all
// comparisons go one way: then those with places behind the K-th can be left out. Batcher,
// "Sorting Networks and Their Applications", 1968.
void merge_lists(uint size, uint pairs)
{
    for (uint distance = size / 2; distance > 0; distance /= 2) {
        const bool mirrors = distance == size / 2;
        for (uint i = gl_LocalInvocationID.x; i < CHUNKS * pairs; i += WORKGROUP_SIZE) {
            const uint pair = i % pairs, place = pair % distance;
            const uint low = (pair - place) * 2 + place;
            const uint high = mirrors ? low + size - 1 - 2 * place : low + distance;
            const uint first = i / pairs * K;
            if (high < K)
                order_best(first + low, first + high);
        }
        barrier();
    }
}

// Sorts the best of each chunk. Begins behind a barrier, and ends with one.
void sort_best()
{
    const uint pairs = K > 1 ? 1u << findMSB(K - 1) : 1; // of a power of two that is K or more
    for (uint size = 2; size / 2 < K; size *= 2)
        merge_lists(size, pairs);
}

#endif
