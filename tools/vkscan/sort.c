/* SPDX-License-Identifier: MIT */
/* Sorts: the device orders the indices of a piece's keys, and the host merges the pieces. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "reference_sort.h"

static uint64_t *order; /* the index of the key that is the i-th one */

/* ---- options ---- */

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (a->values && a->argsort)
        misuse("--values and --argsort exclude each other: with --argsort positions take the keys' "
               "place");
    if (!a->values != !a->values_out)
        misuse("--values and --values-out go together: where the values come from and where they "
               "go");
    if (a->values_type && !a->values)
        misuse("--values-type is without --values, whose elements it tells");
    if (array_is_standard(a->file) && array_is_standard(a->values))
        misuse("keys and values cannot both come from standard input");
    if (a->values_out && output_is_same(a->output, a->values_out))
        misuse("-o and --values-out are one file, %s", a->output);
}

/* "0..8" */
static void parse_bits(const char *text, vkscan_sort_params *sort)
{
    char rest = '\0';

    if (strspn(text, "0123456789.") != strlen(text) ||
        sscanf(text, "%2" SCNu32 "..%2" SCNu32 "%c", &sort->first_bit, &sort->end_bit, &rest) !=
            2 ||
        sort->first_bit > 64 || sort->end_bit > 64 || sort->end_bit == 0)
        misuse("bad bits '%s' for --bits; FROM..TO, as 0..8 for the lowest eight", text);
    if (sort->first_bit >= sort->end_bit)
        misuse("--bits %s is no range: FROM has to be below TO", text);
}

/* ---- pieces ---- */

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    struct port_size *sizes = job->engine.sizes;

    job->whole = true;
    job->plan.primitive = VKSCAN_PRIMITIVE_SORT;
    job->sort.struct_size = sizeof(job->sort);
    job->plan.sort = &job->sort;
    job->sort.flags = VKSCAN_SORT_INDICES_BIT | (a->descending ? VKSCAN_SORT_DESCENDING_BIT : 0);
    if (a->bits)
        parse_bits(a->bits, &job->sort);
    sizes[PORT_DESTINATION].each = job->file.input.element_size;
    sizes[PORT_SECOND_DESTINATION].each = sizeof(uint32_t);
    const int type = job_parse_name(NAMES_TYPE, a->values_type, VKSCAN_TYPE_DEFAULT);
    if (a->values)
        job_open_second(job, a->values, (vkscan_type)type, "--values-type", PORTS);
}

static void begin(struct job *job)
{
    job_check_second(job, "key", "values");
    if (job->arguments->argsort)
        job_check_positions(job, "key");
    order = allocate(job->file.count * sizeof(order[0]), "the order");
    job->results = allocate(job->piece.count * sizeof(uint32_t), "positions");
}

static void take(struct job *job)
{
    const struct piece *piece = &job->piece;
    const uint32_t *positions = (const void *)job->results;

    engine_download(&job->engine, PORT_SECOND_DESTINATION, 0, job->results,
                    piece->count * sizeof(positions[0]));
    for (uint64_t i = 0; i < piece->count; i++)
        order[piece->first + i] = piece->first + positions[i];
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

static void merge_pieces(const struct job *job)
{
    const uint64_t count = job->file.count, piece = job->engine.params.capacity;
    uint64_t *spare = count > piece ? allocate(count * sizeof(spare[0]), "merging") : NULL;

    for (uint64_t length = piece; length < count; length *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * length) {
            const uint64_t left = count - first;
            merge_two(job, order + first, left < length ? left : length,
                      left < 2 * length ? left : 2 * length, spare + first);
        }
        memcpy(order, spare, count * sizeof(order[0]));
    }
    free(spare);
}

/* In the keys' order: the elements, or of no array their positions. */
static void write_sorted(const struct job *job, struct array *to, const struct array *elements)
{
    const uint64_t count = job->file.count;
    const size_t size = elements ? elements->input.element_size : sizeof(uint32_t);
    char *sorted = allocate(count * size, "what is in order");

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t position = (uint32_t)order[i];
        memcpy(sorted + i * size,
               elements ? elements->data + order[i] * size : (const void *)&position, size);
    }
    array_write(to, elements ? elements->input.type : VKSCAN_TYPE_U32, sorted, count, count);
    free(sorted);
}

static void finish(struct job *job)
{
    merge_pieces(job);
    write_sorted(job, &job->file, job->arguments->argsort ? NULL : &job->file);
    if (job->arguments->values)
        write_sorted(job, &job->second, &job->second);
}

const struct verb verb_sort = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish};
