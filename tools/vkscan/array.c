/* SPDX-License-Identifier: MIT */
#include "array.h"

#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "npy.h"
#include "team.h"
#include "value.h"
#include "widen.h"

#define FIRST_ALLOCATION ((size_t)1 << 20)

bool array_is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

void array_share(struct array *array, uint32_t unit)
{
    if (team)
        team->share(array, unit);
}

/* Reads a file. Allocates memory as data arrives, not as a header claims, unless a file has it. */
void array_read_alone(struct array *array, uint64_t most)
{
    struct input *input = &array->input;
    const size_t limit =
        most < SIZE_MAX / input->stored_size ? most * input->stored_size : SIZE_MAX;
    const uint64_t left = input->count * input->stored_size - input->bytes_read;
    const size_t first = input->begin < 0 ? FIRST_ALLOCATION : left < limit ? left + !left : limit;
    size_t size = 0;

    while (size < limit && !input->ended) {
        if (size == array->allocated) {
            const size_t doubled = size ? 2 * size : first;
            array->allocated = doubled < limit ? doubled : limit;
            array->data = realloc(array->data, array->allocated);
        }
        if (!array->data)
            fail("not enough memory for %s, of which %zu bytes %s", input->name, array->allocated,
                 most != ARRAY_ALL   ? "are a piece; try --piece"
                 : input->begin >= 0 ? "are needed at a time"
                                     : "have come");
        const size_t room = array->allocated < limit ? array->allocated : limit;
        size += input_read(input, array->data + size, meter_step(room - size));
        input_check(input);
        meter_move("reading", size, input->begin < 0 ? METER_UNKNOWN : limit < left ? limit : left);
    }
    array->count = size / input->stored_size;
    if (!input->is_part)
        array->all = array->count;
}

/* Swaps the bytes of each component, where they are big-endian. */
static void swap_bytes(const struct input *input, char *data, uint64_t count)
{
    const size_t size = input->stored_size / value_components(input->stored_type);
    const size_t end = input->swapped ? count * input->stored_size : 0;

    for (size_t at = 0; at < end; at += size)
        for (size_t i = at, j = at + size - 1; i < j; i++, j--) {
            const char byte = data[i];
            data[i] = data[j];
            data[j] = byte;
        }
}

static void widen_elements(const struct input *input, char *data, uint64_t count)
{
    if (input->type != input->stored_type)
        widen(input->stored_type, data, count);
}

/* Makes room in memory for the elements that will be wider. */
static void make_room(struct array *array)
{
    const size_t size = array->count * array->input.element_size;

    if (size <= array->allocated)
        return;
    array->data = realloc(array->data, size);
    if (!array->data)
        fail("not enough memory for %s, of which %zu bytes are needed at a time; try --piece",
             array->input.name, size);
    array->allocated = size;
}

void array_widen(struct array *array)
{
    array->input.type = widen_type(array->input.stored_type);
    array->input.element_size = vkscan_type_size(array->input.type);
}

void array_read(struct array *array, uint64_t most)
{
    if (array->input.is_part)
        team->read(array, most);
    else
        array_read_alone(array, most);
    swap_bytes(&array->input, array->data, array->count);
    make_room(array);
    widen_elements(&array->input, array->data, array->count);
}

uint64_t array_read_to(struct array *array, char *data, uint64_t most)
{
    const size_t size = array->input.stored_size;
    const uint64_t count = input_read(&array->input, data, most * size) / size;

    swap_bytes(&array->input, data, count);
    widen_elements(&array->input, data, count);
    return count;
}

void array_open_output(struct array *array, const char *path)
{
    const struct npy_other *other = npy_other_format(path);

    if (other && (other->always || array->input.element_size != 1))
        misuse("%s would have raw elements, and not be %s; name it .npy, or .raw", path,
               other->what);
    array->output_npy = array_is_standard(path) ? array->input.npy : npy_named(path);
    if (team)
        team->create(array, path);
    else
        open_output(&array->output, path);
}

void array_place(struct array *array, uint64_t count)
{
    if (team)
        team->place(array, count);
}

static void write_header(struct array *array, vkscan_type type, uint64_t total)
{
    char header[NPY_SHAPED_HEADER_MAX];
    size_t size = NPY_HEADER_SIZE;

    if (array->output_shape)
        size = npy_format_shape(header, value_dtype(type), array->output_shape);
    else
        npy_format(header, value_dtype(type), total, value_components(type));
    need((array->begun ? output_rewrite_start : output_write)(&array->output, header, size));
    array->begun = true;
}

static void write_bytes(struct array *array, const char *data, size_t size)
{
    for (size_t done = 0, step; done < size; done += step) {
        step = meter_step(size - done);
        need(output_write(&array->output, data + done, step));
        if (step < size)
            meter_move("writing", done + step, size);
    }
}

void array_write(struct array *array, vkscan_type type, const void *data, uint64_t count,
                 uint64_t total)
{
    if (team) {
        team->write(array, type, data, count);
        return;
    }
    if (array->output_npy && !array->begun)
        write_header(array, type, total == INPUT_UNKNOWN ? 0 : total);
    write_bytes(array, data, count * vkscan_type_size(type));
}

void array_finish(struct array *array, vkscan_type type, uint64_t total)
{
    if (array->output_npy)
        write_header(array, type, total);
}

void array_close_output(struct array *array)
{
    if (team)
        team->close_output(array);
    else
        need(output_finish(&array->output));
}

void array_commit(struct array *array)
{
    if (team_leads())
        need(output_commit(&array->output));
}
