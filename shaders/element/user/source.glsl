// SPDX-License-Identifier: MIT
// One source of the user, or two.
#ifndef USER_SOURCE_GLSL
#define USER_SOURCE_GLSL

#ifdef SECOND_INPUT_WORDS
#include "tile/source/two_sources.glsl"
#else
#include "tile/source/mapped.glsl"
#endif

#endif
