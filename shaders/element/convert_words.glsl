// SPDX-License-Identifier: MIT
// Elements that have the same words in memory.
#ifndef CONVERT_WORDS_GLSL
#define CONVERT_WORDS_GLSL

#define FOR_KEYS(statement)
#define CONVERTED(conversion, same, is_same) same

// Convert between an element and its words in memory.
T from_memory(W words)
{
    return FROM_WORDS(words);
}

W to_memory(T value)
{
    const W words = TO_WORDS(value);
    return words;
}

#endif
