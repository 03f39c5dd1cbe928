// SPDX-License-Identifier: MIT
// Words that a kernel of one dispatch keeps from run to run, and tickets, by which workgroups share
// the work out in the order in which they ask for it.
//
// Nothing is cleared between runs: words say to which run they belong by holding its number, from 1
// on. The last workgroup to finish resets the ticket and counts the run; only when the numbers
// begin anew are all words cleared.
//
// A workgroup takes no more tickets than its kernel says, however many are left: Mesa's lavapipe
// silently ends the loops of an invocation after 65,535 turns in all.
#ifndef TICKETS_GLSL
#define TICKETS_GLSL

#extension GL_KHR_memory_scope_semantics : require

#include "vkscan/workgroup_size.glsl"

#define RELAXED gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed

ALIASED layout(set = SET_TOTALS, binding = 0) coherent buffer Kept { uint words[]; } kept;

const uint CLEARED_AT_ONCE = 64; // words in a turn

shared uint shared_word, shared_ticket;

uint at(uint word)
{
    return dispatch.totals_offset + word;
}

uint kept_load(uint word)
{
    return atomicLoad(kept.words[at(word)], RELAXED);
}

void kept_store(uint word, uint value)
{
    atomicStore(kept.words[at(word)], value, RELAXED);
}

// The word of the one invocation whose `mine` is true, for everyone. Everyone has read the word
// before when it is shared anew.
uint share(bool mine, uint word)
{
    barrier();
    if (mine)
        shared_word = word;
    barrier();
    return shared_word;
}

// For everyone, taken by the one invocation whose `mine` is true. There is a barrier between this
// and the next one that is taken.
uint take_ticket(bool mine)
{
    if (mine)
        shared_ticket = atomicAdd(kept.words[at(RUN_TICKET)], 1);
    barrier();
    return shared_ticket;
}

// The number of this run, from 1 on.
uint run_number()
{
    return kept_load(RUN_RUNS) + 1;
}

void clear_words()
{
    for (uint first = at(RUN_RUNS); first < kept.words.length(); first += CLEARED_AT_ONCE)
        [[unroll]] for (uint k = 0; k < CLEARED_AT_ONCE; k++)
            if (first + k < kept.words.length())
                atomicStore(kept.words[first + k], 0u, RELAXED);
}

// In one invocation of the workgroup, when that takes no more tickets and knows the run's number;
// in the last run, when all of it is done with all words.
void finish_run(uint run, uint last_run)
{
    memoryBarrierBuffer();
    if (atomicAdd(kept.words[at(RUN_FINISHED)], 1) + 1 < gl_NumWorkGroups.x)
        return;
    memoryBarrierBuffer();
    kept_store(RUN_TICKET, 0);
    kept_store(RUN_FINISHED, 0);
    if (run < last_run)
        kept_store(RUN_RUNS, run);
    else
        clear_words();
}

#endif
