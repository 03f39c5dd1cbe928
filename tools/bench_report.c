/* SPDX-License-Identifier: MIT */
#include "bench_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "failure.h"
#include "output.h"

struct bench_report {
    const char *path;
    struct output output;
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

static const char *device_type(VkPhysicalDeviceType type)
{
    static const char *const names[] = {"other", "integrated GPU", "discrete GPU", "virtual GPU",
                                        "CPU"};

    return (size_t)type < sizeof(names) / sizeof(names[0]) ? names[type] : names[0];
}

static void format_version(uint32_t version, char text[32])
{
    snprintf(text, 32, "%u.%u.%u", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
             VK_API_VERSION_PATCH(version));
}

static void describe_device(struct bench_report *report, const struct gpu *gpu)
{
    cJSON *device = cJSON_AddObjectToObject(report->json, "device");
    char api[32], driver[VK_MAX_DRIVER_NAME_SIZE + VK_MAX_DRIVER_INFO_SIZE + 2];
    char version[32];

    format_version(gpu->properties.apiVersion, api);
    snprintf(driver, sizeof(driver), "%s %s", gpu->driver.driverName, gpu->driver.driverInfo);
    printf("%s (%s), driver %s, Vulkan %s, subgroups of %u\n", gpu->properties.deviceName,
           device_type(gpu->properties.deviceType), driver, api, gpu->info.subgroup_size);

    snprintf(version, sizeof(version), "%d.%d.%d", VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR,
             VKSCAN_VERSION_PATCH);
    cJSON_AddStringToObject(report->json, "vkscan", version);
    cJSON_AddStringToObject(device, "name", gpu->properties.deviceName);
    cJSON_AddStringToObject(device, "driver", driver);
    cJSON_AddStringToObject(device, "api", api);
    cJSON_AddStringToObject(device, "type", device_type(gpu->properties.deviceType));
    cJSON_AddNumberToObject(device, "subgroup_size", gpu->info.subgroup_size);
}

struct bench_report *bench_report_open(const struct gpu *gpu, const char *path)
{
    struct bench_report *report = calloc(1, sizeof(*report));

    if (!report) {
        failed("out of memory");
        return NULL;
    }
    report->path = path;
    if (path && output_open(&report->output, path) != 0) {
        free(report);
        return NULL;
    }
    report->json = cJSON_CreateObject();
    describe_device(report, gpu);
    report->results = cJSON_AddArrayToObject(report->json, "results");
    return report;
}

void bench_report_title(const char *primitive, const char *op, const char *type, const char *limit)
{
    printf("\n%s, %s, %s\n\n", primitive, op, type);
    printf("  %12s  %-12s %12s %10s %10s %8s%-4s %8s\n", "elements", "algorithm", "ms", "Gelem/s",
           "GB/s", "x ", limit, "x CPU");
}

static bool is_algorithm(const struct bench_row *row)
{
    return vkscan_algorithm_name(VKSCAN_ALGORITHM_AUTO) && strcmp(row->algorithm, "cpu") != 0 &&
           strcmp(row->algorithm, limits_name(LIMIT_COPY)) != 0 &&
           strcmp(row->algorithm, limits_name(LIMIT_READ)) != 0;
}

static void print_row(const struct bench_row *row, bool best)
{
    printf("%c %12llu  %-12s %12.4f %10.3f %10.2f %12.3f %8.2f\n", best ? '*' : ' ',
           (unsigned long long)row->count, row->algorithm, row->time.median, gelem_per_s(row),
           gb_per_s(row), row->limit_ratio, row->cpu_ratio);
}

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

void bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count)
{
    const struct bench_row *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (is_algorithm(&rows[i]) && (!best || rows[i].time.median < best->time.median))
            best = &rows[i];
    for (uint32_t i = 0; i < count; i++) {
        print_row(&rows[i], &rows[i] == best);
        add_row(report->results, &rows[i]);
    }
    printf("\n");
    fflush(stdout);
}

int bench_report_close(struct bench_report *report)
{
    int status = 0;

    if (report->path) {
        char *text = cJSON_Print(report->json);
        if (!text)
            status = failed("out of memory");
        if (status == 0)
            status = output_write(&report->output, text, strlen(text));
        if (status == 0)
            status = output_write(&report->output, "\n", 1);
        if (status == 0)
            status = output_commit(&report->output);
        output_close(&report->output);
        cJSON_free(text);
    }
    cJSON_Delete(report->json);
    free(report);
    return status;
}
