// SPDX-License-Identifier: MIT
// The elements that select, partition and unique keep, by SPEC_CRITERION: those whose flag is set,
// those that compare with the run's seed, those that differ from the element before, or those whose
// key differs from a neighbour's; or, in the modules of a predicate, those that its keep() keeps.
#ifndef CRITERION_GLSL
#define CRITERION_GLSL

#include "element/format.glsl"
#include "port/port.glsl"
#include "port/workgroup_size.glsl"
#include "select/criteria.h"

#ifdef PREDICATE
const uint CRITERION = CRITERION_PREDICATE;
const uint KEY_BYTES = 4;
const uint KEEPS_LAST = 0;
const uint KEEPS_FIRST = 0;
#else
layout(constant_id = SPEC_CRITERION) const uint CRITERION = CRITERION_FLAG_BYTES;
layout(constant_id = SPEC_KEY_BYTES) const uint KEY_BYTES = 4;
layout(constant_id = SPEC_KEEPS_LAST) const uint KEEPS_LAST = 0;
layout(constant_id = SPEC_KEEPS_FIRST) const uint KEEPS_FIRST = 0;
#endif

SEED seed()
{
    return SEED_FROM_WORDS(EACH_SEED_WORD(SEED_WORD));
}

#include "port/operands.glsl"

PORT(BINDING_INPUT, 4) readonly buffer InputWords { uint words[]; } BOUND(InputWords);
PORT(BINDING_INPUT, 8) readonly buffer InputPairs { uvec2 pairs[]; } BOUND(InputPairs);
PORT(BINDING_INPUT, 16) readonly buffer InputQuads { uvec4 quads[]; } BOUND(InputQuads);

#include "load.glsl"

#endif
