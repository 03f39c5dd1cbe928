// SPDX-License-Identifier: MIT
// Composes the functions of 32 characters; or, when what is before these is known, marks tokens.
#version 460
#extension GL_GOOGLE_include_directive : require

#include "compose.glsl"
#include "item.glsl"

layout(std430, binding = 0) readonly buffer Text {
    uvec4 text[];
};
layout(std430, binding = 1) readonly buffer Automaton {
    uint of_character[256];
};
layout(std430, binding = 2) buffer Functions {
    uint functions[]; // of 32 characters each, then of all before them, then their marks
};
layout(std430, binding = 3) writeonly buffer Ending {
    uint number, last_state, wrong;
};
layout(push_constant) uniform Push {
    uint count, marking;
};

void main()
{
    const uint i = item();
    if (32 * i >= count)
        return;
    uint state = marking * functions[i] & 15, composed = identity(), marked = 0;
    for (uint at = 0; at < min(32, count - 32 * i); at++) {
        const uint word = text[2 * i + at / 16][at / 4 % 4];
        const uint of = of_character[bitfieldExtract(word, int(at % 4 * 8), 8)];
        const uint next = bitfieldExtract(of, int(4 * state), 4);
        if (marking == 0)
            composed = combine(composed, of);
        else if (next == WRONG && state != WRONG)
            wrong = 32 * i + at;
        marked |= bitfieldExtract(of, int(4 * STATES + state), 1) << at;
        state = next;
    }
    functions[i] = marking == 0 ? composed : marked;
    if (count - 32 * i <= 32)
        last_state = state; // right the second time
}
