/* SPDX-License-Identifier: MIT */
/* Structures with their sizes, and calls that add the sizes to parameters from rows of tables. */
#ifndef SIZED_PARAMS_H
#define SIZED_PARAMS_H

#include <stddef.h>

#include <vkscan/vkscan.h>

/* A vkscan_tuning_policy: algorithm, workgroup_size, items, workgroups, from, to. */
#define TUNING(...)                                                                                \
    {                                                                                              \
        sizeof(vkscan_tuning_policy), __VA_ARGS__, 0                                               \
    }

struct sized_params {
    vkscan_plan_params plan;
#define FAMILY(name, files) vkscan_##name##_params name;
#include "../../src/primitive/primitives.def"
};

/* Returns a copy of the parameters with sizes, in *sized; NULL for NULL. */
static inline const vkscan_plan_params *sized_params(struct sized_params *sized,
                                                     const vkscan_plan_params *params)
{
    if (!params)
        return NULL;
    sized->plan = *params;
    sized->plan.struct_size = sizeof(sized->plan);
#define FAMILY(name, files)                                                                        \
    if (params->name) {                                                                            \
        sized->name = *params->name;                                                               \
        sized->name.struct_size = sizeof(sized->name);                                             \
        sized->plan.name = &sized->name;                                                           \
    }
#include "../../src/primitive/primitives.def"
    return &sized->plan;
}

static inline VkResult sized_plan_create(vkscan_context *context, const vkscan_plan_params *params,
                                         vkscan_plan **out)
{
    struct sized_params sized;

    return vkscan_plan_create(context, sized_params(&sized, params), out);
}

static inline VkResult sized_query_plan(const vkscan_context_params *on,
                                        const vkscan_plan_params *params, vkscan_plan_info *info)
{
    struct sized_params sized;

    return vkscan_query_plan(on, sized_params(&sized, params), info);
}

static inline vkscan_plan_info sized_plan_info(const vkscan_plan *plan)
{
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    vkscan_plan_get_info(plan, &info);
    return info;
}

#endif
