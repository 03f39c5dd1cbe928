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

/* Behind `part`, NULL: nothing; NULL if the name does not begin with it. */
static const char *skip(const char *name, const char *part)
{
    const size_t length = part ? strlen(part) : 0;

    return name && strncmp(name, part ? part : "", length) == 0 ? name + length : NULL;
}

const char *vks_module_name(const char *kernel, const char *suffix, bool by_address)
{
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
        const char *rest = skip(modules[i].kernel, kernel);
        rest = skip(skip(rest, suffix ? "_" : NULL), suffix);
        rest = skip(rest, by_address ? "_by_address" : NULL);
        if (rest && !*rest)
            return modules[i].kernel;
    }
    return "";
}

static bool exists(const char *kernel, const char *class)
{
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
        if (strcmp(modules[i].kernel, kernel) == 0 &&
            (!class || strcmp(modules[i].class, class) == 0))
            return true;
    return false;
}

bool vks_module_exists(const char *kernel)
{
    return exists(kernel, NULL);
}

bool vks_module_computes(const char *kernel, const char *class, const struct op *op)
{
    return op->user && strcmp(class, MODULE_CLASS_USER) == 0
               ? vks_operator_find(op->user, kernel) != NULL
               : exists(kernel, class);
}
