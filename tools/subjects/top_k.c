/* SPDX-License-Identifier: MIT */
/* The subject of top-k: the largest elements of an array or of its rows, and their indices. */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"
#include "reference_top_k.h"
#include "sample.h"

#define BEST 64 /* default k */

/* ---- options ---- */

static const struct option options[] = {
    SUBJECT_ROW("k", "COUNT", "elements that top-k finds, of all or of each row, 64 if not given",
                OPTION_NO_NAMES, SUBJECT_TOP_K, OPTION_NUMBER, best, UINT32_MAX),
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    const uint32_t best = params->best ? params->best : BEST;
    const uint64_t length = params->segment_length;

    params->top_k = (vkscan_top_k_params){
        .struct_size = sizeof(params->top_k),
        .primitive = plan->primitive,
        .k = length > 0 && length < best ? (uint32_t)length : best,
        .length = length,
        .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT | VKSCAN_SELECT_OUTPUT_INDICES_BIT,
    };
    plan->details = &params->top_k;
}

static struct reference_top_k top_k_of(const vkscan_plan_params *plan, const void *source,
                                       uint64_t count)
{
    return (struct reference_top_k){
        .type = plan->type, .params = plan->details, .source = source, .count = count};
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    const vkscan_top_k_params *top_k = plan->details;

    if (top_k->length)
        snprintf(label->segments, sizeof(label->segments), "%u of rows of %" PRIu64, top_k->k,
                 top_k->length);
    else
        snprintf(label->segments, sizeof(label->segments), "%u of all", top_k->k);
}

/* ---- ports and data ---- */

static void top_k_ports(const vkscan_plan_params *plan, uint64_t count,
                        struct subject_layout *layout)
{
    const struct reference_top_k top_k = top_k_of(plan, NULL, count);
    const uint64_t results = reference_top_k_results(&top_k);
    const uint32_t size = vkscan_type_size(plan->type);

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, count * size, 0};
    layout->written.ports[0] = (struct subject_port){VKSCAN_PORT_DESTINATION, results * size, 0};
    layout->written.ports[1] =
        (struct subject_port){VKSCAN_PORT_INDICES, results * sizeof(uint32_t), 0};
    layout->copies = 1;
}

static bool fill_top_k(const struct subject_run *run, enum reference_sort_data data)
{
    return sample_keys(run->plan->type, data, run->read, run->plan->capacity);
}

/* Returns the work of the limit. Its kind is that of all sizes: a move, unless rows have no fewer
 * bytes of results than of elements. */
static struct limit_work top_k_limit(const struct subject_run *run)
{
    const vkscan_top_k_params *params = run->plan->details;
    const uint64_t size = vkscan_type_size(run->plan->type);
    const bool copies =
        params->length > 0 && params->k * (size + sizeof(uint32_t)) >= params->length * size;

    return (struct limit_work){.limit = copies ? LIMIT_COPY : LIMIT_MOVE,
                               .read = run->layout.read.size,
                               .written = run->layout.written.size};
}

/* ---- the check, and the loop on one core ---- */

struct job {
    struct reference_top_k top_k;
    char *written;                  /* elements */
    uint32_t *indices;              /* their indices */
    bool any_order;                 /* results are in any order, with any of equal elements */
    uint64_t wrong[PARALLEL_PARTS]; /* a result that is wrong, or the number of results */
};

/* Results of a row. */
struct results {
    char *elements;
    uint32_t *indices;
    uint64_t count;
};

static struct job job_of(const struct subject_run *run)
{
    return (struct job){.top_k = top_k_of(run->plan, run->read, run->plan->capacity),
                        .written = run->written,
                        .indices = (uint32_t *)(void *)subject_second_written(run),
                        .any_order = run->any_order};
}

/* Returns the first result that is not the expected one; their number if all are. */
static uint64_t compare(const struct results *written, const struct results *expected,
                        uint32_t size)
{
    uint64_t i = 0;

    while (i < expected->count &&
           memcmp(written->elements + i * size, expected->elements + i * size, size) == 0 &&
           written->indices[i] == expected->indices[i])
        i++;
    return i;
}

static int by_value(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return a < b ? -1 : a > b;
}

/* Tells whether the elements at the indices are those written, and no index comes twice. Sorts the
 * indices. */
static bool match_indices(const struct reference_top_k *row, const struct results *written)
{
    const uint32_t size = vkscan_type_size(row->type);
    uint32_t *indices = written->indices;
    bool right = true;

    for (uint64_t i = 0; i < written->count && right; i++)
        right = indices[i] < row->count &&
                memcmp((const char *)row->source + indices[i] * (uint64_t)size,
                       written->elements + i * size, size) == 0;
    qsort(indices, written->count, sizeof(indices[0]), by_value);
    for (uint64_t i = 1; i < written->count && right; i++)
        right = indices[i - 1] < indices[i];
    return right;
}

/* Tells whether results in any order are those expected, where equal elements may be others. */
static bool match(const struct reference_top_k *row, const struct results *written,
                  const struct results *expected)
{
    const size_t size = written->count * vkscan_type_size(row->type);
    struct reference_top_k found = *row;
    char *sorted = malloc(size + 1);

    found.source = written->elements;
    found.count = written->count;
    const bool right = sorted && reference_top_k_run(&found, 0, 1, sorted, NULL) &&
                       memcmp(sorted, expected->elements, size) == 0 && match_indices(row, written);
    free(sorted);
    return right;
}

/* Returns the first wrong result of a row, or the row's first if they are in any order or there is
 * no memory; `results`, of all rows, if all are right. */
static uint64_t find_wrong(const struct job *job, uint64_t row, uint64_t results)
{
    const uint64_t length =
        job->top_k.params->length ? job->top_k.params->length : job->top_k.count;
    const uint64_t first = row * length, left = job->top_k.count - first;
    const uint64_t k = job->top_k.params->k, place = row * k;
    const uint32_t size = vkscan_type_size(job->top_k.type);
    struct reference_top_k alone = job->top_k;

    alone.source = (const char *)job->top_k.source + first * size;
    alone.count = left < length ? left : length;
    const uint64_t best = k < alone.count ? k : alone.count;
    uint32_t *indices = malloc(best * (sizeof(indices[0]) + size) + 1);
    const struct results expected = {(char *)(indices + best), indices, best};
    const struct results written = {job->written + place * size, job->indices + place, best};
    uint64_t wrong = 0;

    if (indices && reference_top_k_run(&alone, 0, 1, expected.elements, indices))
        wrong = !job->any_order                      ? compare(&written, &expected, size)
                : match(&alone, &written, &expected) ? best
                                                     : 0;
    free(indices);
    return wrong < best ? place + wrong : results;
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const uint64_t results = reference_top_k_results(&job->top_k);

    job->wrong[part->index] = results;
    for (uint64_t row = part->first; row < part->end && job->wrong[part->index] == results; row++)
        job->wrong[part->index] = find_wrong(job, row, results);
}

static bool check_top_k(const struct subject_run *run, uint64_t *at)
{
    struct job job = job_of(run);
    const uint64_t results = reference_top_k_results(&job.top_k);
    const uint32_t parts = parallel_for(reference_top_k_rows(&job.top_k), check_part, &job);

    *at = results;
    for (uint32_t i = 0; i < parts && *at == results; i++)
        *at = job.wrong[i];
    return *at == results;
}

static bool compute_top_k(const struct subject_run *run)
{
    const struct reference_top_k top_k = top_k_of(run->plan, run->read, run->plan->capacity);

    return reference_top_k_run(&top_k, 0, reference_top_k_rows(&top_k), run->written,
                               subject_second_written(run));
}

const struct subject subject_top_k = {
    .primitives = SUBJECT_TOP_K,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = top_k_ports,
    .fill = fill_top_k,
    .limit = top_k_limit,
    .check = check_top_k,
    .compute = compute_top_k,
};
