/* SPDX-License-Identifier: MIT */
/* vkscan-bench: measures the algorithms' throughput, beside that of a copy and of one CPU core. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "child.h"
#include "platform.h"
#include "session.h"
#include "tuning.h"

const char program_name[] = "vkscan-bench";

static void VKAPI_CALL keep_message(void *user, const vkscan_message *message)
{
    struct session *s = user;

    if (message->severity == VKSCAN_SEVERITY_ERROR)
        refusal_translate(message->text, s->gpu.tuning, s->message);
}

/* Checks that the device can run what was asked for; with `all`, it need not run every algorithm.
 */
static int check_plans(struct session *s)
{
    struct bench_options *options = s->options;
    vkscan_plan_params plan;
    vkscan_device_info info = {.struct_size = sizeof(info)};

    s->context = gpu_context_params(&s->gpu);
    s->context.message = keep_message;
    s->context.message_user = s;
    if (vkscan_query_device(&s->context, &info) != VK_SUCCESS)
        return misused("--tuning: %s", s->message);
    const int status = bench_find_caps(s);
    if (status || options->survey)
        return status;
    bench_options_plan(options, options->primitives[0], &plan);
    if (vkscan_query_plan(&s->context, &plan, NULL) != VK_SUCCESS)
        return misused("%s", s->message);
    for (uint32_t p = 0; p < options->primitive_count && !options->all_algorithms; p++)
        for (uint32_t i = 0; i < options->algorithm_count; i++) {
            bench_options_plan(options, options->primitives[p], &plan);
            plan.algorithm = options->algorithms[i];
            if (bench_options_want(options, plan.algorithm, plan.primitive) &&
                vkscan_query_plan(&s->context, &plan, NULL) != VK_SUCCESS)
                return options->subject.determinism ? misused("%s", s->message)
                                                    : failed("%s", s->message);
        }
    return 0;
}

/* Has vkscan-report find policies, by runs of this program. */
static int tune(const struct session *s)
{
    const struct bench_options *options = s->options;
    const struct shape one = {.workgroups = 1};
    char sizes[OPTION_SIZES_MAX * 21] = "", repeat[16], multiprocessors[24];
    const char *arguments[12] = {"tune", "--sizes",           sizes,          "--repeat",
                                 repeat, "--multiprocessors", multiprocessors};
    size_t length = 0, count = 7;

    for (uint32_t i = 0; i < options->sizes.count; i++)
        length += (size_t)snprintf(sizes + length, sizeof(sizes) - length, "%s%" PRIu64,
                                   i ? "," : "", options->sizes.list[i]);
    snprintf(repeat, sizeof(repeat), "%" PRIu32, options->repeat);
    snprintf(multiprocessors, sizeof(multiprocessors), "%" PRIu64,
             vks_tuning_workgroups(&s->caps, &one));
    if (options->device) {
        arguments[count++] = "--device";
        arguments[count++] = options->device;
    }
    if (options->tuning_text) {
        arguments[count++] = "--tuning";
        arguments[count++] = options->tuning_text;
    }
    return hand_over("--tune", arguments, NULL, NULL);
}

static int run(struct session *s, struct bench_options *options)
{
    uint64_t capacity;

    if (options->numbers)
        return bench_show(s);
    if (options->survey)
        return bench_survey(s);
    bench_choose_sizes(options, &s->gpu);
    int status = bench_fit_sizes(options, &s->gpu, &capacity);
    if (status)
        return status;
    if (options->metrics)
        return bench_metrics(s);
    if (options->overhead)
        return bench_overheads(s);
    if (options->tune)
        return tune(s);
    for (uint32_t i = 0; i < options->peer_count && !status; i++)
        status = bench_peer_open(&s->peers[i], options->peers[i], &s->gpu);
    if (status)
        return status;
    status = bench_report_open(&s->report, &s->gpu, options->peer_count ? s->peers : NULL, options);
    if (status)
        return status;
    const bool measured = bench_measure(s, capacity) == 0;
    status = bench_report_judge(&s->report, measured && !s->wrong && s->rows > 0);
    bench_report_close(&s->report);
    return status;
}

int main(int argc, char **argv)
{
    struct bench_options options;
    struct session s = {.options = &options};
    int status;

    if (!platform_open_streams())
        return EXIT_FAILURE;
    if (!bench_options_parse(argc, argv, &options, &status))
        return finished(status);
    options.arguments = argv;
    if (options.overhead && !bench_disable_caches())
        return failed("cannot set the environment: %s", strerror(errno));
    if (!gpu_open(&s.gpu,
                  &(struct gpu_options){.device = options.device, .tuning = &options.tuning}))
        return failed("%s", s.gpu.error);
    status = check_plans(&s);
    if (!status)
        status = run(&s, &options);
    for (uint32_t i = 0; i < options.peer_count; i++)
        bench_peer_close(&s.peers[i]);
    gpu_close(&s.gpu);
    return finished(status);
}
