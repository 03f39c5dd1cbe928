// SPDX-License-Identifier: MIT
// The ordered form of keys, by which sorts go (sort/keys.glsl), for 8 to 64 bits in one module: the
// low word first, the high word 0 in keys of up to 32 bits. The including file defines the constant
// KEY_BITS, a key's bits in memory.
#ifndef ORDERED_FORM_GLSL
#define ORDERED_FORM_GLSL

uvec2 ordered_form(uvec2 key)
{
    if (KEY_BITS == 64)
        return wide_key_of(key);
    if (KEYS_ARE_FLOATS && KEY_BITS == 16)
        return uvec2(key_of(key.x, BINARY16), 0);
    const uint above = (32 - KEY_BITS) % 32; // bits, so that the sign's is the highest
    return uvec2(key_of(key.x << above, BINARY32) >> above, 0);
}

// Returns whether an ordered form is below another.
bool is_below(uvec2 form, uvec2 other)
{
    return form.y < other.y || form.y == other.y && form.x < other.x;
}

#endif
