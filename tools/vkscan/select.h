/* SPDX-License-Identifier: MIT */
/* The commands select and unique. */
#ifndef SELECT_COMMAND_H
#define SELECT_COMMAND_H

#include "arguments.h"

/* Returns an exit status. */
int select_command(const struct arguments *arguments);

#endif
