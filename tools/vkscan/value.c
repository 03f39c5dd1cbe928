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

#include "half.h"

enum kind { UNSIGNED, SIGNED, FLOAT };

/* NumPy says of a byte that it has no byte order. */
#define DTYPE_1 "|"
#define DTYPE_2 "<"
#define DTYPE_4 "<"
#define DTYPE_8 "<"
#define DTYPE_UNSIGNED "u"
#define DTYPE_SIGNED "i"
#define DTYPE_FLOAT "f"
#define SCALAR_DTYPE(kind, bytes) DTYPE_##bytes DTYPE_##kind #bytes
/* Components of vectors have 4 bytes. */
#define DTYPE_OF_1(kind, bytes) SCALAR_DTYPE(kind, bytes)
#define DTYPE_OF_2(kind, bytes) SCALAR_DTYPE(kind, 4)
#define DTYPE_OF_3(kind, bytes) SCALAR_DTYPE(kind, 4)
#define DTYPE_OF_4(kind, bytes) SCALAR_DTYPE(kind, 4)

static const struct row {
    const char *dtype;
    enum kind kind;
    uint32_t size; /* bytes of a component */
    uint32_t components;
} rows[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##                                                                                \
        ID] = {DTYPE_OF_##components(kind, bytes), kind, (bytes) / (components), components},
#include "types.def"
#undef TYPE
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

const char *value_dtype(vkscan_type type)
{
    return (size_t)type < ROW_COUNT ? rows[type].dtype : NULL;
}

uint32_t value_components(vkscan_type type)
{
    return rows[type].components;
}

vkscan_type value_type_of(const char *dtype, uint64_t components)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].dtype && strcmp(rows[i].dtype, dtype) == 0 && rows[i].components == components)
            return (vkscan_type)i;
    return VKSCAN_TYPE_DEFAULT;
}

/* The largest integer; the smallest one is -1 less that, or 0. */
static uint64_t largest(const struct row *row)
{
    return UINT64_MAX >> (64 - 8 * row->size + (row->kind == SIGNED));
}

static double largest_float(const struct row *row)
{
    return row->size == sizeof(double) ? DBL_MAX : row->size == sizeof(float) ? FLT_MAX : HALF_MAX;
}

void value_range(vkscan_type type, char text[VALUE_TEXT_SIZE])
{
    const struct row *row = &rows[type];
    char one[80];

    if (row->kind == FLOAT)
        snprintf(one, sizeof(one), "a number up to %.5g, inf or nan", largest_float(row));
    else if (row->kind == SIGNED)
        snprintf(one, sizeof(one), "an integer from %" PRId64 " to %" PRIu64,
                 -1 - (int64_t)largest(row), largest(row));
    else
        snprintf(one, sizeof(one), "an integer from 0 to %" PRIu64, largest(row));
    if (row->components == 1)
        snprintf(text, VALUE_TEXT_SIZE, "%s", one);
    else
        snprintf(text, VALUE_TEXT_SIZE, "%" PRIu32 " components with commas between, each %s",
                 row->components, one);
}

/* ---- components ---- */

/* Decimal, or hexadecimal after 0x. Never octal: 010 is ten. */
static bool parse_integer(const struct row *row, const char *text, void *out)
{
    const bool negative = *text == '-';
    const char *digits = text + negative;
    const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;

    if (!isdigit((unsigned char)digits[0]) || (negative && row->kind == UNSIGNED))
        return false;
    errno = 0;
    uint64_t bits = strtoull(digits, &end, hexadecimal ? 16 : 10);
    if (errno != 0 || *end != '\0' || bits > largest(row) + negative)
        return false;
    bits = negative ? -bits : bits;
    memcpy(out, &bits, row->size);
    return true;
}

/* An infinity must be called so. */
static bool parse_float(const struct row *row, const char *text, void *out)
{
    char *end;

    if (*text == '\0' || isspace((unsigned char)*text))
        return false;
    const double wide = strtod(text, &end);
    const float single = strtof(text, NULL);
    const uint16_t half = half_from(wide);
    const bool named = strpbrk(text, "iI") != NULL;
    if (*end != '\0')
        return false;
    if (row->size == sizeof(wide)) {
        memcpy(out, &wide, sizeof(wide));
        return named || !isinf(wide);
    }
    if (row->size == sizeof(single)) {
        memcpy(out, &single, sizeof(single));
        return named || !isinf(single);
    }
    memcpy(out, &half, sizeof(half));
    return named || !isinf(half_to(half));
}

static int64_t sign_extended(const struct row *row, uint64_t bits)
{
    const uint64_t sign = largest(row) + 1;

    return (int64_t)((bits ^ sign) - sign);
}

/* Digits that tell any two floats apart. */
static int format_float(const struct row *row, const void *from, char *text, size_t size)
{
    double wide;
    float single;
    uint16_t half;

    switch (row->size) {
    case sizeof(wide):
        memcpy(&wide, from, sizeof(wide));
        return snprintf(text, size, "%.17g", wide);
    case sizeof(single):
        memcpy(&single, from, sizeof(single));
        return snprintf(text, size, "%.9g", (double)single);
    default:
        memcpy(&half, from, sizeof(half));
        return snprintf(text, size, "%.5g", half_to(half));
    }
}

/* Returns how many characters. */
static int format(const struct row *row, const void *from, char *text, size_t size)
{
    uint64_t bits = 0;

    if (row->kind == FLOAT)
        return format_float(row, from, text, size);
    memcpy(&bits, from, row->size);
    return row->kind == SIGNED ? snprintf(text, size, "%" PRId64, sign_extended(row, bits))
                               : snprintf(text, size, "%" PRIu64, bits);
}

/* ---- values ---- */

bool value_parse(vkscan_type type, const char *text, union value *out)
{
    const struct row *row = &rows[type];
    char one[VALUE_TEXT_SIZE];

    memset(out, 0, sizeof(*out));
    for (uint32_t i = 0; i < row->components; i++) {
        const size_t length = row->components > 1 ? strcspn(text, ",") : strlen(text);
        const char after = i + 1 < row->components ? ',' : '\0';
        if (length >= sizeof(one) || text[length] != after)
            return false;
        memcpy(one, text, length);
        one[length] = '\0';
        if (!(row->kind == FLOAT ? parse_float : parse_integer)(row, one,
                                                                (char *)out + i * row->size))
            return false;
        text += length + 1;
    }
    return true;
}

void value_format(vkscan_type type, const union value *value, char text[VALUE_TEXT_SIZE])
{
    const struct row *row = &rows[type];
    size_t used = 0;

    for (uint32_t i = 0; i < row->components; i++) {
        if (i > 0)
            text[used++] = ',';
        used += (size_t)format(row, (const char *)value + i * row->size, text + used,
                               VALUE_TEXT_SIZE - used);
    }
}
