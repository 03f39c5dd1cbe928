// SPDX-License-Identifier: MIT
// An element in shared memory, as words: the user's T may be larger, and need not hold any words.
#ifndef SEGMENT_SHARED_GLSL
#define SEGMENT_SHARED_GLSL

#define SHARED_T W
#define TO_SHARED(value) TO_WORDS(value)
#define FROM_SHARED(stored) FROM_WORDS(stored)
#define SHARED_FROM_WORDS(words) words
#define SHARED_WORDS(stored) stored

#endif
