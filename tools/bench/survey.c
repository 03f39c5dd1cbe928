/* SPDX-License-Identifier: MIT */
/* --report: one file that tells how the library does on a device, for whoever does not have the
 * device. Each row is a run of this program by itself, so that a driver that crashes or loses the
 * device costs that row alone. To tell what failed is what the file is for: it is no failure. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "failure.h"
#include "names.h"
#include "session.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Options of rows, the main ones first: they are measured as long as there is time. */
static const char *const rows[] = {
    "--primitive reduce",
    "--primitive inclusive-scan",
    "--primitive select",
    "--primitive sort",
    "--primitive sort --values 4",
    "--primitive reduce --type f32",
    "--primitive inclusive-scan --type f32",
    "--primitive histogram",
    "--primitive partition",
    "--primitive unique",
    "--primitive exclusive-scan",
    "--primitive segmented-inclusive-scan --heads bytes",
    "--primitive segmented-reduce --heads offsets --length 64",
    "--primitive top-k",
    "--primitive merge",
    "--primitive lower-bound",
    "--primitive upper-bound",
    "--primitive difference",
    "--primitive segmented-exclusive-scan --heads keys",
    "--primitive segmented-reduce --length 64",
    "--primitive inclusive-scan --type f16",
    "--primitive inclusive-scan --type u8",
    "--primitive inclusive-scan --type u64",
    "--primitive inclusive-scan --type f64",
    "--primitive inclusive-scan --type u32x4",
    "--primitive inclusive-scan --type f32 --determinism everywhere",
    "--primitive reduce --type f16",
    "--primitive reduce --type u64",
    "--primitive sort --type u64",
    "--primitive sort --length 1024",
    "--primitive select --type u8",
    "--primitive histogram --type f32",
    "--primitive top-k --type f32 --length 4096",
    "--primitive inclusive-scan --access addresses",
    "--primitive inclusive-scan --access push-descriptors",
};

/* Sizes where none were given: of runs, and of plans that are created with cold caches. */
static const struct option_sizes gpu_sizes = {{1 << 10, 1 << 16, 1 << 20, 1 << 24}, 4},
                                 gpu_plans = {{1 << 16, 1 << 24}, 2},
                                 cpu_sizes = {{1 << 10, 1 << 14}, 2}, cpu_plans = {{1 << 14}, 1};

/* The time after which no run, and no plan, is begun. */
#define RUNS_MS 110e3
#define PLANS_MS 175e3

#define MOST_ARGUMENTS 24
#define SIZES_SIZE (OPTION_SIZES_MAX * 21)
#define COMMAND_SIZE (SIZES_SIZE + 256)

struct survey {
    struct session *s;
    char program[4096];
    char repeat[16];
    double start;
    const char *phase; /* "runs" or "plans" */
    uint32_t done, total;
    uint32_t failures;
    cJSON *plans, *failed, *left_out;
};

/* ---- the device ---- */

#define OF_CAPS(member) offsetof(struct caps, member)

static const struct field caps_fields[] = {
    {"vendor_id", FIELD_SMALL, OF_CAPS(vendor_id)},
    {"max_workgroup_size", FIELD_SMALL, OF_CAPS(max_workgroup_size)},
    {"max_workgroup_count", FIELD_SMALL, OF_CAPS(max_workgroup_count)},
    {"max_subgroups", FIELD_SMALL, OF_CAPS(max_subgroups)},
    {"shared_memory", FIELD_SMALL, OF_CAPS(shared_memory)},
    {"max_storage_buffers", FIELD_SMALL, OF_CAPS(max_storage_buffers)},
    {"max_range", FIELD_SMALL, OF_CAPS(max_range)},
    {"range_alignment", FIELD_SMALL, OF_CAPS(range_alignment)},
    {"multiprocessors", FIELD_SMALL, OF_CAPS(multiprocessors)},
    {"gpu_policies", FIELD_FLAG, OF_CAPS(gpu)},
    {NULL, 0, 0},
};

/* Adds what the library knows of the device to what each report tells of it. */
static void add_capabilities(const struct session *s)
{
    cJSON *device = cJSON_GetObjectItemCaseSensitive(s->report.json, "device");
    char text[NAMES_SIZE];

    names_capabilities(s->caps.capabilities, text);
    cJSON_AddNumberToObject(device, "device_id", s->gpu.properties.deviceID);
    cJSON_AddNumberToObject(device, "driver_version", s->gpu.properties.driverVersion);
    cJSON_AddNumberToObject(device, "memory", (double)gpu_memory_size(&s->gpu));
    cJSON_AddNumberToObject(device, "largest_buffer", (double)s->gpu.largest_buffer);
    cJSON_AddNumberToObject(device, "timestamp_ns", s->gpu.properties.limits.timestampPeriod);
    cJSON_AddStringToObject(device, "capabilities", text);
    fields_add(device, caps_fields, &s->caps);
}

/* ---- commands ---- */

/* Stores "1024,65536". */
static void format_sizes(const struct option_sizes *sizes, char text[SIZES_SIZE])
{
    size_t length = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < sizes->count; i++)
        length += (size_t)snprintf(text + length, SIZES_SIZE - length, "%s%" PRIu64, i ? "," : "",
                                   sizes->list[i]);
}

struct command {
    char row[256], sizes[SIZES_SIZE];
    char *arguments[MOST_ARGUMENTS]; /* up to a NULL; they refer to the structure */
    uint32_t count;
};

static void add_argument(struct command *command, const char *argument)
{
    command->arguments[command->count++] = (char *)(uintptr_t)argument;
}

/* Makes the command of a row, without how and where it is reported. */
static void make_command(const struct survey *survey, const char *row,
                         const struct option_sizes *sizes, struct command *command)
{
    const char *device = survey->s->options->device;

    *command = (struct command){.count = 0};
    snprintf(command->row, sizeof(command->row), "%s", row);
    format_sizes(sizes, command->sizes);
    add_argument(command, survey->program);
    for (char *word = strtok(command->row, " "); word; word = strtok(NULL, " "))
        add_argument(command, word);
    add_argument(command, "--sizes");
    add_argument(command, command->sizes);
    if (device) {
        add_argument(command, "--device");
        add_argument(command, device);
    }
}

static void add_options(const struct survey *survey, bool plans, struct command *command)
{
    if (plans) {
        add_argument(command, "--overhead");
    } else {
        add_argument(command, "--no-cpu");
        add_argument(command, "--repeat");
        add_argument(command, survey->repeat);
    }
    add_argument(command, "--json");
    add_argument(command, "-");
}

/* Adds a command, as one would type it, and why it has no results. */
static void add_reason(cJSON *list, const struct command *command, const char *reason)
{
    char text[COMMAND_SIZE];
    size_t length = (size_t)snprintf(text, sizeof(text), "%s", program_name);
    cJSON *object = cJSON_CreateObject();

    for (uint32_t i = 1; i < command->count && length < sizeof(text); i++)
        length +=
            (size_t)snprintf(text + length, sizeof(text) - length, " %s", command->arguments[i]);
    cJSON_AddStringToObject(object, "command", text);
    cJSON_AddStringToObject(object, "reason", reason);
    cJSON_AddItemToArray(list, object);
}

/* ---- one run of this program ---- */

/* Returns the JSON that a stream has; NULL if it has none. */
static cJSON *read_json(FILE *from)
{
    cJSON *json = NULL;
    char *text;
    long size;

    if (fseek(from, 0, SEEK_END) != 0 || (size = ftell(from)) < 0)
        return NULL;
    text = calloc(1, (size_t)size + 1);
    rewind(from);
    if (text && fread(text, 1, (size_t)size, from) == (size_t)size)
        json = cJSON_Parse(text);
    free(text);
    return json;
}

/* Runs a command, and returns its report, which the caller deletes; NULL with the reason. */
static cJSON *run_command(const struct command *command, char reason[REFUSAL_SIZE])
{
    struct platform_end end = {0};
    FILE *streams[3];
    cJSON *json = NULL;
    int error = 0;

    if (!child_open_streams(streams))
        snprintf(reason, REFUSAL_SIZE, "there are no temporary files: %s", strerror(errno));
    else if ((error = platform_run(command->arguments, streams, &end)))
        snprintf(reason, REFUSAL_SIZE, "the program does not start: %s", strerror(error));
    else if (end.status)
        child_explain(program_name, &end, streams[PLATFORM_ERROR], reason, REFUSAL_SIZE);
    else if (!(json = read_json(streams[PLATFORM_OUTPUT])))
        snprintf(reason, REFUSAL_SIZE, "the program prints no JSON");
    child_close_streams(streams);
    return json;
}

/* Moves an array's items. Returns their number. */
static uint32_t move_items(cJSON *from, cJSON *to)
{
    uint32_t count = 0;

    for (cJSON *item; (item = cJSON_DetachItemFromArray(from, 0)); count++)
        cJSON_AddItemToArray(to, item);
    return count;
}

/* Adds the rows of a run's report to the survey's. Returns their number. */
static uint32_t merge(const struct survey *survey, cJSON *json, bool plans)
{
    cJSON *all = survey->s->report.json;
    cJSON *from = cJSON_GetObjectItemCaseSensitive(json, plans ? "overhead" : "results");

    if (plans && !cJSON_HasObjectItem(all, "environment"))
        cJSON_AddItemToObject(all, "environment",
                              cJSON_DetachItemFromObjectCaseSensitive(json, "environment"));
    return move_items(from, plans ? survey->plans : survey->s->report.results);
}

/* ---- rows ---- */

/* Tells whether the row's primitive was asked for, and reads the row's options. */
static bool is_wanted(const struct survey *survey, struct command *command,
                      struct bench_options *options)
{
    const struct bench_options *all = survey->s->options;
    int status;

    if (!bench_options_parse((int)command->count, command->arguments, options, &status))
        return false;
    for (uint32_t i = 0; i < all->primitive_count; i++)
        if (all->primitives[i] == options->primitives[0])
            return true;
    return false;
}

/* Tells whether the device has the row, or stores why not in the session's message. */
static bool is_there(struct session *s, struct bench_options *options)
{
    vkscan_plan_params plan;

    bench_options_plan(options, options->primitives[0], &plan);
    bench_options_set_size(options, options->sizes.list[0], &plan);
    return vkscan_query_plan(&s->context, &plan, NULL) == VK_SUCCESS;
}

static void print_end(const struct survey *survey, const char *row, const char *end)
{
    progress(NULL);
    fprintf(survey->s->report.text, "%3" PRIu32 " of %" PRIu32 "  %-6s %s: %s\n", survey->done,
            survey->total, survey->phase, row + strlen("--primitive "), end);
    fflush(survey->s->report.text);
}

/* Runs a row at these sizes. If that fails, it is run at each of them alone. Returns the number of
 * results; stores the last reason. */
static uint32_t run_sizes(struct survey *survey, const char *row, const struct option_sizes *sizes,
                          bool plans, char reason[REFUSAL_SIZE])
{
    struct command command;
    uint32_t count = 0;

    make_command(survey, row, sizes, &command);
    add_options(survey, plans, &command);
    cJSON *json = run_command(&command, reason);
    if (json) {
        count = merge(survey, json, plans);
        cJSON_Delete(json);
        return count;
    }
    for (uint32_t i = 0; i < sizes->count && sizes->count > 1; i++)
        count += run_sizes(survey, row, &(struct option_sizes){{sizes->list[i]}, 1}, plans, reason);
    if (sizes->count == 1) {
        add_reason(survey->failed, &command, reason);
        survey->failures++;
    }
    return count;
}

/* Runs a row, or adds why it is left out. */
static void run_row(struct survey *survey, const char *row, const struct option_sizes *sizes,
                    bool plans)
{
    const uint32_t failures = survey->failures;
    struct session *s = survey->s;
    struct bench_options options;
    struct command command;
    char reason[REFUSAL_SIZE], end[REFUSAL_SIZE + 64];

    make_command(survey, row, sizes, &command);
    if (!is_wanted(survey, &command, &options))
        return;
    survey->done++;
    progress("%" PRIu32 " of %" PRIu32 ": %s", survey->done, survey->total, row);
    if (!is_there(s, &options)) {
        snprintf(end, sizeof(end), "left out: %s", s->message);
        add_reason(survey->left_out, &command, s->message);
    } else if (platform_now_ms() - survey->start > (plans ? PLANS_MS : RUNS_MS)) {
        snprintf(end, sizeof(end), "left out: the time is up");
        add_reason(survey->left_out, &command, "the time is up");
    } else {
        const uint32_t count = run_sizes(survey, row, sizes, plans, reason);
        if (survey->failures > failures)
            snprintf(end, sizeof(end), "FAILED: %s", reason);
        else
            snprintf(end, sizeof(end), "%" PRIu32 " %s%s", count, plans ? "pipeline" : "result",
                     count == 1 ? "" : "s");
    }
    print_end(survey, row, end);
}

static void run_all(struct survey *survey, const struct option_sizes *sizes, bool plans)
{
    const struct option_sizes *given = &survey->s->options->sizes;

    survey->phase = plans ? "plans" : "runs";
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        run_row(survey, rows[i], given->count ? given : sizes, plans);
}

/* Returns the rows whose primitive was asked for. */
static uint32_t count_rows(const struct survey *survey)
{
    struct bench_options options;
    struct command command;
    uint32_t count = 0;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        make_command(survey, rows[i], &cpu_plans, &command);
        count += is_wanted(survey, &command, &options);
    }
    return count;
}

static int write_all(const struct survey *survey)
{
    struct bench_report *report = &survey->s->report;
    const char *path = report->options->files[BENCH_JSON];
    const int status = bench_report_write(report);

    if (status)
        return status;
    fprintf(report->text, "%s: results %d, pipelines %d, left out %d, failed %d\n",
            strcmp(path, "-") == 0 ? "standard output" : path, cJSON_GetArraySize(report->results),
            cJSON_GetArraySize(survey->plans), cJSON_GetArraySize(survey->left_out),
            cJSON_GetArraySize(survey->failed));
    return 0;
}

int bench_survey(struct session *s)
{
    const bool cpu = s->gpu.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    struct bench_report *report = &s->report;
    struct survey survey = {.s = s, .start = platform_now_ms()};

    if (!platform_program_path(survey.program, sizeof(survey.program)))
        return failed("cannot tell where this program lies: %s", strerror(errno));
    int status = bench_report_open(report, &s->gpu, NULL, s->options);
    if (status)
        return status;
    add_capabilities(s);
    survey.plans = cJSON_AddArrayToObject(report->json, "overhead");
    survey.left_out = cJSON_AddArrayToObject(report->json, "left_out");
    survey.failed = cJSON_AddArrayToObject(report->json, "failed");
    snprintf(survey.repeat, sizeof(survey.repeat), "%" PRIu32, s->options->repeat);
    survey.total = 2 * count_rows(&survey);
    run_all(&survey, cpu ? &cpu_sizes : &gpu_sizes, false);
    run_all(&survey, cpu ? &cpu_plans : &gpu_plans, true);
    status = write_all(&survey);
    bench_report_close(report);
    return status;
}
