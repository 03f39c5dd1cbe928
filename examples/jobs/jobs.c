/* SPDX-License-Identifier: MIT */
/*
 * Compiles the pipelines of four sorts as a job system does: plans are created without compiling,
 * and each pipeline is a job. Threads that take jobs by a counter stand for the job system. Prints
 * how long it took; drivers' caches have to be off for a compiler to be timed:
 *
 *     __GL_SHADER_DISK_CACHE=0 MESA_SHADER_CACHE_DISABLE=1 jobs THREADS
 */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "gpu.h"

#define SORTS 4
#define THREADS_MAX 256
#define JOBS_MAX 64

struct job {
    vkscan_plan *plan;
    uint32_t index;
};

struct work {
    struct job jobs[JOBS_MAX];
    uint32_t count;
    atomic_uint next;
};

/* The processor time is that of all threads. */
struct moment {
    double ms, cpu_ms;
};

static struct moment now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (struct moment){(double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6,
                           (double)clock() * 1e3 / CLOCKS_PER_SEC};
}

/* Keys of 32 and of 64 bits, each without values and with values of 32 bits. */
static vkscan_plan *create_sort(vkscan_context *context, uint32_t which)
{
    const vkscan_sort_params sort = {.struct_size = sizeof(sort),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .value_size = which % 2 ? sizeof(uint32_t) : 0};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = which / 2 ? VKSCAN_TYPE_U64 : VKSCAN_TYPE_U32,
                                       .capacity = 1 << 20,
                                       .flags = VKSCAN_PLAN_DEFER_PIPELINES_BIT,
                                       .details = &sort};
    vkscan_plan *plan;

    CHECK(vkscan_plan_create(context, &params, &plan));
    return plan;
}

static void add_jobs(struct work *work, vkscan_plan *plan)
{
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    CHECK(vkscan_plan_get_info(plan, &info));
    for (uint32_t i = 0; i < info.pipeline_count; i++)
        work->jobs[work->count++] = (struct job){plan, i};
}

/* A thread of the job system. */
static void *take_jobs(void *user)
{
    struct work *work = user;

    for (uint32_t i; (i = atomic_fetch_add(&work->next, 1)) < work->count;)
        CHECK(vkscan_plan_compile(work->jobs[i].plan, work->jobs[i].index));
    return NULL;
}

static void run_jobs(struct work *work, uint32_t thread_count)
{
    pthread_t threads[THREADS_MAX];

    for (uint32_t i = 1; i < thread_count; i++)
        if (pthread_create(&threads[i], NULL, take_jobs, work))
            gpu_fail("no further thread");
    take_jobs(work);
    for (uint32_t i = 1; i < thread_count; i++)
        pthread_join(threads[i], NULL);
}

static void print_longest(const struct work *work)
{
    vkscan_pipeline_info longest = {0};

    for (uint32_t i = 0; i < work->count; i++) {
        vkscan_pipeline_info info = {.struct_size = sizeof(info)};
        CHECK(vkscan_plan_get_pipeline(work->jobs[i].plan, work->jobs[i].index, &info));
        if (info.nanoseconds >= longest.nanoseconds)
            longest = info;
    }
    if (longest.nanoseconds > 0)
        printf("the longest, %s %s: %.0f ms\n", longest.kernel, longest.element_class,
               (double)longest.nanoseconds / 1e6);
}

int main(int argc, char **argv)
{
    const int threads = argc == 2 ? atoi(argv[1]) : 0;
    vkscan_plan *sorts[SORTS];
    struct work work = {.count = 0};
    struct gpu gpu;

    if (threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "usage: jobs THREADS (1 to %d)\n", THREADS_MAX);
        return 2;
    }
    gpu_create(&gpu, &(struct gpu_options){.validate = false});
    for (uint32_t i = 0; i < SORTS; i++) {
        sorts[i] = create_sort(gpu.scans, i);
        add_jobs(&work, sorts[i]);
    }
    const struct moment start = now();
    run_jobs(&work, (uint32_t)threads);
    const struct moment end = now();
    printf("%u pipelines of %d sorts on %d threads: %.0f ms, %.0f ms of processor time\n",
           work.count, SORTS, threads, end.ms - start.ms, end.cpu_ms - start.cpu_ms);
    print_longest(&work);
    for (uint32_t i = 0; i < SORTS; i++)
        vkscan_plan_destroy(sorts[i]);
    gpu_destroy(&gpu);
    return 0;
}
