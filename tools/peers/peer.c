/* SPDX-License-Identifier: MIT */
/* main() of peer programs, which vkscan-bench runs. It times and verifies one primitive, and prints
 * the result as JSON. Data, timing and verification are the benchmark's. */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "failure.h"
#include "help.h"
#include "names.h"
#include "options.h"
#include "platform.h"
#include "reference.h"
#include "subject.h"
#include "timing.h"

const char program_name[] = PEER_PROGRAM;

/* Options' values as given; NULL where an option was not given. */
struct texts {
    const char *device, *primitive, *type, *data, *count, *repeat, *recorded, *radix, *help;
    struct subject_texts subject;
};

struct request {
    bool by_uuid, recorded, radix;
    uint8_t uuid[PEER_UUID_SIZE];
    vkscan_plan_params plan;    /* its capacity is the count */
    struct option_sizes counts; /* none: the program only describes the peer */
    struct subject_params subject;
    enum reference_sort_data data;
    uint32_t repeat;
    double busy_ms; /* time when the device last ended its work: see timing_measure() */
};

/* ---- the command line ---- */

static int parse_uuid(const char *text, void *to)
{
    struct request *request = to;

    if (strlen(text) != 2 * PEER_UUID_SIZE ||
        strspn(text, "0123456789abcdefABCDEF") != strlen(text))
        return misused("bad UUID '%s'; 32 hexadecimal digits", text);
    for (size_t i = 0; i < PEER_UUID_SIZE; i++) {
        const char digits[] = {text[2 * i], text[2 * i + 1], '\0'};
        request->uuid[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    request->by_uuid = true;
    return 0;
}

#define OPTION(member, value, help, names, kind, to, number, read)                                 \
    {                                                                                              \
#member, '\0', value, help, names, offsetof(struct texts, member), 0, kind,                \
            offsetof(struct request, to), number, read                                             \
    }
#define NAME(member, help, names, to) OPTION(member, "NAME", help, names, OPTION_NAME, to, 0, NULL)
#define OPTIONS (offsetof(struct texts, subject) / sizeof(const char *))

static struct option rows[OPTIONS + SUBJECT_OPTIONS_MAX] = {
    OPTION(device, "UUID", "32 hexadecimal digits; the first if not given", OPTION_NO_NAMES,
           OPTION_OTHER, by_uuid, 0, parse_uuid),
    NAME(primitive, "reduce if not given:", NAMES_PRIMITIVE, plan.primitive),
    NAME(type, "element type, u32 if not given:", NAMES_TYPE, plan.type),
    NAME(data, "of all but folds, random if not given:", NAMES_DATA, data),
    OPTION(count, "SIZES", "elements, as of vkscan-bench; measures nothing if not given",
           OPTION_NO_NAMES, OPTION_OTHER, counts, 0, option_sizes),
    OPTION(repeat, "COUNT", "timed repeats, 21 if not given", OPTION_NO_NAMES, OPTION_NUMBER,
           repeat, TIMING_MAX_REPEATS, NULL),
    OPTION(recorded, NULL, "time a recording of the calls", OPTION_NO_NAMES, OPTION_FLAG, recorded,
           0, NULL),
    OPTION(radix, NULL, "sort rows and segments by radix", OPTION_NO_NAMES, OPTION_FLAG, radix, 0,
           NULL),
    {"help", 'h', NULL, "print this and exit", OPTION_NO_NAMES, offsetof(struct texts, help), 0,
     OPTION_RAW, 0, 0, NULL},
};

static int refuse_operand(const char *text, void *out)
{
    (void)out;
    return misused("unexpected '%s'; see '" PEER_PROGRAM " --help'", text);
}

static struct option_table table = {rows, OPTIONS, refuse_operand, NULL};

static const struct help help = {
    .program = PEER_PROGRAM,
    .summary = "a peer of vkscan-bench",
    .text = "Measures and verifies one primitive, and prints it as JSON. Run by vkscan-bench\n"
            "--peer.\n",
    .notes = "",
    .table = &table,
};

/* ---- measuring ---- */

/* Returns the plan's details if its primitive is of the subject; else NULL. */
static const void *details_of(const vkscan_plan_params *plan, const struct subject *subject)
{
    return subject_of(plan->primitive) == subject ? plan->details : NULL;
}

/* Returns the elements of a row, or the keys of the sorted array; 0 if there are none. */
static uint64_t length_of(const vkscan_plan_params *plan)
{
    const vkscan_segments_params *segments = details_of(plan, &subject_segments);
    const vkscan_sorted_params *sorted = details_of(plan, &subject_sorted);
    const vkscan_sort_params *sort = details_of(plan, &subject_sort);
    const vkscan_top_k_params *top_k = details_of(plan, &subject_top_k);

    return segments ? segments->length
           : sorted ? sorted->length
           : sort   ? sort->length
           : top_k  ? top_k->length
                    : 0;
}

/* Returns the number of segments by offsets; 0 if there are none. */
static uint64_t segments_of(const vkscan_plan_params *plan)
{
    const vkscan_segments_params *segments = details_of(plan, &subject_segments);
    const vkscan_sort_params *sort = details_of(plan, &subject_sort);

    return segments ? segments->segments : sort ? sort->segments : 0;
}

/* Returns the job for plan->capacity elements. */
static struct peer_job job_make(const vkscan_plan_params *plan)
{
    const struct subject_layout layout = subject_lay_out(plan, plan->capacity, plan->capacity);
    const bool sorts = plan->primitive == VKSCAN_PRIMITIVE_SORT;
    const vkscan_select_params *select = details_of(plan, &subject_select);
    const vkscan_histogram_params *h = details_of(plan, &subject_histogram);
    const vkscan_segments_params *segments = details_of(plan, &subject_segments);
    const vkscan_top_k_params *top_k = details_of(plan, &subject_top_k);
    struct peer_job job = {
        .primitive = vkscan_primitive_name(plan->primitive),
        .type = vkscan_type_name(plan->type),
        .op = vkscan_op_name(plan->op),
        .criterion = select ? vkscan_criterion_name(select->criterion) : NULL,
        .heads = segments ? names_get(NAMES_HEADS, (int)segments->heads) : NULL,
        .count = plan->capacity,
        .element_size = vkscan_type_size(plan->type),
        .value_size = sorts ? layout.read.ports[1].size / plan->capacity : 0,
        .second_offset = layout.read.ports[1].place,
        .heads_offset = layout.read.ports[sorts ? 2 : 1].place,
        .number_offset = layout.written.ports[1].place,
        .third_offset = layout.written.ports[2].size ? layout.written.ports[2].place : 0,
        .source_size = layout.read.size,
        .destination_size = layout.written.size,
        .length = length_of(plan),
        .segments = segments_of(plan),
        .best = top_k ? top_k->k : 0,
        .plan = plan,
    };

    if (job.element_size <= sizeof(job.identity))
        reference_identity(plan->type, plan->op, &job.identity);
    if (h && h->binning == VKSCAN_BINNING_EVEN && !h->weights && h->channels <= 1) {
        job.bins = h->bins;
        job.first = h->first;
        job.last = h->last;
    }
    return job;
}

static int measure(struct peer *peer, struct request *request, struct peer_job *job, void *source,
                   void *result, cJSON *json)
{
    const struct subject *subject = subject_of(request->plan.primitive);
    struct subject_run run =
        subject_run_of(&request->plan, request->plan.capacity, source, result, &job->seed);
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
    run.any_order = peer->any_order;
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

    job.sorted_values = request->data == SORT_DATA_SORTED;
    job.radix = request->radix;
    if (job.element_size > sizeof(job.identity))
        return failed("%s is no type of this peer", job.type);
    if (job.count > SIZE_MAX / 64)
        return failed("out of memory");
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
    fflush(stdout); /* stays if a later count crashes */
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
    int status = request->counts.count ? 0 : open_and_run(request);

    for (uint32_t i = 0; i < request->counts.count && !status; i++) {
        request->plan.capacity = request->counts.list[i];
        subject_of(request->plan.primitive)->settle(&request->subject, &request->plan);
        status = open_and_run(request);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct texts texts = {0};
    struct request request = {
        .plan = {.struct_size = sizeof(vkscan_plan_params), .type = VKSCAN_TYPE_U32},
        .repeat = 21,
    };

    if (!platform_open_streams())
        return EXIT_FAILURE;
    table.count = subject_options_append(rows, OPTIONS, offsetof(struct texts, subject),
                                         offsetof(struct request, subject));
    int status = options_parse(argc, argv, &table, &texts);
    if (!status && texts.help) {
        help_print(stdout, &help);
        return finished(0);
    }
    if (!status)
        status = options_read(&table, &texts, &request);
    if (status)
        return finished(status);
    subject_of(request.plan.primitive)->settle(&request.subject, &request.plan);
    status = run_all(&request);
    return finished(status);
}
