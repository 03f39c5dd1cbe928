/* SPDX-License-Identifier: MIT */
/* An engine that left the textbook out: it gets a sentence for it, and all else. */
#include <stdio.h>
#include <string.h>

#include <vulkan/vulkan.h>

#include <vkscan/vkscan.h>

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

static int expect(const vkscan_context_params *params, vkscan_algorithm algorithm,
                  VkResult expected, const char *part)
{
    const vkscan_plan_params plan = {.algorithm = algorithm, .capacity = 1000};

    message[0] = '\0';
    const VkResult result = vkscan_query_plan(params, &plan, NULL);
    if (result == expected && strstr(message, part))
        return 0;
    printf("%s gave %d: %s\n", vkscan_algorithm_name(algorithm), (int)result, message);
    return 1;
}

int main(void)
{
    vkscan_context_params params = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                    .message = keep};
    const int found = find_device(&params);
    if (found)
        return found;
    const int failed =
        expect(&params, VKSCAN_ALGORITHM_AUTO, VK_SUCCESS, "") +
        expect(&params, VKSCAN_ALGORITHM_BLELLOCH, VK_SUCCESS, "") +
        expect(&params, VKSCAN_ALGORITHM_TREE, VK_ERROR_FEATURE_NOT_PRESENT, "the textbook's") +
        expect(&params, VKSCAN_ALGORITHM_UNROLLED, VK_ERROR_FEATURE_NOT_PRESENT, "the textbook's");
    vkDestroyInstance(params.instance, NULL);
    return failed > 0;
}
