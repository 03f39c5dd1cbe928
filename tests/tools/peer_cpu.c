/* SPDX-License-Identifier: MIT */
/* A peer on the CPU, to test peer.c anywhere. */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "subject.h"
#include "timing.h"

/* The last byte of the UUID of no device, of one that errs by a bit, and of one that says that it
 * reverses what partitions reject, and does not. With the last, results of top-k may be in any
 * order. */
#define ABSENT 0xff
#define WRONG 0xfd
#define BACKWARD 0xfc

static unsigned char error; /* exclusive-ored into a result */

bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE])
{
    *peer = (struct peer){
        .version = "1.2.3", .runtime = "beads 4", .driver = "beads 5", .device = "Abacus"};
    if (uuid && uuid[PEER_UUID_SIZE - 1] == ABSENT) {
        snprintf(peer->error, sizeof(peer->error), "there is no such abacus");
        return false;
    }
    const uint8_t last = uuid ? uuid[PEER_UUID_SIZE - 1] : 0;
    error = last == WRONG;
    peer->reverses_rest = last == BACKWARD;
    peer->any_order = last == BACKWARD;
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

static void run(struct peer *peer)
{
    const vkscan_plan_params *plan = peer->job.plan;
    const struct subject_run of =
        subject_run_of(plan, plan->capacity, peer->source, peer->destination, &peer->job.seed);

    subject_of(plan->primitive)->compute(&of);
}

bool peer_time(void *subject, uint32_t batch, uint32_t repeats, double *times)
{
    for (uint32_t i = 0; i < repeats; i++) {
        const double start = platform_now_ms();
        for (uint32_t j = 0; j < batch; j++)
            run(subject);
        times[i] = (platform_now_ms() - start) / batch;
    }
    return true;
}

bool peer_run_once(struct peer *peer, void *result)
{
    run(peer);
    memcpy(result, peer->destination, peer->job.destination_size);
    *(unsigned char *)result ^= error;
    return true;
}
