/* SPDX-License-Identifier: MIT */
/* Finds an embedded module by kernel and class. */
#include "vulkan_device.h"

#include "module_list.h"
#include "shader_table.h" /* generated: an array of bytes for each module */

/* The bytes of modules. Their names, in the same order, are vks_module_entry()'s. */
static const struct packed packed_modules[] = {
#define ROW(kernel, class) {vks_module_##kernel##_##class, sizeof(vks_module_##kernel##_##class)},
    MODULE_LIST(ROW)
#undef ROW
};

struct shader vks_shaders_entry(uint32_t index)
{
    const struct module_name *name = vks_module_entry(index);

    return name ? (struct shader){name->kernel, name->class, packed_modules[index]}
                : (struct shader){0};
}

struct shader vks_shaders_find(const char *kernel, const char *class)
{
    return vks_shaders_entry(vks_module_find(kernel, class));
}
