/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include <errno.h>
#include <string.h>

#include "failure.h"
#include "platform.h"

/* Prints a row's values. Its strings are names, which need no quotes in CSV. */
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

bool csv_print(const cJSON *rows, FILE *to)
{
    const cJSON *first = rows->child;
    bool ok = true;

    for (const cJSON *field = first ? first->child : NULL; field; field = field->next)
        fprintf(to, "%s%c", field->string, field->next ? ',' : '\n');
    for (const cJSON *row = first; row && ok; row = row->next)
        ok = print_values(to, row);
    return ok;
}

int csv_write(const cJSON *rows, struct output *output)
{
    FILE *text = platform_open_nameless();

    if (!text)
        return failed("cannot make a temporary file: %s", strerror(errno));
    const bool ok = csv_print(rows, text) && fflush(text) == 0;
    const int status = ok ? output_copy(output, text) : failed("cannot write a temporary file");
    fclose(text);
    return status;
}
