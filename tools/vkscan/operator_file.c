/* SPDX-License-Identifier: MIT */
#include "operator_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vkscan/operators/arg_max_f32.h>
#include <vkscan/operators/arg_max_i32.h>
#include <vkscan/operators/arg_max_u32.h>
#include <vkscan/operators/arg_min_f32.h>
#include <vkscan/operators/arg_min_i32.h>
#include <vkscan/operators/arg_min_u32.h>

#include "child.h"
#include "failure.h"
#include "value.h"

#define PROGRAM "vkscan-operator"
#define PATH_SIZE 4096
#define LINE_SIZE 1024

/* ---- what it writes: write_binary of vkscan-operator ---- */

#define MAGIC 0x626f6b76u

struct header {
    uint32_t magic, version, checksum_low, checksum_high, numbers_checksum, names_checksum;
    uint32_t element_size, input_size, second_size, seed_size, flags, module_count, floats;
    char kinds[OPERATOR_WORDS_MAX];
    char name[OPERATOR_NAME_SIZE];
};

struct module_header {
    char name[OPERATOR_NAME_SIZE];
    uint32_t size;
};

/* All of it, or NULL. */
static uint32_t *read_all(FILE *from, size_t *size)
{
    uint32_t *data = NULL;
    long end;

    if (fseek(from, 0, SEEK_END) != 0 || (end = ftell(from)) < (long)sizeof(struct header))
        return NULL;
    *size = (size_t)end;
    rewind(from);
    data = malloc(*size);
    if (data && fread(data, 1, *size, from) == *size)
        return data;
    free(data);
    return NULL;
}

/* The modules lie one behind the other, each from a whole word on; false if they do not end where
 * the data does. */
static bool read_modules(const uint32_t *data, const uint32_t *end, uint32_t count,
                         vkscan_operator_module *modules)
{
    const size_t header_words = sizeof(struct module_header) / sizeof(*data);

    for (uint32_t i = 0; i < count; i++) {
        const struct module_header *header = (const void *)data;
        const size_t left = (size_t)(end - data);
        if (left < header_words || (left - header_words) * sizeof(*data) < header->size ||
            header->name[OPERATOR_NAME_SIZE - 1])
            return false;
        modules[i] = (vkscan_operator_module){
            header->name, (const unsigned char *)(data + header_words), header->size};
        data += header_words + (header->size + 3) / sizeof(*data);
    }
    return data == end;
}

static bool read_operator(const struct header *header, size_t size, struct operator_file *out)
{
    const uint32_t *data = (const void *)header;
    vkscan_operator_module *modules;

    if (header->magic != MAGIC || header->name[OPERATOR_NAME_SIZE - 1] ||
        header->element_size > sizeof(*data) * OPERATOR_WORDS_MAX ||
        header->seed_size > sizeof(*data) * OPERATOR_WORDS_MAX || header->module_count > 4096)
        return false;
    modules = calloc(header->module_count, sizeof(*modules));
    if (!modules)
        return false;
    memcpy(out->name, header->name, sizeof(out->name));
    memcpy(out->kinds, header->kinds, sizeof(header->kinds));
    out->floats = header->floats;
    out->constant = (vkscan_operator){
        .magic = VKSCAN_OPERATOR_MAGIC,
        .version = header->version,
        .checksum = (uint64_t)header->checksum_high << 32 | header->checksum_low,
        .numbers_checksum = header->numbers_checksum,
        .names_checksum = header->names_checksum,
        .element_size = header->element_size,
        .input_size = header->input_size,
        .second_size = header->second_size,
        .seed_size = header->seed_size,
        .flags = header->flags,
        .module_count = header->module_count,
        .name = out->name,
        .modules = modules,
    };
    return read_modules(data + sizeof(*header) / sizeof(*data), data + size / sizeof(*data),
                        header->module_count, modules);
}

static int take_output(FILE *from, struct operator_file *out)
{
    size_t size;

    out->data = read_all(from, &size);
    if (out->data && read_operator((const void *)out->data, size, out))
        return 0;
    operator_file_close(out);
    return failed(PROGRAM " wrote nothing that this version of vkscan reads");
}

/* ---- running it ---- */

/* Where there is none, the name alone, to be looked for in PATH. */
static void find_program(char path[PATH_SIZE])
{
    const char *given = getenv("VKSCAN_OPERATOR");

    if (given && *given && snprintf(path, PATH_SIZE, "%s", given) < PATH_SIZE)
        return;
    if (platform_program_path(path, PATH_SIZE)) {
        char *file = path + (platform_file_name(path) - path);
        const size_t space = (size_t)(path + PATH_SIZE - file);
        if ((size_t)snprintf(file, space, PROGRAM) < space && platform_can_run(path))
            return;
    }
    snprintf(path, PATH_SIZE, PROGRAM);
}

/* What it said, the last line as this program's: those before are the compiler's. */
static int pass_on(FILE *from)
{
    const size_t prefix = strlen(PROGRAM ": ");
    char line[LINE_SIZE], next[LINE_SIZE];

    rewind(from);
    line[0] = '\0';
    while (fgets(next, sizeof(next), from)) {
        if (line[0])
            fprintf(stderr, "%s\n", line);
        next[strcspn(next, "\n")] = '\0';
        memcpy(line, next, sizeof(line));
    }
    return failed("%s", strncmp(line, PROGRAM ": ", prefix) == 0 ? line + prefix : line);
}

static int run(char *const arguments[], const struct child_streams *streams,
               struct operator_file *out)
{
    struct platform_end end = {0};
    const int error = child_run(arguments, streams, &end);

    if (error)
        return failed("cannot run %s, which compiles operator files: %s; VKSCAN_OPERATOR may name "
                      "it",
                      arguments[0], strerror(error));
    return end.status ? pass_on(streams->error) : take_output(streams->output, out);
}

int operator_file_load(const char *path, enum operator_purpose purpose, struct operator_file *out)
{
    char program[PATH_SIZE];
    const char *arguments[] = {program,
                               "--binary",
                               "--no-addresses",
                               purpose == OPERATOR_TO_CHECK ? "--check" : "--no-optimize",
                               "--",
                               path,
                               NULL};
    struct child_streams streams = {0};

    *out = (struct operator_file){0};
    find_program(program);
    const int status = child_open_streams(&streams)
                           ? run((char *const *)(uintptr_t)arguments, &streams, out)
                           : failed("no temporary files for " PROGRAM);
    child_close_streams(&streams);
    return status;
}

bool operator_file_is_predicate(const struct operator_file *file)
{
    return file->constant.flags & VKSCAN_OPERATOR_PREDICATE;
}

void operator_file_close(struct operator_file *file)
{
    if (file->data)
        free((void *)(uintptr_t)file->constant.modules);
    free(file->data);
    *file = (struct operator_file){0};
}

/* ---- those that come with the library ---- */

static const struct {
    const char *name;
    vkscan_type type;
    const vkscan_operator *constant;
    const char *kinds;
} ready[] = {
    {"argmax", VKSCAN_TYPE_F32, &vkscan_arg_max_f32, "fu"},
    {"argmax", VKSCAN_TYPE_I32, &vkscan_arg_max_i32, "iu"},
    {"argmax", VKSCAN_TYPE_U32, &vkscan_arg_max_u32, "uu"},
    {"argmin", VKSCAN_TYPE_F32, &vkscan_arg_min_f32, "fu"},
    {"argmin", VKSCAN_TYPE_I32, &vkscan_arg_min_i32, "iu"},
    {"argmin", VKSCAN_TYPE_U32, &vkscan_arg_min_u32, "uu"},
};

bool operator_file_is_ready(const char *name)
{
    for (size_t i = 0; i < sizeof(ready) / sizeof(ready[0]); i++)
        if (strcmp(ready[i].name, name) == 0)
            return true;
    return false;
}

bool operator_file_take_ready(const char *name, vkscan_type type, struct operator_file *out)
{
    *out = (struct operator_file){0};
    for (size_t i = 0; i < sizeof(ready) / sizeof(ready[0]); i++)
        if (strcmp(ready[i].name, name) == 0 && ready[i].type == type) {
            out->constant = *ready[i].constant;
            memcpy(out->kinds, ready[i].kinds, strlen(ready[i].kinds));
            return true;
        }
    return false;
}

/* ---- elements ---- */

static vkscan_type type_of(char kind)
{
    return kind == 'f' ? VKSCAN_TYPE_F32 : kind == 'i' ? VKSCAN_TYPE_I32 : VKSCAN_TYPE_U32;
}

/* Of so many words of one kind. */
static vkscan_type vector_of(char kind, uint32_t words)
{
    return value_type_of(value_dtype(type_of(kind)), words);
}

vkscan_type operator_file_type(const struct operator_file *file)
{
    const uint32_t words = file->constant.seed_size / sizeof(uint32_t);
    const char kind = file->kinds[0];

    for (uint32_t k = 1; k < words; k++)
        if (file->kinds[k] != kind)
            return vector_of('u', words);
    return vector_of(kind, words);
}

vkscan_type operator_file_source_type(const struct operator_file *file)
{
    return vector_of('u', file->constant.input_size / sizeof(uint32_t));
}

vkscan_type operator_file_second_type(const struct operator_file *file)
{
    return vector_of('u', file->constant.second_size / sizeof(uint32_t));
}

void operator_file_format(const struct operator_file *file, const uint32_t *words,
                          char text[OPERATOR_TEXT_SIZE])
{
    const uint32_t count = file->constant.element_size / sizeof(*words);
    size_t length = 0;

    for (uint32_t k = 0; k < count; k++) {
        const union value value = {.words = {words[k]}};
        char word[VALUE_TEXT_SIZE];
        value_format(type_of(file->kinds[k]), &value, word);
        const int added = snprintf(text + length, OPERATOR_TEXT_SIZE - length, "%s%s%s",
                                   k > 0       ? ", "
                                   : count > 1 ? "("
                                               : "",
                                   word, k == count - 1 && count > 1 ? ")" : "");
        length += (size_t)added;
    }
}
