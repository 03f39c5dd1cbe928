// SPDX-License-Identifier: MIT
// Stores the elements that a subgroup keeps of its slice.
#ifndef SELECT_ANY_STORE_VALUES_GLSL
#define SELECT_ANY_STORE_VALUES_GLSL

// Stores the elements from a place of the output on.
void store_values(uint place, uint kept, ITEM items[STRIPES])
{
    [[unroll]] for (uint k = 0; k < STRIPES; k++) {
        const bool keeps = (kept >> k & 1) != 0;
        const uvec4 keeping = subgroupBallot(keeps);
        if (keeps)
            store_words(place + lanes_before(keeping), items[k]);
        place += lanes_of(keeping);
    }
}

#endif
