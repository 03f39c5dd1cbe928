/* SPDX-License-Identifier: MIT */
/* The command line of the examples. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "gpu.h"

struct options {
    const char *program; /* its name */
    const char *what;    /* it has frames of: "particles", which is an option with a number too */
    uint32_t frames, count, most;
    const char *picture; /* a file to write, or NULL */
    bool no_picture;     /* whether it writes none */
    bool two_queues;     /* whether it has use for gpu_options::transfers */
    struct gpu_options gpu;
};

/* Sets what is given; what is wrong ends the program. */
void options_read(struct options *options, int argc, char **argv);

#endif
