/* SPDX-License-Identifier: MIT */
#include "bench_table.h"

#include <inttypes.h>

/* The mark, elements, algorithm; then ms, Gelem/s, GB/s and both ratios. The longest names have 19
 * characters, around which "auto ()" takes another 7. */
#define START "%c %10s  %-26s"
#define LABEL_SIZE 64

void bench_table_device(FILE *to, const struct bench_results *results)
{
    fprintf(to, "%s\n%s, subgroups of %" PRIu32 ", Vulkan %s, driver %s\n\n", results->device,
            results->device_type, results->subgroup_size, results->api, results->driver);
}

void bench_table_title(FILE *to, const vkscan_plan_params *params, uint32_t repeat,
                       const char *limit)
{
    char of_limit[16];
    const char *const titles[] = {"ms", "Gelem/s", "GB/s", of_limit, "vs CPU"};

    snprintf(of_limit, sizeof(of_limit), "of %s", limit);
    fprintf(to, "%s, %s, %s: medians of up to %" PRIu32 " runs, * is the fastest\n\n",
            vkscan_primitive_name(params->primitive), vkscan_op_name(params->op),
            vkscan_type_name(params->type), repeat);
    fprintf(to, START, ' ', "elements", "algorithm");
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        fprintf(to, " %*s", BENCH_NUMBER_WIDTH, titles[i]);
    fprintf(to, "\n");
}

void bench_format_count(uint64_t count, char text[BENCH_COUNT_SIZE])
{
    unsigned exponent = 0;

    while (count >> exponent > 1)
        exponent++;
    if (count == 1ull << exponent)
        snprintf(text, BENCH_COUNT_SIZE, "2^%u", exponent);
    else
        snprintf(text, BENCH_COUNT_SIZE, "%" PRIu64, count);
}

void bench_print_number(FILE *to, double value, int decimals)
{
    while (decimals > 0 && snprintf(NULL, 0, "%.*f", decimals, value) > BENCH_NUMBER_WIDTH)
        decimals--;
    if (snprintf(NULL, 0, "%.*f", decimals, value) > BENCH_NUMBER_WIDTH)
        fprintf(to, " %*.1e", BENCH_NUMBER_WIDTH, value);
    else
        fprintf(to, " %*.*f", BENCH_NUMBER_WIDTH, decimals, value);
}

static void format_label(const struct bench_row *row, char text[LABEL_SIZE])
{
    if (bench_row_is_auto(row))
        snprintf(text, LABEL_SIZE, "%s (%s)", row->algorithm, row->resolved);
    else
        snprintf(text, LABEL_SIZE, "%s", row->algorithm);
}

static void print_row(FILE *to, const struct bench_row *row, bool best)
{
    char count[BENCH_COUNT_SIZE], label[LABEL_SIZE];

    bench_format_count(row->count, count);
    format_label(row, label);
    fprintf(to, START, best ? '*' : ' ', count, label);
    bench_print_number(to, row->time.median, 4);
    bench_print_number(to, bench_gelem_per_s(row), 3);
    bench_print_number(to, bench_gb_per_s(row), 2);
    bench_print_number(to, row->limit_ratio, 3);
    bench_print_number(to, row->cpu_ratio, 3);
    fprintf(to, "\n");
}

void bench_table_rows(FILE *to, const struct bench_row *rows, uint32_t count)
{
    const struct bench_row *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (!rows[i].yardstick && (!best || rows[i].time.median < best->time.median))
            best = &rows[i];
    for (uint32_t i = 0; i < count; i++)
        print_row(to, &rows[i], &rows[i] == best);
    fprintf(to, "\n");
}
