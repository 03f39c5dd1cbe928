/* SPDX-License-Identifier: MIT */
/* Reductions and scans on one core, in order. */
#include "reference.h"

#include <string.h>

#include "fold_loops.h"
#include "reference_rounded.h"
#include "type.h"

#define ELEMENT_MAX REFERENCE_ELEMENT_MAX

uint32_t reference_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

bool reference_converts(vkscan_type from, vkscan_type to)
{
    const struct type *in = type_of(from), *out = type_of(to);
    const bool integers = in->scalar.kind != FLOAT && out->scalar.kind != FLOAT;

    if (in == out)
        return true;
    if (in->components > 1 || out->components > 1)
        return false;
    if (integers && in->scalar.size < 4)
        return out->scalar.size >= 4;
    return in->scalar.kind == out->scalar.kind && out->scalar.size == 2 * in->scalar.size;
}

/* ---- runs ---- */

static vkscan_type out_type_of(const vkscan_plan_params *plan)
{
    return plan->out_type == VKSCAN_TYPE_NONE ? plan->type : plan->out_type;
}

static bool reverses(const vkscan_plan_params *plan)
{
    return plan->flags & VKSCAN_PLAN_REVERSE_BIT;
}

static loops_fn *loops_of(const vkscan_plan_params *plan)
{
    static fold_loops_fn *const functions[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = fold_loops_##name,
#include "types.def"
#undef TYPE
    };

    return functions[out_type_of(plan)](plan->op, plan->type);
}

/* Stores the element that an operation starts with. A seed takes part in it, if only with the
 * identity, which makes NaNs the quiet one. */
static void first_of(const vkscan_plan_params *plan, const void *seed, void *first)
{
    const vkscan_plan_params only = {.type = out_type_of(plan), .op = plan->op};

    reference_identity(only.type, plan->op, first);
    if (seed && domain_of(plan->op) == ORDER)
        loops_of (&only)(VKSCAN_PRIMITIVE_REDUCE, false, first, seed, 1, first);
    else if (seed)
        memcpy(first, seed, type_size(only.type));
}

void reference_run(const vkscan_plan_params *plan, const void *seed, const void *source,
                   uint64_t count, void *destination)
{
    unsigned char first[ELEMENT_MAX];

    first_of(plan, seed, first);
    loops_of(plan)(plan->primitive, reverses(plan), first, source, count, destination);
}

/* ---- checking ---- */

#define BLOCK 256 /* elements */

static bool is_rounded(const vkscan_plan_params *plan)
{
    return type_of(out_type_of(plan))->scalar.kind == FLOAT && domain_of(plan->op) == ARITHMETIC;
}

static uint32_t components_of(const vkscan_plan_params *plan)
{
    return type_of(plan->type)->components;
}

void reference_start(const vkscan_plan_params *plan, const void *seed,
                     struct reference_total *total)
{
    first_of(plan, seed, total->element);
    for (uint32_t i = 0; is_rounded(plan) && i < components_of(plan); i++)
        rounded_start(plan, i, total->element, &total->exact[i]);
}

void reference_follow(const vkscan_plan_params *plan, const void *source, uint64_t count,
                      struct reference_total *total)
{
    if (!is_rounded(plan))
        loops_of(plan)(VKSCAN_PRIMITIVE_REDUCE, false, total->element, source, count,
                       total->element);
    for (uint32_t i = 0; is_rounded(plan) && i < components_of(plan); i++)
        rounded_follow(plan, i, source, count, &total->exact[i]);
}

void reference_join(const vkscan_plan_params *plan, const struct reference_total *part,
                    struct reference_total *total)
{
    if (!is_rounded(plan))
        reference_combine(out_type_of(plan), plan->op, total->element, part->element,
                          total->element);
    for (uint32_t i = 0; is_rounded(plan) && i < components_of(plan); i++)
        rounded_join(plan->op, &part->exact[i], &total->exact[i]);
}

/* Tells whether results are the expected ones. If not, *at is the first in the scan's direction. */
static bool is_same(const unsigned char *expected, const unsigned char *found, uint64_t count,
                    size_t size, bool reverse, uint64_t *at)
{
    for (uint64_t i = 0; i < count; i++) {
        *at = reverse ? count - 1 - i : i;
        if (memcmp(expected + *at * size, found + *at * size, size) != 0)
            return false;
    }
    return true;
}

/* Checks bit for bit, block by block. */
static bool check_bits(const vkscan_plan_params *plan, const struct reference_total *before,
                       const unsigned char *source, uint64_t count, const unsigned char *result,
                       uint64_t *at)
{
    const size_t in = type_size(plan->type), out = type_size(out_type_of(plan));
    const bool reverse = reverses(plan);
    unsigned char expected[BLOCK * ELEMENT_MAX];
    struct reference_total total = *before;

    if (plan->primitive == VKSCAN_PRIMITIVE_REDUCE) {
        reference_follow(plan, source, count, &total);
        return is_same(total.element, result, 1, out, false, at);
    }
    for (uint64_t done = 0, n; done < count; done += n) {
        n = count - done < BLOCK ? count - done : BLOCK;
        const uint64_t first = reverse ? count - done - n : done;
        reference_run(plan, total.element, source + first * in, n, expected);
        if (!is_same(expected, result + first * out, n, out, reverse, at)) {
            *at += first;
            return false;
        }
        reference_follow(plan, source + first * in, n, &total);
    }
    return true;
}

bool reference_check_on(const vkscan_plan_params *plan, const struct reference_total *before,
                        const void *source, uint64_t count, const void *result, uint64_t *at)
{
    if (!is_rounded(plan))
        return check_bits(plan, before, source, count, result, at);
    for (uint32_t i = 0; i < components_of(plan); i++)
        if (!rounded_check(plan, i, before->exact[i], source, count, result, at))
            return false;
    return true;
}

bool reference_check(const vkscan_plan_params *plan, const void *seed, const void *source,
                     uint64_t count, const void *result, uint64_t *at)
{
    struct reference_total total;

    reference_start(plan, seed, &total);
    return reference_check_on(plan, &total, source, count, result, at);
}
