// SPDX-License-Identifier: MIT
// Bins that have their edges in a buffer.
#ifndef EDGES_GLSL
#define EDGES_GLSL

// Returns one less than the number of edges that are not above the value.
uint bin_by_edges(T value)
{
    const ORDERED key = ordered(value);
    uint edges = 0;
    for (uint stride = 1 << 20; stride > 0; stride /= 2) {
        const uint next = edges + stride;
        if (next <= NUMBER_OF_BINS + 1 && edge(next - 1) <= key)
            edges = next;
    }
    return CLOSED && edges > NUMBER_OF_BINS && edge(NUMBER_OF_BINS) == key ? NUMBER_OF_BINS - 1
                                                                           : edges - 1;
}

#endif
