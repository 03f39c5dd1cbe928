/* SPDX-License-Identifier: MIT */
#include "modules.h"

#include <stddef.h>
#include <string.h>

#include "operator.h"

#include "module_list.h"

static const struct {
    const char *kernel, *class;
} module_names[] = {
#define ROW(kernel, class) {#kernel, #class},
    MODULE_LIST(ROW)
#undef ROW
};

const char *vks_module_name(const char *kernel, bool by_address)
{
    const char *end = by_address ? "_by_address" : "";
    const size_t length = strlen(kernel);

    for (size_t i = 0; i < sizeof(module_names) / sizeof(module_names[0]); i++) {
        const char *name = module_names[i].kernel;
        if (strncmp(name, kernel, length) == 0 && strcmp(name + length, end) == 0)
            return name;
    }
    return NULL;
}

static bool has_module(const char *kernel, const char *class)
{
    for (size_t i = 0; i < sizeof(module_names) / sizeof(module_names[0]); i++)
        if (strcmp(module_names[i].kernel, kernel) == 0 &&
            (!class || strcmp(module_names[i].class, class) == 0))
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
