/* SPDX-License-Identifier: MIT */
/* The subject of select, partition and unique, which write elements and their number, and of
 * run-length encoding: unique with the lengths of runs. */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "heads.h"
#include "names.h"
#include "parallel.h"
#include "reference_select.h"
#include "sample.h"

#define CRITERIA (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_PARTITION)
#define UNIQUE (1u << VKSCAN_PRIMITIVE_UNIQUE)

static const struct option options[] = {
    SUBJECT_ROW("criterion", "NAME", "what select and partition keep, flag-bytes if not given:",
                NAMES_CRITERION, CRITERIA, OPTION_NAME, select.criterion, 0),
    SUBJECT_ROW("run-lengths", NULL, "unique writes the lengths of runs too", OPTION_NO_NAMES,
                UNIQUE, OPTION_STORE, unique.outputs,
                VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT | VKSCAN_SELECT_OUTPUT_NUMBER_BIT |
                    VKSCAN_SELECT_OUTPUT_LENGTHS_BIT),
    {.name = NULL},
};

static bool is_unique(const vkscan_plan_params *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_UNIQUE;
}

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    vkscan_select_params *details = is_unique(plan) ? &params->unique : &params->select;

    details->struct_size = sizeof(*details);
    details->primitive = plan->primitive;
    if (details->criterion == VKSCAN_CRITERION_KEYS && !details->key_size)
        details->key_size = sizeof(uint32_t);
    if (!is_unique(plan) || details->outputs || heads_have_lengths(params))
        plan->details = details;
}

/* Returns the parameters that the plan's details, which settle() has set, are in; NULL without
 * details. */
static const struct subject_params *params_of(const vkscan_plan_params *plan)
{
    const size_t place = is_unique(plan) ? offsetof(struct subject_params, unique)
                                         : offsetof(struct subject_params, select);

    return plan->details ? (const void *)((const char *)plan->details - place) : NULL;
}

static bool has_runs(const vkscan_plan_params *plan)
{
    const struct subject_params *params = params_of(plan);

    return params && plan->primitive != VKSCAN_PRIMITIVE_PARTITION && heads_have_lengths(params);
}

static vkscan_criterion criterion_of(const vkscan_plan_params *plan)
{
    const vkscan_select_params *select = plan->details;

    return select ? select->criterion : VKSCAN_CRITERION_FLAG_BYTES;
}

static bool has_lengths(const vkscan_plan_params *plan)
{
    const vkscan_select_params *select = plan->details;

    return select && select->outputs & VKSCAN_SELECT_OUTPUT_LENGTHS_BIT;
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    if (!is_unique(plan))
        label->criterion = vkscan_criterion_name(criterion_of(plan));
    if (has_lengths(plan))
        label->values = "lengths";
    if (has_runs(plan))
        snprintf(label->segments, sizeof(label->segments), "runs of %" PRIu64 "%s",
                 heads_length(params_of(plan)), heads_distribution(params_of(plan)));
}

static bool is_partition(const vkscan_plan_params *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_PARTITION;
}

static uint32_t key_size(const vkscan_plan_params *plan)
{
    const vkscan_select_params *select = plan->details;

    return select ? select->key_size : 0;
}

/* Returns the bits of a flag or key. */
static uint32_t flag_bits(const vkscan_plan_params *plan)
{
    return is_unique(plan) ? 0 : 8 * key_size(plan) + sample_flag_bits(criterion_of(plan));
}

static void select_ports(const vkscan_plan_params *plan, uint64_t count,
                         struct subject_layout *layout)
{
    const uint64_t elements = count * vkscan_type_size(plan->type);

    layout->read = (struct subject_block){
        .ports = {{VKSCAN_PORT_SOURCE, elements, 0},
                  {VKSCAN_PORT_FLAGS, (count * flag_bits(plan) + 31) / 32 * 4, 0}}};
    layout->written = (struct subject_block){
        .ports = {{VKSCAN_PORT_DESTINATION, elements, 0},
                  {VKSCAN_PORT_NUMBER, sizeof(uint32_t), 0},
                  {VKSCAN_PORT_LENGTHS, has_lengths(plan) ? count * sizeof(uint32_t) : 0, 0}}};
}

static struct reference_selection selection_of(const struct subject_run *run)
{
    return (struct reference_selection){
        .primitive = run->plan->primitive,
        .type = run->plan->type,
        .criterion = criterion_of(run->plan),
        .source = run->read,
        .flags = subject_second_read(run),
        .seed = run->seed,
        .key_size = key_size(run->plan),
    };
}

/* Repeats the first key, or element, of each run. */
static void fill_runs(const struct subject_run *run)
{
    const uint32_t size = key_size(run->plan);
    struct heads heads = heads_make(params_of(run->plan), VKSCAN_HEADS_NONE,
                                    size ? subject_second_read(run) : run->read);

    heads.element_size = size ? size : vkscan_type_size(run->plan->type);
    heads_fill(&heads, run->plan->capacity);
}

static bool fill_select(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;

    if (!sample_keys(plan->type, data, run->read, plan->capacity))
        return false;
    if (key_size(plan) &&
        !sample_keys(VKSCAN_TYPE_U32, data, subject_second_read(run), plan->capacity))
        return false;
    if (flag_bits(plan) && !key_size(plan))
        sample_flags(criterion_of(plan), subject_second_read(run), plan->capacity);
    if (has_runs(plan))
        fill_runs(run);
    sample_median(plan->type, run->read, plan->capacity, run->seed);
    return true;
}

/* ---- the number that is kept, and the check, on all processors ---- */

struct job {
    struct reference_selection selection;
    const char *result;
    uint64_t number, count;
    uint64_t before[PARALLEL_PARTS]; /* number of elements that are kept before a part */
    uint64_t wrong[PARALLEL_PARTS];  /* an element of the result that is wrong, or the count */
};

static void count_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;

    job->before[part->index] = reference_select_number(&job->selection, part->first, part->end);
}

/* Turns job->before into running sums. Returns the number of elements that are kept. */
static uint64_t count_before(struct job *job)
{
    const uint32_t parts = parallel_for(job->count, count_part, job);
    uint64_t number = 0;

    for (uint32_t i = 0; i < parts; i++) {
        const uint64_t kept = job->before[i];
        job->before[i] = number;
        number += kept;
    }
    return number;
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const uint64_t kept = job->before[part->index];
    uint64_t at;
    const bool ok = reference_select_check(&job->selection, part->first, part->end, kept,
                                           job->number + part->first - kept, job->result, &at);

    job->wrong[part->index] = ok ? job->count : at;
}

/* Returns the work of the limit, which reads elements and flags, and writes what is kept. */
static struct limit_work select_limit(const struct subject_run *run)
{
    struct job job = {.selection = selection_of(run), .count = run->plan->capacity};
    const uint64_t stored = is_partition(run->plan) ? job.count : count_before(&job);

    return (struct limit_work){
        LIMIT_MOVE,
        .read = run->layout.read.ports[0].size + run->layout.read.ports[1].size,
        .written = stored * (vkscan_type_size(run->plan->type) +
                             (has_lengths(run->plan) ? sizeof(uint32_t) : 0)),
    };
}

static bool is_seeded(const vkscan_plan_params *plan)
{
    return !is_unique(plan) && !flag_bits(plan);
}

/* Exchanges the first element with the last one, the second with the last but one, and so on. */
static void reverse(char *elements, uint64_t count, size_t size)
{
    char element[16];

    for (uint64_t i = 0; i < count / 2; i++) {
        char *left = elements + i * size, *right = elements + (count - 1 - i) * size;
        memcpy(element, left, size);
        memcpy(left, right, size);
        memcpy(right, element, size);
    }
}

/* ---- the lengths of runs ---- */

static uint32_t *lengths_of(const struct subject_run *run)
{
    return (uint32_t *)((char *)run->written + run->layout.written.ports[2].place);
}

static bool begins_run(const struct subject_run *run, uint64_t index)
{
    const size_t size = vkscan_type_size(run->plan->type);
    const char *element = (const char *)run->read + index * size;

    return index == 0 || memcmp(element, element - size, size) != 0;
}

/* Tells whether the lengths lead from each run to the next: each of as many places is the first of
 * a run, and the last one ends at the count. */
static bool check_lengths(const struct subject_run *run, uint32_t number, uint64_t *at)
{
    const uint32_t *lengths = lengths_of(run);
    uint64_t place = 0;

    for (*at = 0; *at < number; ++*at) {
        if (lengths[*at] == 0 || place >= run->plan->capacity || !begins_run(run, place))
            return false;
        place += lengths[*at];
    }
    *at = run->plan->capacity;
    return place == run->plan->capacity;
}

static void compute_lengths(const struct subject_run *run)
{
    uint32_t *length = lengths_of(run) - 1;

    for (uint64_t i = 0; i < run->plan->capacity; i++) {
        if (begins_run(run, i))
            *++length = 0;
        ++*length;
    }
}

static bool check_select(const struct subject_run *run, uint64_t *at)
{
    const uint64_t count = run->plan->capacity;
    struct job job = {.selection = selection_of(run), .result = run->written, .count = count};
    const size_t size = vkscan_type_size(run->plan->type);
    uint32_t number;

    memcpy(&number, subject_second_written(run), sizeof(number));
    if (run->reverses_rest && is_partition(run->plan) && number <= count)
        reverse((char *)run->written + number * size, count - number, size);
    job.number = number;
    *at = count;
    if (count_before(&job) != number)
        return false;
    const uint32_t parts = parallel_for(count, check_part, &job);
    for (uint32_t i = 0; i < parts; i++)
        *at = job.wrong[i] < *at ? job.wrong[i] : *at;
    return *at == count && (!has_lengths(run->plan) || check_lengths(run, number, at));
}

static bool compute_select(const struct subject_run *run)
{
    const struct reference_selection selection = selection_of(run);
    const uint32_t number =
        (uint32_t)reference_select_run(&selection, run->plan->capacity, run->written);

    memcpy(subject_second_written(run), &number, sizeof(number));
    if (has_lengths(run->plan))
        compute_lengths(run);
    return true;
}

const struct subject subject_select = {
    .primitives = CRITERIA | UNIQUE,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = select_ports,
    .fill = fill_select,
    .limit = select_limit,
    .check = check_select,
    .compute = compute_select,
    .seeded = is_seeded,
};
