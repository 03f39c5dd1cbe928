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

/* A computation, by vkscan's names. The source holds the elements, at second_offset flags or keys
 * of a selection, keys of segments, values of a sort or a sorted array, and at heads_offset the
 * offsets of segments. The destination holds the elements, at second_offset the values, at
 * number_offset the number of selected elements or of segments, a u32, or the indices of top-k, and
 * at third_offset the lengths of their runs or their keys. */
struct peer_job {
    const char *primitive, *type, *op;
    const char *criterion; /* that of select and partition, else NULL */
    const char *heads;     /* those of segments, else NULL */
    uint64_t identity;     /* the operator's, in the low bits */
    uint64_t seed;         /* the element that elements are compared with, in the low bits */
    uint64_t count;        /* elements */
    size_t element_size;   /* bytes, 8 at most */
    size_t value_size;     /* bytes of a sort's values; 0: none */
    uint32_t bins;         /* even bins of a histogram of single channels without weights; else 0 */
    double first, last;    /* the range of these bins */
    uint64_t length;       /* elements of a row, 0: no rows; or keys of the sorted array */
    uint64_t segments;     /* those by offsets, which are u32 and one more; 0: none */
    uint32_t best;         /* k of top-k; 0: another primitive */
    bool radix;            /* sorts of rows and segments are to be radix sorts */
    bool sorted_values;    /* those that are searched for are in order */
    size_t second_offset, heads_offset, number_offset;
    size_t third_offset;                  /* 0: neither lengths nor keys are written */
    size_t source_size, destination_size; /* bytes of everything */
    const void *plan;                     /* vkscan_plan_params, for peers that know vkscan */
};

struct peer {
    char version[32];             /* the library's */
    char runtime[32], driver[32]; /* those of the platform */
    char device[256];             /* the device's name */
    struct peer_job job;          /* the last prepared job */
    bool recorded;                /* peer_time() runs batches from a recording */
    void (*run)(void);            /* the function for the job, as another type */
    void *source, *destination;   /* addresses on the device */
    void *scratch;
    size_t scratch_size; /* bytes */
    bool reverses_rest;  /* a partition stores the rejected elements in reverse */
    bool any_order;      /* top-k is in any order, with any of equal elements; equal keys of a sort
                          * are in any order */
    char error[512];
};

/* Opens the device with that UUID, or the first one if that is NULL. */
bool peer_open(struct peer *peer, const uint8_t uuid[PEER_UUID_SIZE]);
void peer_close(struct peer *peer);

/* Allocates for the job, once for each peer, and uploads its source. The source and the job's
 * strings are kept by reference. */
bool peer_prepare(struct peer *peer, const struct peer_job *job, const void *source);

/* Times the job: a timing_fn whose subject is the peer. */
bool peer_time(void *peer, uint32_t batch, uint32_t repeats, double *times);

/* Runs the job once, over a destination filled with other bytes, and downloads the destination. */
bool peer_run_once(struct peer *peer, void *result);

#endif
