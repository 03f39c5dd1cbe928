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
#include "type.h"

/* The dtypes by kind, and by the size of a component. NumPy says that a byte has no byte order. */
static const char *const dtypes[][9] = {
    [UNSIGNED] = {[1] = "|u1", [2] = "<u2", [4] = "<u4", [8] = "<u8"},
    [SIGNED] = {[1] = "|i1", [2] = "<i2", [4] = "<i4", [8] = "<i8"},
    [FLOAT] = {[2] = "<f2", [4] = "<f4", [8] = "<f8"},
};

/* Other names that numpy.dtype() takes for these where a C long has 64 bits. */
static const char *const aliases[][9] = {
    [UNSIGNED] = {[1] = " B uint8 ubyte ? bool bool_ ",
                  [2] = " H uint16 ushort ",
                  [4] = " I uint32 uintc ",
                  [8] = " L P Q uint64 uint ulong ulonglong uintp "},
    [SIGNED] = {[1] = " b int8 byte ",
                [2] = " h int16 short ",
                [4] = " i int32 intc ",
                [8] = " l p q int64 int int_ long longlong intp "},
    [FLOAT] =
        {[2] = " e float16 half ", [4] = " f float32 single ", [8] = " d float64 double float "},
};

const char *value_dtype(vkscan_type type)
{
    const struct scalar *scalar = &type_of(type)->scalar;

    return dtypes[scalar->kind][scalar->size];
}

uint32_t value_components(vkscan_type type)
{
    return type_of(type)->components;
}

/* Tells whether a name is a scalar's. A byte order may precede "u4" and codes of one letter.
 * Booleans are bytes. */
static bool is_dtype(const struct scalar *scalar, const char *dtype)
{
    const bool ordered = *dtype && strchr("<>=|", *dtype);
    const char *name = strcmp(dtype + ordered, "b1") == 0 ? "u1" : dtype + ordered;
    char word[VALUE_TEXT_SIZE];

    if (strcmp(name, dtypes[scalar->kind][scalar->size] + 1) == 0)
        return true;
    snprintf(word, sizeof(word), " %s ", name);
    return !strchr(name, ' ') && (!ordered || strlen(name) == 1) &&
           strstr(aliases[scalar->kind][scalar->size], word);
}

bool value_is_swapped(const char *dtype, vkscan_type type)
{
    return *dtype == '>' && type_of(type)->scalar.size > 1;
}

vkscan_type value_type_of(const char *dtype, uint64_t components)
{
    for (int i = VKSCAN_TYPE_NONE + 1; vkscan_type_name((vkscan_type)i); i++)
        if (is_dtype(&type_of((vkscan_type)i)->scalar, dtype) &&
            value_components((vkscan_type)i) == components)
            return (vkscan_type)i;
    return VKSCAN_TYPE_NONE;
}

/* Returns the largest integer. The smallest one is -1 less that, or 0. */
static uint64_t largest(const struct scalar *scalar)
{
    return UINT64_MAX >> (64 - 8 * scalar->size + (scalar->kind == SIGNED));
}

static double largest_float(const struct scalar *scalar)
{
    return scalar->size == sizeof(double)  ? DBL_MAX
           : scalar->size == sizeof(float) ? FLT_MAX
                                           : HALF_MAX;
}

/* Digits that tell any two floats of this many bytes apart. */
static const int float_digits[] = {[2] = 5, [4] = 9, [8] = 17};

void value_range(vkscan_type type, char text[VALUE_TEXT_SIZE])
{
    const struct scalar *scalar = &type_of(type)->scalar;
    char one[80];

    if (scalar->kind == FLOAT)
        snprintf(one, sizeof(one), "a number from -%.*g to %.*g, inf or nan",
                 float_digits[scalar->size], largest_float(scalar), float_digits[scalar->size],
                 largest_float(scalar));
    else if (scalar->kind == SIGNED)
        snprintf(one, sizeof(one), "an integer from %" PRId64 " to %" PRIu64,
                 -1 - (int64_t)largest(scalar), largest(scalar));
    else
        snprintf(one, sizeof(one), "an integer from 0 to %" PRIu64, largest(scalar));
    if (value_components(type) == 1)
        snprintf(text, VALUE_TEXT_SIZE, "%s", one);
    else
        snprintf(text, VALUE_TEXT_SIZE, "%" PRIu32 " components with commas between, each %s",
                 value_components(type), one);
}

/* ---- components ---- */

/* Parses a number: decimal, or hexadecimal after 0x. It is never octal: 010 is ten. */
static bool parse_integer(const struct scalar *scalar, const char *text, void *out)
{
    const bool negative = *text == '-';
    const char *digits = text + negative;
    const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;

    if (!isdigit((unsigned char)digits[0]) || (negative && scalar->kind == UNSIGNED))
        return false;
    errno = 0;
    uint64_t bits = strtoull(digits, &end, hexadecimal ? 16 : 10);
    if (errno != 0 || *end != '\0' || bits > largest(scalar) + negative)
        return false;
    bits = negative ? -bits : bits;
    scalar_store(scalar, (union number){.bits = bits}, out);
    return true;
}

/* Parses a float. An infinity must be called so: other numbers must not overflow. */
static bool parse_float(const struct scalar *scalar, const char *text, void *out)
{
    char *end;

    if (*text == '\0' || isspace((unsigned char)*text))
        return false;
    const double wide = strtod(text, &end); /* rounding this to a float would round twice */
    const union number number = {.real = scalar->size == sizeof(float) ? strtof(text, NULL) : wide};
    scalar_store(scalar, number, out);
    return *end == '\0' && (strpbrk(text, "iI") || !isinf(scalar_load(scalar, out).real));
}

/* Formats a component. Returns the number of characters. */
static int format(const struct scalar *scalar, const void *from, char *text, size_t size)
{
    const union number number = scalar_load(scalar, from);

    if (scalar->kind == FLOAT && isnan(number.real))
        return snprintf(text, size, "nan"); /* whose sign tells nothing */
    if (scalar->kind == FLOAT)
        return snprintf(text, size, "%.*g", float_digits[scalar->size], number.real);
    return scalar->kind == SIGNED ? snprintf(text, size, "%" PRId64, (int64_t)number.bits)
                                  : snprintf(text, size, "%" PRIu64, number.bits);
}

/* ---- values ---- */

bool value_parse(vkscan_type type, const char *text, union value *out)
{
    const struct scalar *scalar = &type_of(type)->scalar;
    char one[VALUE_TEXT_SIZE];

    memset(out, 0, sizeof(*out));
    for (uint32_t i = 0; i < value_components(type); i++) {
        const size_t length = value_components(type) > 1 ? strcspn(text, ",") : strlen(text);
        const char after = i + 1 < value_components(type) ? ',' : '\0';
        if (length >= sizeof(one) || text[length] != after)
            return false;
        memcpy(one, text, length);
        one[length] = '\0';
        if (!(scalar->kind == FLOAT ? parse_float : parse_integer)(scalar, one,
                                                                   (char *)out + i * scalar->size))
            return false;
        text += length + 1;
    }
    return true;
}

void value_format(vkscan_type type, const union value *value, char text[VALUE_TEXT_SIZE])
{
    const struct scalar *scalar = &type_of(type)->scalar;
    size_t used = 0;

    for (uint32_t i = 0; i < value_components(type); i++) {
        if (i > 0)
            text[used++] = ',';
        used += (size_t)format(scalar, (const char *)value + i * scalar->size, text + used,
                               VALUE_TEXT_SIZE - used);
    }
}
