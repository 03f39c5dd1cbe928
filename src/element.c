/* SPDX-License-Identifier: MIT */
#include "element.h"

#include "interface.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* clang-format off */
static const struct element_type types[] = {
    [VKSCAN_TYPE_U32] = {"u32", 4, 0, false, 1,          0,          0xffffffff, 0xffffffff},
    [VKSCAN_TYPE_I32] = {"i32", 4, 0, false, 1,          0x80000000, 0x7fffffff, 0xffffffff},
    [VKSCAN_TYPE_F32] = {"f32", 4, 0, true,  0x3f800000, 0xff800000, 0x7f800000, 0},
};

static const struct op ops[] = {
    [VKSCAN_OP_ADD] = {"add", OP_ADD, IDENTITY_ZERO,     false, true, FLOAT_KEYS_NONE},
    [VKSCAN_OP_MUL] = {"mul", OP_MUL, IDENTITY_ONE,      false, true, FLOAT_KEYS_NONE},
    [VKSCAN_OP_MIN] = {"min", OP_MIN, IDENTITY_HIGHEST,  false, true, FLOAT_KEYS_NAN_LOWEST},
    [VKSCAN_OP_MAX] = {"max", OP_MAX, IDENTITY_LOWEST,   false, true, FLOAT_KEYS_NAN_HIGHEST},
    [VKSCAN_OP_AND] = {"and", OP_AND, IDENTITY_ALL_ONES, true,  true, FLOAT_KEYS_NONE},
    [VKSCAN_OP_OR]  = {"or",  OP_OR,  IDENTITY_ZERO,     true,  true, FLOAT_KEYS_NONE},
    [VKSCAN_OP_XOR] = {"xor", OP_XOR, IDENTITY_ZERO,     true,  true, FLOAT_KEYS_NONE},
};

const struct op vks_element_op_affine = {
    "affine", OP_AFFINE, IDENTITY_AFFINE, true, false, FLOAT_KEYS_NONE,
};
/* clang-format on */

const struct element_type *vks_element_type(vkscan_type type)
{
    if (type == VKSCAN_TYPE_DEFAULT)
        type = VKSCAN_TYPE_U32;
    return (size_t)type < COUNT_OF(types) ? &types[type] : NULL;
}

const struct op *vks_element_op(vkscan_op op)
{
    return (size_t)op < COUNT_OF(ops) ? &ops[op] : NULL;
}

uint32_t vks_element_float_keys(const struct element_type *type, const struct op *op)
{
    return type->is_float ? op->float_keys : FLOAT_KEYS_NONE;
}

const struct element_type *vks_element_kernel_type(const struct element_type *type,
                                                   const struct op *op)
{
    return vks_element_float_keys(type, op) == FLOAT_KEYS_NONE ? type
                                                               : vks_element_type(VKSCAN_TYPE_I32);
}

bool vks_element_has_op(const struct element_type *type, const struct op *op)
{
    return !(op->integers_only && type->is_float);
}

uint32_t vks_element_identity(const struct element_type *type, const struct op *op)
{
    const uint32_t values[] = {
        [IDENTITY_ZERO] = 0,
        [IDENTITY_ONE] = type->one,
        [IDENTITY_LOWEST] = type->lowest,
        [IDENTITY_HIGHEST] = type->highest,
        [IDENTITY_ALL_ONES] = type->all_ones,
        [IDENTITY_AFFINE] = 1, /* t -> 1 t + 0 */
    };
    return values[op->identity];
}

const char *vkscan_op_name(vkscan_op op)
{
    return vks_element_op(op) ? vks_element_op(op)->name : NULL;
}

const char *vkscan_type_name(vkscan_type type)
{
    if (type == VKSCAN_TYPE_DEFAULT)
        return "default";
    return vks_element_type(type) ? vks_element_type(type)->name : NULL;
}

uint32_t vkscan_type_size(vkscan_type type)
{
    return vks_element_type(type) ? vks_element_type(type)->size : 0;
}
