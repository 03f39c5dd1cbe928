/* SPDX-License-Identifier: MIT */
/* A primitive: a row of primitives.def, and this structure in a file of its own. */
#ifndef VKSCAN_PRIMITIVE_H
#define VKSCAN_PRIMITIVE_H

#include "tuning.h"

struct primitive {
    const char *name;
    const struct port *ports; /* PORTS_MAX; NULL: an amalgamation leaves the primitive out */
    /* Production algorithms. Both lists end with an entry without a name, and are in rising order
     * of preference: AUTO takes the last that suits. */
    const struct algorithm *algorithms;
    /* One or two algorithms with the same combine tree on every device, which vks_catalogue_entry()
     * does not list. NULL: no result is rounded. */
    const struct algorithm *everywhere;
    bool combines;        /* combines elements of type by an operator into elements of out_type */
    bool predicates;      /* user operators are predicates, in place of op() */
    bool pieces;          /* takes arrays beyond the reach of one dispatch; else they are refused */
    const char *params;   /* name of its member in vkscan_plan_params; NULL: it has none */
    size_t params_member; /* offset of that member */
    struct sized params_size;

    /* The four functions below may be NULL. */

    /* Returns what takes the operator's place: a selection's criterion. */
    const struct op *(*op)(const vkscan_plan_params *params);
    /* Checks the parameters, for elements of the type. Errors: RESULT_INVALID, reported. */
    VkResult (*check)(const vkscan_plan_params *params, const struct element_type *type,
                      const struct report *errors);
    /* Fills in the primitive's own members of a plan that has no algorithm yet, and changes its
     * ports and computation where the parameters ask for others. */
    void (*resolve)(const struct caps *caps, const vkscan_plan_params *params, struct plan *plan);
    /* Checks that a run has a seed exactly if it needs one. Errors: RESULT_INVALID, reported. */
    VkResult (*check_run)(const struct plan *plan, const void *seed, const struct report *errors);
};

/* `last` is the last member of the first version. */
#define PLAN_PARAMS(member, last)                                                                  \
    .params = #member, .params_member = offsetof(vkscan_plan_params, member),                      \
    .params_size = SIZED(vkscan_##member##_params, last)

#define PRIMITIVE(enumerator, name) extern const struct primitive vks_##name;
#include "primitives.def"

#endif
