/* SPDX-License-Identifier: MIT */
/*
 * What holds of the library's policies, whatever they are. What AUTO makes of them, and of the
 * caller's, is in plans.txt.
 */

#include "../support/cases.h"
#include "../support/sized_params.h"
#include "interface.h"
#include "resolve.h"

static const struct report errors = {0};

/* ---- devices ---- */

/* A software device of what Vulkan guarantees, but with subgroups. */
static const struct caps least = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
    .subgroup_size = 32,
    .max_workgroup_size = 128,
    .max_workgroup_count = 65535,
    .shared_memory = 16384,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
    .vendor_id = 0x10005,
};

static struct caps tuned(struct caps caps, const vkscan_tuning_policy *policies, uint32_t count)
{
    caps.tuning.policies = policies;
    caps.tuning.policy_count = count;
    return caps;
}

/* ---- plans ---- */

static struct plan resolve(const struct caps *caps, vkscan_algorithm algorithm,
                           vkscan_primitive primitive, uint64_t capacity)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = capacity};
    struct plan plan;

    assert_int_equal(vks_plan_resolve(caps, &params, &errors, &plan), VK_SUCCESS);
    return plan;
}

static struct plan histogram(const struct caps *caps, uint64_t capacity)
{
    static const vkscan_histogram_params bins = {.bins = 256, .last = 256};
    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .capacity = capacity, .histogram = &bins};
    struct plan plan;

    assert_int_equal(vks_plan_resolve(caps, &params, &errors, &plan), VK_SUCCESS);
    return plan;
}

/* ---- the library's policies ---- */

/* They obey what is asked of the caller's, so that printed ones can be given back. */
TEST(the_library_s_policies_are_such_as_it_accepts)
{
    static const struct {
        uint32_t devices, element_size;
    } lists[] = {{DEVICES_ANY, 0},
                 {DEVICES_GPU, 0},
                 {DEVICES_GPU, 1},
                 {DEVICES_GPU, 2},
                 {DEVICES_GPU, POLICY_PACKED | 1},
                 {DEVICES_GPU, POLICY_PACKED | 2},
                 {DEVICES_NVIDIA, 0},
                 {DEVICES_NVIDIA, 1},
                 {DEVICES_NVIDIA, 2},
                 {DEVICES_NVIDIA, POLICY_PACKED | 1},
                 {DEVICES_NVIDIA, POLICY_PACKED | 2},
                 {DEVICES_NVIDIA, POLICY_HALF | 2},
                 {DEVICES_NVIDIA, 8},
                 {DEVICES_NVIDIA, 12},
                 {DEVICES_NVIDIA, 16}};
    const struct algorithm *entry;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++) {
        uint32_t checked = 0, all = 0;
        for (size_t l = 0; l < COUNT_OF(lists); l++) {
            vkscan_tuning_policy given[POLICIES_MAX];
            struct tuning tuning = {.policies = given};
            for (const struct policy *p = entry->policies; p->shape.workgroup_size; p++)
                if (p->devices == lists[l].devices && p->element_size == lists[l].element_size) {
                    assert_true(tuning.policy_count < POLICIES_MAX);
                    given[tuning.policy_count++] = (vkscan_tuning_policy)POLICY(
                        entry->id, p->shape.workgroup_size, p->shape.items, p->shape.workgroups,
                        p->from, p->to);
                }
            assert_int_equal(vks_catalogue_check_tuning(&tuning, &errors), VK_SUCCESS);
            assert_true(tuning.policy_count > 0 || lists[l].devices != DEVICES_ANY);
            checked += tuning.policy_count;
        }
        for (const struct policy *p = entry->policies; p->shape.workgroup_size; p++)
            all++;
        assert_int_equal(checked, all);
    }
}

/* The caller's are checked by one of them. Those that select take the policies as shapes alone. */
TEST(entries_of_one_algorithm_have_the_same_policies)
{
    const struct algorithm *a, *b;

    for (uint32_t i = 0; (a = vks_catalogue_entry(i)); i++)
        for (uint32_t k = 0; (b = vks_catalogue_entry(k)); k++)
            if (a->id == b->id &&
                !((a->primitives | b->primitives) &
                  (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_PARTITION))) {
                assert_ptr_equal(a->arrangement, b->arrangement);
                assert_ptr_equal(a->policies, b->policies);
            }
}

/* ---- shapes that a device has no room for ---- */

/* The largest of every algorithm comes down to what Vulkan guarantees, and no further. */
TEST(shapes_are_cut_to_the_least_device)
{
    const struct algorithm *entry;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++) {
        const bool counts = entry->primitives & 1u << VKSCAN_PRIMITIVE_HISTOGRAM;
        if (entry->primitives & 1u << VKSCAN_PRIMITIVE_SELECT)
            continue;
        const vkscan_tuning_policy largest =
            POLICY(entry->id, SHAPE_LARGEST_WORKGROUP, entry->arrangement->most_items, 0, 0, 0);
        const struct caps caps = tuned(least, &largest, 1);
        const vkscan_primitive primitive =
            entry->primitives & PRIMITIVES_REDUCE             ? VKSCAN_PRIMITIVE_REDUCE
            : entry->primitives & 1u << VKSCAN_PRIMITIVE_SORT ? VKSCAN_PRIMITIVE_SORT
                                                              : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
        const struct plan plan =
            counts ? histogram(&caps, 1 << 18) : resolve(&caps, entry->id, primitive, 1 << 18);
        assert_int_equal(vks_catalogue_check_tuning(&caps.tuning, &errors), VK_SUCCESS);
        assert_int_equal(plan.shape.workgroup_size, SHAPE_LEAST_WORKGROUP);
        assert_int_equal(plan.shape.items, largest.items);
    }
}

RUN_TESTS(tuning)
