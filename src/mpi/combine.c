/* SPDX-License-Identifier: MIT */
/* vkscan_mpi.h: combining over ranks, by operators of MPI that keep the order. */
#include <stddef.h>
#include <string.h>

#include <vkscan/vkscan_mpi.h>

#include "half.h"
#include "reference.h"

#define ELEMENT_MAX 32 /* bytes */
#define HALF_SIZE 2    /* bytes */
#define CHUNK 1024     /* floats */

/* The operator of the call in progress: MPI gives its own operators only the elements' type. */
static _Thread_local const vkscan_mpi_operator *current;

static uint32_t size_of(const vkscan_mpi_operator *op)
{
    return op->combine ? op->size : vkscan_type_size(op->type);
}

/* Tells whether all members that this version does not know are 0. */
static bool is_known(const vkscan_mpi_operator *op)
{
    for (size_t i = sizeof(*op); i < op->struct_size; i++)
        if (((const char *)op)[i])
            return false;
    return op->struct_size >= offsetof(vkscan_mpi_operator, reverse) + sizeof(op->reverse);
}

static bool is_valid(const vkscan_mpi_operator *op)
{
    return op && is_known(op) && size_of(op) > 0 && size_of(op) <= ELEMENT_MAX &&
           (op->combine || (vkscan_op_name(op->op) && reference_has(op->type, op->op)));
}

/* Combines elements for MPI, which passes its left operand as `left`, and its right operand in the
 * result's place. */
static void combine(void *left, void *right, int *count, MPI_Datatype *type)
{
    const uint32_t size = size_of(current);
    char *a = left, *b = right;

    (void)type;
    for (int i = 0; i < *count; i++, a += size, b += size)
        if (current->combine)
            current->combine(current->user, a, b, b);
        else
            reference_combine(current->type, current->op, a, b, b);
}

/* The objects of a collective call, on a communicator whose ranks are in the operator's order. */
struct call {
    MPI_Comm comm;
    MPI_Op op;
    MPI_Datatype type; /* an element */
    vkscan_mpi_operator by;
};

/* Tells whether elements are halves, which are combined as floats, as plans compute them, and
 * rounded once. */
static bool widens(const vkscan_mpi_operator *op)
{
    return !op->combine && op->type == VKSCAN_TYPE_F16;
}

static float widen(const void *half)
{
    uint16_t bits;

    memcpy(&bits, half, sizeof(bits));
    return half_to_float(bits);
}

static void narrow(float value, void *half)
{
    const uint16_t bits = half_from(value);

    memcpy(half, &bits, sizeof(bits));
}

static int begin(MPI_Comm comm, const vkscan_mpi_operator *op, struct call *call)
{
    int rank, error;

    *call = (struct call){comm, MPI_OP_NULL, MPI_DATATYPE_NULL, {0}};
    if (!is_valid(op))
        return MPI_ERR_ARG;
    call->by = *op;
    if (widens(op))
        call->by.type = VKSCAN_TYPE_F32;
    current = &call->by;
    if ((error = MPI_Comm_rank(comm, &rank)) || (error = MPI_Op_create(combine, 0, &call->op)) ||
        (error = MPI_Type_contiguous((int)size_of(current), MPI_BYTE, &call->type)) ||
        (error = MPI_Type_commit(&call->type)))
        return error;
    return op->reverse ? MPI_Comm_split(comm, 0, -rank, &call->comm) : MPI_SUCCESS;
}

static int end(MPI_Comm comm, struct call *call, int error)
{
    if (call->comm != comm && call->comm != MPI_COMM_NULL)
        MPI_Comm_free(&call->comm);
    if (call->type != MPI_DATATYPE_NULL)
        MPI_Type_free(&call->type);
    if (call->op != MPI_OP_NULL)
        MPI_Op_free(&call->op);
    return error;
}

/* Reduces halves in chunks on the stack: an allocation might fail on one rank alone. */
static int reduce_halves(const struct call *call, char *halves, int count)
{
    float floats[CHUNK];
    int error = MPI_SUCCESS;

    for (int n; !error && count > 0; count -= n) {
        n = count < CHUNK ? count : CHUNK;
        for (int i = 0; i < n; i++)
            floats[i] = widen(halves + i * HALF_SIZE);
        error = MPI_Allreduce(MPI_IN_PLACE, floats, n, call->type, call->op, call->comm);
        for (int i = 0; !error && i < n; i++)
            narrow(floats[i], halves + i * HALF_SIZE);
        halves += n * HALF_SIZE;
    }
    return error;
}

int vkscan_mpi_reduce(MPI_Comm comm, const vkscan_mpi_operator *op, void *elements, int count)
{
    struct call call;
    int error = begin(comm, op, &call);

    if (!error)
        error = widens(op)
                    ? reduce_halves(&call, elements, count)
                    : MPI_Allreduce(MPI_IN_PLACE, elements, count, call.type, call.op, call.comm);
    return end(comm, &call, error);
}

int vkscan_mpi_exscan(MPI_Comm comm, const vkscan_mpi_operator *op, const void *total, void *seed)
{
    char before[ELEMENT_MAX];
    struct call call;
    float wide;
    int error = begin(comm, op, &call), rank = 0;

    if (!error && widens(op)) {
        wide = widen(total);
        total = &wide;
    }
    if (!error)
        error = MPI_Exscan(total, before, 1, call.type, call.op, call.comm);
    if (!error)
        error = MPI_Comm_rank(call.comm, &rank);
    if (error || rank == 0) /* at the first rank MPI leaves it undefined */
        return end(comm, &call, error);
    if (widens(op)) {
        memcpy(&wide, before, sizeof(wide));
        narrow(wide, seed);
    } else {
        memcpy(seed, before, size_of(op));
    }
    return end(comm, &call, error);
}
