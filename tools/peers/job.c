/* SPDX-License-Identifier: MIT */
#include "job.h"

#include "reference.h"
#include "subject.h"

struct peer_job job_make(const vkscan_plan_params *plan)
{
    const struct subject_layout layout = subject_lay_out(plan, plan->capacity);
    struct peer_job job = {
        .primitive = vkscan_primitive_name(plan->primitive),
        .type = vkscan_type_name(plan->type),
        .op = vkscan_op_name(plan->op),
        .criterion = plan->select ? vkscan_criterion_name(plan->select->criterion) : NULL,
        .count = plan->capacity,
        .element_size = vkscan_type_size(plan->type),
        .value_size = plan->sort ? layout.read.ports[1].size / plan->capacity : 0,
        .second_offset = layout.read.ports[1].place,
        .number_offset = layout.written.ports[1].place,
        .source_size = layout.read.size,
        .destination_size = layout.written.size,
        .plan = plan,
    };
    const vkscan_histogram_params *h = plan->histogram;

    if (job.element_size <= sizeof(job.identity))
        reference_identity(plan->type, plan->op, &job.identity);
    if (h && h->binning == VKSCAN_BINNING_EVEN && !h->weights && h->channels <= 1) {
        job.bins = h->bins;
        job.first = h->first;
        job.last = h->last;
    }
    return job;
}
