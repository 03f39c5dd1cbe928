/* SPDX-License-Identifier: MIT */
/* Sorts: the device orders the indices of a piece's keys, and the host merges the pieces. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "job.h"
#include "reference_sort.h"

/* ---- options ---- */

static bool parse_bit(const char **text, uint32_t *out)
{
    char *end;

    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    const unsigned long bit = strtoul(*text, &end, 10);
    *text = end;
    *out = (uint32_t)bit;
    return !errno && bit <= 64;
}

static int parse_bits(const char *text, vkscan_sort_params *sort)
{
    const char *rest = text;

    if (!text)
        return 0;
    if (parse_bit(&rest, &sort->first_bit) && strncmp(rest, "..", 2) == 0) {
        rest += 2;
        if (parse_bit(&rest, &sort->end_bit) && !*rest && sort->end_bit > 0)
            return sort->first_bit < sort->end_bit
                       ? 0
                       : misused("--bits %s is no range: FROM has to be below TO", text);
    }
    return misused("bad bits '%s' for --bits; FROM..TO, as 0..8 for the lowest eight", text);
}

static int check(const struct arguments *a)
{
    if (a->values && a->argsort)
        return misused("--values and --argsort exclude each other: with --argsort positions take "
                       "the keys' place");
    if (!a->values != !a->values_out)
        return misused(
            "--values and --values-out go together: where the values come from and where "
            "they go");
    if (a->values_type && !a->values)
        return misused("--values-type is without --values, whose elements it tells");
    if (array_is_standard(a->file) && array_is_standard(a->values))
        return misused("keys and values cannot both come from standard input");
    if (a->values_out && output_is_same(a->output, a->values_out))
        return misused("-o and --values-out are one file, %s", a->output);
    return 0;
}

static int load(struct job *job)
{
    return parse_bits(job->arguments->bits, &job->sort);
}

/* ---- pieces ---- */

static int settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    struct port_size *sizes = job->engine.sizes;
    int type = VKSCAN_TYPE_DEFAULT;

    job->whole = true;
    job->plan.primitive = VKSCAN_PRIMITIVE_SORT;
    job->plan.sort = &job->sort;
    job->sort.flags = VKSCAN_SORT_INDICES | (a->descending ? VKSCAN_SORT_DESCENDING : 0);
    sizes[PORT_DESTINATION].each = job->file.input.element_size;
    sizes[PORT_SECOND_DESTINATION].each = sizeof(uint32_t);
    const int status = job_parse_name(NAMES_TYPE, a->values_type, &type);
    return status || !a->values
               ? status
               : job_open_second(job, a->values, (vkscan_type)type, "--values-type", PORTS);
}

static int no_memory(const struct array *array)
{
    return failed("not enough memory for the %" PRIu64 " elements of %s in order", array->count,
                  array->input.name);
}

/* The order is the job's state: the index of the key that is the i-th one. */
static int begin(struct job *job)
{
    const struct array *keys = &job->file, *values = &job->second;

    if (job->arguments->values && keys->count != values->count)
        return failed("%s has %" PRIu64 " keys, and %s %" PRIu64 " values: each key takes one",
                      keys->input.name, keys->count, values->input.name, values->count);
    if (job->arguments->argsort && keys->count > UINT32_MAX)
        return failed("%s has %" PRIu64 " keys, more than positions of 32 bits can tell apart",
                      keys->input.name, keys->count);
    job->state = malloc(keys->count * sizeof(uint64_t) + 1);
    return job->state ? job_make_results(job, job->piece.count * sizeof(uint32_t))
                      : no_memory(keys);
}

static int take(struct job *job)
{
    const struct piece *piece = &job->piece;
    const uint32_t *positions = (const void *)job->results;
    uint64_t *order = (uint64_t *)job->state + piece->first;
    const int status = engine_download(&job->engine, PORT_SECOND_DESTINATION, 0, job->results,
                                       piece->count * sizeof(positions[0]));

    for (uint64_t i = 0; !status && i < piece->count; i++)
        order[i] = piece->first + positions[i];
    return status;
}

/* ---- all pieces ---- */

static uint64_t rank_of(const struct job *job, uint64_t index)
{
    return reference_sort_rank(job->plan.type, &job->sort,
                               job->file.data + index * job->file.input.element_size);
}

/* Merges two neighbours; of equal keys those of the left come first. */
static void merge_two(const struct job *job, const uint64_t *from, uint64_t middle, uint64_t end,
                      uint64_t *to)
{
    uint64_t left = 0, right = middle;

    for (uint64_t i = 0; i < end; i++) {
        const bool from_left = right == end || (left < middle && rank_of(job, from[left]) <=
                                                                     rank_of(job, from[right]));
        to[i] = from[from_left ? left++ : right++];
    }
}

static int merge_pieces(const struct job *job)
{
    const uint64_t count = job->file.count, piece = job->engine.params.capacity;
    uint64_t *order = job->state;
    uint64_t *spare = count > piece ? malloc(count * sizeof(spare[0])) : NULL;

    if (count > piece && !spare)
        return failed("not enough memory to merge %" PRIu64 " keys", count);
    for (uint64_t length = piece; length < count; length *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * length) {
            const uint64_t left = count - first;
            merge_two(job, order + first, left < length ? left : length,
                      left < 2 * length ? left : 2 * length, spare + first);
        }
        memcpy(order, spare, count * sizeof(order[0]));
    }
    free(spare);
    return 0;
}

/* In the keys' order: the elements, or of no array their positions. */
static int write_sorted(const struct job *job, struct array *to, const struct array *elements)
{
    const uint64_t *order = job->state, count = job->file.count;
    const size_t size = elements ? elements->input.element_size : sizeof(uint32_t);
    char *sorted = malloc(count * size + 1);

    if (!sorted)
        return no_memory(to);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t position = (uint32_t)order[i];
        memcpy(sorted + i * size,
               elements ? elements->data + order[i] * size : (const void *)&position, size);
    }
    const int status =
        array_write(to, elements ? elements->input.type : VKSCAN_TYPE_U32, sorted, count, count);
    free(sorted);
    return status;
}

static int finish(struct job *job)
{
    int status = merge_pieces(job);

    if (!status)
        status = write_sorted(job, &job->file, job->arguments->argsort ? NULL : &job->file);
    return status || !job->arguments->values ? status
                                             : write_sorted(job, &job->second, &job->second);
}

static void close_sort(struct job *job)
{
    free(job->state);
}

const struct verb verb_sort = {.check = check,
                               .load = load,
                               .settle = settle,
                               .begin = begin,
                               .take = take,
                               .finish = finish,
                               .close = close_sort};
