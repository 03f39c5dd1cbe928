/* SPDX-License-Identifier: MIT */
#include "files.h"

#include <string.h>

_Static_assert((int)BENCH_FILES <= (int)OUTPUT_MAX, "all files are open at a time");

void bench_files_init(struct bench_files *files, const struct bench_options *options)
{
    *files = (struct bench_files){.paths = options->files, .text = stdout};
    for (int i = 0; i < BENCH_FILES; i++) {
        files->outputs[i] = OUTPUT_NONE;
        if (files->paths[i] && strcmp(files->paths[i], "-") == 0)
            files->text = stderr;
    }
}

int bench_files_open(struct bench_files *files)
{
    int status = 0;

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (files->paths[i])
            status = output_open(&files->outputs[i], files->paths[i]);
    return status;
}

int bench_files_commit(struct bench_files *files)
{
    int status = 0;

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (files->paths[i])
            status = output_commit(&files->outputs[i]);
    return status;
}

void bench_files_close(struct bench_files *files)
{
    for (int i = 0; i < BENCH_FILES; i++)
        output_close(&files->outputs[i]);
}
