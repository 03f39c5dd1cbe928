/* SPDX-License-Identifier: MIT */
/* The modules that the build compiled, and those of user operators. Names are those of the build's
 * list. */
#ifndef VKSCAN_MODULES_H
#define VKSCAN_MODULES_H

#include "element.h"

/* The arithmetic class of user operators, each of which has its own modules. */
#define MODULE_CLASS_USER "user"

/* Returns the name of the kernel's module, or NULL if the build has none: the kernel's own name, or
 * by_address that name and "_by_address", for modules whose ports are device addresses. */
const char *vks_module_name(const char *kernel, bool by_address);

/* Tells whether the build has a module of the kernel for any arithmetic class. */
bool vks_module_exists(const char *kernel);

/* Tells whether there is a module of this name for the class: for MODULE_CLASS_USER among those of
 * the user operator, for all others in the build. No module has the name NULL. */
bool vks_module_computes(const char *kernel, const char *class, const struct op *op);

#endif
