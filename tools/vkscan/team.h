/* SPDX-License-Identifier: MIT */
/* The processes that run a command together, by MPI: ranks, each with a slab of FILE. Every
 * function is collective, and first ends the command on all ranks if it has failed on one. */
#ifndef TEAM_H
#define TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "value.h"

struct array;

/* Computes result = left (+) right by a user operator. The result may be an operand. */
typedef void (*team_combine)(void *user, const void *left, const void *right, void *result);

struct team {
    uint32_t rank, ranks;
    uint32_t local; /* number of this rank among those of this machine */

    /* Returns the status that all ranks end with; one of them has said why. quit() asks for it. */
    int (*agree)(int status);

    /* Do what the functions of array.h do that have these names. */
    void (*share)(struct array *array, uint32_t unit);
    void (*read)(struct array *array, uint64_t most);
    void (*create)(struct array *array, const char *path);
    void (*place)(struct array *array, uint64_t count);
    void (*write)(struct array *array, vkscan_type type, const void *data, uint64_t count);
    void (*close_output)(struct array *array);

    /* Returns how many of this machine's ranks have that device. */
    uint32_t (*sharing)(const uint8_t device[VK_UUID_SIZE]);

    uint64_t (*least)(uint64_t number);
    uint64_t (*sum)(uint64_t number);

    /* Combines the totals of all ranks, in the ranks' order: by the plan's operator, in its output
     * type, or by `combine`, which is NULL if the plan has no user operator. */
    void (*reduce)(const vkscan_plan_params *plan, team_combine combine, void *user, void *totals,
                   uint32_t count);

    /* Makes the seed of the slab from the totals of the slabs before it, each of `size` bytes. At
     * the first rank the seed stays. */
    void (*exscan)(const vkscan_plan_params *plan, uint32_t size, team_combine combine, void *user,
                   const void *total, void *seed);

    /* Stores the element before the slab. Returns false if there is none. `last` is the slab's own
     * last element; NULL: it has none. */
    bool (*before)(uint32_t size, const void *last, void *before);

    /* Returns where the slabs of a sorted array end, among the keys that are sorted here, like
     * vkscan_mpi_split(). exchange() sends elements accordingly, of which `count` arrive here. */
    const uint64_t *(*split)(const vkscan_plan_params *plan, const void *keys, uint64_t count);
    void (*exchange)(uint32_t size, const void *from, const uint64_t *cuts, void *to,
                     uint64_t count);

    /* Tells that a thread has read bytes while this one did something else. */
    void (*has_read)(double ms, uint64_t bytes);

    /* Reports where the time went: in a line if `verbose`, and in a file of JSON unless `json` is
     * NULL. */
    void (*report)(bool verbose, const char *json);
};

/* The team of this process; NULL: it is alone. */
extern const struct team *team;

/* Call these first and last in main. team_close() returns the status. vkscan has them in alone.c.
 */
void team_open(int *argc, char ***argv);
int team_close(int status);

static inline bool team_leads(void)
{
    return !team || team->rank == 0;
}

static inline bool team_has_others(void)
{
    return team && team->ranks > 1;
}

#endif
