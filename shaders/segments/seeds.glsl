// SPDX-License-Identifier: MIT
// What segments begin with: the seed of the run, or each with its own. Those are an operand, in the
// order of segments.
#ifndef SEEDS_GLSL
#define SEEDS_GLSL

#include "port/operands.glsl"

const bool HAS_SEEDS = (OPERANDS & OPERAND_SEEDS) != 0;

// Returns what a segment without a seed of its own begins with. It is never -0, to which the +0 of an
// empty lane may be added.
T segment_start()
{
    T start = identity();
    if (!HAS_SEEDS)
        start = combine(start, run_seed());
    return start;
}

// Returns the seed of a segment.
T seed_of(uint segment)
{
    FOR_NARROW_RESULTS(
        const uint per_word = PER_WORD(DESTINATION_FORMAT);
        if (per_word > 1) {
            const uint part = SEED_PLACE.x % 4 * per_word / 4 + segment;
            const uint word = SEED_OPERAND(part / per_word);
            return from_narrow(narrow_bits(word, part % per_word, DESTINATION_FORMAT),
                               DESTINATION_FORMAT);
        })
    return from_words(EACH_WORD(SEED_OPERAND, segment * ELEMENT_WORDS, 1), DESTINATION_FORMAT);
}

#endif
