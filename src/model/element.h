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
    uint32_t components;           /* of 32 bits, of a vector; 1 of a scalar */
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

/* Whether elements of one type can be computed in another, which holds them all. */
bool vks_element_converts(const struct element_type *type, const struct element_type *out);

/* How kernels compute with elements: T is the element in registers and in scratch. */
struct computation {
    const char *class;                      /* arithmetic: the name of modules */
    uint32_t words;                         /* of 32 bits, of a T */
    uint32_t vector;                        /* elements that one access moves */
    uint32_t source_size, destination_size; /* bytes of an element */
    uint32_t seed_size;                     /* bytes of a seed; 0: runs have none */
    uint32_t second_size;                   /* bytes of an element of second ports; 0: none */
    uint32_t input_format, output_format;   /* of these, FORMAT_... of interface.h */
    bool has_keys, has_arithmetic;          /* whether modules of the class have the constants: */
    bool has_output_formats;                /* and those of the output and the destination */
    uint32_t keys;                          /* KEYS_... */
    uint32_t arithmetic;                    /* ARITHMETIC_... */
    bool rounds;                            /* so that the grouping shows */
    bool can_pack, is_packed; /* class packed computes it too, sums of narrow integers; and does */
    struct value identity;    /* the operator's, as a T */
    struct value seed;        /* the same as an element of the destination */
};

struct computation vks_element_computation(const struct element_type *type,
                                           const struct element_type *out, const struct op *op);

/* The same by class packed: a vector is 16 bytes of the source. */
struct computation vks_element_packed(const struct computation *computation);

/* The class alone. */
const char *vks_element_class(const struct element_type *type, const struct element_type *out,
                              const struct op *op);

/* Elements of a vector, if they are not packed: of 16 bytes as T, or of three times as many where T
 * has three words. */
uint32_t vks_element_vector(uint32_t words);

/* The operator's identity as it lies in memory. */
struct value vks_element_identity(const struct element_type *type, const struct op *op);

#endif
