/* SPDX-License-Identifier: MIT */
#include "meter.h"

#include "failure.h"
#include "platform.h"
#include "team.h"

#define STEP ((size_t)64 << 20)
#define WAIT_MS 1000.0   /* before the first line */
#define BETWEEN_MS 200.0 /* lines */

static struct {
    const char *what;
    uint64_t first; /* bytes at `started` */
    double started, moved, shown;
    bool shows;
} meter;

bool meter_is_on(void)
{
    return !team && platform_has_terminal();
}

size_t meter_step(size_t size)
{
    return size > STEP && meter_is_on() ? STEP : size;
}

/* Prints the line. The time left is that of the rate so far. */
static void show(uint64_t done, uint64_t total, double seconds)
{
    const double bytes = (double)done, rate = (double)(done - meter.first) / seconds;

    if (total == METER_UNKNOWN)
        progress("%s: %.0f MB, %.0f MB/s", meter.what, bytes / 1e6, rate / 1e6);
    else
        progress("%s: %.0f of %.0f MB, %.0f MB/s, %.0f s left", meter.what, bytes / 1e6,
                 (double)total / 1e6, rate / 1e6, ((double)total - bytes) / rate);
    meter.shows = true;
}

void meter_move(const char *what, uint64_t done, uint64_t total)
{
    if (!meter_is_on())
        return;
    const double now = platform_now_ms();
    meter.moved = now;
    if (meter.what != what || done <= meter.first) {
        meter.what = what;
        meter.first = done;
        meter.started = now;
        return;
    }
    if (now - meter.started < WAIT_MS || now - meter.shown < BETWEEN_MS)
        return;
    meter.shown = now;
    show(done, total, (now - meter.started) / 1e3);
}

void meter_begin(const char *what)
{
    if (!meter_is_on())
        return;
    meter.what = what;
    meter.moved = platform_now_ms();
    meter.shows = true;
    progress("%s", what);
}

void meter_wait(void)
{
    const double now = platform_now_ms();

    if (!meter.what || now - meter.moved < WAIT_MS || now - meter.shown < BETWEEN_MS)
        return;
    meter.shown = now;
    meter.shows = true;
    progress("computing %.0f s", (now - meter.moved) / 1e3);
}

void meter_end(void)
{
    if (meter.shows)
        progress(NULL);
    meter.shows = false;
    meter.what = NULL;
}
