/* SPDX-License-Identifier: MIT */
/* Reductions and scans of arrays in memory, for commands that need one. */
#ifndef FOLD_H
#define FOLD_H

#include "job.h"

struct fold {
    vkscan_plan_params plan; /* with an output type */
    union value total;       /* of all pieces so far */
};

/* Reduces the elements to fold->total, or scans them in place. The engine has no plan yet, or
 * none any more. Returns an exit status. */
int fold_array(struct engine *engine, struct fold *fold, char *data, uint64_t count);

#endif
