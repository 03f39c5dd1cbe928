/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decimal or, after 0x, hexadecimal. Octal would surprise: 010 is ten. */
static bool parse_integer(const char *text, long long least, long long most, long long *out)
{
    const char *digits = text + (*text == '-');
    const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;

    if (!isdigit((unsigned char)digits[0]))
        return false;
    errno = 0;
    *out = strtoll(text, &end, hexadecimal ? 16 : 10);
    return errno == 0 && *end == '\0' && *out >= least && *out <= most;
}

static bool parse_u32(const char *text, union value *out)
{
    long long number;

    if (*text == '-' || !parse_integer(text, 0, UINT32_MAX, &number))
        return false;
    out->u32 = (uint32_t)number;
    return true;
}

static bool parse_i32(const char *text, union value *out)
{
    long long number;

    if (!parse_integer(text, INT32_MIN, INT32_MAX, &number))
        return false;
    out->i32 = (int32_t)number;
    return true;
}

static bool parse_f32(const char *text, union value *out)
{
    char *end;

    if (*text == '\0' || isspace((unsigned char)*text))
        return false;
    errno = 0;
    out->f32 = strtof(text, &end);
    /* ERANGE alone may be a denormal, which is fine. */
    return *end == '\0' && !(errno == ERANGE && isinf(out->f32));
}

static void format_u32(const union value *value, char *text, size_t size)
{
    snprintf(text, size, "%" PRIu32, value->u32);
}

static void format_i32(const union value *value, char *text, size_t size)
{
    snprintf(text, size, "%" PRId32, value->i32);
}

static void format_f32(const union value *value, char *text, size_t size)
{
    snprintf(text, size, "%.9g", (double)value->f32);
}

static const struct row {
    const char *dtype;
    const char *range;
    bool (*parse)(const char *text, union value *out);
    void (*format)(const union value *value, char *text, size_t size);
} rows[] = {
    [VKSCAN_TYPE_U32] = {"<u4", "an integer from 0 to 4294967295", parse_u32, format_u32},
    [VKSCAN_TYPE_I32] = {"<i4", "an integer from -2147483648 to 2147483647", parse_i32, format_i32},
    [VKSCAN_TYPE_F32] = {"<f4", "a number up to 3.4e38, inf or nan", parse_f32, format_f32},
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

const char *value_dtype(vkscan_type type)
{
    return (size_t)type < ROW_COUNT ? rows[type].dtype : NULL;
}

vkscan_type value_type_of(const char *dtype)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].dtype && strcmp(rows[i].dtype, dtype) == 0)
            return (vkscan_type)i;
    return VKSCAN_TYPE_DEFAULT;
}

const char *value_range(vkscan_type type)
{
    return rows[type].range;
}

bool value_parse(vkscan_type type, const char *text, union value *out)
{
    return rows[type].parse(text, out);
}

void value_format(vkscan_type type, const union value *value, char *text, size_t size)
{
    rows[type].format(value, text, size);
}
