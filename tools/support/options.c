/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "nearest.h"

static const struct option *find_long(const struct option_table *table, const char *name,
                                      size_t length)
{
    for (size_t i = 0; i < table->count; i++)
        if (strlen(table->options[i].name) == length &&
            memcmp(table->options[i].name, name, length) == 0)
            return &table->options[i];
    return NULL;
}

static const struct option *find_short(const struct option_table *table, char letter)
{
    for (size_t i = 0; i < table->count; i++)
        if (letter && table->options[i].letter == letter)
            return &table->options[i];
    return NULL;
}

static const char **member(const struct option *option, void *out)
{
    return (const char **)(void *)((char *)out + option->offset);
}

const char *option_get(const struct option *option, const void *out)
{
    return *(const char *const *)(const void *)((const char *)out + option->offset);
}

/* The options' values by name. Values of which one counts: a later one is meant in its place.
 * Values of which several are meant at once, with the way to write them. */
static const struct {
    const char *value;
    const char *advice; /* NULL: the last counts */
} repeatable[] = {
    {"BYTES", NULL},
    {"COUNT", NULL},
    {"DEVICE", NULL},
    {"LEVEL", NULL},
    {"N", NULL},
    {"NAME", NULL},
    {"P", NULL},
    {"PERCENT", NULL},
    {"RATIO", NULL},
    {"TYPE", NULL},
    {"UUID", NULL},
    {"NAMES", "give all at once, with commas between"},
    {"SHAPES", "give all at once, with commas between"},
    {"SIZES", "give all at once, with commas between"},
    {"POLICIES", "give all at once, with spaces between"},
    {"IS:VALUE", "give one; a predicate of --where-file has several"},
};

/* Refuses an option that was given before if both values could be meant. */
static int check_again(const struct option *option, const char *before, const char *value)
{
    const char *advice = "give one";

    if (!before || !option->value)
        return 0;
    for (size_t i = 0; i < sizeof(repeatable) / sizeof(repeatable[0]); i++)
        if (strcmp(repeatable[i].value, option->value) == 0)
            advice = repeatable[i].advice;
    return advice ? misused("option --%s is given twice, as '%s' and '%s'; %s", option->name,
                            before, value, advice)
                  : 0;
}

/* Refuses an option that there is none of; `name` is it without what follows. */
static int refuse_unknown(const struct option_table *table, const void *out, const char *text,
                          const char *name)
{
    struct nearest nearest = {.word = name};
    int mask = ~0;
    const char *command = table->command ? table->command(out, &mask) : NULL;
    char help[64];

    if (command)
        snprintf(help, sizeof(help), "%s help %s", program_name, command);
    else
        snprintf(help, sizeof(help), "%s --help", program_name);
    for (size_t i = 0; i < table->count; i++)
        if (!table->options[i].commands || table->options[i].commands & mask)
            nearest_try(&nearest, table->options[i].name);
    if (nearest_name(&nearest))
        return misused("unknown option %s; did you mean --%s? See '%s'", text,
                       nearest_name(&nearest), help);
    return misused("unknown option %s; see '%s'", text, help);
}

/* Parses one option. Moves *at to its last argument. */
static int parse_option(char **argv, int *at, const struct option_table *table, void *out)
{
    const char *text = argv[*at];
    const bool is_long = text[1] == '-';
    const size_t length = is_long ? strcspn(text + 2, "=") : 1;
    const struct option *option =
        is_long ? find_long(table, text + 2, length) : find_short(table, text[1]);
    const char *value = text + (is_long ? 2 : 1) + length;

    if (!option) {
        char name[NEAREST_LENGTH_MAX];
        snprintf(name, sizeof(name), "%.*s", (int)length, text + 1 + is_long);
        return refuse_unknown(table, out, text, name);
    }
    if (!option->value && *value)
        return misused("option --%s takes no value", option->name);
    if (!option->value) {
        value = option->name;
    } else if (*value) {
        value += is_long; /* skips '=' */
    } else {
        value = argv[++*at];
        if (!value)
            return misused("option %s needs a value: %s", text, option->value);
    }
    const int status = check_again(option, *member(option, out), value);
    *member(option, out) = value;
    return status;
}

int options_parse(int argc, char **argv, const struct option_table *table, void *out)
{
    bool options_end = false;
    int status = 0;

    for (int at = 1; at < argc && !status; at++) {
        if (options_end || argv[at][0] != '-' || !argv[at][1])
            status = table->operand(argv[at], out);
        else if (strcmp(argv[at], "--") == 0)
            options_end = true;
        else
            status = parse_option(argv, &at, table, out);
    }
    return status;
}

/* ---- values ---- */

int option_number(const char *name, const char *text, uint64_t most, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || *number < 1 || *number > most)
        return misused("bad number '%s' for --%s; 1 to %" PRIu64, text, name, most);
    return 0;
}

int option_read(const struct option *option, const char *text, void *values)
{
    void *to = (char *)values + option->to;
    uint64_t number;
    int status;

    switch (option->kind) {
    case OPTION_RAW:
        break;
    case OPTION_TEXT:
        *(const char **)to = text;
        break;
    case OPTION_FLAG:
        *(bool *)to = true;
        break;
    case OPTION_STORE:
        *(uint32_t *)to = option->number;
        break;
    case OPTION_NUMBER:
        status = option_number(option->name, text, option->number, &number);
        *(uint32_t *)to = (uint32_t)number;
        return status;
    case OPTION_NAME:
        return names_parse((enum names)option->names, text, to);
    case OPTION_OTHER:
        return option->read(text, to);
    }
    return 0;
}

int options_read(const struct option_table *table, const void *texts, void *values)
{
    int status = 0;

    for (size_t i = 0; i < table->count && !status; i++)
        if (option_get(&table->options[i], texts))
            status = option_read(&table->options[i], option_get(&table->options[i], texts), values);
    return status;
}

int options_check_filled(const char *name, const char *value)
{
    if (value && !value[strspn(value, " \t\r\n")])
        return misused("--%s is empty", name);
    return 0;
}

/* ---- sizes ---- */

/* Returns what a size is multiplied by: 2^e, 10^e or a power of 1024 at *text, which it moves *text
 * behind. 0: more than 64 bits have, or no exponent. */
static uint64_t size_unit(const char **text)
{
    static const char units[] = "KMGT";
    const char kind = **text, *unit = kind ? strchr(units, kind) : NULL;
    const uint64_t base = kind == '^' ? 2 : kind == 'e' ? 10 : unit ? 1024 : 1;
    unsigned long exponent = unit ? (unsigned long)(unit - units) + 1 : 0;
    uint64_t power = 1;
    char *end;

    if (base == 1)
        return 1;
    ++*text;
    if (!unit) {
        if (!isdigit((unsigned char)**text))
            return 0;
        exponent = strtoul(*text, &end, 10);
        *text = end;
    }
    for (; exponent > 0 && power > 0; exponent--)
        power = power <= UINT64_MAX / base ? power * base : 0;
    return power;
}

bool option_size(const char **text, uint64_t *size)
{
    char *end;

    errno = 0;
    if (!isdigit((unsigned char)**text))
        return false;
    *size = strtoull(*text, &end, 10);
    *text = end;
    if (*end == '^' && *size != 2)
        return false;
    *size /= *end == '^' ? 2 : 1;
    const uint64_t unit = size_unit(text);
    if (errno != 0 || unit == 0 || *size > UINT64_MAX / unit)
        return false;
    *size *= unit;
    return *size > 0;
}

static bool add_size(struct option_sizes *sizes, uint64_t size)
{
    if (sizes->count == OPTION_SIZES_MAX)
        return false;
    sizes->list[sizes->count++] = size;
    return true;
}

/* Appends the powers of two from first to last. */
static bool add_range(struct option_sizes *sizes, uint64_t first, uint64_t last)
{
    if (first & (first - 1) || last & (last - 1) || last < first)
        return false;
    while (first < last && add_size(sizes, first))
        first *= 2;
    return first == last && add_size(sizes, last);
}

static bool add_sizes(const char *text, struct option_sizes *sizes)
{
    for (;; text++) {
        uint64_t first, last;
        if (!option_size(&text, &first))
            return false;
        last = first;
        if (*text == ':') {
            text++;
            if (!option_size(&text, &last) || !add_range(sizes, first, last))
                return false;
        } else if (!add_size(sizes, first)) {
            return false;
        }
        if (*text != ',')
            return *text == '\0';
    }
}

int option_sizes(const char *text, void *to)
{
    return add_sizes(text, to) ? 0
                               : misused("bad sizes '%s'; elements like 1000, 1e6, 16M, 2^20 or "
                                         "2^10:2^28, at most %d sizes "
                                         "with commas between",
                                         text, OPTION_SIZES_MAX);
}
