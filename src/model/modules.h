/* SPDX-License-Identifier: MIT */
/* The modules that the build compiled, and those of user operators. Names are those of its list. */
#ifndef VKSCAN_MODULES_H
#define VKSCAN_MODULES_H

#include "element.h"

/* The arithmetic class of user operators, each of which has its own modules. */
#define MODULE_CLASS_USER "user"

/* The name of the kernel's module, or of its variant with that suffix, NULL: none; by_address:
 * whose ports are device addresses. Where the build has none, one that no module has. */
const char *vks_module_name(const char *kernel, const char *suffix, bool by_address);

/* Whether there is a module of the kernel for any class; for this one, or the user operator. */
bool vks_module_exists(const char *kernel);
bool vks_module_computes(const char *kernel, const char *class, const struct op *op);

#endif
