/* SPDX-License-Identifier: MIT */
/* What expressions.c and its shaders must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

#define NONE 0xffffffffu

/* A number or an operator, which gives its parent a x + b, x its value. Numbers come first, in the
 * order of the text, then operators. */
struct node {
    uint parent, side; /* side: 1 for a right child */
    uint children[2];
    uint token; /* a number's value or an operator's character */
    uint a, b;
};

/* `room` is a power of two, and operators fit in. */
struct parameters {
    uint count, operators, room, round, side;
};

#endif
