/* SPDX-License-Identifier: MIT */
/* Finds the policy for a capacity, the caller's or the library's. */
#include "tuning.h"

#include <string.h>

#include "hierarchy.def"

/* ---- devices ---- */

/* Numbers that devices do not tell, by vendor; the last row is for all others. */
static const struct {
    uint32_t vendor_id;
    uint32_t multiprocessors;
    uint32_t polls; /* of an invalid tile state before the fallback */
} devices[] = {
    {DEVICES_NVIDIA, 16, 128}, /* measured on an H200 */
    {DEVICES_ANY, 16, 64},
};

static uint32_t device_row(const struct caps *caps)
{
    uint32_t i = 0;

    while (devices[i].vendor_id && devices[i].vendor_id != caps->vendor_id)
        i++;
    return i;
}

/* Bounds of ranges up to this one do not scale, because one workgroup can take such capacities. */
#define ONE_WORKGROUP ((1u << 13) + 1)

/* Returns the device's number, or else the caller's; 0: unknown. */
static uint32_t known_multiprocessors(const struct caps *caps)
{
    return caps->multiprocessors ? caps->multiprocessors : caps->tuning.multiprocessors;
}

/* Scales a bound from the multiprocessors that it was measured on to the device's. */
static uint64_t scale(const struct caps *caps, uint64_t bound, uint32_t measured_on)
{
    const uint64_t multiprocessors = known_multiprocessors(caps);

    if (!measured_on || !multiprocessors || bound <= ONE_WORKGROUP || bound == POLICY_NO_END)
        return bound;
    const uint64_t scaled = bound * multiprocessors / measured_on;
    return scaled > ONE_WORKGROUP ? scaled : ONE_WORKGROUP;
}

static bool is_for(const struct policy *policy, uint32_t wanted, uint32_t element_size)
{
    return policy->devices == wanted && policy->element_size == element_size;
}

static bool has_policies(const struct algorithm *algorithm, uint32_t wanted, uint32_t element_size)
{
    for (const struct policy *p = algorithm->policies; p->shape.workgroup_size; p++)
        if (is_for(p, wanted, element_size))
            return true;
    return false;
}

/* Returns the element size that has policies: the given one, else its flags or its bytes alone,
 * else 0. */
static uint32_t size_with_policies(const struct algorithm *algorithm, uint32_t wanted,
                                   uint32_t element_size)
{
    const uint32_t bytes = element_size & POLICY_SIZE, flags = element_size - bytes;

    if (has_policies(algorithm, wanted, element_size))
        return element_size;
    if (flags && has_policies(algorithm, wanted, flags))
        return flags;
    return has_policies(algorithm, wanted, bytes) ? bytes : 0;
}

static uint32_t devices_of(const struct caps *caps, const struct algorithm *algorithm)
{
    if (!caps->gpu)
        return DEVICES_ANY;
    if (caps->vendor_id > DEVICES_GPU && has_policies(algorithm, caps->vendor_id, 0))
        return caps->vendor_id;
    return has_policies(algorithm, DEVICES_GPU, 0) ? DEVICES_GPU : DEVICES_ANY;
}

/* An algorithm's policies on a device, for a primitive and an element size. They are the caller's
 * that name the primitive, else the caller's that name none, else the library's for the vendor,
 * else for GPUs, else for any device. */
struct policies {
    struct policy policy[POLICIES_MAX];
    uint32_t count;
};

static struct policies library_policies(const struct caps *caps, const struct algorithm *algorithm,
                                        uint32_t element_size)
{
    const uint32_t wanted = devices_of(caps, algorithm);
    const uint32_t size = size_with_policies(algorithm, wanted, element_size);
    struct policies list = {.count = 0};

    for (const struct policy *p = algorithm->policies; p->shape.workgroup_size; p++)
        if (is_for(p, wanted, size)) {
            struct policy *policy = &list.policy[list.count++];
            *policy = *p;
            policy->from = scale(caps, p->from, p->measured_on);
            policy->to = scale(caps, p->to, p->measured_on);
        }
    return list;
}

VkResult vks_tuning_read(const struct tuning *tuning, uint32_t index, vkscan_tuning_policy *policy,
                         const struct report *errors)
{
    static const struct sized size = SIZED_RESERVED(vkscan_tuning_policy, primitives);
    const uint32_t stride = tuning->policies->struct_size;
    const char *given = (const char *)tuning->policies + (size_t)index * stride;
    uint32_t own;

    VkResult result = vks_sized_check(&size, tuning->policies, errors);
    if (result != VK_SUCCESS)
        return result;
    memcpy(&own, given, sizeof(own));
    if (own != stride)
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u].struct_size is %u, and that of policies[0] %u", index, own,
                          stride);
    result = vks_sized_read(&size, given, policy, errors);
    policy->struct_size = sizeof(*policy);
    return result;
}

/* Returns the caller's policy, with what it leaves out as in `first`: the caller's first policy for
 * the algorithm, or, for that one, the library's first. */
static struct policy fill_in(const vkscan_tuning_policy *given, const struct policy *first)
{
    struct policy policy = {
        .shape = {given->workgroup_size, given->items, given->workgroups},
        .from = given->from,
        .to = given->to,
    };

    if (!given->workgroups)
        policy.shape.workgroups = first->shape.workgroups;
    if (!given->from && !given->to) {
        policy.from = first->from;
        policy.to = first->to;
    }
    return policy;
}

/* The caller's policies that name the primitive replace those that name none. */
static struct policies device_policies(const struct caps *caps, const struct algorithm *algorithm,
                                       vkscan_primitive primitive, uint32_t element_size)
{
    static const struct report silent = {0};
    struct policies list = library_policies(caps, algorithm, element_size);
    const struct policy first = list.policy[0];
    vkscan_tuning_policy policy;
    uint64_t named = 0;
    uint32_t given = 0;

    for (uint32_t i = 0; i < caps->tuning.policy_count; i++) {
        if (vks_tuning_read(&caps->tuning, i, &policy, &silent) != VK_SUCCESS ||
            policy.algorithm != algorithm->id)
            continue;
        if (!named && policy.primitives & 1u << primitive) {
            named = policy.primitives;
            given = 0;
        }
        if (policy.primitives == named) {
            list.policy[given] = fill_in(&policy, given > 0 ? &list.policy[0] : &first);
            list.count = ++given;
        }
    }
    return list;
}

/* Returns the index of the last policy whose range has the capacity; the number of policies if none
 * has it. */
static uint32_t in_range(const struct policies *list, uint64_t capacity)
{
    for (uint32_t i = list->count; i-- > 0;)
        if (capacity >= list->policy[i].from && capacity < list->policy[i].to)
            return i;
    return list->count;
}

struct shape vks_tuning_shape_by_name(const struct caps *caps, const struct algorithm *algorithm,
                                      vkscan_primitive primitive, uint32_t element_size,
                                      uint64_t capacity)
{
    const struct policies list = device_policies(caps, algorithm, primitive, element_size);
    uint32_t i = in_range(&list, capacity);

    if (i == list.count) {
        i = capacity == POLICY_FIRST || !algorithm->arrangement->persistent ? 0 : list.count - 1;
        while (i > 0 && list.policy[i].from > capacity)
            i--;
    }
    return list.policy[i].shape;
}

bool vks_tuning_shape_for_auto(const struct caps *caps, const struct algorithm *algorithm,
                               vkscan_primitive primitive, uint32_t element_size, uint64_t capacity,
                               struct shape *shape)
{
    const struct policies list = device_policies(caps, algorithm, primitive, element_size);

    const uint32_t i = in_range(&list, capacity);

    *shape = list.policy[i < list.count ? i : 0].shape;
    return i < list.count || !algorithm->arrangement->persistent;
}

uint64_t vks_tuning_workgroups(const struct caps *caps, const struct shape *shape)
{
    const uint32_t known = known_multiprocessors(caps);
    const uint64_t multiprocessors = known ? known : devices[device_row(caps)].multiprocessors;
    const uint64_t wanted = shape->workgroups ? shape->workgroups * multiprocessors : UINT64_MAX;

    return wanted < caps->max_workgroup_count ? wanted : caps->max_workgroup_count;
}

uint32_t vks_tuning_spin_limit(const struct caps *caps)
{
    return caps->tuning.spin_limit ? caps->tuning.spin_limit : devices[device_row(caps)].polls;
}

/* ---- shapes ---- */

uint32_t vks_plan_policy_size(const struct caps *caps, const struct plan *plan,
                              const struct algorithm *algorithm)
{
    const struct computation *c = &plan->computation;

    const uint32_t size =
        c->source_size > c->destination_size ? c->source_size : c->destination_size;

    if (size == 2 && c->rounds)
        return POLICY_HALF | size;
    if (vks_plan_packs(caps, plan, algorithm))
        return POLICY_PACKED | c->source_size;
    if (plan->row && algorithm->arrangement->most_rows)
        return POLICY_ROWS | size;
    if (plan->op->by_flags)
        return POLICY_FLAGS | size;
    return size;
}

uint64_t vks_plan_policy_capacity(const struct plan *plan)
{
    return plan->row ? plan->row : plan->capacity;
}

/* The most bytes of narrow elements that a thread holds: each element takes a register when it is
 * scanned. */
#define NARROW_BYTES 48

bool vks_shape_takes_powers_of_two(const struct arrangement *arrangement)
{
    return arrangement->shared[0].padded && !arrangement->vectors;
}

uint32_t vks_shape_items(const struct shape *shape, const struct arrangement *arrangement,
                         uint32_t vector_bytes)
{
    const uint32_t most = arrangement->most_items;

    if (arrangement->pairs)
        return 2 * shape->items < most ? 2 * shape->items : most;
    /* Kernels that are not persistent hold elements as T, in which narrow ones are no smaller. */
    if (!arrangement->vectors || (vector_bytes < VECTOR_BYTES && !arrangement->persistent))
        return shape->items < most ? shape->items : most;
    const uint32_t bytes = shape->items * VECTOR_BYTES;
    const uint32_t held =
        vector_bytes < VECTOR_BYTES && bytes > NARROW_BYTES ? NARROW_BYTES : bytes;
    const uint32_t items = held / vector_bytes;
    return items < 1 ? 1 : items > most ? most : items;
}

uint32_t vks_shape_tile_size(const struct shape *shape, const struct arrangement *arrangement,
                             uint32_t element_size)
{
    const uint32_t vector = vks_element_vector(element_size / sizeof(uint32_t));
    const uint32_t items = vks_shape_items(shape, arrangement, vector * element_size);

    return shape->workgroup_size * items * (arrangement->vectors ? vector : 1);
}

static uint32_t array_size(const struct shape *shape, const struct shared_array *array,
                           uint32_t banks, uint32_t vector)
{
    const uint32_t items = shape->workgroup_size * shape->items;
    const uint32_t size = items * array->per_item + items / 8 * array->per_8_items +
                          items * vector * array->per_element +
                          shape->workgroup_size * array->per_thread;

    return array->padded ? VKS_PAD(size - 1, banks) + 1 : size;
}

uint32_t vks_shape_shared_memory(const struct shape *shape, const struct arrangement *arrangement,
                                 uint32_t banks, uint32_t element_size)
{
    const uint32_t vector = vks_element_vector(element_size / sizeof(uint32_t)),
                   first = array_size(shape, &arrangement->shared[0], banks, vector),
                   second = array_size(shape, &arrangement->shared[1], banks, vector);
    const uint32_t elements = (first > second ? first : second) +
                              shape->workgroup_size * arrangement->shared_per_thread +
                              arrangement->shared_per_workgroup;

    return elements * (arrangement->shares_words ? (uint32_t)sizeof(uint32_t) : element_size);
}

static uint32_t largest_workgroup(const struct caps *caps, const struct arrangement *arrangement)
{
    uint32_t limit = caps->max_workgroup_size;

    if (arrangement->most_threads > 0)
        return limit < arrangement->most_threads ? limit : arrangement->most_threads;
    if (arrangement->subgroups &&
        caps->capabilities & VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT) {
        const uint32_t full = caps->subgroup_size * caps->max_subgroups;
        return limit < full ? limit : full;
    }
    return limit;
}

/* Tells whether the device's limits allow a shape. */
static bool shape_fits(const struct caps *caps, const struct shape *shape,
                       const struct arrangement *arrangement, uint32_t element_size)
{
    return shape->workgroup_size <= largest_workgroup(caps, arrangement) &&
           vks_shape_shared_memory(shape, arrangement, SHAPE_BANKS, element_size) <=
               caps->shared_memory;
}

struct shape vks_shape_cut(const struct caps *caps, const struct shape *shape,
                           const struct arrangement *arrangement, uint32_t element_size)
{
    struct shape cut = *shape;

    while (!shape_fits(caps, &cut, arrangement, element_size))
        cut.workgroup_size /= 2;
    return cut;
}

struct shape vks_shape_grow(const struct caps *caps, const struct shape *shape,
                            const struct arrangement *arrangement, uint32_t element_size,
                            uint64_t least)
{
    const uint32_t most = arrangement->most_items;
    struct shape grown = *shape;

    if (shape->workgroup_size == 0 || (uint64_t)shape->workgroup_size * shape->items >= least)
        return *shape; /* of 0 threads, where none fits */
    while (grown.workgroup_size < SHAPE_LARGEST_WORKGROUP && grown.workgroup_size * most < least)
        grown.workgroup_size *= 2;
    grown.items = (uint32_t)vks_least((least - 1) / grown.workgroup_size + 1, most);
    return shape_fits(caps, &grown, arrangement, element_size) ? grown : *shape;
}

struct shape vks_plan_shape(const struct caps *caps, const struct plan *plan,
                            const struct algorithm *algorithm, const struct shape *shape)
{
    const struct arrangement *arrangement = algorithm->arrangement;
    const uint32_t element_size = sizeof(uint32_t) * plan->computation.words;
    const struct shape cut = vks_shape_cut(caps, shape, arrangement, element_size);

    return plan->row && arrangement->most_rows
               ? vks_shape_grow(caps, &cut, arrangement, element_size, plan->row)
               : cut;
}

uint32_t vks_shape_most_items(const struct caps *caps, const struct arrangement *arrangement,
                              uint32_t element_size)
{
    uint32_t most = 0;

    for (uint32_t size = 1; size <= SHAPE_LARGEST_WORKGROUP; size *= 2)
        for (uint32_t items = 1; items <= arrangement->most_items; items++) {
            const struct shape shape = {size, items, 0};
            if (size * items > most && shape_fits(caps, &shape, arrangement, element_size))
                most = size * items;
        }
    return most;
}

uint32_t vks_shape_subgroup_size(const struct caps *caps, const struct shape *shape)
{
    const uint32_t needed =
        VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT;
    const bool can = (caps->capabilities & needed) == needed &&
                     shape->workgroup_size % caps->subgroup_size == 0 &&
                     shape->workgroup_size / caps->subgroup_size <= caps->max_subgroups;

    return can ? caps->subgroup_size : 0;
}
