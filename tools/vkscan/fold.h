/* SPDX-License-Identifier: MIT */
/* Reductions and scans of arrays in memory, for commands that need one. */
#ifndef FOLD_H
#define FOLD_H

#include "job.h"

/* Reduces the elements to what it returns, or scans them in place: by a plan that has an output
 * type, with a seed or NULL. The engine has no plan yet, or none any more, and stays as it is. */
union value fold_array(struct engine *engine, const vkscan_plan_params *plan, const void *seed,
                       char *data, uint64_t count);

#endif
