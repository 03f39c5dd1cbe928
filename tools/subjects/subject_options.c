/* SPDX-License-Identifier: MIT */
#include "subject_options.h"

#include <stdio.h>

#include "failure.h"

/* Returns the option with this number; NULL past the last. */
static const struct subject_option *find(size_t number)
{
    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++) {
        const struct subject *subject = subject_of(p);
        if (p > 0 && subject == subject_of(p - 1))
            continue;
        for (const struct subject_option *o = subject->options; o && o->row.name; o++)
            if (number-- == 0)
                return o;
    }
    return NULL;
}

size_t subject_options_append(struct option *rows, size_t count, size_t texts, size_t params)
{
    const struct subject_option *option;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX && (option = find(i)); i++) {
        rows[count] = option->row;
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
        const struct subject_option *option = texts->of[i] ? find(i) : NULL;
        if (!option || option->primitives & primitives)
            continue;
        list_primitives(option->primitives, list);
        return misused("--%s is for %s; give --primitive with %s", option->row.name, list,
                       option->primitives & (option->primitives - 1) ? "one of them" : "it");
    }
    return 0;
}

void subject_options_arguments(const struct subject_texts *texts, vkscan_primitive primitive,
                               char arguments[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE])
{
    size_t count = 0;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX; i++) {
        const struct subject_option *option = texts->of[i] ? find(i) : NULL;
        if (option && !option->own && option->primitives & 1u << primitive)
            snprintf(arguments[count++], SUBJECT_ARGUMENT_SIZE,
                     option->row.value ? "--%s=%s" : "--%s", option->row.name, texts->of[i]);
    }
    arguments[count][0] = '\0';
}
