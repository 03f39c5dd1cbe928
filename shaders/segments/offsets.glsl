// SPDX-License-Identifier: MIT
// Segments by offsets, an operand of the run; their number may be one, too.
#ifndef OFFSETS_GLSL
#define OFFSETS_GLSL

#include "port/operands.glsl"
#include "segments/segments.h"

layout(constant_id = SPEC_HEADS) const uint HEADS = HEADS_ROWS;

uint segment_count()
{
    const uint most = dispatch.parameter;
    return HAS_TOTAL && has_operand(OPERAND_TOTAL)
               ? min(OPERAND_WORD(dispatch.total_place, 0), most)
               : most;
}

#endif
