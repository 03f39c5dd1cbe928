/* SPDX-License-Identifier: MIT */
/**
 * @file
 * User operators and predicates, as vkscan-operator writes them. vkscan.h includes this header. No
 * program sets these members by hand: vkscan_plan_params::user_operator takes the constant of a
 * header that vkscan-operator wrote.
 */
#ifndef VKSCAN_OPERATOR_H
#define VKSCAN_OPERATOR_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The value of vkscan_operator::magic. */
#define VKSCAN_OPERATOR_MAGIC 0x706f6b76u

/** Bits of vkscan_operator::flags. */
typedef enum vkscan_operator_flag {
    VKSCAN_OPERATOR_COMMUTATIVE_BIT = 0x1, /**< operands may be exchanged */
    VKSCAN_OPERATOR_PREDICATE_BIT = 0x2,   /**< a predicate rather than an operator */
} vkscan_operator_flag;

/** A kernel that is compiled with an operator file. */
typedef struct vkscan_operator_module {
    const char *name;     /**< the names of the kernel and its variant */
    const uint8_t *bytes; /**< SPIR-V, packed as the library's own */
    uint32_t size;        /**< the size of `bytes` */
    uint32_t reserved;    /**< 0 */
} vkscan_operator_module;

/**
 * An element and an operator of your own: a constant in the header that the program vkscan-operator
 * makes from an operator file, GLSL that defines the element, identity(), combine() and, if need
 * be, map(), which makes an element from the source's. Or a predicate, for select and partition:
 * the element and keep(), which tells whether an element is kept. docs/operators.md has the
 * contract, and include/vkscan/operators ready-made operators. The constant works with each version
 * of vkscan that has the same kernel interface, the data that the library gives to kernels, which a
 * patch release never changes and a minor one seldom. Not to be written by hand.
 */
typedef struct vkscan_operator {
    uint32_t magic;            /**< VKSCAN_OPERATOR_MAGIC */
    uint32_t kernel_interface; /**< number of the interface that it was compiled for */
    uint64_t checksum;         /**< checksum of all the rest; also tells operators apart */
    /** Checksum of the kernel interface and the sizes, flags and module_count below. */
    uint32_t numbers_checksum;
    uint32_t names_checksum; /**< checksum of that, the names, and the modules' sizes */
    uint32_t element_size;   /**< bytes of an element of the destination: 4, 8, 12 or 16 */
    uint32_t input_size;     /**< bytes of an element of the source: 4, 8, 12 or 16 */
    uint32_t second_size;    /**< bytes of an element of the second source; 0: there is none */
    uint32_t seed_size;      /**< bytes of a seed: element_size; in a predicate any, 0: no seed */
    uint32_t flags;          /**< bits of vkscan_operator_flag */
    uint32_t module_count;   /**< entries in modules */
    const char *name;        /**< the name in messages */
    const vkscan_operator_module *modules; /**< one for each kernel and variant */
} vkscan_operator;

#ifdef __cplusplus
}
#endif

#endif
