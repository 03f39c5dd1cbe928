/* SPDX-License-Identifier: MIT */
#include "stalled.h"

#include <string.h>

#include "modules.h"
#include "operator.h"

#include "stalled_table.h" /* generated: an array of words for each, and STALLED_LIST */

static const struct {
    const char *class;
    vkscan_operator_module module;
} table[] = {
#define ROW(kernel, class)                                                                         \
    {#class,                                                                                       \
     {#kernel, stalled_##kernel##_##class,                                                         \
      sizeof(stalled_##kernel##_##class) / sizeof(stalled_##kernel##_##class[0])}},
    STALLED_LIST(ROW)
#undef ROW
};

/* One for each module, with a checksum of its own, as contexts share pipelines by that. */
static vkscan_operator constants[COUNT_OF(table)];

static const vkscan_operator *find(const char *class, const char *kernel)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (strcmp(table[i].class, class) == 0 && strcmp(table[i].module.name, kernel) == 0) {
            constants[i] = (vkscan_operator){
                .name = "stalled",
                .checksum = i + 1,
                .module_count = 1,
                .modules = &table[i].module,
            };
            return &constants[i];
        }
    return NULL;
}

bool stalled_use(struct plan *plan, uint32_t stall, uint32_t spin_limit)
{
    struct constants *constants_of_stage = &plan->stages[0].constants;
    const vkscan_operator *modules = find(plan->computation.class, plan->stages[0].module);

    if (!modules)
        return false;
    plan->modules = modules;
    vks_constants_add(constants_of_stage, SPEC_STALL, stall);
    *harness_constant(plan, SPEC_SPIN_LIMIT) = spin_limit;
    return true;
}
