/* SPDX-License-Identifier: MIT */
/* Draws the steps of one tile, or of a run in device memory, over numbers: as text of 80 columns.
 */
#ifndef SHOW_PICTURE_H
#define SHOW_PICTURE_H

#include <stdio.h>

#include "theory/steps.h"
#include "value.h"

#define PICTURE_PLACES 1024 /* elements of a tile, at most */

struct picture {
    vkscan_type type;
    vkscan_op op;
    const struct step *steps;
    uint32_t step_count;
    const union value *source; /* the numbers */
    uint32_t count, places;    /* numbers, and places that they have in a tile */
    bool in_device_memory;     /* where sectors are drawn */

    /* What is in the places now. */
    union value place[PICTURE_PLACES];
    enum { PLACE_VALUE, PLACE_IDENTITY, PLACE_UNUSED } state[PICTURE_PLACES];
    uint32_t columns; /* of a place */
};

/* Takes all steps, and draws them unless that takes more than 80 columns. What is in the places
 * then are the results. Returns whether it was drawn. */
bool picture_draw(struct picture *picture, FILE *to);

/* Draws one line of values. */
void picture_values(const struct picture *picture, const char *label, const union value *values,
                    uint32_t count, FILE *to);

/* Returns the place of a reduction's result. */
uint32_t picture_total(const struct picture *picture);

/* Stores the step's name, as "up 4". */
#define PICTURE_NAME_SIZE 32
void picture_name(const struct step *step, char name[PICTURE_NAME_SIZE]);

#endif
