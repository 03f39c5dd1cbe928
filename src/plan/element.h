/* SPDX-License-Identifier: MIT */
/*
 * The element types and operators, as shaders/types.def and ops.def list them, and their values.
 * Their meaning on the device is in shaders/element/element.glsl.
 */
#ifndef VKSCAN_ELEMENT_H
#define VKSCAN_ELEMENT_H

#include <stdbool.h>

#include "caller.h"

#include "interface.h"

/* One element, as it lies in memory; words past its size are 0. */
struct element_value {
    uint32_t word[VALUE_WORDS];
};

enum element_kind { KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT };

struct element_type {
    const char *name;
    uint32_t size;                 /* bytes */
    uint32_t components;           /* 32-bit components of a vector; 1 for a scalar */
    const char *class, *key_class; /* arithmetic classes, without keys and with */
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

/* The types that have an operator. */
enum domain {
    DOMAIN_ARITHMETIC, /* all types */
    DOMAIN_ORDER,      /* all types, computed over keys */
    DOMAIN_INTEGER,
};

struct op {
    const char *name;
    uint32_t id; /* its value in ops.def */
    enum domain domain;
    enum identity identity;
    bool commutative;
    const vkscan_operator *user; /* constant of a user operator; NULL: a built-in operator */
    bool by_flags;               /* in its place a criterion of selections, by flags */
};

/* Returns the type, or NULL if the value is unknown or VKSCAN_TYPE_NONE. */
const struct element_type *vks_element_type(vkscan_type type);

/* Returns the operator, or NULL if the value is unknown. */
const struct op *vks_element_op(vkscan_op op);

bool vks_element_has_op(const struct element_type *type, const struct op *op);

/* Tells whether elements of one type can be computed in another, which holds all their values. */
bool vks_element_converts(const struct element_type *type, const struct element_type *out);

/* A way for kernels to compute elements. T is an element in registers and in scratch. */
struct computation {
    const char *class;                      /* arithmetic class: part of the names of modules */
    uint32_t words;                         /* 32-bit words of a T */
    uint32_t vector;                        /* elements that one access moves */
    uint32_t source_size, destination_size; /* bytes of an element */
    uint32_t seed_size;                     /* bytes of a seed; 0: runs have none */
    uint32_t second_size;                   /* bytes of an element of second ports; 0: none */
    uint32_t input_format, output_format;   /* of source and destination: FORMAT_... */
    bool has_keys, has_arithmetic;          /* modules of the class have these constants */
    bool has_output_formats;                /* and the formats of the output and the destination */
    uint32_t keys;                          /* KEYS_... */
    uint32_t arithmetic;                    /* ARITHMETIC_... */
    bool rounds;                            /* results depend on the grouping */
    const char *packed_class;      /* of narrow elements: the class that can pack them; or NULL */
    bool is_packed;                /* it does */
    struct element_value identity; /* the operator's, as a T */
    struct element_value seed;     /* the identity as an element of the destination */
};

/* Returns how kernels compute elements of `type` in `out`. */
struct computation vks_element_computation(const struct element_type *type,
                                           const struct element_type *out, const struct op *op);

/* Returns the same computation by its packed class, whose vectors are 16 bytes of the source. */
struct computation vks_element_packed(const struct computation *computation);

/* Returns the class of a computation alone. */
const char *vks_element_class(const struct element_type *type, const struct element_type *out,
                              const struct op *op);

/* Returns the elements of a vector that is not packed: 16 bytes of T, or 48 of three words. */
uint32_t vks_element_vector(uint32_t words);

/* Returns the operator's identity as it lies in memory. */
struct element_value vks_element_identity(const struct element_type *type, const struct op *op);

/* ---- user operators: the constants that tools/vkscan-operator writes ---- */

/* The arithmetic class of user operators, each of which has its own modules. */
#define MODULE_CLASS_USER "user"

/* Checks that the constant is undamaged and of this kernel interface; reports what is wrong. */
VkResult vks_operator_check(const vkscan_operator *user, const struct report *errors);

bool vks_operator_is_predicate(const vkscan_operator *user);

/* Returns the operator, or a predicate as a criterion, of a constant that was checked. */
struct op vks_operator_op(const vkscan_operator *user);

/* Returns the type of elements of `size` bytes; NULL unless these are 1 to VALUE_WORDS words. */
const struct element_type *vks_operator_type(uint32_t size);

/* Returns how kernels compute the elements of a constant that was checked. */
struct computation vks_operator_computation(const vkscan_operator *user);

/* Returns the constant's module of a kernel, or NULL if there is none. */
const vkscan_operator_module *vks_operator_find(const vkscan_operator *user, const char *kernel);

#endif
