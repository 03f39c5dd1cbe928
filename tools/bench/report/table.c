/* SPDX-License-Identifier: MIT */
/* The tables of report.h. */
#include "report.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A line: mark, elements, algorithm; then ms and their spread, Gelem/s, GB/s and two ratios. The
 * longest names have 20 characters, as "auto (binary-search)". */
#define START "%c %10s  %-20s"
#define SPREAD_WIDTH 5

void bench_table_device(const struct bench_report *report)
{
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(report->json, "device");
    FILE *to = report->text;

    fprintf(to, "%s\n%s, subgroups of %g, Vulkan %s, driver %s\n", json_text(device, "name"),
            json_text(device, "type"), json_number(device, "subgroup_size"),
            json_text(device, "api"), json_text(device, "driver"));
    for (uint32_t i = 0; report->peers && i < report->options->peer_count; i++) {
        const struct bench_peer *peer = &report->peers[i];
        fprintf(to, "%s %s, %s, driver for %s\n", peer->title, json_text(peer->about, "version"),
                json_text(peer->about, "runtime"), json_text(peer->about, "driver"));
    }
    fprintf(to, "\n");
}

static void print_unless(FILE *to, const char *format, const char *value, const char *usual)
{
    if (strcmp(value, usual) != 0)
        fprintf(to, format, value);
}

void bench_table_subject(FILE *to, const struct bench_row *row)
{
    fprintf(to, "%s, ", row->primitive);
    print_unless(to, "%s, ", row->label.op, "none");
    print_unless(to, "%s, ", row->label.criterion, "none");
    fprintf(to, "%s", row->type);
    print_unless(to, " into %s", row->out_type, row->type);
    print_unless(
        to, isdigit((unsigned char)row->label.values[0]) ? " with values of %s bytes" : " with %s",
        row->label.values, "none");
    print_unless(to, ", %s", row->label.bins, "none");
    print_unless(to, ", %s", row->label.segments, "none");
    print_unless(to, ", %s", row->label.sorted, "none");
    print_unless(to, ", %s data", row->data, "random");
    fprintf(to, "%s", row->reverse ? ", in reverse" : "");
    print_unless(to, ", %s", row->access, vkscan_access_name(VKSCAN_ACCESS_DESCRIPTOR_SETS));
    if (row->capacity)
        fprintf(to, ", of a capacity of %" PRIu64, row->capacity);
    fprintf(to, "%s", row->count_in_buffer ? ", count in a buffer" : "");
    print_unless(to, ", %s", row->determinism,
                 vkscan_determinism_name(VKSCAN_DETERMINISM_RUN_TO_RUN));
}

void bench_table_title(const struct bench_report *report, const struct bench_row *row,
                       const char *limit)
{
    char of_limit[16], versus[32];
    const char *const titles[] = {"Gelem/s", "GB/s", of_limit, versus, NULL};

    snprintf(of_limit, sizeof(of_limit), "of %s", limit);
    snprintf(versus, sizeof(versus), "vs %s", report->peers ? report->peers->title : "CPU");
    bench_table_subject(report->text, row);
    fprintf(report->text, ": medians of up to %" PRIu32 " runs, * is the fastest\n\n",
            report->options->repeat);
    fprintf(report->text, START, ' ', "elements", "algorithm");
    fprintf(report->text, " %*s %*s", BENCH_NUMBER_WIDTH, "ms", SPREAD_WIDTH, "+-%");
    bench_print_titles(report->text, titles);
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

void bench_print_titles(FILE *to, const char *const titles[])
{
    for (; *titles; titles++)
        fprintf(to, " %*s", BENCH_NUMBER_WIDTH, *titles);
    fprintf(to, "\n");
}

static void print_number(FILE *to, double value, int decimals)
{
    while (decimals > 0 && snprintf(NULL, 0, "%.*f", decimals, value) > BENCH_NUMBER_WIDTH)
        decimals--;
    if (isnan(value))
        fprintf(to, " %*s", BENCH_NUMBER_WIDTH, "-");
    else if (snprintf(NULL, 0, "%.*f", decimals, value) > BENCH_NUMBER_WIDTH)
        fprintf(to, " %*.1e", BENCH_NUMBER_WIDTH, value);
    else
        fprintf(to, " %*.*f", BENCH_NUMBER_WIDTH, decimals, value);
}

void bench_print_numbers(FILE *to, const char *decimals, const double *numbers)
{
    for (; *decimals; decimals++)
        if (*decimals == ' ')
            fprintf(to, "    ");
        else
            print_number(to, *numbers++, *decimals - '0');
    fprintf(to, "\n");
}

/* Prints the median, and half of the range of all repeats in percent. */
static void print_time(FILE *to, const struct timing *time)
{
    const double spread = (time->max - time->min) / 2 / time->median * 100;

    print_number(to, time->median, 4);
    fprintf(to, " %*.*f", SPREAD_WIDTH, spread < 100 ? 1 : 0, spread);
}

void bench_format_algorithm(const struct bench_row *row, char text[BENCH_ALGORITHM_SIZE])
{
    if (strcmp(row->algorithm, row->resolved) != 0) /* auto was asked for */
        snprintf(text, BENCH_ALGORITHM_SIZE, "%s (%s)", row->algorithm, row->resolved);
    else
        snprintf(text, BENCH_ALGORITHM_SIZE, "%s", row->algorithm);
}

void bench_table_rows(FILE *to, const struct bench_row *rows, uint32_t count,
                      const struct bench_peer *peer)
{
    const struct bench_row *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (rows[i].kind == BENCH_ROW_ALGORITHM &&
            (!best || rows[i].time.median < best->time.median))
            best = &rows[i];
    for (uint32_t i = 0; i < count; i++) {
        const struct bench_row *row = &rows[i];
        const double versus = peer ? row->peer_ratio : row->cpu_ratio;
        char elements[BENCH_COUNT_SIZE], label[BENCH_ALGORITHM_SIZE];
        bench_format_count(row->count, elements);
        bench_format_algorithm(row, label);
        fprintf(to, START, row == best ? '*' : ' ', elements, label);
        /* The last number is missing if the peer failed, or the CPU is left out. */
        print_time(to, &row->time);
        bench_print_numbers(to, "3233",
                            (const double[]){row->gelem_per_s, row->gb_per_s, row->limit_ratio,
                                             versus > 0 ? versus : NAN});
    }
    fprintf(to, "\n");
}
