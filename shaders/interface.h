/* SPDX-License-Identifier: MIT */
/* What the C runtime and the shaders must agree on; a kernel includes only what is its own. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "dispatch.h"
#include "histogram/bins.h"
#include "pass/state.h"
#include "select/criteria.h"
#include "sort/digits.h"
#include "textbook/steps.h"

#endif
