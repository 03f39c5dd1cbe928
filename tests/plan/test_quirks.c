/* SPDX-License-Identifier: MIT */
/* What is taken from drivers that report what they cannot do. */

#include "../support/cases.h"
#include "quirks.h"

#define APPLE 0x106b
#define INTEL 0x8086

static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT |
                    VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT,
    .gpu = true,
};

TEST(other_drivers_keep_all)
{
    const struct driver drivers[] = {{0, INTEL, 0}, {VK_DRIVER_ID_MESA_RADV, 0x1002, 1}};

    for (size_t i = 0; i < 2; i++) {
        struct caps caps = gpu;
        assert_null(vks_quirks_apply(&drivers[i], &caps));
        assert_memory_equal(&caps, &gpu, sizeof(gpu));
    }
}

TEST(moltenvk_takes_no_policy_that_nobody_measured)
{
    const struct driver driver = {VK_DRIVER_ID_MOLTENVK, APPLE, 10400};
    struct caps caps = gpu;

    assert_null(vks_quirks_apply(&driver, &caps));
    assert_false(caps.gpu);
    assert_int_equal(caps.capabilities,
                     gpu.capabilities & ~(uint32_t)VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT);
}

TEST(moltenvk_on_intel_has_no_subgroups_before_1_4_2)
{
    struct driver driver = {VK_DRIVER_ID_MOLTENVK, INTEL, 10401};
    struct caps caps = gpu;

    assert_null(vks_quirks_apply(&driver, &caps));
    assert_int_equal(caps.capabilities, VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT);
    driver.version = 10402;
    caps = gpu;
    assert_null(vks_quirks_apply(&driver, &caps));
    assert_true(caps.capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT);
}

TEST(moltenvk_before_1_3_is_refused)
{
    const struct driver driver = {VK_DRIVER_ID_MOLTENVK, APPLE, 10299};
    struct caps caps = gpu;

    assert_string_equal(vks_quirks_apply(&driver, &caps),
                        "MoltenVK below 1.3.0 does not specialize the sizes of arrays");
}

RUN_TESTS(quirks)
