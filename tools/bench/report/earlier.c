/* SPDX-License-Identifier: MIT */
#include "earlier.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

#define FILE_MAX (16u << 20) /* bytes; a row takes less than a thousand */

static int not_ours(const char *path, const char *reason)
{
    return failed("%s is no JSON of vkscan-bench: %s", path, reason);
}

/* ---- the file ---- */

/* All of it with a '\0' behind, or NULL with errno. The caller frees it. */
static char *read_text(FILE *file)
{
    char *text = malloc(FILE_MAX);

    if (!text)
        return NULL;
    const size_t size = fread(text, 1, FILE_MAX - 1, file);
    text[size] = '\0';
    if (!ferror(file) && size < FILE_MAX - 1)
        return text;
    if (!ferror(file))
        errno = EFBIG;
    free(text);
    return NULL;
}

static int read_json(const char *path, cJSON **json)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? read_text(file) : NULL;
    const int error = errno;

    if (file)
        fclose(file);
    if (!text)
        return failed("cannot read %s: %s", path, strerror(error));
    *json = cJSON_ParseWithOpts(text, NULL, true);
    free(text);
    return *json ? 0 : not_ours(path, "it cannot be parsed");
}

/* ---- what it must have ---- */

static bool has_strings(const cJSON *object, const char *const names[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(object, names[i])))
            return false;
    return true;
}

/* A time can be 0 where the clock is coarse. */
static bool has_number(const cJSON *object, const char *name)
{
    const double value = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));

    return isfinite(value) && value >= 0;
}

static bool is_result(const cJSON *result)
{
    static const char *const strings[] = {"primitive", "algorithm", "type", "op"};

    return has_strings(result, strings, 4) && has_number(result, "n") &&
           has_number(result, "ms_median");
}

static int check_json(const char *path, const cJSON *json)
{
    static const char *const program[] = {"vkscan"};
    static const char *const device[] = {"name", "driver"};
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    const cJSON *result;

    if (!has_strings(json, program, 1))
        return not_ours(path, "it does not tell vkscan's version");
    if (!has_strings(cJSON_GetObjectItemCaseSensitive(json, "device"), device, 2))
        return not_ours(path, "it does not tell the device and its driver");
    if (!cJSON_IsArray(results))
        return not_ours(path, "it has no array of results");
    cJSON_ArrayForEach(result, results)
    {
        if (!is_result(result))
            return not_ours(path, "one of its results lacks a field");
    }
    return 0;
}

int bench_earlier_read(struct bench_earlier *earlier, const char *path)
{
    *earlier = (struct bench_earlier){.path = path};
    if (!path)
        return 0;
    const int status = read_json(path, &earlier->json);
    return status ? status : check_json(path, earlier->json);
}

void bench_earlier_free(struct bench_earlier *earlier)
{
    cJSON_Delete(earlier->json);
}
