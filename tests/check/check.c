/* SPDX-License-Identifier: MIT */
/*
 * Creates plans of every kind on one device, and runs each over many counts against the CPU's
 * oracle. First come the plans of a covering array: every pair of values of two factors that any
 * of many drawn plans has is in one of them; then drawn ones. Each is tried in a child process, so
 * that a crash of a driver is a line of the report.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <vkscan/textbook.h>

#include "buffers.h"
#include "draw.h"
#include "oracle.h"

#define JOBS_MAX 64
#define DRAWS_PER_PLAN 40        /* that the covering array is chosen from */
#define MOST_ELEMENTS (1u << 18) /* of a run */
#define MOST_OF_DIRECT 5000      /* which takes n^2 steps */
#define CASE_SECONDS 300         /* after which a case counts as hung */
#define NO_DEVICE 77             /* exit status */

const char program_name[] = "check"; /* for subjects */

static const char usage[] =
    "Usage: check [--seed N] [--plans N] [--runs N] [--jobs N] [--case N]\n"
    "\n"
    "  --seed N    of all that is drawn; taken from the clock if not given\n"
    "  --plans N   to create, 200 if not given\n"
    "  --runs N    of each plan, 16 if not given\n"
    "  --jobs N    processes at a time, 1 if not given\n"
    "  --case N    this draw alone, as a line of the report names it\n"
    "\n"
    "The device is the first that Vulkan finds, or with VKSCAN_TEST_NATIVE set a GPU.\n";

static struct {
    uint64_t seed, plans, runs, jobs, only;
    bool has_only;
} options = {.plans = 200, .runs = 16, .jobs = 1};

/* What the processes share. */
static struct shared {
    atomic_ullong next; /* of the list */
    atomic_ullong created, ran, wrong;
    uint64_t count, covering; /* of the list */
    struct {
        uint64_t number; /* of the case */
        char text[700];
    } doing[JOBS_MAX];
    uint64_t list[]; /* of cases, by number */
} * shared;

static struct worker {
    struct gpu gpu;
    vkscan_context *contexts[IGNORED_SETS];
    struct buffers buffers;
    struct drawn drawn;
    char message[512]; /* the contexts' last */
    char what[600];
} worker;

/* ---- the device ---- */

static bool is_software(void)
{
    return worker.gpu.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

static void open_device(void)
{
    const struct gpu_options none = {.device = NULL};

    if (!gpu_open(&worker.gpu, &none)) {
        fprintf(stderr, "check: no device: %s\n", worker.gpu.error);
        exit(NO_DEVICE);
    }
    if (getenv("VKSCAN_TEST_NATIVE") && is_software()) {
        fprintf(stderr, "check: no device: only software devices here\n");
        exit(NO_DEVICE);
    }
    worker.buffers.gpu = &worker.gpu;
}

static void on_message(void *user, VkResult result, const char *message)
{
    (void)user;
    (void)result;
    snprintf(worker.message, sizeof(worker.message), "%s", message);
}

static vkscan_context_params context_params(const struct drawn *drawn)
{
    vkscan_context_params params = gpu_context_params(&worker.gpu);

    params.ignored_capabilities = ignored_sets[drawn->factors[FACTOR_IGNORED]];
    params.message = on_message;
    return params;
}

static vkscan_context *get_context(const struct drawn *drawn)
{
    vkscan_context **context = &worker.contexts[drawn->factors[FACTOR_IGNORED]];
    const vkscan_context_params params = context_params(drawn);

    if (!*context)
        vkscan_context_create(&params, context);
    return *context;
}

/* ---- which plans ---- */

static uint64_t draw_case(uint64_t number)
{
    uint64_t state = draw_state(options.seed, number);

    draw_plan(&state, is_software(), &worker.drawn);
    return state;
}

static bool can_run(void)
{
    const vkscan_context_params params = context_params(&worker.drawn);

    return vkscan_query_plan(&params, &worker.drawn.plan, NULL) == VK_SUCCESS;
}

static void list_case(uint64_t number)
{
    if (shared->count < options.plans)
        shared->list[shared->count++] = number;
}

/* Writes the list: of many draws those with new pairs, and then the first others. */
static void choose(void)
{
    static struct pairs pairs;
    const uint64_t draws = DRAWS_PER_PLAN * options.plans;
    unsigned char *can = calloc(draws, 1);

    if (!can)
        exit(EXIT_FAILURE);
    open_device();
    printf("# %s, subgroup size %u\n", worker.gpu.properties.deviceName,
           worker.gpu.info.subgroup_size);
    fflush(stdout);
    for (uint64_t i = 0; i < draws; i++) {
        draw_case(i);
        can[i] = can_run();
        if (can[i] && pairs_mark(&pairs, &worker.drawn) > 0) {
            list_case(i);
            shared->covering++;
            can[i] = 0;
        }
    }
    for (uint64_t i = 0; i < draws; i++)
        if (can[i])
            list_case(i);
    free(can);
    exit(EXIT_SUCCESS);
}

/* ---- one plan ---- */

static uint64_t draw_count(uint64_t *state, uint64_t most)
{
    const uint64_t tile = worker.buffers.info.tile_size;
    const uint64_t edges[] = {0, 1, worker.buffers.info.workgroup_size, tile, 2 * tile, 3 * tile};
    uint64_t count = most;

    switch (draw(state, 4)) {
    case 0:
        count = edges[draw(state, 6)] + draw(state, 3) - 1;
        break;
    case 1:
        count = draw(state, 100);
        break;
    case 2:
        count = draw(state, most + 1);
        break;
    default:
        break;
    }
    return count <= most ? count : draw(state, most + 1);
}

static uint64_t most_elements(void)
{
    const vkscan_plan_params *plan = &worker.drawn.plan;
    const uint64_t most =
        worker.buffers.info.algorithm == VKSCAN_ALGORITHM_DIRECT ? MOST_OF_DIRECT : MOST_ELEMENTS;

    return plan->capacity < most ? plan->capacity : most;
}

/* Writes an operand into its port, where the plan has one. */
static void set_operand(vkscan_port port, const void *value, uint64_t size)
{
    uint8_t *place = buffers_before(&worker.buffers, port);
    const uint64_t most = worker.buffers.windows[port].range.size;

    if (place)
        memcpy(place, value, size < most ? size : most);
}

/* Uploads, runs and downloads in one submission. */
static bool submit(const vkscan_plan *plan, vkscan_binding *binding, uint64_t count,
                   const void *seed)
{
    VkCommandBuffer commands = gpu_begin(&worker.gpu);

    if (!commands)
        return false;
    buffers_record_upload(&worker.buffers, commands);
    const VkResult result =
        binding ? binding_run(binding, commands, count, seed)
                : port_buffers_run(plan, commands, &worker.buffers.ports, count, seed);
    buffers_record_download(&worker.buffers, commands);
    return gpu_submit(&worker.gpu, commands) && result == VK_SUCCESS;
}

/* Returns NULL, or what was wrong. */
static const char *try_run(const vkscan_plan *plan, vkscan_binding *binding, uint64_t *state)
{
    static char text[512];
    struct buffers *b = &worker.buffers;
    const uint32_t flags = worker.drawn.plan.flags;
    const uint64_t most = most_elements(), recorded = draw_count(state, most);
    const uint64_t in_buffer = draw(state, 2) ? draw_count(state, most) : recorded + draw(state, 3);
    struct oracle_run run = {.count = recorded};

    if (flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT && in_buffer < recorded)
        run.count = in_buffer;
    if (!buffers_begin_run(b, recorded, state) || !oracle_fill(b, &run, state))
        return "out of memory";
    set_operand(VKSCAN_PORT_COUNT, &in_buffer, sizeof(in_buffer));
    set_operand(VKSCAN_PORT_SEED, run.seed, b->info.seed_size);
    const bool gives_seed = run.has_seed && !(flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT);
    if (!submit(plan, binding, recorded, gives_seed ? run.seed : NULL))
        return worker.message[0] ? worker.message : worker.gpu.error;
    if (oracle_expect(b, &run, text, sizeof(text)) && buffers_compare(b, text, sizeof(text)))
        return NULL;
    snprintf(text + strlen(text), sizeof(text) - strlen(text), ", of %" PRIu64 " elements",
             run.count);
    return text;
}

static const char *try_plan(const vkscan_plan *plan, uint64_t *state)
{
    vkscan_binding *binding = NULL;
    const char *wrong = NULL;

    if (!buffers_open(&worker.buffers, &worker.drawn, plan, state))
        return worker.gpu.error;
    if (worker.drawn.plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS &&
        port_buffers_bind(plan, &worker.buffers.ports, &binding) != VK_SUCCESS)
        return worker.message;
    for (uint64_t i = 0; i < options.runs && !wrong; i++) {
        wrong = try_run(plan, binding, state);
        atomic_fetch_add(&shared->ran, 1);
    }
    vkscan_binding_destroy(binding);
    return wrong;
}

static void try_case(unsigned job, uint64_t number)
{
    vkscan_plan *plan = NULL;
    uint64_t state = draw_case(number);
    const char *wrong;

    draw_describe(&worker.drawn, worker.what, sizeof(worker.what));
    shared->doing[job].number = number;
    snprintf(shared->doing[job].text, sizeof(shared->doing[job].text), "%s", worker.what);
    worker.message[0] = '\0';
    alarm(CASE_SECONDS);
    if (vkscan_plan_create(get_context(&worker.drawn), &worker.drawn.plan, &plan) == VK_SUCCESS) {
        atomic_fetch_add(&shared->created, 1);
        wrong = try_plan(plan, &state);
    } else {
        wrong = worker.message;
    }
    vkscan_plan_destroy(plan);
    alarm(0);
    if (!wrong)
        return;
    atomic_fetch_add(&shared->wrong, 1);
    printf("wrong: --seed %" PRIu64 " --case %" PRIu64 ": %s: %s\n", options.seed, number,
           worker.what, wrong);
    fflush(stdout);
}

static void work(unsigned job)
{
    uint64_t at;

    open_device();
    while ((at = atomic_fetch_add(&shared->next, 1)) < shared->count)
        try_case(job, shared->list[at]);
    buffers_close(&worker.buffers);
    for (unsigned i = 0; i < IGNORED_SETS; i++)
        vkscan_context_destroy(worker.contexts[i]);
    gpu_close(&worker.gpu);
    exit(EXIT_SUCCESS);
}

/* ---- the processes ---- */

static pid_t start(unsigned job)
{
    const pid_t child = fork();

    if (child == 0)
        work(job);
    return child;
}

static bool choose_in_child(void)
{
    const pid_t child = fork();
    int status = 0;

    if (child == 0)
        choose();
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return false;
    if (WEXITSTATUS(status) != 0)
        exit(WEXITSTATUS(status) == NO_DEVICE && getenv("VKSCAN_REQUIRE_DEVICE")
                 ? EXIT_FAILURE
                 : WEXITSTATUS(status));
    return true;
}

/* Reports how a child ended. Returns whether it has to be replaced. */
static bool report_end(unsigned job, int status, uint64_t *crashed)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return false;
    ++*crashed;
    printf("%s by %s %d: --seed %" PRIu64 " --case %" PRIu64 ": %s\n",
           WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hung, ended" : "crashed",
           WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), options.seed,
           shared->doing[job].number, shared->doing[job].text);
    fflush(stdout);
    return shared->next < shared->count;
}

static uint64_t run_all(void)
{
    pid_t children[JOBS_MAX] = {0}, ended;
    uint64_t crashed = 0;
    int status;

    for (unsigned i = 0; i < options.jobs; i++)
        children[i] = start(i);
    while ((ended = wait(&status)) > 0)
        for (unsigned i = 0; i < options.jobs; i++)
            if (children[i] == ended && report_end(i, status, &crashed))
                children[i] = start(i);
    return crashed;
}

/* ---- options ---- */

static bool read_number(const char *text, uint64_t most, uint64_t *number)
{
    char *end;

    *number = text ? strtoull(text, &end, 10) : 0;
    return text && *text >= '0' && *text <= '9' && !*end && *number <= most;
}

static bool read_options(int count, char **arguments)
{
    const struct {
        const char *name;
        uint64_t least, most, *value;
    } rows[] = {{"--seed", 0, UINT64_MAX, &options.seed},
                {"--plans", 1, 1000000, &options.plans},
                {"--runs", 1, 1000000, &options.runs},
                {"--jobs", 1, JOBS_MAX, &options.jobs},
                {"--case", 0, UINT64_MAX, &options.only}};

    options.seed = (uint64_t)time(NULL);
    for (int i = 1; i < count; i += 2) {
        size_t row = 0;
        while (row < 5 && strcmp(arguments[i], rows[row].name) != 0)
            row++;
        if (row == 5 || i + 1 == count ||
            !read_number(arguments[i + 1], rows[row].most, rows[row].value) ||
            *rows[row].value < rows[row].least)
            return false;
        options.has_only |= row == 4;
    }
    return true;
}

int main(int count, char **arguments)
{
    if (!read_options(count, arguments)) {
        fputs(usage, stderr);
        return 2;
    }
    shared = mmap(NULL, sizeof(*shared) + options.plans * sizeof(shared->list[0]),
                  PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fputs("check: out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    if (options.has_only) {
        shared->list[0] = options.only;
        shared->count = 1;
    } else if (!choose_in_child()) {
        fputs("check: choosing the plans crashed\n", stderr);
        return EXIT_FAILURE;
    }
    printf("# check --seed %" PRIu64 " --plans %" PRIu64 " --runs %" PRIu64 ": %" PRIu64
           " of %" PRIu64 " plans that cover all pairs of %" PRIu64 " draws\n",
           options.seed, options.plans, options.runs,
           shared->covering < shared->count ? shared->covering : shared->count, shared->covering,
           DRAWS_PER_PLAN * options.plans);
    fflush(stdout);
    const uint64_t crashed = run_all();
    printf("%llu plans created, %llu runs, %llu wrong, %" PRIu64 " crashed\n",
           (unsigned long long)shared->created, (unsigned long long)shared->ran,
           (unsigned long long)shared->wrong, crashed);
    return crashed > 0 || shared->wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
