/* SPDX-License-Identifier: MIT */
/*
 * One reduction or scan on the device, over more elements than the device can hold: pieces go
 * through it one after the other, and what has been reduced so far seeds the next.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu.h"
#include "value.h"

struct pass {
    vkscan_plan *plan; /* NULL: this pass is not needed */
    vkscan_binding *binding;
    struct gpu_buffer scratch;
};

struct engine {
    struct gpu gpu;
    vkscan_context *context;
    vkscan_plan_params plan; /* all but the capacity */
    uint64_t piece_limit;    /* elements that the device can take at a time */

    struct pass carry;      /* reduces a piece into total, which seeds the next piece */
    struct pass scan;       /* in place; not for a reduction */
    struct gpu_buffer data; /* the piece */
    struct gpu_buffer total;

    bool seeded;
    union value seed;  /* valid if seeded: of the next piece */
    char message[512]; /* the library's last */
};

/* seed may be NULL. */
int engine_open(struct engine *engine, const struct gpu_options *on, const vkscan_plan_params *plan,
                const union value *seed);

/* Once, before the first run: at most capacity elements a piece, one piece or several. */
int engine_prepare(struct engine *engine, uint64_t capacity, bool several);

/*
 * One piece. A scan replaces the elements by the result. A reduction, and a scan of several
 * pieces, leaves in engine->seed what was reduced so far.
 */
int engine_run(struct engine *engine, void *data, uint64_t count);

/* Also after engine_open has failed. */
void engine_close(struct engine *engine);

#endif
