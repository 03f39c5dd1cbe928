/* SPDX-License-Identifier: MIT */
#include "npy.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NPY_ALIGNMENT 64 /* of a header's size */

struct cursor {
    const char *at;
    const char *end;
    const char *wrong; /* the error; NULL: none */
};

bool npy_named(const char *path)
{
    const size_t length = strlen(path);

    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

const struct npy_other *npy_other_format(const char *path)
{
    static const struct npy_other others[] = {
        {" .npz ", "a zip archive of arrays",
         "np.save('a.npy', np.load('a.npz')['NAME']) takes one out of it", true},
        {" .csv .tsv .txt ", "text", "np.save('a.npy', np.loadtxt('a.txt')) makes one of it",
         false},
        {" .gz .bz2 .xz .zst .zip ", "compressed", "decompress it first", false},
    };
    const char *ending = strrchr(path, '.');
    char word[16];

    if (!ending || strchr(ending, ' ') ||
        snprintf(word, sizeof(word), " %s ", ending) >= (int)sizeof(word))
        return NULL;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strstr(others[i].names, word))
            return &others[i];
    return NULL;
}

size_t npy_length_size(const unsigned char version[NPY_VERSION_SIZE])
{
    static const size_t sizes[] = {0, 2, 4, 4};

    return version[0] < sizeof(sizes) / sizeof(sizes[0]) && version[1] == 0 ? sizes[version[0]] : 0;
}

static bool refuse(struct cursor *cursor, const char *wrong)
{
    if (!cursor->wrong)
        cursor->wrong = wrong;
    return false;
}

static char peek(struct cursor *cursor)
{
    while (cursor->at < cursor->end && isspace((unsigned char)*cursor->at))
        cursor->at++;
    return cursor->at < cursor->end ? *cursor->at : '\0';
}

static bool take(struct cursor *cursor, const char *word)
{
    const size_t length = strlen(word);

    peek(cursor);
    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, word, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

/* Goes behind a string. It has neither escapes nor control characters, as no key and no type has
 * any. */
static bool skip_string(struct cursor *cursor)
{
    const char quote = peek(cursor);

    if (quote != '\'' && quote != '"')
        return false;
    for (cursor->at++; cursor->at < cursor->end && *cursor->at != quote; cursor->at++) {
        if (iscntrl((unsigned char)*cursor->at))
            return refuse(cursor, "a string in the header has a control character");
        if (*cursor->at == '\\')
            return false;
    }
    return cursor->at++ < cursor->end;
}

/* Copies a string without its quotes; or, for messages, a structured type, a list or a tuple. */
static bool copy_text(struct cursor *cursor, char *out, size_t size)
{
    unsigned depth = 0, quotes;

    peek(cursor);
    const char *start = cursor->at;
    do {
        const char c = peek(cursor);
        if (c == '\'' || c == '"') {
            if (!skip_string(cursor))
                return false;
            continue;
        }
        if (cursor->at == cursor->end || (depth == 0 && c != '[' && c != '('))
            return false;
        depth += c == '[' || c == '(';
        depth -= c == ']' || c == ')';
        cursor->at++;
    } while (depth > 0);
    quotes = *start == '\'' || *start == '"';
    snprintf(out, size, "%.*s", (int)(cursor->at - start - 2 * quotes), start + quotes);
    return true;
}

/* Returns the product, or UINT64_MAX if it is larger. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static bool parse_length(struct cursor *cursor, uint64_t *out)
{
    const bool leading_zero = peek(cursor) == '0';
    const char *start = cursor->at;

    for (*out = 0; cursor->at < cursor->end && isdigit((unsigned char)*cursor->at); cursor->at++) {
        const uint64_t digit = (uint64_t)(*cursor->at - '0');
        *out = multiply(*out, 10) > UINT64_MAX - digit ? UINT64_MAX : *out * 10 + digit;
    }
    if (leading_zero && cursor->at - start > 1) /* octal in Python 2, an error in Python 3 */
        return refuse(cursor, "a length in the header's shape has a leading zero");
    const bool found = cursor->at > start;
    if (cursor->at < cursor->end && *cursor->at == 'L') /* Python 2 wrote long integers as 10L */
        cursor->at++;
    return found;
}

static bool parse_shape(struct cursor *cursor, struct npy *out)
{
    struct npy_shape *shape = &out->shape;
    bool comma = true;

    out->count = 1;
    if (!take(cursor, "("))
        return false;
    for (; !take(cursor, ")"); shape->dimensions++) {
        if (!comma || !parse_length(cursor, &out->last))
            return false;
        comma = take(cursor, ",");
        out->count = multiply(out->count, out->last);
        if (shape->dimensions < NPY_AXES)
            shape->lengths[shape->dimensions] = out->last;
    }
    return shape->dimensions != 1 || comma; /* (5) is not a tuple, (5,) is */
}

enum { KEY_DTYPE = 1, KEY_ORDER = 2, KEY_SHAPE = 4, KEY_ALL = 7 };

/* Parses a key and its value. Returns a bit for the key, or 0 if the item is malformed. */
static unsigned parse_item(struct cursor *cursor, struct npy *out)
{
    char key[16];
    const char quote = peek(cursor);

    if ((quote != '\'' && quote != '"') || !copy_text(cursor, key, sizeof(key)) ||
        !take(cursor, ":"))
        return 0;
    if (strcmp(key, "descr") == 0 && copy_text(cursor, out->dtype, sizeof(out->dtype)))
        return KEY_DTYPE;
    if (strcmp(key, "fortran_order") == 0) {
        out->shape.fortran_order = take(cursor, "True");
        return out->shape.fortran_order || take(cursor, "False") ? KEY_ORDER : 0;
    }
    return strcmp(key, "shape") == 0 && parse_shape(cursor, out) ? KEY_SHAPE : 0;
}

const char *npy_parse(const char *text, size_t length, struct npy *out)
{
    struct cursor cursor = {text, text + length, NULL};
    unsigned seen = 0;
    bool comma = true;

    memset(out, 0, sizeof(*out));
    if (!take(&cursor, "{"))
        return "the header is not a dictionary";
    while (!take(&cursor, "}")) {
        const unsigned item = comma ? parse_item(&cursor, out) : 0;
        if (item == 0 || seen & item)
            return cursor.wrong ? cursor.wrong : "the header's dictionary is malformed";
        seen |= item;
        comma = take(&cursor, ",");
    }
    peek(&cursor);
    if (cursor.at != cursor.end)
        return "the header goes on after its dictionary";
    return seen == KEY_ALL ? NULL : "the header lacks one of descr, fortran_order and shape";
}

size_t npy_format_shape(char header[NPY_SHAPED_HEADER_MAX], const char *dtype,
                        const struct npy_shape *shape)
{
    const size_t start = NPY_MAGIC_SIZE + NPY_VERSION_SIZE + 2;
    char text[NPY_SHAPED_HEADER_MAX];
    int used = snprintf(text, sizeof(text), "{'descr': '%.16s', 'fortran_order': %s, 'shape': (",
                        dtype, shape->fortran_order ? "True" : "False");

    for (unsigned i = 0; i < shape->dimensions; i++)
        used +=
            snprintf(text + used, sizeof(text) - (size_t)used, "%s%" PRIu64 "%s", i > 0 ? " " : "",
                     shape->lengths[i], i == 0 || i + 1 < shape->dimensions ? "," : "");
    used += snprintf(text + used, sizeof(text) - (size_t)used, "), }");
    const size_t whole = (start + (size_t)used + NPY_ALIGNMENT) & ~(size_t)(NPY_ALIGNMENT - 1);
    const size_t size = whole > NPY_HEADER_SIZE ? whole : NPY_HEADER_SIZE;
    memset(header, ' ', size);
    memcpy(header, NPY_MAGIC "\x01\x00", NPY_MAGIC_SIZE + NPY_VERSION_SIZE);
    header[start - 2] = (char)(size - start);
    header[start - 1] = (char)((size - start) >> 8);
    memcpy(header + start, text, (size_t)used);
    header[size - 1] = '\n';
    return size;
}

void npy_format(char header[NPY_HEADER_SIZE], const char *dtype, uint64_t count,
                uint32_t components)
{
    const struct npy_shape shape = {.dimensions = components > 1 ? 2 : 1,
                                    .lengths = {count, components}};
    char shaped[NPY_SHAPED_HEADER_MAX];

    memcpy(header, shaped, npy_format_shape(shaped, dtype, &shape));
}
