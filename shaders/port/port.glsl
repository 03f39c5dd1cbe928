// SPDX-License-Identifier: MIT
// A dispatch: its push constants; and its ports: bindings of descriptor set 0, or with BY_ADDRESS
// device addresses among the push constants. A port may have several blocks, which are views of the
// same bytes as other types:
//
//     ALIASED PORT(BINDING_INPUT, 4) readonly buffer Input { T elements[]; } BOUND(Input);
//     #define source VIEW(Input, input)
//
// PORT takes the alignment in bytes, which only addresses need. AT is an array element of `size`
// bytes. OFFSET_OF is where a second port begins, in units of `unit` bytes; the offsets of the
// other ports are push constants.
#ifndef PORT_GLSL
#define PORT_GLSL

#include "element/element.glsl"

layout(push_constant) uniform Push { push dispatch; };

#define SEED_WORD(k) dispatch.seed[k]

// Returns the words of the host's seed as they lie in memory, or the identity's with
// OPERAND_UNSEEDED.
W seed_words()
{
#ifdef CLASS_user
    if ((dispatch.flags & OPERAND_UNSEEDED) != 0)
        return TO_WORDS(identity());
#endif
    return EACH_WORD(SEED_WORD, 0, 1);
}

#ifdef BY_ADDRESS

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

#define ALIASED // pointers alias unless they are restrict
#define PORT(number, alignment) layout(buffer_reference, buffer_reference_align = alignment)
#define BOUND(Block)
#define VIEW(Block, port) Block(ADDRESS_OF_##port)
#define ADDRESS_OF_input dispatch.input_address
#define ADDRESS_OF_output dispatch.output_address
#define ADDRESS_OF_auxiliary dispatch.auxiliary_address
#define ADDRESS_OF_second_input (dispatch.second_input_place & uvec2(~(VECTOR_BYTES - 1), ~0u))
#define ADDRESS_OF_second_output (dispatch.second_output_place & uvec2(~(VECTOR_BYTES - 1), ~0u))
#define OFFSET_OF(port, unit) (dispatch.port##_place.x % VECTOR_BYTES / (unit))
#define AT(Block, member, port, size, index) VIEW(Block, port).member[index]

#else

#extension GL_EXT_spirv_intrinsics : require

// Marks buffers that may be one and the same, as source and destination are when a scan runs in
// place: SPIR-V takes buffers for distinct unless they are decorated Aliased, for which GLSL has
// no word.
#define ALIASED spirv_decorate(20)
#define PORT(number, alignment) layout(set = 0, binding = number)
#define BOUND(Block) bound_##Block
#define VIEW(Block, port) bound_##Block
#define OFFSET_OF(port, unit) (dispatch.port##_place.x / (unit))
#ifdef COUNTED // by the tests alone
#define AT(Block, member, port, size, index) bound_##Block.member[count_##port(index, size)]
#else
#define AT(Block, member, port, size, index) bound_##Block.member[index]
#endif

#endif

#endif
