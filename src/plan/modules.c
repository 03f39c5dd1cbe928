/* SPDX-License-Identifier: MIT */
#include "modules.h"

#include <stddef.h>
#include <string.h>

#include "operator.h"

#include "module_list.h"

static const struct {
    const char *kernel, *class;
} modules[] = {
#define ROW(kernel, class) {#kernel, #class},
    MODULE_LIST(ROW)
#undef ROW
};

/* Returns what follows `prefix` in the name, or NULL if the name does not begin with it. A NULL
 * prefix is empty; a NULL name gives NULL. */
static const char *strip_prefix(const char *name, const char *prefix)
{
    const size_t length = prefix ? strlen(prefix) : 0;

    return name && strncmp(name, prefix ? prefix : "", length) == 0 ? name + length : NULL;
}

const char *vks_module_name(const char *kernel, const char *suffix, bool by_address)
{
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
        const char *rest = strip_prefix(modules[i].kernel, kernel);
        rest = strip_prefix(strip_prefix(rest, suffix ? "_" : NULL), suffix);
        rest = strip_prefix(rest, by_address ? "_by_address" : NULL);
        if (rest && !*rest)
            return modules[i].kernel;
    }
    return NULL;
}

static bool has_module(const char *kernel, const char *class)
{
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
        if (strcmp(modules[i].kernel, kernel) == 0 &&
            (!class || strcmp(modules[i].class, class) == 0))
            return true;
    return false;
}

bool vks_module_exists(const char *kernel)
{
    return has_module(kernel, NULL);
}

bool vks_module_computes(const char *kernel, const char *class, const struct op *op)
{
    if (!kernel)
        return false;
    return op->user && strcmp(class, MODULE_CLASS_USER) == 0
               ? vks_operator_find(op->user, kernel) != NULL
               : has_module(kernel, class);
}
