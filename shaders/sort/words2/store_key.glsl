// SPDX-License-Identifier: MIT
// The store of a key of 64 bits.
#ifndef STORE_KEY_GLSL
#define STORE_KEY_GLSL

void store_key(uint index, K key)
{
    const uint i = dispatch.output_offset + index;
    AT(SortedPairs, pairs, output, 8, i) = key;
}

#endif
