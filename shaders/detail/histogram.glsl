// SPDX-License-Identifier: MIT
// Which bin a value belongs to. Bins are half-open, the last one too; NUMBER_OF_BINS or more is none.
#ifndef HISTOGRAM_GLSL
#define HISTOGRAM_GLSL

#include "detail/workgroup_size.glsl"
#include "detail/operator.glsl"

T seed()
{
    return identity(); // a histogram has none
}

#include "detail/operands.glsl"

layout(constant_id = SPEC_KEY_BITS) const uint VALUE_BITS = 32; // of a value in memory
layout(constant_id = SPEC_BINNING) const uint BINNING = BINNING_VALUES;
layout(constant_id = SPEC_BINS) const uint NUMBER_OF_BINS = 1;
layout(constant_id = SPEC_FIRST) const uint FIRST_0 = 0;
layout(constant_id = SPEC_LAST) const uint LAST_0 = 0;
layout(constant_id = SPEC_SCALE) const uint SCALE_0 = 0;

#ifdef CLASS_float64

layout(constant_id = SPEC_FIRST + 1) const uint FIRST_1 = 0;
layout(constant_id = SPEC_LAST + 1) const uint LAST_1 = 0;
layout(constant_id = SPEC_SCALE + 1) const uint SCALE_1 = 0;
#define CONSTANT(name) FROM_WORDS(uvec2(name##_0, name##_1))
#define REAL double

bool every_value_has_a_bin()
{
    return false;
}

#else

layout(constant_id = SPEC_SHIFT) const uint SHIFT = 32;
#define CONSTANT(name) uintBitsToFloat(name##_0)
#define REAL float

// LAST of integers is range - 1.
bool every_value_has_a_bin()
{
    return !KEYS_ARE_FLOATS && BINNING != BINNING_EDGES &&
           LAST_0 >= 0xffffffffu >> (32 - VALUE_BITS) && (FIRST_0 == 0 || VALUE_BITS == 32);
}

// floor(offset * bins / range), exactly: offset * SCALE >> SHIFT, where SCALE is bins / range << SHIFT
// rounded to 32 bits, is that, or where it had to be rounded down one less. A bin of each value needs
// nothing.
uint even_bin_of_integer(uint offset)
{
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

// As CUB has it: one subtraction and one multiplication, each rounded. A product that is rounded up to
// the number of bins is of the last one.
uint even_bin_of_float(REAL value)
{
    precise REAL offset = value - CONSTANT(FIRST);
    precise REAL place = offset * CONSTANT(SCALE);
    const uint bin = min(uint(place), NUMBER_OF_BINS - 1);
    return value >= CONSTANT(FIRST) && value < CONSTANT(LAST) ? bin : NUMBER_OF_BINS;
}

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

// As a key: of floats both zeros are equal, and a NaN is above all edges.
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

// One less than the number of edges that are not above the value.
uint bin_by_edges(T value)
{
    const ORDERED key = ordered(value);
    uint edges = 0;
    for (uint stride = 1 << 20; stride > 0; stride /= 2) {
        const uint next = edges + stride;
        if (next <= NUMBER_OF_BINS + 1 && edge(next - 1) <= key)
            edges = next;
    }
    return edges - 1;
}

uint bin_of(T value)
{
    if (BINNING == BINNING_EDGES)
        return bin_by_edges(value);
#ifdef CLASS_float64
    return even_bin_of_float(value);
#else
    return KEYS_ARE_FLOATS ? even_bin_of_float(uintBitsToFloat(value))
                           : even_bin_of_integer(value - FIRST_0);
#endif
}

#endif
