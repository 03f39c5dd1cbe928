/* SPDX-License-Identifier: MIT */
/* The options of all subjects, which a program appends to those of its own table. */
#ifndef SUBJECT_OPTIONS_H
#define SUBJECT_OPTIONS_H

#include "options.h"
#include "subject.h"

#define SUBJECT_OPTIONS_MAX 16

/* Options' values as given; NULL where an option was not given. */
struct subject_texts {
    const char *of[SUBJECT_OPTIONS_MAX];
};

/* Appends the subjects' rows. `texts` is the offset of a struct subject_texts among the program's
 * texts, and `params` that of a struct subject_params among its values. Returns the new number of
 * rows. */
size_t subject_options_append(struct option *rows, size_t count, size_t texts, size_t params);

/* Refuses given options that are for none of these primitives, a bit each. Returns 0 or what
 * failure.h returned. */
int subject_options_check(const struct subject_texts *texts, uint32_t primitives);

/* Stores the given options of a primitive as arguments of a peer, ended by an empty one. */
#define SUBJECT_ARGUMENT_SIZE 160
void subject_options_arguments(const struct subject_texts *texts, vkscan_primitive primitive,
                               char arguments[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE]);

#endif
