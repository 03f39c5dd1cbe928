// SPDX-License-Identifier: MIT
// The end of a workgroup's part in a selection, which has stored its number before.
#ifndef SELECT_END_RUN_GLSL
#define SELECT_END_RUN_GLSL

#include "pass/tile_run.glsl"

// Leaves the run if the workgroup has not yet.
void end_run(uint epoch)
{
    if (epoch == LAST_EPOCH || HAS_TOTAL)
        device_barrier(); // all that subgroup 0 published precedes the clearing
    if (!has_left && is_ticket_leader())
        finish_run(epoch, LAST_EPOCH);
}

#endif
