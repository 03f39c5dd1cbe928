/* SPDX-License-Identifier: MIT */
/*
 * What the GPU tests share: a device, a context that keeps the last message, a pool of plans, and
 * functions that run a plan over poisoned buffers and check the result against the CPU's.
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
#include "resolve.h"
#include "sized_params.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* How much a test does: VKSCAN_TEST_SIZE, which meson's setups set; the same in small and large. */
enum harness_size { SIZE_NORMAL, SIZE_EXHAUSTIVE };

struct harness {
    struct gpu gpu;
    enum harness_size size;
    unsigned turn; /* differs by subgroup size: where tests try a part of a product, another one */
    vkscan_context *context;
    char message[512]; /* the context's last */
    unsigned messages;
    /* What is recorded before a run; NULL: nothing. */
    void (*before_run)(VkCommandBuffer commands, const void *user);
    const void *before_run_user;
};

/*
 * A case, TEST(name) { ... } with the struct harness *h, which also fails if the validation layers
 * said anything; run in the order of the file.
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

void harness_add(const char *name, CMUnitTestFunction run, CMFixtureFunction teardown);
int harness_assert_silent(void **state); /* the struct harness */

/*
 * main() of a GPU test: opens the device, runs the cases, closes. Without a device the result is
 * 77, a skip, or with VKSCAN_REQUIRE_DEVICE set a failure. VKSCAN_TEST_FILTER names the cases to
 * run, with * and ?; by default all.
 *
 * With the validation layer, as tests of recording, binding, barriers and limits need it; or
 * without, where only results are new: each algorithm and primitive was recorded with it elsewhere.
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

/* A further context on the device, that ignores some capabilities. */
vkscan_context *harness_context(struct harness *h, uint32_t ignored_capabilities);

/* Destroys a further context, and before it all plans that the pool has on it. */
void harness_context_destroy(vkscan_context *context);

vkscan_context_params harness_context_params(struct harness *h);

/* Asserts that result is expected and that the last message contains part. */
void harness_assert_error(struct harness *h, VkResult result, VkResult expected, const char *part);

/* Where a run's buffers lie. */
struct placement {
    uint32_t source_offset, destination_offset, scratch_steps; /* elements; scratch alignments */
    bool in_place;                                             /* of one type */
};

struct bound; /* a plan and buffers */

struct bound *harness_bind(struct harness *h, vkscan_plan *plan, struct placement where);
const vkscan_plan *harness_bound_plan(const struct bound *bound);
void harness_unbind(struct harness *h, struct bound *bound);

/* Descriptor sets where the device lacks addresses. */
vkscan_access harness_addresses(const struct harness *h);

/* The words of the scratch that runs keep from one to the next (vkscan_plan_info::scratch_zeroed):
 * fills them with zeros, or the first ones with words; sets or gets one. */
void harness_zero_scratch(struct harness *h, struct bound *bound);
void harness_fill_scratch(struct harness *h, struct bound *bound, const uint32_t *words,
                          uint32_t count);
void harness_set_scratch(struct harness *h, struct bound *bound, uint32_t index, uint32_t word);
uint32_t harness_get_scratch(struct harness *h, struct bound *bound, uint32_t index);

/* Runs and downloads: the destination of a full count. What lies around it is poison still, and of
 * 8- and 16-bit elements in the same words too. */
const void *harness_run(struct harness *h, struct bound *bound, const void *source, uint64_t count,
                        const void *seed);

/* Runs over generated data and asserts that the result is right and nothing else was written. */
void harness_check(struct harness *h, struct bound *bound, enum reference_data data, uint64_t count,
                   const void *seed);

/* Binds, checks so many random elements, and unbinds. */
void harness_check_once(struct harness *h, vkscan_plan *plan, struct placement where,
                        uint64_t count);

/*
 * Runs over random u32, with a seed, and asserts that the results from element `first` on (0 for a
 * reduction) are what a loop makes of it. With the operator that does not commute, of which every
 * element has an inverse, none that is lost can hide, and of those out of order few.
 */
void harness_check_order(struct harness *h, struct bound *bound,
                         uint32_t (*combine)(uint32_t left, uint32_t right), uint64_t count,
                         uint64_t first);

/*
 * Plans of a pool, which has one for each distinct configuration and destroys them with their
 * context: as the API has it, with a shape and an operator of one's own, or resolved already.
 * Compiling pipelines takes nearly all of the tests' time.
 */
vkscan_plan *harness_plan(vkscan_context *context, vkscan_plan_params params);

vkscan_plan *harness_plan_with(vkscan_context *context, vkscan_plan_params params,
                               const struct op *op, const struct shape *shape);
vkscan_plan *harness_plan_resolved(vkscan_context *context, const struct plan *plan);

/* What the parameters come to on a device of these capabilities; pass it to harness_plan_resolved.
 */
void harness_resolve(vkscan_context *context, const struct caps *caps,
                     const vkscan_plan_params *params, const struct op *op,
                     const struct shape *shape, struct plan *plan);

/* A specialization constant of the plan's first stage; NULL if it has none with that id. */
uint32_t *harness_constant(struct plan *plan, uint32_t id);

/* The operator that does not commute, of tests/operators/dihedral.glsl; and what it computes. */
extern const struct op harness_dihedral;
uint32_t harness_compose_dihedral(uint32_t first, uint32_t second);

#endif
