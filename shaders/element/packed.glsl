// SPDX-License-Identifier: MIT
// Vectors of narrow elements in the words that these come in: 16 bytes, whose items are the words as
// they lie in memory. The class has PACKED_IDENTITY, a word of identities, packed_element(), an
// element as a T, combine_items() and scan_items().
#ifndef PACKED_GLSL
#define PACKED_GLSL

const uint PACKED_BYTES = 0x00ff00ffu; // of a word, its first and third byte
const bool HAS_BYTES = INPUT_PER_WORD == 4;

// Returns the last `shift` items of one vector, less than all, and the first ones of the next.
uvec4 packed_shift(uvec4 before, uvec4 items, uint shift)
{
    const uint words = shift / INPUT_PER_WORD;
    const int bits = INPUT_BITS * int(shift % INPUT_PER_WORD);
    if ((words & 2) != 0) {
        items = uvec4(before.zw, items.xy);
        before.zw = before.xy;
    }
    if ((words & 1) != 0) {
        items = uvec4(before.w, items.xyz);
        before.w = before.z;
    }
    const uvec4 carried = uvec4(before.w, items.xyz) >> 1 >> 31 - bits; // by 32 if bits is 0
    return items << bits | carried;
}

// Returns the words with the elements of each in reverse.
uvec4 packed_reverse_words(uvec4 words)
{
    const uvec4 halves = words << 16 | words >> 16;
    return HAS_BYTES ? (halves & PACKED_BYTES) << 8 | halves >> 8 & PACKED_BYTES : halves;
}

// Returns the words of a vector in memory: its items.
uvec4 vector_to_words(uvec4 items, uint format)
{
    return items;
}

#endif
