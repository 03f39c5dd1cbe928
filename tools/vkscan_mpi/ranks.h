/* SPDX-License-Identifier: MIT */
/* What the parts of vkscan-mpi share. */
#ifndef RANKS_H
#define RANKS_H

#include <mpi.h>

#include "team.h"

extern MPI_Comm ranks; /* those of the command, which handle errors */

/* Ends the command on all ranks if it has failed on one. Before each collective call. */
void ranks_agree(void);

/* Ends on this rank if MPI has failed. */
void ranks_need(int error, const char *what);

enum phase { PHASE_START, PHASE_READ, PHASE_COMPUTE, PHASE_EXCHANGE, PHASE_WRITE, PHASES };

/* Time goes to a phase until it ends; then, and from the beginning, to that of phase_rest. */
void phase_begin(enum phase phase);
void phase_end(uint64_t bytes);
void phase_rest(enum phase phase);

/* What struct team has of files, and of time. */
void files_share(struct array *array, uint32_t unit);
void files_read(struct array *array, uint64_t most);
void files_rewind(struct array *array);
void files_create(struct array *array, const char *path);
void files_place(struct array *array, uint64_t count);
void files_write(struct array *array, vkscan_type type, const void *data, uint64_t count);
void files_close_output(struct array *array);
void files_close(void); /* what is read, on this rank */
void phases_report(bool verbose, const char *json);

#endif
