/* SPDX-License-Identifier: MIT */
/* The program vkscan-mpi: a team of ranks. */
#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/vkscan_mpi.h>

#include "quit.h"

const char program_name[] = "vkscan-mpi";

MPI_Comm ranks;
const struct team *team;

/* ---- failures ---- */

static char sentence[8192];

static void take_sentence(const char *line)
{
    snprintf(sentence, sizeof(sentence), "%s: %s\n", program_name, line);
}

static bool combines; /* a collective call, which may call the operator, is under way */

/*
 * Agrees on a status. A rank that has failed comes here from quit(), the others before they next
 * depend on it. So all meet, the lowest rank that has failed prints its line, and all end with its
 * status. An operator that fails ends all ranks at once: the others are in the call that it belongs
 * to.
 */
static int agree(int status)
{
    int first = status ? (int)team->rank : (int)team->ranks;

    if (combines) {
        fputs(sentence, stderr);
        MPI_Abort(ranks, status);
    }
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, ranks);
    if (first == (int)team->ranks)
        return 0;
    if (first == (int)team->rank) {
        progress(NULL);
        fputs(sentence, stderr);
    }
    MPI_Bcast(&status, 1, MPI_INT, first, ranks);
    return status;
}

void ranks_agree(void)
{
    const int status = agree(0);

    if (status)
        quit_here(status);
}

void ranks_need(int error, const char *what)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (error == MPI_SUCCESS)
        return;
    MPI_Error_string(error, text, &length);
    fail("%s: %s", what, text);
}

/* ---- numbers and elements ---- */

static void begin_exchange(void)
{
    ranks_agree();
    phase_begin(PHASE_EXCHANGE);
}

static void end_exchange(int error, uint64_t bytes)
{
    phase_end(bytes);
    ranks_need(error, "cannot exchange with other ranks");
}

static uint64_t combine_numbers(uint64_t number, MPI_Op op)
{
    begin_exchange();
    end_exchange(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, op, ranks), sizeof(number));
    return number;
}

/* Returns the least number of all ranks. It ends the start: everything before the first computed
 * piece belongs there. */
static uint64_t least(uint64_t number)
{
    const uint64_t all = combine_numbers(number, MPI_MIN);

    phase_rest(PHASE_COMPUTE);
    return all;
}

static uint64_t sum(uint64_t number)
{
    return combine_numbers(number, MPI_SUM);
}

static vkscan_mpi_operator operator_of(const vkscan_plan_params *plan, uint32_t size,
                                       team_combine combine, void *user)
{
    return (vkscan_mpi_operator){.struct_size = sizeof(vkscan_mpi_operator),
                                 .op = plan->op,
                                 .type = plan->out_type,
                                 .combine = combine,
                                 .user = user,
                                 .size = size,
                                 .reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT};
}

static void reduce(const vkscan_plan_params *plan, team_combine combine, void *user, void *totals,
                   uint32_t count)
{
    const uint32_t size = vkscan_type_size(plan->out_type);
    const vkscan_mpi_operator op = operator_of(plan, size, combine, user);

    begin_exchange();
    combines = true;
    const int error = vkscan_mpi_reduce(ranks, &op, totals, (int)count);
    combines = false;
    end_exchange(error, (uint64_t)count * size);
}

static void exscan(const vkscan_plan_params *plan, uint32_t size, team_combine combine, void *user,
                   const void *total, void *seed)
{
    const vkscan_mpi_operator op = operator_of(plan, size, combine, user);

    begin_exchange();
    combines = true;
    const int error = vkscan_mpi_exscan(ranks, &op, total, seed);
    combines = false;
    end_exchange(error, size);
}

static bool before(uint32_t size, const void *last, void *element)
{
    int found;

    begin_exchange();
    end_exchange(vkscan_mpi_before(ranks, size, last, element, &found), size);
    return found;
}

static const uint64_t *split(const vkscan_plan_params *plan, const void *keys, uint64_t count)
{
    uint64_t *cuts = allocate((team->ranks + 1) * sizeof(cuts[0]), "splitters");

    begin_exchange();
    end_exchange(vkscan_mpi_split(ranks, plan->type, plan->details, keys, count, cuts), 0);
    return cuts;
}

static void exchange(uint32_t size, const void *from, const uint64_t *cuts, void *to,
                     uint64_t count)
{
    uint64_t came;

    begin_exchange();
    end_exchange(vkscan_mpi_exchange(ranks, size, from, cuts, to, count, &came),
                 cuts[team->ranks] * size);
}

/* ---- the team ---- */

static MPI_Comm machine; /* the ranks of this machine */

static uint32_t sharing(const uint8_t device[VK_UUID_SIZE])
{
    uint32_t found = 0;
    int locals;

    MPI_Comm_size(machine, &locals);
    uint8_t(*devices)[VK_UUID_SIZE] = allocate((size_t)locals * VK_UUID_SIZE, "devices");
    begin_exchange();
    end_exchange(
        MPI_Allgather(device, VK_UUID_SIZE, MPI_BYTE, devices, VK_UUID_SIZE, MPI_BYTE, machine),
        VK_UUID_SIZE);
    for (int i = 0; i < locals; i++)
        found += memcmp(devices[i], device, VK_UUID_SIZE) == 0;
    free(devices);
    return found;
}

static struct team this_team = {
    .agree = agree,
    .share = files_share,
    .read = files_read,
    .create = files_create,
    .place = files_place,
    .write = files_write,
    .close_output = files_close_output,
    .sharing = sharing,
    .least = least,
    .sum = sum,
    .reduce = reduce,
    .exscan = exscan,
    .before = before,
    .split = split,
    .exchange = exchange,
    .has_read = phase_add_reading,
    .report = phases_report,
};

static uint32_t rank_in(MPI_Comm comm)
{
    int rank;

    MPI_Comm_rank(comm, &rank);
    return (uint32_t)rank;
}

void team_open(int *argc, char ***argv)
{
    int count, provided;

    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided); /* parallel.h's call no MPI */
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks);
    MPI_Comm_size(ranks, &count);
    MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    this_team.rank = rank_in(ranks);
    this_team.ranks = (uint32_t)count;
    this_team.local = rank_in(machine);
    team = &this_team;
    failure_taker = take_sentence;
    phase_rest(PHASE_START);
}

int team_close(int status)
{
    progress(NULL);
    files_close();
    MPI_Comm_free(&machine);
    MPI_Comm_free(&ranks);
    MPI_Finalize();
    return status;
}
