/* SPDX-License-Identifier: MIT */
/* The modules that the build compiled, and those of user operators, by name. */
#ifndef VKSCAN_MODULES_H
#define VKSCAN_MODULES_H

#include "element.h"

/* Behind the name of a module whose ports are device addresses. */
#define MODULE_BY_ADDRESS "_by_address"

/* The arithmetic class of user operators, each of which has its own modules. */
#define MODULE_CLASS_USER "user"

/* Whether there is a module of the kernel for any class; for this one, or the user operator. */
bool vks_module_exists(const char *kernel);
bool vks_module_computes(const char *kernel, const char *class, const struct op *op);

#endif
