/* SPDX-License-Identifier: MIT */
/* Preloaded into the ranks of a program: rank $KILLED_RANK kills itself where it first calls the
 * function of MPI that is named $KILLED_AT. */
#include <mpi.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void pass(const char *function)
{
    const char *killed_at = getenv("KILLED_AT"), *killed = getenv("KILLED_RANK");
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (killed_at && killed && strcmp(killed_at, function) == 0 && rank == atoi(killed))
        raise(SIGKILL);
}

#define PASS(function, parameters, arguments)                                                      \
    int MPI_##function parameters                                                                  \
    {                                                                                              \
        pass(#function);                                                                           \
        return PMPI_##function arguments;                                                          \
    }

PASS(File_open, (MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file),
     (comm, name, mode, info, file))
PASS(Allreduce,
     (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (from, to, count, type, op, comm))
PASS(Exscan, (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (from, to, count, type, op, comm))
PASS(File_write_at,
     (MPI_File file, MPI_Offset at, const void *data, int count, MPI_Datatype type,
      MPI_Status *status),
     (file, at, data, count, type, status))
PASS(File_sync, (MPI_File file), (file))
