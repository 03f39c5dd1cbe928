// SPDX-License-Identifier: MIT
// A uniform digit moves nothing: two such passes in a row are left out, and one alone copies, as
// its output is the input of the next.
#ifndef UNIFORM_DIGITS_GLSL
#define UNIFORM_DIGITS_GLSL

void copy_tile(uint tile)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < tile_keys(tile)) {
            const uint i = tile * TILE_SIZE + stored_place(k);
            store_key(i, load_key(i));
            WITH_VALUES(move_value(i, i);)
        }
}

// Returns one bit for each digit, set if all keys have the same value.
uint load_uniform_digits()
{
    uint mask = 0;
    [[unroll]] for (uint d = 0; d < DIGITS; d++)
        mask |= state_load(ONESWEEP_UNIFORM(d)) << d;
    return mask;
}

// Returns the uniform digits whose passes are left out, two in a row each. The first pass is never
// left out: it takes the keys out of the source, and makes indices.
uint left_out(uint uniform_digits)
{
    uint mask = 0;
    [[unroll]] for (uint d = 1; d + 1 < DIGITS; d++)
        if ((mask >> d & 1) == 0 && (uniform_digits >> d & 3) == 3)
            mask |= 3u << d;
    return mask;
}

#endif
