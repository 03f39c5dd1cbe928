/* SPDX-License-Identifier: MIT */
/* What is done with the last frame on the host. */
#ifndef RESULT_H
#define RESULT_H

#include <stdbool.h>

#include "simulation.h"

/* verify.c: whether the last frame is what the host makes of its particles; says what is not. */
bool verify(const struct snapshot *snapshot);

/* picture.c: writes a PPM of the grid and its particles; false if that fails. */
bool write_picture(const struct snapshot *snapshot, const char *path);

#endif
