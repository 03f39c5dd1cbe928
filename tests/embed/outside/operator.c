/* SPDX-License-Identifier: MIT */
/* A program with an operator of its own: the library takes its constant, and none that differs. */
#include "asking.h"
#include "dihedral.h"

int main(void)
{
    vkscan_context_params params = {.struct_size = sizeof(vkscan_context_params),
                                    .header_version = 0};
    vkscan_operator other = dihedral;
    const vkscan_plan_params plan = {.struct_size = sizeof(vkscan_plan_params),
                                     .user_operator = &dihedral};
    const vkscan_plan_params other_plan = {.struct_size = sizeof(vkscan_plan_params),
                                           .user_operator = &other};
    const int found = find_device(&params);
    if (found)
        return found;
    const VkResult taken = vkscan_query_plan(&params, &plan, NULL);
    other.kernel_interface++;
    const VkResult refused = vkscan_query_plan(&params, &other_plan, NULL);
    printf("%d, %d: %s\n", (int)taken, (int)refused, message);
    vkDestroyInstance(params.instance, NULL);
    return taken != VK_SUCCESS || refused != VK_ERROR_VALIDATION_FAILED_EXT ||
           !strstr(message, "and vkscan 0.1.0 has");
}
