/* SPDX-License-Identifier: MIT */
#include "stream.h"

#include "meter.h"
#include "platform.h"
#include "team.h"

#define PIECE_BYTES ((uint64_t)16 << 20) /* of elements or of results, whichever are more */
#define FIXED_WEIGHT 16                  /* of bytes that a piece's results have in any case */
#define PIECE_UNIT 4096                  /* elements, so that pieces begin at whole pages */

/* A piece on its way. There are two, which the device has by turns. */
struct slot {
    struct engine_stage stage;
    struct piece piece;
    struct part part; /* to be written; none if its count is 0 */
    double read_ms;   /* time that reading took */
};

struct stream {
    struct job *job;
    struct slot slots[2];
    unsigned now; /* the slot that the device has */
    bool reads;   /* the other one has more to come */
    unsigned threads;
};

uint64_t stream_limit(const struct job *job)
{
    const struct port_size *from = &job->engine.sizes[VKSCAN_PORT_SOURCE],
                           *to = &job->engine.sizes[VKSCAN_PORT_DESTINATION];
    const uint64_t each = from->each > to->each ? from->each : to->each;
    const uint64_t piece = (PIECE_BYTES + FIXED_WEIGHT * to->fixed) / each & ~(PIECE_UNIT - 1ull);
    const uint64_t all = job->file.input.count; /* or INPUT_UNKNOWN */

    return all / job->channels < piece ? all / job->channels : piece;
}

static void read_slot(struct job *job, struct slot *slot)
{
    const double begun = platform_now_ms();
    char *data = slot->stage.elements.mapped;
    const uint64_t count = array_read_to(&job->file, data, job->limit * job->channels);

    slot->piece = (struct piece){.data = data,
                                 .results = slot->stage.results.mapped,
                                 .first = job->done,
                                 .count = count / job->channels};
    job->done += slot->piece.count;
    slot->read_ms = platform_now_ms() - begun;
}

/* Fails if the reading of so many values has. */
static void check_reading(const struct job *job, uint64_t values, double ms)
{
    input_check(&job->file.input);
    if (team)
        team->has_read(ms, values * job->file.input.stored_size);
}

static void check_slot(const struct job *job, const struct slot *slot)
{
    check_reading(job, slot->piece.count * job->channels, slot->read_ms);
}

static void write_slot(struct job *job, struct slot *slot)
{
    const struct part *part = &slot->part;

    if (part->data)
        array_write(&job->file, part->type, part->data, part->count, job->file.input.count);
}

static void follow(struct job *job, const char *data, uint64_t count)
{
    if (job->follows)
        sums_follow(&job->sums, data, count);
}

/* Moves the slot on that the device does not have, by a thread for each of its two files. Where
 * sums are followed another one follows the slot that the device has. The last one, which is the
 * first of the process, writes: that may fail. */
static void move_on(void *user, unsigned thread)
{
    struct stream *stream = user;
    struct slot *now = &stream->slots[stream->now], *other = &stream->slots[!stream->now];

    if (thread + 1 == stream->threads)
        write_slot(stream->job, other);
    else if (thread == 0 && stream->reads)
        read_slot(stream->job, other);
    else
        follow(stream->job, now->piece.data, now->piece.count);
}

/* Shows how many elements of FILE are done. */
static void show_done(const struct job *job, uint64_t done)
{
    const struct input *input = &job->file.input;
    const uint64_t size = input->stored_size;

    meter_move("done", done * job->channels * size,
               input->count == INPUT_UNKNOWN ? METER_UNKNOWN : input->count * size);
}

/* Runs the piece of the slot in turn. Returns false if there is no other. */
static bool run_slot(struct stream *stream, const struct verb *verb)
{
    struct job *job = stream->job;
    struct slot *slot = &stream->slots[stream->now], *other = &stream->slots[!stream->now];
    const bool goes_on = !job->file.input.ended;

    engine_start(&job->engine, &slot->stage, slot->piece.count, job->seed);
    if (goes_on && !other->stage.elements.buffer)
        engine_open_stage(&job->engine, job->limit, &other->stage);
    stream->reads = goes_on;
    stream->threads = 1u + goes_on + job->follows;
    platform_run_threads(stream->threads, move_on, stream);
    if (goes_on)
        check_slot(job, other);
    engine_wait(&job->engine);
    job->piece = slot->piece;
    verb->take(job);
    slot->part = job->part;
    show_done(job, slot->piece.first + slot->piece.count);
    stream->now = !stream->now;
    return goes_on;
}

void stream_run(struct job *job, const struct verb *verb)
{
    struct stream stream = {.job = job};

    engine_open_stage(&job->engine, job->limit, &stream.slots[0].stage);
    read_slot(job, &stream.slots[0]);
    check_slot(job, &stream.slots[0]);
    job->piece = stream.slots[0].piece;
    verb->begin(job);
    meter_begin("compiling");
    engine_prepare(&job->engine, job->piece.count);
    meter_begin("computing");
    job_upload_operands(job);
    while (run_slot(&stream, verb)) {
    }
    write_slot(job, &stream.slots[!stream.now]);
    for (int i = 0; i < 2; i++)
        engine_close_stage(&job->engine, &stream.slots[i].stage);
}

/* ---- a FILE that the device holds ---- */

static void open_halves(struct engine *engine, struct gpu_buffer halves[2])
{
    for (int i = 0; i < 2; i++)
        engine_open_buffer(engine, PIECE_BYTES, &halves[i]);
}

static void close_halves(struct engine *engine, struct gpu_buffer halves[2])
{
    for (int i = 0; i < 2; i++)
        gpu_buffer_destroy(&engine->gpu, &halves[i]);
}

/* Returns the elements of a part, which begins at a whole page. */
static uint64_t part_of(uint64_t size)
{
    return PIECE_BYTES / size & ~(PIECE_UNIT - 1ull);
}

void stream_load(struct job *job)
{
    const size_t size = job->file.input.element_size;
    struct engine *engine = &job->engine;
    struct gpu_buffer halves[2];
    uint64_t loaded = 0;

    open_halves(engine, halves);
    for (int half = 0; loaded < job->file.count; half = !half) {
        const double begun = platform_now_ms();
        const uint64_t count = array_read_to(&job->file, halves[half].mapped, part_of(size));
        check_reading(job, count, platform_now_ms() - begun);
        if (loaded > 0)
            engine_wait(engine);
        engine_start_load(engine, &halves[half], VKSCAN_PORT_SOURCE, loaded * size, count * size);
        follow(job, halves[half].mapped, count);
        loaded += count;
        meter_move("reading", loaded * size, job->file.count * size);
    }
    if (loaded > 0)
        engine_wait(engine);
    close_halves(engine, halves);
}

void stream_store(struct job *job, vkscan_port port, vkscan_type type, uint64_t first,
                  uint64_t count, uint64_t total)
{
    const uint64_t size = vkscan_type_size(type), part = part_of(size);
    struct engine *engine = &job->engine;
    struct gpu_buffer halves[2];
    uint64_t done = 0, here = count < part ? count : part;
    int half = 0;

    open_halves(engine, halves);
    engine_start_store(engine, port, first * size, &halves[half], here * size);
    do {
        const uint64_t left = count - done - here, next = left < part ? left : part;
        engine_wait(engine);
        if (next > 0)
            engine_start_store(engine, port, (first + done + here) * size, &halves[!half],
                               next * size);
        array_write(&job->file, type, halves[half].mapped, here, total);
        done += here;
        meter_move("writing", done * size, count * size);
        here = next;
        half = !half;
    } while (here > 0);
    close_halves(engine, halves);
}
