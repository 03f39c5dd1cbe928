/* SPDX-License-Identifier: MIT */
/* The modules that the build compiled, by name. */
#ifndef VKSCAN_MODULES_H
#define VKSCAN_MODULES_H

#include <stdbool.h>

/* Behind the name of a module whose ports are device addresses. */
#define MODULE_BY_ADDRESS "_by_address"

/* Whether there is a module of the kernel for the arithmetic class; NULL: for any class. */
bool vks_module_exists(const char *kernel, const char *class);

#endif
