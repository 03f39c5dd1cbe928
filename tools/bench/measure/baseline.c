/* SPDX-License-Identifier: MIT */
#include "baseline.h"

#include "baseline_loops.h"
#include "reference.h"

static loops_fn *const *const loops[] = {
#define TYPE(ID, name, bytes, class, key_class, kind, needs) [VKSCAN_TYPE_##ID] = baseline_##name,
#include "types.def"
#undef TYPE
};

void baseline_run(const vkscan_plan_params *plan, const void *source, uint64_t count,
                  void *destination)
{
    const vkscan_type type = plan->type == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : plan->type;
    uint64_t identity;

    reference_identity(type, plan->op, &identity);
    loops[type][plan->op](plan->primitive, &identity, source, count, destination);
}
