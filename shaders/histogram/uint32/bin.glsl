// SPDX-License-Identifier: MIT
// The bin of an integer or float, and the place of a float among parts of bins.
#ifndef BIN_GLSL
#define BIN_GLSL

// Returns, with a FRACTION, the place of a float in range, in parts of bins. A place is off by less
// than half a part, and ORIGIN takes half a part off. So the bin is right, except in its last part:
// then an edge is beside the value, which may be in the next bin.
uint place_of_float(uint bits)
{
    const float parts = CONSTANT(SCALE) * float(1 << FRACTION);
    precise float place = fma(uintBitsToFloat(bits) * DOWN, parts, ORIGIN);
    return uint(place);
}

const uint LAST_PART = (1u << FRACTION) - 1;

// Returns the bin of a place, clamped, as nothing but comparisons of floats, which a compiler may
// take for ordered, keeps NaNs away.
uint bin_of_place(uint place)
{
    return min(place >> FRACTION, NUMBER_OF_BINS - 1);
}

uint part_of(uint place)
{
    return place & LAST_PART;
}

#include "histogram/edges.glsl"

uint bin_of(T value)
{
    if (BINNING == BINNING_EDGES)
        return bin_by_edges(value);
    if (!KEYS_ARE_FLOATS)
        return even_bin_of_integer(value - FIRST_0);
    return even_bin_of_float(value);
}

#endif
