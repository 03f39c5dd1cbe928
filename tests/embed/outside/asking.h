/* SPDX-License-Identifier: MIT */
/* What a program has that only asks the first device there is, and keeps the last sentence. */
#include <stdio.h>
#include <string.h>

#include <vulkan/vulkan.h>

#include <vkscan/vkscan.h>

static char message[512];

static void VKAPI_CALL keep(void *user, const vkscan_message *given)
{
    (void)user;
    snprintf(message, sizeof(message), "%s", given->text);
}

/* 77, a skip, if there is no device. */
static int find_device(vkscan_context_params *params)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    uint32_t count = 1;

    params->get_instance_proc_addr = vkGetInstanceProcAddr;
    params->message = keep;
    if (vkCreateInstance(&info, NULL, &params->instance) != VK_SUCCESS)
        return 77;
    vkEnumeratePhysicalDevices(params->instance, &count, &params->physical_device);
    return count ? 0 : 77;
}
