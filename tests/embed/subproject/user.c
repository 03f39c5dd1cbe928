/* SPDX-License-Identifier: MIT */
/*
 * An engine that left something out gets a sentence for it, and all else. It left out the textbook,
 * addresses and all but scalars of 32 bits, with REDUCE_U32 also all but reductions of u32.
 */
#include <vkscan/vkscan.h>

/* Values of textbook.h, which the library as one file leaves out with the textbook. */
#define TREE ((vkscan_algorithm)(VKSCAN_ALGORITHM_TEXTBOOK + 2))
#define UNROLLED ((vkscan_algorithm)(VKSCAN_ALGORITHM_TEXTBOOK + 3))

#include "asking.h"

#define LEFT_OUT VK_ERROR_FEATURE_NOT_PRESENT

static const vkscan_sort_params sort = {.struct_size = sizeof(vkscan_sort_params),
                                        .primitive = VKSCAN_PRIMITIVE_SORT};

/* Policies of a whole library: those for what was left out are ignored. */
static const vkscan_tuning_policy policies[] = {
    {.struct_size = sizeof(vkscan_tuning_policy),
     .algorithm = VKSCAN_ALGORITHM_RADIX,
     .workgroup_size = 256,
     .items = 8},
    {.struct_size = sizeof(vkscan_tuning_policy),
     .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
     .workgroup_size = 256,
     .items = 2,
     .primitives = 1u << VKSCAN_PRIMITIVE_REDUCE | 1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN},
};

/* A plan without a type is one of u32. */
static const struct {
    vkscan_plan_params plan;
    VkResult result;
    const char *part; /* of the message */
} expected[] = {
    {{.algorithm = VKSCAN_ALGORITHM_AUTO}, VK_SUCCESS, ""},
    {{.algorithm = VKSCAN_ALGORITHM_BLELLOCH}, VK_SUCCESS, ""},
    {{.algorithm = TREE}, LEFT_OUT, "leaves out algorithm tree"},
    {{.algorithm = UNROLLED}, LEFT_OUT, "leaves out algorithm unrolled"},
    {{.access = VKSCAN_ACCESS_ADDRESSES}, LEFT_OUT, "for descriptors alone"},
    {{.type = VKSCAN_TYPE_I32, .op = VKSCAN_OP_MIN}, VK_SUCCESS, ""},
    {{.type = VKSCAN_TYPE_U64}, LEFT_OUT, "reduce by add of type u64"},
    {{.type = VKSCAN_TYPE_F16, .op = VKSCAN_OP_MAX}, LEFT_OUT, "reduce by max of type f16"},
    {{.type = VKSCAN_TYPE_U32X4, .algorithm = VKSCAN_ALGORITHM_BLELLOCH},
     LEFT_OUT,
     "no algorithm blelloch for add of type u32x4"},
    {{.details = &sort}, VK_ERROR_VALIDATION_FAILED_EXT, "details is not NULL"},
#ifdef REDUCE_U32
    {{.type = VKSCAN_TYPE_F32}, LEFT_OUT, "reduce by add of type f32"},
    {{.type = VKSCAN_TYPE_F32, .algorithm = VKSCAN_ALGORITHM_BLELLOCH},
     LEFT_OUT,
     "no algorithm blelloch for add of type f32"},
    {{.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN}, LEFT_OUT, "the primitive inclusive-scan"},
    {{.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, .algorithm = VKSCAN_ALGORITHM_LOOKBACK},
     LEFT_OUT,
     "the primitive inclusive-scan"},
    {{.primitive = VKSCAN_PRIMITIVE_SORT, .details = &sort}, LEFT_OUT, "the primitive sort"},
#else
    {{.type = VKSCAN_TYPE_F32}, VK_SUCCESS, ""},
    {{.type = VKSCAN_TYPE_F32, .op = VKSCAN_OP_MIN}, VK_SUCCESS, ""},
    {{.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN}, VK_SUCCESS, ""},
#endif
};

int main(void)
{
    vkscan_context_params params = {.struct_size = sizeof(vkscan_context_params),
                                    .header_version = 0,
                                    .policies = policies,
                                    .policy_count = 2};
    int failed = 0, algorithms = 0;
    const int found = find_device(&params);
    if (found)
        return found;
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        message[0] = '\0';
        vkscan_plan_params plan = expected[i].plan;
        plan.struct_size = sizeof(plan);
        plan.type = plan.type ? plan.type : VKSCAN_TYPE_U32;
        const VkResult result = vkscan_query_plan(&params, &plan, NULL);
        if (result != expected[i].result || !strstr(message, expected[i].part)) {
            printf("case %u gave %d: %s\n", (unsigned)i, (int)result, message);
            failed++;
        }
    }
    vkDestroyInstance(params.instance, NULL);
    while (vkscan_algorithm_name((vkscan_algorithm)algorithms))
        algorithms++;
    if (algorithms <= VKSCAN_ALGORITHM_COLUMNS)
        printf("algorithm %d has no name\n", algorithms);
    return failed > 0 || algorithms <= VKSCAN_ALGORITHM_COUNTERS;
}
