/* SPDX-License-Identifier: MIT */
#include "widen.h"

#include <stdbool.h>
#include <string.h>

#include "half.h"

/* From the last element to the first, as none is wider than what it becomes. */
#define WIDEN(from, to, convert)                                                                   \
    static void from##_to_##to(char *data, uint64_t count)                                         \
    {                                                                                              \
        while (count-- > 0) {                                                                      \
            from narrow;                                                                           \
            memcpy(&narrow, data + count * sizeof(narrow), sizeof(narrow));                        \
            const to wide = convert(narrow);                                                       \
            memcpy(data + count * sizeof(wide), &wide, sizeof(wide));                              \
        }                                                                                          \
    }

WIDEN(uint8_t, uint32_t, )
WIDEN(uint16_t, uint32_t, )
WIDEN(int8_t, int32_t, )
WIDEN(int16_t, int32_t, )
WIDEN(uint16_t, float, half_to_float)
WIDEN(uint64_t, double, (double))
WIDEN(int64_t, double, (double))

static const struct row {
    vkscan_type to;
    void (*convert)(char *data, uint64_t count);
} rows[] = {
    [VKSCAN_TYPE_U8] = {VKSCAN_TYPE_U32, uint8_t_to_uint32_t},
    [VKSCAN_TYPE_U16] = {VKSCAN_TYPE_U32, uint16_t_to_uint32_t},
    [VKSCAN_TYPE_I8] = {VKSCAN_TYPE_I32, int8_t_to_int32_t},
    [VKSCAN_TYPE_I16] = {VKSCAN_TYPE_I32, int16_t_to_int32_t},
    [VKSCAN_TYPE_F16] = {VKSCAN_TYPE_F32, uint16_t_to_float},
    [VKSCAN_TYPE_U64] = {VKSCAN_TYPE_F64, uint64_t_to_double},
    [VKSCAN_TYPE_I64] = {VKSCAN_TYPE_F64, int64_t_to_double},
};

static const struct row *row_of(vkscan_type type)
{
    const bool has_row = type < sizeof(rows) / sizeof(rows[0]) && rows[type].convert;

    return has_row ? &rows[type] : NULL;
}

vkscan_type widen_type(vkscan_type type)
{
    const struct row *row = row_of(type);

    return row ? row->to : type;
}

void widen(vkscan_type type, char *data, uint64_t count)
{
    const struct row *row = row_of(type);

    if (row)
        row->convert(data, count);
}
