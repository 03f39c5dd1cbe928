/* SPDX-License-Identifier: MIT */
/* User operators: the constants that tools/vkscan-operator writes. */
#ifndef VKSCAN_OPERATOR_H
#define VKSCAN_OPERATOR_H

#include "element.h"
#include "report.h"

/* Whether the constant is whole and of this kernel interface, else a sentence. */
VkResult vks_operator_check(const vkscan_operator *user, const struct report *errors);

bool vks_operator_is_predicate(const vkscan_operator *user);

/* The operator and the element of a constant that was checked; a predicate is a criterion. */
struct op vks_operator_op(const vkscan_operator *user);
const struct element_type *vks_operator_type(uint32_t size);
struct computation vks_operator_computation(const vkscan_operator *user);

/* A kernel's module; NULL if there is none. */
const vkscan_operator_module *vks_operator_find(const vkscan_operator *user, const char *kernel);

#endif
