/* SPDX-License-Identifier: MIT */
/* Finds an embedded module by kernel and class. */
#include "vulkan_device.h"

#include <string.h>

#include "module_list.h"
#include "shader_table.h" /* generated: an array of bytes for each module */

static const struct shader table[] = {
#define ROW(kernel, class)                                                                         \
    {#kernel, #class, {vks_module_##kernel##_##class, sizeof(vks_module_##kernel##_##class)}},
    MODULE_LIST(ROW)
#undef ROW
};

const struct shader *vks_shaders_entry(uint32_t index)
{
    return index < sizeof(table) / sizeof(table[0]) ? &table[index] : NULL;
}

const struct shader *vks_shaders_find(const char *kernel, const char *class)
{
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (strcmp(table[i].kernel, kernel) == 0 && strcmp(table[i].class, class) == 0)
            return &table[i];
    return NULL;
}
