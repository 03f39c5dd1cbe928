/* SPDX-License-Identifier: MIT */
/* Expressions of whole numbers, +, -, * and brackets, modulo 2^32. */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include <stdint.h>

struct expression {
    uint32_t *text; /* a character a word */
    uint32_t count, operators;
};

struct expression expression_make(uint32_t count);   /* of so many characters, and some */
struct expression expression_read(const char *path); /* a text file, or fails */

/* Counts operators and returns the value, by a stack, or fails where the text is no expression. */
uint32_t expression_evaluate(struct expression *e);

#endif
