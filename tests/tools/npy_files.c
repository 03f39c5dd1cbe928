/* SPDX-License-Identifier: MIT */
#include "npy_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define ALIGNMENT 64
#define DICTIONARY_MAX 70000

/* numpy's own way: padded so that the data are aligned, a newline last. */
static char *make(unsigned version, const char *dictionary, const void *data, size_t size,
                  size_t *total)
{
    const size_t length_size = version == 1 ? 2 : 4;
    const size_t start = 8 + length_size;
    const size_t text = strlen(dictionary);
    const size_t header = (start + text + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *file = malloc(header + size);

    assert_non_null(file);
    assert_true(text < DICTIONARY_MAX);
    memset(file, ' ', header);
    memcpy(file, "\x93NUMPY", 6);
    file[6] = (char)version;
    file[7] = 0;
    for (size_t i = 0; i < length_size; i++)
        file[8 + i] = (char)((header - start) >> 8 * i);
    memcpy(file + start, dictionary, text);
    file[header - 1] = '\n';
    if (size > 0)
        memcpy(file + header, data, size);
    *total = header + size;
    return file;
}

void write_npy_with(const char *name, unsigned version, const char *dictionary, const void *data,
                    size_t size)
{
    size_t total;
    char *file = make(version, dictionary, data, size, &total);

    write_file(name, file, total);
    free(file);
}

char *make_npy(vkscan_type type, const void *elements, size_t count, size_t *size)
{
    /* NumPy's names of kinds, and that of the byte order, which bytes have none of. */
    static const struct {
        char kind;
        uint32_t components;
    } rows[] = {
#define LETTER_UNSIGNED 'u'
#define LETTER_SIGNED 'i'
#define LETTER_FLOAT 'f'
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = {LETTER_##kind, components},
#include "types.def"
#undef TYPE
    };
    const uint32_t components = rows[type].components;
    const uint32_t bytes = vkscan_type_size(type) / components;
    char text[128], second[16] = "";

    if (components > 1)
        snprintf(second, sizeof(second), " %u", components);
    snprintf(text, sizeof(text), "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (%zu,%s), }",
             bytes == 1 ? '|' : '<', rows[type].kind, bytes, count, second);
    return make(1, text, elements, count * vkscan_type_size(type), size);
}

void write_npy(const char *name, vkscan_type type, const void *elements, size_t count)
{
    size_t size;
    char *file = make_npy(type, elements, count, &size);

    write_file(name, file, size);
    free(file);
}

void assert_npy(const char *name, vkscan_type type, const void *elements, size_t count)
{
    size_t size;
    char *file = make_npy(type, elements, count, &size);

    assert_file(name, file, size);
    free(file);
}
