/* SPDX-License-Identifier: MIT */
/* Computes the unsigned integer that orders like a key, as vkscan's sort.h defines it, for loops
 * over many keys of one type. */
#ifndef KEY_FORM_H
#define KEY_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#include "always_inline.h"
#include "type.h"

struct key_form {
    uint32_t bytes;
    bool is_signed;
    uint64_t sign;     /* the sign bit */
    uint64_t infinity; /* bits of infinity for floats, else 0 */
};

ALWAYS_INLINE struct key_form key_form_of(vkscan_type type)
{
    static const uint64_t infinities[] = {[2] = 0x7c00, [4] = 0x7f800000, [8] = 0x7ff0000000000000};
    const struct scalar *scalar = &type_of(type)->scalar;

    return (struct key_form){
        .bytes = scalar->size,
        .is_signed = scalar->kind == SIGNED,
        .sign = scalar_sign_bit(scalar),
        .infinity = scalar->kind == FLOAT ? infinities[scalar->size] : 0,
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
