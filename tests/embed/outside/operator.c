/* SPDX-License-Identifier: MIT */
/* A program with an operator of its own: the library takes its constant, and none that differs. */
#include <stdio.h>
#include <string.h>

#include <vulkan/vulkan.h>

#include "dihedral.h"

static char message[512];

static void keep(void *user, VkResult result, const char *text)
{
    (void)user;
    (void)result;
    snprintf(message, sizeof(message), "%s", text);
}

/* The first device there is; 77, a skip, if there is none. */
static int find_device(vkscan_context_params *params)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    uint32_t count = 1;

    if (vkCreateInstance(&info, NULL, &params->instance) != VK_SUCCESS)
        return 77;
    vkEnumeratePhysicalDevices(params->instance, &count, &params->physical_device);
    return count ? 0 : 77;
}

int main(void)
{
    vkscan_context_params params = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                    .message = keep};
    vkscan_operator other = dihedral;
    const vkscan_plan_params plan = {.user_operator = &dihedral};
    const vkscan_plan_params other_plan = {.user_operator = &other};
    const int found = find_device(&params);
    if (found)
        return found;
    const VkResult taken = vkscan_query_plan(&params, &plan, NULL);
    other.version += VK_MAKE_API_VERSION(0, 0, 1, 0);
    const VkResult refused = vkscan_query_plan(&params, &other_plan, NULL);
    printf("%d, %d: %s\n", (int)taken, (int)refused, message);
    vkDestroyInstance(params.instance, NULL);
    return taken != VK_SUCCESS || refused != VK_ERROR_VALIDATION_FAILED_EXT ||
           !strstr(message, "operator dihedral is of vkscan 0.2.0, and this is 0.1.0");
}
