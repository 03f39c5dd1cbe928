// SPDX-License-Identifier: MIT
// Reduces each tile of the input to one element of the output: seed (+) tile.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/subgroup_tile.glsl"
#include "tile/input.glsl"
#include "port/operands.glsl"
#include "tile/output.glsl"

void store_result(uint tile, T result)
{
    if (has_operand(OPERAND_CARRY_OUT))
        store_total(result);
    else
        store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * tile : tile), result);
}

void main()
{
    read_operands();
    const uint tiles = max(tile_count(run_count()), 1); // no elements: the seed
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x) {
        V items[STRIPES];
        tile_load(tile, run_count(), items);
        const T total = tile_reduce(tile, run_count(), items);
        if (gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0)
            store_result(tile, combine(run_seed(), total));
    }
}
