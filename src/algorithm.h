/* SPDX-License-Identifier: MIT */
/*
 * The catalogue: a row for each algorithm and kind of primitive. To add one: a kernel in shaders/,
 * a row in algorithm.c, and in passes.c the function that plans its dispatches, if none there fits.
 * Plain data; calls no Vulkan.
 */
#ifndef VKSCAN_ALGORITHM_H
#define VKSCAN_ALGORITHM_H

#include "passes.h"
#include "tuning.h"

#define ALGORITHM_MAX_STAGES 4

/* How a kernel's exclusive flag is set. */
enum mode { MODE_EXCLUSIVE, MODE_AS_PLANNED };

struct stage {
    const char *kernel; /* shaders/NAME.comp; NULL ends the list */
    enum mode mode;
};

struct algorithm {
    vkscan_algorithm id;
    const char *name;
    const char *summary;
    uint32_t primitives; /* bits 1 << vkscan_primitive */
    uint32_t needs;      /* mask of vkscan_capability */
    bool commutative;    /* right for commutative operators only */
    bool automatic;      /* AUTO may choose it: see tuning.h */
    bool unpadded;       /* shared memory is left without padding */
    bool indexes;        /* its kernel has SPEC_BY_INDEX */
    uint64_t largest;    /* the largest capacity that is not refused; 0: any */
    enum layout layout;
    struct stage stages[ALGORITHM_MAX_STAGES];
    passes_fn *passes;
};

/* The last row for an algorithm and primitive that the device can run, or if there is none a row
 * that it cannot; NULL if there are no rows. */
const struct algorithm *vks_algorithm_find(const struct caps *caps, vkscan_algorithm id,
                                           vkscan_primitive primitive);

/* What AUTO stands for on such a device. */
const struct algorithm *vks_algorithm_choose(const struct caps *caps, vkscan_primitive primitive,
                                             uint64_t capacity);

/* The row with this index, for visiting them all; NULL past the last. */
const struct algorithm *vks_algorithm_row(uint32_t index);

#endif
