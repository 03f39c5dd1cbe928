/* SPDX-License-Identifier: MIT */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"

#define PLACE_ALIGNMENT 256 /* largest minStorageBufferOffsetAlignment that Vulkan allows */

static const struct subject *const subjects[] = {
    &subject_fold,
#define FAMILY(name, files) &subject_##name,
#include "../../src/primitive/primitives.def"
};

#define SUBJECTS (sizeof(subjects) / sizeof(subjects[0]))

const struct subject *subject_of(vkscan_primitive primitive)
{
    size_t i = 0;

    while (!(subjects[i]->primitives & 1u << primitive))
        i++;
    return subjects[i];
}

uint64_t subject_place_behind(uint64_t size)
{
    return (size + PLACE_ALIGNMENT - 1) / PLACE_ALIGNMENT * PLACE_ALIGNMENT;
}

/* Sets the ports' places, one behind the other as large as those of `roomy`. */
static void lay_out(const struct subject_block *roomy, struct subject_block *block)
{
    uint64_t next = 0;

    for (uint32_t i = 0; i < SUBJECT_PORTS; i++) {
        struct subject_port *port = &block->ports[i];
        port->place = subject_place_behind(next);
        next = port->place + roomy->ports[i].size;
        if (port->size)
            block->size = port->place + port->size;
    }
}

struct subject_layout subject_lay_out(const vkscan_plan_params *plan, uint64_t count, uint64_t room)
{
    struct subject_layout layout = {.copies = 1}, roomy = layout;

    subject_of(plan->primitive)->ports(plan, count, &layout);
    subject_of(plan->primitive)->ports(plan, room, &roomy);
    lay_out(&roomy.read, &layout.read);
    lay_out(&roomy.written, &layout.written);
    return layout;
}

struct subject_run subject_run_of(const vkscan_plan_params *plan, uint64_t room, void *read,
                                  void *written, void *seed)
{
    return (struct subject_run){.plan = plan,
                                .layout = subject_lay_out(plan, plan->capacity, room),
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

/* ---- options ---- */

/* Returns the option with this number; NULL past the last. */
static const struct option *find(size_t number)
{
    for (size_t i = 0; i < SUBJECTS; i++)
        for (const struct option *o = subjects[i]->options; o->name; o++)
            if (number-- == 0)
                return o;
    return NULL;
}

size_t subject_options_append(struct option *rows, size_t count, size_t texts, size_t params)
{
    const struct option *option;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX && (option = find(i)); i++) {
        rows[count] = *option;
        rows[count].offset = texts + i * sizeof(const char *);
        rows[count++].to += params;
    }
    return count;
}

/* Stores "select and partition". */
static void list_primitives(uint32_t primitives, char text[SUBJECT_ARGUMENT_SIZE])
{
    size_t used = 0;

    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++) {
        const uint32_t above = primitives >> p >> 1, below = primitives & ((1u << p) - 1);
        if (primitives & 1u << p)
            used += (size_t)snprintf(text + used, SUBJECT_ARGUMENT_SIZE - used, "%s%s",
                                     !below  ? ""
                                     : above ? ", "
                                             : " and ",
                                     vkscan_primitive_name(p));
    }
}

int subject_options_check(const struct subject_texts *texts, uint32_t primitives)
{
    char list[SUBJECT_ARGUMENT_SIZE];

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX; i++) {
        const struct option *option = texts->of[i] ? find(i) : NULL;
        if (!option || option->commands & (int)primitives)
            continue;
        const uint32_t own = option->commands & ~SUBJECT_OWN;
        list_primitives(own, list);
        return misused("--%s is for %s; give --primitive with %s", option->name, list,
                       own & (own - 1) ? "one of them" : "it");
    }
    return 0;
}

void subject_options_choose_length(struct subject_params *params, struct subject_texts *texts,
                                   uint32_t number)
{
    size_t i = 0;

    while (strcmp(find(i)->name, "length") != 0)
        i++;
    params->segment_length = params->lengths.list[number];
    snprintf(params->length_text, sizeof(params->length_text), "%" PRIu64, params->segment_length);
    texts->of[i] = params->length_text;
}

void subject_options_arguments(const struct subject_texts *texts, vkscan_primitive primitive,
                               char arguments[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE])
{
    size_t count = 0;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX; i++) {
        const struct option *option = texts->of[i] ? find(i) : NULL;
        if (option && !(option->commands & SUBJECT_OWN) && option->commands & 1 << primitive)
            snprintf(arguments[count++], SUBJECT_ARGUMENT_SIZE, option->value ? "--%s=%s" : "--%s",
                     option->name, texts->of[i]);
    }
    arguments[count][0] = '\0';
}
