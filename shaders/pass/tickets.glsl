// SPDX-License-Identifier: MIT
// The persistent state of a single-pass kernel, and tickets, by which workgroups take tiles in the
// order in which they ask.
//
// Nothing is cleared between runs: a word belongs to the run whose epoch it holds, counted from 1.
// The last workgroup to finish resets the ticket and advances the epoch; when the epochs wrap, that
// workgroup clears all words but the run's total and the carry. Kernels that end their runs so
// define RESET_OWN_WORDS, a statement that resets what they keep in the header for the run alone.
//
// A kernel bounds the tickets of a workgroup, however many are left: Mesa's lavapipe silently ends
// the loops of a thread after 65,535 iterations in all.
#ifndef TICKETS_GLSL
#define TICKETS_GLSL

#include "pass/state.h"
#include "port/device_barrier.glsl"
#include "port/port.glsl"
#include "port/workgroup_size.glsl"

#define RELAXED gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed
// RELEASE and ACQUIRE are for atomics that one thread executes alone, in place of fences: Metal has
// no fences below version 3.2, and SPIRV-Cross makes each a barrier of the workgroup.
#define RELEASE gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease
#define ACQUIRE gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire

ALIASED PORT(BINDING_AUXILIARY, 4) coherent buffer State { uint words[]; } BOUND(State);
#define state VIEW(State, auxiliary)

const uint CLEARED_AT_ONCE = 64; // words an iteration of clear_words()

shared uint shared_word, shared_ticket;

uint at(uint word)
{
    return dispatch.auxiliary_offset + word;
}

uint state_load(uint word)
{
    return atomicLoad(state.words[at(word)], RELAXED);
}

void state_store(uint word, uint value)
{
    atomicStore(state.words[at(word)], value, RELAXED);
}

// Broadcasts the word of the one thread whose `mine` is true.
uint broadcast(bool mine, uint word)
{
    barrier(); // the word before has been read
    if (mine)
        shared_word = word;
    barrier();
    return shared_word;
}

// Takes a ticket for the workgroup, in the one thread whose `mine` is true. A barrier must lie
// between two calls.
uint take_ticket(bool mine)
{
    if (mine)
        shared_ticket = atomicAdd(state.words[at(STATE_TICKET)], 1);
    barrier();
    return shared_ticket;
}

// Returns the epoch of this run, from 1 on.
uint current_epoch()
{
    return state_load(STATE_EPOCH) + 1;
}

#ifdef RESET_OWN_WORDS

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

#endif
