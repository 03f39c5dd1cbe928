/* SPDX-License-Identifier: MIT */
#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "npy.h"
#include "value.h"

#define FIRST_ALLOCATION ((size_t)1 << 20)

bool array_is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Allocates as data arrives, not as a header claims. */
static bool grow(struct array *array, size_t limit)
{
    const size_t doubled = array->allocated ? 2 * array->allocated : FIRST_ALLOCATION;
    const size_t size = doubled < limit ? doubled : limit;
    char *data = realloc(array->data, size);

    if (!data)
        return false;
    array->data = data;
    array->allocated = size;
    return true;
}

int array_read(struct array *array, uint64_t most)
{
    struct input *input = &array->input;
    const size_t limit =
        most < SIZE_MAX / input->element_size ? most * input->element_size : SIZE_MAX;
    size_t size = 0;

    while (size < limit && !input->ended) {
        size_t got;
        if (size == array->allocated && !grow(array, limit))
            return most == ARRAY_ALL
                       ? failed("not enough memory for %s, which is read whole", input->name)
                       : failed("not enough memory for %zu bytes of %s; try --piece", limit,
                                input->name);
        const size_t room = array->allocated < limit ? array->allocated : limit;
        const int status = input_read(input, array->data + size, room - size, &got);
        if (status)
            return status;
        size += got;
    }
    array->count = size / input->element_size;
    return 0;
}

int array_open_output(struct array *array, const char *path)
{
    array->output_npy = array_is_standard(path) ? array->input.npy : npy_named(path);
    return output_open(&array->output, path);
}

static void format_header(vkscan_type type, uint64_t total, char header[NPY_HEADER_SIZE])
{
    npy_format(header, value_dtype(type), total, value_components(type));
}

int array_write(struct array *array, vkscan_type type, const void *data, uint64_t count,
                uint64_t total)
{
    char header[NPY_HEADER_SIZE];
    int status = 0;

    if (array->output_npy && !array->begun) {
        format_header(type, total == INPUT_UNKNOWN ? 0 : total, header);
        status = output_write(&array->output, header, sizeof(header));
    }
    array->begun = true;
    return status ? status : output_write(&array->output, data, count * vkscan_type_size(type));
}

int array_finish(struct array *array, vkscan_type type, uint64_t total)
{
    char header[NPY_HEADER_SIZE];

    if (!array->output_npy)
        return 0;
    format_header(type, total, header);
    return output_rewrite_start(&array->output, header, sizeof(header));
}

void array_close(struct array *array)
{
    input_close(&array->input);
    output_close(&array->output);
    free(array->data);
}
