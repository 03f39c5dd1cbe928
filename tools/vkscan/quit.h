/* SPDX-License-Identifier: MIT */
/* Ends a command where it fails, on its first thread. One line says why, and nothing is left of the
 * command's outputs. Its memory, and all that it holds of the device, end with the process. */
#ifndef QUIT_H
#define QUIT_H

#include "failure.h"
#include "output.h"

_Noreturn void quit(int status);

/* Ends the command where all processes of a team know that it has failed. */
_Noreturn void quit_here(int status);

/* Ends the command if the status is not 0. */
void need(int status);

/* Ends the command, as a file, the device or Vulkan failed, or as the command line is wrong. */
#define fail(...) quit(failed(__VA_ARGS__))
#define misuse(...) quit(misused(__VA_ARGS__))

/* Returns memory, never NULL. */
void *allocate(size_t size, const char *what);

/* Opens an output that stays until the process ends. */
void open_output(struct output *output, const char *path);

#endif
