// SPDX-License-Identifier: MIT
// Classes without elements that are narrower than T.
#ifndef ANY_NARROW_GLSL
#define ANY_NARROW_GLSL

const bool INPUT_IS_NARROW = false;

#define FOR_NARROW_RESULTS(statement)
#define FOR_NARROW_VECTORS(statement)
#define NARROW_OR(narrow, otherwise) otherwise
#define IF_NARROW(statement)
#define SET_NARROW(v, p, word, part)
#define RETURN_NARROW(v, p) return identity();

#endif
