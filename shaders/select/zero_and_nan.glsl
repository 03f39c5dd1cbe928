// SPDX-License-Identifier: MIT
// Zeros and NaNs of keys, word by word. The includer defines SIGN, the sign bit; and FOR_WIDE(), which
// is its statement where elements may be one number of 64 bits, and else nothing.
#ifndef SELECT_ZERO_AND_NAN_GLSL
#define SELECT_ZERO_AND_NAN_GLSL

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

#endif
