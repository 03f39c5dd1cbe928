// SPDX-License-Identifier: MIT
// The group of an element of a partition: 1 if the element is kept, else 0; with three ways 1 if it
// meets the first criterion, 2 if it meets the second alone, else 0. Flags or a predicate tell the
// group, or each criterion has a seed, the second one behind the first.
#ifndef GROUPS_GLSL
#define GROUPS_GLSL

#include "select/flags.glsl"
#include "select/select.glsl"

const bool HAS_FLAGS = CRITERION <= CRITERION_FLAGS_LAST;

#ifdef PREDICATE

void read_run()
{
    read_operands();
}

uint group_by_element(uint index)
{
    const uvec4 words = load_words(index);
#define WORD_OF_ELEMENT(k) words[k]
    return min(vks_keep(EACH_WORD(WORD_OF_ELEMENT, 0, 1), run_seed(), index), GROUPS);
}

#else

#include "select/by_words/order.glsl"

layout(constant_id = SPEC_SECOND_CRITERION) const uint SECOND_CRITERION = CRITERION_LESS;

uvec4 first_seed, second_seed; // keys

// Returns the seed of a criterion, of the first one or of the second, as words.
uvec4 load_seed_of(uint criterion)
{
    const bool in_buffer = has_operand(OPERAND_SEED);
    const uint before = in_buffer ? SEED_PLACE.x % 4 * 8 / UNIT_BITS : 0; // units in its first word
    uvec4 words = uvec4(0);
    [[unroll]] for (uint k = 0; k < UNITS; k++) {
        const uint unit = before + criterion * UNITS + k, word = unit / UNITS_PER_WORD;
        words[k] = unit_of(in_buffer ? SEED_OPERAND(word) : SEED_WORD(word), unit);
    }
    return words;
}

// Reads what the run has in buffers, and its seeds.
void read_run()
{
    if (HAS_COUNT)
        count_in_buffer = load_count();
    if (!HAS_FLAGS && CRITERION < CRITERION_KEYS)
        [[unroll]] for (uint criterion = 0; criterion < GROUPS; criterion++) {
            const uvec4 key = key_of_words(load_seed_of(criterion));
            if (criterion == 0)
                first_seed = key;
            else
                second_seed = key;
        }
}

uint group_by_element(uint index)
{
    if (CRITERION >= CRITERION_KEYS)
        return uint(is_border(index));
    const uvec4 key = key_of_words(load_words(index));
    uint group = 0;
    [[unroll]] for (uint g = GROUPS; g > 0; g--) // one call, which is inlined
        if (compares_by(g == 1 ? CRITERION : SECOND_CRITERION, key,
                        g == 1 ? first_seed : second_seed))
            group = g;
    return group;
}

#endif

uint group_of(uint index)
{
    if (HAS_FLAGS)
        return min(flag_of(index) | KEEPS_FIRST & uint(index == 0), GROUPS);
    return group_by_element(index);
}

#endif
