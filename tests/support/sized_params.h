/* SPDX-License-Identifier: MIT */
/* Structures with their sizes, and calls that add the sizes to parameters from rows of tables. */
#ifndef SIZED_PARAMS_H
#define SIZED_PARAMS_H

#include <stddef.h>
#include <string.h>

#include <vkscan/vkscan.h>

/* A vkscan_tuning_policy. */
#define TUNING(algorithm, workgroup_size, items, workgroups, from, to)                             \
    {                                                                                              \
        sizeof(vkscan_tuning_policy), algorithm, workgroup_size, items, workgroups, 0, from, to, 0 \
    }

struct sized_params {
    vkscan_plan_params plan;
    union {
        struct {
            uint32_t struct_size;
            vkscan_primitive primitive;
        } begin;
#define FAMILY(name, files) vkscan_##name##_params name;
#define PLAIN_FAMILY(name, files)
#include "../../src/primitive/primitives.def"
    } own;
};

/* Returns the size of a primitive's own parameters; 0: it has none. */
static inline uint32_t details_size(vkscan_primitive primitive)
{
    uint32_t size = 0;

#define FAMILY(name, files) size = sizeof(vkscan_##name##_params);
#define PLAIN_FAMILY(name, files) size = 0;
#define PRIMITIVE(enumerator, name)                                                                \
    if (primitive == VKSCAN_PRIMITIVE_##enumerator)                                                \
        return size;
#include "../../src/primitive/primitives.def"
    return 0;
}

/* Returns a copy of the parameters with sizes, in *sized; NULL for NULL. */
static inline const vkscan_plan_params *sized_params(struct sized_params *sized,
                                                     const vkscan_plan_params *params)
{
    if (!params)
        return NULL;
    sized->plan = *params;
    sized->plan.struct_size = sizeof(sized->plan);
    const uint32_t size = details_size(params->primitive);
    if (params->details && size) {
        memcpy(&sized->own, params->details, size);
        sized->own.begin.struct_size = size;
        sized->own.begin.primitive = params->primitive;
        sized->plan.details = &sized->own;
    }
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
