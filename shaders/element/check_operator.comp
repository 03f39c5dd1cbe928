// SPDX-License-Identifier: MIT
// For `vkscan check-op`: what an operator file makes of triples of elements, a thread each.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "element/check_operator.h"
#include "element/element.glsl"

layout(local_size_x = CHECK_GROUP) in;

layout(set = 0, binding = 0) readonly buffer Sources { uint sources[]; };
layout(set = 0, binding = 1) writeonly buffer Results { uint results[]; };

#define SOURCES_1(at) sources[at]
#define SOURCES_2(at) uvec2(sources[at], sources[at + 1])
#define SOURCES_3(at) uvec3(sources[at], sources[at + 1], sources[at + 2])
#define SOURCES_4(at) uvec4(sources[at], sources[at + 1], sources[at + 2], sources[at + 3])

#define SOURCE_W UVEC(INPUT_WORDS)
#define SOURCE_WORDS(at) PASTE(SOURCES_, INPUT_WORDS)(at)

uint place = gl_GlobalInvocationID.x * CHECK_RESULTS * ELEMENT_WORDS;

void put(uint result, T element)
{
    const W words = TO_WORDS(element);
    FOR_EACH_WORD(k)
        results[place + result * ELEMENT_WORDS + k] = WORD(words, k);
}

#ifndef SECOND_INPUT_WORDS

T element_of(uint index)
{
    const SOURCE_W words = SOURCE_WORDS(index * INPUT_WORDS);
    return map(words, index);
}

#else

#define SECOND_W UVEC(SECOND_INPUT_WORDS)
#define SECOND_WORDS(at) PASTE(SOURCES_, SECOND_INPUT_WORDS)(at)

// The words of both sources, one behind the other.
T element_of(uint index)
{
    const uint first = index * (INPUT_WORDS + SECOND_INPUT_WORDS);
    const SOURCE_W words = SOURCE_WORDS(first);
    const SECOND_W second = SECOND_WORDS(first + INPUT_WORDS);
    return map(words, second, index);
}

#endif

void main()
{
    const uint first = 3 * gl_GlobalInvocationID.x;
    const T a = element_of(first);
    const T b = element_of(first + 1);
    const T c = element_of(first + 2);
    put(CHECK_A, a);
    put(CHECK_B, b);
    put(CHECK_C, c);
    put(CHECK_REPACKED, FROM_WORDS(TO_WORDS(a)));
    put(CHECK_AFTER_IDENTITY, combine(identity(), a));
    put(CHECK_BEFORE_IDENTITY, combine(a, identity()));
    put(CHECK_LEFT_FIRST, combine(combine(a, b), c));
    put(CHECK_RIGHT_FIRST, combine(a, combine(b, c)));
    put(CHECK_IN_ORDER, combine(a, b));
    put(CHECK_EXCHANGED, combine(b, a));
}
