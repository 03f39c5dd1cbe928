/* SPDX-License-Identifier: MIT */
/*
 * A library on another platform that computes what vkscan does, to be timed beside it. The
 * implementation is in that platform's language and uses neither vkscan nor Vulkan.
 *
 * Functions that can fail return false and leave one sentence in peer->error.
 */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PEER_UUID_SIZE 16

/* What to compute, by vkscan's names. */
struct peer_job {
    const char *primitive, *type, *op;
    uint32_t identity; /* of the operator, as bits */
    uint64_t count;    /* elements of 32 bits */
};

struct peer {
    char version[32];             /* of the library */
    char runtime[32], driver[32]; /* of the platform */
    char device[256];             /* its name */
    struct peer_job job;          /* the last one prepared */
    bool recorded;                /* peer_time has batches run from a recording */
    void (*run)(void);            /* the function for the job, cast */
    void *source, *destination;   /* on the device */
    void *scratch;
    size_t scratch_size; /* bytes */
    char error[256];
};

/* Takes the device with that UUID, or the first if that is NULL. */
bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE]);
void peer_close(struct peer *peer);

/* Allocates for the job, once for each peer, and uploads its source. job's strings are kept. */
bool peer_prepare(struct peer *peer, const struct peer_job *job, const uint32_t *source);

/* Times the job: a timing_fn whose subject is the peer. */
bool peer_time(void *peer, uint32_t batch, uint32_t repeats, double *times);

/* Runs it once over a destination filled with other bytes, and downloads the result: one element
 * of a reduction, `count` of a scan. */
bool peer_run_once(struct peer *peer, uint32_t *result);

#endif
