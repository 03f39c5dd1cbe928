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
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "choose.h"
#include "failure.h"
#include "trial.h"

#define CASE_SECONDS 300 /* after which a case counts as hung */
#define TEXT_SIZE 700

static struct check_options options;

/* What the processes share. */
static struct shared {
    atomic_ullong next; /* of the cases */
    atomic_ullong created, ran, wrong;
    struct {
        uint64_t number; /* of the case */
        char text[TEXT_SIZE];
    } doing[JOBS_MAX];
    struct choice choice;
} * shared;

/* ---- a case ---- */

/* Prints a line of TAP, with the command that repeats the case. */
static void print_case(const char *result, uint64_t number, const char *text, const char *more)
{
    printf("%s - check --seed %" PRIu64 " --case %" PRIu64 ": %s%s%s\n", result, options.seed,
           number, text, *more ? ": " : "", more);
    fflush(stdout);
}

static void try_case(unsigned job, uint64_t number)
{
    char *text = shared->doing[job].text, time[32] = "";
    struct drawn drawn;
    const uint64_t state = trial_draw(options.seed, number, &drawn);

    shared->doing[job].number = number;
    draw_describe(&drawn, text, TEXT_SIZE);
    if (options.list) {
        printf("# check --seed %" PRIu64 " --case %" PRIu64 ": %s\n", options.seed, number, text);
        fflush(stdout);
        return;
    }
    alarm(CASE_SECONDS);
    const struct trial_result result = trial_run(&drawn, state, options.runs, options.bench);
    alarm(0);
    atomic_fetch_add(&shared->created, result.created);
    atomic_fetch_add(&shared->ran, result.runs);
    atomic_fetch_add(&shared->wrong, result.wrong != NULL);
    if (result.ms > 0)
        snprintf(time, sizeof(time), "%.1f us", 1000 * result.ms);
    print_case(result.wrong ? "not ok -" : "ok", number, text, result.wrong ? result.wrong : time);
}

static void work(unsigned job)
{
    uint64_t at;

    trial_open();
    while ((at = atomic_fetch_add(&shared->next, 1)) < shared->choice.count)
        try_case(job, shared->choice.cases[at]);
    trial_close();
    exit(EXIT_SUCCESS);
}

/* ---- the processes ---- */

static pid_t start(unsigned job)
{
    const pid_t child = fork();

    if (child < 0)
        exit(failed("cannot fork"));
    if (child == 0)
        work(job);
    return child;
}

static void choose_cases(void)
{
    trial_open();
    trial_print_device();
    if (!options.has_only && !choose(&options, &shared->choice))
        exit(failed("out of memory"));
    trial_close();
    exit(finished(EXIT_SUCCESS));
}

/* Returns 0, or the exit status of a child that has not chosen. */
static int choose_in_child(void)
{
    const pid_t child = fork();
    int status = 0;

    if (child == 0)
        choose_cases();
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return failed("choosing the plans crashed");
    return WEXITSTATUS(status) == TRIAL_NO_DEVICE && getenv("VKSCAN_REQUIRE_DEVICE")
               ? EXIT_FAILURE
               : WEXITSTATUS(status);
}

/* Reports how a child ended. Returns whether it has to be replaced: a lost device stays lost. */
static bool report_end(unsigned job, int status, uint64_t *crashed)
{
    char how[64];

    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return false;
    ++*crashed;
    snprintf(how, sizeof(how), "%s by %s %d",
             WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hung, ended" : "crashed",
             WIFSIGNALED(status) ? "signal" : "status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    print_case("not ok -", shared->doing[job].number, shared->doing[job].text, how);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == TRIAL_NO_DEVICE) &&
           shared->next < shared->choice.count;
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

/* Prints what is tried, as the option that repeats it needs. */
static void print_choice(void)
{
    const struct choice *choice = &shared->choice;
    const uint64_t covering = choice->covering < choice->count ? choice->covering : choice->count;

    printf("# --seed %" PRIu64 ": %" PRIu64 " plans, %" PRIu64 " of the %" PRIu64
           " that cover all pairs of %" PRIu64 " draws\n",
           options.seed, choice->count, covering, choice->covering, choice->draws);
    if (!options.list)
        printf("1..%" PRIu64 "\n", choice->count);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    bool done;
    int status = check_options_parse(count, arguments, &options, &done);

    if (status || done)
        return status;
    shared = mmap(NULL, sizeof(*shared) + options.count * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return failed("out of memory");
    if (options.has_only)
        shared->choice = (struct choice){.count = 1, .covering = 1, .draws = 1};
    shared->choice.cases = (uint64_t *)(void *)(shared + 1);
    shared->choice.cases[0] = options.only;
    status = choose_in_child();
    if (status)
        return status;
    if (shared->choice.count == 0)
        return failed("the device has no plan that the options allow");
    print_choice();
    const uint64_t crashed = run_all();
    if (options.list)
        return finished(EXIT_SUCCESS);
    printf("# %llu plans created, %llu runs, %llu wrong, %" PRIu64 " crashed\n",
           (unsigned long long)shared->created, (unsigned long long)shared->ran,
           (unsigned long long)shared->wrong, crashed);
    return crashed > 0 || shared->wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
