/* SPDX-License-Identifier: MIT */
#include "peer_program.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "child.h"
#include "failure.h"
#include "names.h"
#include "platform.h"

#define PROGRAM "vkscan-peer-"
#define ANSWER_SIZE (1u << 15)
#define COUNTS_SIZE 2048
#define ARGUMENT_MAX 32

struct library {
    const char *title, *summary;
    const char *program;  /* the program's name after PROGRAM */
    const char *argument; /* a further argument of the program; NULL: none */
    const char *absence;  /* why the program can be missing, and what brings it */
};

#define NO_CUDA                                                                                    \
    "there was no CUDA toolkit, or -Dpeer_cub=disabled; with a CUDA toolkit, build all with "      \
    "-Dpeer_cub=enabled"
#define NO_SOURCE(option, repository)                                                              \
    "there was no -D" option "=DIR; build all with it, where DIR is a checkout of " repository

/* In the order of the names. */
static const struct library libraries[] = {
    {"CUB", "NVIDIA's library for CUDA, one call after the other", "cub", NULL, NO_CUDA},
    {"CUB in a graph", "the same calls, recorded in a CUDA graph", "cub", "--recorded", NO_CUDA},
    {"CUB by radix", "the same, but rows and segments by DeviceSegmentedRadixSort", "cub",
     "--radix", NO_CUDA},
    {"vrdx", "vulkan_radix_sort, for Vulkan: reduce, then scan", "vrdx", NULL,
     NO_SOURCE("peer_vrdx", "jaesung-cs/vulkan_radix_sort")},
    {"Fuchsia", "Fuchsia's RadixSort/VK, for Vulkan: look-back", "fuchsia", NULL,
     NO_SOURCE("peer_fuchsia", "juliusikkala/fuchsia_radix_sort")},
    {"ggml", "ggml's Vulkan backend: sums, cumsum, argsort and top-k of f32", "ggml", NULL,
     NO_SOURCE("peer_ggml", "ggml-org/ggml that has been built")},
};

const char *bench_peer_summary(int peer)
{
    return libraries[peer].summary;
}

static bool fail(struct bench_peer *peer, const char *what)
{
    snprintf(peer->error, sizeof(peer->error), PROGRAM "%s %s", peer->library->program, what);
    return false;
}

/* ---- its answer ---- */

static bool take_number(const cJSON *json, const char *name, double *number)
{
    *number = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return isfinite(*number) && *number > 0;
}

static bool take_times(const cJSON *result, struct timing *time)
{
    double repeats;

    if (!take_number(result, "repeats", &repeats) || repeats > TIMING_MAX_REPEATS ||
        !take_number(result, "ms_min", &time->min) ||
        !take_number(result, "ms_median", &time->median) ||
        !take_number(result, "ms_max", &time->max))
        return false;
    time->repeats = (uint32_t)repeats;
    return time->min <= time->median && time->median <= time->max;
}

/* Returns the program's answers, an array; NULL if there is none, or if what a program that did not
 * fail prints is no JSON. One that failed must have fewer answers than it was asked for. */
static cJSON *read_answers(FILE *output, uint32_t asked, bool failed)
{
    static const char space[] = " \t\r\n";
    cJSON *answers = cJSON_CreateArray(), *answer;
    char text[ANSWER_SIZE];
    const char *at = text;

    rewind(output);
    const size_t size = fread(text, 1, sizeof(text) - 1, output);
    text[size] = '\0';
    do {
        answer = cJSON_ParseWithOpts(at, &at, false);
        cJSON_AddItemToArray(answers, answer);
        at += answer ? strspn(at, space) : 0;
    } while (answer && *at);
    const uint32_t count = (uint32_t)cJSON_GetArraySize(answers);
    if (count > 0 && (failed ? count < asked : answer != NULL))
        return answers;
    cJSON_Delete(answers);
    return NULL;
}

/* ---- asking ---- */

/* Runs the program and returns its answers, which the caller deletes; NULL on failure. `arguments`
 * are those besides --device, up to a NULL, and ask for `asked` answers. */
static cJSON *ask(struct bench_peer *peer, const char *const arguments[], uint32_t asked)
{
    const char *all[ARGUMENT_MAX] = {peer->path, "--device", peer->uuid};
    FILE *streams[3];
    struct platform_end end = {0};
    cJSON *answers = NULL;
    char text[64];
    int error;

    for (size_t i = 0; arguments[i]; i++)
        all[i + 3] = arguments[i];
    if (!child_open_streams(streams)) {
        fail(peer, "gets no temporary files");
    } else if ((error = platform_run((char *const *)(uintptr_t)all, streams, &end))) {
        snprintf(text, sizeof(text), "does not start: %s", strerror(error));
        fail(peer, text);
    } else if (!(answers = read_answers(streams[PLATFORM_OUTPUT], asked, end.status != 0)) &&
               end.status) {
        snprintf(text, sizeof(text), PROGRAM "%s", peer->library->program);
        child_explain(text, &end, streams[PLATFORM_ERROR], peer->error, sizeof(peer->error));
    } else if (!answers) {
        fail(peer, "prints no JSON");
    }
    child_close_streams(streams);
    return answers;
}

/* Stores the peer's description. */
static bool describe(struct bench_peer *peer)
{
    static const char *const members[] = {"version", "runtime", "driver", "device"};
    cJSON *answers = ask(peer, (const char *const[]){NULL}, 1);
    const cJSON *answer = cJSON_GetArrayItem(answers, 0);
    bool ok = true;

    if (!answers)
        return false;
    peer->about = cJSON_CreateObject();
    cJSON_AddStringToObject(peer->about, "name", peer->name);
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]) && ok; i++) {
        const char *text =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, members[i]));
        ok = text && cJSON_AddStringToObject(peer->about, members[i], text);
    }
    cJSON_Delete(answers);
    return ok || fail(peer, "does not say what it is");
}

/* ---- the peer ---- */

static void format_uuid(const uint8_t uuid[VK_UUID_SIZE], char text[2 * VK_UUID_SIZE + 1])
{
    for (size_t i = 0; i < VK_UUID_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", uuid[i]);
}

int bench_peer_open(struct bench_peer *peer, int name, const struct gpu *gpu)
{
    const struct library *library = &libraries[name];
    char program[64];

    *peer = (struct bench_peer){
        .library = library, .name = names_get(NAMES_PEER, name), .title = library->title};
    format_uuid(gpu->uuid, peer->uuid);
    snprintf(program, sizeof(program), PROGRAM "%s", library->program);
    if (!child_find_beside(program, peer->path, sizeof(peer->path)))
        return failed("cannot tell where this program lies: %s", strerror(errno));
    if (!platform_can_run(peer->path))
        return failed(
            "there is no %s, without which there is no %s: it has not been compiled, or %s",
            peer->path, library->title, library->absence);
    return describe(peer) ? 0 : failed("%s", peer->error);
}

/* Appends a name and a value to the arguments, and a NULL behind them. */
static void add_arguments(const char *arguments[ARGUMENT_MAX], const char *name, const char *value)
{
    size_t n = 0;

    while (arguments[n])
        n++;
    arguments[n] = name;
    arguments[n + 1] = value;
}

/* What a peer is asked to measure, apart from the count. */
struct question {
    const vkscan_plan_params *params;
    const char *data;
    const struct subject_texts *texts;
    uint32_t repeat;
};

static cJSON *ask_counts(struct bench_peer *peer, const struct question *question,
                         struct bench_peer_counts counts)
{
    const vkscan_plan_params *params = question->params;
    char more[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE];
    char list[COUNTS_SIZE] = "", repeats[24];
    const char *arguments[ARGUMENT_MAX] = {"--primitive", vkscan_primitive_name(params->primitive),
                                           "--type", vkscan_type_name(params->type)};

    for (uint32_t i = 0; i < counts.left; i++)
        snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%" PRIu64, i ? "," : "",
                 counts.next[i]);
    snprintf(repeats, sizeof(repeats), "%" PRIu32, question->repeat);
    add_arguments(arguments, "--data", question->data);
    add_arguments(arguments, "--count", list);
    add_arguments(arguments, "--repeat", repeats);
    add_arguments(arguments, peer->library->argument, NULL);
    subject_options_arguments(question->texts, params->primitive, more);
    for (size_t i = 0; more[i][0]; i++)
        add_arguments(arguments, more[i], NULL);
    return ask(peer, arguments, counts.left);
}

void bench_peer_close(struct bench_peer *peer)
{
    cJSON_Delete(peer->about);
}

void bench_peer_forget(struct bench_peer *peer)
{
    cJSON_Delete(peer->answers);
    peer->answers = NULL;
}

/* Returns the answer for the next count; NULL if there is none. Where a count fails the program has
 * answered those before it, and is asked again from there on. */
static const cJSON *find_answer(struct bench_peer *peer, const struct question *question,
                                struct bench_peer_counts counts)
{
    if (!peer->answers || counts.next - peer->answered >= cJSON_GetArraySize(peer->answers)) {
        bench_peer_forget(peer);
        peer->answered = counts.next;
        peer->answers = ask_counts(peer, question, counts);
    }
    return cJSON_GetArrayItem(peer->answers, (int)(counts.next - peer->answered));
}

bool bench_peer_measure(struct bench_peer *peer, const vkscan_plan_params *params,
                        struct bench_peer_counts counts, const char *data,
                        const struct subject_texts *texts, uint32_t repeat, struct timing *time)
{
    const struct question question = {params, data, texts, repeat};
    const cJSON *answer = find_answer(peer, &question, counts);
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(answer, "result");

    if (!answer)
        return false;
    if (!take_times(result, time))
        return fail(peer, "tells no times");
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "verified")) ||
           fail(peer, "computes a wrong result");
}
