/* SPDX-License-Identifier: MIT */
/* A command ends where it fails: one line says why, and nothing is left of its outputs. What it
 * holds of memory and of the device ends with the process. */
#ifndef QUIT_H
#define QUIT_H

#include "failure.h"
#include "output.h"

_Noreturn void quit(int status);

/* The same where all processes of a team know it. */
_Noreturn void quit_here(int status);

/* Ends if a status is not 0. */
void need(int status);

/* A file, the device or Vulkan failed; the command line is wrong. */
#define fail(...) quit(failed(__VA_ARGS__))
#define misuse(...) quit(misused(__VA_ARGS__))

/* Not NULL. */
void *allocate(size_t size, const char *what);

/* Of an output that is there until the process ends. */
void open_output(struct output *output, const char *path);

#endif
