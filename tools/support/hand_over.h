/* SPDX-License-Identifier: MIT */
/* Hands work on text over to vkscan-report, a Python program that lies beside this one. */
#ifndef HAND_OVER_H
#define HAND_OVER_H

#include "output.h"

#define HAND_OVER_MAX 64 /* arguments */

/* Runs vkscan-report with arguments up to a NULL, which `option` needs. `input` is read from its
 * start. NULL: the program has this one's standard input or output. Returns an exit status, 0 or
 * what was reported. */
int hand_over(const char *option, const char *const arguments[], FILE *input, FILE *output);

/* Writes a picture, which vkscan-report's `verb` makes of what is in `input`. */
int hand_over_picture(const char *const arguments[], FILE *input, struct output *picture);

#endif
