/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdio.h>
#include <string.h>

#include "algorithms.h"
#include "failure.h"
#include "nearest.h"
#include "ready_made.h"
#include "reference_sort.h"

#define NAME_OF(list)                                                                              \
    static const char *list##_name(int value)                                                      \
    {                                                                                              \
        return vkscan_##list##_name((vkscan_##list)value);                                         \
    }

NAME_OF(primitive)
NAME_OF(op)
NAME_OF(type)
NAME_OF(algorithm)
NAME_OF(access)
NAME_OF(determinism)

NAME_OF(criterion)

static const char *const ready_made[] = {READY_MADE};

/* The operators of vkscan: the library's, what it makes of them, and operator files. */
static const char *operator_name(int value)
{
    static const char *const others[] = {"argmin", "argmax", READY_MADE, NULL};
    int count = 0;

    while (op_name(count))
        count++;
    return value < count ? op_name(value) : others[value - count];
}

/* Returns the next criterion but for a predicate, for which no name stands. */
static int next_criterion(int value)
{
    return value + 1 + (value + 1 == VKSCAN_CRITERION_PREDICATE);
}

static const char *const weights[] = {"none", "u32", "f32", NULL}; /* by vkscan_weights */
static const char *const heads[] = {"none",  "rows", "bytes",   "bits",
                                    "words", "keys", "offsets", NULL};
static const char *const lengths[] = {"equal", "power", "half-empty", NULL};
static const char *const peers[] = {"cub",     "cub-graph", "cub-radix", "vrdx",
                                    "fuchsia", "ggml",      NULL};
static const char *const predicates[] = {PREDICATES, NULL};
static const char *const formats[] = {"man", "markdown", "bash", "zsh", "fish", NULL};
static const char *const data[] = {
    [SORT_DATA_RANDOM] = "random", [SORT_DATA_SORTED] = "sorted", [SORT_DATA_REVERSED] = "reversed",
    [SORT_DATA_EQUAL] = "equal",   [SORT_DATA_ZIPF] = "zipf",     [SORT_DATA_COUNT] = NULL,
};

static const struct {
    const char *kind;
    const char *(*name)(int value);
    const char *const *names; /* up to a NULL, in place of a function */
} lists[] = {
    [NAMES_PRIMITIVE] = {"primitive", primitive_name, NULL},
    [NAMES_OP] = {"operator", op_name, NULL},
    [NAMES_TYPE] = {"type", type_name, NULL},
    [NAMES_ALGORITHM] = {"algorithm", algorithm_name, NULL},
    [NAMES_ACCESS] = {"access", access_name, NULL},
    [NAMES_DETERMINISM] = {"determinism", determinism_name, NULL},
    [NAMES_CRITERION] = {"criterion", criterion_name, NULL},
    [NAMES_WEIGHTS] = {"weights", NULL, weights},
    [NAMES_HEADS] = {"heads", NULL, heads},
    [NAMES_PEER] = {"peer", NULL, peers},
    [NAMES_DATA] = {"data", NULL, data},
    [NAMES_LENGTHS] = {"segments", NULL, lengths},
    [NAMES_OPERATOR] = {"operator", operator_name, NULL},
    [NAMES_PREDICATE] = {"predicate", NULL, predicates},
    [NAMES_FORMAT] = {"format", NULL, formats},
};

int names_first(enum names names)
{
    return names == NAMES_TYPE || names == NAMES_HEADS ? 1 : 0;
}

int names_next(enum names names, int value)
{
    return names == NAMES_ALGORITHM   ? (int)next_algorithm((vkscan_algorithm)value)
           : names == NAMES_CRITERION ? next_criterion(value)
                                      : value + 1;
}

const char *names_get(enum names names, int value)
{
    return lists[names].name ? lists[names].name(value) : lists[names].names[value];
}

void names_append(char text[NAMES_SIZE], const char *name)
{
    const size_t used = strlen(text);

    snprintf(text + used, NAMES_SIZE - used, "%s%s", used ? ", " : "", name);
}

void names_list(enum names names, char text[NAMES_SIZE])
{
    const char *name;

    text[0] = '\0';
    for (int value = names_first(names); (name = names_get(names, value));
         value = names_next(names, value))
        names_append(text, name);
}

void names_capabilities(uint32_t capabilities, char text[NAMES_SIZE])
{
    static const struct {
        uint32_t bit;
        const char *name;
    } rows[] = {
        {VKSCAN_CAPABILITY_SUBGROUPS_BIT, "subgroup operations"},
        {VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT, "subgroup size control"},
        {VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, "64-bit atomics"},
        {VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT, "buffer device addresses"},
        {VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT, "push descriptors"},
        {VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT, "pipeline cache control"},
        {VKSCAN_CAPABILITY_ROUNDED_HALVES_BIT, "rounded halves"},
    };

    text[0] = '\0';
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (capabilities & rows[i].bit)
            names_append(text, rows[i].name);
    if (!text[0])
        names_append(text, "none");
}

bool names_is_ready_made(const char *name)
{
    for (size_t i = 0; i < sizeof(ready_made) / sizeof(ready_made[0]); i++)
        if (strcmp(ready_made[i], name) == 0)
            return true;
    return false;
}

/* ---- names of a user ---- */

/* Returns the operator that NumPy calls so, or else the name itself. */
static const char *operator_of(const char *name)
{
    return strcmp(name, "sum") == 0 ? "add" : strcmp(name, "prod") == 0 ? "mul" : name;
}

bool names_find(enum names names, const char *name, void *value)
{
    const bool is_operator = names == NAMES_OP || names == NAMES_OPERATOR;
    const char *candidate;

    name = is_operator ? operator_of(name) : name;
    for (int i = names_first(names); (candidate = names_get(names, i)); i = names_next(names, i))
        if (strcmp(candidate, name) == 0) {
            memcpy(value, &i, sizeof(i));
            return true;
        }
    return false;
}

/* Stores the name of the type that NumPy or C calls otherwise. Returns false if there is none. */
static bool find_type(const char *name, char text[NAMES_SIZE])
{
    static const struct {
        const char *said, *meant;
    } beginnings[] = {{"uint", "u"},     {"int", "i"},    {"float", "f"},
                      {"double", "f64"}, {"half", "f16"}, {"bool", "u8"}};
    int type;

    for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++) {
        const size_t length = strlen(beginnings[i].said);
        if (strncmp(name, beginnings[i].said, length) != 0)
            continue;
        snprintf(text, NAMES_SIZE, "%s%s", beginnings[i].meant, name + length);
        return names_find(NAMES_TYPE, text, &type);
    }
    return false;
}

/* Returns what a name was meant to be, stored in the text where need be; NULL: that is not clear.
 */
static const char *meant_by(enum names names, const char *name, char text[NAMES_SIZE])
{
    struct nearest nearest = {.word = name};
    const char *candidate;

    if (names == NAMES_TYPE)
        return find_type(name, text) ? text : NULL;
    for (int i = names_first(names); (candidate = names_get(names, i)); i = names_next(names, i))
        nearest_try(&nearest, candidate);
    return nearest_name(&nearest);
}

int names_parse(enum names names, const char *name, void *value)
{
    char text[NAMES_SIZE];

    if (names_find(names, name, value))
        return 0;
    const char *meant = meant_by(names, name, text);
    if (meant)
        return misused("unknown %s '%s'; did you mean %s?", lists[names].kind, name, meant);
    names_list(names, text);
    return misused("unknown %s '%s'; there are %s", lists[names].kind, name, text);
}
