/* SPDX-License-Identifier: MIT */
/*
 * The harness of the GPU tests: a device, a context that keeps the last message, a pool of plans,
 * and functions that run a plan over poisoned buffers and check the result against the CPU's.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backtraces.h"
#include "context.h"
#include "gpu.h"
#include "reference.h"
#include "sized_params.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* The amount of work of a test: VKSCAN_TEST_SIZE, which meson's setups set. */
enum harness_size { SIZE_SMALL, SIZE_LARGE, SIZE_EXHAUSTIVE };

struct harness {
    struct gpu gpu;
    enum harness_size size;
    unsigned turn; /* differs by subgroup size, so that tests try another part of a product */
    vkscan_context *context;
    char message[512]; /* the last error of the context */
    char hint[512];    /* the last hint on performance */
    unsigned messages;
    /* Records commands before a run; NULL: nothing is recorded. */
    void (*before_run)(VkCommandBuffer commands, const void *user);
    const void *before_run_user;
};

/*
 * Defines a case, TEST(name) { ... }, whose code has the struct harness *h. The case fails, too, if
 * the validation layers said anything. Cases run in the order of the file.
 */
#define TEST(name)                                                                                 \
    static void name(struct harness *h);                                                           \
    static void run_##name(void **given)                                                           \
    {                                                                                              \
        backtraces_on_crash();                                                                     \
        name(*given);                                                                              \
    }                                                                                              \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        harness_add(#name, run_##name, harness_assert_silent);                                     \
    }                                                                                              \
    static void name(struct harness *h)

/* Returns of how many members of a product one is tried: of `small` or `large` in these sizes, of
 * one in the exhaustive size. */
size_t harness_turns(const struct harness *h, size_t small, size_t large);

void harness_add(const char *name, CMUnitTestFunction run, CMFixtureFunction teardown);
int harness_assert_silent(void **state); /* state: the struct harness */

/*
 * Defines main() of a GPU test, which opens the device, runs the cases and closes the device.
 * Without a device the exit status is 77, a skip; with VKSCAN_REQUIRE_DEVICE set it is a failure.
 * VKSCAN_TEST_FILTER names the cases to run, with * and ?; by default all run.
 *
 * HARNESS_MAIN has the validation layer, which tests of recording, binding, barriers and limits
 * need. HARNESS_MAIN_WITHOUT_VALIDATION is for tests in which only results are new, because other
 * tests record each algorithm and primitive with the layer.
 */
#define HARNESS_MAIN(group)                                                                        \
    int main(void)                                                                                 \
    {                                                                                              \
        return harness_main(#group, true);                                                         \
    }
#define HARNESS_MAIN_WITHOUT_VALIDATION(group)                                                     \
    int main(void)                                                                                 \
    {                                                                                              \
        return harness_main(#group, false);                                                        \
    }
int harness_main(const char *group, bool validation);

/* Creates a further context on the device, which ignores some capabilities. */
vkscan_context *harness_context(struct harness *h, uint32_t ignored_capabilities);

/* Destroys a further context, after all plans that the pool has on it. */
void harness_context_destroy(vkscan_context *context);

vkscan_context_params harness_context_params(struct harness *h);

/* Asserts that `result` is `expected` and that the last message contains `part`. */
void harness_assert_error(struct harness *h, VkResult result, VkResult expected, const char *part);

/* The places of a run's buffers. */
struct placement {
    uint32_t source_offset, destination_offset, scratch_steps; /* elements; scratch alignments */
    bool in_place; /* source and destination have one type */
};

struct bound; /* a plan and its buffers */

struct bound *harness_bind(struct harness *h, vkscan_plan *plan, struct placement where);
const vkscan_plan *harness_bound_plan(const struct bound *bound);
void harness_unbind(struct harness *h, struct bound *bound);

/* Returns access by address, or by descriptor sets if the device lacks addresses. */
vkscan_access harness_addresses(const struct harness *h);

/* ---- persistent state, in the first vkscan_plan_info::scratch_zeroed bytes of the scratch ---- */

/* Fills all of it with zeros. */
void harness_zero_scratch(struct harness *h, struct bound *bound);

/* Fills its first words. */
void harness_fill_scratch(struct harness *h, struct bound *bound, const uint32_t *words,
                          uint32_t count);

/* Sets one of its words. */
void harness_set_scratch(struct harness *h, struct bound *bound, uint32_t index, uint32_t word);

/* Returns one of its words. */
uint32_t harness_get_scratch(struct harness *h, struct bound *bound, uint32_t index);

/* ---- runs ---- */

/* Runs, and returns the downloaded destination, which has room for the capacity. Asserts that the
 * poison in front of it is still there, in the same word too if elements have 8 or 16 bits. */
const void *harness_run(struct harness *h, struct bound *bound, const void *source, uint64_t count,
                        const void *seed);

/* Runs over generated data and asserts that the result is right and nothing else was written. */
void harness_check(struct harness *h, struct bound *bound, enum reference_data data, uint64_t count,
                   const void *seed);

/* Binds the plan, checks a run over `count` random elements, and unbinds. */
void harness_check_once(struct harness *h, vkscan_plan *plan, struct placement where,
                        uint64_t count);

/*
 * Runs over random u32, with a seed, and asserts that the results from element `first` on (0 for a
 * reduction) are those of a loop. With the operator that does not commute, in which every element
 * has an inverse, a lost element always shows, and elements out of order nearly always.
 */
void harness_check_order(struct harness *h, struct bound *bound,
                         uint32_t (*combine)(uint32_t left, uint32_t right), uint64_t count,
                         uint64_t first);

/*
 * Returns the pool's plan for these parameters. The pool has one plan for each distinct
 * configuration, because compiling pipelines takes nearly all of the tests' time, and destroys the
 * plans with their context.
 */
vkscan_plan *harness_plan(vkscan_context *context, vkscan_plan_params params);

/* Returns the pool's plan with an operator and a shape of the test's own. */
vkscan_plan *harness_plan_with(vkscan_context *context, vkscan_plan_params params,
                               const struct op *op, const struct shape *shape);

/* Returns the pool's plan for one that is resolved already. */
vkscan_plan *harness_plan_resolved(vkscan_context *context, const struct plan *plan);

/* Destroys the pool's plans on a context. */
void harness_forget_plans(vkscan_context *context);

/* Resolves the parameters on a device of these capabilities, for harness_plan_resolved. */
void harness_resolve(vkscan_context *context, const struct caps *caps,
                     const vkscan_plan_params *params, const struct op *op,
                     const struct shape *shape, struct plan *plan);

/* Returns the place of a specialization constant of the plan's first stage; NULL if there is none
 * with that id. */
uint32_t *harness_constant(struct plan *plan, uint32_t id);

/* The operator that does not commute: tests/operators/dihedral.glsl. */
extern const struct op harness_dihedral;

/* Computes what harness_dihedral does. */
uint32_t harness_compose_dihedral(uint32_t first, uint32_t second);

#endif
