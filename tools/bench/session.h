/* SPDX-License-Identifier: MIT */
/* One run of the benchmark. Its parts are rows.c, device.c, overhead.c, survey.c, show and theory.
 */
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "plan.h"
#include "measure/measure.h"
#include "refusal.h"
#include "report/report.h"

#define BENCH_LABEL_SIZE 64

struct session {
    struct bench_options *options;
    struct gpu gpu;
    struct bench bench;
    struct bench_peer peers[BENCH_MAX_PEERS]; /* the options' peers */
    struct bench_report report;
    vkscan_context_params context; /* parameters for queries: what can the device run? */
    struct caps caps;              /* the library's view of the device */
    struct user_tuning shaped;     /* the tuning with the shape that is measured */
    char labels[BENCH_MAX_VARIANTS][BENCH_LABEL_SIZE];
    uint32_t size;      /* the size that is measured */
    uint64_t only_size; /* of the length that is measured; 0: it has all sizes */
    uint32_t rows;
    bool wrong;                 /* a row that is not a peer's was wrong */
    char message[REFUSAL_SIZE]; /* the library's last message */
};

/* int results are exit statuses: 0, or one that was reported. */

/* ---- devices ---- */

/* Fills in the session's view of its device. */
int bench_find_caps(struct session *s);

/* The number of processors, in the sense of theory, that a device is taken to have. */
struct processors {
    uint64_t count;
    char origin[96]; /* where the number comes from, in words */
};

/*
 * Finds the number of a device's processors: the lanes of all subgroups that can be resident at
 * once, where VK_NV_shader_sm_builtins tells them; one subgroup a core of a CPU that plays a GPU;
 * else the threads of a largest workgroup, the most that any device promises to run at the same
 * time.
 */
struct processors bench_find_processors(const struct gpu *gpu);

/* ---- sizes ---- */

/* Chooses sizes where none were given: what suits the device, or 2^20 for --overhead. */
void bench_choose_sizes(struct bench_options *options, const struct gpu *gpu);

/* Leaves out sizes that the device cannot hold, with a message. Stores the largest remaining size.
 */
int bench_fit_sizes(struct bench_options *options, const struct gpu *gpu, uint64_t *largest);

/* ---- rows ---- */

/* Returns a row for the plan, measured with the options' data. */
struct bench_row bench_make_row(const struct session *s, const vkscan_plan_params *params,
                                const char *algorithm);

/* Tells whether the device can run the row's plan, and resolves its algorithm. If the device
 * cannot, the row is reported: as left out if it is optional, else as failed. */
bool bench_query_row(struct session *s, const vkscan_plan_params *params, bool optional,
                     struct bench_row *row);

/* Reports a row, of a peer or of vkscan, that could not be measured or was wrong. The others go on.
 */
void bench_lose_row(struct session *s, const struct bench_row *row, const char *reason);

/* ---- what the program does, of the options' sizes ---- */

/* Measures all rows of all tables, up to `capacity` elements. */
int bench_measure(struct session *s, uint64_t capacity);

/* Measures what the host pays (--overhead), in reports of their own. bench_disable_caches()
 * switches off what drivers keep on disk, before Vulkan is loaded; it returns false with errno set.
 */
bool bench_disable_caches(void);
int bench_overheads(struct session *s);

/* Runs this program for each row that tells of the device, and writes one file (--report). */
int bench_survey(struct session *s);

/* Draws the steps of an algorithm over the options' numbers, and runs it over them (--show). */
int bench_show(struct session *s);

/* Reports what the algorithms do in theory (--metrics), by plans for the device's capabilities. */
int bench_metrics(struct session *s);

#endif
