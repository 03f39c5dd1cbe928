/* SPDX-License-Identifier: MIT */
/* The list of primitives and algorithms: found by name, chosen by AUTO. */
#include "primitive.h"

#include <inttypes.h>

#include <vkscan/textbook.h>

#include "textbook.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define PRIMITIVE(enumerator, name) [VKSCAN_PRIMITIVE_##enumerator] = &vks_##name,
static const struct primitive *const primitives[] = {
#include "primitives.def"
};

/* Primitives that an amalgamation leaves out keep their names. */
static const struct {
    const char *name;
    vkscan_primitive primitive;
} left_out_primitives[] = {
#define LEFT_OUT(enumerator, text) {text, VKSCAN_PRIMITIVE_##enumerator},
#include "primitives.def"
    {NULL, VKSCAN_PRIMITIVE_MAX_ENUM},
};

#define TEXTBOOK(list) list,
static const struct algorithm *const textbook[] = {
#include "primitives.def"
    NULL};

/* Algorithms that an amalgamation leaves out for some primitives or for all: they keep their names,
 * and the caller may have policies for them. */
static const struct left_out {
    const char *name;
    uint16_t id, primitives;
} left_out[] = {
#define LEFT_OUT_ALGORITHM(enumerator, text, mask) {text, VKSCAN_ALGORITHM_##enumerator, mask},
#include "primitives.def"
    {NULL, 0, 0},
};

static const struct left_out *find_left_out(vkscan_algorithm id)
{
    const struct left_out *row = left_out;

    while (row->name && row->id != id)
        row++;
    return row;
}

bool vks_catalogue_leaves_out(vkscan_algorithm id, vkscan_primitive primitive)
{
    return find_left_out(id)->primitives & 1u << primitive;
}

const struct primitive *vks_catalogue_primitive(vkscan_primitive primitive)
{
    return (size_t)primitive < COUNT_OF(primitives) ? primitives[primitive] : NULL;
}

/* Returns a primitive's list of algorithms, or from COUNT_OF(primitives) on one of the textbook's.
 * NULL if there is none, or if the primitive before has the same list, so that visits meet its
 * entries once. */
static const struct algorithm *list_at(size_t k)
{
    if (k >= COUNT_OF(primitives))
        return textbook[k - COUNT_OF(primitives)];
    const struct algorithm *list = primitives[k] ? primitives[k]->algorithms : NULL;
    return k > 0 && primitives[k - 1] && primitives[k - 1]->algorithms == list ? NULL : list;
}

const struct algorithm *vks_catalogue_entry(uint32_t index)
{
    for (size_t k = 0; k < COUNT_OF(primitives) + COUNT_OF(textbook); k++)
        for (const struct algorithm *entry = list_at(k); entry && entry->name; entry++)
            if (index-- == 0)
                return entry;
    return NULL;
}

const struct algorithm *vks_catalogue_find(vkscan_algorithm id, vkscan_primitive primitive)
{
    const struct algorithm *entry;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++)
        if (entry->id == id && entry->primitives & 1u << primitive)
            return entry;
    return NULL;
}

/* Tells whether some plans alone have the stage, in another class than theirs. They are refused
 * where the build has no such module: vks_plan_check_stages(). */
static bool is_of_some(const struct stage *stage)
{
    return stage->within || (stage->exists && stage->class);
}

bool vks_catalogue_is_built(const struct algorithm *algorithm)
{
    for (uint32_t i = 0; i < algorithm->stage_count; i++)
        if (!is_of_some(&algorithm->stages[i]) && !vks_module_exists(algorithm->stages[i].kernel))
            return false;
    return true;
}

bool vks_catalogue_has_modules(const struct algorithm *algorithm, const char *class,
                               const struct op *op)
{
    for (uint32_t i = 0; i < algorithm->stage_count; i++) {
        const struct stage *stage = &algorithm->stages[i];
        if (!is_of_some(stage) &&
            !vks_module_computes(stage->kernel, vks_stage_class(stage, class, op), op))
            return false;
    }
    return true;
}

static bool computes(const struct algorithm *entry, const struct plan *plan)
{
    return !(entry->unsupported.has && entry->unsupported.has(plan));
}

bool vks_catalogue_can(const struct caps *caps, const struct algorithm *entry,
                       const struct plan *plan)
{
    return !(entry->needs & ~caps->capabilities) && computes(entry, plan);
}

/* Tells whether AUTO can take the entry for the plan's rows, if workgroups take these whole:
 * whether one of the shape, or a larger one, does. */
static bool takes_rows(const struct caps *caps, const struct algorithm *entry,
                       const struct plan *plan, const struct shape *shape)
{
    if (!plan->row || !entry->arrangement->most_rows)
        return true;
    const struct shape cut = vks_plan_shape(caps, plan, entry, shape);

    return plan->row <= cut.workgroup_size * cut.items &&
           (!entry->largest || plan->capacity <= entry->largest);
}

/* Tells whether tiles of the shape are as large as the entry needs for the plan. */
static bool has_tile(const struct caps *caps, const struct algorithm *entry,
                     const struct plan *plan, const struct shape *shape)
{
    const struct shape cut = vks_plan_shape(caps, plan, entry, shape);

    return !entry->least_tile || entry->least_tile(plan) <= cut.workgroup_size * cut.items;
}

const struct algorithm *vks_catalogue_choose(const struct caps *caps, const struct plan *plan,
                                             struct shape *shape)
{
    const struct algorithm *entry, *choice = NULL;
    struct shape candidate;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++)
        if (entry->production && entry->primitives & 1u << plan->primitive &&
            vks_catalogue_can(caps, entry, plan) &&
            (!entry->binds_second_ports || plan->access == VKSCAN_ACCESS_ADDRESSES ||
             caps->max_storage_buffers >= BINDING_COUNT) &&
            vks_catalogue_has_modules(entry, plan->computation.class, plan->op) &&
            (vks_tuning_shape_for_auto(caps, entry, plan->primitive,
                                       vks_plan_policy_size(caps, plan, entry),
                                       vks_plan_policy_capacity(plan), &candidate) ||
             !choice) &&
            takes_rows(caps, entry, plan, &candidate) && has_tile(caps, entry, plan, &candidate)) {
            choice = entry; /* the later entry is preferred */
            *shape = candidate;
        }
    return choice;
}

const struct algorithm *vks_catalogue_elsewhere(const struct plan *plan)
{
    const struct algorithm *entry, *choice = NULL;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++)
        if (entry->production && entry->primitives & 1u << plan->primitive &&
            computes(entry, plan) &&
            vks_catalogue_has_modules(entry, plan->computation.class, plan->op))
            choice = entry;
    return choice;
}

/* ---- the caller's policies ---- */

static bool is_power_of_two(uint32_t n)
{
    return n && !(n & (n - 1));
}

/* Returns the algorithm's first entry, and in *computed the primitives of all its entries, those
 * included that are left out. */
static const struct algorithm *find_first(vkscan_algorithm id, uint32_t *computed)
{
    const struct algorithm *entry, *first = NULL;

    *computed = find_left_out(id)->primitives;
    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++)
        if (entry->id == id) {
            *computed |= entry->primitives;
            first = first ? first : entry;
        }
    return first;
}

/* Checks a policy's mask of primitives, and counts in *earlier the policies before it with the same
 * mask. */
static VkResult check_primitives(const struct tuning *tuning, const vkscan_tuning_policy *policy,
                                 uint32_t computed, uint32_t index, uint32_t *earlier,
                                 const struct report *errors)
{
    const uint64_t unknown = policy->primitives & ~(uint64_t)computed;
    uint64_t shared = 0;
    vkscan_tuning_policy before;

    *earlier = 0;
    for (uint32_t i = 0; i < index; i++) {
        vks_tuning_read(tuning, i, &before, errors);
        if (before.algorithm != policy->algorithm)
            continue;
        if (before.primitives == policy->primitives)
            ++*earlier;
        else
            shared |= before.primitives & policy->primitives;
    }
    if (!unknown && !shared)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID, "policies[%u].primitives has bits 0x%" PRIx64 " %s",
                      index, unknown ? unknown : shared,
                      unknown ? "of what the algorithm does not compute"
                              : "of an earlier policy whose primitives are others; they have to be "
                                "the same, or to have none in common");
}

/* Tells whether workgroups are persistent in the first entry, or in one of its algorithm for a
 * primitive that the policy names. */
static bool is_persistent(const vkscan_tuning_policy *policy, const struct algorithm *first)
{
    const struct algorithm *entry;
    bool persistent = first->arrangement->persistent;

    for (uint32_t i = 0; (entry = vks_catalogue_entry(i)); i++)
        persistent |= entry->id == first->id && entry->primitives & policy->primitives &&
                      entry->arrangement->persistent;
    return persistent;
}

static VkResult check_items(const vkscan_tuning_policy *policy, const struct algorithm *entry,
                            uint32_t index, const struct report *errors)
{
    const struct arrangement *a = entry->arrangement;

    if (policy->items < a->least_items || policy->items > a->most_items ||
        (vks_shape_takes_powers_of_two(a) && !is_power_of_two(policy->items)))
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u].items %u is out of range: %s takes %u to %u%s", index,
                          policy->items, entry->name, a->least_items, a->most_items,
                          vks_shape_takes_powers_of_two(a) ? ", powers of two" : "");
    const bool persistent = is_persistent(policy, entry);
    if (policy->workgroups > 1024 || (policy->workgroups && !persistent))
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u].workgroups %u is out of range: %s takes %s", index,
                          policy->workgroups, entry->name, persistent ? "0 to 1024" : "0");
    return VK_SUCCESS;
}

/* Checks a policy's range. Only an algorithm's first policy may be for no capacity or leave its
 * range to the library. Unless the algorithm is persistent, the first policy has no range. */
static VkResult check_policy_range(const vkscan_tuning_policy *policy,
                                   const struct algorithm *entry, uint32_t index, uint32_t earlier,
                                   const struct report *errors)
{
    const bool never = policy->from == VKSCAN_TUNING_NEVER && policy->to == 0;
    const bool absent = policy->from == 0 && policy->to == 0;
    const struct arrangement *a = entry->arrangement;
    const bool takes_several = a->vectors || a->persistent;
    const bool takes_range = earlier ? takes_several : is_persistent(policy, entry);

    if (earlier >= POLICIES_MAX || (earlier && !takes_several))
        return vks_report(errors, RESULT_INVALID, "policies[%u] is one too many: %s takes up to %u",
                          index, entry->name, takes_several ? POLICIES_MAX : 1);
    if (!takes_range && !absent)
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u] has a range: the first policy of %s takes none", index,
                          entry->name);
    if (earlier && (absent || never))
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u] needs a range, as each further policy of %s", index,
                          entry->name);
    if (policy->from == VKSCAN_TUNING_NEVER && policy->to != 0)
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u].from is VKSCAN_TUNING_NEVER, so to has to be 0", index);
    if (!absent && !never && policy->from >= policy->to)
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u] has an empty range: from %" PRIu64 " is not below to "
                          "%" PRIu64 "%s",
                          index, policy->from, policy->to,
                          policy->to ? "" : "; no end is VKSCAN_TUNING_NO_END");
    return VK_SUCCESS;
}

static VkResult check_policy(const struct tuning *tuning, uint32_t index,
                             const struct report *errors)
{
    vkscan_tuning_policy policy;
    uint32_t computed, earlier;

    VkResult result = vks_tuning_read(tuning, index, &policy, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct algorithm *entry = find_first(policy.algorithm, &computed);
    if (!entry && computed)
        return VK_SUCCESS; /* nothing is planned by it */
    if (!entry)
        return vks_report(errors, RESULT_INVALID, "policies[%u].algorithm %d is unknown or AUTO",
                          index, (int)policy.algorithm);
    if (!is_power_of_two(policy.workgroup_size) || policy.workgroup_size < SHAPE_LEAST_WORKGROUP ||
        policy.workgroup_size > SHAPE_LARGEST_WORKGROUP)
        return vks_report(errors, RESULT_INVALID,
                          "policies[%u].workgroup_size %u is out of range: powers of two, %u to %u",
                          index, policy.workgroup_size, SHAPE_LEAST_WORKGROUP,
                          SHAPE_LARGEST_WORKGROUP);
    result = check_primitives(tuning, &policy, computed, index, &earlier, errors);
    if (result == VK_SUCCESS)
        result = check_items(&policy, entry, index, errors);
    return result == VK_SUCCESS ? check_policy_range(&policy, entry, index, earlier, errors)
                                : result;
}

VkResult vks_catalogue_check_tuning(const struct tuning *tuning, const struct report *errors)
{
    VkResult result = VK_SUCCESS;

    if (tuning->policy_count && !tuning->policies)
        return vks_report(errors, RESULT_INVALID, "policies is NULL, and policy_count %u",
                          tuning->policy_count);
    for (uint32_t i = 0; i < tuning->policy_count && result == VK_SUCCESS; i++)
        result = check_policy(tuning, i, errors);
    if (result == VK_SUCCESS && tuning->spin_limit > SPIN_LIMIT_MAX)
        return vks_report(errors, RESULT_INVALID, "spin_limit %u is out of range: at most %u",
                          tuning->spin_limit, SPIN_LIMIT_MAX);
    if (result == VK_SUCCESS && tuning->multiprocessors > 4096)
        return vks_report(errors, RESULT_INVALID,
                          "multiprocessors %u is out of range: at most 4096",
                          tuning->multiprocessors);
    return result;
}

/* ---- names ---- */

const char *vkscan_primitive_name(vkscan_primitive primitive)
{
    const struct primitive *found = vks_catalogue_primitive(primitive);
    size_t i = 0;

    while (left_out_primitives[i].name && left_out_primitives[i].primitive != primitive)
        i++;
    return found ? found->name : left_out_primitives[i].name;
}

const char *vkscan_algorithm_summary(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct algorithm *entry =
        vkscan_primitive_name(primitive) ? vks_catalogue_find(algorithm, primitive) : NULL;

    return entry ? entry->summary : NULL;
}

const char *vkscan_algorithm_name(vkscan_algorithm algorithm)
{
    uint32_t computed;
    const struct algorithm *entry = find_first(algorithm, &computed);

    if (algorithm == VKSCAN_ALGORITHM_AUTO)
        return "auto";
    return entry ? entry->name : find_left_out(algorithm)->name;
}
