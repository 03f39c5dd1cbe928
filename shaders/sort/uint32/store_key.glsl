// SPDX-License-Identifier: MIT
// The store of a key of up to 32 bits.
#ifndef STORE_KEY_GLSL
#define STORE_KEY_GLSL

// Stores a key; a narrow one by atomics, as other workgroups store keys in its word.
void store_key(uint index, K key)
{
    const uint i = dispatch.output_offset + index;
    if (KEY_BITS == 32) {
        AT(SortedWords, words, output, 4, i) = key;
        return;
    }
    const uint word = i / KEYS_PER_WORD;
    const int first = int(i % KEYS_PER_WORD * KEY_BITS);
    atomicAnd(AT(SortedWords, words, output, 4, word), ~(ALL_BITS << first));
    atomicOr(AT(SortedWords, words, output, 4, word), key << first);
}

#endif
