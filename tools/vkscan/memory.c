/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <inttypes.h>
#include <stdio.h>

#include "meter.h"
#include "platform.h"

#define WORTH_TELLING 0x1p30 /* bytes */

/* Stores "12.0 GiB". */
static const char *format(double bytes, char text[VALUE_TEXT_SIZE])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t unit = 0;

    while (bytes >= 1024 && unit + 1 < sizeof(units) / sizeof(units[0])) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, VALUE_TEXT_SIZE, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
    return text;
}

/* Fails where the device does not take all elements at a time, and something needs that. */
static void check_device(struct job *job, uint64_t count)
{
    struct engine *engine = &job->engine;
    const char *name = engine->gpu.properties.deviceName, *file = job->file.input.name;
    char need[VALUE_TEXT_SIZE], there[VALUE_TEXT_SIZE];
    struct engine_need of;

    if (count > job->piece_limit)
        fail("%s takes all elements at a time, and more than %" PRIu64 " are too many",
             job->at_once, job->piece_limit);
    if (count == 0 || engine_fit(engine, count) == count)
        return;
    if (!engine_measure(engine, count, &of))
        fail("%s takes all of %s at a time: %s", job->at_once, file, engine->message);
    if (of.buffer > (double)engine->gpu.largest_buffer)
        fail("%s takes all of %s at a time, in a buffer of %s; %s has buffers of up to %s",
             job->at_once, file, format(of.buffer, need), name,
             format((double)engine->gpu.largest_buffer, there));
    fail("%s takes all of %s at a time: %s of device memory are needed, and %s of %s are there",
         job->at_once, file, format(of.all, need), format(engine_room(engine), there), name);
}

/* Returns the bytes of another file, which is still to be read. */
static double bytes_of(const struct array *array)
{
    const struct input *input = &array->input;
    const bool is_to_come = input->fd >= 0 && !input->ended && input->count != INPUT_UNKNOWN;

    return is_to_come ? (double)input->count * (double)input->element_size : 0;
}

/* Returns the bytes that all of FILE takes of the host's memory, with what goes with it. */
static double host_bytes(const struct job *job, const struct verb *verb, uint64_t count)
{
    const size_t each = job->file.input.element_size * job->channels;
    const size_t second = job->second.input.element_size;
    const uint64_t beside = verb->beside ? verb->beside(job) : 0;

    return job->holds ? 0
                      : (double)count * (double)(each + second + beside) + bytes_of(&job->sorted) +
                            bytes_of(&job->sorted_values);
}

void memory_check(struct job *job, const struct verb *verb, uint64_t count)
{
    struct engine *engine = &job->engine;
    char need[VALUE_TEXT_SIZE], there[VALUE_TEXT_SIZE];
    struct engine_need device;

    if (job->at_once)
        check_device(job, count);
    if (!job->whole || count == 0)
        return;
    const uint64_t most = count < job->piece_limit ? count : job->piece_limit;
    const uint64_t piece = engine_fit(engine, most);
    if (!engine_has_room(engine, piece) && engine_measure(engine, piece, &device))
        fail("the least piece of %s takes %s of device memory with what goes with it, and %s of %s "
             "are there",
             job->file.input.name, format(device.all, need), format(engine_room(engine), there),
             engine->gpu.properties.deviceName);
    job->cut = piece < count;
    const double host = host_bytes(job, verb, count);
    const double free = (double)platform_free_memory() / engine->sharing;
    if (free > 0 && host > free)
        fail("%s is read into memory whole, which takes %s with all that goes with it, and %s are "
             "free",
             job->file.input.name, format(host, need), format(free, there));
    if (meter_is_on() && engine_measure(engine, piece, &device) &&
        host + device.all >= WORTH_TELLING)
        noted("takes %s of memory, and %s of the device's", format(host, need),
              format(device.all, there));
}
