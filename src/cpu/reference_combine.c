/* SPDX-License-Identifier: MIT */
/* Operators over single elements. What combines elements alone links no loops. */
#include <math.h>

#include "fold_loops.h"
#include "reference.h"
#include "type.h"

enum identity { ZERO, ONE, LOWEST, HIGHEST, ALL_ONES };

static const struct op {
    enum identity identity;
    enum domain domain;
} ops[] = {
#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression)                                 \
    [VKSCAN_OP_##ID] = {identity, ARITHMETIC},
#define ORDER_OPERATOR(ID, value, name, identity, expression) [VKSCAN_OP_##ID] = {identity, ORDER},
#define INTEGER_OPERATOR(ID, value, name, identity, expression)                                    \
    [VKSCAN_OP_##ID] = {identity, INTEGER},
#include "ops.def"
};

enum domain domain_of(vkscan_op op)
{
    return ops[op].domain;
}

bool reference_has(vkscan_type type, vkscan_op op)
{
    return type_of(type)->scalar.kind != FLOAT || domain_of(op) != INTEGER;
}

static union number identity_of(const struct scalar *scalar, vkscan_op op)
{
    const bool is_signed = scalar->kind == SIGNED;
    const struct {
        uint64_t bits;
        double real;
    } values[] = {
        [ZERO] = {0, 0},
        [ONE] = {1, 1},
        [LOWEST] = {is_signed ? scalar_sign_bit(scalar) : 0, -INFINITY},
        [HIGHEST] = {is_signed ? scalar_sign_bit(scalar) - 1 : UINT64_MAX, INFINITY},
        [ALL_ONES] = {UINT64_MAX, 0},
    };

    if (scalar->kind == FLOAT)
        return (union number){.real = values[ops[op].identity].real};
    return (union number){.bits = values[ops[op].identity].bits};
}

void reference_identity(vkscan_type of, vkscan_op op, void *identity)
{
    const struct scalar *scalar = &type_of(of)->scalar;

    for (size_t at = 0; at < type_size(of); at += scalar->size)
        scalar_store(scalar, identity_of(scalar, op), (char *)identity + at);
}

void reference_combine(vkscan_type type, vkscan_op op, const void *left, const void *right,
                       void *result)
{
    static combine_fn *const functions[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = combine_##name,
#include "types.def"
#undef TYPE
    };

    functions[type](op, left, right, result);
}
