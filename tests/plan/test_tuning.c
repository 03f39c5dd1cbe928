/* SPDX-License-Identifier: MIT */
/*
 * What holds of the library's policies, whatever they are. What AUTO makes of them, and of the
 * caller's, is in plans.txt.
 */

#include "../support/cases.h"
#include "../support/sized_params.h"
#include "interface.h"
#include "primitive.h"

static const struct report errors = {0};

/* They obey what is asked of the caller's, so that printed ones can be given back. */
TEST(the_library_s_policies_are_such_as_it_accepts)
{
    static const struct {
        uint32_t devices, element_size;
    } lists[] = {{DEVICES_ANY, 0},
                 {DEVICES_GPU, 0},
                 {DEVICES_GPU, 1},
                 {DEVICES_GPU, 2},
                 {DEVICES_GPU, 16},
                 {DEVICES_GPU, POLICY_PACKED | 1},
                 {DEVICES_GPU, POLICY_PACKED | 2},
                 {DEVICES_ANY, POLICY_ROWS},
                 {DEVICES_GPU, POLICY_ROWS},
                 {DEVICES_NVIDIA, POLICY_ROWS},
                 {DEVICES_NVIDIA, 0},
                 {DEVICES_NVIDIA, 1},
                 {DEVICES_NVIDIA, 2},
                 {DEVICES_NVIDIA, POLICY_PACKED | 1},
                 {DEVICES_NVIDIA, POLICY_PACKED | 2},
                 {DEVICES_NVIDIA, POLICY_HALF | 2},
                 {DEVICES_NVIDIA, POLICY_FLAGS | 1},
                 {DEVICES_NVIDIA, POLICY_FLAGS | 2},
                 {DEVICES_NVIDIA, POLICY_FLAGS | 4},
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
                    given[tuning.policy_count] = (vkscan_tuning_policy)TUNING(
                        entry->id, p->shape.workgroup_size, p->shape.items, p->shape.workgroups,
                        p->from, p->to);
                    given[tuning.policy_count++].primitives = entry->primitives;
                }
            assert_int_equal(vks_catalogue_check_tuning(&tuning, &errors), VK_SUCCESS);
            assert_true(tuning.policy_count > 0 || lists[l].devices != DEVICES_ANY ||
                        lists[l].element_size > 0);
            checked += tuning.policy_count;
        }
        for (const struct policy *p = entry->policies; p->shape.workgroup_size; p++)
            all++;
        assert_int_equal(checked, all);
    }
}

/* The caller's are checked by one of them. Those that select, those of segments, and sorts take the
 * policies as shapes alone. */
TEST(entries_of_one_algorithm_have_the_same_policies)
{
    const struct algorithm *a, *b;

    for (uint32_t i = 0; (a = vks_catalogue_entry(i)); i++)
        for (uint32_t k = 0; (b = vks_catalogue_entry(k)); k++)
            if (a->id == b->id &&
                !((a->primitives | b->primitives) &
                  (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_PARTITION |
                   1u << VKSCAN_PRIMITIVE_SORT | 1u << VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN |
                   1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE))) {
                assert_ptr_equal(a->arrangement, b->arrangement);
                assert_ptr_equal(a->policies, b->policies);
            }
}

RUN_TESTS(tuning)
