/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "csv.h"
#include "files.h"
#include "json.h"
#include "plot.h"
#include "table.h"
#include "failure.h"

struct bench_report {
    const struct bench_options *options;
    struct bench_earlier earlier;
    struct bench_files files;
    struct bench_results results;
};

static int (*const writers[])(const struct bench_results *results, struct output *output) = {
    [BENCH_JSON] = bench_json_write,
    [BENCH_CSV] = bench_csv_write,
    [BENCH_PLOT] = plot_write,
};

/* ---- opening ---- */

static void destroy(struct bench_report *report)
{
    bench_earlier_free(&report->earlier);
    bench_files_close(&report->files);
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
    bench_files_init(&report->files, options);
    bench_results_open(&report->results, gpu, options->tuning_text, peer);
    int status = bench_earlier_read(&report->earlier, options->compare);
    if (!status && options->files[BENCH_PLOT])
        status = plot_find_gnuplot();
    if (!status)
        status = bench_files_open(&report->files);
    if (status) {
        destroy(report);
        return NULL;
    }
    bench_table_device(report->files.text, &report->results);
    return report;
}

/* ---- measuring ---- */

void bench_report_title(struct bench_report *report, const struct bench_row *row, const char *limit)
{
    bench_table_title(report->files.text, row, report->options->repeat, limit,
                      report->results.peer);
}

int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count)
{
    bench_table_rows(report->files.text, rows, count, report->results.peer);
    if (fflush(report->files.text) != 0 || ferror(report->files.text))
        return failed("cannot write the table: %s", strerror(errno));
    return bench_results_add(&report->results, rows, count);
}

/* ---- closing ---- */

/* All are written before the first is renamed to its target. */
static int write_files(struct bench_report *report)
{
    struct bench_files *files = &report->files;
    int status = 0;

    for (int i = 0; i < BENCH_FILES && !status; i++)
        if (files->paths[i])
            status = writers[i](&report->results, &files->outputs[i]);
    return status ? status : bench_files_commit(files);
}

/* Results can be right and still slower than before. */
int bench_report_close(struct bench_report *report, bool passed)
{
    const struct bench_options *options = report->options;
    const int written = passed ? write_files(report) : EXIT_FAILURE;
    int compared = 0;

    fprintf(report->files.text, "%s\n", written ? "GOLD TEST FAILED" : "GOLD TEST PASSED!");
    if (!written && options->compare)
        compared = bench_compare(report->files.text, &report->results, &report->earlier,
                                 options->tolerance);
    destroy(report);
    return written ? written : compared;
}
