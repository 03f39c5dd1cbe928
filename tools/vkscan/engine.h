/* SPDX-License-Identifier: MIT */
/*
 * One reduction or scan of any number of elements: in pieces that fit in device memory, each seeded
 * with the result of those before it.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"
#include "value.h"

struct engine {
    struct device device;
    vkscan_plan_params params; /* with an output type */
    uint64_t piece_limit;      /* elements that the device can take at a time */

    struct gpu_buffer data;   /* the piece; a scan of one type is in place */
    struct gpu_buffer result; /* of others */
    struct gpu_buffer second; /* the second source of an operator that has two */

    bool ran; /* once at least */
    bool seeded;
    union value seed; /* valid if seeded: of the next piece */
};

/* seed, of the output type, may be NULL. */
int engine_open(struct engine *engine, const struct gpu_options *on, const vkscan_plan_params *plan,
                const union value *seed);

/* Once, before the first run: at most capacity elements a piece. */
int engine_prepare(struct engine *engine, uint64_t capacity);

/* The elements of the second source, as many as the first one's; before the run. */
int engine_take_second(struct engine *engine, const void *data, uint64_t count);

/* One piece, from the last to the first if the plan is in reverse. A scan writes as many results,
 * which may replace the elements if they are of one type. What all pieces so far reduce to is left
 * in engine->seed; after a scan of no elements and without a seed there is none. */
int engine_run(struct engine *engine, const void *data, uint64_t count, void *results);

/* Also after engine_open has failed. */
void engine_close(struct engine *engine);

#endif
