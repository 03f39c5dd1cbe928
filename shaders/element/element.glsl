// SPDX-License-Identifier: MIT
// The element T of this module in registers, by arithmetic class; and V, the words in memory of a
// vector: the elements that one access moves, or three if they have three words each.
//
// A class is a folder beside this file, chosen by -I, as are the folders that several classes share.
// Its narrow.glsl converts elements that are narrower than T (format.glsl), its combine.glsl has
// combine() (operator.glsl), and its class.glsl defines
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
//   KEEPS_WORDS, VECTORS_ARE_QUADS, NARROW_VECTORS, LOAD_ELEMENTS
//                           how vectors are loaded (tile/input.glsl, tile/tile.glsl), if not by default
//   PACKED_VECTOR           if a vector is 16 bytes of elements of any size (packed.glsl)
//   V, V_WORD, V_QUAD       the words of a vector; its word i; its 16 bytes q (quad.glsl, quads.glsl)
//   identity()              of the operator (identity.glsl)
//   from_memory(), to_memory()  conversions of elements that are as large in memory
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
#include "element/predicate.glsl"
#endif
#include "class.glsl"

#endif
