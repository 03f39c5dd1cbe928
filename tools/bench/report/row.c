/* SPDX-License-Identifier: MIT */
#include "row.h"

#include <string.h>

#define OF_ROW(member) offsetof(struct bench_row, member)
#define ALWAYS "" /* a value for `before`: every run has the field */

const struct field bench_subject_fields[] = {
    {"primitive", FIELD_TEXT, OF_ROW(primitive), ALWAYS},
    {"algorithm", FIELD_TEXT, OF_ROW(algorithm), ALWAYS},
    {"resolved", FIELD_TEXT, OF_ROW(resolved), NULL},
    {"type", FIELD_TEXT, OF_ROW(type), ALWAYS},
    {"out_type", FIELD_TEXT, OF_ROW(out_type), "type"},
    {"op", FIELD_TEXT, OF_ROW(op), ALWAYS},
    {"reverse", FIELD_FLAG, OF_ROW(reverse), "false"},
    {"access", FIELD_TEXT, OF_ROW(access), NULL},
    {"count_in_buffer", FIELD_FLAG, OF_ROW(count_in_buffer), NULL},
    {"determinism", FIELD_TEXT, OF_ROW(determinism), "run"},
    {"criterion", FIELD_TEXT, OF_ROW(criterion), "none"},
    {"values", FIELD_TEXT, OF_ROW(values), "none"},
    {"bins", FIELD_CHARS, OF_ROW(bins), "none"},
    {NULL, 0, 0, NULL},
};

const struct field bench_result_fields[] = {
    {"data", FIELD_TEXT, OF_ROW(data), "random"},
    {"n", FIELD_COUNT, OF_ROW(count), ALWAYS},
    {"repeats", FIELD_SMALL, OF_ROW(time.repeats), NULL},
    {"ms_min", FIELD_NUMBER, OF_ROW(time.min), NULL},
    {"ms_median", FIELD_NUMBER, OF_ROW(time.median), NULL},
    {"ms_max", FIELD_NUMBER, OF_ROW(time.max), NULL},
    {"gelem_per_s", FIELD_NUMBER, OF_ROW(gelem_per_s), NULL},
    {"gb_per_s", FIELD_NUMBER, OF_ROW(gb_per_s), NULL},
    {"limit_ratio", FIELD_NUMBER, OF_ROW(limit_ratio), NULL},
    {"peer_ratio", FIELD_RATIO, OF_ROW(peer_ratio), NULL},
    {"verified", FIELD_FLAG, OF_ROW(verified), NULL},
    {NULL, 0, 0, NULL},
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

/* Returns what an earlier run without the field had: another field's value, or a constant. */
static cJSON *make_before(const cJSON *object, const struct field *field)
{
    const char *other = json_text(object, field->before);

    return field->kind == FIELD_FLAG ? cJSON_CreateBool(strcmp(field->before, "true") == 0)
                                     : cJSON_CreateString(other ? other : field->before);
}

bool fields_are_same(const cJSON *object, const struct field *fields, const void *structure)
{
    bool same = true;

    for (; fields->name && same; fields++) {
        const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, fields->name);
        if (!fields->before)
            continue;
        cJSON *before = found ? NULL : make_before(object, fields);
        cJSON *now = value_of(fields, structure);
        same = cJSON_Compare(found ? found : before, now, true);
        cJSON_Delete(before);
        cJSON_Delete(now);
    }
    return same;
}

const char *json_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

double json_number(const cJSON *object, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));
}
