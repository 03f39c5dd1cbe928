/* SPDX-License-Identifier: MIT */
#include "passed.h"

#include <stdio.h>
#include <stdlib.h>

#define PRIMITIVES 3
#define OPERATORS 32 /* bits of a mask */

_Static_assert(PRIMITIVES == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN + 1, "the primitives");

/* Masks of operators that passed. */
static uint32_t passed[PRIMITIVES][CONVERSIONS_MAX][VARIANTS_MAX];

static size_t find_conversion(vkscan_type from, vkscan_type to)
{
    struct conversion conversions[CONVERSIONS_MAX];
    const size_t count = variant_conversions(conversions);

    for (size_t i = 0; i < count; i++)
        if (conversions[i].from == from && conversions[i].to == to)
            return i;
    fail_msg("%s is not computed in %s", vkscan_type_name(from), vkscan_type_name(to));
    return 0;
}

void matrix_pass(const vkscan_plan_params *params, const struct algorithm *algorithm)
{
    const size_t types = find_conversion(params->type, params->out_type);
    uint32_t column = 0;

    while (vks_catalogue_entry(column) != algorithm)
        column++;
    passed[params->primitive][types][column] |= 1u << params->op;
}

static uint32_t operators_of(vkscan_type type)
{
    uint32_t mask = 0;

    for (int op = 0; op < OPERATORS && vkscan_op_name((vkscan_op)op); op++)
        mask |= (uint32_t)reference_has(type, (vkscan_op)op) << op;
    return mask;
}

static void print_operators(FILE *to, vkscan_type type, uint32_t mask)
{
    if (mask == operators_of(type)) {
        fputs(" all |", to);
        return;
    }
    for (int op = 0; op < OPERATORS; op++)
        if (mask & 1u << op)
            fprintf(to, " %s", vkscan_op_name((vkscan_op)op));
    fputs(mask ? " |" : " - |", to);
}

static bool computes(const struct algorithm *algorithm, vkscan_primitive primitive)
{
    return algorithm->primitives & 1u << primitive;
}

static void print_row(FILE *to, vkscan_primitive primitive, size_t index, struct conversion types)
{
    const struct algorithm *algorithm;
    const bool same = types.from == types.to;

    fprintf(to, "| %s%s%s |", vkscan_type_name(types.from), same ? "" : " into ",
            same ? "" : vkscan_type_name(types.to));
    for (uint32_t i = 0; (algorithm = vks_catalogue_entry(i)); i++)
        if (computes(algorithm, primitive))
            print_operators(to, types.to, passed[primitive][index][i]);
    fputc('\n', to);
}

static void print_table(FILE *to, vkscan_primitive primitive)
{
    struct conversion conversions[CONVERSIONS_MAX];
    const size_t count = variant_conversions(conversions);
    const struct algorithm *algorithm;

    fprintf(to, "\n## %s\n\n| type |", vkscan_primitive_name(primitive));
    for (uint32_t i = 0; (algorithm = vks_catalogue_entry(i)); i++)
        if (computes(algorithm, primitive))
            fprintf(to, " %s |", algorithm->name);
    fputs("\n|---|", to);
    for (uint32_t i = 0; (algorithm = vks_catalogue_entry(i)); i++)
        if (computes(algorithm, primitive))
            fputs("---|", to);
    fputc('\n', to);
    for (size_t i = 0; i < count; i++)
        print_row(to, primitive, i, conversions[i]);
}

bool matrix_write(const struct harness *h)
{
    const char *path = getenv("VKSCAN_TEST_MATRIX");
    FILE *to = path ? fopen(path, "w") : NULL;

    if (!path)
        return true;
    if (!to) {
        perror(path);
        return false;
    }
    fprintf(to, "# %s, subgroups of %u\n\nOperators whose results were right.\n",
            h->gpu.properties.deviceName, h->gpu.info.subgroup_size);
    for (vkscan_primitive primitive = 0; primitive < PRIMITIVES; primitive++)
        print_table(to, primitive);
    return fclose(to) == 0;
}
