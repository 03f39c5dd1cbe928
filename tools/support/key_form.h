/* SPDX-License-Identifier: MIT */
/* The unsigned integer that orders like a key, as sort.h of vkscan has it, for loops over many keys
 * of one type. */
#ifndef KEY_FORM_H
#define KEY_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#include "always_inline.h"

struct key_form {
    uint32_t bytes;
    bool is_signed;
    uint64_t sign;     /* its bit */
    uint64_t infinity; /* of floats the bits of it, else 0 */
};

ALWAYS_INLINE struct key_form key_form_of(vkscan_type of)
{
    const vkscan_type type = of == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : of;
    const uint32_t bytes = vkscan_type_size(type);

    return (struct key_form){
        .bytes = bytes,
        .is_signed = type == VKSCAN_TYPE_I8 || type == VKSCAN_TYPE_I16 || type == VKSCAN_TYPE_I32 ||
                     type == VKSCAN_TYPE_I64,
        .sign = 1ull << (8 * bytes - 1),
        .infinity = type == VKSCAN_TYPE_F16   ? 0x7c00
                    : type == VKSCAN_TYPE_F32 ? 0x7f800000
                    : type == VKSCAN_TYPE_F64 ? 0x7ff0000000000000
                                              : 0,
    };
}

ALWAYS_INLINE uint64_t key_form(const struct key_form *form, uint64_t bits)
{
    const uint64_t all = form->sign | (form->sign - 1);

    if (form->is_signed)
        return bits ^ form->sign;
    if (!form->infinity)
        return bits;
    if ((bits & ~form->sign) > form->infinity)
        return all;
    return bits & form->sign ? ~bits & all : bits | form->sign;
}

#endif
