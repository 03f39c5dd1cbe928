// SPDX-License-Identifier: MIT
// Keys of up to 32 bits: a narrow one is in the low bits, the others are 0.
#ifndef KEY_GLSL
#define KEY_GLSL

#define K uint

// Returns key `index` of the input.
K load_key(uint index)
{
    const uint i = dispatch.input_offset + index;
    const uint word = AT(KeyWords, words, input, 4, i / KEYS_PER_WORD);
    if (KEY_BITS == 32)
        return word;
    return bitfieldExtract(word, int(i % KEYS_PER_WORD * KEY_BITS), int(KEY_BITS));
}

K ascending_form(K key)
{
    if (KEYS_ARE_FLOATS && KEY_BITS == 16)
        return key_of(key, BINARY16);
    const uint above = 32 - KEY_BITS; // bits, so that the sign's is the highest
    return key_of(key << above, BINARY32) >> above;
}

K ordered_form(K key)
{
    const K form = ascending_form(key);
    return DESCENDING != 0 ? ~form : form;
}

// Returns `count` bits of an ordered form, 8 at most.
uint bits_of(K form, uint first, uint count)
{
    const uint bits = form >> first;
    return bits & (1u << count) - 1;
}

uint last_word(uint sign)
{
    const uint lowest = KEYS == KEYS_NONE ? 0 : sign;
    return KEYS_ARE_FLOATS ? ~0u : DESCENDING != 0 ? lowest : ~lowest;
}

K last_key()
{
    return last_word(1u << KEY_BITS - 1);
}

#endif
