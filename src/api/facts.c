/* SPDX-License-Identifier: MIT */
/* A device as numbers, which a program may store: vkscan_device_facts. */
#include "context.h"

static const struct sized facts_size = SIZED_RESERVED(vkscan_device_facts, reserved);

/* Members that facts and capabilities have under one name. */
#define FACTS(X)                                                                                   \
    X(capabilities)                                                                                \
    X(subgroup_size)                                                                               \
    X(max_subgroups)                                                                               \
    X(max_workgroup_size)                                                                          \
    X(max_workgroup_count)                                                                         \
    X(shared_memory)                                                                               \
    X(max_storage_buffers)                                                                         \
    X(max_range)                                                                                   \
    X(range_alignment)                                                                             \
    X(vendor_id)                                                                                   \
    X(gpu)                                                                                         \
    X(multiprocessors)

VkResult vkscan_query_facts(const vkscan_context_params *given, vkscan_device_facts *facts)
{
    struct wanted wanted;
    struct caps caps;
    const VkResult result = vks_query_device(given, "facts", &facts_size, facts, &wanted, &caps);

    if (result != VK_SUCCESS)
        return result;
#define X(member) .member = caps.member,
    const vkscan_device_facts found = {FACTS(X)};
#undef X
    vks_sized_write(&facts_size, &found, facts);
    return VK_SUCCESS;
}

/* Checks that numbers are some that a device of Vulkan 1.1 can have: plans divide by them. */
static VkResult check_facts(const vkscan_device_facts *facts, const struct report *errors)
{
    const struct {
        const char *name;
        uint32_t value, least, most;
        bool is_power;
    } rows[] = {
        {"subgroup_size", facts->subgroup_size, 1, 128, true},
        {"max_workgroup_size", facts->max_workgroup_size, 128, UINT32_MAX, false},
        {"max_workgroup_count", facts->max_workgroup_count, 65535, UINT32_MAX, false},
        {"shared_memory", facts->shared_memory, 16384, UINT32_MAX, false},
        {"max_storage_buffers", facts->max_storage_buffers, 4, UINT32_MAX, false},
        {"max_range", facts->max_range, 1u << 27, UINT32_MAX, false},
        {"range_alignment", facts->range_alignment, 1, 256, true},
        {"gpu", facts->gpu, 0, 1, false},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].value < rows[i].least || rows[i].value > rows[i].most ||
            (rows[i].is_power && rows[i].value & (rows[i].value - 1)))
            return vks_report(errors, RESULT_INVALID,
                              "facts->%s is %u, which no device has: take what vkscan_query_facts "
                              "wrote",
                              rows[i].name, rows[i].value);
    return VK_SUCCESS;
}

VkResult vks_facts_read(const vkscan_context_params *params, const struct report *errors,
                        struct caps *caps)
{
    vkscan_device_facts facts;
    VkResult result = vks_sized_read(&facts_size, params->facts, &facts, errors);

    if (result == VK_SUCCESS)
        result = check_facts(&facts, errors);
    if (result != VK_SUCCESS)
        return result;
#define X(member) .member = facts.member,
    *caps = (struct caps){FACTS(X).tuning = {params->policies, params->policy_count,
                                             params->spin_limit, params->multiprocessors}};
#undef X
    caps->capabilities &= ~params->ignored_capabilities;
    return vks_catalogue_check_tuning(&caps->tuning, errors);
}
