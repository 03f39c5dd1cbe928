/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The letters of dtypes. */
enum kind { UNSIGNED = 'u', SIGNED = 'i', FLOAT = 'f' };

static const struct row {
    const char *dtype;
    enum kind kind;
    uint32_t size; /* bytes, 8 at most */
} rows[] = {
#define DTYPE_UNSIGNED "<u"
#define DTYPE_SIGNED "<i"
#define DTYPE_FLOAT "<f"
#define TYPE(ID, name, bytes, class, key_class, kind, needs)                                       \
    [VKSCAN_TYPE_##ID] = {DTYPE_##kind #bytes, kind, bytes},
#include "types.def"
#undef TYPE
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

/* The largest integer; the smallest one is -1 less that, or 0. */
static uint64_t largest(const struct row *row)
{
    return UINT64_MAX >> (64 - 8 * row->size + (row->kind == SIGNED));
}

void value_range(vkscan_type type, char *text, size_t size)
{
    const struct row *row = &rows[type];

    if (row->kind == FLOAT)
        snprintf(text, size, "a number up to %.2g, inf or nan",
                 row->size == sizeof(float) ? (double)FLT_MAX : DBL_MAX);
    else if (row->kind == SIGNED)
        snprintf(text, size, "an integer from %" PRId64 " to %" PRIu64, -1 - (int64_t)largest(row),
                 largest(row));
    else
        snprintf(text, size, "an integer from 0 to %" PRIu64, largest(row));
}

/* Decimal, or hexadecimal after 0x. Never octal: 010 is ten. */
static bool parse_integer(const struct row *row, const char *text, union value *out)
{
    const bool negative = *text == '-';
    const char *digits = text + negative;
    const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;

    if (!isdigit((unsigned char)digits[0]) || (negative && row->kind == UNSIGNED))
        return false;
    errno = 0;
    out->bits = strtoull(digits, &end, hexadecimal ? 16 : 10);
    if (errno != 0 || *end != '\0' || out->bits > largest(row) + negative)
        return false;
    out->bits = negative ? -out->bits : out->bits;
    return true;
}

static bool parse_float(const struct row *row, const char *text, union value *out)
{
    const bool narrow = row->size == sizeof(float);
    char *end;

    if (*text == '\0' || isspace((unsigned char)*text))
        return false;
    errno = 0;
    if (narrow)
        out->f32 = strtof(text, &end);
    else
        out->f64 = strtod(text, &end);
    /* ERANGE alone may be a denormal, which is fine. */
    return *end == '\0' && !(errno == ERANGE && isinf(narrow ? (double)out->f32 : out->f64));
}

bool value_parse(vkscan_type type, const char *text, union value *out)
{
    return (rows[type].kind == FLOAT ? parse_float : parse_integer)(&rows[type], text, out);
}

static int64_t sign_extended(const struct row *row, uint64_t bits)
{
    const uint64_t sign = largest(row) + 1;

    return (int64_t)(((bits & (2 * sign - 1)) ^ sign) - sign);
}

void value_format(vkscan_type type, const union value *value, char *text, size_t size)
{
    const struct row *row = &rows[type];

    if (row->kind == SIGNED)
        snprintf(text, size, "%" PRId64, sign_extended(row, value->bits));
    else if (row->kind == UNSIGNED)
        snprintf(text, size, "%" PRIu64, value->bits & largest(row));
    else if (row->size == sizeof(float))
        snprintf(text, size, "%.9g", (double)value->f32);
    else
        snprintf(text, size, "%.17g", value->f64);
}
