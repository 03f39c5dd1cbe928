// SPDX-License-Identifier: MIT
// A sort's stores of keys and values. WITH_VALUES(statement) is the statement in modules that move
// values, and nothing in those of keys alone.
#ifndef SORT_STORE_GLSL
#define SORT_STORE_GLSL

#include "sort/tile.glsl"

ALIASED PORT(BINDING_OUTPUT, 4) buffer SortedWords { uint words[]; } BOUND(SortedWords);
ALIASED PORT(BINDING_OUTPUT, 8) writeonly buffer SortedPairs { uvec2 pairs[]; } BOUND(SortedPairs);

#include "store_key.glsl"
#include "move_value.glsl"

#endif
