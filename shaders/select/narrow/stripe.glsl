// SPDX-License-Identifier: MIT
// Stores the narrow elements that a subgroup keeps of a slice, stripe by stripe: lanes whose
// elements share a word give them to the first of these lanes, and the next stripe goes on with a
// word that a stripe leaves incomplete. Words at the ends of the slice, in which other subgroups
// have elements too, are changed by atomics. Control flow must be uniform for the workgroup, so
// that lanes converge behind each store (ballots.glsl).
#ifndef SELECT_NARROW_STRIPE_GLSL
#define SELECT_NARROW_STRIPE_GLSL

#include "tile/ballots.glsl"

// The part of a slice that is stored: places [begin, end) of the buffer, and the elements of the
// word that is incomplete.
struct narrow_slice {
    uint begin, end;
    uint incomplete;
};

// Returns the elements of the lane's word that are kept in this lane or behind it.
uint gather_word(uint part, uint word, uvec4 keeping)
{
    const uvec4 behind = keeping & gl_SubgroupGtMask;
    uint next = mix(first_lane(behind), gl_SubgroupInvocationID, behind == uvec4(0));
    const uint gathered = subgroupShuffle(part, next);
    if (subgroupShuffle(word, next) == word)
        part |= gathered;
    if (INPUT_PER_WORD == 4) { // two elements each, from here and two further on
        next = subgroupShuffle(next, next);
        const uint others = subgroupShuffle(part, next);
        if (subgroupShuffle(word, next) == word)
            part |= others;
    }
    return part;
}

void store_narrow_stripe(bool keeps, uint bits, inout narrow_slice slice)
{
    const int width = 32 / int(INPUT_PER_WORD);
    const uvec4 keeping = subgroupBallot(keeps);
    const uint place = slice.end + lanes_before(keeping);
    const uint word = place / INPUT_PER_WORD;
    uint part = keeps ? bitfieldInsert(0u, bits, width * int(place % INPUT_PER_WORD), width) : 0;
    if (place == slice.end)
        part |= slice.incomplete;
    part = gather_word(part, word, keeping);

    const bool is_first = keeps && (place == slice.end || place % INPUT_PER_WORD == 0);
    const uvec4 words = subgroupBallot(is_first);
    slice.end += lanes_of(keeping);
    if (is_first && (word + 1) * INPUT_PER_WORD <= slice.end)
        store_part(word, part, max(slice.begin, word * INPUT_PER_WORD), (word + 1) * INPUT_PER_WORD);
    if (words != uvec4(0))
        slice.incomplete = subgroupShuffle(part, subgroupBallotFindMSB(words));
    if (slice.end % INPUT_PER_WORD == 0)
        slice.incomplete = 0;
}

void store_incomplete_word(narrow_slice slice)
{
    const uint word = slice.end / INPUT_PER_WORD;
    const uint begin = max(slice.begin, word * INPUT_PER_WORD);
    if (gl_SubgroupInvocationID == 0 && begin < slice.end)
        store_part(word, slice.incomplete, begin, slice.end);
}

#endif
