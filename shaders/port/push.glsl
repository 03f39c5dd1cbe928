// SPDX-License-Identifier: MIT
// The push constants of a dispatch.
#ifndef PUSH_GLSL
#define PUSH_GLSL

#include "element/operator.glsl"

layout(push_constant) uniform Push { push dispatch; };

#define SEED_WORD(k) dispatch.seed[k]

// Returns the words of the host's seed as they lie in memory, or the identity's with
// OPERAND_UNSEEDED.
W seed_words()
{
#ifdef CLASS_user
    if ((dispatch.flags & OPERAND_UNSEEDED) != 0)
        return TO_WORDS(identity());
#endif
    return EACH_WORD(SEED_WORD, 0, 1);
}

#endif
