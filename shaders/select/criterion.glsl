// SPDX-License-Identifier: MIT
// The elements that select, partition and unique keep, by SPEC_CRITERION: those whose flag is set,
// those that compare with the run's seed, those that differ from the element before, or those whose
// key differs from a neighbour's; or, in the modules of a predicate, those that its keep() keeps.
//
// Elements are keys, like those of minima and maxima (element.glsl). Floats compare as in IEEE 754:
// -0 equals +0, and a NaN makes all comparisons false but not_equal. Equal vectors are equal in
// each component. Unique compares bits: its keys are KEYS_NONE.
//
// The flags or keys are the input, or with FLAGS_ARE_SECOND the second input, beside the elements.
#ifndef CRITERION_GLSL
#define CRITERION_GLSL

#include "element/format.glsl"
#include "port/port.glsl"
#include "port/workgroup_size.glsl"
#include "select/criteria.h"

#ifdef PREDICATE
const uint CRITERION = CRITERION_PREDICATE;
const uint KEY_BYTES = 4;
const uint KEEPS_LAST = 0;
const uint KEEPS_FIRST = 0;
#else
layout(constant_id = SPEC_CRITERION) const uint CRITERION = CRITERION_FLAG_BYTES;
layout(constant_id = SPEC_KEY_BYTES) const uint KEY_BYTES = 4;
layout(constant_id = SPEC_KEEPS_LAST) const uint KEEPS_LAST = 0;
layout(constant_id = SPEC_KEEPS_FIRST) const uint KEEPS_FIRST = 0;
#endif

SEED seed()
{
    return SEED_FROM_WORDS(EACH_SEED_WORD(SEED_WORD));
}

#include "port/operands.glsl"

PORT(BINDING_INPUT, 4) readonly buffer InputWords { uint words[]; } BOUND(InputWords);
PORT(BINDING_INPUT, 8) readonly buffer InputPairs { uvec2 pairs[]; } BOUND(InputPairs);
PORT(BINDING_INPUT, 16) readonly buffer InputQuads { uvec4 quads[]; } BOUND(InputQuads);

// ---- elements ----

#include "load.glsl"

// ---- comparisons ----

// Returns the key, for a float's -0 that of +0.
T without_sign_of_zero(T key)
{
    if (!KEYS_ARE_FLOATS)
        return key;
    FOR_WIDE(if (ARITHMETIC == ARITHMETIC_WIDE)
                 return key == uvec2(~0u, SIGN - 1) ? uvec2(0, SIGN) : key;)
    FOR_EACH_WORD(k)
        if (WORD(key, k) == SIGN - 1)
            WORD(key, k) = SIGN;
    return key;
}

bool is_nan(T key)
{
    if (!KEYS_ARE_FLOATS)
        return false;
    FOR_WIDE(if (ARITHMETIC == ARITHMETIC_WIDE)
                 return key == uvec2(NAN_KEY);)
    bool found = false;
    FOR_EACH_WORD(k)
        found = found || WORD(key, k) == NAN_KEY;
    return found;
}

// Returns whether left < right, for scalars.
bool is_less(T left, T right)
{
#define IS_LESS_1 left < right
#define IS_LESS_2 left.y == right.y ? left.x < right.x : left.y < right.y
#define IS_LESS_3 IS_LESS_2 // never called, like that of four
#define IS_LESS_4 IS_LESS_2
    return PASTE(IS_LESS_, ELEMENT_WORDS);
}

// Returns whether "left criterion right" is true.
bool compares_by(uint criterion, T left, T right)
{
    left = without_sign_of_zero(left);
    right = without_sign_of_zero(right);
    if (is_nan(left) || is_nan(right))
        return criterion == CRITERION_NOT_EQUAL;
    if (criterion == CRITERION_EQUAL)
        return left == right;
    if (criterion == CRITERION_LESS)
        return is_less(left, right);
    if (criterion == CRITERION_LESS_EQUAL)
        return !is_less(right, left);
    if (criterion == CRITERION_GREATER)
        return is_less(right, left);
    if (criterion == CRITERION_GREATER_EQUAL)
        return !is_less(left, right);
    return left != right; // not equal; unique
}

bool compares(T left, T right)
{
    return compares_by(CRITERION, left, right);
}

// Returns whether a comparison with the seed `other`, or a predicate, keeps an element.
bool meets(T value, SEED other, uint index)
{
#ifdef PREDICATE
    return vks_keep(value, other, index) != 0;
#else
    return compares(value, other);
#endif
}

// ---- what is kept ----

// FLAG_WORD is a word of the flags; FLAGS_OFFSET is where the flags begin, in units of `unit`
// bytes.
#ifdef FLAGS_ARE_SECOND
PORT(BINDING_SECOND_INPUT, 4) readonly buffer FlagWords { uint words[]; } BOUND(FlagWords);
#define FLAG_WORD(word) AT(FlagWords, words, second_input, 4, word)
#define FLAGS_OFFSET(unit) OFFSET_OF(second_input, unit)
#else
#define FLAG_WORD(word) AT(InputWords, words, input, 4, word)
#define FLAGS_OFFSET(unit) dispatch.input_offset
#endif

// Returns the word that has an element's flag.
uint load_flag(uint index)
{
    if (CRITERION == CRITERION_FLAG_BITS)
        return FLAG_WORD(FLAGS_OFFSET(4) + index / 32);
    if (CRITERION == CRITERION_FLAG_BYTES)
        return FLAG_WORD((FLAGS_OFFSET(1) + index) / 4);
    return FLAG_WORD(FLAGS_OFFSET(4) + index);
}

// Returns the flag of an element in its word, 0 if not set.
uint flag_in(uint word, uint index)
{
    if (CRITERION == CRITERION_FLAG_BITS)
        return word >> index % 32 & 1;
    if (CRITERION == CRITERION_FLAG_BYTES)
        return word >> 8 * ((FLAGS_OFFSET(1) + index) % 4) & 0xff;
    return word;
}

uint flag_of(uint index)
{
    return flag_in(load_flag(index), index);
}

#define KEY_WORD(word) FLAG_WORD(word)
#define KEYS_OFFSET(unit) FLAGS_OFFSET(unit)
#include "port/keys.glsl"

// Returns whether an element is at the border of a run of equal keys: its first, or with KEEPS_LAST
// its last.
bool is_border(uint index)
{
    const uint neighbour = KEEPS_LAST != 0 ? min(index + 1, run_count() - 1) : max(index, 1) - 1;
    const bool differs = keys_differ(index, neighbour); // loads do not branch
    return differs || index == neighbour;
}

bool is_kept(uint index)
{
    if (CRITERION >= CRITERION_KEYS)
        return is_border(index);
    if (CRITERION <= CRITERION_FLAGS_LAST)
        return (flag_of(index) | KEEPS_FIRST & uint(index == 0)) != 0;
    return meets(input_value(index), run_seed(), index);
}

#endif
