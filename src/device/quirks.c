/* SPDX-License-Identifier: MIT */
/* Drivers that report what they cannot do, and one that can what Vulkan has no word for: a row for
 * each. */
#include "vulkan_device.h"

#include <stddef.h>

#define ANY 0
#define ALL_VERSIONS UINT32_MAX

static const struct quirk {
    const char *name;
    VkDriverId driver;
    uint32_t vendor_id;
    uint32_t before;       /* driver versions below this one */
    uint32_t capabilities; /* that the driver reports and does not have */
    uint32_t more;         /* that it has and cannot report */
    bool measured_only;    /* takes no policies for GPUs: nobody measured them with it */
    const char *unusable;  /* why the driver cannot be used at all; NULL: it can */
} quirks[] = {
    /*
     * Specialization constants that size arrays were ignored until 1.3.0: arrays and arithmetic
     * kept the module's defaults. KhronosGroup/MoltenVK issues 231, 1106, 1421; commit bfb76a60.
     */
    {.name = "MOLTENVK_SPECIALIZED_SIZES",
     .driver = VK_DRIVER_ID_MOLTENVK,
     .before = 10300,
     .unusable = "MoltenVK below 1.3.0 does not specialize the sizes of arrays"},
    /*
     * A fence is a barrier of the workgroup below Metal 3.2, and before that version memory is not
     * coherent between workgroups: single-pass algorithms may wait for ever or read stale tile
     * states. Vulkan does not tell the version. KhronosGroup/MoltenVK issue 973, SPIRV-Cross issue
     * 2473.
     */
    {.name = "MOLTENVK_FENCES",
     .driver = VK_DRIVER_ID_MOLTENVK,
     .before = ALL_VERSIONS,
     .measured_only = true},
    /*
     * SPIRV-Cross does not translate atomics behind an address: "No backing variable for atomic
     * operation" (2021 to commit 6c09849 of 2026).
     */
    {.name = "MOLTENVK_ADDRESS_ATOMICS",
     .driver = VK_DRIVER_ID_MOLTENVK,
     .before = ALL_VERSIONS,
     .capabilities = VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT},
    /* Reductions over a subgroup are wrong on Intel UHD 630. MoltenVK, What's New in 1.4.2. */
    {.name = "MOLTENVK_INTEL_REDUCTIONS",
     .driver = VK_DRIVER_ID_MOLTENVK,
     .vendor_id = 0x8086,
     .before = 10402,
     .capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT},
    /* Verified with driver 580.159.04: shaders compile to F2FP, which rounds so. */
    {.name = "NVIDIA_ROUNDED_HALVES",
     .driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY,
     .before = ALL_VERSIONS,
     .more = VKSCAN_CAPABILITY_ROUNDED_HALVES_BIT},
};

static bool applies(const struct quirk *quirk, const struct driver *driver)
{
    return quirk->driver == driver->id && driver->version < quirk->before &&
           (quirk->vendor_id == ANY || quirk->vendor_id == driver->vendor_id);
}

const char *vks_quirks_apply(const struct driver *driver, struct caps *caps)
{
    const char *unusable = NULL;

    for (size_t i = 0; i < sizeof(quirks) / sizeof(quirks[0]); i++)
        if (applies(&quirks[i], driver)) {
            caps->capabilities &= ~quirks[i].capabilities;
            caps->capabilities |= quirks[i].more;
            caps->gpu = caps->gpu && !quirks[i].measured_only;
            unusable = unusable ? unusable : quirks[i].unusable;
        }
    return unusable;
}
