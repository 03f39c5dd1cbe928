/* SPDX-License-Identifier: MIT */
#include "gpu.h"

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                 void *user)
{
    struct gpu *gpu = user;

    (void)severity;
    (void)types;
    gpu->messages++;
    fprintf(stderr, "validation: %s\n", data->pMessage);
    return VK_FALSE;
}

void gpu_create_instance(struct gpu *gpu)
{
    const bool validate = gpu->options.validate;
    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = on_message,
        .pUserData = gpu};
    const VkValidationFeatureEnableEXT synchronization =
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    /* The messenger in the chain hears what is said while the instance is created and destroyed. */
    const VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                              .pNext = &messenger,
                                              .enabledValidationFeatureCount = 1,
                                              .pEnabledValidationFeatures = &synchronization};
    const char *layer = "VK_LAYER_KHRONOS_validation";
    const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    /* Devices need 1.2, which requires timeline semaphores; 1.3 is for the features of those that
     * have it. vkscan itself needs 1.1. */
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .pApplicationName = "vkscan example",
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pNext = validate ? &features : NULL,
                                       .pApplicationInfo = &application,
                                       .enabledLayerCount = validate,
                                       .ppEnabledLayerNames = &layer,
                                       .enabledExtensionCount = validate,
                                       .ppEnabledExtensionNames = &extension};

    const VkResult created = vkCreateInstance(&info, NULL, &gpu->instance);
    if (created == VK_ERROR_INCOMPATIBLE_DRIVER) /* of no driver at all */
        gpu_has_no_device();
    CHECK(created);
    if (validate) {
        const PFN_vkCreateDebugUtilsMessengerEXT create =
            (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                gpu->instance, "vkCreateDebugUtilsMessengerEXT");
        CHECK(create(gpu->instance, &messenger, NULL, &gpu->messenger));
    }
}

void gpu_destroy_instance(struct gpu *gpu)
{
    if (gpu->messenger) {
        const PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                gpu->instance, "vkDestroyDebugUtilsMessengerEXT");
        destroy(gpu->instance, gpu->messenger, NULL);
    }
    vkDestroyInstance(gpu->instance, NULL);
}
