/* SPDX-License-Identifier: MIT */
/* main() of peer programs, which vkscan-bench runs. It times and verifies one primitive, and prints
 * the result as JSON. Data, timing and verification are the benchmark's. */
#include "peer.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "failure.h"
#include "job.h"
#include "names.h"
#include "options.h"
#include "platform.h"
#include "subject_options.h"
#include "timing.h"

const char program_name[] = PEER_PROGRAM;

#define COUNTS_MAX 64

/* Options' values as given; NULL where an option was not given. */
struct texts {
    const char *device, *primitive, *type, *data, *count, *repeat, *recorded, *help;
    struct subject_texts subject;
};

struct request {
    bool by_uuid, recorded;
    uint8_t uuid[PEER_UUID_SIZE];
    vkscan_plan_params plan; /* its capacity is the count */
    uint64_t counts[COUNTS_MAX];
    uint32_t count_number; /* 0: the program only describes the peer */
    struct subject_params subject;
    enum reference_sort_data data;
    uint32_t repeat;
    double busy_ms; /* time when the device last ended its work: see timing_measure() */
};

#define OPTION(member, letter, value, help, names)                                                 \
    {                                                                                              \
#member, letter, value, help, names, offsetof(struct texts, member), 0                     \
    }

#define OPTIONS (offsetof(struct texts, subject) / sizeof(const char *))

static struct option rows[OPTIONS + SUBJECT_OPTIONS_MAX] = {
    OPTION(device, '\0', "UUID", "32 hexadecimal digits; the first if not given", OPTION_NO_NAMES),
    OPTION(primitive, '\0', "NAME", "reduce if not given:", NAMES_PRIMITIVE),
    OPTION(type, '\0', "NAME", "element type, u32 if not given:", NAMES_TYPE),
    OPTION(data, '\0', "NAME", "of all but folds, random if not given:", NAMES_DATA),
    OPTION(count, '\0', "COUNTS", "elements, several with commas; measures nothing if not given",
           OPTION_NO_NAMES),
    OPTION(repeat, '\0', "COUNT", "timed repeats, 21 if not given", OPTION_NO_NAMES),
    OPTION(recorded, '\0', NULL, "time a recording of the calls", OPTION_NO_NAMES),
    OPTION(help, 'h', NULL, "print this and exit", OPTION_NO_NAMES),
};

/* ---- the command line ---- */

static int refuse_operand(const char *text, void *out)
{
    (void)out;
    return misused("unexpected '%s'; see '" PEER_PROGRAM " --help'", text);
}

static struct option_table table = {rows, OPTIONS, refuse_operand};

static int print_help(void)
{
    puts("usage: " PEER_PROGRAM " [options]\n"
         "Measures and verifies one reduction, scan, selection, sort or histogram, and prints it\n"
         "as JSON. Run by vkscan-bench --peer.\n");
    options_print_help(stdout, &table);
    return 0;
}

static bool parse_uuid(const char *text, uint8_t uuid[PEER_UUID_SIZE])
{
    if (strlen(text) != 2 * PEER_UUID_SIZE ||
        strspn(text, "0123456789abcdefABCDEF") != strlen(text))
        return false;
    for (size_t i = 0; i < PEER_UUID_SIZE; i++) {
        const char digits[] = {text[2 * i], text[2 * i + 1], '\0'};
        uuid[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return true;
}

static bool parse_number(const char *text, uint64_t most, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(text, &end, 10);
    return isdigit((unsigned char)text[0]) && !*end && errno == 0 && *number > 0 && *number <= most;
}

static bool parse_counts(const char *text, struct request *request)
{
    char *end;

    for (;; text = end + 1) {
        errno = 0;
        const uint64_t count = strtoull(text, &end, 10);
        if (!isdigit((unsigned char)*text) || errno || count == 0 ||
            count > SIZE_MAX / sizeof(uint64_t) || request->count_number == COUNTS_MAX)
            return false;
        request->counts[request->count_number++] = count;
        if (*end != ',')
            return !*end;
    }
}

static int read_texts(const struct texts *texts, struct request *request)
{
    vkscan_plan_params *plan = &request->plan;
    uint64_t repeat = 21;
    int status = 0;

    *request = (struct request){
        .by_uuid = texts->device != NULL,
        .recorded = texts->recorded != NULL,
        .plan = {.struct_size = sizeof(vkscan_plan_params), .type = VKSCAN_TYPE_U32},
    };
    if (texts->device && !parse_uuid(texts->device, request->uuid))
        return misused("bad UUID '%s'; 32 hexadecimal digits", texts->device);
    if (texts->count && !parse_counts(texts->count, request))
        return misused("bad count '%s'; 1 or more", texts->count);
    if (texts->repeat && !parse_number(texts->repeat, TIMING_MAX_REPEATS, &repeat))
        return misused("bad number of repeats '%s'; 1 to %d", texts->repeat, TIMING_MAX_REPEATS);
    request->repeat = (uint32_t)repeat;
    if (texts->primitive)
        status = names_parse(NAMES_PRIMITIVE, texts->primitive, &plan->primitive);
    if (!status && texts->type)
        status = names_parse(NAMES_TYPE, texts->type, &plan->type);
    if (!status && texts->data)
        status = names_parse(NAMES_DATA, texts->data, &request->data);
    if (!status)
        status = subject_options_parse(&texts->subject, &request->subject);
    if (!status)
        subject_of(plan->primitive)->settle(&request->subject, plan);
    return status;
}

/* ---- measuring ---- */

static int measure(struct peer *peer, struct request *request, struct peer_job *job, void *source,
                   void *result, cJSON *json)
{
    const struct subject *subject = subject_of(request->plan.primitive);
    struct subject_run run = subject_run_of(&request->plan, source, result, &job->seed);
    struct timing time;
    uint64_t at;

    if (!subject->fill(&run, request->data))
        return failed("out of memory");
    peer->recorded = request->recorded;
    if (!peer_prepare(peer, job, source) ||
        !timing_measure(peer_time, peer, &request->busy_ms, request->repeat, &time) ||
        !peer_run_once(peer, result))
        return failed("%s", peer->error);
    run.seed = &peer->job.seed;
    run.reverses_rest = peer->reverses_rest;
    cJSON_AddNumberToObject(json, "repeats", time.repeats);
    cJSON_AddNumberToObject(json, "ms_min", time.min);
    cJSON_AddNumberToObject(json, "ms_median", time.median);
    cJSON_AddNumberToObject(json, "ms_max", time.max);
    cJSON_AddBoolToObject(json, "verified", subject->check(&run, &at));
    return 0;
}

static int measure_in_memory(struct peer *peer, struct request *request, cJSON *json)
{
    struct peer_job job = job_make(&request->plan);

    if (job.element_size > sizeof(job.identity))
        return failed("%s is no type of this peer", job.type);
    void *source =
        calloc(1, job.source_size > job.destination_size ? job.source_size : job.destination_size);
    void *result = calloc(1, job.destination_size);
    const int status = source && result ? measure(peer, request, &job, source, result, json)
                                        : failed("out of memory");

    free(source);
    free(result);
    return status;
}

static int print(const cJSON *json)
{
    char *text = cJSON_Print(json);

    if (!text)
        return failed("out of memory");
    puts(text);
    cJSON_free(text);
    return 0;
}

static int run(struct peer *peer, struct request *request)
{
    cJSON *json = cJSON_CreateObject();
    int status = 0;

    cJSON_AddStringToObject(json, "version", peer->version);
    cJSON_AddStringToObject(json, "runtime", peer->runtime);
    cJSON_AddStringToObject(json, "driver", peer->driver);
    cJSON_AddStringToObject(json, "device", peer->device);
    if (request->plan.capacity > 0)
        status = measure_in_memory(peer, request, cJSON_AddObjectToObject(json, "result"));
    if (!status)
        status = print(json);
    cJSON_Delete(json);
    return status;
}

/* Opens the peer, and prints its description and results as an object. */
static int open_and_run(struct request *request)
{
    struct peer peer = {.run = NULL};
    const int status = peer_open(&peer, request->by_uuid ? request->uuid : NULL)
                           ? run(&peer, request)
                           : failed("%s", peer.error);

    peer_close(&peer);
    return status;
}

static int run_all(struct request *request)
{
    int status = request->count_number ? 0 : open_and_run(request);

    for (uint32_t i = 0; i < request->count_number && !status; i++) {
        request->plan.capacity = request->counts[i];
        status = open_and_run(request);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct texts texts = {0};
    struct request request = {.repeat = 0};

    if (!platform_open_streams())
        return EXIT_FAILURE;
    table.count = subject_options_append(rows, OPTIONS, offsetof(struct texts, subject));
    int status = options_parse(argc, argv, &table, &texts);
    if (!status && texts.help)
        return finished(print_help());
    if (!status)
        status = read_texts(&texts, &request);
    if (!status)
        status = run_all(&request);
    return finished(status);
}
