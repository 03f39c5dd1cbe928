// SPDX-License-Identifier: MIT
// The element type T of this module, and V, the vector of them that one memory access moves.
#ifndef ELEMENT_GLSL
#define ELEMENT_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_spirv_intrinsics : require

#include "interface.h"

// Marks buffers that may be one and the same, as source and destination are when a scan runs in
// place: SPIR-V takes buffers for distinct unless they are decorated Aliased, for which GLSL has
// no word.
#define ALIASED spirv_decorate(20)

#if defined(ELEMENT_U32)
#define T uint
#define V uvec4
#define FROM_BITS(bits) (bits)
#define TO_BITS(value) (value)
#elif defined(ELEMENT_I32)
#define T int
#define V ivec4
#define FROM_BITS(bits) int(bits)
#define TO_BITS(value) uint(value)
#elif defined(ELEMENT_F32)
#define T float
#define V vec4
#define FROM_BITS(bits) uintBitsToFloat(bits)
#define TO_BITS(value) floatBitsToUint(value)
#define ELEMENT_IS_FLOAT
#endif

// Elements of V. Loops over them get no hint that they be unrolled: that is done anyway, but
// a hint within a loop that has one costs SwiftShader minutes and gigabytes.
const uint VECTOR = VECTOR_BYTES / 4;

#endif
