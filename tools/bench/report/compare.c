/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "failure.h"

/* Mark, primitive, algorithm, type, operator, elements; then ms before, ms now, and the ratio. */
#define START "%c %-14s %-19s %-4s %-3s %10s"

struct tally {
    uint32_t common, slower;
};

static const char *string_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static double number_of(const cJSON *object, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static bool is_same(const cJSON *object, const char *name, const char *value)
{
    const char *string = string_of(object, name);

    return string && strcmp(string, value) == 0;
}

/* ---- differences ---- */

/* Runs without an output type had only one. */
static bool has_out_type(const cJSON *result, const char *out_type)
{
    return is_same(result, string_of(result, "out_type") ? "out_type" : "type", out_type);
}

/* Nor did any run in reverse. */
static bool has_direction(const cJSON *result, bool reverse)
{
    return (bool)cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "reverse")) == reverse;
}

/* Nor did any have what later ones can: that is what is assumed. */
static bool has_later(const cJSON *result, const char *name, const char *value, const char *before)
{
    const char *earlier = string_of(result, name);

    return strcmp(earlier ? earlier : before, value) == 0;
}

/* The same measurement in the earlier run, or NULL. */
static const cJSON *find_earlier(const struct bench_earlier *earlier, const struct bench_row *row)
{
    const cJSON *result;

    cJSON_ArrayForEach(result, cJSON_GetObjectItemCaseSensitive(earlier->json, "results"))
    {
        if (is_same(result, "primitive", row->primitive) &&
            is_same(result, "algorithm", row->algorithm) && is_same(result, "type", row->type) &&
            has_out_type(result, row->out_type) && has_direction(result, row->reverse) &&
            has_later(result, "determinism", row->determinism, "run") &&
            has_later(result, "criterion", row->criterion, "none") &&
            has_later(result, "values", row->values, "none") &&
            has_later(result, "data", row->data, "random") && is_same(result, "op", row->op) &&
            number_of(result, "n") == (double)row->count)
            return result;
    }
    return NULL;
}

static void print_difference(FILE *to, const char *what, const char *before, const char *now)
{
    if (strcmp(before, now) != 0)
        fprintf(to, "another %s: %s before, %s now\n", what, before, now);
}

static void print_head(FILE *to, const struct bench_results *results,
                       const struct bench_earlier *earlier, double tolerance)
{
    static const char *const titles[] = {"ms then", "ms now", "speed"};
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(earlier->json, "device");

    fprintf(to, "\ncompared with %s\nspeed above 1 is faster, ! is slower by more than %g %%\n",
            earlier->path, tolerance);
    print_difference(to, "device", string_of(device, "name"), results->device);
    print_difference(to, "driver", string_of(device, "driver"), results->driver);
    fprintf(to, "\n" START, ' ', "primitive", "algorithm", "type", "op", "elements");
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        fprintf(to, " %*s", BENCH_NUMBER_WIDTH, titles[i]);
    fprintf(to, "\n");
}

/* before is NULL if the row is new. */
static void print_row(FILE *to, const struct bench_row *row, const double *before, bool slower)
{
    char count[BENCH_COUNT_SIZE];

    bench_format_count(row->count, count);
    fprintf(to, START, slower ? '!' : ' ', row->primitive, row->algorithm, row->type,
            bench_row_has(row->op) ? row->op : "-", count);
    if (before)
        bench_print_number(to, *before, 4);
    else
        fprintf(to, " %*s", BENCH_NUMBER_WIDTH, "new");
    bench_print_number(to, row->time.median, 4);
    if (before)
        bench_print_number(to, *before / row->time.median, 3);
    fprintf(to, "\n");
}

/* Limits, the CPU and peers are shown but not judged. */
static void compare_row(FILE *to, const struct bench_row *row, const struct bench_earlier *earlier,
                        double tolerance, struct tally *tally)
{
    const cJSON *result = find_earlier(earlier, row);
    const double before = result ? number_of(result, "ms_median") : 0;
    const bool counts = result && row->kind == BENCH_ROW_ALGORITHM;
    const bool slower = counts && before / row->time.median < 1 - tolerance / 100;

    tally->common += counts;
    tally->slower += slower;
    print_row(to, row, result ? &before : NULL, slower);
}

int bench_compare(FILE *to, const struct bench_results *results,
                  const struct bench_earlier *earlier, double tolerance)
{
    struct tally tally = {0};

    print_head(to, results, earlier, tolerance);
    for (uint32_t i = 0; i < results->count; i++)
        compare_row(to, &results->rows[i], earlier, tolerance, &tally);
    fprintf(to, "\n");
    if (tally.common == 0)
        return failed("nothing to compare: %s has none of this run's algorithms with the same "
                      "primitive, type, operator and elements",
                      earlier->path);
    fprintf(to, "%" PRIu32 " of %" PRIu32 " rows are slower than before by more than %g %%\n",
            tally.slower, tally.common, tolerance);
    return tally.slower > 0 ? EXIT_FAILURE : 0;
}
