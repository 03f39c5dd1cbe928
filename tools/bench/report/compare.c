/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "failure.h"

#define FILE_MAX (16u << 20) /* bytes; a row takes less than a thousand */

/* ---- the earlier run ---- */

/* Returns the whole file, null-terminated; NULL with errno on failure. The caller frees it. */
static char *read_text(FILE *file)
{
    char *text = malloc(FILE_MAX);

    if (!text)
        return NULL;
    const size_t size = fread(text, 1, FILE_MAX - 1, file);
    text[size] = '\0';
    if (!ferror(file) && size < FILE_MAX - 1)
        return text;
    if (!ferror(file))
        errno = EFBIG;
    free(text);
    return NULL;
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Tells whether the member is a finite number from 0 on. A time can be 0 where the clock is coarse.
 */
static bool has_number(const cJSON *object, const char *name)
{
    const double value = json_number(object, name);

    return isfinite(value) && value >= 0;
}

/* Returns why the earlier run cannot be compared, as it lacks what the comparison reads; NULL: it
 * can be. */
static const char *find_fault(const cJSON *json)
{
    const cJSON *device = member(json, "device"), *results = member(json, "results"), *result;

    if (!json)
        return "it cannot be parsed";
    if (!json_text(json, "vkscan"))
        return "it does not tell vkscan's version";
    if (!json_text(device, "name") || !json_text(device, "driver"))
        return "it does not tell the device and its driver";
    if (!cJSON_IsArray(results))
        return "it has no array of results";
    cJSON_ArrayForEach(result, results)
    {
        if (!json_text(result, "primitive") || !json_text(result, "algorithm") ||
            !json_text(result, "type") || !json_text(result, "op") || !has_number(result, "n") ||
            !has_number(result, "ms_median"))
            return "one of its results lacks a field";
    }
    return NULL;
}

int compare_read(const char *path, cJSON **earlier)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? read_text(file) : NULL;
    const int error = errno;

    if (file)
        fclose(file);
    if (!text)
        return failed("cannot read %s: %s", path, strerror(error));
    *earlier = cJSON_ParseWithOpts(text, NULL, true);
    free(text);
    const char *fault = find_fault(*earlier);
    return fault ? failed("%s is no JSON of vkscan-bench: %s", path, fault) : 0;
}

/* ---- differences ---- */

/* A line: mark, primitive, algorithm, type, operator, elements; then ms before, ms now, and their
 * ratio. */
#define START "%c %-14s %-19s %-4s %-3s %10s"

static void print_difference(const struct bench_report *report, const char *what)
{
    const char *before = json_text(member(report->earlier, "device"), what);
    const char *now = json_text(member(report->json, "device"), what);

    if (strcmp(before, now) != 0)
        fprintf(report->text, "another %s: %s before, %s now\n",
                strcmp(what, "name") == 0 ? "device" : what, before, now);
}

static void print_head(const struct bench_report *report)
{
    static const char *const titles[] = {"ms then", "ms now", "speed", NULL};

    fprintf(report->text,
            "\ncompared with %s\nspeed above 1 is faster, ! is slower by more than %g %%\n",
            report->options->compare, report->options->tolerance);
    print_difference(report, "name");
    print_difference(report, "driver");
    fprintf(report->text, "\n" START, ' ', "primitive", "algorithm", "type", "op", "elements");
    bench_print_titles(report->text, titles);
}

/* Returns the same measurement in the earlier run, or NULL. */
static const cJSON *find_earlier(const struct bench_report *report, const struct bench_row *row)
{
    const cJSON *result = member(report->earlier, "results")->child;

    while (result && !(fields_are_same(result, bench_subject_fields, row) &&
                       fields_are_same(result, bench_result_fields, row)))
        result = result->next;
    return result;
}

int compare_print(const struct bench_report *report)
{
    const double tolerance = report->options->tolerance;
    uint32_t common = 0, slow = 0;

    print_head(report);
    for (uint32_t i = 0; i < report->count; i++) {
        const struct bench_row *row = &report->rows[i];
        const cJSON *earlier = find_earlier(report, row);
        const double before = json_number(earlier, "ms_median"), now = row->time.median;
        /* Limits, the CPU and peers are shown, and not judged. */
        const bool counts = earlier && row->kind == BENCH_ROW_ALGORITHM;
        const bool slower = counts && before / now < 1 - tolerance / 100;
        char count[BENCH_COUNT_SIZE];
        common += counts;
        slow += slower;
        bench_format_count(row->count, count);
        fprintf(report->text, START, slower ? '!' : ' ', row->primitive, row->algorithm, row->type,
                strcmp(row->op, "none") == 0 ? "-" : row->op, count);
        if (earlier)
            bench_print_numbers(report->text, "443", (const double[]){before, now, before / now});
        else
            fprintf(report->text, " %*s", BENCH_NUMBER_WIDTH, "new"),
                bench_print_numbers(report->text, "4", &now);
    }
    fprintf(report->text, "\n");
    if (common == 0)
        return failed("nothing to compare: %s has none of this run's algorithms with the same "
                      "primitive, type, operator and elements",
                      report->options->compare);
    fprintf(report->text,
            "%" PRIu32 " of %" PRIu32 " rows are slower than before by more than %g "
            "%%\n",
            slow, common, tolerance);
    return slow > 0 ? EXIT_FAILURE : 0;
}
