// SPDX-License-Identifier: MIT
// Sums of narrow integers, all of a word at once. A T is a sum in 32 bits, of which results take as
// many as an element has. Bytes are added by pairs in fields of 16 bits, which have room for a
// vector's sum.
#ifndef PACKED_SUMS_GLSL
#define PACKED_SUMS_GLSL

#include "element/packed.glsl"

const uint PACKED_MASK = ~0u >> 32 - INPUT_BITS; // the first element of a word

// Signed elements that are summed up in 32 bits are made unsigned, by their sign bit flipped.
const bool IS_BIASED = (INPUT_FORMAT == FORMAT_I8 || INPUT_FORMAT == FORMAT_I16) &&
                       DESTINATION_FORMAT != INPUT_FORMAT;
const uint PACKED_BIAS = HAS_BYTES ? 0x80u : 0x8000u;

uint packed_element(uint word, uint k)
{
    return word >> INPUT_BITS * int(k);
}

uint combine_items(uvec4 items)
{
    if (IS_BIASED)
        items ^= PACKED_BIAS * (HAS_BYTES ? 0x01010101u : 0x00010001u);
    const uvec4 low = items & (HAS_BYTES ? PACKED_BYTES : 0xffffu);
    const uvec4 high = HAS_BYTES ? items >> 8 & PACKED_BYTES : items >> 16;
    const uvec4 sums = low + high;
    const uint sum = sums.x + sums.y + sums.z + sums.w;
    const uint total = HAS_BYTES ? (sum & 0xffffu) + (sum >> 16) : sum;
    return IS_BIASED ? total - PACKED_BIAS * PACKED_VECTOR : total;
}

// Returns the inclusive scan of a word's elements from `before`, and adds the word's sum to that.
uint packed_scan(inout uint before, uint word)
{
    const uint sums = (word & PACKED_BYTES) + (word >> 8 & PACKED_BYTES); // of pairs of bytes
    const uint odd = HAS_BYTES ? sums + (sums << 16) : word + (word << 16);
    const uint even = HAS_BYTES ? (word & PACKED_BYTES) + (sums << 16) : word;
    const uint start = HAS_BYTES ? (before & 0xffu) * 0x10001u : before;
    before += odd >> 16;
    return HAS_BYTES ? even + start & PACKED_BYTES | (odd + start & PACKED_BYTES) << 8
                     : even + start & 0xffffu | odd + (start << 16) & 0xffff0000u;
}

void scan_items(uint before, bool exclusive, inout uvec4 items)
{
    uint first, inclusive;
#define SCAN_WORD(k)                                                                               \
    first = before & PACKED_MASK;                                                                  \
    inclusive = packed_scan(before, items[k]);                                                     \
    items[k] = exclusive ? inclusive << INPUT_BITS | first : inclusive;
    SCAN_WORD(0) SCAN_WORD(1) SCAN_WORD(2) SCAN_WORD(3) // no loop: see EACH_ITEM
#undef SCAN_WORD
}

#endif
