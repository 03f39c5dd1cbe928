/* SPDX-License-Identifier: MIT */
/* Inputs of array.h, read from the beginning to the end. */
#include "array.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "platform.h"
#include "quit.h"
#include "team.h"
#include "value.h"

#define HEADER_MAX 65535             /* bytes; one dimension needs a hundred */
#define READERS 4                    /* threads; more are limited by memory */
#define READER_MIN ((size_t)1 << 20) /* bytes that are worth a thread */

/* Reads size bytes, or fewer at the end of the file. Returns the number read. */
static size_t read_fully(struct input *input, void *data, size_t size)
{
    size_t got = 0;
    ptrdiff_t bytes = 1;

    for (; got < size && bytes > 0; got += bytes > 0 ? (size_t)bytes : 0)
        bytes = platform_read(input->fd, (char *)data + got, size - got);
    input->error = bytes < 0 ? errno : 0;
    return got;
}

/* Bytes of a file that several threads read, each a part of them. */
struct reading {
    int fd;
    int64_t position;
    char *data;
    size_t size, part;
    size_t got[READERS];
    int errors[READERS];
};

static void read_part(void *user, unsigned index)
{
    struct reading *reading = user;
    const size_t first = index * reading->part, left = reading->size - first;
    const size_t size = left < reading->part ? left : reading->part;
    size_t got = 0;
    ptrdiff_t bytes = 1;

    for (; got < size && bytes > 0; got += bytes > 0 ? (size_t)bytes : 0)
        bytes = platform_read_at(reading->fd, reading->data + first + got, size - got,
                                 reading->position + (int64_t)(first + got));
    reading->errors[index] = bytes < 0 ? errno : 0;
    reading->got[index] = got;
}

/* Reads like read_fully(), at the place of the next element. */
static size_t read_parts(struct input *input, void *data, size_t size)
{
    const unsigned processors = platform_processors();
    const unsigned most = processors < READERS ? processors : READERS;
    const size_t worth = size / READER_MIN;
    const unsigned threads = worth < 2 || most < 2 ? 1 : worth < most ? (unsigned)worth : most;
    struct reading reading = {.fd = input->fd,
                              .position = input->begin + (int64_t)input->bytes_read,
                              .data = data,
                              .size = size,
                              .part = size / threads + (size % threads > 0)};
    size_t got = 0;

    platform_run_threads(threads, read_part, &reading);
    for (unsigned i = 0; i < threads && got == i * reading.part; i++) {
        input->error = reading.errors[i];
        got += reading.got[i];
    }
    return got;
}

/* Reads like read_fully(), from the bytes that were read ahead on. */
static size_t read_in_order(struct input *input, void *data, size_t size)
{
    const size_t ahead = input->ahead_size < size ? input->ahead_size : size;

    memcpy(data, input->ahead, ahead);
    memmove(input->ahead, input->ahead + ahead, input->ahead_size - ahead);
    input->ahead_size -= ahead;
    return ahead + read_fully(input, (char *)data + ahead, size - ahead);
}

static size_t read_next(struct input *input, void *data, size_t size)
{
    const size_t got = (input->begin < 0 ? read_in_order : read_parts)(input, data, size);

    input->bytes_read += got;
    return got;
}

/* Fails if a read has. */
static void check_read(const struct input *input)
{
    if (input->error)
        fail("cannot read %s: %s", input->name, strerror(input->error));
}

static void read_header_part(struct input *input, void *data, size_t size)
{
    const size_t got = read_in_order(input, data, size);

    check_read(input);
    if (got < size)
        fail("%s ends within its .npy header", input->name);
}

/* Reads the dictionary of a .npy file whose magic bytes have been read. */
static struct npy read_header(struct input *input)
{
    unsigned char version[NPY_VERSION_SIZE], bytes[4] = {0};
    char text[HEADER_MAX];
    struct npy npy;

    read_header_part(input, version, sizeof(version));
    const size_t length_size = npy_length_size(version);
    if (length_size == 0)
        fail("%s is .npy version %u.%u; versions 1.0, 2.0 and 3.0 are understood", input->name,
             version[0], version[1]);
    read_header_part(input, bytes, length_size);
    const uint32_t length =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    if (length > sizeof(text))
        fail("%s claims a .npy header of %" PRIu32 " bytes; at most %d are read", input->name,
             length, HEADER_MAX);
    read_header_part(input, text, length);
    const char *wrong = npy_parse(text, length, &npy);
    if (wrong)
        fail("%s is not a valid .npy file: %s", input->name, wrong);
    return npy;
}

static void refuse_dtype(const struct input *input, const char *dtype)
{
    char known[NAMES_SIZE] = "";
    const char *name;

    for (int type = names_first(NAMES_TYPE); (name = names_get(NAMES_TYPE, type)); type++) {
        const size_t used = strlen(known);
        if (value_components((vkscan_type)type) == 1)
            snprintf(known + used, sizeof(known) - used, "%s%s (%s)", used ? ", " : "",
                     value_dtype((vkscan_type)type), name);
    }
    fail("%s holds elements of dtype %s; the dtypes understood are |b1, %s%s", input->name, dtype,
         known, *dtype == '[' || *dtype == '(' ? "" : "; a.astype('f4') is one");
}

#define RAVEL                                                                                      \
    "np.save('b.npy', a.ravel()) makes a list of it, and reduce, scan, sort and topk have --axis"

/* Refuses a shape. Rows of two, three or four may be vectors. */
static void refuse_shape(const struct input *input, const struct npy *npy)
{
    if (npy->shape.dimensions == 2 && npy->last > 1 && npy->last <= 4)
        fail("%s has rows of %" PRIu64
             " elements of dtype %s; vectors have <u4, <i4 or <f4; " RAVEL,
             input->name, npy->last, npy->dtype);
    if (npy->shape.dimensions == 2)
        fail("%s has 2 dimensions, with rows of %" PRIu64 "; an array of one is needed, or of "
             "vectors: rows of 2, 3 or 4; " RAVEL,
             input->name, npy->last);
    fail(
        "%s has %u dimensions; an array of one is needed, or of vectors: rows of 2, 3 or 4; " RAVEL,
        input->name, npy->shape.dimensions);
}

/* Tells whether C order and Fortran order are two. */
static bool has_orders(const struct npy *npy)
{
    unsigned longer = 0;

    for (unsigned i = 0; i < npy->shape.dimensions && i < NPY_AXES; i++)
        longer += npy->shape.lengths[i] > 1;
    return longer > 1 || npy->shape.dimensions > NPY_AXES;
}

static void set_type(struct input *input, vkscan_type type)
{
    input->type = input->stored_type = type;
    input->element_size = input->stored_size = vkscan_type_size(type);
}

static void accept_npy(struct input *input, enum input_shape shape)
{
    const struct npy npy = read_header(input);
    const unsigned dimensions = npy.shape.dimensions;
    const bool has_vectors = dimensions == 2 && npy.last > 1 && npy.last <= 4;
    const uint64_t components = shape < INPUT_SCALARS && has_vectors ? npy.last : 1;

    input->npy = true;
    input->shape = npy.shape;
    if (value_type_of(npy.dtype, 1) == VKSCAN_TYPE_NONE)
        refuse_dtype(input, npy.dtype);
    input->type = value_type_of(npy.dtype, components);
    if (shape == INPUT_AS_IT_LIES && dimensions > NPY_AXES)
        fail("%s has %u dimensions; at most %d are read", input->name, dimensions, NPY_AXES);
    if (!input->type || (shape == INPUT_LIST && dimensions != 1 && !has_vectors))
        refuse_shape(input, &npy);
    if (shape != INPUT_AS_IT_LIES && npy.shape.fortran_order && has_orders(&npy))
        fail("%s is in Fortran order; C order is needed: np.save('b.npy', np.ascontiguousarray(a))",
             input->name);
    input->swapped = value_is_swapped(npy.dtype, input->type);
    set_type(input, input->type);
    if (npy.count > INT64_MAX / input->stored_size)
        fail("%s claims more elements than a file can hold", input->name);
    input->count = npy.count / components;
}

/* Tells whether the file begins like lines of numbers, or, without a type that would make sense of
 * it, of words. With a type numbers are several: digits alone may be elements, as may all of a
 * byte's. */
static bool is_text(const struct input *input, vkscan_type type)
{
    bool is_apart = type == VKSCAN_TYPE_NONE;

    if (type != VKSCAN_TYPE_NONE && vkscan_type_size(type) == 1)
        return false;
    for (size_t i = 0; i < input->ahead_size; i++) {
        const unsigned char c = input->ahead[i];
        is_apart = is_apart || strchr(",; \t\r\n", c);
        if (!c || !(strchr("0123456789+-.,;eE \t\r\n", c) ||
                    (type == VKSCAN_TYPE_NONE && c < 0x7f && isprint(c))))
            return false;
    }
    return input->ahead_size > 0 && is_apart;
}

/* Returns the format of what is no array; NULL: it may be one. */
static const struct npy_other *other_format(const struct input *input, const char *path,
                                            vkscan_type type)
{
    const bool zip =
        input->ahead_size >= NPY_ZIP_SIZE && memcmp(input->ahead, NPY_ZIP, NPY_ZIP_SIZE) == 0;
    const struct npy_other *other = npy_other_format(zip ? ".npz" : path);

    if (other && (other->always || vkscan_type_size(type) != 1))
        return other;
    return is_text(input, type) ? npy_other_format(".txt") : NULL;
}

static void accept_raw(struct input *input, const char *path, vkscan_type type, const char *option)
{
    char types[NAMES_SIZE];
    const struct npy_other *other = other_format(input, path, type);
    const bool is_empty = input->ahead_size == 0;

    if (is_empty && (npy_named(path) || !option || type == VKSCAN_TYPE_NONE))
        fail("%s is empty: a .npy file begins with a header%s%s", input->name,
             option ? ", and of raw data without elements the type is told with " : "",
             option ? option : "");
    if (other)
        fail("%s is %s, not an array; %s", input->name, other->what, other->instead);
    if (npy_named(path))
        fail("%s is not a NumPy file; raw files need another name", input->name);
    names_list(NAMES_TYPE, types);
    if (!option)
        fail("%s is raw data; a .npy file is needed: np.save('a.npy', np.fromfile('a', DTYPE))",
             input->name);
    if (type == VKSCAN_TYPE_NONE)
        misuse("%s is raw data; say with %s what its elements are: %s", input->name, option, types);
    set_type(input, type);
}

/* Checks the length of an input that has, or had, `bytes` bytes. */
static void check_length(const struct input *input, uint64_t bytes)
{
    const size_t element = input->stored_size;

    if (input->count == INPUT_UNKNOWN && bytes % element)
        fail("%s has %" PRIu64 " bytes, which is no multiple of the %zu that a %s takes",
             input->name, bytes, element, vkscan_type_name(input->stored_type));
    if (input->count == INPUT_UNKNOWN)
        return;
    if (bytes < input->count * element)
        fail("%s holds %" PRIu64 " of %" PRIu64 " elements: it is truncated", input->name,
             bytes / element, input->count);
    if (bytes > input->count * element)
        fail("%s goes on after its %" PRIu64 " elements", input->name, input->count);
}

/* Detects a wrong size before anything is read, where the file system knows the size. A size of
 * zero is not trusted: files in /proc report it. */
static void check_size(struct input *input, const struct platform_status *file)
{
    const int64_t position = platform_position(input->fd);

    if (file->kind != PLATFORM_FILE || position < 0 || file->size < position || !file->size)
        return;
    const uint64_t bytes = (uint64_t)(file->size - position) + input->ahead_size;
    check_length(input, bytes);
    input->count = bytes / input->stored_size;
    input->begin = position - (int64_t)input->ahead_size;
}

void input_open(struct input *input, const char *path, vkscan_type type, const char *option,
                enum input_shape shape)
{
    const bool standard = strcmp(path, "-") == 0;
    struct platform_status file;

    *input = (struct input){
        .name = standard ? "standard input" : path,
        .count = INPUT_UNKNOWN,
        .begin = -1,
        .fd = standard ? PLATFORM_INPUT : platform_open(path, PLATFORM_READ),
    };
    if (standard && team)
        misuse("standard input is of one process; name a file that all ranks see");
    if (input->fd < 0)
        fail("cannot open %s: %s", path, strerror(errno));
    if (!platform_status(input->fd, &file))
        fail("cannot read %s: %s", input->name, strerror(errno));
    if (file.kind == PLATFORM_FOLDER)
        fail("%s is a directory, not a file", input->name);
    input->ahead_size = read_fully(input, input->ahead, sizeof(input->ahead));
    check_read(input);
    if (input->ahead_size >= NPY_MAGIC_SIZE &&
        memcmp(input->ahead, NPY_MAGIC, NPY_MAGIC_SIZE) == 0) {
        unsigned char magic[NPY_MAGIC_SIZE];
        read_in_order(input, magic, sizeof(magic));
        accept_npy(input, shape);
    } else {
        accept_raw(input, path, type, option);
    }
    check_size(input, &file);
}

void input_open_list(struct input *input, const char *path, vkscan_type type, const char *option)
{
    input_open(input, path, type, option, INPUT_LIST);
}

void input_set_type(struct input *input, vkscan_type type)
{
    const uint64_t bytes = input->count * input->stored_size;
    const bool is_known = input->count != INPUT_UNKNOWN;

    set_type(input, type);
    if (!is_known)
        return;
    input->count = INPUT_UNKNOWN;
    check_length(input, bytes);
    input->count = bytes / input->stored_size;
}

size_t input_read(struct input *input, void *data, size_t size)
{
    const uint64_t end =
        input->count == INPUT_UNKNOWN ? UINT64_MAX : input->count * input->stored_size;
    const size_t wanted = size < end - input->bytes_read ? size : end - input->bytes_read;
    const size_t got = read_next(input, data, wanted);
    char byte;

    input->ended = got < wanted || input->bytes_read == end;
    if (input->ended && got == wanted && !input->is_part)
        read_next(input, &byte, 1);
    if (input->ended && input->begin >= 0)
        platform_go_to(input->fd, input->begin + (int64_t)input->bytes_read);
    return got;
}

void input_check(const struct input *input)
{
    check_read(input);
    if (input->is_part && input->ended && input->bytes_read < input->count * input->stored_size)
        fail("%s has become shorter", input->name);
    if (input->ended)
        check_length(input, input->bytes_read);
}

void input_close(struct input *input)
{
    if (input->fd > PLATFORM_ERROR)
        platform_close(input->fd);
    input->fd = -1;
}
