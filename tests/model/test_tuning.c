/* SPDX-License-Identifier: MIT */
/*
 * What holds of the library's policies, whatever they are. What AUTO makes of them, and of the
 * caller's, is in plans.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "detail/interface.h"
#include "resolve.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define AUTO VKSCAN_ALGORITHM_AUTO
#define LOOKBACK VKSCAN_ALGORITHM_LOOKBACK
#define LOOKAHEAD VKSCAN_ALGORITHM_LOOKAHEAD

#define NVIDIA 0x10de
#define SOFTWARE 0x10005

#define ONE_WORKGROUP ((1u << 13) + 1)

static const struct report errors = {0};

/* ---- devices ---- */

static struct caps device(uint32_t vendor_id, bool gpu, uint32_t multiprocessors)
{
    return (struct caps){
        .capabilities = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_INT64_ATOMICS,
        .subgroup_size = 32,
        .max_workgroup_size = 1024,
        .max_workgroup_count = 65535,
        .shared_memory = 49152,
        .max_range = UINT32_MAX,
        .range_alignment = 16,
        .vendor_id = vendor_id,
        .gpu = gpu,
        .multiprocessors = multiprocessors,
    };
}

static struct caps nvidia(uint32_t multiprocessors)
{
    return device(NVIDIA, true, multiprocessors);
}

static struct caps software(void)
{
    return device(SOFTWARE, false, 0);
}

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

static struct plan scan(const struct caps *caps, vkscan_algorithm algorithm, uint64_t capacity)
{
    return resolve(caps, algorithm, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, capacity);
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

static void assert_shape(const struct plan *plan, uint32_t workgroup_size, uint32_t items)
{
    assert_int_equal(plan->shape.workgroup_size, workgroup_size);
    assert_int_equal(plan->shape.items, items);
}

/* ---- the library's policies ---- */

static void assert_same_policy(const struct policy *a, const struct policy *b)
{
    assert_int_equal(a->devices, b->devices);
    assert_memory_equal(&a->shape, &b->shape, sizeof(a->shape));
    assert_true(a->from == b->from && a->to == b->to);
}

/* On as many multiprocessors as it was measured on, or if the device does not tell. */
static void ranges_are_the_table_s_where_they_were_measured(void **state)
{
    static const uint32_t multiprocessors[] = {132, 0};
    const struct algorithm *entry;

    (void)state;
    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++)
        for (size_t m = 0; m < COUNT_OF(multiprocessors); m++) {
            const struct caps caps = nvidia(multiprocessors[m]);
            const struct policies list = vks_tuning_policies(&caps, entry);
            uint32_t k = 0;
            for (const struct policy *p = entry->policies; p->shape.workgroup_size; p++)
                if (p->devices == list.policy[0].devices) {
                    assert_true(k < list.count);
                    assert_same_policy(&list.policy[k], p);
                    k++;
                }
            assert_int_equal(k, list.count);
        }
}

static void assert_same_choice(const struct plan *a, const struct plan *b)
{
    assert_ptr_equal(a->algorithm, b->algorithm);
    assert_memory_equal(&a->shape, &b->shape, sizeof(a->shape));
}

/* Half the multiprocessors are filled by half the elements, one workgroup by as many. */
static void auto_turns_at_half_the_capacity_on_half_the_multiprocessors(void **state)
{
    const struct caps whole = nvidia(132), half = nvidia(66);

    (void)state;
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
        for (uint64_t capacity = 1; capacity <= ONE_WORKGROUP; capacity++) {
            const struct plan a = resolve(&whole, AUTO, p, capacity);
            const struct plan b = resolve(&half, AUTO, p, capacity);
            assert_same_choice(&a, &b);
        }
        for (uint32_t power = 14; power <= 28; power++)
            for (int beside = -1; beside <= 1; beside++) {
                const uint64_t capacity = (1ull << power) + beside;
                const struct plan a = resolve(&whole, AUTO, p, 2 * capacity);
                const struct plan b = resolve(&half, AUTO, p, capacity);
                assert_same_choice(&a, &b);
            }
    }
    assert_int_equal(scan(&whole, AUTO, 1 << 22).algorithm->id, LOOKBACK);
    assert_int_equal(scan(&half, AUTO, 1 << 22).algorithm->id, LOOKAHEAD);
}

/* They obey what is asked of the caller's, so that printed ones can be given back. */
static void the_library_s_policies_are_such_as_it_accepts(void **state)
{
    static const uint32_t devices[] = {POLICY_ANY_DEVICE, POLICY_GPU, NVIDIA};
    const struct algorithm *entry;

    (void)state;
    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++) {
        uint32_t checked = 0, all = 0;
        for (size_t d = 0; d < COUNT_OF(devices); d++) {
            vkscan_tuning_policy given[POLICIES_MAX];
            struct tuning tuning = {.policies = given};
            for (const struct policy *p = entry->policies; p->shape.workgroup_size; p++)
                if (p->devices == devices[d]) {
                    assert_true(tuning.policy_count < POLICIES_MAX);
                    given[tuning.policy_count++] =
                        (vkscan_tuning_policy){entry->id,      p->shape.workgroup_size,
                                               p->shape.items, p->shape.workgroups,
                                               p->from,        p->to};
                }
            assert_int_equal(vks_catalogue_check_tuning(&tuning, &errors), VK_SUCCESS);
            assert_true(tuning.policy_count > 0 || devices[d] != POLICY_ANY_DEVICE);
            checked += tuning.policy_count;
        }
        for (const struct policy *p = entry->policies; p->shape.workgroup_size; p++)
            all++;
        assert_int_equal(checked, all);
    }
}

/* The caller's are checked by one of them. Those that select take the policies as shapes alone. */
static void entries_of_one_algorithm_have_the_same_policies(void **state)
{
    const struct algorithm *a, *b;

    (void)state;
    for (uint32_t i = 0; (a = vks_catalogue_entry(i)); i++)
        for (uint32_t k = 0; (b = vks_catalogue_entry(k)); k++)
            if (a->id == b->id &&
                !((a->primitives | b->primitives) & 1u << VKSCAN_PRIMITIVE_SELECT)) {
                assert_ptr_equal(a->arrangement, b->arrangement);
                assert_ptr_equal(a->policies, b->policies);
            }
}

/* ---- shapes that a device has no room for ---- */

/* The largest of every algorithm comes down to what Vulkan guarantees, and no further. */
static void shapes_are_cut_to_the_least_device(void **state)
{
    struct caps least = software();
    const struct algorithm *entry;

    (void)state;
    least.max_workgroup_size = 128;
    least.shared_memory = 16384;
    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++) {
        const bool counts = entry->primitives & 1u << VKSCAN_PRIMITIVE_HISTOGRAM;
        if (entry->primitives & 1u << VKSCAN_PRIMITIVE_SELECT)
            continue;
        const vkscan_tuning_policy largest = {
            entry->id, SHAPE_LARGEST_WORKGROUP, entry->arrangement->most_items, 0, 0, 0};
        const struct caps caps = tuned(least, &largest, 1);
        const vkscan_primitive primitive =
            entry->primitives & PRIMITIVES_REDUCE             ? VKSCAN_PRIMITIVE_REDUCE
            : entry->primitives & 1u << VKSCAN_PRIMITIVE_SORT ? VKSCAN_PRIMITIVE_SORT
                                                              : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
        const struct plan plan =
            counts ? histogram(&caps, 1 << 18) : resolve(&caps, entry->id, primitive, 1 << 18);
        assert_int_equal(vks_catalogue_check_tuning(&caps.tuning, &errors), VK_SUCCESS);
        assert_shape(&plan, SHAPE_LEAST_WORKGROUP, largest.items);
    }
}

int main(void)
{
    const struct CMUnitTest tuning[] = {
        cmocka_unit_test(ranges_are_the_table_s_where_they_were_measured),
        cmocka_unit_test(auto_turns_at_half_the_capacity_on_half_the_multiprocessors),
        cmocka_unit_test(the_library_s_policies_are_such_as_it_accepts),
        cmocka_unit_test(entries_of_one_algorithm_have_the_same_policies),
        cmocka_unit_test(shapes_are_cut_to_the_least_device),
    };
    return cmocka_run_group_tests(tuning, NULL, NULL);
}
