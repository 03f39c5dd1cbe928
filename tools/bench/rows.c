/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "primitive.h"

/* Rows of a table: algorithms in shapes, the limit, the CPU and peers. */
#define MAX_ROWS (BENCH_MAX_VARIANTS + 2 + BENCH_MAX_PEERS)

struct bench_row bench_make_row(const struct session *s, const vkscan_plan_params *params,
                                const char *algorithm)
{
    const struct subject *subject = subject_of(params->primitive);
    struct bench_row row = {
        .primitive = vkscan_primitive_name(params->primitive),
        .algorithm = algorithm,
        .resolved = algorithm,
        .type = vkscan_type_name(params->type),
        .out_type = vkscan_type_name(params->out_type ? params->out_type : params->type),
        .label = {.op = "none",
                  .criterion = "none",
                  .values = "none",
                  .bins = "none",
                  .segments = "none",
                  .sorted = "none"},
        .data = names_get(NAMES_DATA, subject->folds ? SORT_DATA_RANDOM : (int)s->options->data),
        .reverse = params->flags & VKSCAN_PLAN_REVERSE_BIT,
        .access = vkscan_access_name(params->access),
        .count_in_buffer = params->flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT,
        .determinism = vkscan_determinism_name(params->determinism),
        .shape = "none",
        .capacity = s->options->capacity,
        .count = params->capacity,
    };
    subject->label(params, &row.label);
    return row;
}

/* Prints why a row is missing. */
static void explain(const struct bench_row *row, const char *what, const char *reason)
{
    progress(NULL);
    failed("%s %s of %" PRIu64 " %s: %s", row->algorithm, row->primitive, row->count, what, reason);
}

static struct bench_peer *find_peer(struct session *s, const char *name)
{
    struct bench_peer *peer = s->peers;

    while (strcmp(peer->name, name) != 0)
        peer++;
    return peer;
}

void bench_lose_row(struct session *s, const struct bench_row *row, const char *reason)
{
    explain(row, "failed", reason);
    if (row->kind == BENCH_ROW_PEER)
        find_peer(s, row->algorithm)->failed = true;
    else
        s->wrong = true;
}

/* Measures a row of an algorithm. Returns false if its result is wrong or it failed; reported. */
static bool measure(struct session *s, const vkscan_plan_params *params,
                    const struct limit_work *work, struct bench_row *row)
{
    const uint32_t repeat = s->options->repeat;
    const char *error = s->bench.error;
    struct bench_peer *peer;
    bool ok = false;

    progress("measuring %s of %" PRIu64, row->algorithm, params->capacity);
    switch (row->kind) {
    case BENCH_ROW_ALGORITHM:
        ok = bench_algorithm(&s->bench, params, repeat, &row->time);
        break;
    case BENCH_ROW_LIMIT:
        ok = bench_limit(&s->bench, work, repeat, &row->time);
        break;
    case BENCH_ROW_CPU:
        ok = bench_cpu(&s->bench, params, repeat, &row->time);
        break;
    case BENCH_ROW_PEER:
        peer = find_peer(s, row->algorithm);
        error = peer->error;
        ok = bench_peer_measure(
            peer, params,
            (struct bench_peer_counts){&s->options->sizes.list[s->size],
                                       s->only_size ? 1 : s->options->sizes.count - s->size},
            row->data, &s->options->subject_texts, repeat, &row->time);
    }
    if (!ok)
        bench_lose_row(s, row, error);
    return ok;
}

/* Measures a row that algorithms are compared with. */
static bool measure_other(struct session *s, const vkscan_plan_params *params,
                          const struct limit_work *work, enum bench_row_kind kind, const char *name,
                          struct bench_row *row)
{
    *row = bench_make_row(s, params, name);
    row->kind = kind;
    return measure(s, params, work, row);
}

/* Stores the shape of the row's plan. */
static void store_shape(struct session *s, const vkscan_plan_params *params, struct bench_row *row)
{
    const struct report silent = {0};
    const struct tuning tuning = {s->context.policies, s->context.policy_count,
                                  s->context.spin_limit, s->context.multiprocessors};
    struct plan plan;

    s->caps.tuning = tuning;
    if (vks_plan_resolve(&s->caps, params, &silent, &plan) != VK_SUCCESS)
        return;
    const int length = snprintf(row->shape, sizeof(row->shape), "%" PRIu32 "x%" PRIu32,
                                plan.shape.workgroup_size, plan.shape.items);
    if (plan.shape.workgroups > 0)
        snprintf(row->shape + length, sizeof(row->shape) - (size_t)length, "x%" PRIu32,
                 plan.shape.workgroups);
}

bool bench_query_row(struct session *s, const vkscan_plan_params *params, bool optional,
                     struct bench_row *row)
{
    const vkscan_plan_params planned = bench_planned(s->options->capacity, params);
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    if (vkscan_query_plan(&s->context, &planned, &info) != VK_SUCCESS) {
        explain(row, optional ? "left out" : "failed", s->message);
        s->wrong |= !optional;
        return false;
    }
    if (params->algorithm == VKSCAN_ALGORITHM_AUTO)
        row->resolved = vkscan_algorithm_name(info.algorithm);
    store_shape(s, params, row);
    return true;
}

/* Queries and measures a row. Returns false if it is left out; reported. */
static bool measure_row(struct session *s, const vkscan_plan_params *params, bool optional,
                        struct bench_row *row)
{
    return bench_query_row(s, params, optional, row) && measure(s, params, NULL, row);
}

/* Makes plans of the primitive use the algorithm in the shape, and stores the name of its rows. */
static bool use_shape(struct session *s, const vkscan_plan_params *params, uint32_t variant,
                      const vkscan_tuning_policy *shape, const char **label)
{
    char *text = s->labels[variant];
    char tuning[TUNING_TEXT_SIZE];

    s->shaped = (struct user_tuning){.policies = {*shape}, .policy_count = 1};
    s->shaped.policies[0].struct_size = sizeof(*shape);
    s->shaped.policies[0].algorithm = params->algorithm;
    tuning_format(&s->shaped, tuning);
    s->shaped.policies[0].primitives = 1u << params->primitive;
    snprintf(text, BENCH_LABEL_SIZE, "%.*s", BENCH_LABEL_SIZE - 1, tuning);
    *label = text;
    s->shaped.spin_limit = s->options->tuning.spin_limit;
    s->shaped.multiprocessors = s->options->tuning.multiprocessors;
    s->gpu.tuning = &s->shaped;
    tuning_give(&s->shaped, &s->context);
    return bench_renew_context(&s->bench);
}

/* Measures an algorithm in each shape that the device takes. Returns the number of rows. */
static uint32_t measure_shapes(struct session *s, const vkscan_plan_params *params, uint32_t first,
                               struct bench_row *rows)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->options->shape_count; i++) {
        const char *label;
        const bool can = use_shape(s, params, first + i, &s->options->shapes[i], &label);
        rows[n] = bench_make_row(s, params, label);
        if (!can)
            explain(&rows[n], "left out", s->bench.error);
        n += can && measure_row(s, params, true, &rows[n]);
    }
    return n;
}

/* Measures an algorithm, unless it is for other primitives. Returns the number of rows. */
static uint32_t measure_algorithm(struct session *s, vkscan_plan_params params, uint32_t index,
                                  struct bench_row *rows)
{
    const struct bench_options *options = s->options;

    params.algorithm = options->algorithms[index];
    if (!bench_options_want(options, params.algorithm, params.primitive))
        return 0;
    if (options->shape_count > 0)
        return measure_shapes(s, &params, index * options->shape_count, rows);
    rows[0] = bench_make_row(s, &params, vkscan_algorithm_name(params.algorithm));
    return measure_row(s, &params, options->all_algorithms, &rows[0]);
}

/* Returns the row's speed as a multiple of the other row's; 0 without the other row. */
static double speed_ratio(const struct bench_row *other, const struct bench_row *row)
{
    return other ? other->time.median / row->time.median : 0;
}

static int measure_count(struct session *s, const vkscan_plan_params *params)
{
    const struct bench_options *options = s->options;
    const struct bench_row *cpu = NULL, *peer = NULL;
    struct bench_row rows[MAX_ROWS];
    uint32_t n = options->no_cpu ? 1 : 2;

    progress("preparing %" PRIu64 " elements", params->capacity);
    if (!bench_fill(&s->bench, params, options->data))
        return failed("%s", s->bench.error);
    const struct limit_work work = bench_limit_work(&s->bench, params);
    /* The CPU comes first: the device would cool down between its rows. */
    if (!options->no_cpu) {
        cpu = &rows[1];
        if (!measure_other(s, params, &work, BENCH_ROW_CPU, "cpu", &rows[1]))
            return 0;
    }
    if (!measure_other(s, params, &work, BENCH_ROW_LIMIT, limits_name(work.limit), &rows[0]))
        return 0;
    const uint32_t first = n;
    for (uint32_t i = 0; i < options->algorithm_count; i++)
        n += measure_algorithm(s, *params, i, &rows[n]);
    s->rows += n - first;
    for (uint32_t i = 0; i < options->peer_count; i++) {
        if (!measure_other(s, params, &work, BENCH_ROW_PEER, s->peers[i].name, &rows[n]))
            continue;
        peer = i == 0 ? &rows[n] : peer;
        n++;
    }
    progress(NULL);
    for (uint32_t i = 0; i < n; i++) {
        rows[i].bytes = limits_moved(&work);
        rows[i].gelem_per_s = (double)rows[i].count / rows[i].time.median / 1e6;
        rows[i].gb_per_s = (double)rows[i].bytes / rows[i].time.median / 1e6;
        rows[i].limit_ratio = speed_ratio(&rows[0], &rows[i]);
        rows[i].cpu_ratio = speed_ratio(cpu, &rows[i]);
        rows[i].peer_ratio = speed_ratio(peer, &rows[i]);
        rows[i].verified = true;
    }
    return bench_report_rows(&s->report, rows, n);
}

static int measure_sizes(struct session *s, vkscan_plan_params params)
{
    const struct bench_options *options = s->options;
    const struct bench_row row = bench_make_row(s, &params, "");
    int status = 0;

    bench_table_title(&s->report, &row, limits_name(bench_limit_work(&s->bench, &params).limit));
    for (s->size = 0; s->size < options->sizes.count && !status; s->size++) {
        const uint64_t size = options->sizes.list[s->size];
        if (s->only_size && size != s->only_size)
            continue;
        bench_options_set_size(s->options, size, &params);
        status = measure_count(s, &params);
    }
    for (uint32_t i = 0; i < options->peer_count; i++)
        bench_peer_forget(&s->peers[i]);
    return status;
}

/* Measures a primitive in buffers of its own, which depend on the length of segments. */
static int measure_length(struct session *s, vkscan_primitive primitive, uint64_t capacity)
{
    vkscan_plan_params params;

    bench_options_plan(s->options, primitive, &params);
    progress("preparing buffers of %" PRIu64 " elements", capacity);
    const bool opened =
        bench_open(&s->bench, &s->gpu, capacity, s->options->capacity, &params, false);
    progress(NULL);
    const int status = opened ? measure_sizes(s, params) : failed("%s", s->bench.error);
    bench_close(&s->bench);
    return status;
}

/* Measures a primitive with each length of segments, runs or rows, if it has these and some are
 * given. */
static int measure_primitive(struct session *s, vkscan_primitive primitive, uint64_t capacity)
{
    struct bench_options *options = s->options;
    const bool has_lengths = 1u << primitive & SUBJECT_LENGTHS;
    const uint32_t count = has_lengths ? options->subject.lengths.count : 0;
    int status = count ? 0 : measure_length(s, primitive, capacity);

    for (uint32_t i = 0; i < count && !status; i++) {
        subject_options_choose_length(&options->subject, &options->subject_texts, i);
        s->only_size = options->row_sizes.list[i];
        status = measure_length(s, primitive, capacity);
        s->only_size = 0;
    }
    return status;
}

int bench_measure(struct session *s, uint64_t capacity)
{
    int status = 0;

    for (uint32_t p = 0; p < s->options->primitive_count && !status; p++)
        status = measure_primitive(s, s->options->primitives[p], capacity);
    return status;
}
