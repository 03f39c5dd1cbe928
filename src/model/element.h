/* SPDX-License-Identifier: MIT */
/*
 * The element types and operators, as shaders/types.def and ops.def list them, and their values.
 * Their meaning on the device is in shaders/detail: element.glsl, memory.glsl and operator.glsl.
 */
#ifndef VKSCAN_ELEMENT_H
#define VKSCAN_ELEMENT_H

#include <stdbool.h>

#include <vkscan/vkscan.h>

#include "detail/interface.h"

/* One element, as it lies in memory; words past its size are 0. */
struct value {
    uint32_t word[VALUE_WORDS];
};

enum element_kind { KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT };

struct element_type {
    const char *name;
    uint32_t size;                 /* bytes */
    const char *class, *key_class; /* arithmetic classes: names of modules */
    enum element_kind kind;
    uint32_t needs; /* mask of vkscan_capability */
};

enum identity {
    IDENTITY_ZERO,
    IDENTITY_ONE,
    IDENTITY_LOWEST,
    IDENTITY_HIGHEST,
    IDENTITY_ALL_ONES,
};

/* Types that have the operator, and what computes it. */
enum domain {
    DOMAIN_ARITHMETIC, /* all */
    DOMAIN_ORDER,      /* all, over keys */
    DOMAIN_INTEGER,
};

struct op {
    const char *name;
    uint32_t id; /* its value in ops.def */
    enum domain domain;
    enum identity identity;
    bool commutative;
    const vkscan_operator *user; /* of a user operator: the constant; else NULL */
};

/* NULL if unknown. VKSCAN_TYPE_DEFAULT gives the type it stands for. */
const struct element_type *vks_element_type(vkscan_type type);
const struct op *vks_element_op(vkscan_op op);

bool vks_element_has_op(const struct element_type *type, const struct op *op);

/* The arithmetic class that computes the operator; whether its modules have keys; and the keys of
 * this type and operator, one of KEYS_... */
const char *vks_element_class(const struct element_type *type, const struct op *op);
bool vks_element_class_has_keys(const struct element_type *type, const struct op *op);
uint32_t vks_element_keys(const struct element_type *type, const struct op *op);

/* 32-bit words of one element. */
uint32_t vks_element_words(const struct element_type *type);

/* The operator's identity as it lies in memory, and as kernels compute with it: as a key. */
struct value vks_element_identity(const struct element_type *type, const struct op *op);
struct value vks_element_identity_key(const struct element_type *type, const struct op *op);

#endif
