/* SPDX-License-Identifier: MIT */
/* User operators: the constants that tools/vkscan-operator writes. */
#ifndef VKSCAN_OPERATOR_H
#define VKSCAN_OPERATOR_H

#include "element.h"
#include "report.h"

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
