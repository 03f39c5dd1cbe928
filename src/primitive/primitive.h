/* SPDX-License-Identifier: MIT */
/* What a primitive is: a row of primitives.def, and all else in its own file. */
#ifndef VKSCAN_PRIMITIVE_H
#define VKSCAN_PRIMITIVE_H

#include "plan.h"
#include "sized.h"

struct primitive {
    const char *name;
    const struct port *ports;           /* PORTS_MAX */
    const struct algorithm *algorithms; /* of production, until an entry has no name */
    /* Whose combine tree is the same on every device, until an entry has no name: AUTO takes the
     * first. NULL: no result is rounded. Visits do not meet them. */
    const struct algorithm *everywhere;
    bool combines;        /* elements of type by an operator, which gives those of out_type */
    bool predicates;      /* user operators are predicates, in place of op() */
    bool pieces;          /* takes arrays that one dispatch does not reach; else they are refused */
    const char *params;   /* its member of vkscan_plan_params; NULL: it has none */
    size_t params_member; /* where that is */
    struct sized params_size;

    /* Each may be NULL. What is in an operator's place; whether parameters make sense for elements
     * of a type; what a plan has of its own, and how it computes, before it has an algorithm;
     * whether a run has a seed where it needs one. */
    const struct op *(*op)(const vkscan_plan_params *params);
    VkResult (*check)(const vkscan_plan_params *params, const struct element_type *type,
                      const struct report *errors);
    void (*resolve)(const struct caps *caps, const vkscan_plan_params *params, struct plan *plan);
    VkResult (*check_run)(const struct plan *plan, const void *seed, const struct report *errors);
};

/* `last` is the last member of version 1.0. */
#define PLAN_PARAMS(member, last)                                                                  \
    .params = #member, .params_member = offsetof(vkscan_plan_params, member),                      \
    .params_size = SIZED(vkscan_##member##_params, last)

#define PRIMITIVE(enumerator, name) extern const struct primitive vks_##name;
#include "primitives.def"
#undef PRIMITIVE

#endif
