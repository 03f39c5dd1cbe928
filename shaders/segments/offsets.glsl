// SPDX-License-Identifier: MIT
// Segments by offsets, an operand of the run; their number may be one, too. Those that a selection has
// found begin where it says, in scratch; the includer defines FOUND_NUMBER, the word there that is their
// number.
#ifndef OFFSETS_GLSL
#define OFFSETS_GLSL

#include "port/operands.glsl"
#include "segments/kind.glsl"

layout(constant_id = SPEC_OFFSET_BYTES) const uint OFFSET_BYTES = 4;

uint segment_count()
{
    if (HEADS == HEADS_FOUND)
        return header.words[FOUND_NUMBER];
    const uint most = dispatch.parameter;
    return HAS_TOTAL && has_operand(OPERAND_TOTAL)
               ? min(OPERAND_WORD(dispatch.total_place, 0), most)
               : most;
}

// Returns an offset; for one that one word does not hold the largest, which is beyond any count.
uint offset_at(uint k)
{
    if (HEADS == HEADS_FOUND)
        return header.words[dispatch.parameter + k];
    uint offset = OPERAND_WORD(dispatch.own_place, OFFSET_BYTES / 4 * k);
    if (OFFSET_BYTES > 4)
        offset = OPERAND_WORD(dispatch.own_place, 2 * k + 1) == 0 ? offset : ~0u;
    return offset;
}

#endif
