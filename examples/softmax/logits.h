/* SPDX-License-Identifier: MIT */
/* The rows that the example has, and what their softmax is. */
#ifndef LOGITS_H
#define LOGITS_H

#include <stdbool.h>
#include <stddef.h>

#include "interface.h"

/* Fills a row by its number: of eight, one has a NaN, another +inf, and another is all -inf. */
void logits_fill(float *row, uint32_t number, uint32_t length);

/* Whether the parts and results of a row are, nearly, those of two passes in double precision. Says
 * what is not. */
bool logits_verify(const float *row, uint32_t number, uint32_t length, const struct parts *parts,
                   const float *results);

#endif
