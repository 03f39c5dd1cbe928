/* SPDX-License-Identifier: MIT */
/* The declarations that the parts of vkscan-mpi share. */
#ifndef RANKS_H
#define RANKS_H

#include <mpi.h>

#include "team.h"

extern MPI_Comm ranks; /* the command's ranks; errors are returned */

/* Ends the command on all ranks if it has failed on one. Call it before each collective call. */
void ranks_agree(void);

/* Ends the command if MPI has failed on this rank. */
void ranks_need(int error, const char *what);

enum phase { PHASE_START, PHASE_READ, PHASE_COMPUTE, PHASE_EXCHANGE, PHASE_WRITE, PHASES };

/* phase_begin() and phase_end() enclose a phase. Time outside goes to the phase that phase_rest()
 * sets. */
void phase_begin(enum phase phase);
void phase_end(uint64_t bytes);
void phase_rest(enum phase phase);

/* Adds what a thread has read while this one did something else. */
void phase_add_reading(double ms, uint64_t bytes);

/* The functions of struct team for files and time. */
void files_share(struct array *array, uint32_t unit);
void files_read(struct array *array, uint64_t most);
void files_create(struct array *array, const char *path);
void files_place(struct array *array, uint64_t count);
void files_write(struct array *array, vkscan_type type, const void *data, uint64_t count);
void files_close_output(struct array *array);
void files_close(void); /* closes what this rank has open */
void phases_report(bool verbose, const char *json);

#endif
