// SPDX-License-Identifier: MIT
// The element type T of this module, by arithmetic class, and V, the vector of them that one memory
// access moves.
#ifndef ELEMENT_GLSL
#define ELEMENT_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "detail/interface.h"

// For each class: T; V; W, a T as ELEMENT_WORDS words of 32 bits; and the conversions between T and
// W. For unsigned integers also the constants of keys of that size (detail/memory.glsl).
#if defined(CLASS_uint32)
#define T uint
#define V uvec4
#define W uint
#define ELEMENT_WORDS 1
#define FROM_WORDS(words) (words)
#define TO_WORDS(value) (value)
#define SIGNED_T int
#define SIGN_BIT 0x80000000u
#define INFINITY_BITS 0x7f800000u
#define QUIET_NAN 0x7fc00000u
layout(constant_id = SPEC_IDENTITY) const uint IDENTITY_0 = 0;
#define IDENTITY IDENTITY_0
#elif defined(CLASS_float32)
#define T float
#define V vec4
#define W uint
#define ELEMENT_WORDS 1
#define FROM_WORDS(words) uintBitsToFloat(words)
#define TO_WORDS(value) floatBitsToUint(value)
layout(constant_id = SPEC_IDENTITY) const uint IDENTITY_0 = 0;
#define IDENTITY uintBitsToFloat(IDENTITY_0)
#define ELEMENT_IS_FLOAT
#endif

// Elements of V. Loops over them have no [[unroll]]: they are unrolled anyway, and the hint within
// a loop that has it costs SwiftShader minutes and gigabytes.
#define VECTOR (VECTOR_BYTES / (4 * ELEMENT_WORDS))

// The W of call(first), call(first + stride), ... Not a loop, which spirv-opt would not unroll.
#if ELEMENT_WORDS == 1
#define EACH_WORD(call, first, stride) W(call(first))
#elif ELEMENT_WORDS == 2
#define EACH_WORD(call, first, stride) W(call(first), call((first) + (stride)))
#elif ELEMENT_WORDS == 3
#define EACH_WORD(call, first, stride)                                                             \
    W(call(first), call((first) + (stride)), call((first) + 2 * (stride)))
#else
#define EACH_WORD(call, first, stride)                                                             \
    W(call(first), call((first) + (stride)), call((first) + 2 * (stride)),                         \
      call((first) + 3 * (stride)))
#endif

// Word k of a W; and a loop over its words, which is no loop if there is one word.
#if ELEMENT_WORDS == 1
#define WORD(words, k) (words)
#define FOR_EACH_WORD(k) const uint k = 0;
#else
#define WORD(words, k) (words)[k]
#define FOR_EACH_WORD(k) for (uint k = 0; k < ELEMENT_WORDS; k++)
#endif

T identity()
{
    return IDENTITY;
}

#endif
