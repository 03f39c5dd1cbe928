/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "csv.h"

#include <stdio.h>
#include <stdlib.h>

#include "json.h"
#include "failure.h"

static void print_names(FILE *to, const cJSON *row)
{
    for (const cJSON *field = row->child; field; field = field->next)
        fprintf(to, "%s%c", field->string, field->next ? ',' : '\n');
}

/* No string has anything in it that CSV would quote: all are names of the library's. */
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
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    bool ok = memory && bench_csv_print(results, memory);
    ok = (!memory || fclose(memory) == 0) && ok;
    const int status = ok ? output_write(output, text, size) : failed("out of memory");
    free(text);
    return status;
}
