// SPDX-License-Identifier: MIT
// Vectors of one element are never misaligned.
#ifndef TILE_SINGLE_SHIFT_GLSL
#define TILE_SINGLE_SHIFT_GLSL

void tile_store_shifted_stripe(uint tile, uint s, T_VECTOR stripe_before, T_VECTOR items) {}
void tile_store_ends(uint tile, T_VECTOR first_stripe, T_VECTOR last_stripe) {}

#endif
