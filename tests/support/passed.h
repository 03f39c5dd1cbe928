/* SPDX-License-Identifier: MIT */
/* What passed on a device: of each primitive a table of types by algorithms, with the operators. */
#ifndef PASSED_H
#define PASSED_H

#include <stdbool.h>

#include "variants.h"

/* The plan's results were right. */
void matrix_pass(const vkscan_plan_params *params, const struct algorithm *algorithm);

/* As Markdown, to the file that VKSCAN_TEST_MATRIX names, if it does. False if that fails. */
bool matrix_write(const struct harness *h);

#endif
