/* SPDX-License-Identifier: MIT */
/*
 * The processes that run a command together, by MPI: ranks, each with a slab of FILE. Every
 * function is collective, and first ends the command on all ranks if it has failed on one.
 */
#ifndef TEAM_H
#define TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "value.h"

struct array;

/* result = left (+) right, of an operator of the user's; the result may be an operand. */
typedef void (*team_combine)(void *user, const void *left, const void *right, void *result);

struct team {
    uint32_t rank, ranks;
    uint32_t local; /* which of this machine's ranks */

    /* The status that all ranks end with, of which one has said why: what quit() asks for. */
    int (*agree)(int status);

    /* array.h has what these do. */
    void (*share)(struct array *array, uint32_t unit);
    void (*read)(struct array *array, uint64_t most);
    void (*rewind)(struct array *array);
    void (*create)(struct array *array, const char *path);
    void (*place)(struct array *array, uint64_t count);
    void (*write)(struct array *array, vkscan_type type, const void *data, uint64_t count);
    void (*close_output)(struct array *array);

    /* How many of this machine's ranks have that device. */
    uint32_t (*sharing)(const uint8_t device[VK_UUID_SIZE]);

    uint64_t (*least)(uint64_t number);
    uint64_t (*sum)(uint64_t number);

    /* All totals combined, in order of ranks; by the plan's operator, of its output type, or by
     * `combine`, NULL if the plan has none of the user's. */
    void (*reduce)(const vkscan_plan_params *plan, team_combine combine, void *user, void *totals,
                   uint32_t count);

    /* The seed of the slab, from the totals of those before it. At the first rank it stays. */
    void (*exscan)(const vkscan_plan_params *plan, team_combine combine, void *user,
                   const void *total, void *seed);

    /* The element before the slab; false: there is none. last: the slab's own, NULL if none. */
    bool (*before)(uint32_t size, const void *last, void *before);

    /* Where slabs of a sorted array end, of keys that are sorted here, as vkscan_mpi_split has it;
     * and that exchange of elements, of which `count` come. */
    const uint64_t *(*split)(const vkscan_plan_params *plan, const void *keys, uint64_t count);
    void (*exchange)(uint32_t size, const void *from, const uint64_t *cuts, void *to,
                     uint64_t count);

    /* Where the time went: in a line if `verbose`, and if not NULL in a file of JSON. */
    void (*report)(bool verbose, const char *json);
};

/* NULL: this process is alone. */
extern const struct team *team;

/* Called first and last in main; returns the status. Of vkscan they are in alone.c. */
void team_open(int *argc, char ***argv);
int team_close(int status);

static inline bool team_leads(void)
{
    return !team || team->rank == 0;
}

#endif
