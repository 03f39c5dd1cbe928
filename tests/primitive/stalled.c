/* SPDX-License-Identifier: MIT */
#include "stalled.h"

#include <string.h>

#include "vulkan_device.h"

#include "stalled_modules.h" /* generated: an array of bytes for each */
#include "stalled_table.h"   /* generated: STALLED_LIST */

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
    const char *class;
    vkscan_operator_module module;
} table[] = {
#define ROW(kernel, class)                                                                         \
    {#class,                                                                                       \
     {#kernel, vks_module_stalled_##kernel##_##class,                                              \
      sizeof(vks_module_stalled_##kernel##_##class), 0}},
    STALLED_LIST(ROW)
#undef ROW
};

/* The modules of a plan of which one stalls. The checksum is another for each of these, as contexts
 * share pipelines by it. */
static struct {
    vkscan_operator user;
    vkscan_operator_module modules[ALGORITHM_MAX_STAGES];
} replacements[COUNT_OF(table)];

/* COUNT_OF(table): none. */
static size_t find(const struct planned_stage *stage)
{
    size_t i = 0;

    if (!stage->module)
        return COUNT_OF(table);
    while (i < COUNT_OF(table) && (strcmp(table[i].module.name, stage->module) != 0 ||
                                   strcmp(table[i].class, stage->class) != 0))
        i++;
    return i;
}

/* Of the stages the library's own modules, but for that which stalls. */
static const vkscan_operator *replace(const struct plan *plan, size_t stalled)
{
    vkscan_operator_module *modules = replacements[stalled].modules;
    vkscan_operator *user = &replacements[stalled].user;

    *user = (vkscan_operator){.name = "stalled", .checksum = stalled + 1, .modules = modules};
    for (size_t i = 0; i < ALGORITHM_MAX_STAGES; i++) {
        const struct planned_stage *stage = &plan->stages[i];
        const struct shader own =
            stage->module ? vks_shaders_find(stage->module, stage->class) : (struct shader){0};
        if (find(stage) == stalled)
            modules[user->module_count++] = table[stalled].module;
        else if (own.kernel)
            modules[user->module_count++] = (vkscan_operator_module){own.kernel, own.packed.bytes,
                                                                     (uint32_t)own.packed.size, 0};
    }
    return user;
}

static void set_constant(struct constants *list, uint32_t id, uint32_t value)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->id[i] == id)
            list->value[i] = value;
}

bool stalled_use(struct plan *plan, uint32_t stall, uint32_t spin_limit)
{
    for (size_t i = 0; i < ALGORITHM_MAX_STAGES; i++) {
        struct planned_stage *stage = &plan->stages[i];
        const size_t stalled = find(stage);
        if (stalled == COUNT_OF(table))
            continue;
        plan->user_op = *plan->op;
        plan->user_op.user = replace(plan, stalled);
        plan->op = &plan->user_op;
        vks_constants_add(&stage->constants, SPEC_STALL, stall);
        set_constant(&stage->constants, SPEC_SPIN_LIMIT, spin_limit);
        return true;
    }
    return false;
}
