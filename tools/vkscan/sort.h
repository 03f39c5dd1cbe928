/* SPDX-License-Identifier: MIT */
/* The command sort. */
#ifndef SORT_COMMAND_H
#define SORT_COMMAND_H

#include "arguments.h"

/* Returns an exit status. */
int sort_command(const struct arguments *arguments);

#endif
