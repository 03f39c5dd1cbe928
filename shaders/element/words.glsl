// SPDX-License-Identifier: MIT
// Types and statements for 1 to 4 words or items. A macro's name ends with their number: UVEC(n)
// is the type of n words, where n may be a macro too. None is a loop: see EACH_ITEM.
#ifndef WORDS_GLSL
#define WORDS_GLSL

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

// W, a T as words; its word k; and a loop over its words.
#define W UVEC(ELEMENT_WORDS)
#define EACH_WORD(call, first, stride) PASTE(WORDS_OF_, ELEMENT_WORDS)(W, call, first, stride)
#define WORD(words, k) PASTE(WORD_OF_, ELEMENT_WORDS)(words, k)
#define FOR_EACH_WORD(k) PASTE(FOR_WORDS_, ELEMENT_WORDS)(k)
#define SET_EACH_WORD(f) PASTE(SET_WORDS_, ELEMENT_WORDS)(f)

// Statements for each item of a vector, and for each word of an element. No loops: NVIDIA's driver
// 580 does not unroll a loop over stripes whose body has loops, not even those that never run, and
// what is indexed in it leaves the registers.
#define EACH_ITEM(f) PASTE(EACH_ITEM_OF_, VECTOR)(f)

#endif
