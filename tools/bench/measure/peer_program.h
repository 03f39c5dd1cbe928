/* SPDX-License-Identifier: MIT */
/*
 * Another library on the same device, timed in the same run: by a program of its own that lies
 * beside this one, so that this program does not depend on that library.
 */
#ifndef MEASURE_PEER_PROGRAM_H
#define MEASURE_PEER_PROGRAM_H

#include "measure.h"
#include "subject_options.h"

#define BENCH_PEERS "cub, cub-graph, vrdx, fuchsia" /* the names there are */
#define BENCH_PEER_PATH_SIZE 4096

struct bench_peer {
    const char *name;  /* as in --peer and in the rows */
    const char *title; /* for people */
    char path[BENCH_PEER_PATH_SIZE];
    char uuid[2 * VK_UUID_SIZE + 1]; /* of the device, in hexadecimal digits */
    char version[32];                /* of the library */
    char runtime[32], driver[32];    /* of its platform */
    char device[256];                /* as its platform calls it */
    char error[512];                 /* why the last call failed, one sentence */
    struct cJSON *answers;           /* for counts from `answered` on */
    const uint64_t *answered;
    bool alone;  /* counts are asked for one by one */
    bool failed; /* it gave no row, or a wrong one */
};

/* One line on it; NULL if there is none of that name. */
const char *bench_peer_summary(const char *name);

/* The name with this index; NULL past the last. */
const char *bench_peer_name(uint32_t index);

/* Finds the program, which must be able to use the same device. Returns 0 or an exit status,
 * reported. */
int bench_peer_open(struct bench_peer *peer, const char *name, const struct gpu *gpu);

/* Counts that are to be measured, of one array. */
struct bench_peer_counts {
    const uint64_t *next;
    uint32_t left;
};

/* Measures the next count, and those after it in the same run of the program, whose start takes
 * longer than most of them; data: as --data has it. False if the result was wrong or there is none.
 */
bool bench_peer_measure(struct bench_peer *peer, const vkscan_plan_params *params,
                        struct bench_peer_counts counts, const char *data,
                        const struct subject_texts *texts, uint32_t repeat, struct timing *time);

/* Forgets what was measured ahead. */
void bench_peer_forget(struct bench_peer *peer);

#endif
