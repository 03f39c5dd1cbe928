/* SPDX-License-Identifier: MIT */
/* A peer on the CPU, to test peer.c anywhere. */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "names.h"
#include "reference.h"
#include "reference_sort.h"
#include "selection_mask.h"
#include "timing.h"

/* The last byte of the UUID of no device, of one that errs by a bit in every second run, of one
 * that errs in all, and of one that says that it reverses what partitions reject, and does not. */
#define ABSENT 0xff
#define FICKLE 0xfe
#define WRONG 0xfd
#define BACKWARD 0xfc

static unsigned char error, change; /* exclusive-ored into a result, and into that after each run */

bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE])
{
    *peer = (struct peer){
        .version = "1.2.3", .runtime = "beads 4", .driver = "beads 5", .device = "Abacus"};
    if (uuid && uuid[PEER_UUID_SIZE - 1] == ABSENT) {
        snprintf(peer->error, sizeof(peer->error), "there is no such abacus");
        return false;
    }
    const uint8_t last = uuid ? uuid[PEER_UUID_SIZE - 1] : 0;
    change = last == FICKLE;
    error = last == WRONG;
    peer->reverses_rest = last == BACKWARD;
    return true;
}

void peer_close(struct peer *peer)
{
    free(peer->source);
    free(peer->destination);
}

bool peer_prepare(struct peer *peer, const struct peer_job *job, const void *source)
{
    peer->job = *job;
    peer->source = malloc(job->source_size);
    peer->destination = malloc(job->destination_size);
    if (!peer->source || !peer->destination) {
        snprintf(peer->error, sizeof(peer->error), "too few beads");
        return false;
    }
    memcpy(peer->source, source, job->source_size);
    return true;
}

static void fold(struct peer *peer, vkscan_plan_params *plan)
{
    const struct peer_job *job = &peer->job;
    int op;

    if (names_find(NAMES_OP, job->op, &op)) {
        plan->op = (vkscan_op)op;
        reference_run(plan, &job->identity, peer->source, job->count, peer->destination);
    }
}

static void select_elements(struct peer *peer, vkscan_plan_params *plan)
{
    const struct peer_job *job = &peer->job;
    struct reference_selection selection = {.primitive = plan->primitive,
                                            .type = plan->type,
                                            .source = peer->source,
                                            .flags = (char *)peer->source + job->second_offset,
                                            .seed = &job->seed};
    int criterion;

    if (names_find(NAMES_CRITERION, job->criterion, &criterion)) {
        selection.criterion = (vkscan_criterion)criterion;
        const uint32_t number = (uint32_t)selection_run(&selection, job->count, peer->destination);
        memcpy((char *)peer->destination + job->number_offset, &number, sizeof(number));
    }
}

static void gather(const struct peer *peer, size_t offset, size_t size, const uint64_t *order)
{
    const char *from = (const char *)peer->source + offset;
    char *to = (char *)peer->destination + offset;

    for (uint64_t i = 0; i < peer->job.count; i++)
        memcpy(to + i * size, from + order[i] * size, size);
}

static void sort(struct peer *peer, vkscan_plan_params *plan)
{
    const struct peer_job *job = &peer->job;
    uint64_t *order = malloc(job->count * sizeof(order[0]));

    if (order && reference_sort(plan->type, NULL, peer->source, job->count, order)) {
        gather(peer, 0, job->element_size, order);
        gather(peer, job->second_offset, job->value_size, order);
    }
    free(order);
}

static void run(struct peer *peer)
{
    const struct peer_job *job = &peer->job;
    int primitive, type;

    if (!names_find(NAMES_PRIMITIVE, job->primitive, &primitive) ||
        !names_find(NAMES_TYPE, job->type, &type))
        return;
    vkscan_plan_params plan = {.primitive = (vkscan_primitive)primitive, .type = (vkscan_type)type};
    if (plan.primitive == VKSCAN_PRIMITIVE_SORT)
        sort(peer, &plan);
    else if (plan.primitive > VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
        select_elements(peer, &plan);
    else
        fold(peer, &plan);
}

bool peer_time(void *subject, uint32_t batch, uint32_t repeats, double *times)
{
    for (uint32_t i = 0; i < repeats; i++) {
        const double start = timing_now_ms();
        for (uint32_t j = 0; j < batch; j++)
            run(subject);
        times[i] = (timing_now_ms() - start) / batch;
    }
    return true;
}

bool peer_run_once(struct peer *peer, void *result)
{
    run(peer);
    memcpy(result, peer->destination, peer->job.destination_size);
    *(unsigned char *)result ^= error;
    error ^= change;
    return true;
}
