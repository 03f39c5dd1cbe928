/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program_name = "example";

void fail(const char *format, ...)
{
    va_list values;

    fprintf(stderr, "%s: ", program_name);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

static void print_help(const char *about, const struct argument *arguments, size_t count)
{
    printf("usage: %s [options]\n%s\n\n", program_name, about);
    for (size_t i = 0; i < count; i++) {
        printf("  %-14s %s", arguments[i].name, arguments[i].help);
        for (const char *const *c = arguments[i].choices; c && *c; c++)
            printf("%s%s", c == arguments[i].choices ? ": " : ", ", *c);
        putchar('\n');
    }
}

/* Reads a number such as 1000, 3e6, 0.5 or 2^20; NAN if it is none. */
static double read_number(const char *text)
{
    char *end;
    double value = strtod(text, &end);

    if (end != text && *end == '^')
        value = pow(value, strtod(end + 1, &end));
    return end == text || *end ? (double)NAN : value;
}

static bool is_number(const struct argument *argument, const char *text)
{
    const bool whole = argument->kind == ARGUMENT_NUMBER;
    const double value = read_number(text);
    const bool is =
        value >= argument->least && value <= argument->most && (!whole || value == floor(value));

    if (!is)
        fprintf(stderr, "%s: %s takes a %snumber from %.10g to %.10g, not %s\n", program_name,
                argument->name, whole ? "whole " : "", argument->least, argument->most, text);
    else if (whole)
        *(uint64_t *)argument->value = (uint64_t)value;
    else
        *(double *)argument->value = value;
    return is;
}

static bool is_choice(const struct argument *argument, const char *text)
{
    for (uint32_t i = 0; argument->choices[i]; i++)
        if (strcmp(argument->choices[i], text) == 0) {
            *(uint32_t *)argument->value = i;
            return true;
        }
    fprintf(stderr, "%s: %s takes one of", program_name, argument->name);
    for (const char *const *c = argument->choices; *c; c++)
        fprintf(stderr, " %s", *c);
    fprintf(stderr, ", not %s\n", text);
    return false;
}

static bool take(const struct argument *argument, const char *text)
{
    switch (argument->kind) {
    case ARGUMENT_FLAG:
        return *(bool *)argument->value = true;
    case ARGUMENT_TEXT:
        *(const char **)argument->value = text;
        return true;
    case ARGUMENT_CHOICE:
        return is_choice(argument, text);
    default:
        return is_number(argument, text);
    }
}

void arguments_read(const char *program, const char *about, const struct argument *arguments,
                    size_t count, int argc, char **argv)
{
    program_name = program;
    for (int i = 1; i < argc; i++) {
        size_t at = 0;
        if (strcmp(argv[i], "--help") == 0) {
            print_help(about, arguments, count);
            exit(EXIT_SUCCESS);
        }
        while (at < count && strcmp(arguments[at].name, argv[i]) != 0)
            at++;
        if (at == count)
            fprintf(stderr, "%s: unknown option %s: --help lists them\n", program, argv[i]);
        else if (arguments[at].kind != ARGUMENT_FLAG && i + 1 == argc)
            fprintf(stderr, "%s: %s takes a value\n", program, argv[i]);
        else if (take(&arguments[at], argv[i + (arguments[at].kind != ARGUMENT_FLAG)])) {
            i += arguments[at].kind != ARGUMENT_FLAG;
            continue;
        }
        exit(2);
    }
}

void *allocate(size_t count, size_t size)
{
    void *bytes = calloc(count ? count : 1, size);

    if (!bytes)
        fail("out of memory: %zu elements of %zu bytes", count, size);
    return bytes;
}

/* Reads until the end, in growing room, so that pipes can be read too. */
char *file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 16, got = 0;
    char *bytes = allocate(room, 1);

    *size = 0;
    while (file && (got = fread(bytes + *size, 1, room - 1 - *size, file)) > 0) {
        *size += got;
        if (*size == room - 1) {
            char *larger = realloc(bytes, room *= 2);
            if (!larger)
                fail("%s: out of memory", path);
            bytes = larger;
        }
    }
    if (!file || ferror(file))
        fail("%s: %s", path, strerror(errno));
    fclose(file);
    bytes[*size] = 0;
    return bytes;
}

void file_write(const char *path, const char *header, size_t header_size, const void *bytes,
                size_t size)
{
    const size_t length = strlen(path);
    char *part = allocate(length + sizeof(".part"), 1);

    memcpy(part, path, length);
    memcpy(part + length, ".part", sizeof(".part"));
    FILE *file = fopen(part, "wb");
    bool written = file && fwrite(header, 1, header_size, file) == header_size &&
                   fwrite(bytes, 1, size, file) == size;
    if (file)
        written = fclose(file) == 0 && written;
    if (!written || rename(part, path) != 0) {
        const int reason = errno;
        remove(part);
        fail("%s: %s", path, strerror(reason));
    }
    free(part);
}
