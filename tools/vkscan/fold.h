/* SPDX-License-Identifier: MIT */
/* Reduces and scans arrays in memory, for commands that need it. */
#ifndef FOLD_H
#define FOLD_H

#include "job.h"

/* Reduces the elements, and returns the result, or scans them in place. The plan has an output
 * type; the seed may be NULL. The engine has no plan at this time, and keeps its params and sizes.
 */
union value fold_array(struct engine *engine, const vkscan_plan_params *plan, const void *seed,
                       char *data, uint64_t count);

#endif
