/* SPDX-License-Identifier: MIT */
/* Reductions, scans, sorts and top-k along an axis of an array of any shape. As FILE has them, the
 * elements are x[outer][length][inner], with the axis in the middle. Segments go by stride, and the
 * host finds where their least and greatest values are. Sorts and top-k have rows alone: the host
 * transposes the last two. */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "meter.h"
#include "parallel.h"
#include "team.h"

/* An output: one of the plan's ports. */
struct result {
    struct array *to;
    vkscan_port port;
    vkscan_type type;
    char *data;
};

static unsigned axis;                 /* from 0 on */
static uint64_t outer, length, inner; /* of FILE */
static uint64_t depth;                /* elements of a result along the axis */
static bool by_rows;                  /* the device takes x[outer][inner][length] */
static bool reduces;                  /* results lack the axis */
static struct result results[2];
static unsigned result_count;
static struct npy_shape shape; /* of results */

/* ---- the axis ---- */

/* Returns the product, or UINT64_MAX if it is larger. */
static uint64_t multiply(const uint64_t *lengths, unsigned count)
{
    uint64_t product = 1;

    for (unsigned i = 0; i < count; i++)
        product =
            lengths[i] > 0 && product > UINT64_MAX / lengths[i] ? UINT64_MAX : product * lengths[i];
    return product;
}

static void parse_axis(const struct job *job)
{
    const struct input *input = &job->file.input;
    const int dimensions = (int)input->shape.dimensions;
    const char *text = job->arguments->axis;
    char *end;
    const long number = strtol(text, &end, 10);

    if (dimensions == 0)
        misuse("%s is one value, without an axis for --axis", input->name);
    if (end == text || *end)
        misuse("bad axis '%s' for --axis; an integer from %d to %d", text, -dimensions,
               dimensions - 1);
    if (number < -dimensions || number >= dimensions)
        misuse("--axis %s is out of range: %s has %d dimension%s, with axes from %d to %d", text,
               input->name, dimensions, dimensions > 1 ? "s" : "", -dimensions, dimensions - 1);
    axis = (unsigned)(number < 0 ? number + dimensions : number);
}

/* Finds where the axis lies among FILE's elements. */
static void view_axis(const struct npy_shape *of)
{
    const uint64_t before = multiply(of->lengths, axis);
    const uint64_t behind = multiply(of->lengths + axis + 1, of->dimensions - axis - 1);

    length = of->lengths[axis];
    outer = of->fortran_order ? behind : before;
    inner = of->fortran_order ? before : behind;
}

/* Makes the shape of results, with `depth` elements along the axis or without it. */
static void shape_results(const struct npy_shape *of)
{
    const unsigned behind = of->dimensions - axis - 1;

    shape = *of;
    shape.lengths[axis] = depth;
    if (!reduces)
        return;
    memmove(shape.lengths + axis, of->lengths + axis + 1, behind * sizeof(shape.lengths[0]));
    shape.dimensions--;
}

/* ---- the plans ---- */

static void add_result(struct array *to, vkscan_port port, vkscan_type type)
{
    results[result_count++] = (struct result){.to = to, .port = port, .type = type};
}

static void settle_top_k(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_top_k_params *top_k = &job->subject.top_k;

    if (top_k->k > length)
        misuse("--k %s is beyond axis %s of %s, which has %" PRIu64 " elements", a->k, a->axis,
               job->file.input.name, length);
    by_rows = true;
    depth = top_k->k;
    top_k->length = length;
    if (a->output)
        add_result(&job->file, VKSCAN_PORT_DESTINATION, job->plan.type);
    if (a->indices_out)
        add_result(&job->second, VKSCAN_PORT_INDICES, VKSCAN_TYPE_U32);
}

static void settle_sort(struct job *job)
{
    const bool argsort = job->arguments->argsort != NULL;

    by_rows = true;
    job->subject.sort.length = length;
    add_result(&job->file, argsort ? VKSCAN_PORT_SECOND_DESTINATION : VKSCAN_PORT_DESTINATION,
               argsort ? VKSCAN_TYPE_U32 : job->plan.type);
}

static void settle_segments(struct job *job)
{
    static const vkscan_primitive of_segments[] = {
        [VKSCAN_PRIMITIVE_REDUCE] = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
        [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
        [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN,
    };
    vkscan_plan_params *plan = &job->plan;

    if (value_components(job->stored_type) > 1)
        misuse("operator %s has results of several words, and --axis is of scalars",
               plan->user_operator->name);
    plan->primitive = of_segments[plan->primitive];
    plan->details = &job->subject.segments;
    job->subject.segments = (vkscan_segments_params){
        .struct_size = sizeof(job->subject.segments),
        .primitive = plan->primitive,
        .heads = VKSCAN_HEADS_ROWS,
        .length = length > 0 ? length : 1,
        .stride = inner,
    };
    add_result(&job->file, VKSCAN_PORT_DESTINATION, job->stored_type);
}

static void settle_fold(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (job->seeks && (length == 0 || length > UINT32_MAX))
        misuse("no %s along axis %s of %s, which has %" PRIu64 " elements; 1 to %" PRIu32
               " are needed",
               a->op, a->axis, job->file.input.name, length, UINT32_MAX);
    reduces = a->command == COMMAND_REDUCE;
    depth = reduces ? 1 : length;
    settle_segments(job);
}

/* The commands. Their own verbs check the options and settle a plan, to which the axis is added. */
static const struct along {
    enum command command;
    const struct verb *verb;
    void (*settle)(struct job *job);
} commands[] = {
    {COMMAND_REDUCE, &verb_fold, settle_fold},
    {COMMAND_SCAN, &verb_fold, settle_fold},
    {COMMAND_SORT, &verb_sort, settle_sort},
    {COMMAND_TOPK, &verb_top_k, settle_top_k},
};

static const struct along *along_of(const struct job *job)
{
    const struct along *along = commands;

    while (along->command != job->arguments->command)
        along++;
    return along;
}

/* ---- the verb ---- */

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;
    const struct {
        const char *name, *text;
    } others[] = {
        {"piece", a->piece}, {"with", a->with}, {"values", a->values}, {"offsets", a->offsets}};
    vkscan_op op;

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (others[i].text)
            misuse("--axis and --%s exclude each other", others[i].name);
    if (team)
        misuse("--axis is of one process: vkscan has it");
    if (arg_parse(a->op, &op) && (a->command == COMMAND_SCAN || a->seed))
        misuse("--op %s with --axis is of reduce alone, and takes no --seed", a->op);
    along_of(job)->verb->check(job);
}

static void settle(struct job *job)
{
    const struct npy_shape *of = &job->file.input.shape;
    const struct along *along = along_of(job);
    struct port_size *sizes = job->engine.sizes;

    result_count = 0; /* of a plan that was refused */
    parse_axis(job);
    view_axis(of);
    depth = length;
    along->verb->settle(job);
    along->settle(job);
    shape_results(of);
    job->whole = true;
    job->at_once = "--axis";
    job->backward = false;
    job->streams = job->holds = false;
    job->plan.capacity = job->file.input.count;
    for (unsigned i = 0; i < result_count; i++) {
        results[i].to->output_shape = &shape;
        sizes[results[i].port] = (struct port_size){.each = vkscan_type_size(results[i].type)};
    }
}

/* A transposition of matrices that lie one behind another. */
struct transposition {
    const char *from;
    char *to;
    uint64_t lines, columns; /* of the source */
    size_t size;             /* bytes of an element */
};

static void transpose_part(void *user, const struct parallel_part *part)
{
    const struct transposition *t = user;

    for (uint64_t i = part->first; i < part->end; i++) {
        const uint64_t line = i % t->lines, column = i / t->lines % t->columns;
        const uint64_t matrix = i / t->lines / t->columns;
        const uint64_t from = (matrix * t->lines + line) * t->columns + column;
        memcpy(t->to + i * t->size, t->from + from * t->size, t->size);
    }
}

/* Returns the matrices transposed, or as they are if that changes nothing. */
static char *transpose(char *from, uint64_t lines, uint64_t columns, size_t size)
{
    if (!by_rows || lines < 2 || columns < 2)
        return from;
    const struct transposition t = {from, allocate(outer * lines * columns * size, "rows"), lines,
                                    columns, size};
    parallel_for(outer * lines * columns, transpose_part, (void *)&t);
    free(from);
    return t.to;
}

/* Fills the result of a reduction of no elements. */
static void fill_empty(struct job *job, struct result *result, uint64_t count)
{
    const vkscan_plan_params reduction = fold_reduction(&job->plan);
    const size_t size = vkscan_type_size(result->type);
    const union value empty = fold_array(&job->engine, &reduction, job->seed, NULL, 0);

    for (uint64_t i = 0; i < count; i++)
        memcpy(result->data + i * size, &empty, size);
}

static uint64_t count_results(void)
{
    return multiply((const uint64_t[]){outer, depth, inner}, 3);
}

static uint64_t beside(const struct job *job)
{
    const uint64_t all = job->file.input.count;
    const uint64_t transposed = by_rows && inner > 1 ? job->file.input.element_size : 0;
    uint64_t each = 0;

    for (unsigned i = 0; i < result_count; i++)
        each += vkscan_type_size(results[i].type);
    return all > 0 ? count_results() / all * each + transposed : 0;
}

static void begin(struct job *job)
{
    const uint64_t count = count_results();

    if (count > INT64_MAX / sizeof(union value))
        fail("the result of %s would be larger than a file can be", job->file.input.name);
    for (unsigned i = 0; i < result_count; i++)
        results[i].data = allocate(count * vkscan_type_size(results[i].type), "results");
    if (reduces && job->file.count == 0 && count > 0)
        fill_empty(job, &results[0], count);
    job->file.data = transpose(job->file.data, length, inner, job->file.input.element_size);
    job->piece.data = job->file.data;
}

static void take(struct job *job)
{
    const uint64_t count = count_results();

    for (unsigned i = 0; i < result_count && job->file.count > 0; i++)
        engine_download(&job->engine, results[i].port, 0, results[i].data,
                        count * vkscan_type_size(results[i].type));
}

/* Finds where the values of results are along the axis: the first that is the same counts. */
static void find_part(void *user, const struct parallel_part *part)
{
    const struct job *job = user;
    const size_t size = job->file.input.element_size;
    uint32_t *places = (void *)job->results;

    for (uint64_t i = part->first; i < part->end; i++) {
        const char *line = job->file.data + (i / inner * length * inner + i % inner) * size;
        uint32_t at = 0;
        while (at < length &&
               !arg_is_same(job, line + at * inner * size, results[0].data + i * size))
            at++;
        places[i] = at;
    }
}

/* Replaces values by their places. */
static void find_values(struct job *job, uint64_t count)
{
    meter_begin("searching");
    job->results = allocate(count * sizeof(uint32_t), "places");
    parallel_for(count, find_part, job);
    free(results[0].data);
    results[0].data = job->results;
    results[0].type = VKSCAN_TYPE_U32;
}

static void finish(struct job *job)
{
    const uint64_t count = count_results();

    if (job->seeks)
        find_values(job, count);
    for (unsigned i = 0; i < result_count; i++) {
        struct result *result = &results[i];
        const char *data = transpose(result->data, inner, depth, vkscan_type_size(result->type));
        array_write(result->to, result->type, data, count, count);
    }
}

const struct verb verb_axis = {.check = check,
                               .settle = settle,
                               .begin = begin,
                               .take = take,
                               .finish = finish,
                               .beside = beside};
