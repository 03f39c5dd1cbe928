/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <string.h>

#include "failure.h"

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x
#define VERSION                                                                                    \
    STRING(VKSCAN_VERSION_MAJOR) "." STRING(VKSCAN_VERSION_MINOR) "." STRING(VKSCAN_VERSION_PATCH)

cJSON *bench_json_subject(const struct bench_row *row)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "primitive", row->primitive);
    cJSON_AddStringToObject(object, "algorithm", row->algorithm);
    cJSON_AddStringToObject(object, "resolved", row->resolved);
    cJSON_AddStringToObject(object, "type", row->type);
    cJSON_AddStringToObject(object, "out_type", row->out_type);
    cJSON_AddStringToObject(object, "op", row->op);
    cJSON_AddBoolToObject(object, "reverse", row->reverse);
    cJSON_AddStringToObject(object, "access", row->access);
    cJSON_AddStringToObject(object, "determinism", row->determinism);
    cJSON_AddStringToObject(object, "criterion", row->criterion);
    cJSON_AddStringToObject(object, "values", row->values);
    return object;
}

static cJSON *make_row(const struct bench_row *row)
{
    cJSON *object = bench_json_subject(row);

    cJSON_AddStringToObject(object, "data", row->data);
    cJSON_AddNumberToObject(object, "n", (double)row->count);
    cJSON_AddNumberToObject(object, "repeats", row->time.repeats);
    cJSON_AddNumberToObject(object, "ms_min", row->time.min);
    cJSON_AddNumberToObject(object, "ms_median", row->time.median);
    cJSON_AddNumberToObject(object, "ms_max", row->time.max);
    cJSON_AddNumberToObject(object, "gelem_per_s", bench_gelem_per_s(row));
    cJSON_AddNumberToObject(object, "gb_per_s", bench_gb_per_s(row));
    cJSON_AddNumberToObject(object, "limit_ratio", row->limit_ratio);
    if (row->peer_ratio > 0)
        cJSON_AddNumberToObject(object, "peer_ratio", row->peer_ratio);
    cJSON_AddBoolToObject(object, "verified", true);
    return object;
}

cJSON *bench_json_rows(const struct bench_results *results)
{
    cJSON *rows = cJSON_CreateArray();

    for (uint32_t i = 0; i < results->count; i++)
        cJSON_AddItemToArray(rows, make_row(&results->rows[i]));
    return rows;
}

static void add_device(cJSON *json, const struct bench_results *results)
{
    cJSON *device = cJSON_AddObjectToObject(json, "device");

    cJSON_AddStringToObject(device, "name", results->device);
    cJSON_AddStringToObject(device, "driver", results->driver);
    cJSON_AddStringToObject(device, "api", results->api);
    cJSON_AddStringToObject(device, "type", results->device_type);
    cJSON_AddNumberToObject(device, "subgroup_size", results->subgroup_size);
}

static void add_peer(cJSON *json, const struct bench_peer *peer)
{
    cJSON *object = cJSON_AddObjectToObject(json, "peer");

    cJSON_AddStringToObject(object, "name", peer->name);
    cJSON_AddStringToObject(object, "version", peer->version);
    cJSON_AddStringToObject(object, "runtime", peer->runtime);
    cJSON_AddStringToObject(object, "driver", peer->driver);
    cJSON_AddStringToObject(object, "device", peer->device);
}

cJSON *bench_json(const struct bench_results *results)
{
    cJSON *json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "vkscan", VERSION);
    add_device(json, results);
    if (results->tuning)
        cJSON_AddStringToObject(json, "tuning", results->tuning);
    if (results->peer)
        add_peer(json, results->peer);
    cJSON_AddItemToObject(json, "results", bench_json_rows(results));
    return json;
}

int bench_json_print(cJSON *json, struct output *output)
{
    char *text = cJSON_Print(json);
    int status = text ? output_write(output, text, strlen(text)) : failed("out of memory");

    if (!status)
        status = output_write(output, "\n", 1);
    cJSON_free(text);
    cJSON_Delete(json);
    return status;
}

int bench_json_write(const struct bench_results *results, struct output *output)
{
    return bench_json_print(bench_json(results), output);
}
