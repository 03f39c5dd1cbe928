// SPDX-License-Identifier: MIT
// Classes without elements that are narrower than T.
#ifndef NO_NARROW_GLSL
#define NO_NARROW_GLSL

const bool INPUT_IS_NARROW = false;

#endif
