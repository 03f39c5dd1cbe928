/* SPDX-License-Identifier: MIT */
/* vkscan_mpi.h: splitters by bisection of keys, and the exchange. */
#include <stdbool.h>
#include <stdlib.h>

#include <vkscan/vkscan_mpi.h>

#include "reference_sort.h"

/* ---- splitters ---- */

struct keys {
    vkscan_type type;
    const vkscan_sort_params *sort;
    const char *at; /* sorted */
    uint64_t count;
};

static uint64_t form_of(const struct keys *keys, uint64_t index)
{
    return reference_sort_rank(keys->type, keys->sort,
                               keys->at + index * vkscan_type_size(keys->type));
}

enum bound { BELOW, UP_TO };

/* Returns the number of keys below a form, or up to it. */
static uint64_t count_keys(const struct keys *keys, uint64_t form, enum bound what)
{
    uint64_t first = 0, end = keys->count;

    while (first < end) {
        const uint64_t middle = first + (end - first) / 2, here = form_of(keys, middle);
        if (here < form || (what == UP_TO && here == form))
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static int sum(MPI_Comm comm, uint64_t *numbers, int count)
{
    return MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, MPI_SUM, comm);
}

/* Writes to *bits a mask of the bits in which keys of any ranks differ, and all bits below, and to
 * *shared the value of the other bits, which all keys share. */
static int find_bits(MPI_Comm comm, const struct keys *keys, uint64_t *bits, uint64_t *shared)
{
    /* Inverted, so that one minimum finds the highest too. */
    uint64_t ends[2] = {UINT64_MAX, UINT64_MAX};

    if (keys->count > 0) {
        ends[0] = form_of(keys, 0);
        ends[1] = ~form_of(keys, keys->count - 1);
    }
    const int error = MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_UINT64_T, MPI_MIN, comm);
    *bits = ends[0] ^ ~ends[1];
    for (int shift = 1; shift < 64; shift *= 2)
        *bits |= *bits >> shift;
    *shared = ends[0] & ~*bits;
    return error;
}

/* A splitter: the first key of a rank after rank 0, in the order of all keys. */
struct split {
    uint64_t place;  /* number of keys before it */
    uint64_t form;   /* its ordered form */
    uint64_t below;  /* number of all ranks' keys with a lower form */
    uint64_t before; /* number of lower ranks' keys with the same form */
};

/* Finds the form of each splitter: the highest form with no more keys below it than the place. */
static int find_forms(MPI_Comm comm, const struct keys *keys, struct split *splits, int count,
                      uint64_t *numbers)
{
    uint64_t bits, shared;
    int error = find_bits(comm, keys, &bits, &shared);

    for (int i = 0; i < count; i++)
        splits[i].form = shared;
    for (uint64_t bit = bits - (bits >> 1); bit && !error; bit >>= 1) {
        for (int i = 0; i < count; i++)
            numbers[i] = count_keys(keys, splits[i].form | bit, BELOW);
        error = sum(comm, numbers, count);
        for (int i = 0; i < count; i++)
            if (numbers[i] <= splits[i].place)
                splits[i].form |= bit;
    }
    return error;
}

/* Counts each splitter's keys with a lower form, and lower ranks' keys with the same form. */
static int find_equal(MPI_Comm comm, const struct keys *keys, struct split *splits, int count,
                      uint64_t *numbers)
{
    uint64_t *equal = numbers + count;
    int rank, error = MPI_Comm_rank(comm, &rank);

    for (int i = 0; i < count; i++) {
        numbers[i] = count_keys(keys, splits[i].form, BELOW);
        equal[i] = count_keys(keys, splits[i].form, UP_TO) - numbers[i];
    }
    if (error || (error = sum(comm, numbers, count)))
        return error;
    for (int i = 0; i < count; i++)
        splits[i].below = numbers[i];
    error = MPI_Exscan(equal, numbers, count, MPI_UINT64_T, MPI_SUM, comm);
    for (int i = 0; i < count; i++)
        splits[i].before = rank > 0 ? numbers[i] : 0;
    return error;
}

/* Returns the number of the rank's own keys before the splitter. Among equal keys lower ranks' come
 * first. */
static uint64_t cut_at(const struct keys *keys, const struct split *split)
{
    const uint64_t below = count_keys(keys, split->form, BELOW);
    const uint64_t equal = count_keys(keys, split->form, UP_TO) - below;
    const uint64_t others = split->below + split->before;
    const uint64_t own = split->place > others ? split->place - others : 0;

    return below + (own < equal ? own : equal);
}

/* Tells whether keys of the type can be sorted so. */
static bool is_sort(vkscan_type type, const vkscan_sort_params *sort)
{
    const uint32_t bits = 8 * vkscan_type_size(type);
    const bool is_scalar = type > VKSCAN_TYPE_NONE && type < VKSCAN_TYPE_U32X2;
    const bool is_range = sort->first_bit < sort->end_bit && sort->end_bit <= bits;

    return is_scalar && sort->struct_size >= sizeof(*sort) && sort->length == 0 &&
           sort->segments == 0 && sort->primitive == VKSCAN_PRIMITIVE_SORT &&
           (is_range || (sort->first_bit == 0 && sort->end_bit == 0));
}

int vkscan_mpi_split(MPI_Comm comm, vkscan_type type, const vkscan_sort_params *sort,
                     const void *keys, uint64_t count, uint64_t *cuts)
{
    static const vkscan_sort_params plain = {.struct_size = sizeof(vkscan_sort_params),
                                             .primitive = VKSCAN_PRIMITIVE_SORT};
    const struct keys own = {type, sort ? sort : &plain, keys, count};
    int ranks, error = is_sort(type, own.sort) ? MPI_Comm_size(comm, &ranks) : MPI_ERR_ARG;

    if (error)
        return error;
    struct split *splits = calloc((size_t)ranks, sizeof(splits[0]));
    uint64_t *numbers = calloc((size_t)ranks, 2 * sizeof(numbers[0]));
    uint64_t all[] = {count, !splits || !numbers}; /* keys; ranks without memory */
    error = sum(comm, all, 2);
    if (!error && all[1])
        error = MPI_ERR_NO_MEM;
    for (int i = 0; !error && i < ranks - 1; i++)
        splits[i].place = vkscan_mpi_slab(all[0], ranks, i + 1).first;
    if (!error)
        error = find_forms(comm, &own, splits, ranks - 1, numbers);
    if (!error)
        error = find_equal(comm, &own, splits, ranks - 1, numbers);
    for (int i = 0; !error && i < ranks - 1; i++)
        cuts[i + 1] = cut_at(&own, &splits[i]);
    cuts[0] = 0;
    cuts[ranks] = count;
    free(splits);
    free(numbers);
    return error;
}

/* ---- the exchange ---- */

#define BLOCK (1 << 20) /* bytes */

/* Creates a type for any number of bytes at an address, as MPI counts in int. */
static int bytes_at(const char *at, uint64_t size, MPI_Datatype *type)
{
    const int lengths[] = {(int)(size / BLOCK), (int)(size % BLOCK)};
    MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_BYTE};
    MPI_Aint places[2];
    int error;

    if ((error = MPI_Get_address(at, &places[0])) ||
        (error = MPI_Get_address(at + size - lengths[1], &places[1])) ||
        (error = MPI_Type_contiguous(BLOCK, MPI_BYTE, &types[0])) ||
        (error = MPI_Type_create_struct(2, lengths, places, types, type)) ||
        (error = MPI_Type_free(&types[0])))
        return error;
    return MPI_Type_commit(type);
}

/* The data sent to each rank, or received from each. */
struct side {
    int *counts, *places; /* 1 of each type (0 if there is no data), at address 0 */
    MPI_Datatype *types;
};

static bool allocate_side(int ranks, struct side *side)
{
    side->counts = calloc((size_t)ranks, sizeof(int));
    side->places = calloc((size_t)ranks, sizeof(int));
    side->types = calloc((size_t)ranks, sizeof(MPI_Datatype));
    for (int i = 0; side->types && i < ranks; i++)
        side->types[i] = MPI_BYTE;
    return side->counts && side->places && side->types;
}

static int fill_side(int ranks, const char *at, const uint64_t *sizes, struct side *side)
{
    int error = MPI_SUCCESS;

    for (int i = 0; i < ranks && !error; at += sizes[i++]) {
        side->counts[i] = sizes[i] > 0;
        if (sizes[i] > 0)
            error = bytes_at(at, sizes[i], &side->types[i]);
    }
    return error;
}

static void free_side(int ranks, struct side *side)
{
    for (int i = 0; side->types && i < ranks; i++)
        if (side->types[i] != MPI_BYTE)
            MPI_Type_free(&side->types[i]);
    free(side->counts);
    free(side->places);
    free(side->types);
}

/* Counts the bytes that go to each rank, and those that come from each. */
static int count_bytes(MPI_Comm comm, int ranks, uint32_t size, const uint64_t *cuts,
                       uint64_t *going, uint64_t *coming)
{
    for (int i = 0; i < ranks; i++)
        going[i] = (cuts[i + 1] - cuts[i]) * size;
    return MPI_Alltoall(going, 1, MPI_UINT64_T, coming, 1, MPI_UINT64_T, comm);
}

/* Returns the error `otherwise` on all ranks if one of them is not ready for the next collective
 * call. */
static int vote(MPI_Comm comm, bool is_ready, int otherwise)
{
    int all = is_ready;
    const int error = MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, comm);

    return error || all ? error : otherwise;
}

int vkscan_mpi_exchange(MPI_Comm comm, uint32_t size, const void *from, const uint64_t *cuts,
                        void *to, uint64_t room, uint64_t *count)
{
    struct side sent = {NULL, NULL, NULL}, received = {NULL, NULL, NULL};
    uint64_t bytes = 0;
    int ranks, error = MPI_Comm_size(comm, &ranks);

    if (error)
        return error;
    uint64_t *going = calloc((size_t)ranks, 2 * sizeof(going[0])), *coming = going + ranks;
    const bool allocated = going && allocate_side(ranks, &sent) && allocate_side(ranks, &received);
    error = vote(comm, allocated, MPI_ERR_NO_MEM);
    if (!error)
        error = count_bytes(comm, ranks, size, cuts, going, coming);
    for (int i = 0; !error && i < ranks; i++)
        bytes += coming[i];
    if (!error) {
        const bool has_room = bytes / size <= room;
        const bool filled = has_room && !fill_side(ranks, from, going, &sent) &&
                            !fill_side(ranks, to, coming, &received);
        error = vote(comm, filled, has_room && !filled ? MPI_ERR_TYPE : MPI_ERR_TRUNCATE);
    }
    if (!error)
        error = MPI_Alltoallw(MPI_BOTTOM, sent.counts, sent.places, sent.types, MPI_BOTTOM,
                              received.counts, received.places, received.types, comm);
    *count = error ? 0 : bytes / size;
    free_side(ranks, &sent);
    free_side(ranks, &received);
    free(going);
    return error;
}
