// SPDX-License-Identifier: MIT
// Zeros and NaNs of elements that are one number of 64 bits, or two of 32.
#ifndef SELECT_WORDS2_SIGNS_GLSL
#define SELECT_WORDS2_SIGNS_GLSL

const uint SIGN = BINARY32.sign;

// Returns the key, for a float's -0 that of +0.
T without_sign_of_zero(T key)
{
    if (!KEYS_ARE_FLOATS)
        return key;
    if (ARITHMETIC == ARITHMETIC_WIDE)
        return key == uvec2(~0u, SIGN - 1) ? uvec2(0, SIGN) : key;
    FOR_EACH_WORD(k)
        if (WORD(key, k) == SIGN - 1)
            WORD(key, k) = SIGN;
    return key;
}

bool is_nan(T key)
{
    if (!KEYS_ARE_FLOATS)
        return false;
    if (ARITHMETIC == ARITHMETIC_WIDE)
        return key == uvec2(NAN_KEY);
    bool found = false;
    FOR_EACH_WORD(k)
        found = found || WORD(key, k) == NAN_KEY;
    return found;
}

#endif
