// SPDX-License-Identifier: MIT
// Classes without elements that are narrower than T.
#ifndef ANY_NARROW_GLSL
#define ANY_NARROW_GLSL

#include "element/no_narrow_output.glsl"

const bool INPUT_IS_NARROW = false;

#define NARROW_OR(narrow, otherwise) otherwise
#define IF_NARROW(statement)
#define SET_NARROW(v, p, word, part)
#define RETURN_NARROW(v, p) return identity();

#endif
