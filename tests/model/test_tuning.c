/* SPDX-License-Identifier: MIT */
/*
 * Which policies an algorithm has on a device, which algorithm and shape they make of a plan, and
 * which of the caller's are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "detail/interface.h"
#include "resolve.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define AUTO VKSCAN_ALGORITHM_AUTO
#define BLELLOCH VKSCAN_ALGORITHM_BLELLOCH
#define TILE VKSCAN_ALGORITHM_BLELLOCH_TILE
#define SUBGROUP VKSCAN_ALGORITHM_SUBGROUP
#define LOOKBACK VKSCAN_ALGORITHM_LOOKBACK
#define LOOKAHEAD VKSCAN_ALGORITHM_LOOKAHEAD
#define SINGLE VKSCAN_ALGORITHM_SINGLE

#define NEVER VKSCAN_TUNING_NEVER
#define NO_END VKSCAN_TUNING_NO_END

#define NVIDIA 0x10de
#define UNMEASURED 0x1002
#define SOFTWARE 0x10005

#define ONE_WORKGROUP ((1u << 13) + 1)
#define LARGEST_CAPACITY (1u << 29)

static char message[512];

static void keep_message(void *user, VkResult result, const char *text)
{
    (void)user;
    assert_int_equal(result, RESULT_INVALID);
    snprintf(message, sizeof(message), "%s", text);
}

static const struct report errors = {keep_message, NULL};

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

static struct caps unmeasured_gpu(void)
{
    return device(UNMEASURED, true, 100);
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

#define TUNED(caps, policies) tuned(caps, policies, COUNT_OF(policies))

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

static struct plan reduction(const struct caps *caps, vkscan_algorithm algorithm, uint64_t capacity)
{
    return resolve(caps, algorithm, VKSCAN_PRIMITIVE_REDUCE, capacity);
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

/* What AUTO takes for both scans and for reductions. */
static void assert_choices(const struct caps *caps, uint64_t capacity, vkscan_algorithm scans,
                           vkscan_algorithm reductions)
{
    for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
        assert_int_equal(resolve(caps, AUTO, p, capacity).algorithm->id,
                         p == VKSCAN_PRIMITIVE_REDUCE ? reductions : scans);
}

/* ---- the library's policies ---- */

/* Entries of no catalogue, so that what is said of them does not change with measurements. */
static const struct arrangement persistent = {1, 16, .persistent = true, .vectors = true};
static const struct policy of_all[] = {
    {.devices = NVIDIA, .shape = {512, 1}},     {.devices = POLICY_GPU, .shape = {256, 3}},
    {.devices = NVIDIA, .shape = {512, 2}},     {.shape = {128, 5}},
    {.devices = POLICY_GPU, .shape = {256, 4}}, {0},
};
static const struct policy of_any[] = {
    {.devices = NVIDIA, .shape = {512, 1}}, {.shape = {128, 5}}, {0}};
static const struct algorithm for_all = {
    .id = LOOKBACK, .arrangement = &persistent, .policies = of_all};
static const struct algorithm for_any = {
    .id = LOOKBACK, .arrangement = &persistent, .policies = of_any};

static void policies_are_the_vendor_s_else_for_gpus_else_for_any(void **state)
{
    const struct {
        const struct algorithm *algorithm;
        struct caps caps;
        uint32_t count, first_items;
    } cases[] = {
        {&for_all, device(NVIDIA, true, 0), 2, 1},
        {&for_all, device(NVIDIA, false, 0), 1, 5}, /* as where a quirk forbids */
        {&for_all, device(UNMEASURED, true, 0), 2, 3},
        {&for_all, device(UNMEASURED, false, 0), 1, 5},
        {&for_any, device(NVIDIA, true, 0), 1, 1},
        {&for_any, device(UNMEASURED, true, 0), 1, 5},
        {&for_any, device(SOFTWARE, false, 0), 1, 5},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct policies list = vks_tuning_policies(&cases[i].caps, cases[i].algorithm);
        assert_int_equal(list.count, cases[i].count);
        for (uint32_t k = 0; k < list.count; k++)
            assert_int_equal(list.policy[k].shape.items, cases[i].first_items + k);
    }
}

/* What a policy says of devices is no vendor's id. */
static void no_vendor_is_taken_for_a_kind_of_device(void **state)
{
    (void)state;
    for (uint32_t vendor_id = 0; vendor_id < 2; vendor_id++) {
        const struct caps gpu = device(vendor_id, true, 0), cpu = device(vendor_id, false, 0);
        assert_int_equal(vks_tuning_shape(&gpu, &for_all).items, 3);
        assert_int_equal(vks_tuning_shape(&cpu, &for_all).items, 5);
    }
}

/* A measured bound, one of a single workgroup, and one that no measurement gave. */
static const struct policy of_measured[] = {
    {.devices = NVIDIA,
     .shape = {512, 1},
     .from = ONE_WORKGROUP,
     .to = 1 << 18,
     .measured_on = 132},
    {.devices = NVIDIA, .shape = {512, 2}, .from = 1 << 18, .to = NO_END, .measured_on = 132},
    {.devices = NVIDIA, .shape = {512, 3}, .from = 100, .to = 1 << 12, .measured_on = 132},
    {.devices = NVIDIA, .shape = {512, 4}, .from = 1 << 20, .to = 1 << 21},
    {0},
};

static void measured_ranges_scale_with_multiprocessors(void **state)
{
    static const struct algorithm algorithm = {
        .id = LOOKBACK, .arrangement = &persistent, .policies = of_measured};
    static const struct {
        uint32_t multiprocessors, bound;
    } cases[] = {
        {132, 1 << 18}, {66, 1 << 17},      {264, 1 << 19}, {33, 1 << 16},
        {0, 1 << 18},   {1, ONE_WORKGROUP}, /* 2^18 / 132 is less than what one workgroup takes */
    };

    (void)state;
    for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
        const size_t k = i / 2;
        /* As the device tells, or where it does not, the caller. */
        struct caps caps = nvidia(i % 2 ? 0 : cases[k].multiprocessors);
        caps.tuning.multiprocessors =
            i % 2 || !cases[k].multiprocessors ? cases[k].multiprocessors : 1000;
        const struct policies list = vks_tuning_policies(&caps, &algorithm);
        const struct policy *p = list.policy;
        assert_int_equal(list.count, 4);
        assert_true(p[0].from == ONE_WORKGROUP && p[0].to == cases[k].bound);
        assert_true(p[1].from == cases[k].bound && p[1].to == NO_END);
        assert_true(p[2].from == 100 && p[2].to == 1 << 12);
        assert_true(p[3].from == 1 << 20 && p[3].to == 1 << 21);
    }
}

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
            if (a->id == b->id && !((a->primitives | b->primitives) & PRIMITIVES_SELECT)) {
                assert_ptr_equal(a->arrangement, b->arrangement);
                assert_ptr_equal(a->policies, b->policies);
            }
}

/* ---- what AUTO takes with them ---- */

static void gpus_that_nobody_measured_take_one_pass_from_65536_on(void **state)
{
    static const uint32_t vendors[] = {0x1002, 0x8086, 0x106b, 0x13b5, 0x5143, 0x1010, 0};
    static const uint32_t multiprocessors[] = {0, 8, 132, 4096};

    (void)state;
    for (size_t v = 0; v < COUNT_OF(vendors); v++)
        for (size_t m = 0; m < COUNT_OF(multiprocessors); m++) {
            const struct caps caps = device(vendors[v], true, multiprocessors[m]);
            assert_choices(&caps, 0, SUBGROUP, SUBGROUP);
            assert_choices(&caps, (1 << 16) - 1, SUBGROUP, SUBGROUP);
            assert_choices(&caps, 1 << 16, LOOKBACK, SINGLE);
            assert_choices(&caps, LARGEST_CAPACITY, LOOKBACK, SINGLE);
        }
}

static void software_drivers_take_subgroup(void **state)
{
    const struct caps caps = software(), forbidden = device(NVIDIA, false, 132);

    (void)state;
    for (uint64_t capacity = 1; capacity <= LARGEST_CAPACITY; capacity *= 2) {
        assert_choices(&caps, capacity, SUBGROUP, SUBGROUP);
        assert_choices(&forbidden, capacity, SUBGROUP, SUBGROUP);
    }
}

static void devices_without_subgroups_take_blelloch(void **state)
{
    struct caps all[] = {nvidia(132), unmeasured_gpu(), software()};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        all[i].capabilities = 0;
        for (uint64_t capacity = 1; capacity <= LARGEST_CAPACITY; capacity *= 2)
            assert_choices(&all[i], capacity, BLELLOCH, BLELLOCH);
    }
}

/* ---- the caller's policies ---- */

static void plans_have_the_caller_s_shapes(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {SUBGROUP, 128, 3, 0, 0, 0},
        {LOOKBACK, 256, 5, 3, 0, 0},
        {BLELLOCH, 64 * 2, 2, 0, 0, 0},
    };
    const struct caps caps = TUNED(unmeasured_gpu(), policies);

    (void)state;
    struct plan plan = reduction(&caps, SUBGROUP, 1 << 20);
    assert_shape(&plan, 128, 3);
    assert_int_equal(plan.tile_size, 128 * 3 * 4);
    plan = scan(&caps, SUBGROUP, 1 << 20);
    assert_int_equal(plan.tile_size, 128 * 3 * 4);
    plan = scan(&caps, BLELLOCH, 1 << 20);
    assert_int_equal(plan.tile_size, 128 * 2 * 4);
    plan = scan(&caps, LOOKBACK, 1 << 20);
    assert_shape(&plan, 256, 5);
    assert_int_equal(plan.tile_size, 256 * 5 * 4);
    assert_int_equal(plan.workgroups, 300);
}

/* One of the caller's in place of the library's four; of other algorithms the library's stay. */
static void policies_replace_those_of_their_algorithm_only(void **state)
{
    static const vkscan_tuning_policy policies[] = {{LOOKBACK, 128, 3, 1, 1 << 15, 1 << 20}};
    const struct caps plain = nvidia(132), caps = TUNED(plain, policies);
    const struct algorithm *entry;

    (void)state;
    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++) {
        const struct policies before = vks_tuning_policies(&plain, entry);
        const struct policies after = vks_tuning_policies(&caps, entry);
        assert_int_equal(after.count, entry->id == LOOKBACK ? 1 : before.count);
        for (uint32_t k = 0; k < after.count && entry->id != LOOKBACK; k++)
            assert_same_policy(&after.policy[k], &before.policy[k]);
    }
    assert_choices(&caps, (1 << 15) - 1, SUBGROUP, SINGLE);
    assert_choices(&caps, 1 << 15, LOOKBACK, SINGLE);
    assert_choices(&caps, 1 << 20, SUBGROUP, SINGLE);
}

static void left_out_workgroups_are_the_first_policy_s(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {LOOKBACK, 128, 1, 7, 0, 0},        {LOOKAHEAD, 128, 1, 0, 0, 0},
        {LOOKBACK, 128, 2, 0, 1000, 2000},  {LOOKBACK, 128, 3, 5, 2000, 3000},
        {LOOKAHEAD, 128, 2, 9, 5000, 6000}, {LOOKAHEAD, 128, 3, 0, 6000, 7000},
    };
    const struct caps plain = unmeasured_gpu(), caps = TUNED(plain, policies);
    const uint64_t of_library = scan(&plain, LOOKAHEAD, 1).workgroups;

    (void)state;
    assert_true(of_library > 0 && of_library % 100 == 0);
    assert_int_equal(scan(&caps, LOOKBACK, 1).workgroups, 700);
    assert_int_equal(scan(&caps, AUTO, 1000).workgroups, 700);
    assert_int_equal(scan(&caps, AUTO, 2000).workgroups, 500);
    assert_int_equal(scan(&caps, LOOKAHEAD, 1).workgroups, of_library);
    assert_int_equal(scan(&caps, AUTO, 5000).workgroups, 900);
    assert_int_equal(scan(&caps, AUTO, 6000).workgroups, of_library);
}

static void a_left_out_range_is_the_library_s_first(void **state)
{
    static const vkscan_tuning_policy policies[] = {{LOOKBACK, 128, 3, 1, 0, 0},
                                                    {SINGLE, 128, 3, 1, 0, 0}};
    const struct caps all[] = {nvidia(132), nvidia(66), unmeasured_gpu(), software()};
    static const vkscan_primitive primitives[] = {VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                                  VKSCAN_PRIMITIVE_REDUCE};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++)
        for (size_t k = 0; k < COUNT_OF(policies); k++) {
            const struct algorithm *entry =
                vks_catalogue_find(policies[k].algorithm, primitives[k]);
            const struct caps caps = TUNED(all[i], policies);
            const struct policies before = vks_tuning_policies(&all[i], entry);
            const struct policies after = vks_tuning_policies(&caps, entry);
            assert_int_equal(after.count, 1);
            assert_true(after.policy[0].from == before.policy[0].from);
            assert_true(after.policy[0].to == before.policy[0].to);
            assert_int_equal(after.policy[0].shape.items, 3);
        }
    const struct caps gpu = TUNED(unmeasured_gpu(), policies), cpu = TUNED(software(), policies);
    assert_choices(&gpu, (1 << 16) - 1, SUBGROUP, SUBGROUP);
    assert_choices(&gpu, 1 << 16, LOOKBACK, SINGLE);
    assert_choices(&cpu, LARGEST_CAPACITY, SUBGROUP, SUBGROUP);
}

/* Where the library's own would be taken. */
static void auto_never_takes_what_is_never_to_be(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {LOOKBACK, 512, 2, 2, NEVER, 0},
        {LOOKAHEAD, 512, 2, 2, NEVER, 0},
        {SINGLE, 512, 2, 2, NEVER, 0},
    };
    const struct caps all[] = {TUNED(nvidia(132), policies), TUNED(unmeasured_gpu(), policies)};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        for (uint64_t capacity = 1; capacity <= LARGEST_CAPACITY; capacity *= 2)
            assert_choices(&all[i], capacity, SUBGROUP, SUBGROUP);
        const struct plan by_name = scan(&all[i], LOOKBACK, 1 << 20);
        assert_shape(&by_name, 512, 2);
    }
}

static void auto_goes_by_the_caller_s_policies(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {LOOKBACK, 512, 2, 2, 1000, 3000},
        {LOOKAHEAD, 512, 4, 2, 2000, 4000},
        {SINGLE, 512, 4, 2, 500, NO_END},
    };
    static const struct {
        uint64_t capacity;
        vkscan_algorithm scan, reduction;
    } cases[] = {
        {0, SUBGROUP, SUBGROUP},      {499, SUBGROUP, SUBGROUP}, {500, SUBGROUP, SINGLE},
        {999, SUBGROUP, SINGLE},      {1000, LOOKBACK, SINGLE},  {1999, LOOKBACK, SINGLE},
        {2000, LOOKAHEAD, SINGLE},    {2999, LOOKAHEAD, SINGLE}, {3000, LOOKAHEAD, SINGLE},
        {3999, LOOKAHEAD, SINGLE},    {4000, SUBGROUP, SINGLE},  {1 << 16, SUBGROUP, SINGLE},
        {1u << 29, SUBGROUP, SINGLE},
    };
    const struct caps all[] = {TUNED(nvidia(132), policies), TUNED(unmeasured_gpu(), policies),
                               TUNED(software(), policies)};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (size_t d = 0; d < COUNT_OF(all); d++)
            assert_choices(&all[d], cases[i].capacity, cases[i].scan, cases[i].reduction);
}

/* Of the last policy that has the capacity; by name always the first. */
static void auto_takes_shapes_by_capacity(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {SUBGROUP, 512, 2, 0, 0, 0},      {LOOKBACK, 512, 1, 2, 1000, 3000},
        {LOOKAHEAD, 512, 4, 2, NEVER, 0}, {LOOKBACK, 256, 2, 2, 2000, NO_END},
        {SUBGROUP, 128, 5, 0, 300, 900},  {LOOKBACK, 128, 3, 2, 2000, 2100},
        {LOOKAHEAD, 512, 5, 2, 100, 200},
    };
    static const struct {
        uint64_t capacity;
        vkscan_algorithm scan;
        uint32_t workgroup_size, items;
    } cases[] = {
        {99, SUBGROUP, 512, 2},   {100, LOOKAHEAD, 512, 5}, {199, LOOKAHEAD, 512, 5},
        {200, SUBGROUP, 512, 2},  {300, SUBGROUP, 128, 5},  {899, SUBGROUP, 128, 5},
        {900, SUBGROUP, 512, 2},  {999, SUBGROUP, 512, 2},  {1000, LOOKBACK, 512, 1},
        {1999, LOOKBACK, 512, 1}, {2000, LOOKBACK, 128, 3}, {2099, LOOKBACK, 128, 3},
        {2100, LOOKBACK, 256, 2}, {9999, LOOKBACK, 256, 2}, {1u << 29, LOOKBACK, 256, 2},
    };
    const struct caps caps = TUNED(nvidia(132), policies);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct plan plan = scan(&caps, AUTO, cases[i].capacity);
        assert_int_equal(plan.algorithm->id, cases[i].scan);
        assert_shape(&plan, cases[i].workgroup_size, cases[i].items);
        plan = scan(&caps, SUBGROUP, cases[i].capacity);
        assert_shape(&plan, 512, 2);
        plan = scan(&caps, LOOKBACK, cases[i].capacity);
        assert_shape(&plan, 512, 1);
        plan = scan(&caps, LOOKAHEAD, cases[i].capacity);
        assert_shape(&plan, 512, 4);
    }
}

/* Of the last that has the capacity; without one the first, but of persistent kernels none. */
static void a_shape_is_the_last_policy_s_with_the_capacity(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {SUBGROUP, 128, 1, 0, 0, 0},       {LOOKBACK, 128, 1, 1, 10, 20},
        {SUBGROUP, 128, 2, 0, 10, NO_END}, {LOOKBACK, 128, 2, 1, 15, 30},
        {SUBGROUP, 128, 3, 0, 10, 20},     {LOOKBACK, 128, 3, 1, 0, 12},
    };
    static const struct {
        vkscan_algorithm algorithm;
        uint64_t capacity;
        bool found;
        uint32_t items;
    } cases[] = {
        {SUBGROUP, 0, true, 1},  {SUBGROUP, 9, true, 1},  {SUBGROUP, 10, true, 3},
        {SUBGROUP, 19, true, 3}, {SUBGROUP, 20, true, 2}, {SUBGROUP, NO_END - 1, true, 2},
        {LOOKBACK, 0, true, 3},  {LOOKBACK, 11, true, 3}, {LOOKBACK, 12, true, 1},
        {LOOKBACK, 15, true, 2}, {LOOKBACK, 29, true, 2}, {LOOKBACK, 30, false, 1},
    };
    const struct caps caps = TUNED(unmeasured_gpu(), policies);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct algorithm *entry =
            vks_catalogue_find(cases[i].algorithm, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN);
        struct shape shape;
        const bool found = vks_tuning_shape_at(&caps, entry, cases[i].capacity, &shape);
        assert_int_equal(found, cases[i].found);
        assert_int_equal(shape.items, cases[i].items);
    }
}

/* ---- spin limit, multiprocessors ---- */

static uint32_t planned_spin_limit(const struct caps *caps, vkscan_algorithm algorithm)
{
    const struct plan plan = scan(caps, algorithm, 1 << 20);
    const struct constants *list = &plan.stages[0].constants;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->id[i] == SPEC_SPIN_LIMIT)
            return list->value[i];
    fail_msg("no spin limit");
    return 0;
}

static void spin_limits_are_the_caller_s_else_the_library_s(void **state)
{
    static const vkscan_algorithm algorithms[] = {LOOKBACK, LOOKAHEAD};
    struct caps all[] = {nvidia(132), unmeasured_gpu(), software()};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++)
        for (size_t k = 0; k < COUNT_OF(algorithms); k++) {
            all[i].tuning.spin_limit = 77;
            assert_int_equal(planned_spin_limit(&all[i], algorithms[k]), 77);
            all[i].tuning.spin_limit = 0;
            const uint32_t library_s = planned_spin_limit(&all[i], algorithms[k]);
            assert_in_range(library_s, 1, SPIN_LIMIT_MAX);
        }
}

static void multiprocessors_are_the_device_s_else_the_caller_s_else_a_guess(void **state)
{
    static const vkscan_tuning_policy policies[] = {{LOOKBACK, 256, 5, 3, 0, 0}};
    struct caps caps = TUNED(unmeasured_gpu(), policies);

    (void)state;
    caps.tuning.multiprocessors = 7;
    assert_int_equal(scan(&caps, LOOKBACK, 1 << 20).workgroups, 3 * 100);
    caps.multiprocessors = 0;
    assert_int_equal(scan(&caps, LOOKBACK, 1 << 20).workgroups, 3 * 7);
    caps.tuning.multiprocessors = 0;
    assert_int_equal(scan(&caps, LOOKBACK, 1 << 20).workgroups, 3 * 16);
}

static void workgroups_are_no_more_than_the_device_takes(void **state)
{
    static const vkscan_tuning_policy policies[] = {{LOOKBACK, 256, 5, 1024, 0, 0}};
    struct caps caps = TUNED(software(), policies);

    (void)state;
    caps.tuning.multiprocessors = 4096;
    assert_int_equal(scan(&caps, LOOKBACK, 1 << 20).workgroups, 65535);
    caps.max_workgroup_count = 1 << 30;
    assert_int_equal(scan(&caps, LOOKBACK, 1 << 20).workgroups, 1024 * 4096);
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
        if (entry->primitives & PRIMITIVES_SELECT)
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

static void shapes_are_cut_to_the_device_s_limits(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {SUBGROUP, 1024, 4, 0, 0, 0},
        {BLELLOCH, 1024, 8, 0, 0, 0},
        {TILE, 1024, 2, 0, 0, 0},
        {VKSCAN_ALGORITHM_CHAINED, 1024, 8, 0, 0, 0},
        {VKSCAN_ALGORITHM_KOGGE_STONE, 1024, 1, 0, 0, 0},
    };
    const uint32_t all = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL;
    const struct {
        vkscan_algorithm algorithm;
        uint32_t capabilities, max_workgroup_size, max_subgroups, shared_memory, cut;
    } cases[] = {
        {SUBGROUP, all, 1024, 32, 49152, 1024},
        {SUBGROUP, all, 512, 32, 49152, 512},
        {SUBGROUP, all, 1024, 8, 49152, 256}, /* 8 subgroups of 32 */
        {SUBGROUP, all, 1024, 2, 49152, 64},
        {SUBGROUP, VKSCAN_CAPABILITY_SUBGROUPS, 1024, 2, 49152, 1024},
        {BLELLOCH, all, 1024, 32, 49152, 1024},
        {BLELLOCH, all, 1024, 32, 32768, 512}, /* 1024 x 8 x 4 is 32768 */
        {TILE, all, 1024, 32, 49152, 512},     /* where padding helps */
        {VKSCAN_ALGORITHM_CHAINED, all, 1024, 32, 49152, 1024},
        {VKSCAN_ALGORITHM_CHAINED, all, 1024, 32, 32768, 512}, /* 1024 x 8 x 4 is 32768 */
        {VKSCAN_ALGORITHM_KOGGE_STONE, all, 1024, 2, 8192, 1024},
        {VKSCAN_ALGORITHM_KOGGE_STONE, all, 1024, 2, 8191, 512}, /* 1024 x 2 x 4 is 8192 */
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct caps caps = TUNED(unmeasured_gpu(), policies);
        caps.capabilities = cases[i].capabilities;
        caps.max_workgroup_size = cases[i].max_workgroup_size;
        caps.max_subgroups = cases[i].max_subgroups;
        caps.shared_memory = cases[i].shared_memory;
        assert_int_equal(scan(&caps, cases[i].algorithm, 1 << 18).shape.workgroup_size,
                         cases[i].cut);
    }
}

/* ---- what is refused ---- */

static void assert_refused(const struct tuning *tuning, const char *sentence)
{
    message[0] = '\0';
    assert_int_equal(vks_catalogue_check_tuning(tuning, &errors), RESULT_INVALID);
    assert_string_equal(message, sentence);
}

static void policies_out_of_range_are_refused(void **state)
{
    static const struct {
        vkscan_tuning_policy policy;
        const char *sentence;
    } cases[] = {
        {{AUTO, 256, 2, 0, 0, 0}, "policies[0].algorithm 0 is unknown or AUTO"},
        {{23, 256, 2, 0, 0, 0}, "policies[0].algorithm 23 is unknown or AUTO"},
        {{-1, 256, 2, 0, 0, 0}, "policies[0].algorithm -1 is unknown or AUTO"},
        {{SUBGROUP, 0, 2, 0, 0, 0},
         "policies[0].workgroup_size 0 is out of range: powers of two, 128 to 1024"},
        {{SUBGROUP, 100, 2, 0, 0, 0},
         "policies[0].workgroup_size 100 is out of range: powers of two, 128 to 1024"},
        {{SUBGROUP, 64, 2, 0, 0, 0},
         "policies[0].workgroup_size 64 is out of range: powers of two, 128 to 1024"},
        {{SUBGROUP, 2048, 2, 0, 0, 0},
         "policies[0].workgroup_size 2048 is out of range: powers of two, 128 to 1024"},
        {{SUBGROUP, 768, 2, 0, 0, 0},
         "policies[0].workgroup_size 768 is out of range: powers of two, 128 to 1024"},
        {{SUBGROUP, 256, 0, 0, 0, 0},
         "policies[0].items 0 is out of range: subgroup takes 1 to 16"},
        {{LOOKAHEAD, 256, 17, 0, 0, 0},
         "policies[0].items 17 is out of range: lookahead takes 1 to 16"},
        {{VKSCAN_ALGORITHM_COARSE, 256, 3, 0, 0, 0},
         "policies[0].items 3 is out of range: coarse takes 1 to 8, powers of two"},
        {{SUBGROUP, 256, 2, 1, 0, 0}, "policies[0].workgroups 1 is out of range: subgroup takes 0"},
        {{SINGLE, 256, 2, 1025, 0, 0},
         "policies[0].workgroups 1025 is out of range: single takes 0 to 1024"},
        {{SUBGROUP, 256, 2, 0, 1, 100},
         "policies[0] has a range: the first policy of subgroup takes none"},
        {{SUBGROUP, 256, 2, 0, NEVER, 0},
         "policies[0] has a range: the first policy of subgroup takes none"},
        {{BLELLOCH, 256, 2, 0, 0, NO_END},
         "policies[0] has a range: the first policy of blelloch takes none"},
        {{LOOKBACK, 256, 2, 0, 100, 100},
         "policies[0] has an empty range: from 100 is not below to 100"},
        {{LOOKBACK, 256, 2, 0, 101, 100},
         "policies[0] has an empty range: from 101 is not below to 100"},
        {{LOOKBACK, 256, 2, 0, 100, 0},
         "policies[0] has an empty range: from 100 is not below to 0; no end is "
         "VKSCAN_TUNING_NO_END"},
        {{LOOKBACK, 256, 2, 0, NEVER, NO_END},
         "policies[0] has an empty range: from 18446744073709551615 is not below to "
         "18446744073709551615"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_refused(&(struct tuning){&cases[i].policy, 1, 0, 0}, cases[i].sentence);
}

static void further_policies_out_of_range_are_refused(void **state)
{
    static const struct {
        vkscan_tuning_policy policies[6];
        uint32_t count;
        const char *sentence;
    } cases[] = {
        {{{SUBGROUP, 256, 2, 0, 0, 0}, {SUBGROUP, 256, 3, 0, 0, 0}},
         2,
         "policies[1] needs a range, as each further policy of subgroup"},
        {{{LOOKBACK, 256, 2, 0, 0, 0}, {SINGLE, 256, 2, 0, 0, 0}, {LOOKBACK, 256, 3, 0, 0, 0}},
         3,
         "policies[2] needs a range, as each further policy of lookback"},
        {{{LOOKBACK, 256, 2, 0, 0, 0}, {LOOKBACK, 256, 3, 0, NEVER, 0}},
         2,
         "policies[1] needs a range, as each further policy of lookback"},
        {{{SINGLE, 256, 2, 0, 0, 0}, {SINGLE, 256, 3, 0, 10, 9}},
         2,
         "policies[1] has an empty range: from 10 is not below to 9"},
        {{{LOOKBACK, 256, 2, 0, 0, 0}, {LOOKBACK, 256, 3, 2000, 1, 9}},
         2,
         "policies[1].workgroups 2000 is out of range: lookback takes 0 to 1024"},
        {{{SUBGROUP, 256, 2, 0, 0, 0},
          {SUBGROUP, 256, 3, 0, 1, 2},
          {SUBGROUP, 256, 3, 0, 2, 3},
          {SUBGROUP, 256, 3, 0, 3, 4},
          {LOOKBACK, 256, 3, 0, 0, 0},
          {SUBGROUP, 256, 3, 0, 4, 5}},
         6,
         "policies[5] is one too many: subgroup takes up to 4"},
        {{{TILE, 256, 2, 0, 0, 0}, {TILE, 128, 2, 0, 1, 2}},
         2,
         "policies[1] is one too many: blelloch-tile takes up to 1"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_refused(&(struct tuning){cases[i].policies, cases[i].count, 0, 0},
                       cases[i].sentence);
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    assert_refused(&(struct tuning){.policy_count = 3}, "policies is NULL, and policy_count 3");
    assert_refused(&(struct tuning){.spin_limit = 129}, "spin_limit 129 is out of range: at most "
                                                        "128");
    assert_refused(&(struct tuning){.multiprocessors = 4097},
                   "multiprocessors 4097 is out of range: at most 4096");
}

static void the_ends_of_ranges_are_accepted(void **state)
{
    static const vkscan_tuning_policy policies[] = {
        {LOOKBACK, 128, 1, 1, 0, 1},
        {LOOKBACK, 1024, 16, 1024, 0, NO_END},
        {LOOKBACK, 256, 2, 0, NO_END - 1, NO_END},
        {LOOKBACK, 256, 2, 0, 5, 6},
        {LOOKAHEAD, 1024, 16, 0, NEVER, 0},
        {LOOKAHEAD, 1024, 16, 0, 1, 2},
        {SUBGROUP, 128, 1, 0, 0, 0},
        {SUBGROUP, 1024, 16, 0, 0, 1},
        {BLELLOCH, 1024, 16, 0, 0, 0},
        {BLELLOCH, 1024, 1, 0, 0, 1},
        {TILE, 1024, 2, 0, 0, 0},
    };
    static const struct tuning accepted[] = {
        {0},
        {policies, 0, 0, 0},
        {policies, COUNT_OF(policies), 1, 1},
        {policies, COUNT_OF(policies), 128, 4096},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(accepted); i++)
        assert_int_equal(vks_catalogue_check_tuning(&accepted[i], &errors), VK_SUCCESS);
}

/* As vkscan.h has them. */
static void each_algorithm_takes_its_numbers_of_items(void **state)
{
    enum { ONE = 1 << 1, TWO = 1 << 2, FOUR = 1 << 4, EIGHT = 1 << 8, VECTORS = 0x1fffe };
    enum { SIXTEEN = 1 << 16, KEYS = 0x1fffffe };
    static const uint32_t items[] = {
        [BLELLOCH] = VECTORS,
        [SUBGROUP] = VECTORS,
        [VKSCAN_ALGORITHM_INTERLEAVED] = ONE,
        [VKSCAN_ALGORITHM_SEQUENTIAL] = ONE,
        [VKSCAN_ALGORITHM_TREE] = TWO,
        [VKSCAN_ALGORITHM_UNROLLED] = TWO,
        [VKSCAN_ALGORITHM_DIRECT] = ONE,
        [VKSCAN_ALGORITHM_NAIVE] = ONE,
        [VKSCAN_ALGORITHM_KOGGE_STONE] = ONE,
        [VKSCAN_ALGORITHM_BRENT_KUNG] = TWO,
        [VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED] = TWO,
        [VKSCAN_ALGORITHM_BRENT_KUNG_COARSE] = ONE | TWO | FOUR | EIGHT,
        [VKSCAN_ALGORITHM_COARSE] = ONE | TWO | FOUR | EIGHT,
        [TILE] = TWO,
        [VKSCAN_ALGORITHM_BLELLOCH_UNPADDED] = TWO,
        [VKSCAN_ALGORITHM_CHAINED] = TWO | FOUR | EIGHT,
        [LOOKBACK] = VECTORS,
        [LOOKAHEAD] = VECTORS,
        [SINGLE] = VECTORS,
        [VKSCAN_ALGORITHM_RADIX] = ONE | TWO | FOUR | EIGHT | SIXTEEN,
        [VKSCAN_ALGORITHM_ONESWEEP] = KEYS,
        [VKSCAN_ALGORITHM_COUNTERS] = 0x1fe,
    };

    (void)state;
    for (vkscan_algorithm a = 1; vkscan_algorithm_name(a); a++)
        for (uint32_t n = 0; n < 32; n++) {
            const vkscan_tuning_policy policy = {a, 128, n, 0, 0, 0};
            const struct tuning tuning = {&policy, 1, 0, 0};
            assert_int_equal(vks_catalogue_check_tuning(&tuning, &errors),
                             items[a] & 1u << n ? VK_SUCCESS : RESULT_INVALID);
        }
}

int main(void)
{
    const struct CMUnitTest tuning[] = {
        cmocka_unit_test(policies_are_the_vendor_s_else_for_gpus_else_for_any),
        cmocka_unit_test(no_vendor_is_taken_for_a_kind_of_device),
        cmocka_unit_test(measured_ranges_scale_with_multiprocessors),
        cmocka_unit_test(ranges_are_the_table_s_where_they_were_measured),
        cmocka_unit_test(auto_turns_at_half_the_capacity_on_half_the_multiprocessors),
        cmocka_unit_test(the_library_s_policies_are_such_as_it_accepts),
        cmocka_unit_test(entries_of_one_algorithm_have_the_same_policies),
        cmocka_unit_test(gpus_that_nobody_measured_take_one_pass_from_65536_on),
        cmocka_unit_test(software_drivers_take_subgroup),
        cmocka_unit_test(devices_without_subgroups_take_blelloch),
        cmocka_unit_test(plans_have_the_caller_s_shapes),
        cmocka_unit_test(policies_replace_those_of_their_algorithm_only),
        cmocka_unit_test(left_out_workgroups_are_the_first_policy_s),
        cmocka_unit_test(a_left_out_range_is_the_library_s_first),
        cmocka_unit_test(auto_never_takes_what_is_never_to_be),
        cmocka_unit_test(auto_goes_by_the_caller_s_policies),
        cmocka_unit_test(auto_takes_shapes_by_capacity),
        cmocka_unit_test(a_shape_is_the_last_policy_s_with_the_capacity),
        cmocka_unit_test(spin_limits_are_the_caller_s_else_the_library_s),
        cmocka_unit_test(multiprocessors_are_the_device_s_else_the_caller_s_else_a_guess),
        cmocka_unit_test(workgroups_are_no_more_than_the_device_takes),
        cmocka_unit_test(shapes_are_cut_to_the_least_device),
        cmocka_unit_test(shapes_are_cut_to_the_device_s_limits),
        cmocka_unit_test(policies_out_of_range_are_refused),
        cmocka_unit_test(further_policies_out_of_range_are_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(the_ends_of_ranges_are_accepted),
        cmocka_unit_test(each_algorithm_takes_its_numbers_of_items),
    };
    return cmocka_run_group_tests(tuning, NULL, NULL);
}
