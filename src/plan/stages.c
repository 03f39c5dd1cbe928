/* SPDX-License-Identifier: MIT */
/* The stages of a plan: kernels, their modules, their specialization constants. */
#include <assert.h>
#include <string.h>

#include "plan.h"

#include "module_list.h"

/* ---- modules ---- */

static const struct module_name module_names[] = {
#define ROW(kernel, class) {#kernel, #class},
    MODULE_LIST(ROW)
#undef ROW
};

#define MODULE_COUNT ((uint32_t)(sizeof(module_names) / sizeof(module_names[0])))

const struct module_name *vks_module_entry(uint32_t index)
{
    return index < MODULE_COUNT ? &module_names[index] : NULL;
}

uint32_t vks_module_find(const char *kernel, const char *class)
{
    uint32_t i = 0;

    while (i < MODULE_COUNT && (strcmp(module_names[i].kernel, kernel) != 0 ||
                                (class && strcmp(module_names[i].class, class) != 0)))
        i++;
    return i;
}

const char *vks_module_name(const char *kernel, bool by_address)
{
    const char *end = by_address ? "_by_address" : "";
    const size_t length = strlen(kernel);

    for (uint32_t i = 0; i < MODULE_COUNT; i++) {
        const char *name = module_names[i].kernel;
        if (strncmp(name, kernel, length) == 0 && strcmp(name + length, end) == 0)
            return name;
    }
    return NULL;
}

bool vks_module_exists(const char *kernel)
{
    return vks_module_find(kernel, NULL) < MODULE_COUNT;
}

bool vks_module_computes(const char *kernel, const char *class, const struct op *op)
{
    if (!kernel)
        return false;
    return op->user && strcmp(class, MODULE_CLASS_USER) == 0
               ? vks_operator_find(op->user, kernel) != NULL
               : vks_module_find(kernel, class) < MODULE_COUNT;
}

/* ---- stages ---- */

const char *vks_stage_class(const struct stage *stage, const char *class, const struct op *op)
{
    if (stage->by_words && !op->user)
        return "uint32";
    return stage->class ? stage->class : class;
}

static const char *module_of(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, const char *class)
{
    const bool by_address = plan->access == VKSCAN_ACCESS_ADDRESSES;

    for (const struct kernel_variant *v = stage->variants; v && v->kernel; v++)
        if (!(v->needs & ~caps->capabilities) && (!v->fits || v->fits(plan)) &&
            vks_module_computes(vks_module_name(v->kernel, false), class, plan->op))
            return vks_module_name(v->kernel, by_address);
    return vks_module_name(stage->kernel, by_address);
}

bool vks_plan_packs(const struct caps *caps, const struct plan *plan,
                    const struct algorithm *algorithm)
{
    const struct computation *c = &plan->computation;
    const struct stage *stages = algorithm->stages;

    if (!c->packed_class || (vks_plan_has_results(plan) && c->source_size != c->destination_size))
        return false;
    for (uint32_t i = 0; i < algorithm->stage_count; i++)
        if (!vks_module_computes(module_of(caps, plan, &stages[i], c->packed_class),
                                 c->packed_class, plan->op))
            return false;
    return true;
}

void vks_plan_stages(const struct caps *caps, struct plan *plan)
{
    const struct stage *stages = plan->algorithm->stages;

    for (uint32_t i = 0; i < plan->algorithm->stage_count; i++) {
        struct planned_stage *planned = &plan->stages[i];
        const struct plan *of = plan;
        struct plan within;
        if (stages[i].exists && !stages[i].exists(plan))
            continue;
        if (stages[i].within) {
            within = stages[i].within(plan);
            of = &within;
        }
        planned->class = vks_stage_class(&stages[i], of->computation.class, of->op);
        planned->module = module_of(caps, of, &stages[i], planned->class);
        stages[i].constants(caps, of, &stages[i], &planned->constants);
    }
}

bool vks_plan_exclusive(const struct plan *plan, const struct stage *stage)
{
    return stage->exclusive || plan->exclusive;
}

/* ---- constants ---- */

void vks_constants_add(struct constants *list, uint32_t id, uint32_t value)
{
    assert(list->count < CONSTANTS_MAX);
    list->id[list->count] = id;
    list->value[list->count++] = value;
}

/* Adds the identity, a constant for each word of an element. User operators have theirs in GLSL. */
static void add_identity(const struct op *op, const struct computation *c, struct constants *list)
{
    for (uint32_t k = 0; !op->user && k < c->words; k++)
        vks_constants_add(list, SPEC_IDENTITY + k, c->identity.word[k]);
}

void vks_constants_move(uint32_t workgroup_size, const struct op *op, const struct computation *c,
                        struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, workgroup_size);
    if (c->has_keys)
        vks_constants_add(list, SPEC_KEYS, c->keys);
    add_identity(op, c, list);
}

void vks_constants_combine(uint32_t workgroup_size, const struct op *op,
                           const struct computation *c, struct constants *list)
{
    vks_constants_move(workgroup_size, op, c, list);
    if (!op->user)
        vks_constants_add(list, SPEC_OP, op->id);
    if (c->has_arithmetic)
        vks_constants_add(list, SPEC_ARITHMETIC, c->arithmetic);
}

/* ---- reductions and scans over tiles in registers ---- */

/* A tree keeps the total of each vector in shared memory. */
const struct arrangement vks_tree_tile = {1, 16, .vectors = true,
                                          .shared = {{.per_item = 1, .padded = true}}};
const struct arrangement vks_subgroup_tile = {1, 16, .vectors = true, .subgroups = true,
                                              .shared_per_thread = 1};

void vks_constants_vectors(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    const struct computation *c = &plan->computation;

    vks_constants_combine(plan->shape.workgroup_size, plan->op, c, list);
    if (c->is_packed && c->rounds)
        vks_constants_add(list, SPEC_ROUNDED_HALVES,
                          (caps->capabilities & VKSCAN_CAPABILITY_ROUNDED_HALVES_BIT) != 0);
    vks_constants_add(list, SPEC_INPUT_FORMAT, stage->reads_source ? c->input_format : FORMAT_T);
    if (c->has_output_formats) {
        vks_constants_add(list, SPEC_OUTPUT_FORMAT,
                          stage->writes_destination ? c->output_format : FORMAT_T);
        vks_constants_add(list, SPEC_DESTINATION_FORMAT, c->output_format);
    }
    vks_constants_add(list, SPEC_REVERSE,
                      stage->reads_source && plan->flags & VKSCAN_PLAN_REVERSE_BIT);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
}

void vks_constants_tile(const struct caps *caps, const struct plan *plan, const struct stage *stage,
                        struct constants *list)
{
    vks_constants_vectors(caps, plan, stage, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
}

void vks_constants_tile_scan(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    vks_constants_tile(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}

void vks_constants_tree(const struct caps *caps, const struct plan *plan, const struct stage *stage,
                        struct constants *list)
{
    vks_constants_vectors(caps, plan, stage, list);
    vks_constants_add(list, SPEC_BANKS, plan->banks);
}

void vks_constants_tree_reduce(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    vks_constants_tree(caps, plan, stage, list);
    vks_constants_add(list, SPEC_COMMUTATIVE, plan->op->commutative);
}

void vks_constants_tree_ordered(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    vks_constants_tree(caps, plan, stage, list);
    vks_constants_add(list, SPEC_COMMUTATIVE, false);
}

void vks_constants_tree_scan(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    vks_constants_tree(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}

struct plan vks_plan_of_sums(const struct plan *plan, uint32_t items, uint32_t operands)
{
    struct plan sums = *plan;

    sums.op = vks_element_op(VKSCAN_OP_ADD);
    sums.computation = (struct computation){.class = "uint32",
                                            .words = 1,
                                            .vector = vks_element_vector(1),
                                            .source_size = sizeof(uint32_t),
                                            .destination_size = sizeof(uint32_t),
                                            .seed_size = sizeof(uint32_t),
                                            .input_format = FORMAT_T,
                                            .output_format = FORMAT_T,
                                            .has_keys = true,
                                            .has_output_formats = true,
                                            .keys = KEYS_NONE,
                                            .arithmetic = ARITHMETIC_WIDE};
    sums.items = items;
    sums.operands = operands;
    sums.flags = 0;
    return sums;
}

bool vks_goes_by_index(const struct caps *caps, const struct plan *plan)
{
    const uint64_t in_reach = (uint64_t)INDEX_WINDOWS * caps->subgroup_size;
    const uint64_t tiles = vks_least(plan->workgroups, in_reach);

    return vks_plan_padded_piece(plan) <= tiles * plan->tile_size;
}
