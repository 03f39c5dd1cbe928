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
#include "timing.h"

/* The last byte of the UUID of no device, and of one that errs by a bit in every second run. */
#define ABSENT 0xff
#define FICKLE 0xfe

static bool fickle;

bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE])
{
    *peer = (struct peer){
        .version = "1.2.3", .runtime = "beads 4", .driver = "beads 5", .device = "Abacus"};
    if (uuid && uuid[PEER_UUID_SIZE - 1] == ABSENT) {
        snprintf(peer->error, sizeof(peer->error), "there is no such abacus");
        return false;
    }
    fickle = uuid && uuid[PEER_UUID_SIZE - 1] == FICKLE;
    return true;
}

void peer_close(struct peer *peer)
{
    free(peer->source);
    free(peer->destination);
}

bool peer_prepare(struct peer *peer, const struct peer_job *job, const void *source)
{
    const size_t size = job->count * job->element_size;

    peer->job = *job;
    peer->source = malloc(size);
    peer->destination = malloc(size);
    if (!peer->source || !peer->destination) {
        snprintf(peer->error, sizeof(peer->error), "too few beads");
        return false;
    }
    memcpy(peer->source, source, size);
    return true;
}

static void run(struct peer *peer)
{
    const struct peer_job *job = &peer->job;
    int primitive, type, op;

    if (names_find(NAMES_PRIMITIVE, job->primitive, &primitive) &&
        names_find(NAMES_TYPE, job->type, &type) && names_find(NAMES_OP, job->op, &op)) {
        const vkscan_plan_params plan = {.primitive = (vkscan_primitive)primitive,
                                         .type = (vkscan_type)type,
                                         .op = (vkscan_op)op};
        reference_run(&plan, &job->identity, peer->source, job->count, peer->destination);
    }
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
    static unsigned char error;

    run(peer);
    memcpy(result, peer->destination, peer_result_size(&peer->job));
    if (fickle)
        *(unsigned char *)result ^= error;
    error ^= 1;
    return true;
}
