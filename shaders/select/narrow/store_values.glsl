// SPDX-License-Identifier: MIT
// Stores the narrow elements that a subgroup keeps of its slice.
#ifndef SELECT_NARROW_STORE_VALUES_GLSL
#define SELECT_NARROW_STORE_VALUES_GLSL

// Stores the elements from a place of the output on.
void store_values(uint place, uint kept, ITEM items[STRIPES])
{
    const uint begin = dispatch.output_offset + place;
    narrow_slice slice = {begin, begin, 0};
    [[unroll]] for (uint k = 0; k < STRIPES; k++)
        store_narrow_stripe((kept >> k & 1) != 0, items[k], slice);
    store_incomplete_word(slice);
}

#endif
