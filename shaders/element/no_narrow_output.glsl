// SPDX-License-Identifier: MIT
// Classes without results that are narrower than T.
#ifndef NO_NARROW_OUTPUT_GLSL
#define NO_NARROW_OUTPUT_GLSL

#define FOR_NARROW_RESULTS(statement)
#define FOR_NARROW_VECTORS(statement)

#endif
