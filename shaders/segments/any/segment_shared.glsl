// SPDX-License-Identifier: MIT
// An element in shared memory, a T.
#ifndef SEGMENT_SHARED_GLSL
#define SEGMENT_SHARED_GLSL

#define SHARED_T T
#define TO_SHARED(value) value
#define FROM_SHARED(stored) stored
#define SHARED_FROM_WORDS(words) FROM_WORDS(words)
#define SHARED_WORDS(stored) TO_WORDS(stored)

#endif
