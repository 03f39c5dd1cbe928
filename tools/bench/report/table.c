/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Mark, elements, algorithm; then ms, Gelem/s, GB/s and two ratios. The longest names have 19
 * characters, and "auto ()" adds 7. */
#define START "%c %10s  %-26s"

void bench_table_device(FILE *to, const struct bench_results *results)
{
    const struct bench_peer *peer = results->peer;

    fprintf(to, "%s\n%s, subgroups of %" PRIu32 ", Vulkan %s, driver %s\n", results->device,
            results->device_type, results->subgroup_size, results->api, results->driver);
    if (peer)
        fprintf(to, "%s %s, %s, driver for %s\n", peer->title, peer->version, peer->runtime,
                peer->driver);
    fprintf(to, "\n");
}

void bench_table_subject(FILE *to, const struct bench_row *row)
{
    fprintf(to, "%s, ", row->primitive);
    if (bench_row_has(row->op))
        fprintf(to, "%s, ", row->op);
    if (bench_row_has(row->criterion))
        fprintf(to, "%s, ", row->criterion);
    fprintf(to, "%s", row->type);
    if (strcmp(row->out_type, row->type) != 0)
        fprintf(to, " into %s", row->out_type);
    if (bench_row_has(row->values))
        fprintf(to,
                isdigit((unsigned char)row->values[0]) ? " with values of %s bytes" : " with %s",
                row->values);
    if (strcmp(row->data, "random") != 0)
        fprintf(to, ", %s data", row->data);
    if (row->reverse)
        fprintf(to, ", in reverse");
    if (strcmp(row->access, vkscan_access_name(VKSCAN_ACCESS_DESCRIPTOR_SETS)) != 0)
        fprintf(to, ", %s", row->access);
    if (strcmp(row->determinism, vkscan_determinism_name(VKSCAN_DETERMINISM_RUN_TO_RUN)) != 0)
        fprintf(to, ", %s", row->determinism);
}

void bench_table_title(FILE *to, const struct bench_row *row, uint32_t repeat, const char *limit,
                       const struct bench_peer *peer)
{
    char of_limit[16], versus[32];
    const char *const titles[] = {"ms", "Gelem/s", "GB/s", of_limit, versus};

    snprintf(of_limit, sizeof(of_limit), "of %s", limit);
    snprintf(versus, sizeof(versus), "vs %s", peer ? peer->title : "CPU");
    bench_table_subject(to, row);
    fprintf(to, ": medians of up to %" PRIu32 " runs, * is the fastest\n\n", repeat);
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

void bench_format_algorithm(const struct bench_row *row, char text[BENCH_ALGORITHM_SIZE])
{
    if (bench_row_is_auto(row))
        snprintf(text, BENCH_ALGORITHM_SIZE, "%s (%s)", row->algorithm, row->resolved);
    else
        snprintf(text, BENCH_ALGORITHM_SIZE, "%s", row->algorithm);
}

static void print_row(FILE *to, const struct bench_row *row, bool best,
                      const struct bench_peer *peer)
{
    const double versus = peer ? row->peer_ratio : row->cpu_ratio;
    char count[BENCH_COUNT_SIZE], label[BENCH_ALGORITHM_SIZE];

    bench_format_count(row->count, count);
    bench_format_algorithm(row, label);
    fprintf(to, START, best ? '*' : ' ', count, label);
    bench_print_number(to, row->time.median, 4);
    bench_print_number(to, bench_gelem_per_s(row), 3);
    bench_print_number(to, bench_gb_per_s(row), 2);
    bench_print_number(to, row->limit_ratio, 3);
    if (versus > 0)
        bench_print_number(to, versus, 3);
    else /* the peer failed, or the CPU is left out */
        fprintf(to, " %*s", BENCH_NUMBER_WIDTH, "-");
    fprintf(to, "\n");
}

void bench_table_rows(FILE *to, const struct bench_row *rows, uint32_t count,
                      const struct bench_peer *peer)
{
    const struct bench_row *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind == BENCH_ROW_ALGORITHM &&
            (!best || rows[i].time.median < best->time.median))
            best = &rows[i];
    for (uint32_t i = 0; i < count; i++)
        print_row(to, &rows[i], &rows[i] == best, peer);
    fprintf(to, "\n");
}
