// SPDX-License-Identifier: MIT
// Comparisons of elements of any type, by unsigned words that order like them: their keys, as in
// element.glsl, but of floats -0 has the key of +0. A NaN makes all comparisons false but not_equal.
// Vectors are equal in each component, or not.
#ifndef SELECT_BY_WORDS_ORDER_GLSL
#define SELECT_BY_WORDS_ORDER_GLSL

#include "select/criterion.glsl"

layout(constant_id = SPEC_ARITHMETIC) const uint ARITHMETIC = ARITHMETIC_UNSIGNED;

const bool IS_WIDE = UNITS == 2 && ARITHMETIC == ARITHMETIC_WIDE; // one number, not a vector

// Returns the key of an element. That of a narrow integer is at the high end of a word.
uvec4 key_of_words(uvec4 words)
{
    if (IS_WIDE) {
        if (KEYS_ARE_FLOATS && words.xy == uvec2(0, BINARY32.sign))
            words.y = 0;
        return uvec4(wide_key_of(words.xy), 0, 0);
    }
    float_layout floats = BINARY32;
    if (IS_NARROW)
        floats = BINARY16;
    if (KEYS_ARE_FLOATS)
        words = mix(words, uvec4(0), equal(words, uvec4(floats.sign)));
    else
        words <<= 32 - UNIT_BITS;
    return key_of(words, floats);
}

bool is_nan(uvec4 key)
{
    if (!KEYS_ARE_FLOATS)
        return false;
    const bvec4 all_set = equal(key, uvec4(NAN_KEY));
    return IS_WIDE ? all(all_set.xy) : any(all_set);
}

// Returns whether left < right, for scalars.
bool is_less(uvec4 left, uvec4 right)
{
    return left.y == right.y ? left.x < right.x : left.y < right.y;
}

// Returns whether "left criterion right" is true of elements with these keys.
bool compares_by(uint criterion, uvec4 left, uvec4 right)
{
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
    return left != right;
}

#endif
