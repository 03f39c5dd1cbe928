// SPDX-License-Identifier: MIT
// The element T of this module in registers, by arithmetic class; and V, the words in memory of a
// vector: the elements that one access moves, or three if they have three words each.
//
// A class is a folder beside this file, chosen by -I, as are the folders that several classes share.
// Its narrow.glsl converts elements that are narrower than T (format.glsl), its combine.glsl has
// combine(), and its class.glsl defines
//
//   T, T_VECTOR             the element; and VECTOR of them
//   ELEMENT_WORDS           the 32-bit words that a T is
//   MEMORY_WORDS            the same also where counts.glsl has made T something else
//   INPUT_WORDS             words of an element of the source, which a user's map() makes a T
//   FROM_WORDS, TO_WORDS    the conversions between T and its words W
//   BOOLS                   a condition for each component that mix() wants of a T
//   ROUNDS                  if operators may round: then the order of combinations never depends on
//                           timing
//   OP                      if there is one operator
//   V_WORDS                 the 32-bit words of a vector
//   HAS_KEYS                if elements are computed over keys (keys.glsl)
//   identity(), from_memory(), to_memory()   (keys.glsl)
//   PACKED_VECTOR           if a vector is 16 bytes of elements of any size (packed.glsl)
//   KEEPS_WORDS, VECTORS_ARE_QUADS, NARROW_VECTORS, LOAD_ELEMENTS
//                           how vectors are loaded, if not by default (tile/input.glsl, tile.glsl)
//   STRIPES_ARE_ROLLED      if a stripe is much code
//
// Memory and registers differ for minima and maxima of other types than unsigned integers: these are
// computed over keys, unsigned integers that order like the elements. Keys of two's complement have
// the sign bit flipped. Of floats, -0 is below +0, and all NaNs have one key, below or above all
// others. So results are exact: integers have no NaN, no sign of zero and no denormals for a device
// to flush.
#ifndef ELEMENT_GLSL
#define ELEMENT_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "dispatch.h"
#include "element/words.glsl"
#ifdef PREDICATE
#include "element/user_element.glsl"
#endif
#include "class.glsl"

// V, the words of a vector: 16 bytes, which one access moves, or more; its word i; its 16 bytes q.
#if V_WORDS > 4

struct vector_words {
    uvec4 quads[(V_WORDS + 3) / 4];
};
#define V vector_words
#define V_WORD(v, i) (v).quads[(i) / 4][(i) % 4]
#define V_QUAD(v, q) (v).quads[q]

#else

#define V uvec4
#define V_WORD(v, i) (v)[i]
#define V_QUAD(v, q) (v)

#endif

// ---- the operator ----

// The operator of this pipeline is combine(left, right), which is associative. Kernels keep operands
// in order, except where COMMUTATIVE lets each lane combine its own elements first.
//
// All expressions are evaluated and a constant selects one. Specialization leaves that one alone,
// and the module has no branches.
#ifndef OP // of kernels that have one operator
layout(constant_id = SPEC_OP) const uint OP = 0;
#endif

#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define ORDER_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#define INTEGER_OPERATOR(ID, value, name, identity, expression) const uint OP_##ID = value;
#include "ops.def"
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

// mix() is a selection; the conditional operator would be a branch.
#define SELECT(ID, value, name, identity, expression)                                              \
    result = mix(result, expression, BOOLS(OP == value));
#define NONE(ID, value, name, identity, expression)

#include "combine.glsl"

#undef SELECT
#undef NONE
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

#ifdef COUNTED // by the tests alone
#include "counted.glsl"
#endif

#ifndef CLASS_packed

T combine_items(T_VECTOR items)
{
#define COMBINED_1 items[0]
#define COMBINED_2 combine(items[0], items[1])
#define COMBINED_4 combine(combine(combine(items[0], items[1]), items[2]), items[3])
    return PASTE(COMBINED_, VECTOR);
}

#endif

#endif
