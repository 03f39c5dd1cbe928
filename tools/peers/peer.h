/* SPDX-License-Identifier: MIT */
/*
 * Another library that computes what vkscan does, to be timed beside it. The implementation is in
 * that library's language, may be on another platform than Vulkan, and does not use vkscan's.
 *
 * Functions that can fail return false and leave one sentence in peer->error.
 */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PEER_UUID_SIZE 16

/*
 * What to compute, by vkscan's names. The source holds the elements and, at second_offset, flags of
 * a selection or values of a sort; the destination the elements, at second_offset the values, and
 * at number_offset how many are selected, as a u32.
 */
struct peer_job {
    const char *primitive, *type, *op;
    const char *criterion; /* of select and partition, else NULL */
    uint64_t identity;     /* of the operator, as bits: the low ones */
    uint64_t seed;         /* that elements are compared with, likewise */
    uint64_t count;        /* elements */
    size_t element_size;   /* bytes, 8 at most */
    size_t value_size;     /* bytes of a sort's values; 0: none */
    uint32_t bins;         /* of even histograms of single channels without weights; 0: of others */
    double first, last;    /* their range */
    size_t second_offset, number_offset;
    size_t source_size, destination_size; /* bytes of all */
    const void *plan;                     /* vkscan_plan_params, for peers that know vkscan */
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
    bool reverses_rest;  /* a partition's rejected elements are in reverse */
    char error[512];
};

/* Takes the device with that UUID, or the first if that is NULL. */
bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE]);
void peer_close(struct peer *peer);

/* Allocates for the job, once for each peer, and uploads its source. job's strings are kept. */
bool peer_prepare(struct peer *peer, const struct peer_job *job, const void *source);

/* Times the job: a timing_fn whose subject is the peer. */
bool peer_time(void *peer, uint32_t batch, uint32_t repeats, double *times);

/* Runs it once over a destination filled with other bytes, and downloads all of it. */
bool peer_run_once(struct peer *peer, void *result);

#endif
