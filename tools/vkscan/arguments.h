/* SPDX-License-Identifier: MIT */
/* The command line of vkscan. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>

enum command {
    COMMAND_NONE = 0,
    COMMAND_DEVICES = 1,
    COMMAND_REDUCE = 2,
    COMMAND_SCAN = 4,
    COMMAND_CHECK_OP = 8,
    COMMAND_SORT = 16,
    COMMAND_SELECT = 32,
    COMMAND_UNIQUE = 64,
    COMMAND_HISTOGRAM = 128,
    COMMAND_SEGMENT_SCAN = 256,
    COMMAND_SEGMENT_REDUCE = 512,
    COMMAND_SEARCH = 1024,
    COMMAND_MERGE = 2048,
    COMMAND_RUNS = 4096,
    COMMAND_REDUCE_BY_KEY = 8192,
    COMMAND_DIFFERENCE = 16384,
    COMMAND_TOPK = 32768,
    COMMAND_HELP = 65536,
};

/* The options' values. An option that was not given is NULL; the value of an option that takes none
 * is its name. */
struct arguments {
    enum command command;
    enum command topic; /* of help; COMMAND_NONE: the program */
    bool ready_made;    /* op_file, or where_file, is a name of what comes with vkscan */
    const char *file;
    const char *sorted; /* of a search, in front of the file; of a merge, behind it */
#define OPTION(member, name, letter, value, names, commands, help) const char *member;
#include "arguments.def"
};

struct gpu_options;

/* vkscan devices: prints the machine's devices and what vkscan can run on each. */
void devices_print(void);

/* vkscan check-op: checks an operator file on a device, by random triples of elements. Finding and
 * printing a counter-example is a failure, too. `tolerance` is the option's text; NULL: the
 * default.
 */
void check_op(const char *path, const struct gpu_options *on, const char *tolerance);

#endif
