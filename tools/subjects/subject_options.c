/* SPDX-License-Identifier: MIT */
#include "subject_options.h"

#include <stdio.h>

#include "failure.h"

/* The option with this number, and the first primitive that has it; NULL past the last. */
static const struct subject_option *find(size_t number, vkscan_primitive *primitive)
{
    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++) {
        const struct subject *subject = subject_of(p);
        if (p > 0 && subject == subject_of(p - 1))
            continue;
        for (const struct subject_option *o = subject->options; o && o->name; o++)
            if (number-- == 0) {
                *primitive = p;
                return o;
            }
    }
    return NULL;
}

size_t subject_options_append(struct option *rows, size_t count, size_t offset)
{
    const struct subject_option *option;
    vkscan_primitive p;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX && (option = find(i, &p)); i++)
        rows[count++] = (struct option){.name = option->name,
                                        .value = option->value,
                                        .help = option->help,
                                        .names = OPTION_NO_NAMES,
                                        .offset = offset + i * sizeof(const char *)};
    return count;
}

int subject_options_parse(const struct subject_texts *texts, struct subject_params *params)
{
    vkscan_primitive p;
    int status = 0;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX && !status; i++)
        if (texts->of[i])
            status = find(i, &p)->parse(texts->of[i], params);
    return status;
}

int subject_options_check(const struct subject_texts *texts, uint32_t primitives)
{
    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX; i++) {
        vkscan_primitive first;
        const struct subject_option *option = texts->of[i] ? find(i, &first) : NULL;
        bool has = !option;
        for (vkscan_primitive p = 0; vkscan_primitive_name(p) && !has; p++)
            has = primitives & 1u << p && subject_of(p) == subject_of(first);
        if (!has)
            return misused("--%s is for %s; give --primitive with it", option->name,
                           vkscan_primitive_name(first));
    }
    return 0;
}

void subject_options_arguments(const struct subject_texts *texts,
                               char arguments[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE])
{
    vkscan_primitive p;
    size_t count = 0;

    for (size_t i = 0; i < SUBJECT_OPTIONS_MAX; i++) {
        const struct subject_option *option = texts->of[i] ? find(i, &p) : NULL;
        if (option)
            snprintf(arguments[count++], SUBJECT_ARGUMENT_SIZE, option->value ? "--%s=%s" : "--%s",
                     option->name, texts->of[i]);
    }
    arguments[count][0] = '\0';
}
