/* SPDX-License-Identifier: MIT */
#include "operator_file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "quit.h"
#include "value.h"

#define PROGRAM "vkscan-operator"
#define PATH_SIZE 4096
#define LINE_SIZE 1024

/* ---- the binary, which write_binary() of vkscan-operator writes ---- */

#define MAGIC 0x626f6b76u

/* The beginning of the binary: first the numbers of a vkscan_operator, without its magic. */
struct header {
    uint32_t magic, numbers[offsetof(vkscan_operator, name) / sizeof(uint32_t) - 1];
    uint32_t traits; /* 1: floats, 2: maps */
    char kinds[OPERATOR_WORDS_MAX];
    char name[OPERATOR_NAME_SIZE];
};

struct module_header {
    char name[OPERATOR_NAME_SIZE];
    uint32_t size;
};

/* Reads the whole file. Returns NULL if it is shorter than a header. */
static uint32_t *read_all(FILE *from, size_t *size)
{
    const long end = fseek(from, 0, SEEK_END) == 0 ? ftell(from) : -1;

    *size = end > 0 ? (size_t)end : 0;
    uint32_t *data = allocate(*size, "an operator");
    rewind(from);
    return *size >= sizeof(struct header) && fread(data, 1, *size, from) == *size ? data : NULL;
}

/* Reads the modules, which lie one behind the other, each from a whole word on. Returns false if
 * they do not end where the data does. */
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
            header->name, (const unsigned char *)(data + header_words), header->size, 0};
        data += header_words + (header->size + 3) / sizeof(*data);
    }
    return data == end;
}

static bool read_operator(const uint32_t *data, size_t size, struct operator_file *out)
{
    const struct header *header = (const void *)data;
    const uint32_t most = sizeof(*data) * OPERATOR_WORDS_MAX;
    vkscan_operator *of = &out->constant;

    if (!data || header->magic != MAGIC || header->name[OPERATOR_NAME_SIZE - 1])
        return false;
    memcpy(of, header, offsetof(vkscan_operator, name));
    if (of->element_size > most || of->seed_size > most || of->module_count > 4096)
        return false;
    vkscan_operator_module *modules = allocate(of->module_count * sizeof(*modules), "modules");
    of->magic = VKSCAN_OPERATOR_MAGIC;
    of->name = header->name;
    of->modules = modules;
    memcpy(out->kinds, header->kinds, sizeof(header->kinds));
    out->floats = header->traits & 1;
    out->maps = header->traits & 2;
    return read_modules(data + sizeof(*header) / sizeof(*data), data + size / sizeof(*data),
                        of->module_count, modules);
}

/* Tells what words are that a ready-made operator keeps as bits: values, in front of an index or
 * alone. */
static void settle_kinds(const char *name, struct operator_file *out)
{
    const char kind = strstr(name, "_f32") ? 'f' : strstr(name, "_i32") ? 'i' : 'u';
    const int values = strncmp(name, "arg_", 4) == 0 ? 1 : strcmp(name, "bounds_f32") == 0 ? 2 : 0;

    memset(out->kinds, kind, (size_t)values);
}

/* ---- running vkscan-operator ---- */

/* Stores the program's path. Where none is found, that is the name alone, which is looked for in
 * PATH. */
static void find_program(char path[PATH_SIZE])
{
    const char *given = getenv("VKSCAN_OPERATOR");

    if (given && *given && snprintf(path, PATH_SIZE, "%s", given) < PATH_SIZE)
        return;
    if (!child_find_beside(PROGRAM, path, PATH_SIZE) || !platform_can_run(path))
        snprintf(path, PATH_SIZE, PROGRAM);
}

/* Fails with the program's last line, as a line of this program. Prints the compiler's lines before
 * it. */
static void pass_on(FILE *from)
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
    fail("%s", strncmp(line, PROGRAM ": ", prefix) == 0 ? line + prefix : line);
}

void operator_file_load(const char *path, enum operator_purpose purpose, struct operator_file *out)
{
    char program[PATH_SIZE];
    static const char *const options[] = {[OPERATOR_TO_RUN] = "--no-optimize",
                                          [OPERATOR_READY_MADE] = "--ready-made",
                                          [OPERATOR_TO_CHECK] = "--check"};
    const char *arguments[] = {program, "--binary", "--no-addresses", options[purpose], "--",
                               path,    NULL};
    FILE *streams[3];
    struct platform_end ended = {0};
    size_t size;

    find_program(program);
    if (!child_open_streams(streams))
        fail("no temporary files for " PROGRAM);
    const int error = platform_run((char *const *)(uintptr_t)arguments, streams, &ended);
    if (error)
        fail("cannot run %s, which compiles operator files: %s; VKSCAN_OPERATOR may name it",
             program, strerror(error));
    if (ended.status)
        pass_on(streams[PLATFORM_ERROR]);
    const uint32_t *data = read_all(streams[PLATFORM_OUTPUT], &size);
    if (!read_operator(data, size, out))
        fail(PROGRAM " wrote nothing that this version of vkscan reads");
    if (purpose == OPERATOR_READY_MADE)
        settle_kinds(path, out);
    child_close_streams(streams);
}

bool operator_file_is_predicate(const struct operator_file *file)
{
    return file->constant.flags & VKSCAN_OPERATOR_PREDICATE_BIT;
}

/* ---- elements ---- */

static vkscan_type type_of(char kind)
{
    return kind == 'f' ? VKSCAN_TYPE_F32 : kind == 'i' ? VKSCAN_TYPE_I32 : VKSCAN_TYPE_U32;
}

/* Returns the type of `words` words of one kind. */
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
