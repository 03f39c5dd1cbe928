/* SPDX-License-Identifier: MIT */
/* One run of the benchmark, and its parts: rows.c, sizes.c, device.c, overheads.c, theory, tune. */
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "caps.h"
#include "measure/measure.h"
#include "refusal.h"
#include "report/report.h"

#define BENCH_LABEL_SIZE 64

struct session {
    struct bench_options *options;
    struct gpu gpu;
    struct bench bench;
    struct bench_peer peers[BENCH_MAX_PEERS]; /* those of the options */
    struct bench_report report;
    vkscan_context_params context; /* for asking what the device can run */
    struct user_tuning shaped;     /* the shape that is measured */
    char labels[BENCH_MAX_VARIANTS][BENCH_LABEL_SIZE];
    uint32_t size; /* the one that is measured */
    uint32_t rows;
    bool wrong;                 /* a row that is no peer's */
    char message[REFUSAL_SIZE]; /* the library's last */
};

/* int results are exit statuses: 0, or one that was reported. */

/* ---- devices ---- */

/* What the library makes of an open device. *caps refers to gpu->tuning, which must be valid. */
int bench_device_caps(const struct gpu *gpu, struct caps *caps);

/* How many processors, in the sense of theory, a device is taken to have. */
struct processors {
    uint64_t count;
    char origin[96]; /* what they are, in words */
};

/*
 * The lanes of all subgroups that can be resident at once, where VK_NV_shader_sm_builtins tells
 * them; of a CPU that plays a GPU one subgroup a core; else the threads of a largest workgroup,
 * the most that any device promises to run at the same time.
 */
struct processors bench_find_processors(const struct gpu *gpu);

/* ---- sizes ---- */

/* Where none were given: what suits the device, or 2^20 for --overhead. */
void bench_choose_sizes(struct bench_options *options, const struct gpu *gpu);

/* Leaves out sizes that the device cannot hold, with a message. *largest of those that remain. */
int bench_fit_sizes(struct bench_options *options, const struct gpu *gpu, uint64_t *largest);

/* ---- rows ---- */

/* A row of the plan, measured with the options' data. */
struct bench_row bench_make_row(const struct session *s, const vkscan_plan_params *params,
                                const char *algorithm);

/* Whether the device can run the row's plan; resolves its algorithm. If not it is reported: as left
 * out where it is optional, else as failed. */
bool bench_query_row(struct session *s, const vkscan_plan_params *params, bool optional,
                     struct bench_row *row);

/* Reports a row that could not be measured or was wrong, of a peer or ours; the others go on. */
void bench_lose_row(struct session *s, const struct bench_row *row, const char *reason);

/* ---- what the program does, of the options' sizes ---- */

/* Measures all rows of all tables, of up to so many elements. */
int bench_measure(struct session *s, uint64_t capacity);

/* --overhead: what the host pays, in reports of its own. What drivers keep on disk is switched off
 * before Vulkan is loaded; false with errno set. */
bool bench_disable_caches(void);
int bench_overheads(struct session *s);

/* --metrics: what the algorithms do in theory, by plans as the device's capabilities have them. */
int bench_metrics(struct session *s);

/* --tune: finds the policies that are fastest for each primitive but histograms, and prints them as
 * text, with what --tuning gives of other algorithms. First policies are the fastest at the largest
 * of the sizes; between algorithms all sizes decide. */
int bench_tune(struct gpu *gpu, const struct bench_options *options);

#endif
