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

// ---- types and statements for 1 to 4 words or items ----

// A macro's name ends with their number: UVEC(n) is the type of n words, where n may be a macro too.
// None but FOR_WORDS is a loop: see EACH_ITEM.

#define PASTED(name, number) name##number
#define PASTE(name, number) PASTED(name, number)

// By itself, as a macro is not expanded within itself.
#define UVEC_NAMED(number) UVEC_##number
#define UVEC(number) UVEC_NAMED(number)
#define UVEC_1 uint
#define UVEC_2 uvec2
#define UVEC_3 uvec3
#define UVEC_4 uvec4

#define VEC_2 vec2
#define VEC_3 vec3
#define VEC_4 vec4

// Word k of a value; one word is no vector.
#define WORD_OF_1(words, k) (words)
#define WORD_OF_2(words, k) (words)[k]
#define WORD_OF_3(words, k) (words)[k]
#define WORD_OF_4(words, k) (words)[k]

// A value of the type, whose words `call` returns by number.
#define WORDS_OF_1(type, call, first, stride) type(call(first))
#define WORDS_OF_2(type, call, first, stride) type(call(first), call((first) + (stride)))
#define WORDS_OF_3(type, call, first, stride)                                                      \
    type(call(first), call((first) + (stride)), call((first) + 2 * (stride)))
#define WORDS_OF_4(type, call, first, stride)                                                      \
    type(call(first), call((first) + (stride)), call((first) + 2 * (stride)),                      \
         call((first) + 3 * (stride)))

// A loop over the words, which is none over one word.
#define FOR_WORDS_1(k) const uint k = 0;
#define FOR_WORDS_2(k) for (uint k = 0; k < 2; k++)
#define FOR_WORDS_3(k) for (uint k = 0; k < 3; k++)
#define FOR_WORDS_4(k) for (uint k = 0; k < 4; k++)

#define SET_WORDS_1(f) f(0)
#define SET_WORDS_2(f) f(0) f(1)
#define SET_WORDS_3(f) f(0) f(1) f(2)
#define SET_WORDS_4(f) f(0) f(1) f(2) f(3)

#define EACH_ITEM_OF_1(f) f(0)
#define EACH_ITEM_OF_2(f) f(0) f(1)
#define EACH_ITEM_OF_4(f) f(0) f(1) f(2) f(3)

// ---- of this module's elements ----

// W, a T as words; its word k; a loop over its words; and the same as statements.
#define W UVEC(ELEMENT_WORDS)
#define EACH_WORD(call, first, stride) PASTE(WORDS_OF_, ELEMENT_WORDS)(W, call, first, stride)
#define WORD(words, k) PASTE(WORD_OF_, ELEMENT_WORDS)(words, k)
#define FOR_EACH_WORD(k) PASTE(FOR_WORDS_, ELEMENT_WORDS)(k)
#define SET_EACH_WORD(f) PASTE(SET_WORDS_, ELEMENT_WORDS)(f)

// Statements for each item of a vector, and for each word of an element. No loops: NVIDIA's driver
// 580 does not unroll a loop over stripes whose body has loops, not even those that never run, and
// what is indexed in it leaves the registers.
#define EACH_ITEM(f) PASTE(EACH_ITEM_OF_, VECTOR)(f)

// ---- the class ----

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

#ifndef PACKED_VECTOR // packed classes have their own

T combine_items(T_VECTOR items)
{
#define COMBINED_1 items[0]
#define COMBINED_2 combine(items[0], items[1])
#define COMBINED_4 combine(combine(combine(items[0], items[1]), items[2]), items[3])
    return PASTE(COMBINED_, VECTOR);
}

#endif

#endif
