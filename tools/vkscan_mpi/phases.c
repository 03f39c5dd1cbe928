/* SPDX-License-Identifier: MIT */
/* Measures where a rank's time goes. */
#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quit.h"

static const char *const names[PHASES] = {"start", "read", "compute", "exchange", "write"};

static struct spent {
    double seconds[PHASES], bytes[PHASES];
} own;

static enum phase now, rest;
static double since; /* seconds */

static void change(enum phase phase)
{
    const double time = platform_now_ms() / 1000;

    own.seconds[now] += since > 0 ? time - since : 0;
    since = time;
    now = phase;
}

void phase_begin(enum phase phase)
{
    change(phase);
    if (team_leads())
        progress("%s", names[phase]);
}

void phase_end(uint64_t bytes)
{
    own.bytes[now] += (double)bytes;
    phase_begin(rest);
}

void phase_rest(enum phase phase)
{
    rest = phase;
    phase_begin(phase);
}

void phase_add_reading(double ms, uint64_t bytes)
{
    own.seconds[PHASE_READ] += ms / 1000;
    own.bytes[PHASE_READ] += (double)bytes;
}

static void print_line(const struct spent *all)
{
    fprintf(stderr, "%s: ", program_name);
    for (int phase = 0; phase < PHASES; phase++) {
        double seconds = 0, bytes = 0;
        for (uint32_t rank = 0; rank < team->ranks; rank++) {
            seconds = all[rank].seconds[phase] > seconds ? all[rank].seconds[phase] : seconds;
            bytes += all[rank].bytes[phase];
        }
        fprintf(stderr, "%s%s %.3f s", phase ? ", " : "", names[phase], seconds);
        if (bytes > 0)
            fprintf(stderr, " (%.0f bytes)", bytes);
    }
    fputc('\n', stderr);
}

static void print_json(const struct spent *all, FILE *to)
{
    fputs("{\"ranks\": [", to);
    for (uint32_t rank = 0; rank < team->ranks; rank++) {
        fprintf(to, "%s\n  {\"rank\": %u", rank ? "," : "", (unsigned)rank);
        for (int phase = 0; phase < PHASES; phase++)
            fprintf(to, ", \"%s\": {\"seconds\": %.6f, \"bytes\": %.0f}", names[phase],
                    all[rank].seconds[phase], all[rank].bytes[phase]);
        fputs("}", to);
    }
    fputs("\n]}\n", to);
}

static void write_json(const struct spent *all, const char *path)
{
    static struct output output;
    FILE *text = platform_open_nameless();

    if (!text)
        fail("cannot write %s: no temporary file", path);
    print_json(all, text);
    open_output(&output, path);
    need(output_copy(&output, text));
    need(output_commit(&output));
    fclose(text);
}

void phases_report(bool verbose, const char *json)
{
    struct spent *all = allocate(team->ranks * sizeof(*all), "times");

    change(rest);
    ranks_agree();
    MPI_Gather(&own, 2 * PHASES, MPI_DOUBLE, all, 2 * PHASES, MPI_DOUBLE, 0, ranks);
    if (team_leads()) {
        progress(NULL);
        if (verbose)
            print_line(all);
        if (json)
            write_json(all, json);
    }
    ranks_agree();
    free(all);
}
