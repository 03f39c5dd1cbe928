/* SPDX-License-Identifier: MIT */
/* What is peculiar to user operators: constants that are refused. tests/check draws the operators
 * themselves, in every algorithm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/operators/dot_f32.h>
#include <vkscan/operators/in_front_f32x3.h>
#include <vkscan/operators/kahan_sum_f32.h>

#include <vkscan/textbook.h>

#include "affine.h"
#include "heisenberg.h"
#include "kernel_interface.h"
#include "port_buffers.h"
#include "ports.h"
#include "refusals.h"
#include "weave.h"

#define CAPACITY 3001
#define REVERSE VKSCAN_PLAN_REVERSE_BIT

/* What is lost by one addition of floats is kept. */
TEST(kahan_sums_keep_what_rounding_loses)
{
    const vkscan_plan_params params = {.user_operator = &vkscan_kahan_sum_f32, .capacity = 3000};
    struct memory source = memory_open(h, 0, 12000), destination = memory_open(h, 0, 8);
    struct ports ports = ports_open(h, harness_plan(h->context, params),
                                    (struct port_buffers){
                                        .source = memory_range(&source),
                                        .destination = memory_range(&destination),
                                    });
    float result;

    for (uint32_t i = 0; i < 3000; i++)
        memory_set_word(&source, i, reference_bits(i % 3 == 0 ? 1e8f : i % 3 == 1 ? 1 : -1e8f));
    memory_upload(h, &source);
    ports_run(h, &ports, 3000, NULL);
    memory_download(h, &destination);
    memcpy(&result, memory_after(&destination), sizeof(result));
    assert_true(result == 1000);
    ports_close(h, &ports);
    memory_close(h, &source);
    memory_close(h, &destination);
}

/* In place an element has the size of what it takes the place of. */
TEST(second_sources_are_refused_in_sentences)
{
    static const struct bad_buffers of_floats[] = {
        {{SET(second_source.buffer, 0)}, "second_source.buffer is NULL"},
        {{SET(second_source.size, 4 * CAPACITY - 4)},
         "second_source.size of 12000 bytes is too small: the plan needs 12004"},
        {{SET(second_source.offset, 2)}, "second_source.offset 2 is not a multiple of 4"},
        {{LIKE(destination, second_source), ADD(destination.offset, 4)},
         "destination and second_source overlap: in place they are at the same offset"},
        {{LIKE(scratch, second_source)}, "scratch overlaps the second_source"},
    };
    static const struct bad_buffers of_pairs[] = {
        {{LIKE(destination, second_source)},
         "destination and second_source overlap: in place their elements have one size"},
    };

    for (size_t i = 0; i < 2 && h->context->caps.max_storage_buffers >= BINDING_COUNT; i++) {
        const vkscan_operator *user = i ? &weave : &vkscan_dot_f32;
        vkscan_plan *plan = harness_plan(
            h->context, (vkscan_plan_params){.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                             .user_operator = user,
                                             .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                             .flags = REVERSE,
                                             .capacity = CAPACITY});
        struct memory source = memory_open(h, 0, CAPACITY * user->input_size);
        struct memory second = memory_open(h, 0, CAPACITY * user->second_size);
        struct memory destination = memory_open(h, 0, CAPACITY * user->element_size);
        struct ports ports =
            ports_open(h, plan,
                       (struct port_buffers){.source = memory_range(&source),
                                             .second_source = memory_range(&second),
                                             .destination = memory_range(&destination)});
        refuse_rows(h, plan, &ports.buffers, i ? of_pairs : of_floats,
                    i ? COUNT_OF(of_pairs) : COUNT_OF(of_floats));
        ports_close(h, &ports);
        memory_close(h, &source);
        memory_close(h, &second);
        memory_close(h, &destination);
    }
}

/* ---- constants that are refused ---- */

static void query_operator(struct harness *h, const vkscan_operator *user, const char *part)
{
    const vkscan_context_params on = harness_context_params(h);
    const vkscan_plan_params params = {.user_operator = user, .capacity = 10};

    harness_assert_error(h, sized_query_plan(&on, &params, NULL), INVALID, part);
}

static const char *stale(uint32_t number)
{
    static char sentence[160];

    snprintf(
        sentence, sizeof(sentence),
        "operator affine is of kernel interface %u, and vkscan 0.1.0 has %u: compile it with the "
        "vkscan-operator of this version",
        number, KERNEL_INTERFACE);
    return sentence;
}

TEST(damaged_constants_are_refused)
{
    const uint32_t count = affine.module_count;
    vkscan_operator_module *modules = malloc(count * sizeof(*modules));
    const uint32_t size = affine.modules[0].size;
    uint8_t *code = malloc(size);
    /* Sizes that cannot be, and from the second byte on ones that may be, with no code. */
    static const uint8_t bad[] = {1, 6, 8, 0xff};
    vkscan_operator user;
    vkscan_plan *plan;

    assert_non_null(modules);
    assert_non_null(code);
    memcpy(modules, affine.modules, count * sizeof(*modules));
    memcpy(code, affine.modules[0].bytes, size);
    modules[0].bytes = code;
#define WITH(change, part)                                                                         \
    do {                                                                                           \
        user = affine;                                                                             \
        user.modules = modules;                                                                    \
        change;                                                                                    \
        query_operator(h, &user, part);                                                            \
    } while (0)
    WITH(user.magic++, "user_operator is no constant of vkscan-operator: it begins with 0x");
    WITH(user.kernel_interface--, stale(KERNEL_INTERFACE - 1));
    WITH(user.kernel_interface++, stale(KERNEL_INTERFACE + 1));
    WITH(user.name = NULL, "damaged: it has no name");
    WITH(user.name = "other",
         "operator other is damaged: its checksum is not that of its contents");
    WITH(user.element_size = 6, "damaged: its elements have no size that there is");
    WITH(user.input_size = 20, "damaged: its elements have no size that there is");
    WITH(user.second_size = 20, "damaged: its elements have no size that there is");
    WITH(user.second_size = 4, "damaged: its checksum");
    WITH(user.element_size = 4, "damaged: its elements have no size that there is");
    WITH(user.seed_size = 0, "damaged: its elements have no size that there is");
    WITH(user.element_size = user.seed_size = 4, "damaged: its checksum");
    WITH(user.flags = 4, "damaged: it has unknown flags");
    WITH(user.flags = VKSCAN_OPERATOR_PREDICATE_BIT, "damaged: its checksum");
    WITH(user.flags = VKSCAN_OPERATOR_COMMUTATIVE_BIT, "damaged: its checksum");
    WITH(user.modules = NULL, "damaged: it has no modules");
    WITH(user.module_count--, "damaged: its checksum");
    WITH(user.module_count = UINT32_MAX, "damaged: its checksum");
    WITH(user.checksum ^= 1, "damaged: its checksum");
    code[size - 1] ^= 0x10;
    WITH((void)0, "damaged: its checksum");
    code[size - 1] ^= 0x10;
    modules[0].bytes = NULL;
    WITH((void)0, "damaged: one of its modules has no name or no bytes, or its reserved is not 0");
    modules[0].bytes = code;
    modules[0].reserved = 1;
    WITH((void)0, "or its reserved is not 0");
    modules[0].reserved = 0;
    modules[0].size--;
    WITH((void)0, "damaged: its checksum");
    modules[0].size = UINT32_MAX;
    WITH((void)0, "damaged: its checksum");
#undef WITH
    const vkscan_plan_params params = {
        .user_operator = &affine, .capacity = 10, .flags = VKSCAN_PLAN_DEFER_PIPELINES_BIT};
    vkscan_context_trim(h->context);
    assert_int_equal(sized_plan_create(h->context, &params, &plan), VK_SUCCESS);
    plan->plan.user_op.user = &user; /* as if its checksums were right */
    for (uint32_t at = 0; at < 2; at++) {
        for (uint32_t i = 0; i < count; i++)
            modules[i] = (vkscan_operator_module){affine.modules[i].name, bad + at, 3, 0};
        harness_assert_error(h, vkscan_plan_compile(plan, 0), INVALID, "the module is damaged");
    }
    vkscan_plan_destroy(plan);
    free(modules);
    free(code);
}

TEST(what_an_operator_stands_for_is_refused)
{
    static const struct bad_plan rows[] = {
        {{.user_operator = &affine, .op = VKSCAN_OP_MAX},
         "op, type and out_type have to be 0: user operator affine is in their place",
         0},
        {{.user_operator = &affine, .type = VKSCAN_TYPE_U64}, "have to be 0", 0},
        {{.user_operator = &affine, .algorithm = VKSCAN_ALGORITHM_TREE},
         "operator affine has no kernels of algorithm tree, one of the textbook's",
         0},
        {{.user_operator = &affine, .primitive = VKSCAN_PRIMITIVE_PARTITION},
         "user operator affine is no predicate, and partition takes nothing else",
         0},
        {{.user_operator = &vkscan_in_front_f32x3},
         "user operator vkscan_in_front_f32x3 is a predicate, for select and partition: reduce "
         "takes none",
         0},
        {{.user_operator = &vkscan_in_front_f32x3, .primitive = VKSCAN_PRIMITIVE_SORT},
         "op, out_type and user_operator have to be 0: a sort has no operator",
         0},
        {{.user_operator = &affine,
          .determinism = VKSCAN_DETERMINISM_EVERYWHERE,
          .algorithm = VKSCAN_ALGORITHM_SINGLE},
         "the algorithm is blelloch, or auto",
         0},
    };

    REFUSE_PLANS(h, rows);
    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT)
        refuse_plan(
            h,
            (vkscan_plan_params){.user_operator = &heisenberg, .access = VKSCAN_ACCESS_ADDRESSES},
            0, UNSUPPORTED, "heisenberg has algorithm");
}

HARNESS_MAIN(operators)
