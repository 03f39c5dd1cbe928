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

static bool print_rows(FILE *to, const cJSON *rows)
{
    bool ok = rows != NULL;
    const cJSON *row;

    cJSON_ArrayForEach(row, rows)
    {
        if (row == rows->child)
            print_names(to, row);
        ok = ok && print_values(to, row);
    }
    return ok;
}

bool bench_csv_print(const struct bench_results *results, FILE *to)
{
    cJSON *rows = bench_json_rows(results);
    const bool ok = print_rows(to, rows);

    cJSON_Delete(rows);
    return ok;
}

int bench_csv_write(const struct bench_results *results, struct output *output)
{
    cJSON *rows = bench_json_rows(results);
    const int status = bench_csv_write_rows(rows, output);

    cJSON_Delete(rows);
    return status;
}

int bench_csv_write_rows(const cJSON *rows, struct output *output)
{
    FILE *text = platform_open_nameless();

    if (!text)
        return failed("cannot make a temporary file: %s", strerror(errno));
    const bool ok = print_rows(text, rows) && fflush(text) == 0;
    const int status = ok ? output_copy(output, text) : failed("cannot write a temporary file");
    fclose(text);
    return status;
}
