/* SPDX-License-Identifier: MIT */
/* The subject of sorts, ascending: of keys alone, with values, or of the keys' indices. */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "port_buffers.h"
#include "sample.h"
#include "sort_check.h"

#define DIGIT_BITS 8 /* digits of the sort that moves the least */

/* ---- options ---- */

static int parse_values(const char *text, void *to)
{
    struct subject_params *params = to;
    static const char *const sizes[] = {"0", "4", "8", "16"};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        if (strcmp(text, sizes[i]) == 0) {
            params->sort.value_size = (uint32_t)strtoul(text, NULL, 10);
            return 0;
        }
    return misused("bad values '%s'; 0, 4, 8 or 16 bytes", text);
}

static int parse_argsort(const char *text, void *to)
{
    struct subject_params *params = to;

    (void)text;
    params->sort.flags = VKSCAN_SORT_INDICES_BIT;
    return params->sort.value_size ? misused("--argsort makes its values: no --values") : 0;
}

static const struct subject_option options[] = {
    {SUBJECT_READ("values", "BYTES", "of a sort: 0, 4, 8 or 16, 0 if not given", parse_values),
     SUBJECT_SORTS, false},
    {SUBJECT_READ("argsort", NULL, "sorts make the keys' indices", parse_argsort), SUBJECT_SORTS,
     false},
    SUBJECT_OPTIONS_END,
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    params->sort.struct_size = sizeof(params->sort);
    plan->sort = &params->sort;
}

/* ---- ports and data ---- */

static bool makes_indices(const vkscan_plan_params *plan)
{
    return plan->sort && plan->sort->flags & VKSCAN_SORT_INDICES_BIT;
}

static uint32_t value_size(const vkscan_plan_params *plan)
{
    if (makes_indices(plan))
        return sizeof(uint32_t);
    return plan->sort ? plan->sort->value_size : 0;
}

/* Sets the ports. A sort that makes indices has these as its values, which no port takes. */
static void sort_ports(const vkscan_plan_params *plan, uint64_t count,
                       struct subject_layout *layout)
{
    const uint64_t keys = count * vkscan_type_size(plan->type), values = count * value_size(plan);
    const size_t unbound = sizeof(struct port_buffers);

    layout->read = (struct subject_block){
        .ports = {{SUBJECT_PORT(source), keys, 0},
                  {makes_indices(plan) ? unbound : SUBJECT_PORT(second_source), values, 0}}};
    layout->written =
        (struct subject_block){.ports = {{SUBJECT_PORT(destination), keys, 0},
                                         {SUBJECT_PORT(second_destination), values, 0}}};
}

static struct sort_records records_in(const vkscan_plan_params *plan, void *keys, void *values)
{
    return (struct sort_records){plan->type, value_size(plan), keys,
                                 value_size(plan) ? values : NULL};
}

static struct sort_records source_of(const struct subject_run *run)
{
    return records_in(run->plan, run->read, subject_second_read(run));
}

static bool fill_sort(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;

    if (value_size(plan))
        sample_values(value_size(plan), subject_second_read(run), plan->capacity);
    return sample_keys(plan->type, data, run->read, plan->capacity);
}

/* Returns the work of the limit, OneSweep: a read of the keys, and for each digit a pass that reads
 * and writes all. */
static struct limit_work sort_limit(const struct subject_run *run)
{
    const struct subject_port *ports = run->layout.read.ports;

    return (struct limit_work){
        LIMIT_PASSES,
        .read = ports[0].size,
        .written = ports[0].size + ports[1].size,
        .passes = 8 * vkscan_type_size(run->plan->type) / DIGIT_BITS,
    };
}

static bool check_sort(const struct subject_run *run, uint64_t *at)
{
    const struct sort_records source = source_of(run),
                              sorted =
                                  records_in(run->plan, run->written, subject_second_written(run));

    return sort_check(&source, &sorted, run->plan->capacity, at);
}

static bool compute_sort(const struct subject_run *run)
{
    const struct sort_records source = source_of(run);

    return reference_sort_records(NULL, &source, run->plan->capacity, run->written,
                                  value_size(run->plan) ? subject_second_written(run) : NULL);
}

const struct subject subject_sort = {
    .options = options,
    .settle = settle,
    .ports = sort_ports,
    .fill = fill_sort,
    .limit = sort_limit,
    .check = check_sort,
    .compute = compute_sort,
};
