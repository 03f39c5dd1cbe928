/* SPDX-License-Identifier: MIT */
#include "shaders.h"

#include <string.h>

#include "shader_table.h" /* generated: the arrays, and SHADER_TABLE with a row for each */

static const struct shader table[] = {SHADER_TABLE};

const struct shader *vks_shaders_find(const char *kernel, const char *type)
{
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (strcmp(table[i].kernel, kernel) == 0 && strcmp(table[i].type, type) == 0)
            return &table[i];
    return NULL;
}
