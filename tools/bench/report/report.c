/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "csv.h"
#include "json.h"
#include "plot.h"
#include "table.h"
#include "failure.h"
#include "output.h"

struct bench_report {
    const struct bench_options *options;
    struct bench_earlier earlier;
    struct output outputs[BENCH_FILES]; /* OUTPUT_NONE: not asked for */
    FILE *text;
    struct bench_results results;
};

_Static_assert((int)BENCH_FILES <= (int)OUTPUT_MAX, "all files are open at a time");

static int (*const writers[])(const struct bench_results *results, struct output *output) = {
    [BENCH_JSON] = bench_json_write,
    [BENCH_CSV] = bench_csv_write,
    [BENCH_PLOT] = plot_write,
};

/* ---- opening ---- */

static int open_files(struct bench_report *report)
{
    int status = 0;

    for (int i = 0; i < BENCH_FILES && !status; i++) {
        const char *path = report->options->files[i];
        if (!path)
            continue;
        if (strcmp(path, "-") == 0)
            report->text = stderr;
        status = output_open(&report->outputs[i], path);
    }
    return status;
}

static void destroy(struct bench_report *report)
{
    bench_earlier_free(&report->earlier);
    for (int i = 0; i < BENCH_FILES; i++)
        output_close(&report->outputs[i]);
    bench_results_close(&report->results);
    free(report);
}

struct bench_report *bench_report_open(const struct gpu *gpu, const struct bench_peer *peer,
                                       const struct bench_options *options)
{
    struct bench_report *report = calloc(1, sizeof(*report));

    if (!report) {
        failed("out of memory");
        return NULL;
    }
    report->options = options;
    report->text = stdout;
    for (int i = 0; i < BENCH_FILES; i++)
        report->outputs[i] = OUTPUT_NONE;
    bench_results_open(&report->results, gpu, options->tuning_text, peer);
    int status = bench_earlier_read(&report->earlier, options->compare);
    if (!status && options->files[BENCH_PLOT])
        status = plot_find_gnuplot();
    if (!status)
        status = open_files(report);
    if (status) {
        destroy(report);
        return NULL;
    }
    bench_table_device(report->text, &report->results);
    return report;
}

/* ---- measuring ---- */

void bench_report_title(struct bench_report *report, const struct bench_row *row, const char *limit)
{
    bench_table_title(report->text, row, report->options->repeat, limit, report->results.peer);
}

int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count)
{
    bench_table_rows(report->text, rows, count, report->results.peer);
    if (fflush(report->text) != 0 || ferror(report->text))
        return failed("cannot write the table: %s", strerror(errno));
    return bench_results_add(&report->results, rows, count);
}

/* ---- closing ---- */

/* All are written before the first is renamed to its target. */
static int write_files(struct bench_report *report)
{
    const char *const *paths = report->options->files;
    int status = 0;

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (paths[i])
            status = writers[i](&report->results, &report->outputs[i]);
    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (paths[i])
            status = output_commit(&report->outputs[i]);
    return status;
}

/* Results can be right and still slower than before. */
int bench_report_close(struct bench_report *report, bool passed)
{
    const struct bench_options *options = report->options;
    const int written = passed ? write_files(report) : EXIT_FAILURE;
    int compared = 0;

    fprintf(report->text, "%s\n", written ? "GOLD TEST FAILED" : "GOLD TEST PASSED!");
    if (!written && options->compare)
        compared =
            bench_compare(report->text, &report->results, &report->earlier, options->tolerance);
    destroy(report);
    return written ? written : compared;
}
