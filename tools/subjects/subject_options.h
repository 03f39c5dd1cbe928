/* SPDX-License-Identifier: MIT */
/* The options of all subjects, behind those of a program's own table. */
#ifndef SUBJECT_OPTIONS_H
#define SUBJECT_OPTIONS_H

#include "options.h"
#include "subject.h"

#define SUBJECT_OPTIONS_MAX 16

/* As they were given, NULL if they were not. */
struct subject_texts {
    const char *of[SUBJECT_OPTIONS_MAX];
};

/* Appends their rows, whose values are in a struct subject_texts at this offset. Returns the new
 * count. */
size_t subject_options_append(struct option *rows, size_t count, size_t offset);

/* Reads what was given. Returns 0 or what failure.h returned. */
int subject_options_parse(const struct subject_texts *texts, struct subject_params *params);

/* Refuses what no subject of these primitives has, a bit each. Likewise. */
int subject_options_check(const struct subject_texts *texts, uint32_t primitives);

/* Those that were given, for a primitive, as arguments of a peer; an empty one ends them. */
#define SUBJECT_ARGUMENT_SIZE 160
void subject_options_arguments(const struct subject_texts *texts, vkscan_primitive primitive,
                               char arguments[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE]);

#endif
