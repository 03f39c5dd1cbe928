/* SPDX-License-Identifier: MIT */
/* Times another library on the same device, in the same run. A program of its own does so, which
 * lies beside this one: this program does not depend on that library. */
#ifndef MEASURE_PEER_PROGRAM_H
#define MEASURE_PEER_PROGRAM_H

#include "measure.h"
#include "subject.h"

#define BENCH_PEER_PATH_SIZE 4096

struct bench_peer {
    const struct library *library;
    const char *name;  /* the name that --peer takes and rows have */
    const char *title; /* the name in tables' titles */
    char path[BENCH_PEER_PATH_SIZE];
    char uuid[2 * VK_UUID_SIZE + 1]; /* the device's, in hexadecimal digits */
    struct cJSON *about;             /* name, version, runtime, driver and device, as texts */
    char error[512];                 /* reason why the last call failed, one sentence */
    struct cJSON *answers;           /* answers for the counts from `answered` on */
    const uint64_t *answered;
    bool failed; /* a row of the peer is missing, or wrong */
};

/* Returns one line on a peer of NAMES_PEER. */
const char *bench_peer_summary(int peer);

/* Finds the peer's program, which must be able to use the same device. Returns 0 or an exit status,
 * reported. A peer is closed whatever this returned; one that is all zero may be, too. */
int bench_peer_open(struct bench_peer *peer, int name, const struct gpu *gpu);
void bench_peer_close(struct bench_peer *peer);

/* Counts that are yet to be measured: a part of an array. */
struct bench_peer_counts {
    const uint64_t *next;
    uint32_t left;
};

/* Measures the next count. The same run of the program measures the counts after it, as its start
 * takes longer than most of them. `data` is a name that --data takes. Returns false if the result
 * is wrong or missing. */
bool bench_peer_measure(struct bench_peer *peer, const vkscan_plan_params *params,
                        struct bench_peer_counts counts, const char *data,
                        const struct subject_texts *texts, uint32_t repeat, struct timing *time);

/* Forgets the answers for counts that have not been asked for yet. */
void bench_peer_forget(struct bench_peer *peer);

#endif
