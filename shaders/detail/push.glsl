// SPDX-License-Identifier: MIT
// The push constants of a dispatch.
#ifndef PUSH_GLSL
#define PUSH_GLSL

#include "detail/operator.glsl"

layout(push_constant) uniform Push { push dispatch; };

#define SEED_WORD(k) dispatch.seed[k]

T seed()
{
#ifdef CLASS_user
    if (dispatch.unseeded != 0)
        return identity();
#endif
    return element_from_words(EACH_WORD(SEED_WORD, 0, 1));
}

#endif
