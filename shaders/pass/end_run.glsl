// SPDX-License-Identifier: MIT
// The end of a workgroup's part in a run that has a total.
#ifndef END_RUN_GLSL
#define END_RUN_GLSL

#include "pass/tile_run.glsl"

// Leaves the run if the workgroup has not yet. The last workgroup stores the total.
void end_run(uint epoch)
{
    if (epoch == LAST_EPOCH || HAS_TOTAL)
        device_barrier(); // all that subgroup 0 published precedes the clearing
    if (!has_left && is_ticket_leader() && finish_run(epoch, LAST_EPOCH) && HAS_TOTAL)
        store_total(tile_count(run_count()) > 0 ? kept_total() : run_seed());
}

#endif
