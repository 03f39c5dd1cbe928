// SPDX-License-Identifier: MIT
// Elements that are keys, from memory and back.
#ifndef CONVERT_KEYS_GLSL
#define CONVERT_KEYS_GLSL

// Convert between an element and its words in memory.
T from_memory(W words)
{
    words = key_of(words, BINARY32);
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
    return bits_of(words, BINARY32);
}

#endif
