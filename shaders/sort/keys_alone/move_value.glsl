// SPDX-License-Identifier: MIT
// A sort of keys without values: what a sort does with values is left out.
#ifndef MOVE_VALUE_GLSL
#define MOVE_VALUE_GLSL

#define WITH_VALUES(statement)

#endif
