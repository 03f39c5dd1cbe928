/* SPDX-License-Identifier: MIT */
#include "baseline.h"

#include "baseline_loops.h"
#include "reference.h"

static baseline_fn *const loops[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = baseline_##name,
#include "types.def"
#undef TYPE
};

void baseline_run(const vkscan_plan_params *plan, const void *source, uint64_t count,
                  void *destination)
{
    const vkscan_type type = plan->type == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : plan->type;
    const vkscan_type out = plan->out_type == VKSCAN_TYPE_DEFAULT ? type : plan->out_type;
    uint32_t identity[4];

    reference_identity(out, plan->op, identity);
    loops[out](plan->op, type)(plan->primitive, identity, source, count, destination);
}
