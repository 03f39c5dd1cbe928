/* SPDX-License-Identifier: MIT */
/* Primitives, their catalogue, and the resolving of a caller's parameters to a plan. */
#ifndef VKSCAN_PRIMITIVE_H
#define VKSCAN_PRIMITIVE_H

#include "tuning.h"

/* A primitive: a row of primitives.def, and this structure in its family's file. */
struct primitive {
    const char *name;
    /* Names in messages, the second source's and the second destination's; NULL: the caller's. */
    const char *second_names[2];
    const struct port *ports; /* PORTS_MAX */
    /* Production algorithms. Both lists end with an entry without a name, and are in rising order
     * of preference: AUTO takes the last that suits. */
    const struct algorithm *algorithms;
    /* One or two algorithms with the same combine tree on every device, which vks_catalogue_entry()
     * does not list. NULL: no result is rounded. */
    const struct algorithm *everywhere;
    const char *in_place; /* flag with which plans run in place; NULL: none have one */
    struct sized details; /* parameters of its own, vkscan_plan_params::details; size 0: none */

    /* The five functions below may be NULL. */

    /* Returns what takes the operator's place: a selection's criterion. */
    const struct op *(*op)(const vkscan_plan_params *params);
    /* Checks the parameters, for elements of the type. Errors: RESULT_INVALID, RESULT_TOO_LARGE,
     * reported. */
    VkResult (*check)(const vkscan_plan_params *params, const struct element_type *type,
                      const struct report *errors);
    /* Fills in the primitive's own members of a plan that has no algorithm yet, and changes its
     * ports and computation where the parameters ask for others. */
    void (*resolve)(const struct caps *caps, const vkscan_plan_params *params, struct plan *plan);
    /* Checks a plan that has its algorithm and its shape. Errors: RESULT_TOO_LARGE, reported. */
    VkResult (*check_plan)(const struct plan *plan, const struct report *errors);
    /* Checks that a run has a seed exactly if it needs one. Errors: RESULT_INVALID, reported. */
    VkResult (*check_run)(const struct plan *plan, const void *seed, const struct report *errors);
};

/* `last` is the last member of the first version. */
#define DETAILS(family, last) .details = SIZED(vkscan_##family##_params, last)

#define PRIMITIVE(enumerator, name) extern const struct primitive vks_##name;
#include "primitives.def"

/* Traits of primitives: masks of 1 << vkscan_primitive, and the number of the textbook's lists. An
 * amalgamation may leave out all that have one: then the mask is 0, and the compiler drops the code
 * that these alone need. */
enum {
    COMBINING = 0
#define COMBINES(enumerator) | 1 << VKSCAN_PRIMITIVE_##enumerator
#include "primitives.def"
    ,
    TAKING_PREDICATES = 0
#define PREDICATES(enumerator) | 1 << VKSCAN_PRIMITIVE_##enumerator
#include "primitives.def"
    ,
    TEXTBOOK_LISTS = 0
#define TEXTBOOK(list) +1
#include "primitives.def"
};

/* Tells whether a primitive combines elements by an operator. */
static inline bool vks_combines(vkscan_primitive primitive)
{
    return COMBINING >> primitive & 1;
}

/* Tells whether user operators of a primitive are predicates. */
static inline bool vks_takes_predicates(vkscan_primitive primitive)
{
    return TAKING_PREDICATES >> primitive & 1;
}

/* Tells whether a primitive takes user operators. */
static inline bool vks_takes_operators(vkscan_primitive primitive)
{
    return vks_combines(primitive) || vks_takes_predicates(primitive);
}

/* Tells whether an algorithm is one of the textbook's. */
static inline bool vks_is_of_textbook(const struct algorithm *algorithm)
{
    return TEXTBOOK_LISTS && !algorithm->production;
}

/* ---- the catalogue: all primitives and algorithms. An algorithm takes a kernel in shaders/, and
 * an entry in the list of its primitive's file with the function that plans its dispatches ---- */

/* Returns the primitive's description; NULL if the value is unknown or the build leaves it out. */
const struct primitive *vks_catalogue_primitive(vkscan_primitive primitive);

/* Returns the algorithm's entry that computes the primitive; NULL if there is none. */
const struct algorithm *vks_catalogue_find(vkscan_algorithm id, vkscan_primitive primitive);

/* Tells whether an amalgamation leaves the algorithm out for the primitive. */
bool vks_catalogue_leaves_out(vkscan_algorithm id, vkscan_primitive primitive);

/* Tells whether the device has the capabilities that the entry needs, and the entry computes such a
 * plan. */
bool vks_catalogue_can(const struct caps *caps, const struct algorithm *entry,
                       const struct plan *plan);

/* Returns the entry that AUTO takes for a plan that has no algorithm yet, and its shape: the last
 * production entry that the device and the build can run, whose tiles are large enough and whose
 * workgroups take the plan's rows if they have to take these whole, and that has a policy for the
 * capacity, as entries without persistent workgroups always have. If none has one, it is the first
 * entry that they can run, in its first policy's shape. NULL if they can run none. Lists are in
 * rising order of preference, while include/vkscan/tuning.h names the algorithms best first. */
const struct algorithm *vks_catalogue_choose(const struct caps *caps, const struct plan *plan,
                                             struct shape *shape);

/* Returns the production entry of the highest preference that computes such a plan and is built,
 * whether the device can run it or not; NULL if there is none. */
const struct algorithm *vks_catalogue_elsewhere(const struct plan *plan);

/* Tells whether the build has the algorithm's kernels at all. */
bool vks_catalogue_is_built(const struct algorithm *algorithm);

/* Tells whether the build, or the user operator, has all modules of the algorithm's kernels for the
 * class and the operator. */
bool vks_catalogue_has_modules(const struct algorithm *algorithm, const char *class,
                               const struct op *op);

/* Returns the entry with this index, to visit all entries; NULL past the last. */
const struct algorithm *vks_catalogue_entry(uint32_t index);

/* Checks the caller's policies. Errors: RESULT_INVALID, reported. */
VkResult vks_catalogue_check_tuning(const struct tuning *tuning, const struct report *errors);

/* ---- a plan's parameters as this version of the library knows them ---- */

struct plan_params {
    vkscan_plan_params plan; /* details points to `own`, or is NULL */
    union {
#define FAMILY(name, files) vkscan_##name##_params name;
#define PLAIN_FAMILY(name, files)
#include "primitives.def"
    } own; /* a copy of the primitive's parameters */
};

/* Copies the caller's parameters, with 0 in members that the caller's version does not have. */
VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors);

/* Returns the type of the source's elements; `op`: that of params, or what is in its place. */
const struct element_type *vks_plan_params_type(const vkscan_plan_params *params,
                                                const struct op *op);

/* Returns the type of the destination's elements. */
const struct element_type *vks_plan_params_out(const vkscan_plan_params *params,
                                               const struct op *op);

/* Checks parameters of a known primitive. Errors: RESULT_INVALID, RESULT_UNSUPPORTED, reported. */
VkResult vks_plan_params_check(const vkscan_plan_params *params, const struct op *op,
                               const struct report *errors);

/* Reports that the primitive has no operator. */
VkResult vks_plan_refuse_operator(const vkscan_plan_params *params, const struct report *errors);

/* Checks parameters with a user operator of a primitive that takes such ones. Errors:
 * RESULT_INVALID, reported. */
VkResult vks_plan_params_check_user(const vkscan_plan_params *params, const struct report *errors);

/* ---- checks: whether the device and the build can run a plan ---- */

#define OPERANDS_IN_BUFFERS                                                                        \
    (uint32_t)(VKSCAN_PLAN_COUNT_IN_BUFFER_BIT | VKSCAN_PLAN_SEED_IN_BUFFER_BIT |                  \
               VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)

/* Checks the flags of a primitive that takes no other flags than COMPILE_NOTHING, DEFER_PIPELINES
 * and COUNT_IN_BUFFER. */
VkResult vks_plan_check_flags(const vkscan_plan_params *params, const struct report *errors);

/* Checks the bytes of a key, which details have if they go by keys, which are called `what`, and
 * else 0. */
VkResult vks_plan_check_key_size(uint32_t size, bool has_keys, const char *what,
                                 const struct report *errors);

/* Checks that the device has the capabilities `needs`, a mask of vkscan_capability. The report
 * says that `what` (a type, an algorithm or an access) with the name needs them. */
VkResult vks_plan_check_capabilities(const struct caps *caps, uint32_t needs, const char *what,
                                     const char *name, const struct report *errors);

/* Checks the modules, capabilities, capacity, buffers and workgroups of a plan that is resolved but
 * for its stages. */
VkResult vks_plan_check(const struct caps *caps, const struct plan *plan,
                        const struct report *errors);

/* Checks that the build has the modules of the plan's stages: it may have the kernels for
 * descriptors, and not those for addresses. */
VkResult vks_plan_check_stages(const struct plan *plan, const struct report *errors);

/* ---- resolving ---- */

/* Checks params and fills in *out. Errors: RESULT_INVALID, RESULT_UNSUPPORTED,
 * RESULT_TOO_LARGE, each reported. */
VkResult vks_plan_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          const struct report *errors, struct plan *out);

/*
 * Resolves params like vks_plan_resolve(), but with an operator that need not be in the API, and in
 * the given shape (NULL: that of the algorithm's policy), for which tests ask. A shape that exceeds
 * the device's limits is RESULT_UNSUPPORTED.
 */
VkResult vks_plan_resolve_with(const struct caps *caps, const vkscan_plan_params *params,
                               const struct op *op, const struct shape *shape,
                               const struct report *errors, struct plan *out);

#endif
