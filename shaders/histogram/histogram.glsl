// SPDX-License-Identifier: MIT
// The bin that a value belongs to. Bins are half-open, the last one too unless CLOSED;
// NUMBER_OF_BINS or more is no bin.
#ifndef HISTOGRAM_GLSL
#define HISTOGRAM_GLSL

#include "port/workgroup_size.glsl"
#include "element/operator.glsl"

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

#ifdef CLASS_float64

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

#else

layout(constant_id = SPEC_SHIFT) const uint SHIFT = 32;
layout(constant_id = SPEC_FRACTION) const uint FRACTION = 0;
layout(constant_id = SPEC_ORIGIN) const float ORIGIN = 0;
layout(constant_id = SPEC_STEP + 2) const uint STEP_2 = 0;
layout(constant_id = SPEC_GRID_FIRST) const uint GRID_FIRST_0 = 0;
layout(constant_id = SPEC_GRID_FIRST + 1) const uint GRID_FIRST_1 = 0;
layout(constant_id = SPEC_GRID_EXPONENT) const int GRID_EXPONENT = 0;
#define CONSTANT(name) uintBitsToFloat(name##_0)
#define REAL float
#define REAL_FROM(value) uintBitsToFloat(value)

// Returns whether no value can be outside. For integers LAST is range - 1.
bool every_value_has_a_bin()
{
    return !KEYS_ARE_FLOATS && BINNING != BINNING_EDGES &&
           LAST_0 >= 0xffffffffu >> (32 - VALUE_BITS) && (FIRST_0 == 0 || VALUE_BITS == 32);
}

// Returns floor(offset * bins / range), exactly. SCALE is bins / range << SHIFT, rounded to 32
// bits. offset * SCALE >> SHIFT is the bin, or one less where SCALE had to be rounded down. If each
// value has a bin, the offset is the bin.
uint even_bin_of_integer(uint offset)
{
    if (CLOSED && offset - 1 == LAST_0)
        return NUMBER_OF_BINS - 1;
    if (BINNING == BINNING_VALUES)
        return offset <= LAST_0 ? offset : NUMBER_OF_BINS;
    uint high, low, product_high, product_low, whole_high, whole_low, borrow, second_borrow;
    umulExtended(offset, SCALE_0, high, low);
    const uint bin = SHIFT < 32 ? low >> SHIFT % 32 | high << (32 - SHIFT) % 32 : high >> SHIFT % 32;
    if (BINNING == BINNING_SCALED)
        return offset <= LAST_0 ? bin : NUMBER_OF_BINS;
    umulExtended(offset, NUMBER_OF_BINS, product_high, product_low);
    umulExtended(bin, LAST_0, whole_high, whole_low);
    product_low = usubBorrow(product_low, whole_low, borrow);
    product_low = usubBorrow(product_low, bin, second_borrow);
    const uint rest = product_high - whole_high - borrow - second_borrow;
    return offset <= LAST_0 ? bin + uint(rest != 0 || product_low > LAST_0) : NUMBER_OF_BINS;
}

#endif

#ifdef CLASS_float64

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

#else

#define ORDERED uint

// Returns a value as a key: the zeros of floats are equal, and a NaN is above all edges.
uint ordered(uint bits)
{
    return key_of(KEYS_ARE_FLOATS && bits == 0x80000000u ? 0u : bits, BINARY32);
}

uint edge(uint index)
{
    const uint bytes = VALUE_BITS / 8;
    const uvec2 place = dispatch.own_place;
    const uint at = place.x % 4 + index * bytes;
    return ordered(bitfieldExtract(OPERAND_WORD(place, at / 4), int(at % 4 * 8), int(VALUE_BITS)));
}

#endif

const REAL DOWN = BINNING == BINNING_HUGE ? REAL(1.0 / HUGE_SCALE) : REAL(1);

#ifdef CLASS_float64

// Returns whether a value is below an edge. Edges are first + step * index, each operation rounded.
bool is_below_even_edge(double value, uint index)
{
    precise double offset = double(index) * CONSTANT(STEP);
    precise double edge = offset + CONSTANT(FIRST) * DOWN;
    return value < edge * (BINNING == BINNING_HUGE ? double(HUGE_SCALE) : double(1));
}

#else

// Returns the key of the float nearest to a signed 64-bit number of grid units, which are powers of
// two.
uint key_from_grid(uint high, uint low)
{
    const bool is_negative = int(high) < 0;
    if (is_negative) {
        low = ~low + 1;
        high = ~high + uint(low == 0);
    }
    const int top = high != 0 ? 32 + findMSB(high) : findMSB(low);
    const int exponent = top + GRID_EXPONENT;
    if (top < 0 || exponent < 1)
        return ordered(0);
    if (top < 32) {
        high = low;
        low = 0;
    }
    const uint left = 31 - uint(top) % 32;
    high = high << left | low >> 1 >> (31 - left);
    low <<= left;
    const bool rounds_up = (high & 0x80) != 0 && ((high & 0x17f) != 0 || low != 0);
    const uint bits = (uint(exponent - 1) << 23) + (high >> 8) + uint(rounds_up);
    return ordered(is_negative ? bits | 0x80000000u : bits);
}

// Returns the key of an edge: first + (last - first) * index / bins, by the grid.
uint even_edge(uint index)
{
    uint high, low, fraction_high, fraction_low, carry, second_carry;
    umulExtended(index, STEP_0, fraction_high, fraction_low);
    umulExtended(index, STEP_1, high, low);
    low = uaddCarry(low, fraction_high + (fraction_low >> 31), carry);
    low = uaddCarry(low, GRID_FIRST_0, second_carry);
    return key_from_grid(high + index * STEP_2 + GRID_FIRST_1 + carry + second_carry, low);
}

bool is_below_even_edge(uint bits, uint index)
{
    return ordered(bits) < even_edge(index);
}

#endif

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

#ifndef CLASS_float64

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

#endif

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

uint bin_of(T value)
{
    if (BINNING == BINNING_EDGES)
        return bin_by_edges(value);
#ifndef CLASS_float64
    if (!KEYS_ARE_FLOATS)
        return even_bin_of_integer(value - FIRST_0);
#endif
    return even_bin_of_float(value);
}

#endif
