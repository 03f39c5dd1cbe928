// SPDX-License-Identifier: MIT
// The end of a run. The includer defines RESET_OWN_WORDS, a statement that resets what the kernel
// keeps in the header for the run alone.
#ifndef FINISH_RUN_GLSL
#define FINISH_RUN_GLSL

#include "pass/tickets.glsl"

void clear_words()
{
    state_store(STATE_EPOCH, 0);
    state_store(STATE_FALLBACKS, 0);
    for (uint first = STATE_WORDS; first < dispatch.state_words; first += CLEARED_AT_ONCE)
        [[unroll]] for (uint k = 0; k < CLEARED_AT_ONCE; k++)
            if (first + k < dispatch.state_words)
                state_store(first + k, 0u);
}

// Counts a workgroup as finished; the last one prepares the next run, and returns true. One thread
// calls this once its workgroup takes no more tickets and has read the epoch; in the last epoch,
// once the workgroup is done with all words.
bool finish_run(uint epoch, uint last_epoch)
{
    if (atomicAdd(state.words[at(STATE_FINISHED)], 1, RELEASE) + 1 < gl_NumWorkGroups.x)
        return false;
    atomicLoad(state.words[at(STATE_FINISHED)], ACQUIRE);
    state_store(STATE_TICKET, 0);
    state_store(STATE_FINISHED, 0);
    RESET_OWN_WORDS
    if (epoch < last_epoch)
        state_store(STATE_EPOCH, epoch);
    else
        clear_words();
    return true;
}

#endif
