/* SPDX-License-Identifier: MIT */
#include "subject.h"

#define PLACE_ALIGNMENT 256 /* largest minStorageBufferOffsetAlignment that Vulkan allows */

static const struct subject *const subjects[] = {
    [VKSCAN_PRIMITIVE_REDUCE] = &subject_fold,
    [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = &subject_fold,
    [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = &subject_fold,
    [VKSCAN_PRIMITIVE_SELECT] = &subject_select,
    [VKSCAN_PRIMITIVE_PARTITION] = &subject_select,
    [VKSCAN_PRIMITIVE_UNIQUE] = &subject_select,
    [VKSCAN_PRIMITIVE_SORT] = &subject_sort,
    [VKSCAN_PRIMITIVE_HISTOGRAM] = &subject_histogram,
};

const struct subject *subject_of(vkscan_primitive primitive)
{
    return subjects[primitive];
}

uint64_t subject_place_behind(uint64_t size)
{
    return (size + PLACE_ALIGNMENT - 1) / PLACE_ALIGNMENT * PLACE_ALIGNMENT;
}

/* Sets the ports' places, one behind the other. */
static void lay_out(struct subject_block *block)
{
    uint64_t next = 0;

    for (uint32_t i = 0; i < SUBJECT_PORTS; i++) {
        struct subject_port *port = &block->ports[i];
        port->place = subject_place_behind(next);
        next = port->place + port->size;
        if (port->size)
            block->size = next;
    }
}

struct subject_layout subject_lay_out(const vkscan_plan_params *plan, uint64_t count)
{
    struct subject_layout layout = {.copies = 1};

    subjects[plan->primitive]->ports(plan, count, &layout);
    lay_out(&layout.read);
    lay_out(&layout.written);
    return layout;
}

struct subject_run subject_run_of(const vkscan_plan_params *plan, void *read, void *written,
                                  void *seed)
{
    return (struct subject_run){.plan = plan,
                                .layout = subject_lay_out(plan, plan->capacity),
                                .read = read,
                                .written = written,
                                .seed = seed};
}

char *subject_second_read(const struct subject_run *run)
{
    return (char *)run->read + run->layout.read.ports[1].place;
}

char *subject_second_written(const struct subject_run *run)
{
    return (char *)run->written + run->layout.written.ports[1].place;
}
