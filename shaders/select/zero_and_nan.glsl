// SPDX-License-Identifier: MIT
// Zeros and NaNs of keys, word by word. The includer defines SIGN, the sign bit.
#ifndef SELECT_ZERO_AND_NAN_GLSL
#define SELECT_ZERO_AND_NAN_GLSL

// Returns the key, for a float's -0 that of +0.
T without_sign_of_zero(T key)
{
    if (!KEYS_ARE_FLOATS)
        return key;
    FOR_EACH_WORD(k)
        if (WORD(key, k) == SIGN - 1)
            WORD(key, k) = SIGN;
    return key;
}

bool is_nan(T key)
{
    if (!KEYS_ARE_FLOATS)
        return false;
    bool found = false;
    FOR_EACH_WORD(k)
        found = found || WORD(key, k) == NAN_KEY;
    return found;
}

#endif
