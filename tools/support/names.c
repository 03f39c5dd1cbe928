/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "reference_sort.h"

int names_first(enum names names)
{
    return names == NAMES_TYPE ? VKSCAN_TYPE_DEFAULT + 1 : 0;
}

static const char *data_name(int value)
{
    static const char *const names[SORT_DATA_COUNT] = {
        [SORT_DATA_RANDOM] = "random",     [SORT_DATA_SORTED] = "sorted",
        [SORT_DATA_REVERSED] = "reversed", [SORT_DATA_EQUAL] = "equal",
        [SORT_DATA_ZIPF] = "zipf",
    };

    return value >= 0 && value < SORT_DATA_COUNT ? names[value] : NULL;
}

const char *names_get(enum names names, int value)
{
    switch (names) {
    case NAMES_PRIMITIVE:
        return vkscan_primitive_name((vkscan_primitive)value);
    case NAMES_OP:
        return vkscan_op_name((vkscan_op)value);
    case NAMES_TYPE:
        return vkscan_type_name((vkscan_type)value);
    case NAMES_ALGORITHM:
        return vkscan_algorithm_name((vkscan_algorithm)value);
    case NAMES_ACCESS:
        return vkscan_access_name((vkscan_access)value);
    case NAMES_DETERMINISM:
        return vkscan_determinism_name((vkscan_determinism)value);
    case NAMES_CRITERION:
        return value == VKSCAN_CRITERION_PREDICATE /* which no name tells */
                   ? NULL
                   : vkscan_criterion_name((vkscan_criterion)value);
    case NAMES_DATA:
        return data_name(value);
    }
    return NULL;
}

static void set(vkscan_plan_params *plan, enum names names, int value)
{
    switch (names) {
    case NAMES_PRIMITIVE:
        plan->primitive = (vkscan_primitive)value;
        break;
    case NAMES_OP:
        plan->op = (vkscan_op)value;
        break;
    case NAMES_TYPE:
        plan->type = (vkscan_type)value;
        break;
    case NAMES_ALGORITHM:
        plan->algorithm = (vkscan_algorithm)value;
        break;
    case NAMES_ACCESS:
        plan->access = (vkscan_access)value;
        break;
    case NAMES_DETERMINISM:
        plan->determinism = (vkscan_determinism)value;
        break;
    case NAMES_CRITERION: /* no members of a plan's own */
    case NAMES_DATA:
        break;
    }
}

bool names_find(enum names names, const char *name, int *value)
{
    const char *candidate;

    for (*value = names_first(names); (candidate = names_get(names, *value)); ++*value)
        if (strcmp(candidate, name) == 0)
            return true;
    return false;
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
    for (int value = names_first(names); (name = names_get(names, value)); value++)
        names_append(text, name);
}

int names_parse(enum names names, const char *name, int *value)
{
    static const char *const kinds[] = {
        [NAMES_PRIMITIVE] = "primitive", [NAMES_OP] = "operator",
        [NAMES_TYPE] = "type",           [NAMES_ALGORITHM] = "algorithm",
        [NAMES_ACCESS] = "access",       [NAMES_DETERMINISM] = "determinism",
        [NAMES_CRITERION] = "criterion", [NAMES_DATA] = "data",
    };
    char known[NAMES_SIZE];

    if (names_find(names, name, value))
        return 0;
    names_list(names, known);
    return misused("unknown %s '%s'; there are %s", kinds[names], name, known);
}

void names_list_supported(enum names names, const vkscan_context_params *context,
                          vkscan_plan_params plan, char text[NAMES_SIZE])
{
    vkscan_context_params quiet = *context;
    const char *name;

    quiet.message = NULL;
    text[0] = '\0';
    for (int value = names_first(names); (name = names_get(names, value)); value++) {
        set(&plan, names, value);
        if (vkscan_query_plan(&quiet, &plan, NULL) == VK_SUCCESS)
            names_append(text, name);
    }
}
