/* SPDX-License-Identifier: MIT */
#include "bench_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "failure.h"
#include "output.h"

struct bench_report {
    const char *path; /* of the JSON; NULL: none */
    struct output output;
    FILE *table;
    cJSON *json;
    cJSON *results;
};

static double gelem_per_s(const struct bench_row *row)
{
    return (double)row->count / row->time.median / 1e6;
}

static double gb_per_s(const struct bench_row *row)
{
    return (double)row->bytes / row->time.median / 1e6;
}

static void format_version(uint32_t major, uint32_t minor, uint32_t patch, char text[48])
{
    snprintf(text, 48, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, major, minor, patch);
}

static void describe_device(struct bench_report *report, const struct gpu *gpu)
{
    const uint32_t version = gpu->properties.apiVersion;
    cJSON *device = cJSON_AddObjectToObject(report->json, "device");
    char api[48], driver[GPU_DRIVER_SIZE];

    format_version(VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                   VK_API_VERSION_PATCH(version), api);
    gpu_driver_name(gpu, driver);
    fprintf(report->table, "%s\n%s, subgroups of %" PRIu32 ", Vulkan %s, driver %s\n\n",
            gpu->properties.deviceName, gpu_type_name(gpu), gpu->info.subgroup_size, api, driver);
    cJSON_AddStringToObject(device, "name", gpu->properties.deviceName);
    cJSON_AddStringToObject(device, "driver", driver);
    cJSON_AddStringToObject(device, "api", api);
    cJSON_AddStringToObject(device, "type", gpu_type_name(gpu));
    cJSON_AddNumberToObject(device, "subgroup_size", gpu->info.subgroup_size);
}

struct bench_report *bench_report_open(const struct gpu *gpu, const char *path)
{
    struct bench_report *report = calloc(1, sizeof(*report));
    char version[48];

    if (!report) {
        failed("out of memory");
        return NULL;
    }
    report->path = path;
    report->table = path && strcmp(path, "-") == 0 ? stderr : stdout;
    if (path && output_open(&report->output, path) != 0) {
        free(report);
        return NULL;
    }
    report->json = cJSON_CreateObject();
    format_version(VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH, version);
    cJSON_AddStringToObject(report->json, "vkscan", version);
    describe_device(report, gpu);
    report->results = cJSON_AddArrayToObject(report->json, "results");
    return report;
}

/* ---- the table ---- */

/* Elements, as a power of two if they are one, algorithm, ms, Gelem/s, GB/s and both ratios: in 80
 * columns. */
#define TITLES "  %10s  %4s  %-9s %10s %9s %9s %9s %9s\n"
#define ROW "%c %10" PRIu64 "  %4s  %-9s %10.4f %9.3f %9.2f %9.3f %9.3f\n"

void bench_report_title(struct bench_report *report, const vkscan_plan_params *params,
                        uint32_t repeat, const char *limit)
{
    char of_limit[16];

    snprintf(of_limit, sizeof(of_limit), "of %s", limit);
    fprintf(report->table, "%s, %s, %s: medians of up to %" PRIu32 " runs, * is the fastest\n\n",
            vkscan_primitive_name(params->primitive), vkscan_op_name(params->op),
            vkscan_type_name(params->type), repeat);
    fprintf(report->table, TITLES, "elements", "", "algorithm", "ms", "Gelem/s", "GB/s", of_limit,
            "vs CPU");
}

static void format_power(uint64_t count, char text[8])
{
    unsigned exponent = 0;

    while (count >> exponent > 1)
        exponent++;
    snprintf(text, 8, count == 1ull << exponent ? "2^%u" : "", exponent);
}

static void print_row(FILE *to, const struct bench_row *row, bool best)
{
    char power[8];

    format_power(row->count, power);
    fprintf(to, ROW, best ? '*' : ' ', row->count, power, row->algorithm, row->time.median,
            gelem_per_s(row), gb_per_s(row), row->limit_ratio, row->cpu_ratio);
}

/* ---- JSON ---- */

static void add_row(cJSON *results, const struct bench_row *row)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "primitive", row->primitive);
    cJSON_AddStringToObject(object, "algorithm", row->algorithm);
    cJSON_AddStringToObject(object, "type", row->type);
    cJSON_AddStringToObject(object, "op", row->op);
    cJSON_AddNumberToObject(object, "n", (double)row->count);
    cJSON_AddNumberToObject(object, "repeats", row->time.repeats);
    cJSON_AddNumberToObject(object, "ms_min", row->time.min);
    cJSON_AddNumberToObject(object, "ms_median", row->time.median);
    cJSON_AddNumberToObject(object, "ms_max", row->time.max);
    cJSON_AddNumberToObject(object, "gelem_per_s", gelem_per_s(row));
    cJSON_AddNumberToObject(object, "gb_per_s", gb_per_s(row));
    cJSON_AddNumberToObject(object, "limit_ratio", row->limit_ratio);
    cJSON_AddBoolToObject(object, "verified", true);
    cJSON_AddItemToArray(results, object);
}

static int write_json(struct bench_report *report)
{
    char *text = cJSON_Print(report->json);

    int status = text ? output_write(&report->output, text, strlen(text)) : failed("out of memory");
    if (!status)
        status = output_write(&report->output, "\n", 1);
    if (!status)
        status = output_commit(&report->output);
    cJSON_free(text);
    return status;
}

/* ---- both ---- */

int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count)
{
    const struct bench_row *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (!rows[i].yardstick && (!best || rows[i].time.median < best->time.median))
            best = &rows[i];
    for (uint32_t i = 0; i < count; i++) {
        print_row(report->table, &rows[i], &rows[i] == best);
        add_row(report->results, &rows[i]);
    }
    fprintf(report->table, "\n");
    return fflush(report->table) == 0 ? 0 : failed("cannot write the table: %s", strerror(errno));
}

int bench_report_close(struct bench_report *report, bool passed)
{
    int status = passed ? 0 : EXIT_FAILURE;

    if (passed && report->path)
        status = write_json(report);
    fprintf(report->table, "%s\n", status ? "GOLD TEST FAILED" : "GOLD TEST PASSED!");
    if (report->path)
        output_close(&report->output);
    cJSON_Delete(report->json);
    free(report);
    return status;
}
