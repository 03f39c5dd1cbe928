// SPDX-License-Identifier: MIT
// Values of up to 32 bits, integers or floats, and edges of their bins.
#ifndef VALUES_GLSL
#define VALUES_GLSL

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

const REAL DOWN = BINNING == BINNING_HUGE ? REAL(1.0 / HUGE_SCALE) : REAL(1);

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
