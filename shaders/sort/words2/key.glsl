// SPDX-License-Identifier: MIT
// Keys of 64 bits, the low word first.
#ifndef KEY_GLSL
#define KEY_GLSL

#define K uvec2

// Returns key `index` of the input.
K load_key(uint index)
{
    const uint i = dispatch.input_offset + index;
    return AT(KeyPairs, pairs, input, 8, i);
}

K ascending_form(K key)
{
    return wide_key_of(key);
}

K ordered_form(K key)
{
    const K form = ascending_form(key);
    return DESCENDING != 0 ? ~form : form;
}

// Returns `count` bits of an ordered form, 8 at most.
uint bits_of(K form, uint first, uint count)
{
    const uint low = first == 0 ? form.x : form.x >> first | form.y << 32 - first;
    const uint bits = first < 32 ? low : form.y >> first - 32;
    return bits & (1u << count) - 1;
}

uint last_word(uint sign)
{
    const uint lowest = KEYS == KEYS_NONE ? 0 : sign;
    return KEYS_ARE_FLOATS ? ~0u : DESCENDING != 0 ? lowest : ~lowest;
}

K last_key()
{
    return K(last_word(0), last_word(1u << 31));
}

#endif
