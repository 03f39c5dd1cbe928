/* SPDX-License-Identifier: MIT */
/* The element types and operators: a row each. Their meaning on the device is in shaders/vkscan/
 * element.glsl and operator.glsl. */
#ifndef VKSCAN_ELEMENT_H
#define VKSCAN_ELEMENT_H

#include <stdbool.h>

#include <vkscan/vkscan.h>

struct element_type {
    const char *name;
    uint32_t size;  /* bytes */
    uint32_t needs; /* mask of vkscan_capability */
    bool is_float;
    /* Bits of the type's values that are some operator's identity. */
    uint32_t one, lowest, highest, all_ones;
};

enum identity {
    IDENTITY_ZERO,
    IDENTITY_ONE,
    IDENTITY_LOWEST,
    IDENTITY_HIGHEST,
    IDENTITY_ALL_ONES,
    IDENTITY_AFFINE,
};

struct op {
    const char *name;
    uint32_t id; /* OP_... of interface.h */
    enum identity identity;
    bool integers_only;
    bool commutative;
    uint32_t float_keys; /* FLOAT_KEYS_...: whether floats are computed by the kernels of i32 */
};

/* NULL if unknown. VKSCAN_TYPE_DEFAULT gives the type it stands for. */
const struct element_type *vks_element_type(vkscan_type type);
const struct op *vks_element_op(vkscan_op op);

/* Not in the API: see OP_AFFINE in interface.h. */
extern const struct op vks_element_op_affine;

/* The type whose kernels compute the operator, and how these read the elements. */
const struct element_type *vks_element_kernel_type(const struct element_type *type,
                                                   const struct op *op);
uint32_t vks_element_float_keys(const struct element_type *type, const struct op *op);

bool vks_element_has_op(const struct element_type *type, const struct op *op);
uint32_t vks_element_identity(const struct element_type *type, const struct op *op);

#endif
