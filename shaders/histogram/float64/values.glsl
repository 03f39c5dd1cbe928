// SPDX-License-Identifier: MIT
// Values of 64 bits, and edges of their bins.
#ifndef VALUES_GLSL
#define VALUES_GLSL

layout(constant_id = SPEC_FIRST + 1) const uint FIRST_1 = 0;
layout(constant_id = SPEC_LAST + 1) const uint LAST_1 = 0;
layout(constant_id = SPEC_SCALE + 1) const uint SCALE_1 = 0;
#define CONSTANT(name) FROM_WORDS(uvec2(name##_0, name##_1))
#define REAL double
#define REAL_FROM(value) (value)

bool every_value_has_a_bin()
{
    return false;
}

#define ORDERED double

double ordered(double value)
{
    return value;
}

double edge(uint index)
{
    return FROM_WORDS(uvec2(OPERAND_WORD(dispatch.own_place, 2 * index),
                            OPERAND_WORD(dispatch.own_place, 2 * index + 1)));
}

const REAL DOWN = BINNING == BINNING_HUGE ? REAL(1.0 / HUGE_SCALE) : REAL(1);

// Returns whether a value is below an edge. Edges are first + step * index, each operation rounded.
bool is_below_even_edge(double value, uint index)
{
    precise double offset = double(index) * CONSTANT(STEP);
    precise double edge = offset + CONSTANT(FIRST) * DOWN;
    return value < edge * (BINNING == BINNING_HUGE ? double(HUGE_SCALE) : double(1));
}

#endif
