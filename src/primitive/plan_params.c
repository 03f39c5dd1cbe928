/* SPDX-License-Identifier: MIT */
#include "plan_params.h"

#include <assert.h>
#include <string.h>

#include "catalogue.h"

VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors)
{
    static const struct sized size = SIZED(vkscan_plan_params, histogram);
    const void *to_own = &params->own, *of_caller;

    const VkResult result = vks_sized_read(&size, given, &params->plan, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct primitive *primitive = vks_catalogue_primitive(params->plan.primitive);
    if (!primitive || !primitive->params)
        return VK_SUCCESS;
    char *member = (char *)&params->plan + primitive->params_member;
    memcpy(&of_caller, member, sizeof(of_caller));
    if (!of_caller)
        return VK_SUCCESS;
    assert(primitive->params_size.size <= sizeof(params->own));
    memcpy(member, &to_own, sizeof(to_own));
    return vks_sized_read(&primitive->params_size, of_caller, &params->own, errors);
}
