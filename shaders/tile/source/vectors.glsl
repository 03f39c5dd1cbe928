// SPDX-License-Identifier: MIT
// Where the vectors of a port begin, and the order of their items.
#ifndef SOURCE_VECTORS_GLSL
#define SOURCE_VECTORS_GLSL

// Returns where vector 0, which has the first elements, begins: in vectors, or for elements of three
// words in units of 16 bytes. In reverse, vectors end where the others begin, and follow downwards. A
// misaligned vector counts as the one that begins vector_shift() elements earlier.
uint vector_base(uint offset, uint words)
{
    const uint forward = offset - words_of_place(words) * head();
    const uint start = mix(forward, offset + words_of_place(words) * (run_count() - VECTOR),
                           REVERSE != 0);
    if (words == 3)
        return (start - 3 * shift_of(start, words) + 3 * HEAD_END) / 4 - 3 * HEAD_END / 4;
    return (start + HEAD_END) / VECTOR - HEAD_END / VECTOR;
}

// Returns where vector v begins, from where vector 0 does.
uint vector_at(uint base, uint v, uint words)
{
    const uint distance = words_of_place(words) * v;
    return mix(base + distance, base - distance, REVERSE != 0);
}

// Returns the elements from a vector's start to where vector 0 should begin.
uint vector_shift(uint offset, uint words)
{
    const uint shift =
        shift_of(place_of(mix(0, VECTOR - 1, REVERSE != 0), offset, words), words);
    return shift;
}

// Returns the items of a vector in the order of memory, or the other way round: in reverse the last
// one in memory is the first.
T_VECTOR in_order(T_VECTOR items)
{
    T_VECTOR ordered;
#define ORDER_ITEM(k) ordered[k] = items[REVERSE != 0 ? VECTOR - 1 - (k) : (k)];
    EACH_ITEM(ORDER_ITEM)
#undef ORDER_ITEM
    return ordered;
}

#endif
