/* SPDX-License-Identifier: MIT */
#include "array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "npy.h"
#include "value.h"

#define FIRST_ALLOCATION ((size_t)1 << 20)

bool array_is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Allocates as data arrives, not as a header claims. */
int array_read(struct array *array, const char *command)
{
    size_t size = 0, allocated = 0;

    do {
        size_t got;
        if (size == allocated) {
            const size_t larger = allocated ? 2 * allocated : FIRST_ALLOCATION;
            char *data = realloc(array->data, larger);
            if (!data)
                return failed("not enough memory for %s, which %s needs whole", array->input.name,
                              command);
            array->data = data;
            allocated = larger;
        }
        const int status = input_read(&array->input, array->data + size, allocated - size, &got);
        if (status)
            return status;
        size += got;
    } while (!array->input.ended);
    array->count = size / array->input.element_size;
    return 0;
}

int array_open_output(struct array *array, const char *path)
{
    array->output_npy = array_is_standard(path) ? array->input.npy : npy_named(path);
    return output_open(&array->output, path);
}

int array_write(struct array *array, vkscan_type type, const void *data, uint64_t count)
{
    char header[NPY_HEADER_SIZE];
    int status = 0;

    if (array->output_npy) {
        npy_format(header, value_dtype(type), count, value_components(type));
        status = output_write(&array->output, header, sizeof(header));
    }
    return status ? status : output_write(&array->output, data, count * vkscan_type_size(type));
}

void array_close(struct array *array)
{
    input_close(&array->input);
    output_close(&array->output);
    free(array->data);
}

/* ---- options ---- */

int array_parse_piece(const char *text, uint64_t *out)
{
    char *end;

    *out = UINT64_MAX;
    if (!text)
        return 0;
    errno = 0;
    *out = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || *out == 0)
        return misused("bad number of elements '%s' for --piece; 1 or more", text);
    return 0;
}

int array_parse_type(const char *text, vkscan_type *out)
{
    int type = VKSCAN_TYPE_DEFAULT;
    const int status = text ? names_parse(NAMES_TYPE, text, &type) : 0;

    *out = (vkscan_type)type;
    return status;
}

int array_parse_algorithm(const char *text, vkscan_algorithm *out)
{
    int algorithm = VKSCAN_ALGORITHM_AUTO;
    const int status = text ? names_parse(NAMES_ALGORITHM, text, &algorithm) : 0;

    *out = (vkscan_algorithm)algorithm;
    return status;
}
