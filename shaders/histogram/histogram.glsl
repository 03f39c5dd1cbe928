// SPDX-License-Identifier: MIT
// The bin that a value belongs to. Bins are half-open, the last one too unless CLOSED;
// NUMBER_OF_BINS or more is no bin.
#ifndef HISTOGRAM_GLSL
#define HISTOGRAM_GLSL

#include "port/workgroup_size.glsl"
#include "element/element.glsl"
#include "histogram/bins.h"

T seed()
{
    return identity(); // a histogram has none
}

#include "port/operands.glsl"

layout(constant_id = SPEC_KEY_BITS) const uint VALUE_BITS = 32; // of a value in memory
layout(constant_id = SPEC_BINNING) const uint BINNING = BINNING_VALUES;
layout(constant_id = SPEC_BINS) const uint NUMBER_OF_BINS = 1;
layout(constant_id = SPEC_FIRST) const uint FIRST_0 = 0;
layout(constant_id = SPEC_LAST) const uint LAST_0 = 0;
layout(constant_id = SPEC_SCALE) const uint SCALE_0 = 0;
layout(constant_id = SPEC_CLOSED) const bool CLOSED = false;
layout(constant_id = SPEC_STEP) const uint STEP_0 = 0;
layout(constant_id = SPEC_STEP + 1) const uint STEP_1 = 0;

// REAL, a value to compute with; every_value_has_a_bin(), is_below_even_edge(), and edge() of a
// buffer.
#include "values.glsl"

bool is_in_range(REAL value)
{
    return value >= CONSTANT(FIRST) &&
           (CLOSED ? value <= CONSTANT(LAST) : value < CONSTANT(LAST));
}

// Returns the bin of a float. The edge that is nearest to the value's place decides.
uint even_bin_of_float(T bits)
{
    const REAL value = REAL_FROM(bits);
    precise REAL offset = value * DOWN - CONSTANT(FIRST) * DOWN;
    precise REAL place = offset * CONSTANT(SCALE);
    const uint edge = min(uint(place + REAL(0.5)), NUMBER_OF_BINS);
    const uint bin = edge - uint(edge > 0 && is_below_even_edge(bits, edge));
    return is_in_range(value) ? min(bin, NUMBER_OF_BINS - 1) : NUMBER_OF_BINS;
}

#include "bin.glsl"

#endif
