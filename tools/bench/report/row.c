/* SPDX-License-Identifier: MIT */
#include "row.h"

#include <string.h>

#define OF_ROW(member) offsetof(struct bench_row, member)

const struct field bench_subject_fields[] = {
    {"primitive", FIELD_TEXT, OF_ROW(primitive)},
    {"algorithm", FIELD_TEXT, OF_ROW(algorithm)},
    {"resolved", FIELD_TEXT, OF_ROW(resolved)},
    {"shape", FIELD_CHARS, OF_ROW(shape)},
    {"type", FIELD_TEXT, OF_ROW(type)},
    {"out_type", FIELD_TEXT, OF_ROW(out_type)},
    {"op", FIELD_TEXT, OF_ROW(op)},
    {"reverse", FIELD_FLAG, OF_ROW(reverse)},
    {"access", FIELD_TEXT, OF_ROW(access)},
    {"count_in_buffer", FIELD_FLAG, OF_ROW(count_in_buffer)},
    {"determinism", FIELD_TEXT, OF_ROW(determinism)},
    {"criterion", FIELD_TEXT, OF_ROW(criterion)},
    {"values", FIELD_TEXT, OF_ROW(values)},
    {"bins", FIELD_CHARS, OF_ROW(bins)},
    {NULL, 0, 0},
};

const struct field bench_result_fields[] = {
    {"data", FIELD_TEXT, OF_ROW(data)},
    {"n", FIELD_COUNT, OF_ROW(count)},
    {"repeats", FIELD_SMALL, OF_ROW(time.repeats)},
    {"ms_min", FIELD_NUMBER, OF_ROW(time.min)},
    {"ms_median", FIELD_NUMBER, OF_ROW(time.median)},
    {"ms_max", FIELD_NUMBER, OF_ROW(time.max)},
    {"gelem_per_s", FIELD_NUMBER, OF_ROW(gelem_per_s)},
    {"gb_per_s", FIELD_NUMBER, OF_ROW(gb_per_s)},
    {"limit_ratio", FIELD_NUMBER, OF_ROW(limit_ratio)},
    {"peer_ratio", FIELD_RATIO, OF_ROW(peer_ratio)},
    {"verified", FIELD_FLAG, OF_ROW(verified)},
    {NULL, 0, 0},
};

/* Returns the field's value as JSON; NULL if it has none. */
static cJSON *value_of(const struct field *field, const void *structure)
{
    const void *at = (const char *)structure + field->offset;

    switch (field->kind) {
    case FIELD_TEXT:
        return cJSON_CreateString(*(const char *const *)at);
    case FIELD_CHARS:
        return cJSON_CreateString(at);
    case FIELD_FLAG:
        return cJSON_CreateBool(*(const bool *)at);
    case FIELD_COUNT:
        return cJSON_CreateNumber((double)*(const uint64_t *)at);
    case FIELD_SMALL:
        return cJSON_CreateNumber(*(const uint32_t *)at);
    case FIELD_RATIO:
        if (*(const double *)at <= 0)
            return NULL;
        break;
    case FIELD_NUMBER:
        break;
    }
    return cJSON_CreateNumber(*(const double *)at);
}

void fields_add(cJSON *object, const struct field *fields, const void *structure)
{
    for (; fields->name; fields++)
        cJSON_AddItemToObject(object, fields->name, value_of(fields, structure));
}

const char *json_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

double json_number(const cJSON *object, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));
}
