// SPDX-License-Identifier: MIT
// Flags, and the borders of runs of equal keys. Both are the input, or with FLAGS_ARE_SECOND the
// second input, beside the elements.
#ifndef FLAGS_GLSL
#define FLAGS_GLSL

#include "select/criterion.glsl"

// FLAG_WORD is a word of the flags; FLAGS_OFFSET is where the flags begin, in units of `unit`
// bytes.
#ifdef FLAGS_ARE_SECOND
PORT(BINDING_SECOND_INPUT, 4) readonly buffer FlagWords { uint words[]; } BOUND(FlagWords);
#define FLAG_WORD(word) AT(FlagWords, words, second_input, 4, word)
#define FLAGS_OFFSET(unit) OFFSET_OF(second_input, unit)
#else
#define FLAG_WORD(word) AT(InputWords, words, input, 4, word)
#define FLAGS_OFFSET(unit) dispatch.input_offset
#endif

// Returns the word that has an element's flag.
uint load_flag(uint index)
{
    if (CRITERION == CRITERION_FLAG_BITS)
        return FLAG_WORD(FLAGS_OFFSET(4) + index / 32);
    if (CRITERION == CRITERION_FLAG_BYTES)
        return FLAG_WORD((FLAGS_OFFSET(1) + index) / 4);
    return FLAG_WORD(FLAGS_OFFSET(4) + index);
}

// Returns the flag of an element in its word, 0 if not set.
uint flag_in(uint word, uint index)
{
    if (CRITERION == CRITERION_FLAG_BITS)
        return word >> index % 32 & 1;
    if (CRITERION == CRITERION_FLAG_BYTES)
        return word >> 8 * ((FLAGS_OFFSET(1) + index) % 4) & 0xff;
    return word;
}

uint flag_of(uint index)
{
    return flag_in(load_flag(index), index);
}

#define KEY_WORD(word) FLAG_WORD(word)
#define KEYS_OFFSET(unit) FLAGS_OFFSET(unit)
#include "port/keys.glsl"

// Returns whether an element is at the border of a run of equal keys: its first, or with KEEPS_LAST
// its last.
bool is_border(uint index)
{
    const uint neighbour = KEEPS_LAST != 0 ? min(index + 1, run_count() - 1) : max(index, 1) - 1;
    const bool differs = keys_differ(index, neighbour); // loads do not branch
    return differs || index == neighbour;
}

#endif
