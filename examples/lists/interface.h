/* SPDX-License-Identifier: MIT */
/* What lists.c and its shaders must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

/* An element of a list: the next one, and what is from here to before that. An element behind all
 * others, with a count of 0, ends each list and links to itself. */
struct element {
    uint link, count;
    int sum; /* of weights */
};

#endif
