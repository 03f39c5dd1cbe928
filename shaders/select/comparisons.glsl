// SPDX-License-Identifier: MIT
// Comparisons of elements T with each other and with the run's seed, and predicates.
//
// Elements are keys, like those of minima and maxima (element.glsl). Floats compare as in IEEE 754:
// -0 equals +0, and a NaN makes all comparisons false but not_equal. Equal vectors are equal in
// each component. Unique compares bits: its keys are KEYS_NONE.
#ifndef COMPARISONS_GLSL
#define COMPARISONS_GLSL

#include "select/criterion.glsl"

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

#endif
