/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "failure.h"
#include "platform.h"

static void print_names(FILE *to, const cJSON *row)
{
    for (const cJSON *field = row->child; field; field = field->next)
        fprintf(to, "%s%c", field->string, field->next ? ',' : '\n');
}

/* Strings are names, which need no quotes in CSV. */
static bool print_values(FILE *to, const cJSON *row)
{
    for (const cJSON *field = row->child; field; field = field->next) {
        char *other = cJSON_IsString(field) ? NULL : cJSON_PrintUnformatted(field);
        if (!cJSON_IsString(field) && !other)
            return false;
        fprintf(to, "%s%c", other ? other : field->valuestring, field->next ? ',' : '\n');
        cJSON_free(other);
    }
    return true;
}

bool bench_csv_print(const struct bench_results *results, FILE *to)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < results->count; i++) {
        cJSON *row = bench_json_row(&results->rows[i]);
        if (row && i == 0)
            print_names(to, row);
        ok = row && print_values(to, row);
        cJSON_Delete(row);
    }
    return ok;
}

int bench_csv_write(const struct bench_results *results, struct output *output)
{
    FILE *text = platform_open_nameless();

    if (!text)
        return failed("cannot make a temporary file: %s", strerror(errno));
    const bool ok = bench_csv_print(results, text) && fflush(text) == 0;
    const int status = ok ? output_copy(output, text) : failed("cannot write a temporary file");
    fclose(text);
    return status;
}
