/* SPDX-License-Identifier: MIT */
#include "npy.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct cursor {
    const char *at;
    const char *end;
    const char *wrong; /* NULL, or the error */
};

bool npy_named(const char *path)
{
    const size_t length = strlen(path);

    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

size_t npy_length_size(const unsigned char version[NPY_VERSION_SIZE])
{
    static const size_t sizes[] = {0, 2, 4, 4};

    return version[0] < sizeof(sizes) / sizeof(sizes[0]) && version[1] == 0 ? sizes[version[0]] : 0;
}

static char peek(struct cursor *cursor)
{
    while (cursor->at < cursor->end && isspace((unsigned char)*cursor->at))
        cursor->at++;
    return cursor->at < cursor->end ? *cursor->at : '\0';
}

static bool refuse(struct cursor *cursor, const char *wrong)
{
    cursor->wrong = wrong;
    return false;
}

static bool take(struct cursor *cursor, char wanted)
{
    if (peek(cursor) != wanted)
        return false;
    cursor->at++;
    return true;
}

static bool take_word(struct cursor *cursor, const char *word)
{
    const size_t length = strlen(word);

    peek(cursor);
    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, word, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

static void copy_text(char *out, size_t size, const char *text, size_t length)
{
    const size_t kept = length < size ? length : size - 1;

    memcpy(out, text, kept);
    out[kept] = '\0';
}

/* A string without escapes and control characters: neither a key nor a type has any. */
static bool parse_string(struct cursor *cursor, char *out, size_t size)
{
    const char quote = peek(cursor);

    if (quote != '\'' && quote != '"')
        return false;
    const char *start = ++cursor->at;
    for (; cursor->at < cursor->end && *cursor->at != quote && *cursor->at != '\\'; cursor->at++)
        if (iscntrl((unsigned char)*cursor->at))
            return refuse(cursor, "a string in the header has a control character");
    if (cursor->at == cursor->end || *cursor->at != quote)
        return false;
    copy_text(out, size, start, (size_t)(cursor->at++ - start));
    return true;
}

/* A structured type is a list or a tuple: copied for messages, not parsed. */
static bool parse_dtype(struct cursor *cursor, char *out, size_t size)
{
    const char first = peek(cursor);
    const char *start = cursor->at;
    unsigned depth = 0;

    if (first != '[' && first != '(')
        return parse_string(cursor, out, size);
    do {
        char skipped[1];
        const char c = peek(cursor);
        if (c == '\'' || c == '"') {
            if (!parse_string(cursor, skipped, sizeof(skipped)))
                return false;
            continue;
        }
        if (cursor->at == cursor->end)
            return false;
        depth += c == '[' || c == '(';
        depth -= c == ']' || c == ')';
        cursor->at++;
    } while (depth > 0);
    copy_text(out, size, start, (size_t)(cursor->at - start));
    return true;
}

static bool parse_bool(struct cursor *cursor, bool *out)
{
    *out = take_word(cursor, "True");
    return *out || take_word(cursor, "False");
}

static uint64_t saturating_multiply(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static bool parse_length(struct cursor *cursor, uint64_t *out)
{
    const bool leading_zero = peek(cursor) == '0';
    const char *start = cursor->at;

    for (*out = 0; cursor->at < cursor->end && isdigit((unsigned char)*cursor->at); cursor->at++) {
        const uint64_t digit = (uint64_t)(*cursor->at - '0');
        *out = saturating_multiply(*out, 10);
        *out = *out > UINT64_MAX - digit ? UINT64_MAX : *out + digit;
    }
    if (cursor->at == start)
        return false;
    if (leading_zero && cursor->at - start > 1) /* octal in Python 2, an error in Python 3 */
        return refuse(cursor, "a length in the header's shape has a leading zero");
    /* Python 2 wrote long integers as 10L. */
    if (cursor->at < cursor->end && *cursor->at == 'L')
        cursor->at++;
    return true;
}

static bool parse_shape(struct cursor *cursor, struct npy *out)
{
    bool comma = true;

    out->count = 1;
    if (!take(cursor, '('))
        return false;
    while (!take(cursor, ')')) {
        uint64_t length;
        if (!comma || !parse_length(cursor, &length))
            return false;
        comma = take(cursor, ',');
        out->dimensions++;
        out->last = length;
        out->count = saturating_multiply(out->count, length);
    }
    return out->dimensions != 1 || comma; /* (5) is not a tuple, (5,) is */
}

enum { KEY_DTYPE = 1, KEY_ORDER = 2, KEY_SHAPE = 4, KEY_ALL = 7 };

/* One key and its value. Returns which key, or 0 if malformed. */
static unsigned parse_item(struct cursor *cursor, struct npy *out)
{
    char key[16];

    if (!parse_string(cursor, key, sizeof(key)) || !take(cursor, ':'))
        return 0;
    if (strcmp(key, "descr") == 0)
        return parse_dtype(cursor, out->dtype, sizeof(out->dtype)) ? KEY_DTYPE : 0;
    if (strcmp(key, "fortran_order") == 0)
        return parse_bool(cursor, &out->fortran_order) ? KEY_ORDER : 0;
    if (strcmp(key, "shape") == 0)
        return parse_shape(cursor, out) ? KEY_SHAPE : 0;
    return 0;
}

const char *npy_parse(const char *text, size_t length, struct npy *out)
{
    struct cursor cursor = {text, text + length, NULL};
    unsigned seen = 0;
    bool comma = true;

    memset(out, 0, sizeof(*out));
    if (!take(&cursor, '{'))
        return "the header is not a dictionary";
    while (!take(&cursor, '}')) {
        const unsigned item = comma ? parse_item(&cursor, out) : 0;
        if (item == 0 || seen & item)
            return cursor.wrong ? cursor.wrong : "the header's dictionary is malformed";
        seen |= item;
        comma = take(&cursor, ',');
    }
    peek(&cursor);
    if (cursor.at != cursor.end)
        return "the header goes on after its dictionary";
    return seen == KEY_ALL ? NULL : "the header lacks one of descr, fortran_order and shape";
}

void npy_format(char header[NPY_HEADER_SIZE], const char *dtype, uint64_t count,
                uint32_t components)
{
    const size_t start = NPY_MAGIC_SIZE + NPY_VERSION_SIZE + 2;
    const size_t length = NPY_HEADER_SIZE - start;
    char text[NPY_HEADER_SIZE], second[16] = "";

    if (components > 1)
        snprintf(second, sizeof(second), " %" PRIu32, components);
    const int used =
        snprintf(text, sizeof(text),
                 "{'descr': '%.16s', 'fortran_order': False, 'shape': (%" PRIu64 ",%s), }", dtype,
                 count, second);
    memset(header, ' ', NPY_HEADER_SIZE);
    memcpy(header, NPY_MAGIC "\x01\x00", NPY_MAGIC_SIZE + NPY_VERSION_SIZE);
    header[start - 2] = (char)length;
    header[start - 1] = (char)(length >> 8);
    memcpy(header + start, text, (size_t)used);
    header[NPY_HEADER_SIZE - 1] = '\n';
}
