/* SPDX-License-Identifier: MIT */
/* vkscan_mpi.h: the places of slabs, and of results of any length. */
#include <string.h>

#include <vkscan/vkscan_mpi.h>

vkscan_mpi_range vkscan_mpi_slab(uint64_t count, int ranks, int rank)
{
    const uint64_t each = count / (uint64_t)ranks, more = count % (uint64_t)ranks;
    const uint64_t before = (uint64_t)rank;

    return (vkscan_mpi_range){.first = before * each + (before < more ? before : more),
                              .count = each + (before < more)};
}

int vkscan_mpi_place(MPI_Comm comm, uint64_t count, uint64_t *first, uint64_t *all)
{
    int rank, error = MPI_Comm_rank(comm, &rank);

    if (!error)
        error = MPI_Exscan(&count, first, 1, MPI_UINT64_T, MPI_SUM, comm);
    if (!error && rank == 0)
        *first = 0;
    return error ? error : MPI_Allreduce(&count, all, 1, MPI_UINT64_T, MPI_SUM, comm);
}

#define BEFORE_MAX 256 /* bytes of an element */

/* Combines elements, each behind a byte that tells whether it is there, to the right one if it is
 * there, else the left one. */
static void take_last(void *left, void *right, int *count, MPI_Datatype *type)
{
    int size = 0;

    MPI_Type_size(*type, &size);
    for (int i = 0; i < *count; i++) {
        char *a = (char *)left + i * size, *b = (char *)right + i * size;
        if (!*b)
            memcpy(b, a, (size_t)size);
    }
}

int vkscan_mpi_before(MPI_Comm comm, uint32_t size, const void *last, void *before, int *found)
{
    char own[1 + BEFORE_MAX] = {0}, nearest[1 + BEFORE_MAX] = {0};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    int rank, error = size <= BEFORE_MAX ? MPI_Comm_rank(comm, &rank) : MPI_ERR_ARG;

    *found = 0;
    if (error)
        return error;
    if (last)
        memcpy(own + 1, last, size);
    *own = last != NULL;
    if (!(error = MPI_Type_contiguous(1 + (int)size, MPI_BYTE, &type)) &&
        !(error = MPI_Type_commit(&type)) && !(error = MPI_Op_create(take_last, 0, &op)) &&
        !(error = MPI_Exscan(own, nearest, 1, type, op, comm)) && rank > 0 && *nearest) {
        *found = 1;
        memcpy(before, nearest + 1, size);
    }
    if (type != MPI_DATATYPE_NULL)
        MPI_Type_free(&type);
    if (op != MPI_OP_NULL)
        MPI_Op_free(&op);
    return error;
}
