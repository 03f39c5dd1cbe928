/* SPDX-License-Identifier: MIT */
#include "policies.h"

#include "hierarchy.def"
