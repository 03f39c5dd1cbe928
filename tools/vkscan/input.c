/* SPDX-License-Identifier: MIT */
#include "input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "failure.h"
#include "platform.h"
#include "value.h"

#define HEADER_MAX 65535 /* bytes; one dimension needs a hundred */

/* Reads size bytes, or fewer at the end of the file. */
static int read_fully(struct input *input, void *data, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        const ptrdiff_t bytes = platform_read(input->fd, (char *)data + *got, size - *got);
        if (bytes < 0)
            return failed("cannot read %s: %s", input->name, strerror(errno));
        if (bytes == 0)
            break;
        *got += (size_t)bytes;
    }
    return 0;
}

static int read_header_part(struct input *input, void *data, size_t size)
{
    size_t got;
    const int status = read_fully(input, data, size, &got);

    if (status)
        return status;
    return got == size ? 0 : failed("%s ends within its .npy header", input->name);
}

/* The dictionary of a .npy file whose magic bytes have been read. */
static int read_header(struct input *input, struct npy *npy)
{
    unsigned char version[NPY_VERSION_SIZE], bytes[4] = {0};
    char text[HEADER_MAX];

    int status = read_header_part(input, version, sizeof(version));
    if (status)
        return status;
    const size_t length_size = npy_length_size(version);
    if (length_size == 0)
        return failed("%s is .npy version %u.%u; versions 1.0, 2.0 and 3.0 are understood",
                      input->name, version[0], version[1]);
    status = read_header_part(input, bytes, length_size);
    if (status)
        return status;
    const uint32_t length =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    if (length > sizeof(text))
        return failed("%s claims a .npy header of %" PRIu32 " bytes; at most %d are read",
                      input->name, length, HEADER_MAX);
    status = read_header_part(input, text, length);
    if (status)
        return status;
    const char *wrong = npy_parse(text, length, npy);
    return wrong ? failed("%s is not a valid .npy file: %s", input->name, wrong) : 0;
}

static int wrong_dtype(const struct input *input, const char *dtype)
{
    char known[NAMES_SIZE] = "";
    const char *name;

    for (int type = names_first(NAMES_TYPE); (name = names_get(NAMES_TYPE, type)); type++) {
        const size_t used = strlen(known);
        const char *own = value_dtype((vkscan_type)type);
        if (own && value_components((vkscan_type)type) == 1)
            snprintf(known + used, sizeof(known) - used, "%s%s (%s)", used ? ", " : "", own, name);
    }
    return failed("%s holds elements of dtype %s; the dtypes understood are %s%s", input->name,
                  dtype, known,
                  strcmp(dtype, "|b1") == 0 ? "; of booleans a.astype('u1') is one" : "");
}

/* Rows of two, three or four may be vectors. */
static int wrong_shape(const struct input *input, const struct npy *npy)
{
    if (npy->dimensions == 2 && npy->last > 1 && npy->last <= 4)
        return failed("%s has rows of %" PRIu64 " elements of dtype %s; vectors have <u4, <i4 or "
                      "<f4",
                      input->name, npy->last, npy->dtype);
    if (npy->dimensions == 2)
        return failed("%s has 2 dimensions, with rows of %" PRIu64 "; an array of one is needed, "
                      "or of vectors: rows of 2, 3 or 4",
                      input->name, npy->last);
    return failed("%s has %u dimensions; an array of one is needed, or of vectors: rows of 2, 3 or "
                  "4",
                  input->name, npy->dimensions);
}

static int accept_npy(struct input *input, vkscan_type type)
{
    struct npy npy;

    const int status = read_header(input, &npy);
    if (status)
        return status;
    input->npy = true;
    if (value_type_of(npy.dtype, 1) == VKSCAN_TYPE_DEFAULT)
        return wrong_dtype(input, npy.dtype);
    const uint64_t components = npy.dimensions == 1 ? 1 : npy.last;
    if (npy.dimensions != 1 && (npy.dimensions != 2 || components < 2))
        return wrong_shape(input, &npy);
    input->type = value_type_of(npy.dtype, components);
    if (input->type == VKSCAN_TYPE_DEFAULT)
        return wrong_shape(input, &npy);
    if (type != VKSCAN_TYPE_DEFAULT && type != input->type)
        return misused("%s holds %s, not %s; leave --type out for .npy files", input->name,
                       vkscan_type_name(input->type), vkscan_type_name(type));
    if (npy.fortran_order)
        return failed("%s is in Fortran order; an array in C order is needed", input->name);
    input->element_size = vkscan_type_size(input->type);
    if (npy.count > INT64_MAX / input->element_size)
        return failed("%s claims more elements than a file can hold", input->name);
    input->count = npy.count / components;
    return 0;
}

static int accept_raw(struct input *input, const char *path, vkscan_type type, const char *option)
{
    char types[NAMES_SIZE];

    if (npy_named(path))
        return failed("%s is not a NumPy file; raw files need another name", input->name);
    names_list(NAMES_TYPE, types);
    if (!option)
        return failed("%s is raw data; a .npy file is needed", input->name);
    if (type == VKSCAN_TYPE_DEFAULT)
        return misused("%s is raw data; say with %s what its elements are: %s", input->name, option,
                       types);
    input->type = type;
    input->element_size = vkscan_type_size(type);
    return 0;
}

static int misfit(const struct input *input, uint64_t bytes)
{
    return failed("%s has %" PRIu64 " bytes, which is no multiple of the %zu that a %s takes",
                  input->name, bytes, input->element_size, vkscan_type_name(input->type));
}

static int truncated(const struct input *input, uint64_t bytes)
{
    return failed("%s holds %" PRIu64 " of %" PRIu64 " elements: it is truncated", input->name,
                  bytes / input->element_size, input->count);
}

static int too_long(const struct input *input)
{
    return failed("%s goes on after its %" PRIu64 " elements", input->name, input->count);
}

/*
 * Detects a wrong size before anything is read, where the file system knows the size. Zero is not
 * trusted: files in /proc report it.
 */
static int check_size(struct input *input, const struct platform_status *file)
{
    const int64_t position = platform_position(input->fd);

    if (file->kind != PLATFORM_FILE || position < 0 || file->size < position || !file->size)
        return 0;
    const uint64_t bytes = (uint64_t)(file->size - position) + input->ahead_size;
    if (!input->npy && bytes % input->element_size)
        return misfit(input, bytes);
    if (!input->npy)
        input->count = bytes / input->element_size;
    if (bytes < input->count * input->element_size)
        return truncated(input, bytes);
    return bytes > input->count * input->element_size ? too_long(input) : 0;
}

static int accept(struct input *input, const char *path, vkscan_type type, const char *option)
{
    struct platform_status file;

    if (!platform_status(input->fd, &file))
        return failed("cannot read %s: %s", input->name, strerror(errno));
    if (file.kind == PLATFORM_FOLDER)
        return failed("%s is a directory, not a file", input->name);
    int status = read_fully(input, input->ahead, sizeof(input->ahead), &input->ahead_size);
    if (status)
        return status;
    if (input->ahead_size == NPY_MAGIC_SIZE &&
        memcmp(input->ahead, NPY_MAGIC, NPY_MAGIC_SIZE) == 0) {
        input->ahead_size = 0;
        status = accept_npy(input, type);
    } else {
        status = accept_raw(input, path, type, option);
    }
    return status ? status : check_size(input, &file);
}

int input_open(struct input *input, const char *path, vkscan_type type, const char *option)
{
    const bool standard = strcmp(path, "-") == 0;

    *input = (struct input){
        .name = standard ? "standard input" : path,
        .count = INPUT_UNKNOWN,
        .fd = standard ? PLATFORM_INPUT : platform_open(path, PLATFORM_READ),
    };
    if (input->fd < 0)
        return failed("cannot open %s: %s", path, strerror(errno));
    const int status = accept(input, path, type, option);
    if (status)
        input_close(input);
    return status;
}

/* Whether the input ended where it should. */
static int check_end(struct input *input, bool came_to_end)
{
    char byte;
    size_t extra = 0;

    if (input->count == INPUT_UNKNOWN)
        return input->bytes_read % input->element_size ? misfit(input, input->bytes_read) : 0;
    if (input->bytes_read < input->count * input->element_size)
        return truncated(input, input->bytes_read);
    const int status = came_to_end ? 0 : read_fully(input, &byte, 1, &extra);
    if (status)
        return status;
    return extra ? too_long(input) : 0;
}

int input_read(struct input *input, void *data, size_t size, size_t *got)
{
    const uint64_t end =
        input->count == INPUT_UNKNOWN ? UINT64_MAX : input->count * input->element_size;
    const size_t wanted = size < end - input->bytes_read ? size : end - input->bytes_read;
    const size_t ahead = input->ahead_size < wanted ? input->ahead_size : wanted;

    memcpy(data, input->ahead, ahead);
    memmove(input->ahead, input->ahead + ahead, input->ahead_size - ahead);
    input->ahead_size -= ahead;
    const int status = read_fully(input, (char *)data + ahead, wanted - ahead, got);
    if (status)
        return status;
    *got += ahead;
    input->bytes_read += *got;
    input->ended = *got < wanted || input->bytes_read == end;
    return input->ended ? check_end(input, *got < wanted) : 0;
}

void input_close(struct input *input)
{
    if (input->fd > PLATFORM_ERROR)
        platform_close(input->fd);
    input->fd = -1;
}
