/* SPDX-License-Identifier: MIT */
/* Sorts of an array or, by offsets, of its segments. The device sorts the keys of a piece, and the
 * keys' indices if there are values. The host merges the pieces, and brings the values into the
 * keys' order. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "offsets.h"
#include "parallel.h"
#include "reference_sort.h"
#include "stream.h"
#include "team.h"

/* Keys that are sorted by pieces, or as a whole. */
struct sorted {
    char *keys;
    uint64_t *order; /* the place where each key was; NULL if nothing goes with the keys */
};

static uint64_t *order;      /* order of job->file.data */
static uint32_t *starts;     /* where segments begin in the piece */
static uint64_t next_offset; /* the first that is in no piece so far */

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
    if (array_is_standard(a->offsets) &&
        (array_is_standard(a->file) || array_is_standard(a->values)))
        misuse("offsets and another FILE cannot both come from standard input");
    if (a->offsets && team)
        misuse("sort by --offsets is of one process: vkscan has it");
}

/* Parses "0..8". */
static void parse_bits(const char *text, vkscan_type type, vkscan_sort_params *sort)
{
    const uint32_t bits = 8 * vkscan_type_size(type);
    char rest = '\0';

    if (strspn(text, "0123456789.") != strlen(text) ||
        sscanf(text, "%2" SCNu32 "..%2" SCNu32 "%c", &sort->first_bit, &sort->end_bit, &rest) !=
            2 ||
        sort->first_bit > 64 || sort->end_bit > 64 || sort->end_bit == 0)
        misuse("bad bits '%s' for --bits; FROM..TO, as 0..8 for the lowest eight", text);
    if (sort->first_bit >= sort->end_bit)
        misuse("--bits %s is no range: FROM has to be below TO", text);
    if (sort->end_bit > bits && value_components(type) == 1)
        misuse("--bits %s is beyond the %" PRIu32 " bits of %s", text, bits,
               vkscan_type_name(type));
}

/* ---- pieces ---- */

static bool has_second(const struct job *job)
{
    return job->arguments->values || job->arguments->argsort;
}

/* Reads the offsets, of which a piece takes one for each element at most: equal ones are one. */
static void settle_offsets(struct job *job)
{
    offsets_read(job, "key");
    job->subject.sort.flags |= VKSCAN_SEGMENTS_STARTS_BIT;
    job->subject.sort.segments = 1; /* begin() knows how many a piece has */
    job->subject.sort.offset_size = sizeof(starts[0]);
    job->engine.sizes[VKSCAN_PORT_HEADS].each = sizeof(starts[0]);
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    struct port_size *sizes = job->engine.sizes;

    job->whole = true;
    job->holds = !a->values && !team;
    job->plan.primitive = VKSCAN_PRIMITIVE_SORT;
    job->subject.sort.struct_size = sizeof(job->subject.sort);
    job->subject.sort.primitive = job->plan.primitive;
    job->plan.details = &job->subject.sort;
    job->subject.sort.flags = (has_second(job) ? VKSCAN_SORT_INDICES_BIT : 0) |
                              (a->descending ? VKSCAN_SORT_DESCENDING_BIT : 0);
    if (a->bits)
        parse_bits(a->bits, job->plan.type, &job->subject.sort);
    if (a->offsets)
        settle_offsets(job);
    sizes[VKSCAN_PORT_DESTINATION].each = job->file.input.element_size;
    sizes[VKSCAN_PORT_SECOND_DESTINATION].each = has_second(job) ? sizeof(uint32_t) : 0;
    job->kind = "key";
    job->second_kind = "values";
    const int type = job_parse_name(NAMES_TYPE, a->values_type, VKSCAN_TYPE_NONE);
    if (a->values)
        job_open_second(job, a->values, (vkscan_type)type, "--values-type", PORTS);
    job_check_type(&job->second.input, "--values-type", a->values_type);
}

/* Values, or positions, are copied once more as they are arranged, keys and order as pieces are
 * merged. */
static uint64_t beside(const struct job *job)
{
    const bool argsort = job->arguments->argsort != NULL;
    const uint64_t position = argsort ? vkscan_type_size(job_position_type()) : 0;
    const uint64_t places = has_second(job) ? sizeof(order[0]) : 0;
    const uint64_t arranged = argsort ? position : job->second.input.element_size;
    const uint64_t merged = job->cut ? job->file.input.element_size + places : 0;

    return places + position + (arranged > merged ? arranged : merged);
}

/* Makes the values of an argsort, the keys' positions, unless the device has them. */
static void make_positions(struct job *job)
{
    struct array *positions = &job->second;

    job_check_positions(job, "key");
    positions->input.type = job_position_type();
    positions->input.element_size = vkscan_type_size(positions->input.type);
    if (job->holds)
        return;
    positions->data = allocate(job->file.count * positions->input.element_size, "positions");
    for (uint64_t i = 0; i < job->file.count; i++)
        job_store_position(positions->data, i, job->file.first + i);
}

static void begin_segments(struct job *job)
{
    const uint64_t most =
        job->piece.count < job->offsets.count ? job->piece.count : job->offsets.count;

    offsets_check(job, job->file.all, "key");
    job->subject.sort.segments = most ? most : 1;
    starts = allocate(job->subject.sort.segments * sizeof(starts[0]), "offsets");
}

static void begin(struct job *job)
{
    if (job->arguments->offsets)
        begin_segments(job);
    if (job->arguments->argsort)
        make_positions(job);
    if (!has_second(job) || job->holds)
        return;
    order = allocate(job->file.count * sizeof(order[0]), "the order");
    job->results = allocate(job->piece.count * sizeof(uint32_t), "positions");
}

/* Tells the device where segments begin in the piece. Starts that are left over begin none. */
static void upload_starts(struct job *job)
{
    const uint64_t first = job->piece.first, end = first + job->piece.count;
    const size_t size = job->subject.sort.segments * sizeof(starts[0]);
    uint64_t number = 0;

    memset(starts, 0xff, size);
    for (; next_offset < job->offsets.count && offset_at(job, next_offset) < end; next_offset++) {
        const uint32_t start = (uint32_t)(offset_at(job, next_offset) - first);
        if (number == 0 || starts[number - 1] != start)
            starts[number++] = start;
    }
    engine_upload(&job->engine, VKSCAN_PORT_HEADS, starts, size);
}

static void take(struct job *job)
{
    const size_t size = job->file.input.element_size;
    const struct piece *piece = &job->piece;
    const uint32_t *positions = (const void *)job->results;

    if (starts)
        upload_starts(job);
    job_run_part(job, piece, NULL);
    if (job->holds)
        return;
    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, job->file.data + piece->first * size,
                    piece->count * size);
    if (!order)
        return;
    engine_download(&job->engine, VKSCAN_PORT_SECOND_DESTINATION, 0, job->results,
                    piece->count * sizeof(positions[0]));
    for (uint64_t i = 0; i < piece->count; i++)
        order[piece->first + i] = piece->first + positions[i];
}

/* ---- all pieces ---- */

static uint64_t rank_of(const struct job *job, const struct sorted *from, uint64_t index)
{
    return reference_sort_rank(job->plan.type, &job->subject.sort,
                               from->keys + index * job->file.input.element_size);
}

/* Two neighbours to merge: keys [first, middle) and [middle, end), of which those of the segment
 * [begin_mixed, end_mixed) are compared. */
struct merge {
    const struct job *job;
    const struct sorted *from;
    const struct sorted *to;
    uint64_t first, middle, end;
    uint64_t begin_mixed, end_mixed;
};

static bool goes_first(const struct merge *m, uint64_t left, uint64_t right)
{
    return left < m->begin_mixed || right >= m->end_mixed ||
           rank_of(m->job, m->from, left) <= rank_of(m->job, m->from, right);
}

/* Returns how many of the first `count` merged keys are from the left. */
static uint64_t count_left(const struct merge *m, uint64_t count)
{
    const uint64_t lefts = m->middle - m->first, rights = m->end - m->middle;
    uint64_t least = count > rights ? count - rights : 0, most = count < lefts ? count : lefts;

    while (least < most) {
        const uint64_t tried = least + (most - least) / 2;
        if (goes_first(m, m->first + tried, m->middle + count - tried - 1))
            least = tried + 1;
        else
            most = tried;
    }
    return least;
}

/* Merges a part. Of equal keys those of the left come first. */
static void merge_part(void *user, const struct parallel_part *part)
{
    const struct merge *m = user;
    const size_t size = m->job->file.input.element_size;
    const uint64_t lefts = count_left(m, part->first);
    uint64_t left = m->first + lefts, right = m->middle + part->first - lefts;

    for (uint64_t i = m->first + part->first; i < m->first + part->end; i++) {
        const bool from_left = right == m->end || (left < m->middle && goes_first(m, left, right));
        const uint64_t index = from_left ? left++ : right++;
        memcpy(m->to->keys + i * size, m->from->keys + index * size, size);
        if (order)
            m->to->order[i] = m->from->order[index];
    }
}

static void merge_pieces(struct job *job)
{
    const uint64_t count = job->file.count, piece = job->engine.params.capacity;
    struct sorted now = {job->file.data, order}, next = {NULL, NULL};

    if (count > piece) {
        next.keys = allocate(count * job->file.input.element_size, "merging");
        next.order = order ? allocate(count * sizeof(order[0]), "merging") : NULL;
    }
    for (uint64_t length = piece; length < count; length *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * length) {
            const uint64_t left = count - first;
            struct merge merge = {.job = job, .from = &now, .to = &next, .first = first};
            merge.middle = first + (left < length ? left : length);
            merge.end = first + (left < 2 * length ? left : 2 * length);
            offsets_around(job, merge.middle, &merge.begin_mixed, &merge.end_mixed);
            parallel_for(merge.end - first, merge_part, &merge);
        }
        const struct sorted before = now;
        now = next;
        next = before;
    }
    free(next.keys);
    free(next.order);
    job->file.data = now.keys;
    order = now.order;
}

/* Brings the elements that go with the keys into the keys' order. */
static void arrange(const struct job *job, struct array *array)
{
    const uint64_t count = job->file.count;
    const size_t size = array->input.element_size;
    char *sorted = allocate(count * size, "what is in order");

    for (uint64_t i = 0; i < count; i++)
        memcpy(sorted + i * size, array->data + order[i] * size, size);
    free(array->data);
    array->data = sorted;
}

static void arrange_all(struct job *job)
{
    meter_begin("arranging");
    merge_pieces(job);
    if (order)
        arrange(job, &job->second);
}

/* ---- ranks ---- */

static void exchange(struct job *job, const uint64_t *cuts, struct array *array)
{
    const size_t size = array->input.element_size;
    char *came = allocate(job->file.count * size, "what other ranks send");

    team->exchange((uint32_t)size, array->data, cuts, came, job->file.count);
    free(array->data);
    array->data = came;
}

/* Turns sorted slabs into the slabs of the sorted whole. Keys from other ranks are sorted again, as
 * the device does that faster than the host merges. */
static void exchange_all(struct job *job)
{
    const uint64_t *cuts = team->split(&job->plan, job->file.data, job->file.count);

    if (order)
        exchange(job, cuts, &job->second);
    exchange(job, cuts, &job->file);
    job->done = 0;
    job_run_rest(job, &verb_sort);
    arrange_all(job);
}

static void write_all(struct array *to, const struct array *elements, uint64_t count)
{
    array_place(to, count);
    array_write(to, elements->input.type, elements->data, count, count);
}

static void finish(struct job *job)
{
    const bool argsort = job->arguments->argsort != NULL;

    if (job->holds) {
        stream_store(job, argsort ? VKSCAN_PORT_SECOND_DESTINATION : VKSCAN_PORT_DESTINATION,
                     argsort ? job_position_type() : job->file.input.type, 0, job->file.count,
                     job->file.count);
        return;
    }
    arrange_all(job);
    if (team)
        exchange_all(job);
    write_all(&job->file, argsort ? &job->second : &job->file, job->file.count);
    if (job->arguments->values)
        write_all(&job->second, &job->second, job->file.count);
}

const struct verb verb_sort = {.check = check,
                               .settle = settle,
                               .begin = begin,
                               .take = take,
                               .in_parts = true,
                               .finish = finish,
                               .beside = beside};
